/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/rank.h"

#include <string.h>

/* Use libxxhash as a header only, so that the plugin inside cc1 needs no other
 * library. */
#define XXH_INLINE_ALL
#include <xxhash.h>

#define SORTED ".text.sorted."
#define SORTED_DATA ".data.sort."
#define FILLER "randcc____________________"
#define HEX_DIGITS 16

/* The prefixes of unranked names.  GNU ld's default script has a pattern for
 * each.  Among the prefixes of functions, `.text.` comes last, because the
 * others begin with `.text.` too. */
struct group_prefix {
	const char *text;
	size_t len;
};
#define PREFIX(text)                                                           \
	{                                                                      \
		text, sizeof(text) - 1                                         \
	}
static const struct group_prefix group_prefix[RCC_RANK_END] = {
	PREFIX(".text.unlikely."),
	PREFIX(".text.exit."),
	PREFIX(".text.startup."),
	PREFIX(".text.hot."),
	PREFIX(".text."),
	/* The prefixes of variables.  If a prefix begins with another prefix,
	 * the longer of the two comes first. */
	PREFIX(".rodata."),
	PREFIX(".data.rel.ro.local."),
	PREFIX(".data.rel.ro."),
	PREFIX(".data.rel.local."),
	PREFIX(".data.rel."),
	PREFIX(".data."),
	PREFIX(".bss."),
	PREFIX(".tdata."),
};

/* The output section of each class of variables. */
static const enum rcc_rank_group data_group[] = {
	RCC_RANK_IN_RODATA, RCC_RANK_IN_RELRO, RCC_RANK_IN_RELRO,
	RCC_RANK_IN_DATA,   RCC_RANK_IN_DATA,  RCC_RANK_IN_DATA,
	RCC_RANK_IN_BSS,    RCC_RANK_IN_TDATA,
};

static const struct {
	const char *name;
	unsigned factor;
} factor_table[] = {
	{"functions", RCC_FACTOR_FUNCTIONS}, {"units", RCC_FACTOR_UNITS},
	{"program", RCC_FACTOR_PROGRAM},     {"padding", RCC_FACTOR_PADDING},
	{"offset", RCC_FACTOR_OFFSET},	     {"data", RCC_FACTOR_DATA},
	{"stack", RCC_FACTOR_STACK},
};
#define N_FACTORS (sizeof(factor_table) / sizeof(factor_table[0]))

uint64_t rcc_rank_hash(const void *bytes, size_t n, uint64_t seed)
{
	return XXH64(bytes, n, seed);
}

uint32_t rcc_rank_below(uint64_t hash, uint32_t bound)
{
	return (uint32_t)(((hash >> 32) * bound) >> 32);
}

static int digit_value(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int rcc_rank_parse_seed(const char *text, uint64_t *seed, int *is_none)
{
	uint64_t base = 10;
	uint64_t value = 0;

	if (strcmp(text, "none") == 0) {
		*seed = 0;
		*is_none = 1;
		return 0;
	}
	if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
		base = 16;
		text += 2;
	}
	if (*text == '\0')
		return -1;
	for (; *text != '\0'; text++) {
		int digit = digit_value(*text);

		if (digit < 0 || (uint64_t)digit >= base)
			return -1;
		if (value > (UINT64_MAX - (uint64_t)digit) / base)
			return -1;
		value = value * base + (uint64_t)digit;
	}
	*seed = value;
	*is_none = 0;
	return 0;
}

static unsigned factor_of_word(const char *word, size_t len)
{
	for (size_t i = 0; i < N_FACTORS; i++)
		if (strlen(factor_table[i].name) == len &&
		    memcmp(factor_table[i].name, word, len) == 0)
			return factor_table[i].factor;
	return 0;
}

int rcc_rank_parse_factors(const char *text, unsigned *factors,
			   const char **bad, size_t *bad_len)
{
	unsigned sum = 0;

	if (strcmp(text, "none") == 0) {
		*factors = 0;
		return 0;
	}
	for (;;) {
		size_t len = strcspn(text, ",");
		unsigned factor = factor_of_word(text, len);

		if (factor == 0) {
			if (bad != NULL) {
				*bad = text;
				*bad_len = len;
			}
			return -1;
		}
		sum |= factor;
		if (text[len] == '\0')
			break;
		text += len + 1;
	}
	*factors = sum;
	return 0;
}

char *rcc_rank_factors_text(unsigned factors, char *out)
{
	char *end = out;

	for (size_t i = 0; i < N_FACTORS; i++) {
		size_t len = strlen(factor_table[i].name);

		if ((factors & factor_table[i].factor) == 0)
			continue;
		if (end != out)
			*end++ = ',';
		memcpy(end, factor_table[i].name, len);
		end += len;
	}
	if (end == out) {
		memcpy(end, "none", 4);
		end += 4;
	}
	*end = '\0';
	return out;
}

