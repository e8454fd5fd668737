/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending N: measure the CPU time that a process takes for its end, if another
 * process shares its CPU (doc/TANDEM.md).
 *
 * A process computes, reads its own CPU time, writes this time as a line, and
 * ends.  Its end cost is its whole CPU time less the time that it read.  So it
 * is the cost of writing and of ending, all of it in the kernel.
 *
 * A process computes for 30 ms, alone or beside another one.  The other one
 * computes for some time more, so it ends last.  The kinds of blocks are
 *
 *	alone	one process
 *	3, 6, 20, 60
 *		two processes; the second computes this many ms longer
 *
 * and each of them with "warm" behind its name: a third process on the CPU
 * writes and ends again and again, every millisecond or so, so that the
 * kernel's code and data for this stay in the caches.
 *
 * N blocks of each kind are made.  Each round makes a block of every kind, in
 * random order.  The order in which two processes begin is random too.
 *
 * Output: KIND <tab> PROCESS (alone, first or last to end) <tab> NUMBER <tab>
 * mean end cost in microseconds <tab> its standard error <tab> median.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/random.h"

#define LENGTH_MS 30
#define N_EXTRAS ((size_t)5)
#define N_KINDS (2 * N_EXTRAS)

/* The time that the second process computes longer, in ms; 0: there is none. */
static const unsigned extra_ms[N_EXTRAS] = {0, 3, 6, 20, 60};

static void check(bool is_good, const char *what)
{
	if (is_good)
		return;
	perror(what);
	exit(1);
}

/* ---- The processes ------------------------------------------------------ */

/* Each step waits for the previous one. */
static uint64_t steps(uint64_t n)
{
	uint64_t x = 1;

	for (uint64_t i = 0; i < n; i++) {
		x = x * UINT64_C(6364136223846793005) + 1;
		x ^= x >> 29;
	}
	return x;
}

