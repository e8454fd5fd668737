/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that libFuzzer calls.  The environment variable RANDCC_FUZZ has
 * the name of the target (targets.h) to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "testsuite/fuzz/targets.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

static const struct rcc_fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	const char *name = getenv("RANDCC_FUZZ");

	(void)argc;
	(void)argv;
	for (const struct rcc_fuzz_target *t = rcc_fuzz_target; t->name != NULL;
	     t++)
		if (name != NULL && strcmp(t->name, name) == 0)
			target = t;
	if (target == NULL) {
		fprintf(stderr, "RANDCC_FUZZ names no target\n");
		exit(2);
	}
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	target->run(bytes, n);
	return 0;
}
