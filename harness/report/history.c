/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/history.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/report/json_parts.h"
#include "harness/report/verdict_words.h"

static char *path_in(const char *dir)
{
	return rcc_file_join(dir, "history.jsonl");
}

/* ---- Adding ------------------------------------------------------------ */

static const json_t *git_of(const struct rcc_comparison_side *side)
{
	const json_t *systems =
		json_object_get(side->f->stored.study.json, "systems");

	return json_object_get(json_array_get(systems, side->system), "git");
}

/* Return the name of a version: its commit, with "+changes" if it was built
 * with uncommitted changes, or the name of the system if there is no commit.
 * The caller must free it. */
static char *version_text(const struct rcc_comparison_side *side)
{
	const struct rcc_study *study = &side->f->stored.study;
	const struct rcc_system *system = &study->system[side->system];
	const bool is_changed = json_array_size(system->changes) != 0;

	if (system->commit == NULL)
		return rcc_mem_strdup(side->name);
	return rcc_mem_printf("%.12s%s", system->commit,
			      is_changed ? "+changes" : "");
}

/* Add to the line the subject and the date of the system's commit, if it has
 * one. */
static void add_commit(json_t *line, const struct rcc_comparison_side *side,
		       const char *subject_key, const char *date_key)
{
	const json_t *git = git_of(side);
	json_t *subject = json_object_get(git, "subject");
	json_t *date = json_object_get(git, "date");

	if (subject != NULL)
		json_object_set(line, subject_key, subject);
	if (date != NULL)
		json_object_set(line, date_key, date);
}

/* Return the p-value of the comparison, adjusted for how often the study's
 * result could be read (findings/looks.h). */
static double overall_p(const struct rcc_comparison *c)
{
	const struct rcc_question *asked = &c->old.f->asked;
	const double spent = (1 - asked->level) / (1 - asked->computed_level);

	return isnan(c->p) ? NAN : fmin(1, c->p * spent);
}

static json_t *to_json(const struct rcc_comparison *c)
{
	const struct rcc_ratio *r = rcc_comparison_ratio(c);
	char *old = version_text(&c->old);
	char *now = version_text(&c->now);
	json_t *json = json_pack(
		"{s:I,s:s,s:s,s:s,s:f,s:f,s:o,s:o,s:o,s:o,s:s,s:s,s:I,s:O}",
		"time", (json_int_t)(rcc_clock_unix_ns() / 1000000000), "old",
		old, "new", now, "metric", c->old.f->asked.metric.name,
		"confidence", c->old.f->asked.level, "threshold", c->delta,
		"ratio", rcc_json_number(r->estimate), "low",
		rcc_json_number(r->lo), "high", rcc_json_number(r->hi), "p",
		rcc_json_number(overall_p(c)), "verdict",
		rcc_verdict_name(c->verdict), "suggested",
		rcc_verdict_name(c->suggested), "layouts",
		(json_int_t)c->old.random->n_layouts, "seed",
		json_object_get(c->old.f->stored.study.json, "seed"));

	if (rcc_better_name(c->better) != NULL)
		json_object_set_new(json, "better",
				    json_string(rcc_better_name(c->better)));
	add_commit(json, &c->old, "old-subject", "old-date");
	add_commit(json, &c->now, "subject", "date");
	free(old);
	free(now);
	return json;
}

/* Return true if the last line of the file has no newline, because a crash or a
 * full disk cut the line off. */
static bool is_torn(int fd)
{
	const off_t end = lseek(fd, 0, SEEK_END);
	char last = '\n';

	return end > 0 && pread(fd, &last, 1, end - 1) == 1 && last != '\n';
}

/* Append a line to the file with one write, so that the lines of two processes
 * do not mix.  If the last line was cut off, the new line begins after a
 * newline. */
int rcc_history_add(const char *dir, const struct rcc_comparison *c)
{
	char *path = path_in(dir);
	json_t *json = to_json(c);
	char *text = json_dumps(json, JSON_COMPACT);
	const int fd =
		open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	char *line = rcc_mem_printf("%s%s\n",
				    fd >= 0 && is_torn(fd) ? "\n" : "", text);
	int status = RCC_EXIT_OK;

	if (fd < 0 || rcc_file_write_fd(fd, line, strlen(line)) != 0) {
		rcc_error_errno("cannot write \"%s\"", path);
		status = RCC_EXIT_USAGE;
	}
	if (fd >= 0)
		close(fd);
	free(line);
	free(text);
	json_decref(json);
	free(path);
	return status;
}

/* ---- Reading ----------------------------------------------------------- */

