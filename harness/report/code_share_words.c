/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/code_share_words.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/strbuf.h"

/* A part of the code (struct rcc_code_part) is named in the text only if its
 * share is at least this. */
#define NAMED_AT_LEAST 0.005
/* The largest number of parts that the text names besides the moved code. */
#define N_NAMED 5
/* With fewer samples than this there is no warning, because shares are too
 * inaccurate. */
#define FEW_SAMPLES 20

/* ---- The sentence ------------------------------------------------------- */

static const char *name_of(const struct rcc_code_part *p)
{
	switch (p->kind) {
	case RCC_CODE_KIND_MOVED:
		return "in laid-out code";
	case RCC_CODE_KIND_GENERATED:
		return "in code of no file";
	case RCC_CODE_KIND_KERNEL:
		return "kernel";
	default:
		return p->name;
	}
}

static const char *note_of(enum rcc_code_kind kind)
{
	switch (kind) {
	case RCC_CODE_KIND_SYSTEM:
		return ", code of the system's static libraries";
	case RCC_CODE_KIND_LINKER:
		return ", code of no known object";
	case RCC_CODE_KIND_BUILD_LIBRARY:
		return ", a library of this build";
	default:
		return "";
	}
}

/* Add to the text one part of the code and its share.  All objects that randcc
 * did not compile are added as one part: the sum of their shares, the name of
 * the first object, and the number of the others. */
static void add_part(struct rcc_strbuf *text,
		     const struct rcc_code_share *share,
		     const struct rcc_code_part *p)
{
	size_t n_objects = 0;
	double n = p->n;

	if (p->kind == RCC_CODE_KIND_OBJECT) {
		n = rcc_code_share_of(share, RCC_CODE_KIND_OBJECT);
		for (size_t i = 0; i < share->n; i++)
			n_objects +=
				share->part[i].kind == RCC_CODE_KIND_OBJECT;
	}
	rcc_strbuf_printf(text, "%s%.0f %% %s", text->n != 0 ? "; " : "",
			  100 * n, name_of(p));
	if (n_objects > 1)
		rcc_strbuf_printf(text, " and %zu more object%s", n_objects - 1,
				  n_objects == 2 ? "" : "s");
	rcc_strbuf_add(text, p->kind == RCC_CODE_KIND_OBJECT
				     ? ", not compiled by randcc"
				     : note_of(p->kind));
}

/* Return true if the text names share->part[i].  The first object that randcc
 * did not compile stands for all of them. */
static bool is_named(const struct rcc_code_share *share, size_t i)
{
	const struct rcc_code_part *p = &share->part[i];

	if (p->kind == RCC_CODE_KIND_MOVED)
		/* The text already begins with the share of moved code. */
		return false;
	if (p->kind != RCC_CODE_KIND_OBJECT)
		return p->n >= NAMED_AT_LEAST;
	for (size_t k = 0; k < i; k++)
		if (share->part[k].kind == RCC_CODE_KIND_OBJECT)
			return false;
	return rcc_code_share_of(share, RCC_CODE_KIND_OBJECT) >= NAMED_AT_LEAST;
}

char *rcc_code_share_text(const struct rcc_code_share *share)
{
	struct rcc_strbuf text = {0};
	size_t n_named = 0;
	double rest = 1;

	if (share->n == 0)
		return NULL;
	rest -= rcc_code_share_of(share, RCC_CODE_KIND_MOVED);
	rcc_strbuf_printf(&text, "%.0f %% in laid-out code",
			  100 * rcc_code_share_of(share, RCC_CODE_KIND_MOVED));
	for (size_t i = 0; i < share->n && n_named < N_NAMED; i++) {
		const struct rcc_code_part *p = &share->part[i];

		if (!is_named(share, i))
			continue;
		add_part(&text, share, p);
		rest -= p->kind == RCC_CODE_KIND_OBJECT
				? rcc_code_share_of(share, p->kind)
				: p->n;
		n_named++;
	}
	if (rest >= NAMED_AT_LEAST)
		rcc_strbuf_printf(&text, "; %.0f %% elsewhere", 100 * rest);
	return rcc_strbuf_take(&text);
}

/* ---- The advice --------------------------------------------------------- */

/* Return the largest part of the code of one kind, or NULL if there is none. */
static const struct rcc_code_part *find(const struct rcc_code_share *share,
					enum rcc_code_kind kind)
{
	for (size_t i = 0; i < share->n; i++)
		if (share->part[i].kind == kind)
			return &share->part[i];
	return NULL;
}

