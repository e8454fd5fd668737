/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/fleet, studies of several machines: those parts that
 * the tests of whole programs cannot reach. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>
#include <cmocka.h>

#include "common/diag.h"
#include "common/number_list.h"
#include "harness/fleet/digest.h"
#include "common/filesystem.h"
#include "harness/fleet/travel.h"
#include "harness/fleet/worker.h"
#include "harness/study/schedule.h"

/* ---- File systems ------------------------------------------------------- */

static long type; /* f_type of the file system, as fake_statfs() reports it */

static int fake_statfs(const char *path, struct statfs *st)
{
	(void)path;
	memset(st, 0, sizeof(*st));
	st->f_type = (__typeof__(st->f_type))type;
	return 0;
}

static int failing_statfs(const char *path, struct statfs *st)
{
	(void)path;
	(void)st;
	errno = ENOSYS;
	return -1;
}

static void network_file_systems_are_told_from_local_ones(void **state)
{
	static const struct {
		long type;
		const char *name;
	} some[] = {
		{0x6969, "NFS"},
		{0x0bd00bd0, "Lustre"},
		{0x47504653, "GPFS"},
		{(long)0xff534d42, "CIFS"},
		{(long)0xfe534d42, "SMB2"},
		{0x65735546, "FUSE"},
		{0x00c36400, "Ceph"},
		{0x01021997, "9P"},
		/* statfs() may sign-extend a number whose bit 31 is set. */
		{(int32_t)0xff534d42, "CIFS"},
	};
	/* ext4, xfs, btrfs, tmpfs, overlayfs, zfs */
	static const long local[] = {0xef53,	 0x58465342, (long)0x9123683e,
				     0x01021994, 0x794c7630, 0x2fc12fc1};

	(void)state;
	for (size_t i = 0; i < sizeof(some) / sizeof(some[0]); i++) {
		type = some[i].type;
		assert_string_equal(rcc_filesystem_network("/", fake_statfs),
				    some[i].name);
	}
	for (size_t i = 0; i < sizeof(local) / sizeof(local[0]); i++) {
		type = local[i];
		assert_null(rcc_filesystem_network("/", fake_statfs));
	}
	assert_null(rcc_filesystem_network("/", failing_statfs));
}

static void some_fuse_file_systems_are_local(void **state)
{
	static const char mounts[] =
		"22 1 254:1 / / rw,relatime - ext4 /dev/vda rw\n"
		"99 22 0:40 / /c rw - fuse.fuse-overlayfs x rw,user_id=0\n"
		"98 22 0:41 / /mnt rw,nosuid shared:3 master:1 - fuse.sshfs h: "
		"rw\n"
		"97 22 8:17 / /usb rw,nosuid - fuseblk /dev/sdb1 rw\n"
		"96 22 0:42 / /a\\040-\\040fuseblk rw - fuse below rw\n"
		"torn 0:43";

	(void)state;
	assert_true(rcc_filesystem_is_local_fuse(mounts, makedev(0, 40)));
	assert_false(rcc_filesystem_is_local_fuse(mounts, makedev(0, 41)));
	assert_true(rcc_filesystem_is_local_fuse(mounts, makedev(8, 17)));
	assert_false(rcc_filesystem_is_local_fuse(mounts, makedev(0, 42)));
	assert_false(rcc_filesystem_is_local_fuse(mounts, makedev(0, 43)));
	assert_false(rcc_filesystem_is_local_fuse("", makedev(0, 40)));
}

static void a_worker_refuses_a_network_file_system(void **state)
{
	struct rcc_worker worker = {
		.pack = "/nonexistent/pack",
		.out = "/nonexistent/out",
		.local = "/nonexistent/local",
		.name = "node",
		.machine = 1,
		.examine = fake_statfs,
	};
	int stop_signal = 1;
	char *text;

	(void)state;
	type = 0x6969;
	rcc_diag_watch();
	assert_int_equal(rcc_worker_run(&worker, &stop_signal), RCC_EXIT_USAGE);
	text = rcc_diag_first_error();
	assert_non_null(strstr(text, "is on a network file system (NFS)"));
	free(text);
	assert_int_equal(stop_signal, 0);
	/* On a local file system the worker goes on to read the pack, which is
	 * the file with the programs, inputs and settings of the study.  That
	 * file is missing here. */
	type = 0xef53;
	rcc_diag_watch();
	assert_int_equal(rcc_worker_run(&worker, &stop_signal), RCC_EXIT_USAGE);
	text = rcc_diag_first_error();
	assert_non_null(strstr(text, "cannot read \"/nonexistent/pack\""));
	free(text);
}

static void the_node_names_the_machine(void **state)
{
	char host[256] = "";
	char *name;

	(void)state;
	gethostname(host, sizeof(host) - 1);
	unsetenv("SLURMD_NODENAME");
	name = rcc_worker_machine_name();
	assert_string_equal(name, host);
	free(name);
	setenv("SLURMD_NODENAME", "node7", 1);
	name = rcc_worker_machine_name();
	assert_string_equal(name, "node7");
	free(name);
	unsetenv("SLURMD_NODENAME");
}

/* ---- Lists of numbers, shortened to ranges ------------------------------ */

