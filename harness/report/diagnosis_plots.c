/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Pictures of a diagnosis, by gnuplot: run sequence, lags 1 to 4 and
 * autocorrelation, and below each the same values in random order.  Script and
 * data stay beside them, to be changed.
 */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/report/diagnosis.h"

/* "a random runs" as a file's name. */
static char *file_name(const struct rcc_series *s)
{
	char *name = rcc_mem_strdup(s->name);

	for (char *at = name; *at != '\0'; at++)
		if (!isalnum((unsigned char)*at))
			*at = '-';
	return name;
}

static void write_block(FILE *out, const char *name, const double *x, size_t n)
{
	fprintf(out, "$%s << EOD\n", name);
	for (size_t i = 0; i < n; i++)
		fprintf(out, "%zu %.17g\n", i + 1, x[i]);
	fputs("EOD\n", out);
}

static void write_lag(FILE *out, const char *name, const double *x, size_t n,
		      size_t lag)
{
	fprintf(out, "$%s%zu << EOD\n", name, lag);
	for (size_t i = 0; i + lag < n; i++)
		fprintf(out, "%.17g %.17g\n", x[i], x[i + lag]);
	fputs("EOD\n", out);
}

static void write_data(FILE *out, const char *name,
		       const struct rcc_series_view *v,
		       const struct rcc_series *s)
{
	char lag[32];
	char acf[32];

	snprintf(lag, sizeof(lag), "%s_lag", name);
	snprintf(acf, sizeof(acf), "%s_acf", name);
	write_block(out, name, v->x, s->n);
	write_block(out, acf, v->r, s->n_lags);
	for (size_t k = 1; k <= 4; k++)
		write_lag(out, lag, v->x, s->n, k);
}

static void write_plots(FILE *out, const char *name, const char *title,
			const struct rcc_series *s)
{
	fprintf(out,
		"unset xrange\nunset yrange\nset title '%s'\n"
		"set xrange [0:%zu]\nset xlabel 'run'\n"
		"plot $%s with points pt 7 ps 0.4 lc rgb '#1f5a96'\n"
		"unset xlabel\nunset xrange\n",
		title, s->n + 1, name);
	for (int k = 1; k <= 4; k++)
		fprintf(out,
			"set title 'lag %d'\n"
			"plot $%s_lag%d with points pt 7 ps 0.4 lc rgb "
			"'#1f5a96'\n",
			k, name, k);
	fprintf(out,
		"set title 'autocorrelation'\nset yrange [-1:1]\n"
		"set xrange [0:%zu]\nset ytics 0.5 format '%%g'\n"
		"plot $%s_acf with impulses lw 3 lc rgb '#1f5a96', "
		"%.17g lc rgb '#b03030' dt 2, %.17g lc rgb '#b03030' dt 2, "
		"0 lc rgb 'black'\nset ytics autofreq format '%%g'\n",
		s->n_lags + 1, name, s->bound, -s->bound);
}

static int write_script(const struct rcc_series *s, const char *script,
			const char *picture, const char *type)
{
	FILE *out = fopen(script, "we");
	int result = RCC_ESYS;

	if (out == NULL)
		return RCC_ESYS;
	write_data(out, "measured", &s->measured, s);
	write_data(out, "shuffled", &s->shuffled, s);
	fprintf(out,
		"set terminal %s size 1500,560 %s\nset output '%s'\n"
		"unset key\nset tics font ',8' nomirror\n"
		"set offsets graph 0.05, 0.05, 0.05, 0.05\n"
		"set multiplot layout 2,6 title '%s' noenhanced\n",
		strcmp(type, "png") == 0 ? "pngcairo" : "svg",
		strcmp(type, "png") == 0 ? "" : "background 'white'", picture,
		s->name);
	write_plots(out, "measured", "in order of time", s);
	write_plots(out, "shuffled", "in random order", s);
	fputs("unset multiplot\n", out);
	result = ferror(out) != 0 ? RCC_ESYS : 0;
	return fclose(out) != 0 ? RCC_ESYS : result;
}

static int plot(const struct rcc_series *s, const char *gnuplot,
		const char *dir, const char *type)
{
	char *name = file_name(s);
	char *script = rcc_mem_printf("%s/%s.gp", dir, name);
	char *picture = rcc_mem_printf("%s/%s.%s", dir, name, type);
	char *program = rcc_mem_strdup(gnuplot);
	char *argv[] = {program, script, NULL};
	char *said = NULL;
	int status = RCC_EXIT_FAILED;
	int got;

	if (write_script(s, script, picture, type) != 0) {
		rcc_error_errno("cannot write \"%s\"", script);
		goto out;
	}
	got = rcc_process_capture(argv, &said, NULL);
	if (got < 0)
		rcc_error_errno("cannot run \"%s\"", gnuplot);
	else if (got != 0)
		rcc_error("\"%s %s\" ended with status %d", gnuplot, script,
			  got);
	else
		status = RCC_EXIT_OK;
out:
	free(said);
	free(program);
	free(picture);
	free(script);
	free(name);
	return status;
}

int rcc_report_diagnosis_plots(const struct rcc_findings *f,
			       const struct rcc_diagnosis *d, const char *dir,
			       const char *type)
{
	const char *path = getenv("PATH");
	char *gnuplot = rcc_file_find_program(
		"gnuplot", path != NULL ? path : "/usr/bin:/bin", NULL);
	int status = RCC_EXIT_OK;

	(void)f;
	if (gnuplot == NULL) {
		rcc_error("cannot find \"gnuplot\", which makes the pictures");
		rcc_hint("install it (Debian: gnuplot-nox), or take --format "
			 "json to another program");
		return RCC_EXIT_USAGE;
	}
	if (strchr(dir, '\'') != NULL || rcc_file_mkdirs(dir) != 0) {
		if (strchr(dir, '\'') != NULL)
			errno = EINVAL;
		rcc_error_errno("cannot make \"%s\"", dir);
		status = RCC_EXIT_USAGE;
	}
	for (size_t i = 0; i < d->n_series && status == RCC_EXIT_OK; i++)
		if (d->series[i].n >= 6 && d->series[i].n_lags != 0)
			status = plot(&d->series[i], gnuplot, dir, type);
	free(gnuplot);
	return status;
}
