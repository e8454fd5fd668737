/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of wrapper/elf with damaged inputs: objects that are cut off at
 * every byte, have many bits flipped, or have absurd numbers in their headers.
 * Each input must be read, or refused with a reason.  `make
 * SANITIZE=address,undefined` detects accesses outside the input.  The inputs
 * are the same in every run.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/random.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/object_arrange.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/object_naming.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/elf/object_symbols.h"
#include "wrapper/elf/pivots.h"
#include "wrapper/elf/rust_metadata.h"

#define OBJECT "testsuite/data/hostile.o"
/* This object is from clang, without the plugin. */
#define OTHER_OBJECT "testsuite/data/hostile-clang.o"

static char *good;
static size_t n_good;
static char *archive;
static size_t n_archive;
static char *dir;
static char path[4096];

static void put(const char *bytes, size_t n)
{
	FILE *out = fopen(path, "wb");

	assert_non_null(out);
	assert_int_equal(fwrite(bytes, 1, n, out), n);
	assert_int_equal(fclose(out), 0);
}

/* Do with an input what randld does: read it, name its functions, write ranks
 * (common/rank.h), and order its section headers.  Returns whether it could be
 * read. */
static bool survives(const char *bytes, size_t n)
{
	struct rcc_object_file f;
	struct rcc_pivots pivots = {0};
	char why[RCC_WHY_MAX] = "";
	size_t n_names = 0;
	int err;

	put(bytes, n);
	err = rcc_object_file_open(&f, path, RCC_READ_ORDER, why);
	if (err == 0)
		err = rcc_object_file_name(&f, "unit", true, RCC_READ_ORDER,
					   why);
	if (err != 0) {
		if (why[0] == '\0')
			fail_msg("refused without a reason (%d)", err);
		return false;
	}
	for (size_t i = 0; i < f.n_objects; i++) {
		struct rcc_object *o = &f.object[i];

		for (size_t k = 0; k < o->n_functions; k++) {
			rcc_object_set_rank(f.map.data, &o->function[k], k);
			rcc_object_clear_rank(f.map.data, &o->function[k]);
			o->function[k].name.rank = ~k;
		}
		n_names += rcc_object_has_plain_variables(&f, o);
		rcc_object_order_headers(&f, o);
		rcc_object_arrange(&f, o, true, &pivots);
		rcc_pivots_free_sections(rcc_pivots_sections(&pivots),
					 pivots.n);
		rcc_pivots_release(&pivots);
		for (size_t k = 0; k < o->n_comdats; k++)
			n_names += strlen(o->comdat[k].name);
		for (size_t k = 0; k < o->n_weak; k++)
			n_names += strlen(o->weak[k]);
		n_names += o->comment != NULL ? strlen(o->comment) : 0;
	}
	assert_true(n_names <= 64 * n + 64);
	rcc_object_file_release(&f);
	return true;
}

static void the_undamaged_input_is_read(void **state)
{
	struct rcc_object_file f;
	char why[RCC_WHY_MAX];

	(void)state;
	assert_int_equal(rcc_object_file_open(&f, OBJECT, RCC_READ_ORDER, why),
			 0);
	assert_int_equal(f.kind, RCC_FILE_OBJECT);
	assert_true(f.n_functions >= 8);
	assert_true(f.object[0].n_comdats >= 3);
	assert_int_equal(f.object[0].n_weak, 1);
	assert_string_equal(f.object[0].weak[0], "_Z4hooki");
	assert_int_equal(f.object[0].traits, RCC_OBJECT_CONSTRUCTS |
						     RCC_OBJECT_IN_SET |
						     RCC_OBJECT_HAS_OTHER);
	assert_true(rcc_object_has_plain_variables(&f, &f.object[0]));
	rcc_object_file_release(&f);
	put(archive, n_archive);
	assert_int_equal(rcc_object_file_open(&f, path, RCC_READ_ORDER, why),
			 0);
	assert_int_equal(f.kind, RCC_FILE_ARCHIVE);
	assert_int_equal(f.n_objects, 2);
	rcc_object_file_release(&f);
}