static void check_list(const unsigned *number, size_t n, const char *text,
		       const char *ranges)
{
	struct rcc_number_list list = {0};
	char *got;

	for (size_t i = 0; i < n; i++)
		rcc_number_list_add(&list, number[i]);
	got = rcc_number_list_text(&list, "machine");
	assert_string_equal(got, text);
	free(got);
	got = rcc_number_list_ranges(&list);
	assert_string_equal(got, ranges);
	free(got);
	rcc_number_list_release(&list);
}

static void numbers_are_listed_in_words(void **state)
{
	const unsigned one[] = {3};
	const unsigned two[] = {3, 7};
	const unsigned pair[] = {1, 2};
	const unsigned run[] = {1, 2, 3, 4, 9};
	const unsigned end[] = {1, 5, 6, 7};
	const unsigned mixed[] = {1, 2, 5, 6, 7, 9, 10};

	(void)state;
	check_list(one, 1, "machine 3", "3");
	check_list(two, 2, "machines 3 and 7", "3,7");
	check_list(pair, 2, "machines 1 and 2", "1-2");
	check_list(run, 5, "machines 1 to 4 and 9", "1-4,9");
	check_list(end, 4, "machines 1 and 5 to 7", "1,5-7");
	check_list(mixed, 7, "machines 1, 2, 5 to 7, 9 and 10", "1-2,5-7,9-10");
}

/* ---- SHA-256 digests, and seeds of machines ----------------------------- */

/* The examples are from FIPS 180-2, appendix B.1.  The digest of the empty
 * message is also tested. */
static void digests_are_those_of_the_standard(void **state)
{
	char digest[RCC_DIGEST_MAX];

	(void)state;
	rcc_digest_bytes("abc", 3, digest);
	assert_string_equal(digest, "ba7816bf8f01cfea414140de5dae2223"
				    "b00361a396177a9cb410ff61f20015ad");
	rcc_digest_bytes("", 0, digest);
	assert_string_equal(digest, "e3b0c44298fc1c149afbf4c8996fb924"
				    "27ae41e4649b934ca495991b7852b855");
	assert_int_equal(rcc_digest_file("/nonexistent", digest), RCC_ESYS);
}

static void each_machine_has_a_seed_of_its_own(void **state)
{
	uint64_t seed[100];

	(void)state;
	/* Machine 0 stands for a study of one machine.  Its schedule has the
	 * study's own master seed. */
	assert_true(rcc_schedule_machine_seed(7, 0) == 7);
	for (unsigned i = 0; i < 100; i++) {
		seed[i] = rcc_schedule_machine_seed(7, i + 1);
		assert_true(seed[i] != 7);
		for (unsigned k = 0; k < i; k++)
			assert_true(seed[i] != seed[k]);
	}
	/* These seeds must never change, because they determine the schedules
	 * of machines. */
	assert_true(seed[0] == UINT64_C(2352096877791340129));
	assert_true(rcc_schedule_machine_seed(8, 1) != seed[0]);
}

/* ---- Files that travel -------------------------------------------------- */

/* Every path is inside the root directory, so the files of a study in this
 * directory are packed. */
static void files_of_a_study_in_the_root_directory_travel(void **state)
{
	const char *command[] = {"{binary}", "etc/passwd", "/etc/group", NULL};
	const struct rcc_study study = {
		.directory = "/",
		.command = command,
		.n_command = 3,
		.stdin_path = "etc/passwd",
		.json = json_pack("{s:[s,s,s],s:s}", "command", command[0],
				  command[1], command[2], "stdin",
				  "etc/passwd"),
	};
	const struct rcc_strvec none = {0};
	struct rcc_travel travel;
	const json_t *words;

	(void)state;
	assert_int_equal(rcc_travel_find(&study, &none, &travel), RCC_EXIT_OK);
	assert_int_equal(travel.expected.n, 0);
	assert_int_equal(travel.to.n, 2);
	assert_string_equal(travel.from.item[0], "/etc/passwd");
	assert_string_equal(travel.to.item[0], "files/etc/passwd");
	assert_string_equal(travel.from.item[1], "/etc/group");
	assert_string_equal(travel.to.item[1], "files/etc/group");
	words = json_object_get(travel.design, "command");
	assert_string_equal(json_string_value(json_array_get(words, 1)),
			    "etc/passwd");
	assert_string_equal(json_string_value(json_array_get(words, 2)),
			    "{files}/etc/group");
	assert_string_equal(
		json_string_value(json_object_get(travel.design, "stdin")),
		"{files}/etc/passwd");
	rcc_travel_release(&travel);
	json_decref(study.json);
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(network_file_systems_are_told_from_local_ones),
		cmocka_unit_test(some_fuse_file_systems_are_local),
		cmocka_unit_test(a_worker_refuses_a_network_file_system),
		cmocka_unit_test(the_node_names_the_machine),
		cmocka_unit_test(numbers_are_listed_in_words),
		cmocka_unit_test(digests_are_those_of_the_standard),
		cmocka_unit_test(each_machine_has_a_seed_of_its_own),
		cmocka_unit_test(files_of_a_study_in_the_root_directory_travel),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
