/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands of randstudy.  Each is like a main(): argv[0] is the
 * subcommand's name, and the result is an exit code (enum rcc_exit).  An
 * invalid command line ends the process.
 */
#ifndef RCC_HARNESS_CLI_COMMANDS_H
#define RCC_HARNESS_CLI_COMMANDS_H

int rcc_cmd_run(int argc, char **argv);
int rcc_cmd_ab(int argc, char **argv);
int rcc_cmd_history(int argc, char **argv);
int rcc_cmd_aa(int argc, char **argv);
int rcc_cmd_report(int argc, char **argv);
int rcc_cmd_compare(int argc, char **argv);
int rcc_cmd_diagnose(int argc, char **argv);
int rcc_cmd_plan(int argc, char **argv);
int rcc_cmd_explain(int argc, char **argv);
int rcc_cmd_best(int argc, char **argv);
int rcc_cmd_machine(int argc, char **argv);
int rcc_cmd_inspect(int argc, char **argv);
int rcc_cmd_check(int argc, char **argv);
int rcc_cmd_pack(int argc, char **argv);
int rcc_cmd_worker(int argc, char **argv);
int rcc_cmd_merge(int argc, char **argv);
int rcc_cmd_cluster(int argc, char **argv);

#endif
