/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy analyse: the analyse measurements from any source, given as CSV. */
#ifndef RCC_ANALYSE_CMD_ANALYSE_H
#define RCC_ANALYSE_CMD_ANALYSE_H

/* argv[0] is the subcommand's name; returns an exit code (enum rcc_exit). */
int rcc_cmd_analyse(int argc, char **argv);

#endif