unsigned rcc_rank_factors_of(unsigned factors, enum rcc_rank_class cls)
{
	if (!rcc_rank_is_data(cls))
		return factors & RCC_FACTORS_OF_FUNCTIONS;
	if ((factors & RCC_FACTOR_DATA) == 0)
		return 0;
	return (factors &
		((unsigned)RCC_FACTOR_UNITS | (unsigned)RCC_FACTOR_PROGRAM)) |
	       (unsigned)RCC_FACTOR_FUNCTIONS;
}

static int has_suffix(const char *s, const char *suffix)
{
	size_t n = strlen(s);
	size_t m = strlen(suffix);

	return n >= m && memcmp(s + n - m, suffix, m) == 0;
}

int rcc_rank_split_plain(const char *plain, enum rcc_rank_class *cls,
			 const char **symbol)
{
	/* A copy of a function called `sorted` has a section such as
	 * .text.sorted.part.0.  GNU ld places it where ranked functions come,
	 * and no class has this place, so the section keeps its name. */
	if (strncmp(plain, SORTED, sizeof(SORTED) - 1) == 0)
		return -1;
	for (int i = 0; i < RCC_RANK_N_CLASSES; i++) {
		const char *prefix = group_prefix[i].text;
		size_t len = group_prefix[i].len;

		if (strncmp(plain, prefix, len) == 0) {
			*cls = (enum rcc_rank_class)i;
			*symbol = plain + len;
			break;
		}
		/* A function called `hot` has the section `.text.hot`.  Plain
		 * gcc and ld put it into the group of hot functions too. */
		if (i != RCC_RANK_REST && strlen(plain) == len - 1 &&
		    memcmp(plain, prefix, len - 1) == 0) {
			*cls = (enum rcc_rank_class)i;
			*symbol = plain + len - 1;
			break;
		}
		if (i == RCC_RANK_REST)
			return -1;
	}
	/* GNU ld's script also puts .text.*_unlikely into the group of unlikely
	 * (cold) functions. */
	if (has_suffix(plain, "_unlikely"))
		*cls = RCC_RANK_UNLIKELY;
	return 0;
}

const char *rcc_rank_plain_prefix(enum rcc_rank_class cls)
{
	return group_prefix[cls].text;
}

int rcc_rank_split_data(const char *plain, enum rcc_rank_class *cls,
			const char **symbol)
{
	for (int i = RCC_RANK_N_CLASSES; i < RCC_RANK_END; i++) {
		size_t len = group_prefix[i].len;

		if (strncmp(plain, group_prefix[i].text, len) != 0)
			continue;
		*cls = (enum rcc_rank_class)i;
		*symbol = plain + len;
		return 0;
	}
	return -1;
}

int rcc_rank_is_data(enum rcc_rank_class cls)
{
	return cls >= RCC_RANK_N_CLASSES;
}

enum rcc_rank_group rcc_rank_group_of(enum rcc_rank_class cls)
{
	return data_group[(int)cls - RCC_RANK_N_CLASSES];
}

char rcc_rank_group_letter(enum rcc_rank_group group)
{
	static const char letter[] = "rtodb";

	return letter[group];
}

static int is_unit_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '/' || c == '-' || c == '+' ||
	       c == '_';
}

/* A buffer that keeps the last room-1 bytes appended to it. */
struct tail_buffer {
	char *out;
	size_t room;
	size_t n;
};

/* Append `s`.  Replace each character that is not allowed in the name of a
 * unit by '_'. */
static void tail_append(struct tail_buffer *b, const char *s)
{
	for (; *s != '\0' && b->room > 1; s++) {
		if (b->n + 1 >= b->room) {
			memmove(b->out, b->out + 1, b->n - 1);
			b->n--;
		}
		b->out[b->n++] = is_unit_char(*s) ? *s : '_';
	}
}

static const char *skip_slashes(const char *p)
{
	while (*p == '/')
		p++;
	return p;
}

/* Skip slashes and components ".".  Returns the length of the component that
 * follows, or 0 at the end of the path. */
static size_t component(const char **p)
{
	for (;;) {
		*p = skip_slashes(*p);
		size_t len = strcspn(*p, "/");

		if (len != 1 || **p != '.')
			return len;
		*p += len;
	}
}

size_t rcc_rank_unit(char *out, size_t room, const char *path, const char *dir)
{
	struct tail_buffer b = {out, room, 0};

	if (room == 0)
		return 0;
	if (dir != NULL && path[0] == '/' && dir[0] == '/') {
		/* Drop the components that `path` and `dir` share.  Then go up
		 * once for each remaining component of `dir`. */
		for (;;) {
			size_t n = component(&path);
			size_t m = component(&dir);

			if (n == 0 || n != m || memcmp(path, dir, n) != 0)
				break;
			path += n;
			dir += n;
		}
		for (; component(&dir) != 0; dir += component(&dir))
			tail_append(&b, "../");
	}
	while (path[0] == '.' && path[1] == '/')
		path = skip_slashes(path + 2);
	tail_append(&b, path);
	out[b.n] = '\0';
	return b.n;
}

