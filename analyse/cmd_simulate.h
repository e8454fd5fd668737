/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy simulate: count how often intervals cover the true value. */
#ifndef RCC_ANALYSE_CMD_SIMULATE_H
#define RCC_ANALYSE_CMD_SIMULATE_H

/* Run the subcommand.  argv[0] is its name.  Returns an exit code (enum
 * rcc_exit). */
int rcc_cmd_simulate(int argc, char **argv);

#endif
