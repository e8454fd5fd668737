/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The share of a program's CPU time in code that layouts move, and in other
 * code.  It is stored with the study, as JSON, once for each system.
 */
#ifndef RCC_HARNESS_STUDY_CODE_SHARE_H
#define RCC_HARNESS_STUDY_CODE_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <jansson.h>

/* The key in the store; the system's number follows. */
#define RCC_CODE_SHARE_KEY "code-share"

/* The texts of rcc_code_kind_text() are stored and exported: do not change
 * them. */
enum rcc_code_kind {
	RCC_CODE_KIND_MOVED,	     /* layouts move it */
	RCC_CODE_KIND_OBJECT,	     /* an object of another compiler */
	RCC_CODE_KIND_SYSTEM,	     /* the system's, linked statically */
	RCC_CODE_KIND_LINKER,	     /* made by the linker, or unknown */
	RCC_CODE_KIND_BUILD_LIBRARY, /* a shared library of the same build */
	RCC_CODE_KIND_LIBRARY,	     /* another shared library */
	RCC_CODE_KIND_PROGRAM,	     /* another program */
	RCC_CODE_KIND_GENERATED,     /* made while the program ran */
	RCC_CODE_KIND_KERNEL,
	RCC_N_CODE_KINDS
};

const char *rcc_code_kind_text(enum rcc_code_kind kind);

struct rcc_code_part {
	enum rcc_code_kind kind;
	char *name; /* the object, library or program; "" for others */
	double n;   /* samples or bytes; in the end a share of all */
	bool is_cplusplus;
};

/* A zeroed struct has no parts: nothing is known. */
struct rcc_code_share {
	/* Why the program was not sampled; the shares are then of the bytes of
	 * code in its files.  NULL: it was. */
	char *why_not;
	size_t n_samples;
	struct rcc_code_part *part; /* the largest first */
	size_t n;
	size_t n_allocated;
};

/* Add to the part of that kind and name. */
void rcc_code_share_add(struct rcc_code_share *share, enum rcc_code_kind kind,
			const char *name, double n, bool is_cplusplus);
/* Turn numbers into shares, and sort. */
void rcc_code_share_finish(struct rcc_code_share *share);
void rcc_code_share_release(struct rcc_code_share *share);

/* The share of a kind. */
double rcc_code_share_of(const struct rcc_code_share *share,
			 enum rcc_code_kind kind);

/* Caller owns the result. */
json_t *rcc_code_share_json(const struct rcc_code_share *share);
/* NULL, and what is not such JSON, has no parts. */
void rcc_code_share_read(const json_t *json, struct rcc_code_share *share);

#endif
