/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy analyse: analyse measurements from any source, given as CSV.
 *
 * In this folder, subcommands print errors and return an exit code (enum
 * rcc_exit).  Other functions return 0 or a negative RCC_E…, unless their
 * comments say otherwise.  Functions with a parameter `why` store the problem
 * and its remedy there.
 */
#ifndef RCC_ANALYSE_CMD_ANALYSE_H
#define RCC_ANALYSE_CMD_ANALYSE_H

/* Run the subcommand.  argv[0] is its name.  Returns an exit code (enum
 * rcc_exit). */
int rcc_cmd_analyse(int argc, char **argv);

#endif
