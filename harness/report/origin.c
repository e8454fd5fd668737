/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/origin.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "harness/report/table.h"
#include "harness/report/wrap.h"

/* ---- When -------------------------------------------------------------- */

/* "2026-01-31 23:59:59", or the time alone if the day is the same as `day`. */
static void time_text(int64_t unix_ns, const char *day, char *out, size_t n)
{
	const time_t seconds = (time_t)(unix_ns / 1000000000);
	struct tm tm;

	out[0] = '\0';
	if (gmtime_r(&seconds, &tm) == NULL)
		return;
	strftime(out, n, "%Y-%m-%d %H:%M:%S", &tm);
	if (day != NULL && strncmp(day, out, strlen("2026-01-31")) == 0)
		strftime(out, n, "%H:%M:%S", &tm);
}

char *rcc_origin_span(const struct rcc_origin *origin, size_t n)
{
	int64_t begin = rcc_stored_begin_ns(&origin[0].f->stored);
	int64_t end = rcc_stored_end_ns(&origin[0].f->stored);
	char from[32];
	char to[32];

	for (size_t i = 1; i < n; i++) {
		const int64_t b = rcc_stored_begin_ns(&origin[i].f->stored);
		const int64_t e = rcc_stored_end_ns(&origin[i].f->stored);

		begin = b < begin ? b : begin;
		end = e > end ? e : end;
	}
	time_text(begin, NULL, from, sizeof(from));
	time_text(end, from, to, sizeof(to));
	return rcc_mem_printf("%s to %s UTC", from, to);
}

void rcc_origin_print_when(const struct rcc_origin *origin, size_t n,
			   const char *name, FILE *out)
{
	char *span = rcc_origin_span(origin, n);
	size_t n_runs = 0;

	for (size_t i = 0; i < n; i++)
		n_runs += origin[i].f->stored.n_runs;
	rcc_wrapf(out, "  measured", RCC_REPORT_LABEL, "%s%s%s of %zu runs, %s",
		  name != NULL ? name : "", name != NULL ? ": " : "",
		  origin[0].f->asked.metric.text, n_runs, span);
	free(span);
}

/* ---- On what, by what -------------------------------------------------- */

static const char *host_text(const struct rcc_findings *f, const char *key)
{
	const char *text =
		json_string_value(json_object_get(f->stored.host, key));

	return text != NULL ? text : "unknown";
}

static char *machine_of(const struct rcc_findings *f)
{
	const json_t *cpus = json_object_get(f->stored.host, "cpus");
	const char *aslr = host_text(f, "aslr");
	const struct rcc_process_control *control = &f->stored.study.control;
	const bool is_off = control->sets_aslr ? !control->has_aslr
					       : strcmp(aslr, "0") == 0;

	return rcc_mem_printf("%s (%lld CPUs), %s, ASLR %s",
			      host_text(f, "cpu"),
			      (long long)json_integer_value(cpus),
			      host_text(f, "kernel"), is_off ? "off" : "on");
}

static char *tools_of(const struct rcc_findings *f)
{
	return rcc_mem_printf(
		"%s; %s; randcc %s",
		f->stored.compiler != NULL && f->stored.compiler[0] != '\0'
			? f->stored.compiler
			: "unknown",
		f->stored.linker != NULL ? f->stored.linker : "unknown linker",
		f->stored.randcc != NULL ? f->stored.randcc : "?");
}

/* One line for each text that is told, once, with the names that it is about
 * unless it is about all. */
static void print_each(const char *label,
		       char *(*text_of)(const struct rcc_findings *),
		       const struct rcc_origin *origin, size_t n, FILE *out)
{
	struct rcc_strvec text = {0};

	for (size_t i = 0; i < n; i++)
		rcc_strvec_take(&text, text_of(origin[i].f));
	for (size_t i = 0; i < n; i++) {
		struct rcc_strbuf names = {0};
		size_t n_alike = 1;
		bool is_first = true;

		rcc_strbuf_add(&names, origin[i].name);
		for (size_t k = 0; k < n; k++) {
			if (k == i || strcmp(text.item[k], text.item[i]) != 0)
				continue;
			is_first &= k > i;
			n_alike++;
			rcc_strbuf_add_item(&names, ", ", origin[k].name);
		}
		if (is_first)
			rcc_wrapf(out, label, RCC_REPORT_LABEL, "%s%s%s",
				  n_alike < n ? names.text : "",
				  n_alike < n ? ": " : "", text.item[i]);
		rcc_strbuf_release(&names);
	}
	rcc_strvec_release(&text);
}

void rcc_origin_print_made(const struct rcc_origin *origin, size_t n, FILE *out)
{
	print_each("  machine", machine_of, origin, n, out);
	print_each("  built by", tools_of, origin, n, out);
}
