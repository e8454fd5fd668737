/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/guardian.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/mman.h>

#include "common/error.h"
#include "common/watch.h"
#include "harness/build/exchange.h"

/* Kill all processes in the programs' sessions.  Return whether there was any
 * session. */
static bool kill_sessions(const struct rcc_guarded *g)
{
	bool has_session = false;

	for (size_t i = 0; i < RCC_GUARDIAN_SESSIONS; i++) {
		if (g->session[i] <= 0)
			continue;
		kill(-g->session[i], SIGKILL);
		has_session = true;
	}
	return has_session;
}

/* Clean up, since randstudy has died. */
static void clean_up(const void *guarded)
{
	const struct rcc_guarded *g = guarded;

	if (kill_sessions(g))
		rcc_holders_kill(g->output, g->n_outputs);
	if (g->exchanged_in[0] != '\0')
		rcc_exchange_undo(g->exchanged_in);
}

int rcc_guardian_start(struct rcc_guardian *guardian)
{
	*guardian = (struct rcc_guardian){.watch = -1};
	guardian->guarded =
		mmap(NULL, sizeof(*guardian->guarded), PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (guardian->guarded == MAP_FAILED)
		return RCC_ESYS;
	guardian->watch = rcc_watch_start(clean_up, guardian->guarded);
	return guardian->watch < 0 ? RCC_ESYS : 0;
}

int rcc_guardian_add_output(struct rcc_guardian *guardian, int fd)
{
	struct rcc_guarded *g = guardian->guarded;

	if (g->n_outputs == RCC_GUARDIAN_OUTPUTS) {
		errno = ENOSPC;
		return RCC_ESYS;
	}
	if (rcc_file_id_of(fd, &g->output[g->n_outputs]) != 0)
		return RCC_ESYS;
	g->n_outputs++;
	return 0;
}

void rcc_guardian_end(struct rcc_guardian *guardian)
{
	rcc_watch_end(guardian->watch);
	guardian->watch = -1;
	if (guardian->guarded != NULL && guardian->guarded != MAP_FAILED)
		munmap(guardian->guarded, sizeof(*guardian->guarded));
	guardian->guarded = NULL;
}
