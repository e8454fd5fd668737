/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/best_heat.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "harness/build/moved_program.h"
#include "harness/run/call_order.h"
#include "harness/run/hot_loop.h"
#include "harness/session/sample_functions.h"

/* An order by heat needs at least this many samples. */
#define SAMPLES_LEAST 200

/* Only this many functions, the hottest ones, are searched for calls. */
#define CALLERS_MAX 64
/* A sample counts for a call instruction if their addresses are less than this
 * many bytes apart. */
#define NEAR 64

struct calls {
	struct rcc_call *item;
	size_t n, n_allocated;
};

/* ---- The order --------------------------------------------------------- */

/* Return the index of the hot function that an instruction calls, such as
 * "sort" in "call 1180 <sort>".  A jump to the beginning of a function also
 * counts, since a tail call is such a jump.  Returns hot->n if the instruction
 * calls no hot function. */
static size_t callee_of(const struct rcc_hot_functions *hot, size_t file,
			const char *text)
{
	const char *name = strchr(text, '<');
	size_t i = hot->n;

	if (name == NULL || strchr(text, '#') != NULL)
		return i;
	name++;
	for (i = 0; i < hot->n; i++) {
		const struct rcc_hot_function *h = &hot->item[i];
		const size_t n = strlen(h->name);

		if (h->file == file && strncmp(name, h->name, n) == 0 &&
		    (name[n] == '>' || strncmp(name + n, "@plt>", 5) == 0))
			break;
	}
	return i;
}

/* Return the number of a function's samples near an instruction. */
static size_t samples_near(const struct rcc_hot_function *h, uint64_t address)
{
	size_t n = 0;

	for (size_t i = 0; i < h->n_samples; i++)
		n += h->sample[i] + NEAR > address &&
		     h->sample[i] < address + NEAR;
	return n;
}

/* Find the instructions of hot function i that call other hot functions, and
 * append the calls to *c. */
static void find_calls(const struct rcc_best_search *s,
		       const struct rcc_hot_functions *hot, size_t i,
		       struct calls *c)
{
	const struct rcc_hot_function *h = &hot->item[i];
	const struct rcc_linked *file =
		rcc_trial_search_linked(&s->search, h->file);
	char *path = rcc_file_join(s->original, file->name);
	struct rcc_hot_loop code = {0};

	rcc_hot_loop_read(&code, path, h->address, h->size);
	for (size_t k = 0; k < code.n; k++) {
		const size_t callee =
			callee_of(hot, h->file, code.item[k].text);

		if (callee == hot->n || callee == i)
			continue;
		c->item = rcc_mem_grow(c->item, c->n, &c->n_allocated,
				       sizeof(*c->item));
		c->item[c->n++] =
			(struct rcc_call){.caller = i,
					  .callee = callee,
					  .weight = (double)samples_near(
						  h, code.item[k].address)};
	}
	rcc_hot_loop_release(&code);
	free(path);
}

/* Return an array of lists, one for the program and one for each library.  Each
 * list has the symbols of hot functions in the order by heat. */
static json_t *order_json(const struct rcc_hot_functions *hot, size_t n_files,
			  const struct calls *c)
{
	struct rcc_called_function *f = rcc_mem_calloc(hot->n, sizeof(*f));
	size_t *order = rcc_mem_calloc(hot->n, sizeof(*order));
	json_t *files = json_array();

	for (size_t i = 0; i < hot->n; i++)
		f[i] = (struct rcc_called_function){
			.samples = (double)hot->item[i].n_samples,
			.size = hot->item[i].size};
	rcc_call_order(f, hot->n, c->item, c->n, order);
	for (size_t i = 0; i < n_files; i++)
		json_array_append_new(files, json_array());
	for (size_t k = 0; k < hot->n; k++) {
		const struct rcc_hot_function *h = &hot->item[order[k]];

		json_array_append_new(json_array_get(files, h->file),
				      json_string(h->name));
	}
	free(order);
	free(f);
	return files;
}

