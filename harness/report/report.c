/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/report.h"

#include <string.h>

#include "common/diag.h"
#include "harness/findings/comparison.h"
#include "harness/report/csv.h"
#include "harness/report/exchange.h"
#include "harness/report/html.h"
#include "harness/report/json.h"
#include "harness/report/suite.h"
#include "harness/report/suite_json.h"

static const struct format {
	const char *name;
	void (*print)(const struct rcc_findings *f, FILE *out);
	/* NULL: not for suites. */
	void (*print_suite)(const struct rcc_suite_findings *f, FILE *out);
} format[] = {
	{"text", rcc_report_text, rcc_report_suite_text},
	{"json", rcc_report_json, rcc_report_suite_json},
	{"csv", rcc_report_csv, rcc_report_suite_csv},
	{"html", rcc_report_html, rcc_report_suite_html},
	{"hyperfine", rcc_report_hyperfine, NULL},
	{"benchfmt", rcc_report_benchfmt, NULL},
};

static const struct format *find(const char *name)
{
	for (size_t i = 0; i < sizeof(format) / sizeof(format[0]); i++)
		if (strcmp(format[i].name, name) == 0)
			return &format[i];
	return NULL;
}

/* For the exit code alone. */
static void print_nothing(const struct rcc_findings *f, FILE *out)
{
	(void)f;
	(void)out;
}

static void print_nothing_of_suite(const struct rcc_suite_findings *f,
				   FILE *out)
{
	(void)f;
	(void)out;
}

static const struct format silent = {"", print_nothing, print_nothing_of_suite};

bool rcc_report_has_format(const char *name)
{
	return find(name) != NULL;
}

const char *rcc_report_formats(void)
{
	return "text, json, csv, html, hyperfine or benchfmt";
}

/* The exit code of a report that was printed. */
static int finish(FILE *out, size_t n_failed)
{
	if (fflush(out) != 0 || ferror(out)) {
		rcc_error_errno("cannot write the report");
		return RCC_EXIT_USAGE;
	}
	return n_failed == 0 ? RCC_EXIT_OK : RCC_EXIT_FAILED;
}

static int print_suite(const char *dir, const struct format *how,
		       const char *metric, FILE *out)
{
	struct rcc_suite_findings f;
	int status;

	if (how->print_suite == NULL) {
		rcc_error("\"%s\" is a suite: no format \"%s\" for that", dir,
			  how->name);
		rcc_hint("report on one benchmark: %s/NAME", dir);
		return RCC_EXIT_USAGE;
	}
	status = rcc_suite_findings_load(dir, metric, RCC_COMPARISON_DELTA, &f);
	if (status == RCC_EXIT_OK) {
		how->print_suite(&f, out);
		status = finish(out, f.n_failed);
	}
	rcc_suite_findings_release(&f);
	return status;
}

int rcc_report_print(const char *dir, const char *format_name,
		     const char *metric, enum rcc_statistic estimator,
		     FILE *out)
{
	const struct format *how =
		format_name != NULL ? find(format_name) : &silent;
	struct rcc_findings f;
	int status;

	if (rcc_suite_is_there(dir) && estimator != RCC_STATISTIC_MEAN) {
		rcc_error("\"%s\" is a suite, which is reported by means", dir);
		rcc_hint("report on one benchmark: %s/NAME", dir);
		return RCC_EXIT_USAGE;
	}
	if (rcc_suite_is_there(dir))
		return print_suite(dir, how, metric, out);
	status = rcc_findings_load_as(dir, metric, estimator, &f);
	if (status == RCC_EXIT_OK) {
		how->print(&f, out);
		status = finish(out, f.n_failed);
	}
	rcc_findings_release(&f);
	return status;
}
