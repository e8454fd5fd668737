/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy simulate: how often the intervals cover what they should. */
#ifndef RCC_ANALYSE_SIMULATE_H
#define RCC_ANALYSE_SIMULATE_H

/* argv[0] is the subcommand's name; returns an exit code (enum rcc_exit). */
int rcc_cmd_simulate(int argc, char **argv);

#endif
