/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/provenance.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/study/simulation.h"

/* ---- When -------------------------------------------------------------- */

/* Format a time as "2026-01-31 23:59:59".  `day` is NULL, or an earlier result
 * of this function.  If both times have the same day, leave out the day. */
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

char *rcc_provenance_times(int64_t begin_ns, int64_t end_ns)
{
	char from[32];
	char to[32];

	time_text(begin_ns, NULL, from, sizeof(from));
	time_text(end_ns, from, to, sizeof(to));
	return rcc_mem_printf("%s to %s UTC", from, to);
}

char *rcc_provenance_span(const struct rcc_source *source, size_t n)
{
	int64_t begin = rcc_stored_begin_ns(&source[0].findings->stored);
	int64_t end = rcc_stored_end_ns(&source[0].findings->stored);

	for (size_t i = 1; i < n; i++) {
		const int64_t b =
			rcc_stored_begin_ns(&source[i].findings->stored);
		const int64_t e =
			rcc_stored_end_ns(&source[i].findings->stored);

		begin = b < begin ? b : begin;
		end = e > end ? e : end;
	}
	return rcc_provenance_times(begin, end);
}

void rcc_compose_when(struct rcc_document *d, const struct rcc_source *source,
		      size_t n, const char *name)
{
	char *span = rcc_provenance_span(source, n);
	size_t n_runs = 0;

	for (size_t i = 0; i < n; i++)
		n_runs += source[i].findings->stored.n_runs;
	rcc_document_term(d, "measured", "%s%s%s of %zu runs, %s",
			  name != NULL ? name : "", name != NULL ? ": " : "",
			  source[0].findings->asked.metric.text, n_runs, span);
	free(span);
}

/* ---- Machine and tools ------------------------------------------------- */

static const char *host_text(const json_t *host, const char *key)
{
	const char *text = json_string_value(json_object_get(host, key));

	return text != NULL ? text : "unknown";
}

/* Return a description of `host`, a machine that ran programs of the study;
 * caller frees. */
static char *host_description(const struct rcc_findings *f, const json_t *host)
{
	const json_t *cpus = json_object_get(host, "cpus");

	return rcc_mem_printf(
		"%s (%lld CPUs), %s, ASLR %s", host_text(host, "cpu"),
		(long long)json_integer_value(cpus), host_text(host, "kernel"),
		rcc_stored_aslr_is_off(&f->stored) ? "off" : "on");
}

static char *machine_of(const struct rcc_findings *f)
{
	return host_description(f, f->stored.host);
}

/* Return how a system was built.  `compilers` is the number of its functions
 * from each compiler; "" or NULL if the plugin of gcc named all functions. */
static char *build_text(const struct rcc_stored *s, const char *compilers,
			const char *linker)
{
	/* If it is known which compilers made the functions, print only those.
	 * The compiler that randcc calls may have made no function. */
	const bool is_known = compilers != NULL && compilers[0] != '\0';
	const bool has_compiler = s->compiler != NULL && s->compiler[0] != '\0';

	return rcc_mem_printf("%s%s; %s", is_known ? "functions of " : "",
			      is_known	     ? compilers
			      : has_compiler ? s->compiler
					     : "unknown compiler",
			      linker != NULL ? linker : "unknown linker");
}

/* Return how all systems were built, each behind its name. */
static char *system_builds(const struct rcc_stored *s)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < s->study.n_systems; i++) {
		const char *name = s->study.system[i].name;
		const json_t *one = json_object_get(s->toolchains, name);
		char *build = build_text(
			s, json_string_value(json_object_get(one, "compilers")),
			json_string_value(json_object_get(one, "linker")));
		char *item = rcc_mem_printf("%s: %s", name, build);

		rcc_strbuf_add_item(&text, "; ", item);
		free(item);
		free(build);
	}
	return rcc_strbuf_take(&text);
}

static char *tools_of(const struct rcc_findings *f)
{
	const struct rcc_stored *s = &f->stored;
	char *build = s->toolchains != NULL
			      ? system_builds(s)
			      : build_text(s, s->compilers, s->linker);
	char *text = rcc_mem_printf("%s; randcc %s", build,
				    s->randcc != NULL ? s->randcc
						      : "of unknown version");

	free(build);
	return text;
}

/* Return a description of the machine that valgrind simulated for the reported
 * counts. */
static char *simulation_of(const struct rcc_findings *f)
{
	const struct rcc_metric *m = &f->asked.metric;

	return rcc_simulation_text(m->spec->kind,
				   rcc_stored_simulation(&f->stored, m));
}

static bool are_simulated(const struct rcc_source *source, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!rcc_metric_is_simulated(&source[i].findings->asked.metric))
			return false;
	}
	return true;
}

/* Append a term with the label `label` for each distinct text that text_of()
 * returns.  If texts differ, each begins with the names of the studies that
 * have it. */
static void compose_each(struct rcc_document *d, const char *label,
			 char *(*text_of)(const struct rcc_findings *),
			 const struct rcc_source *source, size_t n)
{
	struct rcc_strvec text = {0};

	for (size_t i = 0; i < n; i++)
		rcc_strvec_take(&text, text_of(source[i].findings));
	for (size_t i = 0; i < n; i++) {
		struct rcc_strbuf names = {0};
		size_t n_alike = 0;
		bool is_first = true;

		for (size_t k = 0; k < n; k++) {
			if (strcmp(text.item[k], text.item[i]) != 0)
				continue;
			is_first &= k >= i;
			n_alike++;
			rcc_strbuf_add_item(&names, ", ", source[k].name);
		}
		if (is_first)
			rcc_document_term(d, label, "%s%s%s",
					  n_alike < n ? names.text : "",
					  n_alike < n ? ": " : "",
					  text.item[i]);
		rcc_strbuf_release(&names);
	}
	rcc_strvec_release(&text);
}

void rcc_compose_host(struct rcc_document *d, const struct rcc_findings *f,
		      const json_t *host)
{
	char *text = host_description(f, host);

	rcc_document_term(d, "machine", "%s", text);
	free(text);
}

void rcc_compose_tools(struct rcc_document *d, const struct rcc_source *source,
		       size_t n)
{
	compose_each(d, "built by", tools_of, source, n);
	if (are_simulated(source, n))
		compose_each(d, "simulated", simulation_of, source, n);
}

void rcc_compose_machine(struct rcc_document *d,
			 const struct rcc_source *source, size_t n)
{
	compose_each(d, "machine", machine_of, source, n);
	rcc_compose_tools(d, source, n);
}
