/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A document: what a report says, independent of how it is shown.  It is a list
 * of nodes, such as headings, paragraphs and tables.  Composers append nodes;
 * each renderer (render_text.h, render_html.h) shows the list in one format.
 *
 * Adjacent nodes of one kind belong together: several items make one list,
 * several terms one list of terms, several figures one group.
 *
 * A document begins with its answer: a headline, the numbers that matter, the
 * picture.  rcc_document_answer() and rcc_document_answer_end() enclose it.
 *
 * The document copies every string that it is given.  A string with `fmt` is
 * formatted as printf() does; strings are plain text, escaped by the renderer.
 *
 * Nothing in this room fails; an error of the output stream is its owner's to
 * notice.
 */
#ifndef RCC_HARNESS_DOCUMENT_DOCUMENT_H
#define RCC_HARNESS_DOCUMENT_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "common/strvec.h"

/* The renderers that show a node or a column. */
enum rcc_medium {
	RCC_MEDIUM_ALL,
	RCC_MEDIUM_TEXT,
	RCC_MEDIUM_HTML,
};

/* ---- Tables ------------------------------------------------------------ */

enum rcc_align { RCC_ALIGN_LEFT, RCC_ALIGN_RIGHT };

struct rcc_column {
	char *head; /* "" has none */
	enum rcc_align align;
	enum rcc_medium medium;
};

/* The first cell is the row's head. */
struct rcc_row {
	struct rcc_strvec cell;
	/* The last cell is a message that fills the columns left. */
	bool ends_with_message;
};

struct rcc_table {
	char *caption; /* names the table in HTML; NULL: the heading above does */
	struct rcc_column *column;
	size_t n_columns;
	size_t n_columns_allocated;
	struct rcc_row *row;
	size_t n_rows;
	size_t n_rows_allocated;
};

/* Add all columns before the first row.  The first column names the rows. */
void rcc_table_column(struct rcc_table *t, enum rcc_align align,
		      const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A column for HTML alone, for which text has no room.  Its cells are added to
 * every row all the same. */
void rcc_table_html_column(struct rcc_table *t, enum rcc_align align,
			   const char *head);

void rcc_table_row(struct rcc_table *t, const char *head);
/* Append to the last row. */
void rcc_table_cell(struct rcc_table *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Fill the rest of the last row with one message. */
void rcc_table_message(struct rcc_table *t, const char *message);

/* Whether any column has a head. */
bool rcc_table_has_heads(const struct rcc_table *t);

/* ---- Documents --------------------------------------------------------- */

enum rcc_node_kind {
	RCC_NODE_TITLE,	 /* text */
	RCC_NODE_ANSWER, /* the answer begins */
	RCC_NODE_ANSWER_END,
	RCC_NODE_HEADLINE,  /* text: the answer in one sentence */
	RCC_NODE_NUMBER,    /* label, value, text: a number of the answer */
	RCC_NODE_PART,	    /* text: heading of a group of questions */
	RCC_NODE_SECTION,   /* text: heading, not below a part */
	RCC_NODE_QUESTION,  /* text: heading within a part or section */
	RCC_NODE_PARAGRAPH, /* text */
	RCC_NODE_NOTE,	    /* text: explains the table or figure above */
	RCC_NODE_ITEM,	    /* depth, text */
	RCC_NODE_WARNING,   /* text */
	RCC_NODE_TERM,	    /* label, text */
	RCC_NODE_COMMAND,   /* label, text: a command line to copy */
	RCC_NODE_LITERAL,   /* text: lines to show as they are */
	RCC_NODE_DIAGRAM,   /* the same: a picture of characters */
	RCC_NODE_TABLE,	    /* table */
	RCC_NODE_FIGURE,    /* text: the caption; svg */
	RCC_NODE_FOLD,	    /* text: what follows is shown on demand */
	RCC_NODE_FOLD_END,
};

struct rcc_node {
	enum rcc_node_kind kind;
	enum rcc_medium medium;
	char *text;  /* this and the next four: NULL if the kind has none */
	char *label; /* a term's, command's or number's label */
	char *value; /* a number with its unit */
	char *svg;
	struct rcc_table *table;
	unsigned depth; /* an item's depth: 0 is outermost */
};

/* A zeroed struct is an empty document. */
struct rcc_document {
	struct rcc_node *node;
	size_t n;
	size_t n_allocated;
	enum rcc_medium medium; /* the medium that the next nodes are for */
	bool has_figures;	/* draw figures, which text does not show */
};

void rcc_document_release(struct rcc_document *d);

/* Nodes appended from now on are for this medium.  Returns the former one. */
enum rcc_medium rcc_document_set_medium(struct rcc_document *d,
					enum rcc_medium medium);

void rcc_document_title(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Nodes between these two are the answer, which a renderer keeps together. */
void rcc_document_answer(struct rcc_document *d);
void rcc_document_answer_end(struct rcc_document *d);
void rcc_document_headline(struct rcc_document *d, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* The text explains the number, for example by its interval. */
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
/* A renderer never breaks a command: it can be pasted as it stands. */
void rcc_document_command(struct rcc_document *d, const char *label,
			  const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Lines that are shown as they are. */
void rcc_document_literal(struct rcc_document *d, const char *text);
/* The same, with a blank line before it. */
void rcc_document_diagram(struct rcc_document *d, const char *text);

/* Borrowed from the document, and valid as long as it is.  The caption is NULL
 * where the heading above names the table. */
struct rcc_table *rcc_document_table(struct rcc_document *d,
				     const char *caption);

/* Append a figure, unless d->has_figures is false.  draw() is called at once,
 * with `self`, and prints an SVG element. */
void rcc_document_figure(struct rcc_document *d, const char *caption,
			 void (*draw)(FILE *out, const void *self),
			 const void *self);

/* Nodes between these two are shown on demand, in a medium that can. */
void rcc_document_fold(struct rcc_document *d, const char *summary);
void rcc_document_fold_end(struct rcc_document *d);

/* ---- For renderers ----------------------------------------------------- */

/* Return whether a renderer of `medium` shows a node that is for `wanted`. */
bool rcc_medium_shows(enum rcc_medium medium, enum rcc_medium wanted);

/* Return the index of the first node from `i` on that the medium shows; d->n if
 * there is none. */
size_t rcc_document_next(const struct rcc_document *d, size_t i,
			 enum rcc_medium medium);

#endif
