/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vm PROGRAM: run a program. */
#include <stdio.h>

#include "vm.h"

static struct vm vm;

static void run(void)
{
	while (vm.pc >= 0)
		vm.code[vm.pc++].run(&vm);
}

int main(int argc, char **argv)
{
	int wrong;

	if (argc != 2) {
		fprintf(stderr, "usage: vm PROGRAM\n");
		return 2;
	}
	wrong = assemble(&vm, argv[1]);
	if (wrong != 0) {
		fprintf(stderr, "vm: %s:%d: not an instruction\n", argv[1],
			wrong);
		return 1;
	}
	run();
	return 0;
}
