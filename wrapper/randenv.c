/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randenv: run a command in an environment enlarged by a random number of
 * bytes.  The environment lies above the stack, so its size moves every stack
 * frame (Mytkowicz et al., ASPLOS 2009).  randenv is a launcher like env(1): it
 * prints nothing of its own, and exits with the command's status.
 *
 * The bytes are the value of the variable RANDCC_ENVIRONMENT.  An earlier value
 * is replaced, so nested calls do not add up.
 */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "common/rank.h"

/* The variable that enlarges the environment. */
#define VARIABLE "RANDCC_ENVIRONMENT"
#define MAX_DEFAULT 4096
/* The largest size.  The kernel limits one string of the environment to 32
 * pages (MAX_ARG_STRLEN). */
#define MAX_LIMIT (128 * 1024 - (int)sizeof(VARIABLE) - 1)

const char *argp_program_version = "randenv (randcc) " RCC_VERSION;

static const struct argp_option options[] = {
	{"seed", 's', "N", 0,
	 "choose the size by this seed (default: a new size each time)", 0},
	{"max", 'm', "BYTES", 0, "largest size (default: 4096)", 0},
	{0},
};

struct settings {
	bool has_seed;
	uint64_t seed;
	uint64_t max;
	char **command;
};

/* Parse the argument `text` of an option: a number from 0 to `max`.  `what`
 * names the number in the error message. */
static uint64_t number(struct argp_state *state, const char *what,
		       const char *text, uint64_t max)
{
	uint64_t value = 0;
	int is_none = 0;

	if (rcc_rank_parse_seed(text, &value, &is_none) != 0 || is_none ||
	    value > max)
		argp_error(state, "bad %s \"%s\": a number from 0 to %llu",
			   what, text, (unsigned long long)max);
	return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct settings *s = state->input;

	switch (key) {
	case 's':
		s->seed = number(state, "seed", arg, UINT64_MAX);
		s->has_seed = true;
		return 0;
	case 'm':
		s->max = number(state, "size", arg, MAX_LIMIT);
		return 0;
	case ARGP_KEY_ARGS:
		s->command = state->argv + state->next;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "no command");
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	.options = options,
	.parser = parse,
	.args_doc = "COMMAND [ARGUMENT...]",
	.doc = "Run COMMAND in an environment that is larger by a random "
	       "number of bytes.",
};

int main(int argc, char **argv)
{
	struct settings s = {.max = MAX_DEFAULT};
	struct rcc_random random;
	uint64_t n_bytes;
	char *value;
	int error;

	rcc_diag_program("randenv");
	argp_err_exit_status = RCC_EXIT_OURS;
	/* Stop at the first word that is not an option, because it is the
	 * command, and later options belong to the command. */
	argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &s);
	if (!s.has_seed &&
	    getrandom(&s.seed, sizeof(s.seed), 0) != (ssize_t)sizeof(s.seed))
		rcc_die_errno("cannot get a random seed");
	rcc_random_stream(&random, s.seed, "environment");
	n_bytes = rcc_random_below(&random, s.max + 1);
	value = rcc_mem_alloc(n_bytes + 1);
	memset(value, 'x', n_bytes);
	value[n_bytes] = '\0';
	if (setenv(VARIABLE, value, 1) != 0)
		rcc_die_errno("cannot set " VARIABLE);
	free(value);
	execvp(s.command[0], s.command);
	error = errno;
	rcc_error_errno("cannot run \"%s\"", s.command[0]);
	return error == ENOENT ? RCC_EXIT_NOT_FOUND : RCC_EXIT_CANNOT_RUN;
}
