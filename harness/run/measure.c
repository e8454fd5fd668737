/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/measure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "harness/build/experiment.h"
#include "harness/run/libraries.h"

static const char placeholder[] = "{binary}";

bool rcc_measure_has_binary(char *const *command, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (strstr(command[i], placeholder) != NULL)
			return true;
	return false;
}

static char *substitute(const char *word, const char *binary)
{
	char *done = rcc_mem_strdup("");

	for (;;) {
		const char *at = strstr(word, placeholder);
		const size_t len =
			at != NULL ? (size_t)(at - word) : strlen(word);
		char *longer = rcc_mem_printf("%s%.*s%s", done, (int)len, word,
					      at != NULL ? binary : "");

		free(done);
		done = longer;
		if (at == NULL)
			return done;
		word = at + sizeof(placeholder) - 1;
	}
}

/* One command for the shell, from words that the user's shell has parted. */
static char **shell_argv(const struct rcc_measure *m, const char *binary)
{
	char **argv = rcc_mem_calloc(4, sizeof(*argv));
	char *quoted = rcc_shell_quote(binary);
	char *line = rcc_mem_strdup("");

	for (size_t i = 0; i < m->n_command; i++) {
		char *word = substitute(m->command[i], quoted);
		char *longer =
			rcc_mem_printf("%s%s%s", line, i != 0 ? " " : "", word);

		free(word);
		free(line);
		line = longer;
	}
	free(quoted);
	argv[0] = rcc_mem_strdup("/bin/sh");
	argv[1] = rcc_mem_strdup("-c");
	argv[2] = line;
	return argv;
}

char **rcc_measure_argv(const struct rcc_measure *m, const char *binary)
{
	char **argv;

	if (m->has_shell)
		return shell_argv(m, binary);
	argv = rcc_mem_calloc(m->n_command + 1, sizeof(*argv));
	for (size_t i = 0; i < m->n_command; i++)
		argv[i] = substitute(m->command[i], binary);
	return argv;
}

void rcc_measure_free_argv(char **argv)
{
	for (size_t i = 0; argv != NULL && argv[i] != NULL; i++)
		free(argv[i]);
	free(argv);
}

/* The environment with what is added to it: all in the same place for every
 * run, the padding last.  *own keeps what is ours. */
static char **make_environment(const struct rcc_measure *m, const char *binary,
			       unsigned bytes, struct rcc_strvec *own)
{
	size_t n = 0;
	char **env;

	rcc_libraries_environment(m, binary, own);
	if (m->has_padding) {
		static const char name[] = RCC_MEASURE_PADDING "=";
		char *padding = rcc_mem_alloc(sizeof(name) + bytes);

		memcpy(padding, name, sizeof(name) - 1);
		memset(padding + sizeof(name) - 1, 'x', bytes);
		padding[sizeof(name) - 1 + bytes] = '\0';
		rcc_strvec_take(own, padding);
	}
	while (m->environment[n] != NULL)
		n++;
	env = rcc_mem_calloc(n + own->n + 1, sizeof(*env));
	n = 0;
	for (size_t i = 0; m->environment[i] != NULL; i++)
		if (!rcc_libraries_replaces(own, m->environment[i]))
			env[n++] = m->environment[i];
	for (size_t i = 0; i < own->n; i++)
		env[n++] = own->item[i];
	return env;
}

static ssize_t read_block(int fd, char *block, size_t room, int64_t at)
{
	size_t used = 0;

	while (used < room) {
		ssize_t got = pread(fd, block + used, room - used,
				    (off_t)(at + (int64_t)used));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		used += (size_t)got;
	}
	return (ssize_t)used;
}

static int64_t compare_fds(int a, int b)
{
	char block_a[16384];
	char block_b[16384];
	int64_t at = 0;

	for (;;) {
		ssize_t got_a = read_block(a, block_a, sizeof(block_a), at);
		ssize_t got_b = read_block(b, block_b, sizeof(block_b), at);
		const ssize_t both = got_a < got_b ? got_a : got_b;

		if (got_a < 0 || got_b < 0)
			return RCC_MEASURE_UNREADABLE;
		for (ssize_t i = 0; i < both; i++)
			if (block_a[i] != block_b[i])
				return at + i;
		if (got_a != got_b)
			return at + both;
		if (both < (ssize_t)sizeof(block_a))
			return -1;
		at += both;
	}
}

int64_t rcc_measure_compare(int fd, const char *path)
{
	int other = open(path, O_RDONLY | O_CLOEXEC);
	int64_t at;

	if (other < 0)
		return RCC_MEASURE_UNREADABLE;
	at = compare_fds(fd, other);
	close(other);
	return at;
}

/* Run the user's --verify command on what the program printed. */
static int ask_verifier(const struct rcc_measure *m, int stdout_fd, int *status)
{
	char *path = rcc_mem_printf("/proc/self/fd/%d", stdout_fd);
	const int got = rcc_measure_shell(m, m->verify, path, status);

	free(path);
	return got;
}

/* Numbers that the program measured of itself differ from run to run: they are
 * left out. */
static int compare_output(const struct rcc_measure *m, int fd, int64_t *at)
{
	if (m->values != NULL && rcc_values_in_output(m->values))
		return rcc_values_compare(m->values, fd, m->reference, at);
	*at = rcc_measure_compare(fd, m->reference);
	return *at == RCC_MEASURE_UNREADABLE ? RCC_ESYS : 0;
}

