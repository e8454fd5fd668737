/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/report.h"

#include <string.h>

#include "common/diag.h"

static const struct format {
	const char *name;
	void (*print)(const struct rcc_findings *f, FILE *out);
} format[] = {
	{"text", rcc_report_text},	   {"json", rcc_report_json},
	{"csv", rcc_report_csv},	   {"hyperfine", rcc_report_hyperfine},
	{"benchfmt", rcc_report_benchfmt},
};

static const struct format *find(const char *name)
{
	for (size_t i = 0; i < sizeof(format) / sizeof(format[0]); i++)
		if (strcmp(format[i].name, name) == 0)
			return &format[i];
	return NULL;
}

bool rcc_report_has_format(const char *name)
{
	return find(name) != NULL;
}

const char *rcc_report_formats(void)
{
	return "text, json, csv, hyperfine or benchfmt";
}

int rcc_report_print(const char *dir, const char *format_name,
		     const char *metric, FILE *out)
{
	struct rcc_findings f;
	int status = rcc_findings_load(dir, rcc_metric_find(metric), &f);

	if (status == RCC_EXIT_OK) {
		find(format_name)->print(&f, out);
		if (fflush(out) != 0 || ferror(out)) {
			rcc_error_errno("cannot write the report");
			status = RCC_EXIT_USAGE;
		} else if (f.n_failed != 0) {
			status = RCC_EXIT_FAILED;
		}
	}
	rcc_findings_release(&f);
	return status;
}
