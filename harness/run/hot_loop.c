/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/hot_loop.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "common/strbuf.h"

/* ---- Parsing ----------------------------------------------------------- */

static bool is_call(const char *text)
{
	return strncmp(text, "call", 4) == 0 || strncmp(text, "bl ", 3) == 0;
}

/* Return the address to which a branch goes, such as 0x1188 for "jne 1188
 * <hot+0x18>"; 0 for calls and all other instructions. */
static uint64_t target_of(const char *text)
{
	const char *at = strstr(text, " <");
	uint64_t target = 0;

	if (at == NULL || is_call(text) || strchr(text, '#') != NULL)
		return 0;
	while (at > text && isxdigit((unsigned char)at[-1]))
		at--;
	if (at > text && (at[-1] == ' ' || at[-1] == ','))
		target = strtoull(at, NULL, 16);
	return target;
}

/* Return a copy of the instruction at the start of a line, with a single blank
 * in place of each group of blanks.  Caller frees. */
static char *instruction_text(const char *line, size_t n)
{
	struct rcc_strbuf text = {0};

	for (size_t i = 0; i < n; i++) {
		const bool is_space = isspace((unsigned char)line[i]) != 0;

		if (!is_space)
			rcc_strbuf_add_char(&text, line[i]);
		else if (i + 1 < n && !isspace((unsigned char)line[i + 1]))
			rcc_strbuf_add_char(&text, ' ');
	}
	return text.n != 0 ? rcc_strbuf_take(&text) : rcc_mem_strdup("");
}

static void parse_line(struct rcc_hot_loop *loop, const char *line, size_t n)
{
	const char *colon = memchr(line, ':', n);
	char *end;
	uint64_t address;
	char *text;

	if (colon == NULL || colon + 1 >= line + n || colon[1] != '\t')
		return;
	address = strtoull(line, &end, 16);
	if (end != colon)
		return;
	text = instruction_text(colon + 2, (size_t)(line + n - colon - 2));
	loop->item = rcc_mem_grow(loop->item, loop->n, &loop->n_allocated,
				  sizeof(*loop->item));
	loop->item[loop->n++] = (struct rcc_hot_instruction){
		.address = address, .text = text, .target = target_of(text)};
}

void rcc_hot_loop_parse(struct rcc_hot_loop *loop, const char *text)
{
	while (*text != '\0') {
		const size_t n = strcspn(text, "\n");

		parse_line(loop, text, n);
		text += n + (text[n] == '\n');
	}
}

void rcc_hot_loop_release(struct rcc_hot_loop *loop)
{
	for (size_t i = 0; i < loop->n; i++)
		free(loop->item[i].text);
	free(loop->item);
	*loop = (struct rcc_hot_loop){0};
}

/* ---- The loop ---------------------------------------------------------- */

/* Return the index of the last instruction that begins at `address` or before
 * it; loop->n if there is none. */
static size_t index_of(const struct rcc_hot_loop *loop, uint64_t address)
{
	size_t i = loop->n;

	while (i > 0 && loop->item[i - 1].address > address)
		i--;
	return i > 0 ? i - 1 : loop->n;
}

static size_t samples_in(const struct rcc_hot_loop *loop, size_t first,
			 size_t last)
{
	size_t n = 0;

	for (size_t i = first; i <= last; i++)
		n += loop->item[i].n_samples;
	return n;
}

/* If the loop is too long, keep only RCC_HOT_LOOP_MAX instructions around the
 * one with the most samples. */
static void cut(struct rcc_hot_loop *loop)
{
	const size_t end = loop->first + loop->n_loop;
	size_t hottest = loop->first;
	size_t first;

	if (loop->n_loop <= RCC_HOT_LOOP_MAX)
		return;
	for (size_t i = loop->first; i < end; i++)
		if (loop->item[i].n_samples > loop->item[hottest].n_samples)
			hottest = i;
	first = hottest - loop->first > RCC_HOT_LOOP_MAX / 2
			? hottest - RCC_HOT_LOOP_MAX / 2
			: loop->first;
	if (first > end - RCC_HOT_LOOP_MAX)
		first = end - RCC_HOT_LOOP_MAX;
	loop->first = first;
	loop->n_loop = RCC_HOT_LOOP_MAX;
}

void rcc_hot_loop_find(struct rcc_hot_loop *loop, const uint64_t *address,
		       size_t n)
{
	size_t n_samples = 0;

	loop->first = loop->n_loop = 0;
	for (size_t i = 0; i < n; i++) {
		const size_t at = index_of(loop, address[i]);

		if (at < loop->n) {
			loop->item[at].n_samples++;
			n_samples++;
		}
	}
	if (n_samples == 0)
		return;
	loop->n_loop = loop->n;
	for (size_t last = 0; last < loop->n; last++) {
		const uint64_t target = loop->item[last].target;
		const size_t first = index_of(loop, target);

		if (target == 0 || first > last ||
		    loop->item[first].address != target ||
		    2 * samples_in(loop, first, last) < n_samples ||
		    last - first + 1 >= loop->n_loop)
			continue;
		loop->first = first;
		loop->n_loop = last - first + 1;
	}
	cut(loop);
}

/* ---- Tools ------------------------------------------------------------- */

static char *find_tool(const char *name)
{
	const char *path = getenv("PATH");

	return rcc_file_find_program(name, path != NULL ? path : "/usr/bin",
				     NULL);
}

void rcc_hot_loop_read(struct rcc_hot_loop *loop, const char *program,
		       uint64_t address, uint64_t size)
{
	char *tool = find_tool("objdump");
	char *start = rcc_mem_printf("--start-address=0x%" PRIx64, address);
	char *stop =
		rcc_mem_printf("--stop-address=0x%" PRIx64, address + size);
	char *file = rcc_mem_strdup(program);
	char disassemble[] = "-d";
	char no_bytes[] = "--no-show-raw-insn";
	char *argv[] = {tool, disassemble, no_bytes, start, stop, file, NULL};
	char *text = NULL;

	if (tool != NULL && size != 0 && rcc_process_ask(argv, &text) == 0 &&
	    text != NULL)
		rcc_hot_loop_parse(loop, text);
	free(text);
	free(file);
	free(stop);
	free(start);
	free(tool);
}

char *rcc_symbol_demangle(const char *symbol)
{
	char *tool;
	char *name = rcc_mem_strdup(symbol);
	char *argv[] = {NULL, name, NULL};
	char *text = NULL;

	if (strncmp(symbol, "_Z", 2) != 0 && strncmp(symbol, "_R", 2) != 0) {
		free(name);
		return NULL;
	}
	argv[0] = tool = find_tool("c++filt");
	if (tool != NULL && rcc_process_ask(argv, &text) == 0 && text != NULL)
		text[strcspn(text, "\n")] = '\0';
	free(tool);
	if (text != NULL && (*text == '\0' || strcmp(text, symbol) == 0)) {
		free(text);
		text = NULL;
	}
	free(name);
	return text;
}
