/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/document: the document that a report consists of, and
 * how it is rendered as text, HTML and Markdown. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/document/document.h"
#include "harness/document/render_html.h"
#include "harness/document/render_markdown.h"
#include "harness/document/render_text.h"
#include "harness/document/wrap.h"

#define LOREM                                                                  \
	"one two three four five six seven eight nine ten eleven twelve "      \
	"thirteen fourteen fifteen sixteen seventeen eighteen nineteen "       \
	"twenty twenty-one twenty-two twenty-three"
#define NBSP "\302\240"
#define MARKUP "<b>&\"'"
#define ESCAPED "&lt;b&gt;&amp;&quot;&#39;"

/* Render a document with `renderer` and release the document.  Caller frees the
 * result. */
static char *render(void (*renderer)(const struct rcc_document *, FILE *),
		    struct rcc_document *d)
{
	char *text = NULL;
	size_t n = 0;
	FILE *out = open_memstream(&text, &n);

	assert_non_null(out);
	renderer(d, out);
	assert_int_equal(fclose(out), 0);
	rcc_document_release(d);
	return text;
}

static void assert_renders(void (*renderer)(const struct rcc_document *,
					    FILE *),
			   struct rcc_document *d, const char *expected)
{
	char *text = render(renderer, d);

	assert_string_equal(text, expected);
	free(text);
}

static void assert_text(struct rcc_document *d, const char *expected)
{
	assert_renders(rcc_render_text, d, expected);
}

static int widest_line(const char *text)
{
	int widest = 0;

	while (*text != '\0') {
		const size_t n = strcspn(text, "\n");
		const int width = rcc_wrap_columns_n(text, n);

		widest = width > widest ? width : widest;
		text += n + (text[n] == '\n');
	}
	return widest;
}

static size_t count(const char *text, const char *part)
{
	size_t n = 0;

	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		n++;
	return n;
}

/* Return the part of an HTML page after the head, which has the style sheet. */
static const char *body_of(const char *page)
{
	const char *body = strstr(page, "<main>");

	assert_non_null(body);
	return body;
}

/* ---- Text -------------------------------------------------------------- */

static void paragraphs_are_broken_at_80_columns(void **state)
{
	struct rcc_document d = {0};
	char *text;

	(void)state;
	rcc_document_paragraph(&d, "%s", LOREM);
	rcc_document_paragraph(&d, "a\nb  c");
	text = render(rcc_render_text, &d);
	assert_memory_equal(text, "  one two", 9);
	assert_non_null(strstr(text, "\n  a b c\n"));
	assert_in_range(widest_line(text), 60, 80);
	free(text);
}

static void a_line_may_fill_80_columns_but_not_81(void **state)
{
	static const char words[] = "12345678901234567890123456789012345 "
				    "1234567890123456789012345678901234567890";
	struct rcc_document d = {0};
	char expected[256];

	(void)state;
	rcc_document_paragraph(&d, "%s a b", words);
	rcc_document_paragraph(&d, "%s ab", words);
	snprintf(expected, sizeof(expected), "  %s a\n  b\n  %s\n  ab\n", words,
		 words);
	assert_text(&d, expected);
}

static void an_answer(struct rcc_document *d)
{
	rcc_document_title(d, "Title");
	rcc_document_answer(d);
	rcc_document_headline(d, "It is %d %%.", 3);
	rcc_document_number(d, "a", "3 %", "explained");
	rcc_document_number(d, "longer", "-12.5 %", "%s", LOREM);
	rcc_document_diagram(d, "  . :\n");
	rcc_document_answer_end(d);
	rcc_document_paragraph(d, "The rest.");
}

static void an_answer_has_its_numbers_in_columns(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	an_answer(&d);
	assert_text(&d, "Title\n"
			"\n"
			"  It is 3 %.\n"
			"\n"
			"  a           3 %  explained\n"
			"  longer  -12.5 %  one two three four five six seven "
			"eight nine ten eleven\n"
			"                   twelve thirteen fourteen fifteen "
			"sixteen seventeen eighteen\n"
			"                   nineteen twenty twenty-one "
			"twenty-two twenty-three\n"
			"\n"
			"  . :\n"
			"\n"
			"  The rest.\n");
}

