/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/metric_unit.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

/* ---- Lists of words ---------------------------------------------------- */

static bool is_one_of(const char *word, size_t len, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strlen(*list) == len && strncasecmp(*list, word, len) == 0)
			return true;
	return false;
}

static const char *const times[] = {
	"s",	   "ms",      "us",	 "ns",	 "min",	 "sec",	  "secs",
	"second",  "seconds", "msec",	 "usec", "nsec", "mins",  "minute",
	"\u00b5s", "\u03bcs", "minutes", "h",	 "hour", "hours", NULL};

/* Short words for things that are counted.  "op/s" is a rate although "op" is
 * singular. */
static const char *const short_things[] = {
	"op",  "req", "tx",  "txn", "trans", "it",   "iter", "msg",  "pkt",
	"rec", "qry", "evt", "tok", "ins",   "insn", "inst", "flop", NULL};

/* Words for things that are counted, in the singular.  "requests/s" is a rate,
 * and "request/ms" is the time of one request.  "request/s" may be either. */
static const char *const things[] = {
	"operation",   "request", "query", "transaction", "item",
	"iteration",   "event",	  "frame", "row",	  "record",
	"message",     "packet",  "call",  "job",	  "task",
	"token",       "word",	  "line",  "char",	  "image",
	"instruction", "cycle",	  "pixel", NULL};

/* More words for things that are counted: plurals without their last "s", such
 * as "matche".  The singular often names a part of the work whose time is
 * measured.  "update/s" is therefore the time of an update in seconds, but
 * "updates/s" is a rate. */
static const char *const acts[] = {
	"querie",     "file",	 "page",      "node",	"move",
	"sample",     "step",	 "update",    "read",	"write",
	"lookup",     "insert",	 "key",	      "matche", "block",
	"object",     "hit",	 "character", "loop",	"delete",
	"connection", "session", "game",      "user",	NULL};

static const char *const bytes[] = {"byte", "B",  "KB",	 "kB",
				    "KiB",  "MB", "MiB", NULL};

static const char *const fine_times[] = {"ms",	 "us",	 "ns", "msec",
					 "usec", "nsec", NULL};

/* A metric is a time if its name ends with one of these words. */
static const char *const called_time[] = {
	"time",	     "times",	"latency", "latencies", "delay",
	"delays",    "pause",	"pauses",  "elapsed",	"duration",
	"durations", "seconds", "secs",	   "wall",	"user",
	"sys",	     "cpu",	"real",	   NULL};

/* Names of rates.  A time never has such a name. */
static const char *const rates[] = {"rate",	 "rates",	"throughput",
				    "bandwidth", "speed",	"score",
				    "perf",	 "performance", NULL};

/* Units that are rates although they have no slash. */
static const char *const rate_units[] = {
	"qps",	"tps",	 "rps",	   "fps",    "iops",   "bps",	 "kbps", "mbps",
	"gbps", "flops", "kflops", "mflops", "gflops", "tflops", "mips", NULL};

/* Words for costs, such as errors.  For a cost per second, it is unknown which
 * values are better.  For a cost per thing done, lower is better. */
static const char *const costs[] = {"error",   "errors",   "miss",   "misses",
				    "fault",   "faults",   "drop",   "drops",
				    "failure", "failures", "retry",  "retries",
				    "j",       "joule",	   "joules", NULL};

/* Words for work, such as cycles.  For work per thing done, lower is better. */
static const char *const efforts[] = {
	"cycle",  "cycles",	 "instruction", "instructions", "insn",
	"insns",  "inst",	 "instr",	"ins",		"alloc",
	"allocs", "allocations", NULL};

static bool is_time(const char *word, size_t len)
{
	return is_one_of(word, len, times);
}

/* Skip a prefix such as "k" in "kop", "M" in "MB" or "Gi" in "GiB".  Returns
 * the word after the prefix, and sets *len to its length. */
static const char *skip_prefix(const char *word, size_t *len)
{
	const size_t n = *len > 2 && word[1] == 'i' ? 2 : 1;

	if (*len <= n || strchr("kKMGT", word[0]) == NULL)
		return word;
	*len -= n;
	return word + n;
}

/* Return whether a word is a unit of data, such as "B", "MB", "KiB", "Mbit" or
 * "bytes". */
static bool is_bytes(const char *word, size_t len)
{
	static const char *const base[] = {"bytes", "bit", "bits", NULL};
	const char *rest = skip_prefix(word, &len);

	return (len == 1 && rest[0] == 'B') || is_one_of(rest, len, base);
}

/* Return whether a word is in the list, with or without a prefix. */
static bool is_any(const char *word, size_t len, const char *const *list)
{
	const char *rest = word;
	size_t rest_len = len;

	rest = skip_prefix(rest, &rest_len);
	return is_one_of(word, len, list) || is_one_of(rest, rest_len, list);
}

/* ---- Units ------------------------------------------------------------- */

static const struct {
	const char *name;
	enum rcc_unit unit;
	double factor;
} unit_table[] = {
	{"s", RCC_UNIT_SECONDS, 1},	  {"ms", RCC_UNIT_SECONDS, 1e-3},
	{"us", RCC_UNIT_SECONDS, 1e-6},	  {"ns", RCC_UNIT_SECONDS, 1e-9},
	{"min", RCC_UNIT_SECONDS, 60},	  {"B", RCC_UNIT_BYTES, 1},
	{"KiB", RCC_UNIT_BYTES, 1 << 10}, {"MiB", RCC_UNIT_BYTES, 1 << 20},
	{"GiB", RCC_UNIT_BYTES, 1 << 30}, {"kB", RCC_UNIT_BYTES, 1e3},
	{"MB", RCC_UNIT_BYTES, 1e6},	  {"GB", RCC_UNIT_BYTES, 1e9},
};

