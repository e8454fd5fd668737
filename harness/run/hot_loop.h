/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot loop of a function is the loop in which the function spends its time,
 * as samples of the running instruction (sampler.h) show.  The instructions
 * come from `objdump -d --no-show-raw-insn`. */
#ifndef RCC_HARNESS_RUN_HOT_LOOP_H
#define RCC_HARNESS_RUN_HOT_LOOP_H

#include <stddef.h>
#include <stdint.h>

/* The largest number of instructions that are kept of a hot loop. */
#define RCC_HOT_LOOP_MAX 64

struct rcc_hot_instruction {
	uint64_t address;
	char *text; /* such as "add $0x1,%rdx" */
	/* If this is a branch and not a call, the address to which it goes;
	 * otherwise 0. */
	uint64_t target;
	size_t n_samples;
};

/* A zeroed struct is empty. */
struct rcc_hot_loop {
	struct rcc_hot_instruction *item; /* all instructions of the function */
	size_t n;
	size_t n_allocated;
	/* The loop is item[first] ... item[first + n_loop - 1]. */
	size_t first, n_loop;
};

/* Parse the output of objdump.  Lines without an instruction are ignored. */
void rcc_hot_loop_parse(struct rcc_hot_loop *loop, const char *text);

/*
 * Count the samples at address[0 ... n-1], and find the hot loop.
 *
 * A loop is the range of instructions from the target of a backward branch to
 * the branch.  The hot loop is the shortest loop with at least half of the
 * function's samples.  If no loop has half of them, the hot loop is the whole
 * function.
 *
 * A loop of more than RCC_HOT_LOOP_MAX instructions is cut to that number,
 * around the instruction with the most samples.  If there are no samples,
 * n_loop is 0.
 */
void rcc_hot_loop_find(struct rcc_hot_loop *loop, const uint64_t *address,
		       size_t n);

void rcc_hot_loop_release(struct rcc_hot_loop *loop);

/* Run objdump for `size` bytes at an address of a program's file, and parse its
 * output.  The loop is left empty if there is no objdump. */
void rcc_hot_loop_read(struct rcc_hot_loop *loop, const char *program,
		       uint64_t address, uint64_t size);

/* Return a C++ or Rust symbol as its programmer wrote it; caller frees.  The
 * program c++filt translates it.  Returns NULL for other symbols, and if there
 * is no c++filt. */
char *rcc_symbol_demangle(const char *symbol);

#endif
