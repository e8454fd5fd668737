/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/suite/suite_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/arguments.h"
#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/shell_words.h"
#include "common/strvec.h"
#include "harness/options/run_options.h"
#include "harness/suite/suite_yaml.h"

struct reader {
	struct rcc_yaml yaml;
	char *folder;	       /* absolute path of the file's directory */
	yaml_node_t *defaults; /* the mapping "defaults"; NULL if missing */
	const char **key;      /* names of all settings; ends with NULL */
	/* The options of the command line, which replace settings. */
	const struct rcc_run_options *replacing;
	struct rcc_suite *suite;
};

/* ---- From settings to a command line ------------------------------------- */

/* A command line made from settings.  Messages about word.item[i] begin with
 * place.item[i], its place in the study file: "randstudy: FILE:LINE:COLUMN". */
struct line {
	struct rcc_strvec word;
	struct rcc_strvec place;
};

/* Give the place of the YAML node `at` to the words that have no place yet.
 * These words have just been made from that node. */
static void add_place(const struct reader *r, const yaml_node_t *at,
		      struct line *line)
{
	while (line->place.n < line->word.n)
		rcc_strvec_pushf(&line->place, "%s: %s:%zu:%zu",
				 rcc_diag_program_name(), r->yaml.path,
				 at->start_mark.line + 1,
				 at->start_mark.column + 1);
}

static const struct rcc_argument *option_of(const char *key)
{
	const struct rcc_argument *o = rcc_study_option;

	while (o->name == NULL || strcmp(o->name, key) != 0)
		o++;
	return o;
}

/* Add an option that takes no argument, if the setting is true. */
static int add_flag(struct reader *r, const char *key, const yaml_node_t *value,
		    struct line *line)
{
	if (rcc_yaml_is_plain(value, "true"))
		rcc_strvec_pushf(&line->word, "--%s", key);
	else if (!rcc_yaml_is_plain(value, "false"))
		return rcc_yaml_bad(&r->yaml, &value->start_mark,
				    "\"%s\" must be true or false, unquoted",
				    key);
	add_place(r, value, line);
	return RCC_EXIT_OK;
}

static int add_one(struct reader *r, const char *key, const yaml_node_t *value,
		   struct line *line)
{
	const char *text = NULL;
	char *what = rcc_mem_printf("the value of \"%s\"", key);
	int status = rcc_yaml_want_text(&r->yaml, value, what, &text);

	free(what);
	if (status != RCC_EXIT_OK)
		return status;
	rcc_strvec_pushf(&line->word, "--%s=%s", key, text);
	add_place(r, value, line);
	return RCC_EXIT_OK;
}

static int add_pairs(struct reader *r, const char *key,
		     const yaml_node_t *value, struct line *line)
{
	int status = rcc_yaml_want_mapping(&r->yaml, value, "this");

	for (const yaml_node_pair_t *p = value->data.mapping.pairs.start;
	     status == RCC_EXIT_OK && p < value->data.mapping.pairs.top; p++) {
		const yaml_node_t *name = rcc_yaml_node(&r->yaml, p->key);
		const yaml_node_t *inner = rcc_yaml_node(&r->yaml, p->value);
		char *what = rcc_mem_printf("\"%s\" of \"%s\"",
					    rcc_yaml_text(name), key);
		const char *text = NULL;

		status = rcc_yaml_want_text(&r->yaml, inner, what, &text);
		free(what);
		if (status != RCC_EXIT_OK)
			break;
		rcc_strvec_pushf(&line->word, "--%s=%s=%s", key,
				 rcc_yaml_text(name), text);
		add_place(r, inner, line);
	}
	return status;
}

/* Return whether an option may be given several times, so that its setting may
 * be a list or a mapping. */
static bool may_repeat(const char *key)
{
	static const char *const keys[] = {"system",	"program", "library",
					   "parameter", "arm",	   "metric"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strcmp(key, keys[i]) == 0)
			return true;
	return false;
}