static void a_page_keeps_an_answer_together(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	an_answer(&d);
	page = render(rcc_render_html, &d);
	assert_non_null(
		strstr(body_of(page),
		       "<section class=\"answer beside\" aria-label=\"The "
		       "answer\">\n"
		       "<p class=\"headline\">It is 3" NBSP "%.</p>\n"
		       "<dl class=\"numbers\">\n"
		       "<div><dt>a</dt><dd class=\"value\">3" NBSP "%</dd>"
		       "<dd>explained</dd></div>\n"));
	assert_non_null(
		strstr(body_of(page), "</section>\n<p>The rest.</p>\n"));
	free(page);
}

static void columns_are_characters_not_bytes(void **state)
{
	struct rcc_document d = {0};
	char *text;

	(void)state;
	/* the text has 78 columns after the indent, but 155 bytes */
	for (int i = 0; i < 2; i++)
		rcc_document_paragraph(
			&d, "%s %s", "äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäö",
			"äöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöüäöü");
	text = render(rcc_render_text, &d);
	assert_int_equal(count(text, "\n"), 2);
	assert_int_equal(widest_line(text), 80);
	free(text);
}

static void a_unit_stays_with_its_number(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_paragraph(&d, "%s %s 1.5 ms of it.",
			       "123456789012345678901234567890123456",
			       "12345678901234567890123456789012345678");
	assert_text(&d, "  123456789012345678901234567890123456 "
			"12345678901234567890123456789012345678\n"
			"  1.5 ms of it.\n");
}

/* In a paragraph, "+-" before a number becomes the plus-minus sign, and the
 * space between a number and a unit becomes a no-break space.  An "s" is a unit
 * only after a number.  The text of a command is not changed. */
static void a_page_has_signs_and_units_that_do_not_break(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	rcc_document_paragraph(&d, "+-1.2 ms (3 s), a +-b, items s");
	rcc_document_command(&d, "again", "--time 3 s --by +-2");
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(page, "<p>\302\2611.2" NBSP "ms (3" NBSP
				     "s), a +-b, items s</p>"));
	assert_non_null(strstr(page, "<code>--time 3 s --by +-2</code>"));
	free(page);
}

static void a_percent_sign_stays_with_its_number(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_paragraph(&d, "%s %s 12 %% of it.",
			       "123456789012345678901234567890123456",
			       "12345678901234567890123456789012345678");
	assert_text(&d, "  123456789012345678901234567890123456 "
			"12345678901234567890123456789012345678\n"
			"  12 % of it.\n");
}

static void a_word_longer_than_a_line_is_not_broken(void **state)
{
	struct rcc_document d = {0};
	char word[101];
	char expected[512];

	(void)state;
	memset(word, 'x', 100);
	word[100] = '\0';
	rcc_document_paragraph(&d, "a %s b", word);
	rcc_document_paragraph(&d, "%s c", word);
	snprintf(expected, sizeof(expected), "  a\n  %s\n  b\n  %s\n  c\n",
		 word, word);
	assert_text(&d, expected);
}

static void a_command_stays_on_one_line(void **state)
{
	static const char line[] =
		"RANDCC_FACTORS=functions,units randld --replay '/a/long path "
		"/record/0/prog'  --seed SEED -o FILE";
	struct rcc_document d = {0};
	char expected[256];

	(void)state;
	rcc_document_command(&d, "rows", "csv");
	rcc_document_command(&d, "link one", "%s", line);
	snprintf(expected, sizeof(expected),
		 "  rows:     csv\n  link one: %s\n", line);
	assert_text(&d, expected);
}

static void terms_are_aligned_over_one_list(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_term(&d, "a", "first");
	rcc_document_term(&d, "label", "%s", LOREM);
	rcc_document_paragraph(&d, "between");
	rcc_document_term(&d, "a longer label", "second");
	assert_text(&d,
		    "  a           first\n"
		    "  label       one two three four five six seven eight "
		    "nine ten eleven twelve\n"
		    "              thirteen fourteen fifteen sixteen seventeen "
		    "eighteen nineteen\n"
		    "              twenty twenty-one twenty-two twenty-three\n"
		    "\n"
		    "  between\n"
		    "\n"
		    "  a longer label  second\n");
}

static void headings_have_a_blank_line_before_them(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_title(&d, "Title");
	rcc_document_paragraph(&d, "text");
	rcc_document_part(&d, "Part");
	rcc_document_question(&d, "Question?");
	rcc_document_paragraph(&d, "answer");
	rcc_document_section(&d, "Section");
	rcc_document_title(&d, "Other title");
	assert_text(&d, "Title\n\n  text\n\n== Part ==\n\nQuestion?\n"
			"  answer\n\nSection\n\nOther title\n");
}