static int64_t cpu_ns(void)
{
	struct timespec t;

	check(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0,
	      "clock_gettime");
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Say that this process is ready, wait for the others, and compute. */
static int work(const char *n)
{
	char c = '\0';

	check(write(2, &c, 1) == 1 && read(0, &c, 1) == 0, "ending: gate");
	if (steps(strtoull(n, NULL, 10)) == 0)
		return 1;
	return dprintf(1, "%" PRId64 "\n", cpu_ns()) < 0;
}

/* Fork.  The new process runs on this CPU, and ends with this process.  Returns
 * what fork(2) returns. */
static pid_t fork_on(int cpu)
{
	const pid_t pid = fork();
	cpu_set_t cpus;

	check(pid >= 0, "fork");
	if (pid != 0)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	CPU_ZERO(&cpus);
	CPU_SET((size_t)cpu, &cpus);
	check(sched_setaffinity(0, sizeof(cpus), &cpus) == 0,
	      "sched_setaffinity");
	return 0;
}

/* The settings of all blocks. */
struct bench {
	const char *self;
	int cpu;
	uint64_t steps_per_ms;
};

/* Begin a process that says on `ready` that it is ready, waits for the end of
 * `gate`, computes for this time, and writes to `out`. */
static pid_t begin(const struct bench *b, const int *ready, const int *gate,
		   int out, unsigned ms)
{
	char n[24];
	const pid_t pid = fork_on(b->cpu);

	if (pid != 0)
		return pid;
	snprintf(n, sizeof(n), "%" PRIu64, b->steps_per_ms * ms);
	check(dup2(gate[0], 0) == 0 && dup2(out, 1) == 1 &&
		      dup2(ready[1], 2) == 2,
	      "dup2");
	execl(b->self, b->self, "work", n, (char *)NULL);
	_exit(127);
}

/* Write and end again and again, until killed. */
static pid_t begin_warming(const struct bench *b)
{
	const struct timespec t = {.tv_nsec = 1000000};
	const pid_t pid = fork_on(b->cpu);

	if (pid != 0)
		return pid;
	for (;;) {
		const pid_t child = fork();

		if (child == 0)
			_exit(dprintf(memfd_create("warm", 0), "%d\n", 1) < 0);
		waitpid(child, NULL, 0);
		nanosleep(&t, NULL);
	}
}

/* ---- Blocks ------------------------------------------------------------- */

/* Return the CPU time that the process wrote to `out`, in microseconds. */
static double read_us(int out)
{
	char text[24] = "";

	check(pread(out, text, sizeof(text) - 1, 0) > 0, "pread");
	return strtod(text, NULL) / 1e3;
}

/* Wait for one of the processes.  Returns its index; *cost is its end cost. */
static size_t wait_for(const pid_t *pid, const int *out, size_t n, double *cost)
{
	struct rusage u;
	int status;
	const pid_t ended = wait4(-1, &status, 0, &u);

	for (size_t i = 0; i < n; i++) {
		if (pid[i] != ended)
			continue;
		if (status != 0) {
			fputs("ending: a process failed\n", stderr);
			exit(1);
		}
		*cost = 1e6 * (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
			(double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) -
			read_us(out[i]);
		return i;
	}
	check(false, "wait4");
	return 0;
}

/* Make a block of n processes.  cost[0] is the end cost of the process that
 * ended first, cost[1] that of the other one.  Returns whether the processes
 * ended in the order of their times. */
static bool make_block(const struct bench *b, unsigned extra, bool begins_last,
		       double *cost)
{
	const size_t n = extra != 0 ? 2 : 1;
	int ready[2];
	int gate[2];
	int out[2];
	pid_t pid[2];
	char c;
	bool is_in_order = true;

	check(pipe2(ready, O_CLOEXEC) == 0 && pipe2(gate, O_CLOEXEC) == 0,
	      "pipe2");
	for (size_t i = 0; i < n; i++) {
		out[i] = memfd_create("out", MFD_CLOEXEC);
		check(out[i] >= 0, "memfd_create");
	}
	for (size_t i = 0; i < n; i++) {
		const size_t k = begins_last ? n - 1 - i : i;

		pid[k] = begin(b, ready, gate, out[k],
			       LENGTH_MS + (k == 0 ? 0 : extra));
	}
	for (size_t i = 0; i < n; i++)
		check(read(ready[0], &c, 1) == 1, "read");
	close(gate[0]);
	close(gate[1]);
	for (size_t i = 0; i < n; i++)
		is_in_order &= wait_for(pid, out, n, &cost[i]) == i;
	for (size_t i = 0; i < n; i++)
		close(out[i]);
	close(ready[0]);
	close(ready[1]);
	return is_in_order;
}

/* ---- Results ------------------------------------------------------------ */

/* The end costs of a kind, [role][number]. */
struct costs {
	double *x[2];
	size_t n;
	size_t n_out_of_order;
};

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a;
	const double y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Print a line of the output: the n end costs x of a kind.  Sorts x. */
static void print(unsigned kind, const char *role, double *x, size_t n)
{
	const unsigned extra = extra_ms[kind % N_EXTRAS];
	double sum = 0;
	double squares = 0;
	char name[24] = "alone";

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - sum / (double)n) * (x[i] - sum / (double)n);
	qsort(x, n, sizeof(*x), compare);
	if (extra != 0)
		snprintf(name, sizeof(name), "%u", extra);
	printf("%s%s\t%s\t%zu\t%.1f\t%.1f\t%.1f\n", name,
	       kind < N_EXTRAS ? "" : " warm", role, n, sum / (double)n,
	       sqrt(squares / (double)(n - 1) / (double)n),
	       (x[(n - 1) / 2] + x[n / 2]) / 2);
}

static void measure_block(const struct bench *b, unsigned kind,
			  struct rcc_random *random, struct costs *c)
{
	const struct timespec moment = {.tv_nsec = 5000000};
	const pid_t warming = kind < N_EXTRAS ? 0 : begin_warming(b);
	double cost[2] = {0, 0};

	if (warming != 0)
		nanosleep(&moment, NULL);
	c->n_out_of_order += !make_block(b, extra_ms[kind % N_EXTRAS],
					 rcc_random_next(random) >> 63, cost);
	c->x[0][c->n] = cost[0];
	c->x[1][c->n++] = cost[1];
	if (warming != 0) {
		kill(warming, SIGKILL);
		waitpid(warming, NULL, 0);
	}
}

static void measure(const struct bench *b, size_t n)
{
	struct costs costs[N_KINDS] = {0};
	struct rcc_random random;

	rcc_random_seed(&random, 1);
	for (unsigned k = 0; k < N_KINDS; k++)
		for (int role = 0; role < 2; role++) {
			costs[k].x[role] = calloc(n, sizeof(double));
			check(costs[k].x[role] != NULL, "calloc");
		}
	for (size_t i = 0; i < n; i++) {
		size_t order[N_KINDS];

		for (size_t k = 0; k < N_KINDS; k++)
			order[k] = k;
		rcc_random_shuffle(&random, order, N_KINDS);
		for (size_t k = 0; k < N_KINDS; k++)
			measure_block(b, (unsigned)order[k], &random,
				      &costs[order[k]]);
	}
	puts("kind\tprocess\tn\tus\tus_se\tus_median");
	for (unsigned k = 0; k < N_KINDS; k++) {
		if (extra_ms[k % N_EXTRAS] == 0) {
			print(k, "alone", costs[k].x[0], n);
			continue;
		}
		print(k, "first", costs[k].x[0], n);
		print(k, "last", costs[k].x[1], n);
		fprintf(stderr, "%u ms longer%s: %zu of %zu ended sooner\n",
			extra_ms[k % N_EXTRAS], k < N_EXTRAS ? "" : ", warm",
			costs[k].n_out_of_order, n);
	}
	for (unsigned k = 0; k < N_KINDS; k++)
		for (int role = 0; role < 2; role++)
			free(costs[k].x[role]);
}

int main(int argc, char **argv)
{
	const size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;
	const uint64_t some = 20000000;
	char self[4096];
	struct bench b = {.self = self, .cpu = sched_getcpu()};
	int64_t begin_ns;

	if (argc > 2 && strcmp(argv[1], "work") == 0)
		return work(argv[2]);
	if (n < 2) {
		fputs("usage: ending N, N >= 2\n", stderr);
		return 2;
	}
	check(realpath("/proc/self/exe", self) != NULL, "/proc/self/exe");
	begin_ns = cpu_ns();
	check(steps(some) != 0, "steps");
	b.steps_per_ms = some * 1000000 / (uint64_t)(cpu_ns() - begin_ns);
	measure(&b, n);
	return 0;
}
