/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/document.h"

#include <stdarg.h>
#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"

/* Replace line breaks and tabs, which a name may have, by blanks.  Returns
 * `text`. */
static char *one_line(char *text)
{
	for (char *c = text; *c != '\0'; c++)
		if (*c == '\n' || *c == '\t' || *c == '\r')
			*c = ' ';
	return text;
}

/* ---- Tables ------------------------------------------------------------ */

static void add_column(struct rcc_table *t, enum rcc_align align,
		       enum rcc_medium medium, char *head)
{
	t->column = rcc_mem_grow(t->column, t->n_columns,
				 &t->n_columns_allocated, sizeof(*t->column));
	t->column[t->n_columns++] = (struct rcc_column){head, align, medium};
}

void rcc_table_column(struct rcc_table *t, enum rcc_align align,
		      const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add_column(t, align, RCC_MEDIUM_ALL,
		   one_line(rcc_mem_vprintf(fmt, ap)));
	va_end(ap);
}

void rcc_table_html_column(struct rcc_table *t, enum rcc_align align,
			   const char *head)
{
	add_column(t, align, RCC_MEDIUM_HTML, rcc_mem_strdup(head));
}

void rcc_table_row(struct rcc_table *t, const char *head)
{
	t->row = rcc_mem_grow(t->row, t->n_rows, &t->n_rows_allocated,
			      sizeof(*t->row));
	t->row[t->n_rows] = (struct rcc_row){0};
	rcc_strvec_take(&t->row[t->n_rows++].cell,
			one_line(rcc_mem_strdup(head)));
}

void rcc_table_cell(struct rcc_table *t, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	rcc_strvec_take(&t->row[t->n_rows - 1].cell,
			one_line(rcc_mem_vprintf(fmt, ap)));
	va_end(ap);
}

void rcc_table_message(struct rcc_table *t, const char *message)
{
	rcc_strvec_push(&t->row[t->n_rows - 1].cell, message);
	t->row[t->n_rows - 1].ends_with_message = true;
}

bool rcc_table_has_heads(const struct rcc_table *t)
{
	for (size_t i = 0; i < t->n_columns; i++)
		if (t->column[i].head[0] != '\0')
			return true;
	return false;
}

static void free_table(struct rcc_table *t)
{
	if (t == NULL)
		return;
	for (size_t i = 0; i < t->n_columns; i++)
		free(t->column[i].head);
	for (size_t i = 0; i < t->n_rows; i++)
		rcc_strvec_release(&t->row[i].cell);
	free(t->column);
	free(t->row);
	free(t->caption);
	free(t);
}

/* ---- Documents --------------------------------------------------------- */

void rcc_document_release(struct rcc_document *d)
{
	for (size_t i = 0; i < d->n; i++) {
		free(d->node[i].text);
		free(d->node[i].label);
		free(d->node[i].value);
		free(d->node[i].svg);
		free_table(d->node[i].table);
	}
	free(d->node);
	*d = (struct rcc_document){0};
}

enum rcc_medium rcc_document_set_medium(struct rcc_document *d,
					enum rcc_medium medium)
{
	const enum rcc_medium former = d->medium;

	d->medium = medium;
	return former;
}

/* Append a node, which takes ownership of `text`.  The pointer returned is
 * valid until the next node is added. */
static struct rcc_node *add(struct rcc_document *d, enum rcc_node_kind kind,
			    char *text)
{
	struct rcc_node *node;

	d->node =
		rcc_mem_grow(d->node, d->n, &d->n_allocated, sizeof(*d->node));
	node = &d->node[d->n++];
	*node = (struct rcc_node){
		.kind = kind, .medium = d->medium, .text = text};
	return node;
}

/* Define the function `function`(d, fmt, ...), which appends a node of kind
 * `kind` with a text formatted as by printf(). */
#define ADD_FORMATTED(function, kind)                                          \
	void function(struct rcc_document *d, const char *fmt, ...)            \
	{                                                                      \
		va_list ap;                                                    \
                                                                               \
		va_start(ap, fmt);                                             \
		add(d, kind, one_line(rcc_mem_vprintf(fmt, ap)));              \
		va_end(ap);                                                    \
	}