static void nested_items_are_indented(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_item(&d, 0, "a");
	rcc_document_item(&d, 1, "b");
	rcc_document_item(&d, 2, "c");
	rcc_document_item(&d, 0, "d");
	assert_text(&d, "  - a\n    - b\n      - c\n  - d\n");
}

/* ---- Tables as text ---------------------------------------------------- */

static struct rcc_table *arms(struct rcc_document *d)
{
	struct rcc_table *t = rcc_document_table(d, "arms");

	rcc_table_column(t, RCC_ALIGN_LEFT, "arm");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "planned");
	rcc_table_column(t, RCC_ALIGN_LEFT, "seen");
	return t;
}

static void add_arm(struct rcc_table *t, const char *name, const char *mean)
{
	rcc_table_row(t, name);
	rcc_table_cell(t, "%s", mean);
	rcc_table_cell(t, "30");
	rcc_table_cell(t, "both");
}

static void table_columns_are_as_wide_as_their_cells(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t = arms(&d);

	(void)state;
	add_arm(t, "random", "1.0321 s");
	add_arm(t, "fixed", "1 µs");
	assert_text(&d, "  arm         mean  seen\n"
			"  random  1.0321 s  both\n"
			"  fixed       1 µs  both\n");
}

static void a_row_may_end_with_a_message(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t = arms(&d);

	(void)state;
	add_arm(t, "random", "1 s");
	rcc_table_row(t, "fixed");
	rcc_table_message(t, "too few good runs");
	assert_text(&d, "  arm     mean  seen\n"
			"  random   1 s  both\n"
			"  fixed   too few good runs\n");
}

static void a_table_without_rows_has_its_heads(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	arms(&d);
	assert_text(&d, "  arm  mean  seen\n");
}

/* Add a table with a column of names, and `n` columns whose cells are 8
 * characters wide. */
static struct rcc_table *wide_table(struct rcc_document *d, size_t n,
				    const char *name)
{
	struct rcc_table *t = rcc_document_table(d, NULL);

	rcc_table_column(t, RCC_ALIGN_LEFT, "benchmark");
	for (size_t i = 0; i < n; i++)
		rcc_table_column(t, RCC_ALIGN_RIGHT, "head of %zu", i + 1);
	rcc_table_row(t, name);
	for (size_t i = 0; i < n; i++)
		rcc_table_cell(t, "%08zu", i + 1);
	return t;
}

static void a_long_name_has_a_line_of_its_own(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t =
		wide_table(&d, 6, "a-benchmark-with-quite-a-long-name");

	(void)state;
	rcc_table_row(t, "short");
	assert_text(&d,
		    "                       head of   head of   head of   "
		    "head of   head of   head of\n"
		    "  benchmark                  1         2         3      "
		    "   4         5         6\n"
		    "  a-benchmark-with-quite-a-long-name\n"
		    "                      00000001  00000002  00000003  "
		    "00000004  00000005  00000006\n"
		    "  short\n");
}

static void a_table_too_wide_for_columns_becomes_a_list(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t = wide_table(&d, 9, "name");
	char *text;

	(void)state;
	rcc_table_row(t, "other");
	rcc_table_message(t, "too few good runs");
	text = render(rcc_render_text, &d);
	assert_memory_equal(text, "  name\n    head of 1: 00000001\n", 31);
	assert_non_null(strstr(text, "    head of 9: 00000009\n"
				     "  other\n    too few good runs\n"));
	free(text);
}

static void heads_take_one_line_where_there_is_room(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	wide_table(&d, 2, "a");
	assert_text(&d, "  benchmark  head of 1  head of 2\n"
			"  a           00000001   00000002\n");
}

/* ---- Parts for one renderer, and figures -------------------------------- */

static void each_renderer_shows_what_is_for_it(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	for (int i = 0; i < 2; i++) {
		rcc_document_paragraph(&d, "both");
		assert_int_equal(rcc_document_set_medium(&d, RCC_MEDIUM_TEXT),
				 RCC_MEDIUM_ALL);
		rcc_document_paragraph(&d, "text alone");
		assert_int_equal(rcc_document_set_medium(&d, RCC_MEDIUM_HTML),
				 RCC_MEDIUM_TEXT);
		rcc_document_paragraph(&d, "page alone");
		rcc_document_set_medium(&d, RCC_MEDIUM_ALL);
		if (i == 0)
			assert_text(&d, "  both\n  text alone\n");
	}
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(page, "<p>both</p>\n<p>page alone</p>"));
	assert_null(strstr(page, "text alone"));
	free(page);
}

