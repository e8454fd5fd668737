/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Fuzzing targets.  A target is a function that passes bytes to one of randcc's
 * parsers, as if they came from a file or another program.  libFuzzer searches
 * for inputs that make a target crash or abort (`make fuzz`).
 * testsuite/unit/fuzz.c runs each target NAME with the inputs in
 * testsuite/data/fuzz/NAME.
 *
 *	object	   read an object or an archive, and put ranks (common/rank.h)
 *		   into its names; turn a thin archive into a full one
 *	output	   read the order of the functions in a linked program; write a
 *		   digest of this order into the program's note
 *	layout	   write the object that a link adds, which holds the note and
 *		   the padding (elf/layout_object.h), and read it again
 *	arguments  parse a linker's command line, also as a response
 *		   file
 *	script	   read a linker script, as randld reads those that a link
 *		   names
 *	recipe	   read a recipe, which says how to repeat a recorded link
 *	map	   plan padding between the functions in a map file of GNU ld
 *	user_names  replace the names of randld's private copies by the user's
 *		   file names in the linker's messages
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

/* Write `bytes` to the file `name` in rcc_fuzz_dir(), a temporary directory
 * that is removed at exit.  Returns the path of the file, which is valid until
 * the next call. */
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
