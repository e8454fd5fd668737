/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What reads input that is not ours, each as a function of bytes.  libFuzzer
 * looks for inputs that break one (`make fuzz`); testsuite/unit/fuzz.c gives
 * each the inputs that are kept in testsuite/data/fuzz/NAME.
 *
 *	object	   objects and archives, thin ones too: read, ranked, completed
 *	output	   linked programs: their note and function order; the note
 *		   stamped
 *	layout	   the object that randld writes: what is written can be read
 *	arguments  a linker's command line, and the same as a response file
 *	script	   a linker script among the inputs
 *	recipe	   a recorded link
 *	map	   GNU ld's map, for padding
 *	relay	   the linker's messages, with our names in them
 *
 * Run so far (clang 14, libFuzzer with ASan and UBSan, one core): see
 * testsuite/data/fuzz/README.
 */
#ifndef RCC_TESTSUITE_FUZZ_TARGETS_H
#define RCC_TESTSUITE_FUZZ_TARGETS_H

#include <stddef.h>
#include <stdint.h>

struct rcc_fuzz_target {
	const char *name;
	void (*run)(const uint8_t *bytes, size_t n);
};

/* Ends with an entry without a name. */
extern const struct rcc_fuzz_target rcc_fuzz_target[];

/* In a private directory, which is removed at exit: a file with these bytes
 * under a name of our own.  The path lasts until the next call. */
const char *rcc_fuzz_file(const char *name, const uint8_t *bytes, size_t n);
const char *rcc_fuzz_dir(void);

void rcc_fuzz_object(const uint8_t *bytes, size_t n);
void rcc_fuzz_output(const uint8_t *bytes, size_t n);
void rcc_fuzz_layout(const uint8_t *bytes, size_t n);
void rcc_fuzz_arguments(const uint8_t *bytes, size_t n);
void rcc_fuzz_script(const uint8_t *bytes, size_t n);
void rcc_fuzz_recipe(const uint8_t *bytes, size_t n);
void rcc_fuzz_map(const uint8_t *bytes, size_t n);
void rcc_fuzz_relay(const uint8_t *bytes, size_t n);

#endif