static void functions_of_another_compiler_get_names(void **state)
{
	static const char *const name[] = {
		"_Z4hooki",   "_Z4failv",  "_Z3useP1A", "_Z4makev",
		"_ZL5beginv", "_ZN1AD2Ev", "_ZN1AD0Ev", "_ZN1A1fEi"};
	struct rcc_object_file f;
	char why[RCC_WHY_MAX];
	size_t n = 0;

	(void)state;
	assert_int_equal(
		rcc_object_file_open(&f, OTHER_OBJECT, RCC_READ_ORDER, why), 0);
	assert_int_equal(f.n_functions, 0);
	assert_int_equal(
		rcc_object_file_name(&f, "unit", true, RCC_READ_ORDER, why), 0);
	assert_true(f.is_named);
	for (size_t i = 0; i < f.object[0].n_functions; i++) {
		const struct rcc_ranked_section *fn = &f.object[0].function[i];

		assert_int_equal(fn->name.unit_len, strlen("hostile_cc"));
		assert_memory_equal(fn->name.tail, "hostile_cc.", 11);
		for (size_t k = 0; k < sizeof(name) / sizeof(name[0]); k++)
			n += strcmp(fn->name.tail + 11, name[k]) == 0;
	}
	assert_int_equal(n, sizeof(name) / sizeof(name[0]));
	assert_true(f.object[0].n_comdats >= 3);
	rcc_object_file_release(&f);
}

/* gcc's plugin has already given the functions of OBJECT names that can hold a
 * rank, so rcc_object_file_name() changes nothing. */
static void functions_with_names_keep_them(void **state)
{
	struct rcc_object_file f;
	char why[RCC_WHY_MAX];

	(void)state;
	assert_int_equal(rcc_object_file_open(&f, OBJECT, RCC_READ_ORDER, why),
			 0);
	assert_int_equal(
		rcc_object_file_name(&f, "unit", true, RCC_READ_ORDER, why), 0);
	assert_false(f.is_named);
	rcc_object_file_release(&f);
}

static void every_truncation_is_refused(void **state)
{
	(void)state;
	/* A file that is shorter than the magic number of ELF is not refused,
	 * but passed to the linker. */
	for (size_t n = SELFMAG; n < n_good; n++)
		if (survives(good, n))
			fail_msg("%zu of %zu bytes were read", n, n_good);
	for (size_t n = 8 + 1; n < n_archive; n += 7)
		(void)survives(archive, n);
}

static void flipped_bits_cause_no_crash(void **state)
{
	char *bad = malloc(n_archive);
	struct rcc_random r;

	(void)state;
	assert_non_null(bad);
	rcc_random_stream(&r, 1, "flip");
	for (int i = 0; i < 4000; i++) {
		bool is_archive = i % 4 == 3;
		size_t n = is_archive ? n_archive : n_good;
		uint64_t flips = 1 + rcc_random_below(&r, 8);

		memcpy(bad, is_archive ? archive : good, n);
		for (uint64_t k = 0; k < flips; k++)
			bad[rcc_random_below(&r, n)] ^=
				(char)(1u << rcc_random_below(&r, 8));
		(void)survives(bad, n);
	}
	free(bad);
}

/* Put absurd values into the ELF header, and into each field of the section
 * headers. */