static int add_setting(struct reader *r, const char *key,
		       const yaml_node_t *value, struct line *line)
{
	int status = RCC_EXIT_OK;

	if (rcc_yaml_is_null(value))
		return RCC_EXIT_OK;
	if (option_of(key)->arg == NULL)
		return add_flag(r, key, value, line);
	if (!may_repeat(key) || rcc_yaml_is_bare_binary(&r->yaml, value))
		return add_one(r, key, value, line);
	if (value->type == YAML_MAPPING_NODE)
		return add_pairs(r, key, value, line);
	if (value->type != YAML_SEQUENCE_NODE)
		return add_one(r, key, value, line);
	for (const yaml_node_item_t *i = value->data.sequence.items.start;
	     status == RCC_EXIT_OK && i < value->data.sequence.items.top; i++)
		status = add_one(r, key, rcc_yaml_node(&r->yaml, *i), line);
	return status;
}

static int add_command(struct reader *r, const yaml_node_t *value,
		       struct line *line)
{
	const char *text = NULL;
	int status = RCC_EXIT_OK;

	if (value->type != YAML_SEQUENCE_NODE) {
		status = rcc_yaml_want_text(&r->yaml, value, "\"command\"",
					    &text);
		if (status == RCC_EXIT_OK &&
		    rcc_shell_split(text, &line->word) != 0)
			status = rcc_yaml_bad(&r->yaml, &value->start_mark,
					      "unclosed quote in \"%s\"", text);
		add_place(r, value, line);
		return status;
	}
	for (const yaml_node_item_t *i = value->data.sequence.items.start;
	     status == RCC_EXIT_OK && i < value->data.sequence.items.top; i++) {
		status = rcc_yaml_want_text(&r->yaml,
					    rcc_yaml_node(&r->yaml, *i),
					    "a word of the command", &text);
		if (status == RCC_EXIT_OK)
			rcc_strvec_push(&line->word, text);
		add_place(r, rcc_yaml_node(&r->yaml, *i), line);
	}
	return status;
}

/* Return the value of a setting, or NULL if it is not set.  A value in `own`,
 * the benchmark's settings, takes the place of the one in "defaults". */
static const yaml_node_t *setting(struct reader *r, const yaml_node_t *own,
				  const char *key)
{
	const yaml_node_pair_t *p = rcc_yaml_find(&r->yaml, own, key);

	if (p == NULL)
		p = rcc_yaml_find(&r->yaml, r->defaults, key);
	return p != NULL ? rcc_yaml_node(&r->yaml, p->value) : NULL;
}

static bool is_an_option(const char *key)
{
	return strcmp(key, "command") != 0 && strcmp(key, "directory") != 0;
}

/* Turn the settings of a benchmark into a command line, in the order of the
 * option table.  Their order in the file therefore does not matter. */
static int make_line(struct reader *r, const yaml_node_t *own,
		     struct line *line)
{
	const yaml_node_t *command = setting(r, own, "command");
	int status = RCC_EXIT_OK;

	rcc_strvec_push(&line->word, "randstudy run");
	add_place(r, own, line);
	for (const char **key = r->key; *key != NULL; key++) {
		const yaml_node_t *value =
			is_an_option(*key) ? setting(r, own, *key) : NULL;

		if (value != NULL && status == RCC_EXIT_OK)
			status = add_setting(r, *key, value, line);
	}
	if (status == RCC_EXIT_OK && command != NULL &&
	    !rcc_yaml_is_null(command)) {
		rcc_strvec_push(&line->word, "--");
		add_place(r, command, line);
		status = add_command(r, command, line);
	}
	return status;
}

/* ---- Benchmarks -------------------------------------------------------- */

/* Change to the benchmark's directory.  Returns its absolute name (caller
 * frees), or NULL after a message. */
static char *enter_directory(struct reader *r, const yaml_node_t *own)
{
	const yaml_node_t *value = setting(r, own, "directory");
	const char *text = ".";
	char *joined;
	char *folder;

	if (value != NULL && !rcc_yaml_is_null(value) &&
	    rcc_yaml_want_text(&r->yaml, value, "\"directory\"", &text) !=
		    RCC_EXIT_OK)
		return NULL;
	joined = rcc_file_join(r->folder, text);
	folder = realpath(joined, NULL);
	if (folder == NULL || chdir(folder) != 0) {
		rcc_yaml_bad(&r->yaml,
			     value != NULL ? &value->start_mark
					   : &own->start_mark,
			     "cannot change to the directory \"%s\": %s",
			     joined, strerror(errno));
		free(folder);
		folder = NULL;
	}
	free(joined);
	return folder;
}

