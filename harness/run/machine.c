/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/machine.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/mem.h"
#include "common/random.h"
#include "harness/run/steal.h"
#include "harness/study/process_control.h"
#include "harness/study/tandem.h"

/* ---- The computation --------------------------------------------------- */

#define WORK_WORDS 2048 /* 16 KiB, which fits into the L1 cache */
#define WORK_PER_STEP 4096

void rcc_machine_work(uint64_t steps)
{
	static uint64_t word[WORK_WORDS];
	volatile uint64_t result;
	uint64_t x = 1;

	for (uint64_t i = 0; i < steps * WORK_PER_STEP; i++) {
		x = x * UINT64_C(6364136223846793005) +
		    UINT64_C(1442695040888963407);
		/* A branch that cannot be predicted, and a memory access. */
		if (x >> 63 != 0)
			word[(x >> 40) % WORK_WORDS] += x;
		else
			x ^= word[(x >> 40) % WORK_WORDS];
	}
	result = x;
	(void)result;
}

/* ---- Runs -------------------------------------------------------------- */

/* The wanted CPU time of a run is time_s / RUNS_AT_LEAST, but between
 * RUN_LEAST_S and RUN_MOST_S.  time_s is the time that the user gave for all
 * runs. */
#define RUN_MOST_S 0.1
#define RUN_LEAST_S 0.02
#define RUNS_AT_LEAST 30
#define CALIBRATION_S 0.02
#define CALIBRATION_STEPS 16
#define CALIBRATION_DOUBLINGS 30

struct session {
	const struct rcc_executor *x;
	const struct rcc_machine_options *o;
	struct rcc_machine *m;
	char **problem;
	struct rcc_process_control pinned;
};

static double cpu_s(const struct rcc_exec_result *r)
{
	return (double)(r->user_ns + r->system_ns) / 1e9;
}

static int refuse(const struct session *s, const struct rcc_exec_result *r)
{
	if (r->ended == RCC_ENDED_NOT_STARTED)
		*s->problem = rcc_mem_printf(
			"cannot run \"%s\"%s%s: %s", s->o->program,
			r->refused != NULL ? " with " : "",
			r->refused != NULL ? r->refused : "",
			strerror(r->error_number));
	else
		*s->problem = rcc_mem_printf("\"%s %s %s%" PRIu64 "\" failed",
					     s->o->program, s->o->command,
					     s->o->argument, s->m->steps);
	return RCC_EUNSUP;
}

/* Run the computation in n processes at the same time.  If n is 2, pin both to
 * one CPU. */
static int execute(const struct session *s, struct rcc_exec_result *result,
		   size_t n)
{
	char *last = rcc_mem_printf("%s%" PRIu64, s->o->argument, s->m->steps);
	char *program = rcc_mem_strdup(s->o->program);
	char *command = rcc_mem_strdup(s->o->command);
	char *argv[] = {program, command, last, NULL};
	struct rcc_exec_request request[2];
	int status;

	for (size_t i = 0; i < n; i++)
		request[i] = (struct rcc_exec_request){
			.argv = argv,
			.envp = environ,
			.output_limit = 1 << 20,
			.control = n > 1 ? &s->pinned : NULL,
		};
	status = n > 1 ? s->x->run_together(s->x->self, request, result, n)
		       : s->x->run(s->x->self, request, result);
	if (status != 0)
		*s->problem = rcc_mem_printf("cannot run \"%s\": %s",
					     s->o->program, strerror(errno));
	for (size_t i = 0; i < n && status == 0; i++) {
		if (result[i].ended == RCC_ENDED_ABANDONED)
			s->m->is_stopped = true;
		else if (result[i].ended != RCC_ENDED_EXITED ||
			 result[i].exit_status != 0)
			status = refuse(s, &result[i]);
	}
	free(command);
	free(program);
	free(last);
	return status;
}

static bool must_stop(const struct session *s)
{
	if (s->x->stop_wanted(s->x->self) != 0)
		s->m->is_stopped = true;
	return s->m->is_stopped;
}

/* Find the number of steps for which a run takes the wanted time. */
static int calibrate(const struct session *s)
{
	const double wanted = fmax(
		RUN_LEAST_S, fmin(RUN_MOST_S, s->o->time_s / RUNS_AT_LEAST));
	struct rcc_exec_result r;

	s->m->steps = CALIBRATION_STEPS;
	for (int i = 0; i < CALIBRATION_DOUBLINGS; i++) {
		const int status = execute(s, &r, 1);

		if (status != 0)
			return status;
		if (must_stop(s) || cpu_s(&r) >= CALIBRATION_S)
			break;
		s->m->steps *= 2;
	}
	if (cpu_s(&r) > 0)
		s->m->steps = (uint64_t)fmax(1, (double)s->m->steps * wanted /
							cpu_s(&r));
	return 0;
}