static void absurd_headers_cause_no_crash(void **state)
{
	static const uint64_t absurd[] = {
		0,	   1,	       0x7f,	   0xff00,
		0xffff,	   0x7fffffff, 0xffffffff, 0x7fffffffffffffff,
		UINT64_MAX};
	char *bad = malloc(n_good);
	Elf64_Ehdr header;

	(void)state;
	assert_non_null(bad);
	memcpy(&header, good, sizeof(header));
	for (size_t v = 0; v < sizeof(absurd) / sizeof(absurd[0]); v++) {
		for (size_t at = 16; at < sizeof(header); at += 2) {
			memcpy(bad, good, n_good);
			memcpy(bad + at, &absurd[v], 2);
			(void)survives(bad, n_good);
		}
		for (size_t at = header.e_shoff; at + 8 <= n_good; at += 4) {
			memcpy(bad, good, n_good);
			memcpy(bad + at, &absurd[v], at % 8 == 0 ? 8 : 4);
			(void)survives(bad, n_good);
		}
	}
	free(bad);
}

/* Read an object with a million sections of the same name, which can hold a
 * rank.  Then let the header claim more sections than the file can have. */
static void a_million_sections_are_read(void **state)
{
	static const char names[] =
		"\0.text.randcc___________________.unit.f\0.shstrtab";
	/* There are also the null section and the section of names. */
	const size_t n = 1000002;
	const size_t at = sizeof(Elf64_Ehdr) + 64;
	size_t n_bytes = at + n * sizeof(Elf64_Shdr);
	char *image = calloc(1, n_bytes);
	Elf64_Ehdr *header = (void *)image;
	Elf64_Shdr *section = (void *)(image + at);
	struct rcc_object_file f;
	char why[RCC_WHY_MAX];

	(void)state;
	assert_non_null(image);
	memcpy(header, good, EI_NIDENT);
	memcpy(image + sizeof(*header), names, sizeof(names));
	header->e_type = ET_REL;
	header->e_machine = EM_X86_64;
	header->e_version = EV_CURRENT;
	header->e_ehsize = sizeof(*header);
	header->e_shentsize = sizeof(*section);
	header->e_shoff = at;
	header->e_shstrndx = SHN_XINDEX;
	section[0].sh_size = n;
	section[0].sh_link = (Elf64_Word)n - 1;
	for (size_t i = 1; i < n - 1; i++) {
		section[i].sh_name = 1;
		section[i].sh_type = SHT_PROGBITS;
		section[i].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
		section[i].sh_offset = sizeof(*header);
	}
	section[n - 1].sh_name = (Elf64_Word)sizeof(names) - 10;
	section[n - 1].sh_type = SHT_STRTAB;
	section[n - 1].sh_offset = sizeof(*header);
	section[n - 1].sh_size = sizeof(names);
	put(image, n_bytes);
	assert_int_equal(rcc_object_file_open(&f, path, RCC_READ_ORDER, why),
			 0);
	assert_int_equal(f.n_functions, n - 2);
	rcc_object_file_release(&f);
	section[0].sh_size = n + 1;
	put(image, n_bytes);
	assert_int_equal(rcc_object_file_open(&f, path, RCC_READ_ORDER, why),
			 RCC_EFORMAT);
	free(image);
}

/* An object with 256 bytes of rustc's metadata, between other bytes and the
 * section headers. */
struct metadata_object {
	Elf64_Ehdr header;
	char other[64];
	char metadata[256];
	Elf64_Shdr section[4];
};
enum { OTHER = 1, METADATA, EMPTY, N_SECTIONS };

static void init_metadata_object(struct metadata_object *m)
{
	*m = (struct metadata_object){
		.header = {.e_type = ET_REL,
			   .e_machine = EM_X86_64,
			   .e_version = EV_CURRENT,
			   .e_ehsize = sizeof(Elf64_Ehdr),
			   .e_shentsize = sizeof(Elf64_Shdr),
			   .e_shoff = offsetof(struct metadata_object, section),
			   .e_shnum = N_SECTIONS,
			   .e_shstrndx = OTHER}};
	memcpy(m->header.e_ident, good, EI_NIDENT);
	m->section[OTHER] = (Elf64_Shdr){
		.sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct metadata_object, other),
		.sh_size = sizeof(m->other)};
	m->section[METADATA] = (Elf64_Shdr){
		.sh_type = SHT_PROGBITS,
		.sh_flags = SHF_EXCLUDE,
		.sh_offset = offsetof(struct metadata_object, metadata),
		.sh_size = sizeof(m->metadata)};
	m->section[EMPTY] = (Elf64_Shdr){
		.sh_type = SHT_NOBITS,
		.sh_offset = offsetof(struct metadata_object, metadata) + 1,
		.sh_size = 1};
}

