/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randstudy analyse: analyse measurements from any source, given as CSV.
 *
 * Results in this room: subcommands print what is wrong and return an exit code
 * (enum rcc_exit).  The rest return 0 or a negative RCC_E…, with the problem and
 * the remedy in a struct rcc_refusal if they take one.
 */
#ifndef RCC_ANALYSE_CMD_ANALYSE_H
#define RCC_ANALYSE_CMD_ANALYSE_H

/* argv[0] is the subcommand's name; returns an exit code (enum rcc_exit). */
int rcc_cmd_analyse(int argc, char **argv);

#endif