/* Check that the settings make a complete study, before the first benchmark is
 * built.  The study that is made here is discarded: rcc_run_study() makes it
 * again. */
static int check_complete(const struct reader *r, const yaml_node_t *key,
			  const json_t *given)
{
	json_t *copy = json_deep_copy(given);
	struct rcc_study study;
	int status = rcc_run_options_study(copy, &study);

	if (status == RCC_EXIT_OK)
		rcc_study_release(&study);
	else
		rcc_hint("in the benchmark \"%s\", %s:%zu", rcc_yaml_text(key),
			 r->yaml.path, key->start_mark.line + 1);
	json_decref(copy);
	return status;
}

static int add_benchmark(struct reader *r, const yaml_node_t *key,
			 const yaml_node_t *own)
{
	const char *problem = rcc_suite_bad_name(rcc_yaml_text(key));
	struct rcc_run_options options = {0};
	struct line line = {0};
	char *folder = NULL;
	int status;

	if (problem != NULL)
		return rcc_yaml_bad(&r->yaml, &key->start_mark,
				    "the name \"%s\" %s", rcc_yaml_text(key),
				    problem);
	status = rcc_yaml_want_keys(&r->yaml, own, "a benchmark", r->key);
	if (status == RCC_EXIT_OK)
		status = make_line(r, own, &line);
	if (status == RCC_EXIT_OK && (folder = enter_directory(r, own)) == NULL)
		status = RCC_EXIT_USAGE;
	if (status == RCC_EXIT_OK) {
		rcc_run_options_parse_file((int)line.word.n, line.word.item,
					   line.place.item, r->replacing,
					   &options);
		status = check_complete(r, key, options.given);
	}
	if (status == RCC_EXIT_OK)
		rcc_suite_add(r->suite, rcc_yaml_text(key), folder,
			      json_incref(options.given));
	rcc_run_options_release(&options);
	rcc_strvec_release(&line.word);
	rcc_strvec_release(&line.place);
	free(folder);
	return status;
}

static int add_benchmarks(struct reader *r, const yaml_node_t *all)
{
	int status = rcc_yaml_want_mapping(&r->yaml, all, "\"benchmarks\"");

	if (status != RCC_EXIT_OK)
		return status;
	if (all->data.mapping.pairs.start == all->data.mapping.pairs.top)
		return rcc_yaml_bad(&r->yaml, &all->start_mark,
				    "\"benchmarks\" is empty");
	for (const yaml_node_pair_t *p = all->data.mapping.pairs.start;
	     status == RCC_EXIT_OK && p < all->data.mapping.pairs.top; p++)
		status = add_benchmark(r, rcc_yaml_node(&r->yaml, p->key),
				       rcc_yaml_node(&r->yaml, p->value));
	return status;
}

/* ---- The file ---------------------------------------------------------- */

/* Return the names of all settings: "command", "directory", and every option of
 * `randstudy run` that belongs to the study.  Options that apply to one call
 * only, such as --jobs, are not settings. */
static const char **setting_keys(void)
{
	static const char *const others[] = {"output",	  "jobs",  "no-runs",
					     "no-report", "study", NULL};
	const struct rcc_argument *o = rcc_study_option;
	size_t n_allocated = 0;
	size_t n = 0;
	const char **key = NULL;

	for (; o->name != NULL || o->doc != NULL; o++) {
		size_t i = 0;

		while (others[i] != NULL && o->name != NULL &&
		       strcmp(others[i], o->name) != 0)
			i++;
		if (o->name == NULL || others[i] != NULL)
			continue;
		key = rcc_mem_grow(key, n, &n_allocated, sizeof(*key));
		key[n++] = o->name;
	}
	key = rcc_mem_realloc(key, n + 3, sizeof(*key));
	key[n++] = "command";
	key[n++] = "directory";
	key[n] = NULL;
	return key;
}