/* Leave the metadata out of *m.  Returns the section headers of the new object
 * (caller frees), or NULL if the metadata stays. */
static Elf64_Shdr *drop_metadata(const struct metadata_object *m)
{
	char name[] = "lib.rmeta";
	struct rcc_object_file f;
	struct rcc_object o;
	char why[RCC_WHY_MAX];
	Elf64_Shdr *section = NULL;
	unsigned char *bytes;
	Elf64_Ehdr header;
	size_t n;

	put((const char *)m, sizeof(*m));
	assert_int_equal(rcc_object_file_open(&f, path, 0, why), 0);
	o = f.object[0];
	o.member = name;
	bytes = rcc_rust_metadata_drop(&f, &o, &n);
	if (bytes != NULL) {
		memcpy(&header, bytes, sizeof(header));
		assert_int_equal(n - header.e_shoff, sizeof(m->section));
		section = malloc(sizeof(m->section));
		assert_non_null(section);
		memcpy(section, bytes + header.e_shoff, sizeof(m->section));
	}
	free(bytes);
	rcc_object_file_release(&f);
	return section;
}

static void metadata_is_left_out_if_its_bytes_are_its_own(void **state)
{
	struct metadata_object m;
	Elf64_Shdr *section;

	(void)state;
	init_metadata_object(&m);
	section = drop_metadata(&m);
	assert_non_null(section);
	assert_int_equal(section[METADATA].sh_size, 0);
	assert_int_equal(section[OTHER].sh_offset, m.section[OTHER].sh_offset);
	assert_int_equal(section[EMPTY].sh_offset,
			 m.section[METADATA].sh_offset);
	free(section);
	/* The metadata shares a byte with the section before it. */
	m.section[OTHER].sh_size++;
	assert_null(drop_metadata(&m));
	/* The section headers begin where the metadata begins, and end behind
	 * it. */
	init_metadata_object(&m);
	m.section[METADATA].sh_offset = m.header.e_shoff;
	m.section[METADATA].sh_size = 64;
	assert_null(drop_metadata(&m));
	/* The section headers begin before the metadata. */
	m.section[METADATA].sh_offset += 64;
	assert_null(drop_metadata(&m));
}

/* 400 sections share one name of 1 MiB, and each has a symbol of that name.
 * Each section would get a long new name of its own.  Together these names
 * would take 400 MiB. */
