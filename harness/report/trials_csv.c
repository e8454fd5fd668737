/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/trials_csv.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/report/csv.h"

static bool has_column(const struct rcc_strvec *column, const char *name)
{
	for (size_t i = 0; i < column->n; i++)
		if (strcmp(column->item[i], name) == 0)
			return true;
	return false;
}

/* Add to `column` the name of each event that the kernel counted in any of the
 * trials (runs of the search). */
static void list_events(const struct rcc_trial_record *trial, size_t n,
			struct rcc_strvec *column)
{
	const char *event;
	json_t *count;

	for (size_t i = 0; i < n; i++)
		json_object_foreach(trial[i].counts, event, count)
		{
			if (!has_column(column, event))
				rcc_strvec_push(column, event);
		}
}

static void put_head(const struct rcc_strvec *event, FILE *out)
{
	fputs("phase,block,dose,moves,outcome,sharers,start_unix_ns,wall_ns,"
	      "user_ns,system_ns,value",
	      out);
	for (size_t i = 0; i < event->n; i++) {
		fputc(',', out);
		rcc_csv_put_text(out, event->item[i]);
	}
	fputc('\n', out);
}

static void put_trial(const struct rcc_trial_record *t, const char *moves,
		      const struct rcc_strvec *event, FILE *out)
{
	const struct rcc_run_record *r = &t->run;

	fprintf(out, "%u,%u,%u,", t->phase, t->block, t->dose);
	rcc_csv_put_text(out, moves);
	fprintf(out, ",%s,%u,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",",
		rcc_outcome_text(r->outcome),
		r->n_sharers > 1 ? r->n_sharers : 1, r->start_ns, r->wall_ns,
		r->user_ns, r->system_ns);
	if (isfinite(t->value))
		fprintf(out, "%.17g", t->value);
	for (size_t i = 0; i < event->n; i++) {
		const json_t *count =
			json_object_get(t->counts, event->item[i]);

		fputc(',', out);
		if (count != NULL)
			fprintf(out, "%.17g", json_number_value(count));
	}
	fputc('\n', out);
}

/* Return the moves of a trial, such as "3@64/4096", with the names of the
 * functions in place of their numbers; caller frees. */
static char *named_moves(const struct rcc_explanation *e, const char *moves)
{
	struct rcc_strbuf text = {0};

	while (*moves != '\0') {
		char *end;
		const size_t number = strtoul(moves, &end, 10);
		const size_t n = strcspn(end, " ");

		if (number < e->n_moved)
			rcc_strbuf_add(&text, e->moved[number]->name);
		else
			rcc_strbuf_printf(&text, "%zu", number);
		rcc_strbuf_printf(&text, "%.*s", (int)n, end);
		moves = end + n;
		if (*moves == ' ') {
			rcc_strbuf_add(&text, " ");
			moves++;
		}
	}
	return rcc_strbuf_take(&text);
}

void rcc_report_explanation_csv(const struct rcc_explanation *e, FILE *out)
{
	struct rcc_strvec event = {0};

	list_events(e->trial, e->n_trials, &event);
	put_head(&event, out);
	for (size_t i = 0; i < e->n_trials; i++) {
		char *moves = named_moves(e, e->trial[i].moves);

		put_trial(&e->trial[i], moves, &event, out);
		free(moves);
	}
	rcc_strvec_release(&event);
}

void rcc_report_best_csv(const struct rcc_best *b, FILE *out)
{
	struct rcc_strvec event = {0};

	list_events(b->trial, b->runs.n, &event);
	put_head(&event, out);
	for (size_t i = 0; i < b->runs.n; i++)
		put_trial(&b->trial[i], b->trial[i].moves, &event, out);
	rcc_strvec_release(&event);
}
