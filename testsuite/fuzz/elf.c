/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzing targets (targets.h) that read ELF files: objects, archives and
 * programs. */
#include "testsuite/fuzz/targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "wrapper/elf/archive.h"
#include "wrapper/elf/layout_object.h"
#include "wrapper/elf/object_file.h"
#include "wrapper/elf/object_naming.h"
#include "wrapper/elf/object_order.h"
#include "wrapper/elf/output.h"
#include "wrapper/link/layout_note.h"
#include "wrapper/elf/object.h"

/* Abort if `err` says that a file was refused, but `why` gives no reason. */
static void check(int err, const char *why)
{
	if (err == RCC_EFORMAT && why[0] == '\0')
		abort();
}

/* Use everything that was read from an object or archive, as randld does: write
 * and clear ranks (common/rank.h), order section headers, and read the names of
 * symbols. */
static void use(struct rcc_object_file *f)
{
	size_t n_names = 0;

	for (size_t i = 0; i < f->n_objects; i++) {
		struct rcc_object *o = &f->object[i];

		for (size_t k = 0; k < o->n_functions; k++) {
			rcc_object_set_rank(f->map.data, &o->function[k], k);
			rcc_object_clear_rank(f->map.data, &o->function[k]);
			o->function[k].name.rank = o->n_functions - k;
		}
		rcc_object_order_headers(f, o);
		for (size_t k = 0; k < o->n_comdats; k++)
			n_names += strlen(o->comdat[k].name);
		for (size_t k = 0; k < o->n_weak; k++)
			n_names += strlen(o->weak[k]);
	}
	if (n_names > SIZE_MAX / 2)
		abort();
}

/* Write a valid object m.o and a valid archive n.a to rcc_fuzz_dir().  Thin
 * archives among the inputs name these two files as their members. */
static void put_members(void)
{
	static bool done;
	char *object;
	char *archive;
	size_t n;

	if (done)
		return;
	done = true;
	object = rcc_file_read("testsuite/data/hostile.o", &n);
	if (object == NULL)
		abort();
	rcc_fuzz_file("m.o", (const uint8_t *)object, n);
	free(object);
	archive = rcc_file_read("testsuite/data/fuzz/member.a", &n);
	if (archive == NULL)
		abort();
	rcc_fuzz_file("n.a", (const uint8_t *)archive, n);
	free(archive);
}

void rcc_fuzz_object(const uint8_t *bytes, size_t n)
{
	struct rcc_object_file f;
	char why[RCC_WHY_MAX] = "";
	char thin[4096];
	char full[4096];
	int err;

	put_members();
	strcpy(thin, rcc_fuzz_file("in", bytes, n));
	err = rcc_object_file_open(&f, thin, RCC_READ_ORDER, why);
	check(err, why);
	if (err != 0)
		return;
	use(&f);
	if (f.kind == RCC_FILE_THIN_ARCHIVE) {
		snprintf(full, sizeof(full), "%s/full.a", rcc_fuzz_dir());
		unlink(full);
		err = rcc_archive_fill(thin, &f.map, full, why);
		check(err, why);
	}
	err = rcc_object_file_name(&f, "unit", true, RCC_READ_ORDER, why);
	check(err, why);
	if (err != 0)
		return;
	use(&f);
	rcc_object_file_release(&f);
}

void rcc_fuzz_output(const uint8_t *bytes, size_t n)
{
	struct rcc_output out;
	char why[RCC_WHY_MAX] = "";
	const char *path = rcc_fuzz_file("in", bytes, n);
	int err = rcc_output_open(&out, path, why);

	check(err, why);
	if (err != 0)
		return;
	(void)rcc_output_digest(&out);
	(void)rcc_layout_note_stamp(path, &out, &out, n % 2 == 0);
	rcc_output_release(&out);
	/* rcc_layout_note_stamp() must not change the size of the file. */
	if (access(path, R_OK) == 0) {
		struct rcc_file_map map;

		if (rcc_file_map(path, &map) != 0 || map.n != n)
			abort();
		rcc_file_unmap(&map);
	}
}

static uint8_t take(const uint8_t **bytes, size_t *n)
{
	if (*n == 0)
		return 0;
	--*n;
	return *(*bytes)++;
}

void rcc_fuzz_layout(const uint8_t *bytes, size_t n)
{
	static const uint16_t machine[] = {62, 3, 183, 8};
	struct rcc_filler filler[8] = {0};
	struct rcc_layout_object layout = {.filler = filler};
	struct rcc_object_file f;
	char why[RCC_WHY_MAX] = "";
	char path[4096];
	int err;

	layout.flavour.elf_class = 1 + take(&bytes, &n) % 2;
	layout.flavour.data = 1 + take(&bytes, &n) % 2;
	layout.flavour.osabi = take(&bytes, &n);
	layout.flavour.machine = machine[take(&bytes, &n) % 4];
	layout.flavour.flags = take(&bytes, &n);
	layout.n_fillers = take(&bytes, &n) % 9;
	for (size_t i = 0; i < layout.n_fillers; i++) {
		for (size_t k = 0; k + 1 < sizeof(filler[i].name); k++)
			filler[i].name[k] = (char)take(&bytes, &n);
		filler[i].n_bytes = take(&bytes, &n) * 16u;
	}
	layout.note = (const char *)bytes;
	layout.n_note = n;
	snprintf(path, sizeof(path), "%s/layout.o", rcc_fuzz_dir());
	unlink(path);
	err = rcc_layout_object_write(path, &layout, why);
	check(err, why);
	if (err != 0)
		return;
	if (rcc_object_file_open(&f, path, RCC_READ_ORDER, why) != 0)
		abort();
	use(&f);
	rcc_object_file_release(&f);
}