/* What an output that ended in time and well is worth. */
static int judge_output(const struct rcc_measure *m,
			const struct rcc_exec_result *r,
			struct rcc_run_record *row,
			struct rcc_measure_detail *d)
{
	if (m->reference != NULL) {
		if (compare_output(m, r->stdout_fd, &d->differs_at) != 0)
			return RCC_ESYS;
		if (d->differs_at >= 0)
			row->outcome = RCC_OUTCOME_WRONG_OUTPUT;
	}
	if (m->verify != NULL && row->outcome == RCC_OUTCOME_OK) {
		int got = ask_verifier(m, r->stdout_fd, &d->verify_status);

		if (got != 0)
			return got;
		if (d->verify_status != 0)
			row->outcome = RCC_OUTCOME_WRONG_OUTPUT;
	}
	return 0;
}

/* The numbers that are to be read from what it wrote. */
static int read_values(const struct rcc_measure *m,
		       const struct rcc_exec_result *r,
		       struct rcc_run_record *row, struct rcc_measure_detail *d)
{
	int result = rcc_values_read(m->values, r->stdout_fd, r->stderr_fd,
				     d->problem, sizeof(d->problem));

	if (result != RCC_EFORMAT)
		return result;
	row->outcome = RCC_OUTCOME_NO_METRIC;
	return 0;
}

static int judge(const struct rcc_measure *m, const struct rcc_exec_result *r,
		 struct rcc_run_record *row, struct rcc_measure_detail *d)
{
	int result;

	row->outcome = RCC_OUTCOME_OK;
	switch (r->ended) {
	case RCC_ENDED_ABANDONED:
		return RCC_MEASURE_ABANDONED;
	case RCC_ENDED_NOT_STARTED:
		return RCC_MEASURE_CANNOT_RUN;
	case RCC_ENDED_TIMEOUT:
		row->outcome = RCC_OUTCOME_TIMEOUT;
		return 0;
	case RCC_ENDED_OUTPUT:
		row->outcome = RCC_OUTCOME_TOO_MUCH_OUTPUT;
		return 0;
	case RCC_ENDED_SIGNALLED:
		row->outcome = RCC_OUTCOME_SIGNAL;
		return 0;
	case RCC_ENDED_EXITED:
		break;
	}
	if (r->exit_status != m->exit_status) {
		row->outcome = RCC_OUTCOME_BAD_EXIT;
		return 0;
	}
	result = judge_output(m, r, row, d);
	if (result == 0 && row->outcome == RCC_OUTCOME_OK && m->values != NULL)
		result = read_values(m, r, row, d);
	return result;
}

static void fill_row(struct rcc_run_record *row,
		     const struct rcc_exec_result *r)
{
	off_t size = lseek(r->stdout_fd, 0, SEEK_END);

	row->start_ns = r->start_ns;
	row->wall_ns = r->wall_ns;
	row->user_ns = r->user_ns;
	row->system_ns = r->system_ns;
	row->max_rss_kib = r->max_rss_kib;
	row->minor_faults = r->minor_faults;
	row->major_faults = r->major_faults;
	row->voluntary_switches = r->voluntary_switches;
	row->involuntary_switches = r->involuntary_switches;
	row->exit_status = r->exit_status;
	row->signal = r->signal;
	row->n_left_behind = r->n_left_behind;
	row->output_bytes = size > 0 ? (int64_t)size : 0;
}

/* Read the program once, so that the first run of a new file does not pay for
 * bringing it from the disk.  Failing is no harm: the run will tell. */
static void warm_file(const char *path)
{
	char block[65536];
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	while (read(fd, block, sizeof(block)) > 0)
		;
	close(fd);
}

/* The program, and what its run is worth. */
static int execute(const struct rcc_measure *m,
		   const struct rcc_exec_request *request,
		   struct rcc_run_record *row,
		   struct rcc_measure_detail *detail)
{
	struct rcc_exec_result result;
	int got = m->executor->run(m->executor->self, request, &result);

	if (got != 0)
		return got;
	detail->error_number = result.error_number;
	detail->refused = result.refused;
	detail->stdout_fd = result.stdout_fd;
	detail->stderr_fd = result.stderr_fd;
	fill_row(row, &result);
	return judge(m, &result, row, detail);
}

int rcc_measure_run(const struct rcc_measure *m, const char *binary,
		    unsigned env_bytes, struct rcc_run_record *row,
		    struct rcc_measure_detail *detail)
{
	struct rcc_strvec own = {0};
	char **argv = rcc_measure_argv(m, binary);
	char **env = make_environment(m, binary, env_bytes, &own);
	const struct rcc_exec_request request = {
		.argv = argv,
		.envp = env,
		.stdin_path = m->stdin_path,
		.directory = m->directory,
		.control = m->control,
		.timeout_ns = m->timeout_ns,
		.output_limit = m->output_limit,
		.counter = m->values != NULL ? m->values->counter : NULL,
		.n_counters = m->values != NULL ? m->values->n_wanted : 0,
	};
	int got;

	*detail = (struct rcc_measure_detail){.differs_at = -1};
	row->env_bytes = m->has_padding ? (int64_t)env_bytes : 0;
	got = rcc_measure_prepare(m, detail);
	warm_file(binary);
	if (m->values != NULL)
		rcc_values_clear(m->values);
	if (got == 0)
		got = execute(m, &request, row, detail);
	if (got == 0)
		got = rcc_measure_clean_up(m, detail);
	free(env);
	rcc_strvec_release(&own);
	rcc_measure_free_argv(argv);
	return got;
}
