/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The readers of foreign input, each as a function of bytes.  libFuzzer
 * searches for inputs that break one (`make fuzz`).  testsuite/unit/fuzz.c runs
 * each with the inputs kept in testsuite/data/fuzz/NAME.
 *
 *	object	   read and rank an object or an archive; fill a thin archive
 *	output	   read a linked program's note and function order; stamp the
 *		   note
 *	layout	   write the layout object, and read it again
 *	arguments  parse a linker's command line, and the same as a response
 *		   file
 *	script	   read a linker script among the inputs
 *	recipe	   read a recorded link
 *	map	   read GNU ld's map, for padding
 *	user_names  put the user's file names into the linker's messages
 *
 * testsuite/data/fuzz/README says how long each has run.
 */
#ifndef RCC_TESTSUITE_FUZZ_TARGETS_H
#define RCC_TESTSUITE_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

struct rcc_fuzz_target {
	const char *name;
	void (*run)(const uint8_t *bytes, size_t n);
};

/* The last entry has no name. */
extern const struct rcc_fuzz_target rcc_fuzz_target[];

/* Write a file with these bytes in a private directory, which is removed at
 * exit.  The returned path is valid until the next call. */
const char *rcc_fuzz_file(const char *name, const uint8_t *bytes, size_t n);
const char *rcc_fuzz_dir(void);

void rcc_fuzz_object(const uint8_t *bytes, size_t n);
void rcc_fuzz_output(const uint8_t *bytes, size_t n);
void rcc_fuzz_layout(const uint8_t *bytes, size_t n);
void rcc_fuzz_arguments(const uint8_t *bytes, size_t n);
void rcc_fuzz_script(const uint8_t *bytes, size_t n);
void rcc_fuzz_recipe(const uint8_t *bytes, size_t n);
void rcc_fuzz_map(const uint8_t *bytes, size_t n);
void rcc_fuzz_user_names(const uint8_t *bytes, size_t n);

#endif
