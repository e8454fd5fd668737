/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The subcommands of randstudy.  Each is a main() of its own: argv[0] is the
 * subcommand's name, the result an exit code (enum rcc_exit).
 */
#ifndef RCC_HARNESS_CLI_COMMANDS_H
#define RCC_HARNESS_CLI_COMMANDS_H

int rcc_cmd_run(int argc, char **argv);
int rcc_cmd_aa(int argc, char **argv);
int rcc_cmd_report(int argc, char **argv);
int rcc_cmd_compare(int argc, char **argv);
int rcc_cmd_diagnose(int argc, char **argv);
int rcc_cmd_plan(int argc, char **argv);
int rcc_cmd_inspect(int argc, char **argv);
int rcc_cmd_check(int argc, char **argv);

struct rcc_run_options;

/* `randstudy run` for one study, or for a suite: all but the report.  Returns
 * an exit code; the signal that ended it in *stop_signal, or 0.  `given` of the
 * options is changed, and so may be the working directory. */
int rcc_run_study(const struct rcc_run_options *options, int *stop_signal);
int rcc_run_suite(const struct rcc_run_options *options, int *stop_signal);

#endif
