/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/ab_page.h"

#include <stdlib.h>

#include "common/shell_words.h"
#include "harness/report/answer.h"
#include "harness/report/comparison_page.h"
#include "harness/report/interim_analyses.h"
#include "harness/report/name_list.h"
#include "harness/report/warnings.h"

static void compose_side(struct rcc_document *d,
			 const struct rcc_comparison_side *side)
{
	const struct rcc_study *study = &side->f->stored.study;
	const struct rcc_system *system = &study->system[side->system];
	char *files = rcc_report_list_names(system->changes);

	if (system->commit == NULL)
		rcc_document_term(d, side->name, "built in %s: %s",
				  system->directory != NULL ? system->directory
							    : study->directory,
				  system->build);
	else if (json_array_size(system->changes) == 0)
		rcc_document_term(d, side->name, "commit %.12s: %s",
				  system->commit, system->build);
	else
		rcc_document_term(d, side->name,
				  "the working tree, with uncommitted changes "
				  "in %s: %s",
				  files, system->build);
	free(files);
}

static void compose_more(struct rcc_document *d, const struct rcc_comparison *c)
{
	char *dir = rcc_shell_quote(c->old.f->stored.dir);

	rcc_document_section(d, "Commands for details");
	rcc_document_command(d, "report", "randstudy report %s", dir);
	rcc_document_command(
		d, "page", "randstudy report --format html %s >page.html", dir);
	rcc_document_command(d, "rows", "randstudy report --format csv %s",
			     dir);
	free(dir);
}

void rcc_compose_ab(struct rcc_document *d, const struct rcc_comparison *c)
{
	struct rcc_strvec leading = {0};
	struct rcc_strvec warning = {0};
	const enum rcc_medium medium =
		rcc_document_set_medium(d, RCC_MEDIUM_HTML);

	/* Compose the title for HTML only; text output has no title. */
	rcc_document_title(d, "%s against %s", c->now.name, c->old.name);
	rcc_document_set_medium(d, medium);
	rcc_compose_leading_comparison_warnings(d, c, &leading);
	rcc_compose_comparisons(d, c, 1);
	rcc_compose_comparison_time(d, c);
	rcc_compose_interim_analyses(d, c->old.f);
	rcc_report_comparison_warnings(c, &warning);
	rcc_compose_other_warnings(d, &warning, &leading);
	rcc_document_section(d, "The programs");
	compose_side(d, &c->old);
	compose_side(d, &c->now);
	rcc_compose_comparison_origin(d, c);
	compose_more(d, c);
	rcc_strvec_release(&leading);
	rcc_strvec_release(&warning);
}