static int read_document(struct reader *r)
{
	static const char *const allowed[] = {"defaults", "benchmarks", NULL};
	const yaml_mark_t begin = {0};
	const yaml_node_t *root =
		yaml_document_get_root_node(&r->yaml.document);
	const yaml_node_pair_t *defaults;
	const yaml_node_pair_t *benchmarks;
	int status;

	if (root == NULL)
		return rcc_yaml_bad(&r->yaml, &begin, "the file is empty");
	status = rcc_yaml_want_keys(&r->yaml, root, "a study file", allowed);
	if (status != RCC_EXIT_OK)
		return status;
	defaults = rcc_yaml_find(&r->yaml, root, "defaults");
	if (defaults != NULL &&
	    !rcc_yaml_is_null(rcc_yaml_node(&r->yaml, defaults->value))) {
		r->defaults = rcc_yaml_node(&r->yaml, defaults->value);
		status = rcc_yaml_want_keys(&r->yaml, r->defaults,
					    "\"defaults\"", r->key);
	}
	benchmarks = rcc_yaml_find(&r->yaml, root, "benchmarks");
	if (status == RCC_EXIT_OK && benchmarks == NULL)
		return rcc_yaml_bad(&r->yaml, &root->start_mark,
				    "\"benchmarks\" is missing");
	if (status == RCC_EXIT_OK)
		status = add_benchmarks(
			r, rcc_yaml_node(&r->yaml, benchmarks->value));
	return status;
}

static int read_documents(struct reader *r, yaml_parser_t *parser)
{
	struct rcc_yaml second = {.path = r->yaml.path};
	const yaml_node_t *root;
	int status;

	status = rcc_yaml_load(&r->yaml, parser);
	if (status != RCC_EXIT_OK)
		return status;
	status = read_document(r);
	if (status == RCC_EXIT_OK)
		status = rcc_yaml_load(&second, parser);
	if (status == RCC_EXIT_OK) {
		root = yaml_document_get_root_node(&second.document);
		if (root != NULL)
			status = rcc_yaml_bad(&r->yaml, &root->start_mark,
					      "unexpected second document");
		yaml_document_delete(&second.document);
	}
	yaml_document_delete(&r->yaml.document);
	return status;
}

/* Read the study file.  Reading changes the working directory, because paths in
 * settings are relative to the benchmark's directory.  Then return to the first
 * working directory. */
static int read_in_place(struct reader *r, FILE *file)
{
	const int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	yaml_parser_t parser;
	int status;

	if (here < 0 || !yaml_parser_initialize(&parser)) {
		rcc_error_errno("cannot read \"%s\"", r->yaml.path);
		return RCC_EXIT_USAGE;
	}
	yaml_parser_set_input_file(&parser, file);
	status = read_documents(r, &parser);
	yaml_parser_delete(&parser);
	if (fchdir(here) != 0) {
		rcc_error_errno("cannot return to the working directory");
		status = RCC_EXIT_USAGE;
	}
	close(here);
	return status;
}

int rcc_suite_file_read(const struct rcc_run_options *options,
			struct rcc_suite *suite)
{
	const char *path = options->study_file;
	struct reader r = {
		.yaml = {.path = path}, .replacing = options, .suite = suite};
	FILE *file = fopen(path, "rbe");
	int status = RCC_EXIT_USAGE;

	memset(suite, 0, sizeof(*suite));
	suite->file = realpath(path, NULL);
	if (file == NULL || suite->file == NULL) {
		rcc_error_errno("cannot read the study file \"%s\"", path);
	} else {
		r.folder = rcc_mem_strndup(
			suite->file,
			(size_t)(rcc_file_base(suite->file) - suite->file));
		r.key = setting_keys();
		status = read_in_place(&r, file);
	}
	if (file != NULL)
		fclose(file);
	if (status != RCC_EXIT_OK)
		rcc_suite_release(suite);
	free(r.key);
	free(r.folder);
	return status;
}