static enum rcc_verdict parse_verdict(const char *text)
{
	for (int i = 0; i <= RCC_VERDICT_UNDECIDED; i++)
		if (text != NULL &&
		    strcmp(text, rcc_verdict_name((enum rcc_verdict)i)) == 0)
			return (enum rcc_verdict)i;
	return RCC_VERDICT_UNDECIDED;
}

static double number(const json_t *json, const char *key)
{
	const json_t *value = json_object_get(json, key);

	return json_is_number(value) ? json_number_value(value) : NAN;
}

static const char *text(const json_t *json, const char *key)
{
	return json_string_value(json_object_get(json, key));
}

static void read_entry(const json_t *json, struct rcc_history_entry *e)
{
	const char *better = text(json, "better");

	*e = (struct rcc_history_entry){
		.time = json_integer_value(json_object_get(json, "time")),
		.old = text(json, "old"),
		.now = text(json, "new"),
		.old_subject = text(json, "old-subject"),
		.old_date = text(json, "old-date"),
		.subject = text(json, "subject"),
		.date = text(json, "date"),
		.verdict = parse_verdict(text(json, "verdict")),
		.suggested = parse_verdict(text(json, "suggested")),
		.better = better != NULL ? rcc_better_parse(better)
					 : RCC_BETTER_UNKNOWN,
		.n_layouts = (size_t)json_integer_value(
			json_object_get(json, "layouts")),
		.level = number(json, "confidence"),
		.p = number(json, "p"),
	};
	e->ratio.estimate = number(json, "ratio");
	e->ratio.lo = number(json, "low");
	e->ratio.hi = number(json, "high");
}

/* Return whether the ratio is positive, and in its interval if it has one. */
static bool is_ratio(const json_t *json)
{
	const double ratio = number(json, "ratio");

	return !(ratio <= 0) && !(number(json, "low") > ratio) &&
	       !(number(json, "high") < ratio);
}

static bool is_whole(const json_t *json)
{
	return is_ratio(json) && text(json, "old") != NULL &&
	       text(json, "new") != NULL && text(json, "metric") != NULL &&
	       json_is_number(json_object_get(json, "confidence")) &&
	       json_is_integer(json_object_get(json, "time"));
}

/* Remove from the array the earlier lines of the comparison `json`: those with
 * the same study seed, versions and metric.  There are such lines if the study
 * grew or was reported again. */
static void remove_earlier(json_t *array, const json_t *json)
{
	static const char *const key[] = {"seed", "old", "new", "metric"};

	for (size_t i = json_array_size(array); i-- > 0;) {
		const json_t *other = json_array_get(array, i);
		bool is_same = true;

		for (size_t k = 0; k < sizeof(key) / sizeof(key[0]); k++)
			is_same &=
				json_equal(json_object_get(other, key[k]),
					   json_object_get(json, key[k])) != 0;
		if (is_same)
			json_array_remove(array, i);
	}
}

/* Return a JSON array of the comparisons in a history's lines.  If a line is
 * invalid, print a message and return NULL. */
static json_t *load(const char *path, const char *content, size_t n_content)
{
	const char *end = content + n_content;
	json_t *array = json_array();
	size_t number_of_line = 0;

	while (content < end) {
		const char *newline =
			memchr(content, '\n', (size_t)(end - content));
		const size_t n =
			(size_t)((newline != NULL ? newline : end) - content);
		json_t *json = json_loadb(content, n, 0, NULL);

		number_of_line++;
		if (n != 0 && !is_whole(json)) {
			rcc_error("\"%s\", line %zu is not a comparison", path,
				  number_of_line);
			rcc_hint(newline == NULL
					 ? "it was cut off: remove the line"
					 : "remove the line");
			json_decref(json);
			json_decref(array);
			return NULL;
		}
		remove_earlier(array, json);
		if (json != NULL)
			json_array_append_new(array, json);
		content += n + (newline != NULL);
	}
	return array;
}

/* ---- Computing --------------------------------------------------------- */

static double half_width(const struct rcc_history_entry *e)
{
	return (log(e->ratio.hi) - log(e->ratio.lo)) / 2;
}

static void set_since(struct rcc_history_entry *e, double since, double half)
{
	e->since = since;
	e->since_lo = since * exp(-half);
	e->since_hi = since * exp(half);
}

/* Set `since` of entry i: the ratio of its newer version to the first version
 * of the history.  Let V be the older version of entry i.  If V is the first
 * version, `since` is the ratio of entry i.  Otherwise, find the last earlier
 * entry that has V as its newer version and a known `since`.  Multiply the
 * `since` of that entry by the ratio of entry i. */
