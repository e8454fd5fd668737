/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testsuite/fuzz/targets.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/file.h"

const struct rcc_fuzz_target rcc_fuzz_target[] = {
	{"object", rcc_fuzz_object},
	{"output", rcc_fuzz_output},
	{"layout", rcc_fuzz_layout},
	{"arguments", rcc_fuzz_arguments},
	{"script", rcc_fuzz_script},
	{"recipe", rcc_fuzz_recipe},
	{"map", rcc_fuzz_map},
	{"user_names", rcc_fuzz_user_names},
	{NULL, NULL},
};

static char *dir;

static void remove_dir(void)
{
	rcc_file_remove_tree(dir);
	free(dir);
}

const char *rcc_fuzz_dir(void)
{
	if (dir == NULL) {
		/* Fuzzing writes many small files, so keep them in memory if
		 * possible. */
		if (access("/dev/shm", W_OK) == 0)
			setenv("TMPDIR", "/dev/shm", 1);
		dir = rcc_file_tmp_dir("fuzz");
		if (dir == NULL)
			abort();
		atexit(remove_dir);
	}
	return dir;
}

const char *rcc_fuzz_file(const char *name, const uint8_t *bytes, size_t n)
{
	static char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", rcc_fuzz_dir(), name);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0 || rcc_file_write_fd(fd, bytes, n) != 0 || close(fd) != 0)
		abort();
	return path;
}
