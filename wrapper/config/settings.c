/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/config/settings.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"

#define PADDING_MAX_DEFAULT 4
#define PADDING_MAX_LIMIT 256

/* Unset and empty mean the same: `RANDCC_SEED= make` takes a setting back. */
static const char *value_of(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

void rcc_settings_seed(struct rcc_settings *s, const char *what,
		       const char *text)
{
	int is_none;

	if (rcc_rank_parse_seed(text, &s->seed, &is_none) != 0) {
		rcc_error("bad seed \"%s\" in %s", text, what);
		rcc_hint("a seed is a number from 0 to 18446744073709551615, "
			 "or \"none\" for the original layout");
		exit(RCC_EXIT_OURS);
	}
	s->is_original = is_none != 0;
	s->is_fresh = false;
}

static void read_seed(struct rcc_settings *s)
{
	const char *text = value_of("RANDCC_SEED");

	if (text != NULL) {
		rcc_settings_seed(s, "RANDCC_SEED", text);
		return;
	}
	if (getrandom(&s->seed, sizeof(s->seed), 0) != sizeof(s->seed))
		rcc_die_errno("cannot get a random seed");
	s->is_fresh = true;
}

static void read_factors(struct rcc_settings *s)
{
	const char *text = value_of("RANDCC_FACTORS");
	const char *bad;
	size_t bad_len;
	char all[RCC_FACTORS_TEXT_MAX];

	s->factors = RCC_FACTORS_DEFAULT;
	if (text == NULL ||
	    rcc_rank_parse_factors(text, &s->factors, &bad, &bad_len) == 0)
		return;
	rcc_error("unknown factor \"%.*s\" in RANDCC_FACTORS", (int)bad_len,
		  bad);
	rcc_hint("factors are a comma list of %s, or \"none\"",
		 rcc_rank_factors_text(RCC_FACTORS_ALL, all));
	exit(RCC_EXIT_OURS);
}

static void read_unsupported(struct rcc_settings *s)
{
	const char *text = value_of("RANDCC_UNSUPPORTED");

	if (text == NULL || strcmp(text, "error") == 0)
		return;
	if (strcmp(text, "pass") != 0)
		rcc_die("RANDCC_UNSUPPORTED is \"%s\": it must be \"error\" or "
			"\"pass\"",
			text);
	s->pass_unsupported = true;
}

static void read_padding(struct rcc_settings *s)
{
	const char *text = value_of("RANDCC_PADDING_MAX");
	uint64_t max = PADDING_MAX_DEFAULT;
	int is_none = 0;

	if (text != NULL &&
	    (rcc_rank_parse_seed(text, &max, &is_none) != 0 || is_none ||
	     max > PADDING_MAX_LIMIT))
		rcc_die("RANDCC_PADDING_MAX is \"%s\": it must be a number of "
			"16-byte steps from 0 to %d",
			text, PADDING_MAX_LIMIT);
	s->padding_max = (unsigned)max;
}

void rcc_settings_read(struct rcc_settings *s)
{
	memset(s, 0, sizeof(*s));
	read_seed(s);
	read_factors(s);
	read_unsupported(s);
	read_padding(s);
	s->save_temps = value_of("RANDCC_SAVE_TEMPS") != NULL;
	s->record_dir = value_of("RANDCC_RECORD");
	if (s->record_dir != NULL && s->record_dir[0] != '/') {
		rcc_error("RANDCC_RECORD is \"%s\": it must be an absolute path",
			  s->record_dir);
		rcc_hint("a build works in many directories: say "
			 "RANDCC_RECORD=\"$PWD/%s\"",
			 s->record_dir);
		exit(RCC_EXIT_OURS);
	}
	s->pin = value_of("RANDCC_PIN");
	s->real_linker = value_of("RANDCC_LD");
}

bool rcc_settings_pins(const struct rcc_settings *set, const char *path)
{
	const char *at = set->pin;

	while (at != NULL && *at != '\0') {
		size_t len = strcspn(at, ":");
		char *pattern = rcc_mem_strndup(at, len);
		bool matches = fnmatch(pattern, path, 0) == 0 ||
			       fnmatch(pattern, rcc_file_base(path), 0) == 0;

		free(pattern);
		if (matches)
			return true;
		at += len + (at[len] == ':');
	}
	return false;
}