enum rcc_unit rcc_unit_kind(const char *unit, double *factor)
{
	*factor = 1;
	for (size_t i = 0; i < sizeof(unit_table) / sizeof(unit_table[0]);
	     i++) {
		if (strcmp(unit_table[i].name, unit) == 0) {
			*factor = unit_table[i].factor;
			return unit_table[i].unit;
		}
	}
	return RCC_UNIT_COUNT;
}

/* Return which values are better if the unit is a quotient a/b, such as "MB/s"
 * or "ns/op". */
static enum rcc_better quotient_better(const char *a, size_t a_len,
				       const char *b)
{
	if (is_time(b, strlen(b)))
		return is_time(a, a_len) || is_one_of(a, a_len, costs)
			       ? RCC_BETTER_UNKNOWN
			       : RCC_BETTER_HIGHER;
	if (is_time(a, a_len) || is_bytes(a, a_len) ||
	    is_one_of(a, a_len, costs) || is_one_of(a, a_len, efforts))
		return RCC_BETTER_LOWER;
	return RCC_BETTER_UNKNOWN;
}

enum rcc_better rcc_unit_better(const char *unit)
{
	const char *slash;
	double factor;

	if (unit == NULL || unit[0] == '\0')
		return RCC_BETTER_UNKNOWN;
	slash = strrchr(unit, '/');
	if (slash != NULL && slash > unit && slash[1] != '\0')
		return quotient_better(unit, (size_t)(slash - unit), slash + 1);
	if (is_time(unit, strlen(unit)) ||
	    rcc_unit_kind(unit, &factor) == RCC_UNIT_BYTES)
		return RCC_BETTER_LOWER;
	return is_one_of(unit, strlen(unit), rate_units) ? RCC_BETTER_HIGHER
							 : RCC_BETTER_UNKNOWN;
}

enum rcc_timed rcc_unit_timed(const char *unit)
{
	const char *slash = unit != NULL ? strrchr(unit, '/') : NULL;
	size_t len;

	if (unit == NULL)
		return RCC_TIMED_MAYBE;
	len = slash != NULL ? (size_t)(slash - unit) : strlen(unit);
	if (is_time(unit, len) || is_one_of(unit, len, rate_units) ||
	    (slash != NULL && is_time(slash + 1, strlen(slash + 1))))
		return RCC_TIMED_YES;
	/* A program may count cycles with a clock that continues while other
	 * programs run. */
	if (strncasecmp(unit, "cycle", strlen("cycle")) == 0)
		return RCC_TIMED_MAYBE;
	return is_bytes(unit, len) || is_one_of(unit, len, efforts)
		       ? RCC_TIMED_NO
		       : RCC_TIMED_MAYBE;
}

/* ---- NAME/UNIT --------------------------------------------------------- */

/* Return whether a metric of this name is a time.  Such names are "time",
 * "gc_times", "runtime" and "parse-latency". */
static bool is_called_time(const char *name)
{
	const size_t len = strlen(name);
	size_t at = len;

	while (at > 0 && strchr("_.-", name[at - 1]) == NULL)
		at--;
	return is_one_of(name + at, len - at, called_time) ||
	       (len > 4 && strcasecmp(name + len - 4, "time") == 0) ||
	       (len > 5 && strcasecmp(name + len - 5, "times") == 0);
}

/* Return whether a word ends like most English plurals.  "class", "bus" and
 * "analysis" do not. */
static bool is_plural(const char *name, size_t len)
{
	return len > 2 && name[len - 1] == 's' &&
	       strchr("sui", name[len - 2]) == NULL;
}

static bool is_counted(const char *plural, size_t len)
{
	return is_plural(plural, len) &&
	       (is_any(plural, len - 1, short_things) ||
		is_any(plural, len - 1, things) ||
		is_any(plural, len - 1, acts));
}

/* Return whether NAME/UNIT is a cost per thing done, such as "ns/op", "B/op" or
 * "cycles/op". */
static bool is_for_each(const char *name, const char *unit)
{
	const size_t len = strlen(unit);
	double factor;

	return ((rcc_unit_kind(name, &factor) != RCC_UNIT_COUNT &&
		 strcmp(name, "min") != 0) ||
		is_one_of(name, strlen(name), efforts)) &&
	       (is_any(unit, len, short_things) || is_any(unit, len, things) ||
		is_any(unit, len, acts) || is_one_of(unit, len, bytes));
}

enum rcc_slash rcc_unit_slash(const char *name, const char *unit)
{
	const size_t len = strlen(name);
	const bool is_fine = is_one_of(unit, strlen(unit), fine_times);

	if (!is_time(unit, strlen(unit)))
		return is_for_each(name, unit) ? RCC_SLASH_RATE
					       : RCC_SLASH_UNIT;
	if (is_called_time(name))
		return RCC_SLASH_UNIT;
	if (is_bytes(name, len))
		return RCC_SLASH_RATE;
	if (is_counted(name, len)) /* "updates/ms" may be a rate or a time */
		return is_fine ? RCC_SLASH_UNCLEAR : RCC_SLASH_RATE;
	if (is_one_of(name, len, rates))
		return RCC_SLASH_UNCLEAR;
	if (is_fine)
		return RCC_SLASH_UNIT; /* such as "request/ms", "gcs/us" */
	if (is_any(name, len, short_things))
		return RCC_SLASH_RATE;
	return is_any(name, len, things) || is_plural(name, len)
		       ? RCC_SLASH_UNCLEAR
		       : RCC_SLASH_UNIT;
}
