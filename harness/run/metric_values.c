/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/metric_values.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "harness/run/extract.h"

void rcc_metric_values_init(struct rcc_metric_values *v,
			    const struct rcc_metric_spec *metric,
			    size_t n_metrics, size_t n_iterations)
{
	*v = (struct rcc_metric_values){.metric = metric,
					.n_metrics = n_metrics,
					.n_iterations = n_iterations};
	v->re = rcc_mem_calloc(n_metrics + 1, sizeof(*v->re));
	v->scratch = rcc_mem_calloc(n_iterations, sizeof(*v->scratch));
	v->counter = rcc_mem_calloc(n_metrics + 1, sizeof(*v->counter));
	for (size_t i = 0; i < n_metrics; i++)
		if (metric[i].kind == RCC_SOURCE_PERF)
			rcc_perf_event_parse(metric[i].selector,
					     &v->counter[i].event);
	for (size_t i = 0; i < n_metrics; i++)
		/* The parser of the settings has compiled this expression
		 * before, so only lack of memory makes regcomp() fail. */
		if (rcc_metric_spec_is_output(&metric[i]) &&
		    regcomp(&v->re[i], metric[i].selector, REG_EXTENDED) != 0)
			abort();
}

void rcc_metric_values_release(struct rcc_metric_values *v)
{
	for (size_t i = 0; i < v->n_metrics; i++)
		if (rcc_metric_spec_is_output(&v->metric[i]))
			regfree(&v->re[i]);
	free(v->re);
	free(v->scratch);
	free(v->counter);
	free(v->value);
	memset(v, 0, sizeof(*v));
}

void rcc_metric_values_try(struct rcc_metric_values *v)
{
	for (size_t i = 0; i < v->n_metrics; i++) {
		struct rcc_perf_counter *c = &v->counter[i];

		if (v->metric[i].kind != RCC_SOURCE_PERF)
			continue;
		c->error_number = rcc_perf_try(&c->event);
		c->is_granted = c->error_number == 0;
	}
}

/* Return the path of a metric's file.  Relative paths begin at the runs'
 * directory.  The caller must free it. */
static char *path_of(const struct rcc_metric_values *v, size_t i)
{
	return rcc_file_join(v->directory != NULL ? v->directory : ".",
			     v->metric[i].path);
}

void rcc_metric_values_clear(struct rcc_metric_values *v)
{
	v->n_values = 0;
	for (size_t i = 0; i < v->n_metrics; i++) {
		if (v->metric[i].kind == RCC_SOURCE_FILE) {
			char *path = path_of(v, i);

			unlink(path);
			free(path);
		}
	}
}

void rcc_metric_values_add(struct rcc_metric_values *v, size_t metric,
			   double value, double share)
{
	unsigned iteration = 0;

	if (v->n_values != 0 && v->value[v->n_values - 1].metric == metric)
		iteration = v->value[v->n_values - 1].iteration + 1;
	v->value = rcc_mem_grow(v->value, v->n_values, &v->room,
				sizeof(*v->value));
	v->value[v->n_values++] = (struct rcc_value_record){
		.metric = (unsigned)metric,
		.iteration = iteration,
		.value = value,
		.share = share,
	};
}

static const char *where(const struct rcc_metric_spec *w)
{
	switch (w->kind) {
	case RCC_SOURCE_STDOUT:
		return "standard output";
	case RCC_SOURCE_STDERR:
		return "standard error";
	default:
		return w->path;
	}
}

/* Read the numbers of one metric from the file `fd`.  Returns 0, RCC_ESYS, or
 * RCC_EFORMAT with `problem` set if a text is not a number or there are too few
 * or too many numbers. */
static int read_one(struct rcc_metric_values *v, size_t i, int fd,
		    char *problem, size_t room)
{
	const struct rcc_metric_spec *w = &v->metric[i];
	const size_t n_wanted = w->is_per_run ? 1 : v->n_iterations;
	struct rcc_extract_bad bad;
	size_t n = 0;
	int result = rcc_extract_numbers(fd, &v->re[i], v->scratch, n_wanted,
					 &n, &bad);

	if (result == RCC_EFORMAT && bad.whole[0] != '\0')
		snprintf(problem, room,
			 "wrote \"%s\" in line %zu of %s, of which the "
			 "expression takes only \"%s\" (metric %s)",
			 bad.whole, bad.line, where(w), bad.text, w->name);
	else if (result == RCC_EFORMAT)
		snprintf(problem, room,
			 "wrote \"%s\" in line %zu of %s, which is not a "
			 "number (metric %s)",
			 bad.text, bad.line, where(w), w->name);
	if (result != 0)
		return result;
	if (n != n_wanted) {
		snprintf(problem, room,
			 "wrote %zu numbers for the metric %s to %s instead of "
			 "%zu (%s)",
			 n, w->name, where(w), n_wanted,
			 w->is_per_run ? "once" : "--iterations");
		return RCC_EFORMAT;
	}
	for (size_t k = 0; k < n; k++)
		rcc_metric_values_add(v, i, v->scratch[k], 1);
	return 0;
}

static int read_file(struct rcc_metric_values *v, size_t i, char *problem,
		     size_t room)
{
	const struct rcc_metric_spec *w = &v->metric[i];
	char *path = path_of(v, i);
	const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int result;

	free(path);
	if (fd < 0) {
		snprintf(problem, room,
			 "did not write the file \"%s\" (metric %s): %s",
			 w->path, w->name, strerror(errno));
		return RCC_EFORMAT;
	}
	result = read_one(v, i, fd, problem, room);
	close(fd);
	return result;
}

int rcc_metric_values_read(struct rcc_metric_values *v, int stdout_fd,
			   int stderr_fd, char *problem, size_t room)
{
	int result = 0;

	for (size_t i = 0; i < v->n_metrics && result == 0; i++) {
		switch (v->metric[i].kind) {
		case RCC_SOURCE_STDOUT:
			result = read_one(v, i, stdout_fd, problem, room);
			break;
		case RCC_SOURCE_STDERR:
			result = read_one(v, i, stderr_fd, problem, room);
			break;
		case RCC_SOURCE_FILE:
			result = read_file(v, i, problem, room);
			break;
		case RCC_SOURCE_PERF:
			if (v->counter[i].share > 0)
				rcc_metric_values_add(v, i, v->counter[i].value,
						      v->counter[i].share);
			break;
		default:
			break;
		}
	}
	return result;
}

bool rcc_metric_values_in_output(const struct rcc_metric_values *v)
{
	for (size_t i = 0; i < v->n_metrics; i++)
		if (v->metric[i].kind == RCC_SOURCE_STDOUT)
			return true;
	return false;
}

int rcc_metric_values_compare(const struct rcc_metric_values *v, int stdout_fd,
			      const char *reference, int64_t *at)
{
	const regex_t **re = rcc_mem_calloc(v->n_metrics + 1, sizeof(*re));
	size_t n = 0;
	int result;

	for (size_t i = 0; i < v->n_metrics; i++)
		if (v->metric[i].kind == RCC_SOURCE_STDOUT)
			re[n++] = &v->re[i];
	result = rcc_extract_compare(stdout_fd, reference, re, n, at);
	free(re);
	return result;
}
