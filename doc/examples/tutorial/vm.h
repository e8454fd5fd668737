/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine with a stack of numbers, which the tutorial measures. */
#ifndef VM_H
#define VM_H

struct vm;

struct instruction {
	void (*run)(struct vm *vm);
	long operand;
};

struct vm {
	struct instruction code[256];
	long pc; /* index of the next instruction; -1 when the program ends */
	long stack[64];
	long top; /* index of the first free place */
	long variable[26];
	long memory[65536];
};

/* ops.c: return the function of an instruction, NULL if the name is unknown. */
void (*op_find(const char *name))(struct vm *vm);

/* assemble.c: read a program.  Return 0, or the number of the line that is
 * wrong. */
int assemble(struct vm *vm, const char *path);

#endif
