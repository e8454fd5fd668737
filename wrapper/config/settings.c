/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/config/settings.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"
#include "wrapper/config/move_list.h"

/* The default of RANDCC_PADDING_MAX and its upper limit, in steps of 16 bytes.
 * 256 steps are a page. */
#define PADDING_MAX_DEFAULT 4
#define PADDING_MAX_LIMIT 256

/* Return the value of a variable.  An empty variable counts as unset, so that
 * `RANDCC_SEED= make` means the default. */
static const char *value_of(const char *name)
{
	const char *value = getenv(name);

	return value != NULL && value[0] != '\0' ? value : NULL;
}

int rcc_settings_set_seed(struct rcc_settings *s, const char *source,
			  const char *text, struct rcc_refusal *refusal)
{
	int is_none;

	if (rcc_rank_parse_seed(text, &s->seed, &is_none) != 0)
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "a seed is a number from 0 to "
				  "18446744073709551615, or \"none\" for the "
				  "original layout",
				  "bad seed \"%s\" in %s", text, source);
	s->is_original = is_none != 0;
	return 0;
}

static int read_seed(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	const char *text = value_of("RANDCC_SEED");

	if (text != NULL)
		return rcc_settings_set_seed(s, "RANDCC_SEED", text, refusal);
	if (getrandom(&s->seed, sizeof(s->seed), 0) != sizeof(s->seed))
		return rcc_refuse(refusal, RCC_ESYS, NULL,
				  "cannot get a random seed");
	return 0;
}

static int read_factors(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	const char *text = value_of("RANDCC_FACTORS");
	const char *bad;
	size_t bad_len;
	char all[RCC_FACTORS_TEXT_MAX];

	s->factors = RCC_FACTORS_DEFAULT;
	if (text == NULL ||
	    rcc_rank_parse_factors(text, &s->factors, &bad, &bad_len) == 0)
		return 0;
	rcc_refuse(refusal, RCC_EFORMAT, NULL,
		   "unknown factor \"%.*s\" in RANDCC_FACTORS", (int)bad_len,
		   bad);
	rcc_refusal_remedy(refusal,
			   "factors are a comma-separated list of %s, or "
			   "\"none\"",
			   rcc_rank_factors_text(RCC_FACTORS_ALL, all));
	return RCC_EFORMAT;
}

static int read_unsupported(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	const char *text = value_of("RANDCC_UNSUPPORTED");

	if (text == NULL || strcmp(text, "error") == 0)
		return 0;
	if (strcmp(text, "pass") != 0)
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "it must be \"error\" or \"pass\"",
				  "bad value \"%s\" in RANDCC_UNSUPPORTED",
				  text);
	s->pass_unsupported = true;
	return 0;
}

static int read_padding(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	const char *text = value_of("RANDCC_PADDING_MAX");
	uint64_t max = PADDING_MAX_DEFAULT;
	int is_none = 0;

	if (text != NULL && (rcc_rank_parse_seed(text, &max, &is_none) != 0 ||
			     is_none || max > PADDING_MAX_LIMIT)) {
		rcc_refuse(refusal, RCC_EFORMAT, NULL,
			   "bad value \"%s\" in RANDCC_PADDING_MAX", text);
		rcc_refusal_remedy(
			refusal,
			"it must be a number from 0 to %d; the unit is "
			"16 bytes",
			PADDING_MAX_LIMIT);
		return RCC_EFORMAT;
	}
	s->padding_max = (unsigned)max;
	return 0;
}

static int read_record(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	s->record_dir = value_of("RANDCC_RECORD");
	if (s->record_dir == NULL || s->record_dir[0] == '/')
		return 0;
	rcc_refuse(refusal, RCC_EFORMAT, NULL,
		   "bad value \"%s\" in RANDCC_RECORD: it must be an absolute "
		   "path",
		   s->record_dir);
	rcc_refusal_remedy(refusal,
			   "a build works in many directories: set "
			   "RANDCC_RECORD=\"$PWD/%s\"",
			   s->record_dir);
	return RCC_EFORMAT;
}

int rcc_settings_set_moves(struct rcc_settings *s, const char *source,
			   const char *text, struct rcc_refusal *refusal)
{
	struct rcc_move_list list;
	int err = rcc_move_list_parse(&list, source, text, refusal);

	rcc_move_list_release(&list);
	s->moves = text;
	return err;
}

static int read_moves(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	const char *text = value_of("RANDCC_MOVE");

	return text == NULL ? 0
			    : rcc_settings_set_moves(s, "RANDCC_MOVE", text,
						     refusal);
}

/* Store the place of each symbol in `order`.  `text` is the contents of the
 * file RANDCC_ORDER, one symbol on each line.  A symbol that is listed twice
 * has its first place. */
static void number_lines(struct rcc_strmap *order, const char *text)
{
	for (const char *line = text; *line != '\0';) {
		const size_t n_line = strcspn(line, "\n");
		const size_t place = order->n_used;
		size_t n = n_line;
		int is_new = 0;

		/* A line may end with CR or blanks. */
		while (n != 0 && isspace((unsigned char)line[n - 1]))
			n--;

		if (n != 0) {
			struct rcc_strmap_slot *slot =
				rcc_strmap_at(order, line, n, &is_new);

			if (is_new)
				slot->value = place;
		}
		line += n_line + (line[n_line] == '\n');
	}
}

static int read_order(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	static struct rcc_strmap order;
	static char *text;
	const char *path = value_of("RANDCC_ORDER");

	if (path == NULL)
		return 0;
	if (path[0] != '/')
		return rcc_refuse(refusal, RCC_EFORMAT,
				  "a build works in many directories: give an "
				  "absolute path",
				  "bad value \"%s\" in RANDCC_ORDER", path);
	if (text == NULL) {
		text = rcc_file_read(path, NULL);
		if (text == NULL)
			return rcc_refuse(refusal, RCC_ESYS, NULL,
					  "cannot read \"%s\", the list in "
					  "RANDCC_ORDER",
					  path);
		number_lines(&order, text);
	}
	s->order = &order;
	return 0;
}

int rcc_settings_read(struct rcc_settings *s, struct rcc_refusal *refusal)
{
	static int (*const read[])(struct rcc_settings *,
				   struct rcc_refusal *) = {
		read_seed,   read_factors, read_unsupported, read_padding,
		read_record, read_moves,   read_order};
	int err = 0;

	memset(s, 0, sizeof(*s));
	s->save_temps = value_of("RANDCC_SAVE_TEMPS") != NULL;
	s->pin = value_of("RANDCC_PIN");
	s->real_linker = value_of("RANDCC_LD");
	for (size_t i = 0; i < sizeof(read) / sizeof(read[0]) && err == 0; i++)
		err = read[i](s, refusal);
	return err;
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
