/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/programs.h"

#include <stdlib.h>

#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strbuf.h"

static void add_variable(struct rcc_strbuf *text, const char *name,
			 const char *value)
{
	char *quoted;

	if (value == NULL)
		return;
	quoted = rcc_shell_quote(value);
	rcc_strbuf_printf(text, "%s=%s ", name, quoted);
	free(quoted);
}

/* Append the command that links a layout again from the stored record of the
 * link.  randld needs the same environment variables as in the study. */
static void compose_replay(struct rcc_document *d, const struct rcc_stored *s,
			   size_t system, const struct rcc_arm *arm)
{
	char *path = rcc_mem_printf("%s/%s", s->dir, s->record[system]);
	char *record = rcc_shell_quote(path);
	struct rcc_strbuf set = {0};

	add_variable(&set, "RANDCC_FACTORS", arm->factors);
	add_variable(&set, "RANDCC_PADDING_MAX", s->study.padding_max);
	add_variable(&set, "RANDCC_PIN", s->study.pin);
	rcc_document_command(d, "link one",
			     "%srandld --replay %s --seed SEED -o FILE",
			     set.text, record);
	rcc_strbuf_release(&set);
	free(record);
	free(path);
}

void rcc_compose_programs(struct rcc_document *d, const struct rcc_findings *f)
{
	const struct rcc_stored *s = &f->stored;
	char *dir = rcc_shell_quote(s->dir);

	if (!s->study.removes_layouts) {
		rcc_document_command(d, "layout",
				     "randstudy inspect %s/layouts/.../PROGRAM",
				     dir);
		free(dir);
		return;
	}
	rcc_document_command(d, "link all",
			     "randstudy run -o %s --keep-layouts=all", dir);
	for (size_t i = 0; i < s->study.n_systems; i++)
		for (size_t k = 0; k < s->study.n_arms; k++)
			if (s->study.arm[k].factors != NULL &&
			    s->record[i] != NULL && !s->study.is_rebuilt)
				compose_replay(d, s, i, &s->study.arm[k]);
	free(dir);
}
