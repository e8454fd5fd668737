/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands of randstudy.  Each is a main() of its own: argv[0] is the
 * subcommand's name, the result an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_COMMANDS_H
#define RCC_HARNESS_COMMANDS_H

int rcc_cmd_run(int argc, char **argv);
int rcc_cmd_report(int argc, char **argv);
int rcc_cmd_compare(int argc, char **argv);
int rcc_cmd_plan(int argc, char **argv);
int rcc_cmd_inspect(int argc, char **argv);
int rcc_cmd_check(int argc, char **argv);

#endif
