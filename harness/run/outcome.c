/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/outcome.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/tail.h"

/* At most this number of bytes of each output is saved. */
#define SAVED_OUTPUT (INT64_C(1) << 20)

char *rcc_outcome_layout_alone(const struct rcc_layout_record *record)
{
	if (record->is_original)
		return rcc_mem_strdup("original layout");
	return rcc_mem_printf("layout with seed %" PRIu64, record->seed);
}

char *rcc_outcome_layout(const struct rcc_study *study,
			 const struct rcc_layout_record *record)
{
	char *layout = rcc_outcome_layout_alone(record);
	char *text;

	if (study->n_systems == 1)
		return layout;
	text = rcc_mem_printf("%s, %s", study->system[record->system].name,
			      layout);
	free(layout);
	return text;
}

void rcc_outcome_describe(const struct rcc_measure *m,
			  const struct rcc_run_record *record,
			  const struct rcc_measure_detail *d, char *out,
			  size_t n)
{
	switch (record->outcome) {
	case RCC_OUTCOME_WRONG_OUTPUT:
		if (d->differs_at >= 0)
			snprintf(out, n,
				 "printed unexpected output, from byte "
				 "%" PRId64 " on",
				 d->differs_at);
		else
			snprintf(out, n,
				 "printed output that \"%s\" does not accept "
				 "(status %d)",
				 m->verify, d->verify_status);
		break;
	case RCC_OUTCOME_BAD_EXIT:
		snprintf(out, n, "ended with status %d instead of %d",
			 record->exit_status, m->exit_status);
		break;
	case RCC_OUTCOME_SIGNAL:
		snprintf(out, n, "was killed by signal %d (%s)", record->signal,
			 strsignal(record->signal));
		break;
	case RCC_OUTCOME_TIMEOUT:
		snprintf(out, n,
			 m->setup.timeout_ns < INT64_C(100000000000)
				 ? "was killed after %.3g s (--timeout)"
				 : "was killed after %.0f s (--timeout)",
			 (double)m->setup.timeout_ns / 1e9);
		break;
	case RCC_OUTCOME_TOO_MUCH_OUTPUT:
		snprintf(out, n,
			 "was killed: it printed more than %" PRId64
			 " bytes (--output-limit)",
			 m->setup.output_limit);
		break;
	case RCC_OUTCOME_NO_METRIC:
		snprintf(out, n, "%s", d->problem);
		break;
	default:
		snprintf(out, n, "failed");
	}
}

static int save_output(int fd, const char *path)
{
	char block[65536];
	int64_t at = 0;
	int out = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int result = 0;

	if (out < 0)
		return RCC_ESYS;
	while (at < SAVED_OUTPUT && result == 0) {
		ssize_t got = pread(fd, block, sizeof(block), (off_t)at);

		if (got <= 0)
			break;
		result = rcc_file_write_fd(out, block, (size_t)got);
		at += got;
	}
	if (close(out) != 0)
		result = RCC_ESYS;
	return result;
}

char *rcc_outcome_save_output(const char *dir, const char *name,
			      const struct rcc_measure_detail *d)
{
	char *folder = rcc_mem_printf("%s/failed", dir);
	char *stem = rcc_mem_printf("%s/%s", folder, name);
	char *out = rcc_mem_printf("%s.stdout", stem);
	char *err = rcc_mem_printf("%s.stderr", stem);

	if (rcc_file_mkdirs(folder) != 0 ||
	    save_output(d->stdout_fd, out) != 0 ||
	    save_output(d->stderr_fd, err) != 0)
		rcc_warn("cannot save the output in \"%s\": %s", folder,
			 strerror(errno));
	free(folder);
	free(out);
	free(err);
	return stem;
}

/* Print the last lines of a saved output.  Return whether the output has
 * any. */
static bool show_file(const char *stem, const char *suffix)
{
	char *path = rcc_mem_printf("%s.%s", stem, suffix);
	struct stat st;
	const bool has_text = stat(path, &st) == 0 && st.st_size > 0;

	if (has_text)
		rcc_tail_print(path);
	free(path);
	return has_text;
}

void rcc_outcome_show_end(const struct rcc_run_record *record, const char *stem)
{
	if (record->outcome == RCC_OUTCOME_BAD_EXIT ||
	    record->outcome == RCC_OUTCOME_SIGNAL ||
	    record->outcome == RCC_OUTCOME_TIMEOUT ||
	    record->outcome == RCC_OUTCOME_NO_METRIC)
		if (!show_file(stem, "stderr"))
			show_file(stem, "stdout");
}