/* ---- Pairs ------------------------------------------------------------- */

static void make_room(struct rcc_machine *m)
{
	const size_t n = 2 * m->n_allocated + 64;

	if (m->n < m->n_allocated)
		return;
	m->wall = rcc_mem_realloc(m->wall, 2 * n, sizeof(*m->wall));
	m->cpu_time = rcc_mem_realloc(m->cpu_time, 2 * n, sizeof(*m->cpu_time));
	m->tandem_cpu =
		rcc_mem_realloc(m->tandem_cpu, 2 * n, sizeof(*m->tandem_cpu));
	m->b_first = rcc_mem_realloc(m->b_first, n, sizeof(*m->b_first));
	m->tandem_b_first = rcc_mem_realloc(m->tandem_b_first, n,
					    sizeof(*m->tandem_b_first));
	m->tandem_first =
		rcc_mem_realloc(m->tandem_first, n, sizeof(*m->tandem_first));
	m->n_allocated = n;
}

static int run_in_turns(const struct session *s)
{
	struct rcc_machine *m = s->m;

	for (size_t i = 2 * m->n; i < 2 * m->n + 2; i++) {
		struct rcc_exec_result r;
		const int status = execute(s, &r, 1);

		if (status != 0)
			return status;
		m->wall[i] = (double)r.wall_ns / 1e9;
		m->cpu_time[i] = cpu_s(&r);
	}
	return 0;
}

static int run_in_tandem(const struct session *s)
{
	struct rcc_exec_result r[2];
	const int status = execute(s, r, 2);

	for (size_t i = 0; i < 2 && status == 0; i++)
		s->m->tandem_cpu[2 * s->m->n + i] = cpu_s(&r[i]);
	return status;
}

/* Make one pair of runs in turns and one pair in tandem.  The order of the two
 * pairs is random.  In each pair, one run is called A and the other B, at
 * random.  A and B stand for two programs, which a study also runs in random
 * order. */
static int run_pairs(const struct session *s, struct rcc_random *random)
{
	struct rcc_machine *m = s->m;
	int status;

	make_room(m);
	m->tandem_first[m->n] = rcc_random_below(random, 2) == 1;
	m->b_first[m->n] = rcc_random_below(random, 2) == 1;
	m->tandem_b_first[m->n] = rcc_random_below(random, 2) == 1;
	status = m->tandem_first[m->n] ? run_in_tandem(s) : run_in_turns(s);
	if (status == 0)
		status = m->tandem_first[m->n] ? run_in_turns(s)
					       : run_in_tandem(s);
	if (status == 0 && !must_stop(s))
		m->n++;
	return status;
}

static int choose_cpu(struct session *s)
{
	s->m->cpu = rcc_tandem_choose_cpu(&s->pinned);
	if (s->m->cpu < 0) {
		*s->problem = rcc_mem_strdup(
			"cannot determine a CPU for tandem runs");
		return RCC_EUNSUP;
	}
	s->pinned.sets_cpus = true;
	CPU_ZERO(&s->pinned.cpus);
	CPU_SET((size_t)s->m->cpu, &s->pinned.cpus);
	return 0;
}

int rcc_machine_measure(const struct rcc_executor *x,
			const struct rcc_machine_options *o,
			struct rcc_machine *m, char **problem)
{
	struct session s = {.x = x, .o = o, .m = m, .problem = problem};
	struct rcc_random random;
	struct rcc_steal steal;
	int64_t start_ns;
	int status = choose_cpu(&s);

	if (status == 0)
		status = calibrate(&s);
	rcc_random_stream(&random, o->seed, "machine");
	steal = rcc_steal_now("");
	start_ns = x->now_ns(x->self);
	while (status == 0 && !must_stop(&s) &&
	       (m->n < RCC_MACHINE_LEAST_PAIRS || m->elapsed_s < o->time_s)) {
		status = run_pairs(&s, &random);
		m->elapsed_s = (double)(x->now_ns(x->self) - start_ns) / 1e9;
	}
	m->steal = rcc_steal_since(&steal, "");
	return status;
}

void rcc_machine_release(struct rcc_machine *m)
{
	free(m->wall);
	free(m->cpu_time);
	free(m->tandem_cpu);
	free(m->b_first);
	free(m->tandem_b_first);
	free(m->tandem_first);
	*m = (struct rcc_machine){0};
}