static char *object_advice(const struct rcc_code_share *share)
{
	const struct rcc_code_part *p = find(share, RCC_CODE_KIND_OBJECT);
	const char *member = strchr(p->name, '(');

	if (p->is_cplusplus)
		return rcc_mem_printf("%s is C++ that randcc did not compile: "
				      "build with CXX=randc++ too, from "
				      "scratch (make clean)",
				      p->name);
	if (member != NULL)
		return rcc_mem_printf(
			"the static library %.*s was not compiled by randcc: "
			"build it with randcc too",
			(int)(member - p->name), p->name);
	return rcc_mem_printf(
		"%s was not compiled by randcc: clean first "
		"(make clean), so that randcc compiles it (C++: with "
		"CXX=randc++)",
		p->name);
}

/* Return the kind of code (enum rcc_code_kind) that has the largest share among
 * the code that layouts do not move. */
static enum rcc_code_kind main_kind(const struct rcc_code_share *share)
{
	enum rcc_code_kind kind = RCC_CODE_KIND_OBJECT;

	for (int i = RCC_CODE_KIND_OBJECT; i < RCC_N_CODE_KINDS; i++)
		if (rcc_code_share_of(share, (enum rcc_code_kind)i) >
		    rcc_code_share_of(share, kind))
			kind = (enum rcc_code_kind)i;
	return kind;
}

static char *advice_for(const struct rcc_code_share *share,
			enum rcc_code_kind kind)
{
	const struct rcc_code_part *p = find(share, kind);

	if (p == NULL)
		return rcc_mem_strdup("");
	switch (kind) {
	case RCC_CODE_KIND_OBJECT:
		return object_advice(share);
	case RCC_CODE_KIND_BUILD_LIBRARY:
		return rcc_mem_printf("the same build linked %s: begin a new "
				      "study with --library %s to lay it out "
				      "too",
				      p->name, p->name);
	case RCC_CODE_KIND_LIBRARY:
		return rcc_mem_printf("%s is not of this build: layouts cannot "
				      "move it unless the build makes it with "
				      "randcc",
				      p->name);
	case RCC_CODE_KIND_PROGRAM:
		return rcc_mem_printf("the command spends its time in another "
				      "program, %s: give the program under "
				      "study more to do",
				      p->name);
	case RCC_CODE_KIND_SYSTEM:
		return rcc_mem_strdup("layouts do not move the system's static "
				      "libraries");
	case RCC_CODE_KIND_KERNEL:
		return rcc_mem_strdup("layouts do not move the kernel: give "
				      "the program more to compute");
	case RCC_CODE_KIND_GENERATED:
		return rcc_mem_strdup("code that the program makes as it runs "
				      "has no layout");
	default:
		return rcc_mem_strdup("");
	}
}

char *rcc_code_share_advice(const struct rcc_code_share *share)
{
	const enum rcc_code_kind kind = main_kind(share);

	if (kind == RCC_CODE_KIND_OBJECT || kind == RCC_CODE_KIND_BUILD_LIBRARY)
		return advice_for(share, kind);
	return rcc_mem_strdup("");
}

/* Return true if layouts move less than half of the code, by CPU time.  If no
 * CPU time was sampled, code is measured in bytes of the files.  Then return
 * true if layouts move less code than there is in objects that randcc did not
 * compile.  Libraries of the system do not count: a statically linked C library
 * is large even if the program hardly uses it. */
static bool is_doubtful(const struct rcc_code_share *share)
{
	const double moved = rcc_code_share_of(share, RCC_CODE_KIND_MOVED);

	if (share->why_not != NULL)
		return moved < rcc_code_share_of(share, RCC_CODE_KIND_OBJECT);
	return share->n_samples >= FEW_SAMPLES && moved < 0.5;
}

char *rcc_code_share_warning(const struct rcc_code_share *share)
{
	char *text;
	char *advice;
	char *warning;

	if (share->n == 0 || !is_doubtful(share))
		return NULL;
	text = rcc_code_share_text(share);
	advice = advice_for(share, share->why_not != NULL ? RCC_CODE_KIND_OBJECT
							  : main_kind(share));
	warning = rcc_mem_printf("layouts move less than half of %s (%s)%s%s",
				 share->why_not != NULL
					 ? "the program's code"
					 : "what the program executes",
				 text, advice[0] != '\0' ? ": " : "", advice);
	free(text);
	free(advice);
	return warning;
}
