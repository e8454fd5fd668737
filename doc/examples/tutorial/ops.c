/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instructions, one function each. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "vm.h"

static long operand(const struct vm *vm)
{
	return vm->code[vm->pc - 1].operand;
}

static void op_push(struct vm *vm)
{
	vm->stack[vm->top++] = operand(vm);
}

static void op_load(struct vm *vm)
{
	vm->stack[vm->top++] = vm->variable[operand(vm)];
}

static void op_store(struct vm *vm)
{
	vm->variable[operand(vm)] = vm->stack[--vm->top];
}

static void op_add(struct vm *vm)
{
	vm->top--;
	vm->stack[vm->top - 1] += vm->stack[vm->top];
}

static void op_subtract(struct vm *vm)
{
	vm->top--;
	vm->stack[vm->top - 1] -= vm->stack[vm->top];
}

static void op_multiply(struct vm *vm)
{
	vm->top--;
	vm->stack[vm->top - 1] *= vm->stack[vm->top];
}

static void op_less(struct vm *vm)
{
	vm->top--;
	vm->stack[vm->top - 1] = vm->stack[vm->top - 1] < vm->stack[vm->top];
}

/* Replace an index by the number that memory has at this index. */
static void op_get(struct vm *vm)
{
	long index = vm->stack[vm->top - 1];

	vm->stack[vm->top - 1] = vm->memory[index & 65535];
}

/* Take a number and an index, and store the number in memory at the index. */
static void op_set(struct vm *vm)
{
	long number = vm->stack[--vm->top];
	long index = vm->stack[--vm->top];

	vm->memory[index & 65535] = number;
}

static void op_jump(struct vm *vm)
{
	vm->pc = operand(vm);
}

static void op_jump_if_zero(struct vm *vm)
{
	if (vm->stack[--vm->top] == 0)
		vm->pc = operand(vm);
}

static void op_print(struct vm *vm)
{
	printf("%ld\n", vm->stack[--vm->top]);
}

static void op_end(struct vm *vm)
{
	vm->pc = -1;
}

static const struct {
	const char *name;
	void (*run)(struct vm *vm);
} op[] = {
	{"push", op_push},
	{"load", op_load},
	{"store", op_store},
	{"add", op_add},
	{"subtract", op_subtract},
	{"multiply", op_multiply},
	{"less", op_less},
	{"get", op_get},
	{"set", op_set},
	{"jump", op_jump},
	{"jump-if-zero", op_jump_if_zero},
	{"print", op_print},
	{"end", op_end},
};

void (*op_find(const char *name))(struct vm *vm)
{
	for (size_t i = 0; i < sizeof(op) / sizeof(op[0]); i++)
		if (strcmp(op[i].name, name) == 0)
			return op[i].run;
	return NULL;
}
