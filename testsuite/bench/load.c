/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * load SEED PROCESSES: keep a machine busy until this program is killed or its
 * parent ends.
 *
 * Each process computes and sleeps in turn, for times drawn uniformly from 0 to
 * 400 ms, so it wants half of a CPU.  It computes on 2 MiB of memory of its
 * own, which displaces other programs from the caches.  The same seed gives the
 * same times of computing and sleeping.  The moments at which they begin also
 * depend on the machine.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/random.h"

#define LONGEST_NS INT64_C(400000000)
#define N_WORDS (2 << 17)

static int64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

static void compute(uint64_t *word, struct rcc_random *random, int64_t ns)
{
	const int64_t end_ns = now_ns() + ns;

	while (now_ns() < end_ns)
		for (int i = 0; i < 1000; i++)
			word[rcc_random_next(random) % N_WORDS] += (uint64_t)i;
}

static void work(uint64_t seed, int number)
{
	uint64_t *word = calloc(N_WORDS, sizeof(*word));
	struct rcc_random times;
	struct rcc_random places;
	char label[32];

	if (word == NULL)
		_exit(1);
	snprintf(label, sizeof(label), "load %d", number);
	rcc_random_stream(&times, seed, label);
	rcc_random_seed(&places, seed);
	for (;;) {
		const uint64_t sleep_ns = rcc_random_below(&times, LONGEST_NS);
		const struct timespec t = {.tv_nsec = (long)sleep_ns};

		compute(word, &places,
			(int64_t)rcc_random_below(&times, LONGEST_NS));
		nanosleep(&t, NULL);
	}
}

int main(int argc, char **argv)
{
	const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
	const int n = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
	const pid_t parent = getppid();

	if (n <= 0) {
		fputs("usage: load SEED PROCESSES\n", stderr);
		return 2;
	}
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		return 1;
	for (int i = 0; i < n; i++) {
		const pid_t pid = fork();

		if (pid == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			work(seed, i);
		}
		if (pid < 0)
			return 1;
	}
	for (;;)
		pause();
}