void rcc_rank_clear(char *prefix, enum rcc_rank_class cls)
{
	size_t len = group_prefix[cls].len;

	memcpy(prefix, group_prefix[cls].text, len);
	memcpy(prefix + len, FILLER, RCC_RANK_PREFIX_LEN - 1 - len);
	prefix[RCC_RANK_PREFIX_LEN - 1] = '.';
}

/* All pairs of hexadecimal digits.  A rank is written in pairs, which halves
 * the steps.  The time matters, because every layout writes every name. */
#define PAIRS(d)                                                               \
	d "0" d "1" d "2" d "3" d "4" d "5" d "6" d "7" d "8" d "9" d "a" d    \
	  "b" d "c" d "d" d "e" d "f"
static const char hex_pairs[] =
	PAIRS("0") PAIRS("1") PAIRS("2") PAIRS("3") PAIRS("4") PAIRS("5")
		PAIRS("6") PAIRS("7") PAIRS("8") PAIRS("9") PAIRS("a")
			PAIRS("b") PAIRS("c") PAIRS("d") PAIRS("e") PAIRS("f");

void rcc_rank_set(char *prefix, enum rcc_rank_class cls, uint64_t rank)
{
	int is_data = rcc_rank_is_data(cls);
	size_t len = is_data ? sizeof(SORTED_DATA) - 1 : sizeof(SORTED) - 1;

	memcpy(prefix, is_data ? SORTED_DATA : SORTED, len);
	prefix[len++] = is_data ? rcc_rank_group_letter(rcc_rank_group_of(cls))
				: (char)('0' + (int)cls);
	prefix[len++] = '.';
	for (int shift = 56; shift >= 0; shift -= 8) {
		memcpy(prefix + len, hex_pairs + 2 * (rank >> shift & 255), 2);
		len += 2;
	}
	prefix[len++] = '.';
	if (is_data) {
		prefix[len++] = (char)('0' + (int)cls - RCC_RANK_N_CLASSES);
		prefix[len] = '.';
	}
}

void rcc_rank_name(char *out, enum rcc_rank_class cls, const char *unit,
		   const char *symbol)
{
	size_t unit_len = strlen(unit);

	rcc_rank_clear(out, cls);
	out += RCC_RANK_PREFIX_LEN;
	memcpy(out, unit, unit_len);
	out[unit_len] = '.';
	memcpy(out + unit_len + 1, symbol, strlen(symbol) + 1);
}

/* Parse the rank at `at` and the dot after it. */
static int parse_digits(const char *at, struct rcc_rank_name *out)
{
	uint64_t rank = 0;

	for (size_t i = 0; i < HEX_DIGITS; i++) {
		int digit = digit_value(at[i]);

		if (digit < 0)
			return -1;
		rank = rank << 4 | (uint64_t)digit;
	}
	out->rank = rank;
	out->is_ranked = 1;
	return at[HEX_DIGITS] == '.' ? 0 : -1;
}

static int parse_ranked(const char *name, struct rcc_rank_name *out)
{
	size_t at = sizeof(SORTED) - 1;

	if (memcmp(name, SORTED, at) != 0)
		return -1;
	if (name[at] < '0' || name[at] >= '0' + RCC_RANK_N_CLASSES ||
	    name[at + 1] != '.')
		return -1;
	out->cls = (enum rcc_rank_class)(name[at] - '0');
	return parse_digits(name + at + 2, out);
}

static int parse_ranked_data(const char *name, struct rcc_rank_name *out)
{
	size_t at = sizeof(SORTED_DATA) - 1;
	const char *kind = name + RCC_RANK_PREFIX_LEN - 2;

	if (memcmp(name, SORTED_DATA, at) != 0 || kind[0] < '0' ||
	    kind[0] >= '0' + RCC_RANK_END - RCC_RANK_N_CLASSES ||
	    kind[1] != '.' || name[at + 1] != '.')
		return -1;
	out->cls = (enum rcc_rank_class)(kind[0] - '0' + RCC_RANK_N_CLASSES);
	if (name[at] != rcc_rank_group_letter(rcc_rank_group_of(out->cls)))
		return -1;
	return parse_digits(name + at + 2, out);
}

static int is_unranked(const char *name, int cls)
{
	size_t len = group_prefix[cls].len;

	return memcmp(name, group_prefix[cls].text, len) == 0 &&
	       memcmp(name + len, FILLER, RCC_RANK_PREFIX_LEN - 1 - len) == 0;
}

