/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzing targets.  A target is a function that passes a string of bytes to
 * code which reads foreign input.  libFuzzer searches for inputs that break a
 * target (`make fuzz`).  testsuite/unit/fuzz.c runs each target NAME with the
 * inputs in testsuite/data/fuzz/NAME.
 *
 *	object	   read and rank an object or an archive; fill a thin archive
 *	output	   read a linked program's note and function order; stamp the
 *		   note
 *	layout	   write the layout object, and read it again
 *	arguments  parse a linker's command line, also as a response
 *		   file
 *	script	   read a linker script among the inputs
 *	recipe	   read a recorded link
 *	map	   read GNU ld's map, for padding
 *	user_names  put the user's file names into the linker's messages
 *
 * testsuite/data/fuzz/README says how long each target has run.
 */
#ifndef RCC_TESTSUITE_FUZZ_TARGETS_H
#define RCC_TESTSUITE_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

struct rcc_fuzz_target {
	const char *name;
	void (*run)(const uint8_t *bytes, size_t n);
};

/* All targets.  The last entry has no name. */
extern const struct rcc_fuzz_target rcc_fuzz_target[];

/* Write bytes to a file in the private directory, which is removed at exit.
 * The path is valid until the next call. */
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