ADD_FORMATTED(rcc_document_title, RCC_NODE_TITLE)
ADD_FORMATTED(rcc_document_headline, RCC_NODE_HEADLINE)
ADD_FORMATTED(rcc_document_part, RCC_NODE_PART)
ADD_FORMATTED(rcc_document_section, RCC_NODE_SECTION)
ADD_FORMATTED(rcc_document_question, RCC_NODE_QUESTION)
ADD_FORMATTED(rcc_document_paragraph, RCC_NODE_PARAGRAPH)
ADD_FORMATTED(rcc_document_note, RCC_NODE_NOTE)

void rcc_document_answer(struct rcc_document *d)
{
	add(d, RCC_NODE_ANSWER, NULL);
}

void rcc_document_answer_end(struct rcc_document *d)
{
	add(d, RCC_NODE_ANSWER_END, NULL);
}

void rcc_document_number(struct rcc_document *d, const char *label,
			 const char *value, const char *fmt, ...)
{
	struct rcc_node *node;
	va_list ap;

	va_start(ap, fmt);
	node = add(d, RCC_NODE_NUMBER, rcc_mem_vprintf(fmt, ap));
	node->label = rcc_mem_strdup(label);
	node->value = rcc_mem_strdup(value);
	va_end(ap);
}

void rcc_document_item(struct rcc_document *d, unsigned depth, const char *fmt,
		       ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(d, RCC_NODE_ITEM, rcc_mem_vprintf(fmt, ap))->depth = depth;
	va_end(ap);
}

void rcc_document_warning(struct rcc_document *d, const char *text)
{
	add(d, RCC_NODE_WARNING, rcc_mem_strdup(text));
}

void rcc_document_term(struct rcc_document *d, const char *label,
		       const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(d, RCC_NODE_TERM, rcc_mem_vprintf(fmt, ap))->label =
		rcc_mem_strdup(label);
	va_end(ap);
}

void rcc_document_command(struct rcc_document *d, const char *label,
			  const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	add(d, RCC_NODE_COMMAND, rcc_mem_vprintf(fmt, ap))->label =
		rcc_mem_strdup(label);
	va_end(ap);
}

void rcc_document_literal(struct rcc_document *d, const char *text)
{
	add(d, RCC_NODE_LITERAL, rcc_mem_strdup(text));
}

void rcc_document_diagram(struct rcc_document *d, const char *text)
{
	add(d, RCC_NODE_DIAGRAM, rcc_mem_strdup(text));
}

struct rcc_table *rcc_document_table(struct rcc_document *d,
				     const char *caption)
{
	struct rcc_table *t = rcc_mem_calloc(1, sizeof(*t));

	if (caption != NULL)
		t->caption = rcc_mem_strdup(caption);
	add(d, RCC_NODE_TABLE, NULL)->table = t;
	return t;
}

void rcc_document_figure(struct rcc_document *d, const char *caption,
			 void (*draw)(FILE *out, const void *self),
			 const void *self)
{
	char *svg = NULL;
	size_t n = 0;
	FILE *out;

	if (!d->has_figures)
		return;
	out = rcc_mem_open(&svg, &n);
	draw(out, self);
	rcc_mem_close(out);
	add(d, RCC_NODE_FIGURE, rcc_mem_strdup(caption))->svg = svg;
}

void rcc_document_fold(struct rcc_document *d, const char *summary)
{
	add(d, RCC_NODE_FOLD, rcc_mem_strdup(summary));
}

void rcc_document_fold_end(struct rcc_document *d)
{
	add(d, RCC_NODE_FOLD_END, NULL);
}

/* ---- For renderers ----------------------------------------------------- */

bool rcc_medium_shows(enum rcc_medium medium, enum rcc_medium wanted)
{
	return wanted == RCC_MEDIUM_ALL || wanted == medium;
}

size_t rcc_document_next(const struct rcc_document *d, size_t i,
			 enum rcc_medium medium)
{
	while (i < d->n && !rcc_medium_shows(medium, d->node[i].medium))
		i++;
	return i;
}
