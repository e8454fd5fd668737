/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of `randstudy run`: what the arms vary. */
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "common/rank.h"
#include "harness/options/option.h"
#include "harness/study/study.h"

/* In canonical form. */
static void read_list(const char *text, char canonical[RCC_FACTORS_TEXT_MAX],
		      struct argp_state *state)
{
	unsigned factors = 0;
	const char *word = NULL;
	size_t len = 0;

	if (rcc_rank_parse_factors(text, &factors, &word, &len) != 0)
		rcc_option_bad(
			state,
			"unknown factor \"%.*s\" in \"%s\": a comma list of "
			"%s",
			(int)len, word, text,
			rcc_rank_factors_text(RCC_FACTORS_ALL, canonical));
	if (factors == 0)
		rcc_option_bad(state,
			       "with no factor there is nothing to vary");
	rcc_rank_factors_text(factors, canonical);
}

static void read_factors(struct rcc_run_options *o,
			 const struct rcc_option *row, const char *text,
			 struct argp_state *state)
{
	char canonical[RCC_FACTORS_TEXT_MAX];

	(void)row;
	read_list(text, canonical, state);
	rcc_option_set(o, "arms", rcc_study_arms(canonical), state);
}

/* Where the setting that begins at `text` ends: a comma goes on with a list of
 * factors, unless a new "key:" stands behind it. */
static const char *setting_end(const char *text)
{
	static const char *const key[] = {"factors:", "seed:", "env:"};

	for (const char *at = text; *at != '\0'; at++)
		for (size_t i = 0; *at == ',' && i < 3; i++)
			if (strncmp(at + 1, key[i], strlen(key[i])) == 0)
				return at;
	return text + strlen(text);
}

/* One of "factors:LIST", "seed:none", "env:random", "env:fixed". */
static void read_setting(json_t *arm, const char *text,
			 struct argp_state *state)
{
	static const char factors[] = "factors:";
	char canonical[RCC_FACTORS_TEXT_MAX];

	if (strncmp(text, factors, sizeof(factors) - 1) == 0) {
		read_list(text + sizeof(factors) - 1, canonical, state);
		json_object_set_new(arm, "factors", json_string(canonical));
	} else if (strcmp(text, "seed:none") == 0) {
		json_object_set_new(arm, "factors", json_null());
	} else if (strcmp(text, "env:random") == 0 ||
		   strcmp(text, "env:fixed") == 0) {
		json_object_set_new(arm, "env", json_string(text + 4));
	} else {
		rcc_option_bad(state,
			       "--arm: \"%s\" is none of factors:LIST, "
			       "seed:none, env:random, env:fixed",
			       text);
	}
}

/* NAME=SETTING,... */
static void read_arm(struct rcc_run_options *o, const struct rcc_option *row,
		     const char *text, struct argp_state *state)
{
	const char *equals = strchr(text, '=');
	json_t *arm;

	if (equals == NULL || equals == text)
		rcc_option_bad(state, "--%s is NAME=SETTING,..., not \"%s\"",
			       row->name, text);
	arm = json_pack("{s:s%}", "name", text, strcspn(text, "="));
	for (const char *at = equals; *at != '\0';) {
		const char *end = setting_end(at + 1);
		char *one = rcc_mem_printf("%.*s", (int)(end - at - 1), at + 1);

		read_setting(arm, one, state);
		free(one);
		at = end;
	}
	if (json_object_get(arm, "factors") == NULL)
		rcc_option_bad(state,
			       "--%s: \"%s\" says neither factors:LIST nor "
			       "seed:none",
			       row->name, text);
	rcc_option_append(o, "more-arms", arm, state);
}

/* --arm adds to what --factors said, or to the default. */
void rcc_option_settle_arms(struct rcc_run_options *o)
{
	json_t *more = json_object_get(o->given, "more-arms");
	json_t *arms = json_object_get(o->given, "arms");
	char factors[RCC_FACTORS_TEXT_MAX];

	if (more == NULL)
		return;
	if (arms == NULL) {
		rcc_rank_factors_text(RCC_FACTORS_DEFAULT, factors);
		arms = rcc_study_arms(factors);
		json_object_set_new(o->given, "arms", arms);
	}
	json_array_extend(arms, more);
	json_object_del(o->given, "more-arms");
}

const struct rcc_option rcc_options_arms[] = {
	{"factors", 0, "LIST",
	 "what a layout varies: functions, units, program, padding, data, stack "
	 "(default "
	 "functions,units)",
	 read_factors, 0, 0, NULL},
	{"arm", 0, "NAME=SETTING,...",
	 "one arm more, beside \"random\" (--factors) and \"fixed\" (the "
	 "original layout): factors:LIST or seed:none, env:random|fixed",
	 read_arm, 0, 0, NULL},
	{0},
};