static void draw(FILE *out, const void *self)
{
	fprintf(out, "<svg id=\"%s\"></svg>\n", (const char *)self);
}

static void draw_never(FILE *out, const void *self)
{
	(void)out;
	fail_msg("drawn: %s", (const char *)self);
}

static void figures_are_drawn_where_they_are_wanted(void **state)
{
	struct rcc_document text = {0};
	struct rcc_document page = {.has_figures = true};
	char *html;

	(void)state;
	rcc_document_figure(&text, "none", draw_never, "x");
	assert_text(&text, "");
	rcc_document_figure(&page, "First " MARKUP, draw, "a");
	rcc_document_figure(&page, "Second.", draw, "b");
	html = render(rcc_render_html, &page);
	assert_non_null(strstr(html,
			       "<div class=\"figures\">\n"
			       "<figure>\n<svg id=\"a\"></svg>\n"
			       "<figcaption>First " ESCAPED "</figcaption>\n"
			       "</figure>\n"
			       "<figure>\n<svg id=\"b\"></svg>\n"
			       "<figcaption>Second.</figcaption>\n"
			       "</figure>\n</div>\n"));
	free(html);
}

static void a_text_leaves_figures_out(void **state)
{
	struct rcc_document d = {.has_figures = true};

	(void)state;
	rcc_document_paragraph(&d, "a");
	rcc_document_figure(&d, "figure", draw, "x");
	rcc_document_paragraph(&d, "b");
	assert_text(&d, "  a\n  b\n");
}

/* ---- HTML -------------------------------------------------------------- */

/* Add an element of every kind that can contain text. */
static void add_every_kind(struct rcc_document *d, const char *text)
{
	struct rcc_table *t;

	rcc_document_title(d, "%s", text);
	rcc_document_part(d, "%s", text);
	rcc_document_section(d, "%s", text);
	rcc_document_question(d, "%s", text);
	rcc_document_paragraph(d, "%s", text);
	rcc_document_note(d, "%s", text);
	rcc_document_item(d, 0, "%s", text);
	rcc_document_item(d, 2, "%s", text);
	rcc_document_item(d, 1, "%s", text);
	rcc_document_warning(d, text);
	rcc_document_term(d, text, "%s", text);
	rcc_document_command(d, text, "%s", text);
	rcc_document_literal(d, text);
	t = rcc_document_table(d, text);
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "%s", text);
	rcc_table_html_column(t, RCC_ALIGN_LEFT, text);
	rcc_table_row(t, text);
	rcc_table_cell(t, "%s", text);
	rcc_table_cell(t, "%s", text);
	rcc_table_row(t, text);
	rcc_table_message(t, text);
	rcc_document_figure(d, text, draw, "f");
	rcc_document_fold(d, text);
	rcc_document_paragraph(d, "%s", text);
	rcc_document_fold_end(d);
}

static void all_text_of_a_page_is_escaped(void **state)
{
	struct rcc_document d = {.has_figures = true};
	char *page;

	(void)state;
	add_every_kind(&d, MARKUP);
	page = render(rcc_render_html, &d);
	assert_null(strstr(page, MARKUP));
	assert_null(strstr(page, "<b>"));
	/* The title is also in the head of the page.  A term and a command each
	 * show `text` twice: as a label and as their content. */
	assert_int_equal(count(page, ESCAPED), 27);
	free(page);
}

/* Fail unless all HTML elements from `at` on are nested correctly. */
static void assert_balanced(const char *at)
{
	char open[64][16];
	size_t depth = 0;

	while ((at = strchr(at, '<')) != NULL) {
		const bool is_end = at[1] == '/';
		const char *name = at + 1 + is_end;
		const size_t n = strcspn(name, " >/");
		const char *end = strchr(at, '>');

		assert_non_null(end);
		at = end;
		if (name[0] == '!' || end[-1] == '/')
			continue;
		assert_in_range(n, 1, 15);
		if (!is_end) {
			assert_in_range(depth, 0, 62);
			snprintf(open[depth++], 16, "%.*s", (int)n, name);
			continue;
		}
		assert_int_not_equal(depth, 0);
		assert_int_equal(strlen(open[--depth]), n);
		assert_memory_equal(open[depth], name, n);
	}
	assert_int_equal(depth, 0);
}

