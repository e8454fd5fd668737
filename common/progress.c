/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/progress.h"

#include <unistd.h>

/* The least time between two progress lines in a log, and between two updates
 * of the line on a terminal. */
#define LOG_NS (INT64_C(30) * 1000000000)
#define TERMINAL_NS (INT64_C(100) * 1000000)

void rcc_progress_duration(double seconds, char *out, size_t n)
{
	const long long whole = (long long)(seconds + 0.5);

	if (seconds < 1)
		snprintf(out, n, "%.2f s", seconds);
	else if (seconds < 10)
		snprintf(out, n, "%.1f s", seconds);
	else if (whole < 60)
		snprintf(out, n, "%lld s", whole);
	else if (whole < 3600)
		snprintf(out, n, "%lld min %02lld s", whole / 60, whole % 60);
	else
		snprintf(out, n, "%lld h %02lld min", whole / 3600,
			 whole % 3600 / 60);
}

void rcc_progress_begin(struct rcc_progress *p, FILE *out, const char *what,
			size_t n_total, size_t n_before, int64_t now_ns)
{
	*p = (struct rcc_progress){
		.out = out,
		.is_terminal = isatty(fileno(out)) == 1,
		.what = what,
		.n_total = n_total,
		.n_before = n_before,
		.start_ns = now_ns,
		.shown_ns = now_ns,
	};
}

void rcc_progress_text(const struct rcc_progress *p, size_t n_done,
		       size_t n_failed, int64_t now_ns, char *out, size_t n)
{
	char left[32];
	char failed[48] = "";
	double each = 0;

	if (n_failed != 0)
		snprintf(failed, sizeof(failed), ", %zu failed", n_failed);
	if (n_done <= p->n_before || n_done >= p->n_total) {
		snprintf(out, n, "%s %zu of %zu%s", p->what, n_done, p->n_total,
			 failed);
		return;
	}
	/* Compute the speed only from steps that this process did. */
	each = (double)(now_ns - p->start_ns) / 1e9 /
	       (double)(n_done - p->n_before);
	rcc_progress_duration(each * (double)(p->n_total - n_done), left,
			      sizeof(left));
	snprintf(out, n, "%s %zu of %zu%s, about %s left", p->what, n_done,
		 p->n_total, failed, left);
}

void rcc_progress_step(struct rcc_progress *p, size_t n_done, size_t n_failed,
		       int64_t now_ns)
{
	const int64_t pause_ns = p->is_terminal ? TERMINAL_NS : LOG_NS;
	char text[160];

	if (n_done < p->n_total && now_ns - p->shown_ns < pause_ns)
		return;
	p->shown_ns = now_ns;
	rcc_progress_text(p, n_done, n_failed, now_ns, text, sizeof(text));
	if (p->is_terminal)
		fprintf(p->out, "\r\033[K%s", text);
	else
		fprintf(p->out, "%s\n", text);
	fflush(p->out);
	p->has_line = p->is_terminal;
}

void rcc_progress_clear(struct rcc_progress *p)
{
	if (!p->has_line)
		return;
	fputs("\r\033[K", p->out);
	fflush(p->out);
	p->has_line = false;
}