static void names_that_share_a_string_are_refused(void **state)
{
	enum { N_NAME = 1 << 20, N = 400 };
	static const char prefix[6] = {'.', 't', 'e', 'x', 't', '.'};
	const size_t names_at = sizeof(Elf64_Ehdr);
	const size_t symbols_at = names_at + N_NAME;
	const size_t at = symbols_at + N * sizeof(Elf64_Sym);
	const size_t n_bytes = at + (N + 3) * sizeof(Elf64_Shdr);
	char *image = calloc(1, n_bytes);
	Elf64_Ehdr *header = (void *)image;
	Elf64_Sym *symbol = (void *)(image + symbols_at);
	Elf64_Shdr *section = (void *)(image + at);
	struct rcc_object_file f;
	char why[RCC_WHY_MAX] = "";

	(void)state;
	assert_non_null(image);
	memcpy(header, good, EI_NIDENT);
	header->e_type = ET_REL;
	header->e_machine = EM_X86_64;
	header->e_version = EV_CURRENT;
	header->e_ehsize = sizeof(*header);
	header->e_shentsize = sizeof(*section);
	header->e_shoff = at;
	header->e_shnum = N + 3;
	header->e_shstrndx = N + 1;
	memset(image + names_at + 1, 'f', N_NAME - 2);
	memcpy(image + names_at + 1, prefix, sizeof(prefix));
	for (size_t i = 1; i < N; i++) {
		section[i].sh_name = 1;
		section[i].sh_type = SHT_PROGBITS;
		section[i].sh_flags = SHF_ALLOC | SHF_EXECINSTR;
		section[i].sh_offset = names_at;
		section[i].sh_size = 1;
		symbol[i].st_name = 7;
		symbol[i].st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC);
		symbol[i].st_size = 1;
		symbol[i].st_shndx = (Elf64_Half)i;
	}
	section[N + 1].sh_type = SHT_STRTAB;
	section[N + 1].sh_offset = names_at;
	section[N + 1].sh_size = N_NAME;
	section[N + 2].sh_type = SHT_SYMTAB;
	section[N + 2].sh_link = N + 1;
	section[N + 2].sh_offset = symbols_at;
	section[N + 2].sh_size = N * sizeof(*symbol);
	section[N + 2].sh_entsize = sizeof(*symbol);
	put(image, n_bytes);
	assert_int_equal(rcc_object_file_open(&f, path, 0, why), 0);
	assert_int_equal(rcc_object_file_name(&f, "unit", true, 0, why),
			 RCC_EFORMAT);
	assert_non_null(strstr(why, "names of its sections are too long"));
	free(image);
}

/* Read the undamaged object into `good`, and make an archive with it. */
static int set_up(const char *object)
{
	char command[16384];

	good = rcc_file_read(object, &n_good);
	/* The tests write ten thousand small files, so keep them in memory if
	 * possible. */
	if (access("/dev/shm", W_OK) == 0)
		setenv("TMPDIR", "/dev/shm", 1);
	dir = rcc_file_tmp_dir("hostile");
	if (good == NULL || dir == NULL)
		return -1;
	snprintf(path, sizeof(path), "%s/lib.a", dir);
	snprintf(command, sizeof(command),
		 "cp %s '%s/other-with-a-long-name.o' && "
		 "ar rcs '%s' %s '%s/other-with-a-long-name.o'",
		 object, dir, path, object, dir);
	if (system(command) != 0)
		return -1;
	archive = rcc_file_read(path, &n_archive);
	return archive != NULL ? 0 : -1;
}

static int setup(void **state)
{
	(void)state;
	return set_up(OBJECT);
}

static int setup_other(void **state)
{
	(void)state;
	return set_up(OTHER_OBJECT);
}

static int teardown(void **state)
{
	(void)state;
	free(good);
	free(archive);
	rcc_file_remove_tree(dir);
	free(dir);
	return 0;
}

/* Run a test with OBJECT, which is from gcc with the plugin, or with
 * OTHER_OBJECT, which is from clang. */
#define PLUGIN(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
#define OTHER(test)                                                            \
	{                                                                      \
		"other_compiler_" #test, test, setup_other, teardown, NULL     \
	}

int main(void)
{
	/* The output is TAP, which allows one plan, so all tests are in one
	 * group. */
	const struct CMUnitTest test[] = {
		PLUGIN(the_undamaged_input_is_read),
		PLUGIN(every_truncation_is_refused),
		PLUGIN(flipped_bits_cause_no_crash),
		PLUGIN(absurd_headers_cause_no_crash),
		PLUGIN(a_million_sections_are_read),
		PLUGIN(metadata_is_left_out_if_its_bytes_are_its_own),
		PLUGIN(names_that_share_a_string_are_refused),
		PLUGIN(functions_with_names_keep_them),
		OTHER(functions_of_another_compiler_get_names),
		OTHER(every_truncation_is_refused),
		OTHER(flipped_bits_cause_no_crash),
		OTHER(absurd_headers_cause_no_crash),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
