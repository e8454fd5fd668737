/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a study's programs are, or how to get them back. */
#include "common/shell_words.h"
#include "harness/report/table.h"

#include <stdlib.h>

#include "common/mem.h"
#include "harness/build/experiment.h"

/* Variables that randld must find as the study's links did; caller frees. */
static char *variables(const struct rcc_study *study, const char *factors)
{
	char *max = study->padding_max != NULL
			    ? rcc_shell_quote(study->padding_max)
			    : NULL;
	char *pin =
		study->pin != NULL ? rcc_shell_quote(study->pin) : NULL;
	char *text = rcc_mem_printf("RANDCC_FACTORS=%s%s%s%s%s", factors,
				    max != NULL ? " RANDCC_PADDING_MAX=" : "",
				    max != NULL ? max : "",
				    pin != NULL ? " RANDCC_PIN=" : "",
				    pin != NULL ? pin : "");

	free(max);
	free(pin);
	return text;
}

/* One layout of this arm of that system. */
static void push_one(const struct rcc_findings *f, size_t system,
		     const struct rcc_arm *arm, struct rcc_strvec *line)
{
	char *path = rcc_mem_printf("%s/%s", f->stored.dir,
				    f->stored.record[system]);
	char *record = rcc_shell_quote(path);
	char *set = variables(&f->stored.study, arm->factors);

	rcc_strvec_pushf(line,
			 "one:     %s randld --replay %s --seed SEED "
			 "-o FILE",
			 set, record);
	free(set);
	free(record);
	free(path);
}

void rcc_report_programs(const struct rcc_findings *f, struct rcc_strvec *line)
{
	char *dir = rcc_shell_quote(f->stored.dir);

	if (!f->stored.study.keeps_no_layouts) {
		rcc_strvec_pushf(line,
				 "layout:  randstudy inspect "
				 "%s/layouts/.../PROGRAM",
				 dir);
		free(dir);
		return;
	}
	rcc_strvec_pushf(line,
			 "layouts: not kept; to link all again: randstudy run "
			 "-o %s --keep-layouts=all",
			 dir);
	for (size_t i = 0; i < f->stored.study.n_systems; i++)
		for (size_t k = 0; k < f->stored.study.n_arms; k++)
			if (f->stored.study.arm[k].factors != NULL &&
			    f->stored.record[i] != NULL &&
			    !f->stored.study.is_rebuilt)
				push_one(f, i, &f->stored.study.arm[k], line);
	free(dir);
}
