/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A document: the contents of a report without a format.  It is a list of
 * nodes, such as headings, paragraphs and tables.  The functions
 * rcc_compose_...() in harness/report/ append nodes.  Renderers (render_text.h,
 * render_html.h, render_markdown.h) print the list, each in one format.
 *
 * Adjacent nodes of the same kind form a group.  For example, adjacent items
 * form one list.
 *
 * A document begins with the answer to the reader's question: a headline, the
 * most important numbers, a picture.  rcc_document_answer() comes before these
 * nodes and rcc_document_answer_end() after them.
 *
 * The document copies every string that it is given.  A parameter `fmt` is a
 * format of printf().  All strings are plain text; the renderers escape them.
 *
 * No function in this directory fails.  The caller of a renderer must check the
 * output stream for errors.
 */
#ifndef RCC_HARNESS_DOCUMENT_DOCUMENT_H
#define RCC_HARNESS_DOCUMENT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/strvec.h"

/* The formats in which a node of a document, or a column of a table, is shown:
 * all formats, or only one.  Markdown shows what text shows. */
enum rcc_medium {
	RCC_MEDIUM_ALL,
	RCC_MEDIUM_TEXT,
	RCC_MEDIUM_HTML,
};

/* ---- Tables ------------------------------------------------------------ */

enum rcc_align { RCC_ALIGN_LEFT, RCC_ALIGN_RIGHT };

struct rcc_column {
	char *head; /* the heading of the column; "" if it has none */
	enum rcc_align align;
	enum rcc_medium medium;
};

/* A row of a table.  The first cell names the row. */
struct rcc_row {
	struct rcc_strvec cell;
	/* Whether the last cell is a message that replaces the remaining
	 * columns. */
	bool ends_with_message;
};

struct rcc_table {
	/* The name of the table in HTML; NULL if the heading above the table
	 * names it. */
	char *caption;
	struct rcc_column *column;
	size_t n_columns;
	size_t n_columns_allocated;
	struct rcc_row *row;
	size_t n_rows;
	size_t n_rows_allocated;
};

/* Append a column.  All columns must be added before the first row.  The first
 * column names the rows. */