static void every_element_of_a_page_is_closed(void **state)
{
	struct rcc_document full = {.has_figures = true};
	struct rcc_document empty = {0};
	char *page;

	(void)state;
	add_every_kind(&full, MARKUP);
	page = render(rcc_render_html, &full);
	assert_balanced(page);
	free(page);
	page = render(rcc_render_html, &empty);
	assert_balanced(page);
	assert_non_null(strstr(page, "<title>randstudy</title>"));
	free(page);
}

static void a_list_within_a_list_is_part_of_an_item(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	rcc_document_item(&d, 0, "a");
	rcc_document_item(&d, 1, "b");
	rcc_document_item(&d, 1, "c");
	rcc_document_item(&d, 0, "d");
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(page, "<ul>\n<li>a<ul>\n<li>b</li>\n<li>c</li>\n"
				     "</ul>\n</li>\n<li>d</li>\n</ul>\n"));
	free(page);
}

static void terms_and_commands_are_lists_of_their_own(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	rcc_document_term(&d, "a", "1");
	rcc_document_term(&d, "b", "2");
	rcc_document_command(&d, "c", "ls  -l");
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(page, "<dl>\n<dt>a</dt><dd>1</dd>\n"
				     "<dt>b</dt><dd>2</dd>\n</dl>\n"
				     "<dl>\n<dt>c</dt><dd><code>ls  -l</code>"
				     "</dd>\n</dl>\n"));
	free(page);
}

static void table_heads_have_a_scope(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t = arms(&d);
	char *page;

	(void)state;
	add_arm(t, "random", "1 s");
	rcc_table_row(t, "fixed");
	rcc_table_message(t, "too few");
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(
		page, "<tr><th scope=\"col\" class=\"word\">arm</th>"
		      "<th scope=\"col\">mean</th>"
		      "<th scope=\"col\">planned</th>"
		      "<th scope=\"col\" class=\"word\">seen</th></tr>"));
	assert_non_null(strstr(page, "<tr><th scope=\"row\">random</th>"
				     "<td>1" NBSP "s</td><td>30</td>"
				     "<td class=\"word\">both</td></tr>"));
	assert_non_null(strstr(page,
			       "<tr><th scope=\"row\">fixed</th>"
			       "<td class=\"word\" colspan=\"3\">too few</td>"
			       "</tr>"));
	free(page);
}

static void a_table_is_named_by_its_caption_or_heading(void **state)
{
	struct rcc_document d = {0};
	char *page;

	(void)state;
	rcc_document_section(&d, "Extremes");
	rcc_document_paragraph(&d, "text");
	rcc_table_column(rcc_document_table(&d, NULL), RCC_ALIGN_LEFT, "a");
	rcc_table_column(rcc_document_table(&d, "Arms"), RCC_ALIGN_LEFT, "b");
	page = render(rcc_render_html, &d);
	assert_non_null(strstr(page, "<h2 id=\"heading-0\">Extremes</h2>"));
	assert_int_equal(count(page, "aria-labelledby=\"heading-0\""), 2);
	assert_non_null(strstr(page, "id=\"table-3\">Arms</p>"));
	assert_int_equal(count(page, "aria-labelledby=\"table-3\""), 2);
	free(page);
}

static void a_page_loads_nothing(void **state)
{
	struct rcc_document d = {.has_figures = true};
	char *page;

	(void)state;
	add_every_kind(&d, "x");
	page = render(rcc_render_html, &d);
	assert_null(strstr(page, "http:"));
	assert_null(strstr(page, "https:"));
	assert_null(strstr(page, "url("));
	assert_null(strstr(page, "<script"));
	assert_null(strstr(body_of(page), "style="));
	free(page);
}

/* ---- Markdown ---------------------------------------------------------- */

static void assert_markdown(struct rcc_document *d, const char *expected)
{
	assert_renders(rcc_render_markdown, d, expected);
}

static void a_comment_folds_all_but_the_answer(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_title(&d, "Title");
	rcc_document_answer(&d);
	rcc_document_headline(&d, "It is %d %%.", 3);
	rcc_document_number(&d, "a", "3 %", "explained");
	rcc_document_number(&d, "b", "-2 %", "too");
	rcc_document_diagram(&d, "  . :\n");
	rcc_document_answer_end(&d);
	rcc_document_paragraph(&d, "The rest.");
	rcc_document_term(&d, "who", "me");
	rcc_document_term(&d, "what", "it");
	assert_markdown(&d, "## Title\n"
			    "\n"
			    "**It is 3 %.**\n"
			    "\n"
			    "| | | |\n"
			    "| --- | ---: | --- |\n"
			    "| a | 3 % | explained |\n"
			    "| b | -2 % | too |\n"
			    "\n"
			    "```\n"
			    "  . :\n"
			    "```\n"
			    "\n"
			    "<details><summary>Details</summary>\n"
			    "\n"
			    "The rest.\n"
			    "\n"
			    "- **who**: me\n"
			    "- **what**: it\n"
			    "\n"
			    "</details>\n");
}

