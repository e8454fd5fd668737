/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The shares of a program's CPU time that are spent in code which layouts move,
 * and in other kinds of code.  The study's database has them for each system,
 * as JSON.
 */
#ifndef RCC_HARNESS_STUDY_CODE_SHARE_H
#define RCC_HARNESS_STUDY_CODE_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

/* The study's database has the shares of system N (from 0) under the key
 * "code-share-N". */
#define RCC_CODE_SHARE_KEY "code-share"

/* Kinds of code.  rcc_code_kind_text() returns their texts.  Do not change
 * these texts, since they are stored and exported. */
enum rcc_code_kind {
	RCC_CODE_KIND_MOVED, /* code that layouts move */
	/* Code of an object file that another compiler than randcc made. */
	RCC_CODE_KIND_OBJECT,
	/* Code of the operating system's static libraries, such as libc.a. */
	RCC_CODE_KIND_SYSTEM,
	/* Code that the linker made, or code of no known object file. */
	RCC_CODE_KIND_LINKER,
	/* code of a shared library that the build made */
	RCC_CODE_KIND_BUILD_LIBRARY,
	RCC_CODE_KIND_LIBRARY,	 /* code of another shared library */
	RCC_CODE_KIND_PROGRAM,	 /* code of another program */
	RCC_CODE_KIND_GENERATED, /* code generated while the program ran */
	RCC_CODE_KIND_KERNEL,
	RCC_N_CODE_KINDS
};

const char *rcc_code_kind_text(enum rcc_code_kind kind);

struct rcc_code_part {
	enum rcc_code_kind kind;
	/* Name of the object file, library or program; "" if the kind has no
	 * names. */
	char *name;
	/* Number of samples of the CPU profile.  If the program was not
	 * sampled, it is the number of bytes of code.  rcc_code_share_finish()
	 * divides this number by the sum of the numbers of all parts. */
	double n;
	bool is_cplusplus;
};

/* The shares of a program's code.  A zeroed struct has no parts, and means that
 * the shares are unknown. */
struct rcc_code_share {
	/* Why the program was not sampled; NULL if it was.  Without samples,
	 * the shares are shares of the bytes of code in the program's files. */
	char *why_not;
	size_t n_samples;
	struct rcc_code_part *part; /* the largest first */
	size_t n;
	size_t n_allocated;
};

/* Add n samples or bytes to the part of this kind and name. */
void rcc_code_share_add(struct rcc_code_share *share, enum rcc_code_kind kind,
			const char *name, double n, bool is_cplusplus);
/* Divide the parts' numbers by their sum, and sort the parts by size. */
void rcc_code_share_finish(struct rcc_code_share *share);
void rcc_code_share_release(struct rcc_code_share *share);

/* Return the sum of the shares of all parts of a kind. */
double rcc_code_share_of(const struct rcc_code_share *share,
			 enum rcc_code_kind kind);

/* Return the JSON form that is stored; caller owns it. */
json_t *rcc_code_share_json(const struct rcc_code_share *share);
/* Read the JSON form.  *share has no parts if `json` is NULL or malformed. */
void rcc_code_share_read(const json_t *json, struct rcc_code_share *share);

#endif