static void relate(struct rcc_history *h, size_t i)
{
	struct rcc_history_entry *e = &h->entry[i];

	set_since(e, NAN, NAN);
	if (strcmp(e->old, h->first) == 0) {
		set_since(e, e->ratio.estimate, half_width(e));
		return;
	}
	for (size_t k = i; k-- > 0;) {
		const struct rcc_history_entry *before = &h->entry[k];

		if (strcmp(before->now, e->old) != 0 || isnan(before->since))
			continue;
		set_since(e, before->since * e->ratio.estimate,
			  hypot(log(before->since_hi / before->since),
				half_width(e)));
		return;
	}
}

static void judge_together(struct rcc_history *h)
{
	double *p = rcc_mem_calloc(2 * h->n + 1, sizeof(*p));
	size_t *order = rcc_mem_calloc(h->n + 1, sizeof(*order));

	for (size_t i = 0; i < h->n; i++)
		p[i] = h->entry[i].p;
	rcc_holm(p, h->n, p + h->n, order);
	for (size_t i = 0; i < h->n; i++) {
		struct rcc_history_entry *e = &h->entry[i];

		e->p_holm = p[h->n + i];
		e->joint = e->p_holm <= 1 - h->level ? e->suggested
						     : RCC_VERDICT_UNDECIDED;
	}
	free(order);
	free(p);
}

static void compute(struct rcc_history *h)
{
	const size_t n = json_array_size(h->json);
	const json_t *last = json_array_get(h->json, n - 1);
	size_t i;
	json_t *one;

	h->metric = text(last, "metric");
	h->level = number(last, "confidence");
	h->entry = rcc_mem_calloc(n, sizeof(*h->entry));
	json_array_foreach(h->json, i, one)
	{
		if (strcmp(text(one, "metric"), h->metric) == 0)
			read_entry(one, &h->entry[h->n++]);
	}
	h->n_others = n - h->n;
	h->first = h->entry[0].old;
	for (i = 0; i < h->n; i++)
		relate(h, i);
	judge_together(h);
}

int rcc_history_read(const char *dir, struct rcc_history *h)
{
	char *path = path_in(dir);
	size_t n = 0;
	char *content = rcc_file_read(path, &n);
	int status = RCC_EXIT_USAGE;

	*h = (struct rcc_history){0};
	if (content == NULL && errno == ENOENT) {
		rcc_error("\"%s\" has no history", dir);
		rcc_hint("randstudy ab --baseline %s adds to it", dir);
	} else if (content == NULL) {
		rcc_error_errno("cannot read \"%s\"", path);
	} else {
		h->json = load(path, content, n);
	}
	if (h->json != NULL && json_array_size(h->json) == 0) {
		rcc_error("\"%s\" is empty", path);
	} else if (h->json != NULL) {
		compute(h);
		status = RCC_EXIT_OK;
	}
	free(content);
	free(path);
	return status;
}

json_t *rcc_history_json(const struct rcc_history *h)
{
	json_t *array = json_array();

	for (size_t i = 0; i < h->n; i++) {
		const struct rcc_history_entry *e = &h->entry[i];

		json_array_append_new(
			array,
			json_pack("{s:I,s:s,s:s,s:I,s:f,s:o,s:o,s:o,s:s,s:o,"
				  "s:o,s:s,s:o,s:o,s:o,s:s*,s:s*}",
				  "time", (json_int_t)e->time, "old", e->old,
				  "new", e->now, "layouts",
				  (json_int_t)e->n_layouts, "confidence",
				  e->level, "ratio",
				  rcc_json_number(e->ratio.estimate), "low",
				  rcc_json_number(e->ratio.lo), "high",
				  rcc_json_number(e->ratio.hi), "verdict",
				  rcc_verdict_key(e->verdict, e->better), "p",
				  rcc_json_number(e->p), "p-holm",
				  rcc_json_number(e->p_holm), "verdict-holm",
				  rcc_verdict_key(e->joint, e->better),
				  "since-first", rcc_json_number(e->since),
				  "since-first-low",
				  rcc_json_number(e->since_lo),
				  "since-first-high",
				  rcc_json_number(e->since_hi), "subject",
				  e->subject, "date", e->date));
	}
	return json_pack("{s:s,s:s,s:s,s:f,s:o}", "format", "randcc-history-1",
			 "metric", h->metric, "first", h->first, "confidence",
			 h->level, "comparisons", array);
}

void rcc_history_release(struct rcc_history *h)
{
	free(h->entry);
	json_decref(h->json);
	*h = (struct rcc_history){0};
}