static void text_in_markdown_is_no_markup(void **state)
{
	struct rcc_document d = {0};

	(void)state;
	rcc_document_paragraph(&d, "%s", "a*b_c `d` <b>&amp; [x](y) #1 ~|\\");
	rcc_document_paragraph(&d, "- no list");
	rcc_document_paragraph(&d, "1. nor this");
	rcc_document_paragraph(&d, "2.5 is a number");
	rcc_document_command(&d, "", "echo ```` <b>");
	assert_markdown(&d, "a\\*b\\_c \\`d\\` &lt;b\\>&amp;amp; "
			    "\\[x\\](y) \\#1 \\~\\|\\\\\n"
			    "\n"
			    "\\- no list\n"
			    "\n"
			    "1\\. nor this\n"
			    "\n"
			    "2.5 is a number\n"
			    "\n"
			    "`````\n"
			    "echo ```` <b>\n"
			    "`````\n");
}

static void a_table_in_markdown_has_a_cell_for_each_column(void **state)
{
	struct rcc_document d = {0};
	struct rcc_table *t = rcc_document_table(&d, NULL);

	(void)state;
	rcc_table_column(t, RCC_ALIGN_LEFT, "%s", "");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "runs");
	rcc_table_html_column(t, RCC_ALIGN_RIGHT, "planned");
	rcc_table_column(t, RCC_ALIGN_RIGHT, "mean");
	rcc_table_row(t, "a|b");
	rcc_table_cell(t, "3");
	rcc_table_cell(t, "4");
	rcc_table_cell(t, "1.5");
	rcc_table_row(t, "c");
	rcc_table_message(t, "too few");
	assert_markdown(&d, "|  | runs | mean |\n"
			    "| --- | ---: | ---: |\n"
			    "| a\\|b | 3 | 1.5 |\n"
			    "| c | too few |  |\n");
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(a_comment_folds_all_but_the_answer),
		cmocka_unit_test(text_in_markdown_is_no_markup),
		cmocka_unit_test(
			a_table_in_markdown_has_a_cell_for_each_column),
		cmocka_unit_test(paragraphs_are_broken_at_80_columns),
		cmocka_unit_test(a_line_may_fill_80_columns_but_not_81),
		cmocka_unit_test(an_answer_has_its_numbers_in_columns),
		cmocka_unit_test(a_page_keeps_an_answer_together),
		cmocka_unit_test(columns_are_characters_not_bytes),
		cmocka_unit_test(a_percent_sign_stays_with_its_number),
		cmocka_unit_test(a_unit_stays_with_its_number),
		cmocka_unit_test(a_page_has_signs_and_units_that_do_not_break),
		cmocka_unit_test(a_word_longer_than_a_line_is_not_broken),
		cmocka_unit_test(a_command_stays_on_one_line),
		cmocka_unit_test(terms_are_aligned_over_one_list),
		cmocka_unit_test(headings_have_a_blank_line_before_them),
		cmocka_unit_test(nested_items_are_indented),
		cmocka_unit_test(table_columns_are_as_wide_as_their_cells),
		cmocka_unit_test(a_row_may_end_with_a_message),
		cmocka_unit_test(a_table_without_rows_has_its_heads),
		cmocka_unit_test(a_long_name_has_a_line_of_its_own),
		cmocka_unit_test(a_table_too_wide_for_columns_becomes_a_list),
		cmocka_unit_test(heads_take_one_line_where_there_is_room),
		cmocka_unit_test(each_renderer_shows_what_is_for_it),
		cmocka_unit_test(figures_are_drawn_where_they_are_wanted),
		cmocka_unit_test(a_text_leaves_figures_out),
		cmocka_unit_test(all_text_of_a_page_is_escaped),
		cmocka_unit_test(every_element_of_a_page_is_closed),
		cmocka_unit_test(a_list_within_a_list_is_part_of_an_item),
		cmocka_unit_test(terms_and_commands_are_lists_of_their_own),
		cmocka_unit_test(table_heads_have_a_scope),
		cmocka_unit_test(a_table_is_named_by_its_caption_or_heading),
		cmocka_unit_test(a_page_loads_nothing),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
