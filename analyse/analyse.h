/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randstudy analyse: the statistics of any measurements, from a CSV file. */
#ifndef RCC_ANALYSE_ANALYSE_H
#define RCC_ANALYSE_ANALYSE_H

/* argv[0] is the subcommand's name; returns an exit code (enum rcc_exit). */
int rcc_cmd_analyse(int argc, char **argv);

#endif