static int store_order(struct rcc_best_search *s,
		       const struct rcc_hot_functions *hot, size_t n_files,
		       int error_number)
{
	const char *why = NULL;
	struct calls calls = {0};
	json_t *order;

	if (error_number != 0)
		why = strerror(error_number);
	else if (hot->n_samples < SAMPLES_LEAST || hot->n == 0)
		why = "too few samples";
	if (why != NULL)
		return rcc_trial_search_store_json(
			&s->search, RCC_BEST_HEAT,
			json_pack("{s:s}", "why", why));
	for (size_t i = 0; i < hot->n && i < CALLERS_MAX; i++)
		find_calls(s, hot, i, &calls);
	order = json_pack(
		"{s:I,s:I,s:o}", "samples", (json_int_t)hot->n_samples, "calls",
		(json_int_t)calls.n, "files", order_json(hot, n_files, &calls));
	free(calls.item);
	return rcc_trial_search_store_json(&s->search, RCC_BEST_HEAT, order);
}

int rcc_best_heat_settle(struct rcc_best_search *s)
{
	struct rcc_hot_functions hot = {0};
	struct rcc_hot_file *file;
	size_t n_files = 0;
	int error_number = 0;
	int status = RCC_EXIT_OK;

	if (s->b.heat != NULL)
		return RCC_EXIT_OK;
	file = rcc_sample_files(&s->search.runs, s->original, &n_files);
	if (file == NULL)
		return RCC_EXIT_FAILED;
	fputs("best: where the time is\n", stderr);
	status = rcc_sample_functions(&s->search.runs, s->original, file,
				      n_files, &hot, &error_number);
	if (status == RCC_EXIT_OK)
		status = store_order(s, &hot, n_files, error_number);
	rcc_hot_files_free(file, n_files);
	rcc_hot_functions_release(&hot);
	return status;
}

/* ---- The program ------------------------------------------------------- */

/* Write the list of symbols for the program (i = 0) or library i - 1 to a new
 * file in `folder`.  Returns the path of the new file (caller frees), or NULL
 * with errno set. */
static char *write_list(const json_t *list, const char *folder, size_t i)
{
	char *path = rcc_mem_printf("%s/order-%zu", folder, i);
	struct rcc_strbuf b = {0};
	char *text;
	int result;

	for (size_t k = 0; k < json_array_size(list); k++)
		rcc_strbuf_printf(&b, "%s\n",
				  json_string_value(json_array_get(list, k)));
	text = rcc_strbuf_take(&b);
	result = rcc_file_replace(path, text, strlen(text), 0666);
	free(text);
	if (result == 0)
		return path;
	free(path);
	return NULL;
}

int rcc_best_heat_link(const struct rcc_best_search *s, const char *folder)
{
	const struct rcc_layout_record record = rcc_best_record(s, 0);
	const json_t *files = json_object_get(s->b.heat, "files");
	const size_t n = json_array_size(files);
	struct rcc_strvec order = {0};
	char *problem = NULL;
	int status = RCC_EXIT_OK;

	if (rcc_file_mkdirs(folder) != 0)
		status = RCC_EXIT_FAILED;
	for (size_t i = 0; i < n && status == RCC_EXIT_OK; i++) {
		char *path = write_list(json_array_get(files, i), folder, i);

		if (path == NULL)
			status = RCC_EXIT_FAILED;
		else
			rcc_strvec_take(&order, path);
	}
	if (status != RCC_EXIT_OK)
		rcc_error_errno("cannot write to \"%s\"", folder);
	else if (rcc_moved_program_link_ordered(&s->search.x, &record,
						RCC_BEST_FACTORS, order.item,
						folder, &problem) != 0) {
		rcc_error("cannot link the order by heat: %s", problem);
		status = RCC_EXIT_FAILED;
	}
	rcc_strvec_release(&order);
	free(problem);
	return status;
}