/* Parse an unranked name.  Try RCC_RANK_REST first, because most functions are
 * in that class.  At most one class matches. */
static int parse_unranked(const char *name, struct rcc_rank_name *out)
{
	int cls = RCC_RANK_REST;

	for (int i = 0; !is_unranked(name, cls); i++) {
		if (i == RCC_RANK_END)
			return -1;
		cls = i;
	}
	out->cls = (enum rcc_rank_class)cls;
	out->rank = 0;
	out->is_ranked = 0;
	return 0;
}

int rcc_rank_parse(const char *name, size_t n, struct rcc_rank_name *out)
{
	const char *dot;

	if (n <= RCC_RANK_PREFIX_LEN || n > UINT32_MAX ||
	    name[RCC_RANK_PREFIX_LEN - 1] != '.')
		return -1;
	if (parse_unranked(name, out) != 0 && parse_ranked(name, out) != 0 &&
	    parse_ranked_data(name, out) != 0)
		return -1;
	out->tail = name + RCC_RANK_PREFIX_LEN;
	out->tail_len = (uint32_t)(n - RCC_RANK_PREFIX_LEN);
	dot = (const char *)memchr(out->tail, '.', out->tail_len);
	if (dot == NULL)
		return -1;
	out->unit_len = (uint32_t)(dot - out->tail);
	return 0;
}

/* LTO appends ".lto_priv.<n>" to the name of a static function that is called
 * from another partition.  A rank must not depend on partitions, so this part
 * is not hashed. */
static const char promoted[] = ".lto_priv.";
#define PROMOTED_LEN (sizeof(promoted) - 1)

/* Find the next ".lto_priv." at or after `at`.  Returns NULL if there is
 * none. */
static const char *find_promoted(const char *at, const char *end)
{
	for (; (size_t)(end - at) > PROMOTED_LEN; at++) {
		at = (const char *)memchr(at, '.',
					  (size_t)(end - at) - PROMOTED_LEN);
		if (at == NULL)
			return NULL;
		if (memcmp(at, promoted, PROMOTED_LEN) == 0)
			return at;
	}
	return NULL;
}

static uint64_t hash_tail(const char *tail, size_t n, uint64_t key)
{
	const char *end = tail + n;
	const char *part = find_promoted(tail, end);
	XXH64_state_t state;

	if (part == NULL)
		return XXH64(tail, n, key);
	XXH64_reset(&state, key);
	for (; part != NULL; part = find_promoted(tail, end)) {
		XXH64_update(&state, tail, (size_t)(part - tail));
		tail = part + PROMOTED_LEN;
		while (tail < end && *tail >= '0' && *tail <= '9')
			tail++;
	}
	XXH64_update(&state, tail, (size_t)(end - tail));
	return XXH64_digest(&state);
}

struct rcc_rank_unit rcc_rank_unit_of(uint64_t seed, unsigned factors,
				      const struct rcc_rank_name *name,
				      const struct rcc_rank_place *place)
{
	struct rcc_rank_unit unit = {seed, place->unit_ordinal};

	/* If several units have the same name, each has a key of its own.  The
	 * key of the first is the seed. */
	if (place->instance != 0) {
		unsigned char bytes[4];

		for (int i = 0; i < 4; i++)
			bytes[i] = (unsigned char)(place->instance >> (8 * i));
		unit.key = rcc_rank_hash(bytes, sizeof(bytes), seed);
	}
	if ((factors & RCC_FACTOR_UNITS) != 0 ||
	    place->unit_ordinal == RCC_RANK_NO_ORDINAL)
		unit.high =
			rcc_rank_hash(name->tail, name->unit_len, unit.key) >>
			32;
	return unit;
}

uint64_t rcc_rank_in_unit(const struct rcc_rank_unit *unit, unsigned factors,
			  const struct rcc_rank_name *name,
			  const struct rcc_rank_place *place)
{
	uint64_t function_hash =
		hash_tail(name->tail, name->tail_len, unit->key);
	uint64_t low = place->function_ordinal;

	if ((factors & RCC_FACTOR_PROGRAM) != 0)
		return function_hash;
	if ((factors & RCC_FACTOR_FUNCTIONS) != 0 ||
	    place->function_ordinal == RCC_RANK_NO_ORDINAL)
		low = function_hash >> 32;
	return unit->high << 32 | low;
}

uint64_t rcc_rank_of(uint64_t seed, unsigned factors,
		     const struct rcc_rank_name *name,
		     const struct rcc_rank_place *place)
{
	struct rcc_rank_unit unit =
		rcc_rank_unit_of(seed, factors, name, place);

	return rcc_rank_in_unit(&unit, factors, name, place);
}