void rcc_table_column(struct rcc_table *t, enum rcc_align align,
		      const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Append a column that only HTML shows, because text has no room for it.  Every
 * row must have a cell for it. */
void rcc_table_html_column(struct rcc_table *t, enum rcc_align align,
			   const char *head);

void rcc_table_row(struct rcc_table *t, const char *head);
/* Append a cell to the last row. */
void rcc_table_cell(struct rcc_table *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* End the last row with a message that replaces its remaining cells. */
void rcc_table_message(struct rcc_table *t, const char *message);

/* Return whether any column has a heading. */
bool rcc_table_has_heads(const struct rcc_table *t);

/* ---- Documents --------------------------------------------------------- */

/* The kinds of nodes.  The comment on each kind lists the members of struct
 * rcc_node that such nodes have. */
enum rcc_node_kind {
	RCC_NODE_TITLE,	 /* text */
	RCC_NODE_ANSWER, /* the answer begins here */
	RCC_NODE_ANSWER_END,
	RCC_NODE_HEADLINE, /* text: the answer in one sentence */
	RCC_NODE_NUMBER,   /* label, value, text: a number of the answer */
	RCC_NODE_PART,	   /* text: heading of a part (<h2>) */
	RCC_NODE_SECTION, /* text: heading of a section without a part (<h2>) */
	RCC_NODE_QUESTION,  /* text: heading within a part or section */
	RCC_NODE_PARAGRAPH, /* text */
	RCC_NODE_NOTE,	    /* text: explains the table or figure before it */
	RCC_NODE_ITEM,	    /* depth, text */
	RCC_NODE_WARNING,   /* text */
	RCC_NODE_TERM,	    /* label, text */
	RCC_NODE_COMMAND,   /* label, text: a command line to copy */
	RCC_NODE_LITERAL,   /* text: lines to show as they are */
	RCC_NODE_DIAGRAM,   /* text: a picture made of characters */
	RCC_NODE_TABLE,	    /* table */
	RCC_NODE_FIGURE,    /* text: the caption; svg */
	RCC_NODE_FOLD,	    /* text: the summary of nodes shown on demand */
	RCC_NODE_FOLD_END,
};

struct rcc_node {
	enum rcc_node_kind kind;
	enum rcc_medium medium;
	/* This pointer and the next four are NULL if the node's kind does not
	 * have them. */
	char *text;
	char *label; /* a term's, command's or number's label */
	char *value; /* a number with its unit */
	char *svg;
	struct rcc_table *table;
	unsigned depth; /* nesting depth of an item; 0 is outermost */
};

/* A zeroed struct is an empty document. */
struct rcc_document {
	struct rcc_node *node;
	size_t n;
	size_t n_allocated;
	/* The medium of the nodes that are appended from now on. */
	enum rcc_medium medium;
	/* Whether rcc_document_figure() draws.  If the document is for a
	 * renderer without figures (text, Markdown), drawing would be
	 * wasted. */
	bool has_figures;
};

void rcc_document_release(struct rcc_document *d);

/* Set the medium of the nodes that are appended from now on: the formats that
 * show these nodes.  Returns the previous medium. */
enum rcc_medium rcc_document_set_medium(struct rcc_document *d,
					enum rcc_medium medium);

void rcc_document_title(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Mark the beginning and the end of the answer.  Renderers keep the nodes
 * between the two marks together. */
void rcc_document_answer(struct rcc_document *d);
void rcc_document_answer_end(struct rcc_document *d);
void rcc_document_headline(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Append one of the answer's most important numbers.  `value` is the number
 * with its unit, `label` its name.  The formatted text explains it, for example
 * by its interval. */
void rcc_document_number(struct rcc_document *d, const char *label,
			 const char *value, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void rcc_document_part(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rcc_document_section(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rcc_document_question(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rcc_document_paragraph(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rcc_document_note(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void rcc_document_item(struct rcc_document *d, unsigned depth, const char *fmt,
		       ...) __attribute__((format(printf, 3, 4)));
void rcc_document_warning(struct rcc_document *d, const char *text);
void rcc_document_term(struct rcc_document *d, const char *label,
		       const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Append a command line.  Renderers never break it, so that readers can copy
 * it. */
void rcc_document_command(struct rcc_document *d, const char *label,
			  const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Append lines that renderers print unchanged. */
void rcc_document_literal(struct rcc_document *d, const char *text);
/* Append a picture made of characters.  Renderers print it unchanged, after a
 * blank line. */
void rcc_document_diagram(struct rcc_document *d, const char *text);

/* Append a table.  The document owns the table.  `caption` is NULL if the
 * heading above names the table. */
struct rcc_table *rcc_document_table(struct rcc_document *d,
				     const char *caption);

/* Append a figure if d->has_figures is set.  The function calls draw(out, self)
 * at once; draw() prints an SVG element. */
void rcc_document_figure(struct rcc_document *d, const char *caption,
			 void (*draw)(FILE *out, const void *self),
			 const void *self);

/* Mark the beginning and the end of nodes that HTML and Markdown hide until the
 * reader opens them (<details>). */
void rcc_document_fold(struct rcc_document *d, const char *summary);
void rcc_document_fold_end(struct rcc_document *d);

/* ---- For renderers ----------------------------------------------------- */

/* Return whether a renderer for the format `medium` shows a node or a column
 * whose medium is `wanted`. */
bool rcc_medium_shows(enum rcc_medium medium, enum rcc_medium wanted);

/* Return the index of the first node, from `i` on, that a renderer for the
 * format `medium` shows; d->n if there is none. */
size_t rcc_document_next(const struct rcc_document *d, size_t i,
			 enum rcc_medium medium);

#endif
