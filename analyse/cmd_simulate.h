/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy simulate: simulate studies whose true values are known, and count
 * how often the confidence intervals cover these values. */
#ifndef RCC_ANALYSE_CMD_SIMULATE_H
#define RCC_ANALYSE_CMD_SIMULATE_H

/* Run the subcommand.  argv[0] is its name.  Returns an exit code (enum
 * rcc_exit). */
int rcc_cmd_simulate(int argc, char **argv);

#endif
