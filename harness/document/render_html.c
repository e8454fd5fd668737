/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/render_html.h"

#include <string.h>

#include "common/strbuf.h"
#include "harness/document/svg.h"
#include "harness/document/wrap.h"

/* The style sheet of the page.  Its colors are defined in rcc_svg_style. */
static const char style[] =
	":root{--card:#f5f5f2;--shade:#0004}\n"
	"@media(prefers-color-scheme:dark){:root{--card:#202327;--shade:#fff4}}"
	"\n"
	"*{box-sizing:border-box}\n"
	"body{margin:0;background:var(--page);color:var(--text);"
	"font:16px/1.5 system-ui,sans-serif}\n"
	"main{max-width:66rem;margin:0 auto;padding:1rem 1rem 3rem}\n"
	"h1{font-size:1.5rem;line-height:1.25;margin:.6em 0}\n"
	"h2{font-size:1.2rem;margin:2em 0 .4em;padding-top:.5em;"
	"border-top:1px solid var(--line)}\n"
	"h3{font-size:1rem;margin:1.3em 0 .2em}\n"
	"h1,h2,h3,p,dd,li,figcaption{overflow-wrap:anywhere}\n"
	"p,ul,dl{max-width:44rem;margin:.4em 0}\n"
	"dl{display:grid;grid-template-columns:max-content minmax(0,1fr);"
	"gap:.15em 1em}\n"
	"dt{color:var(--soft)}dd{margin:0}\n"
	".headline{font-size:1.25rem;line-height:1.4;font-weight:600;"
	"overflow-wrap:anywhere}\n"
	".numbers{display:block;margin:1rem 0}\n"
	".numbers div{display:flex;flex-wrap:wrap;"
	"gap:0 .9em;align-items:baseline;padding:.3em 0;"
	"border-bottom:1px solid var(--line)}\n"
	".numbers dt{flex:0 0 100%}.numbers dd{flex:1 1 10rem}\n"
	".numbers .value{flex:0 0 auto;min-width:8.5rem;font-size:1.5rem;"
	"line-height:1.2;font-weight:600;"
	"white-space:nowrap;font-variant-numeric:tabular-nums}\n"
	"@media(min-width:60rem){.beside{display:grid;column-gap:2rem;"
	"grid-template-columns:minmax(0,1fr) minmax(0,29rem)}"
	".beside>*{grid-column:1}.beside>.headline{grid-column:1/3;"
	"max-width:none}.beside>.figures{grid-column:2;grid-row:1/span 20;"
	"grid-template-columns:1fr}"
	".beside>.headline~.figures{grid-row:2/span 20}}\n"
	".figures{display:grid;gap:1rem;margin:1rem 0;align-items:start;"
	"align-content:start;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr))}\n"
	"figure{margin:0;padding:.7rem;background:var(--card);"
	"border-radius:6px;break-inside:avoid;max-width:31rem}\n"
	"figcaption{color:var(--soft);font-size:.85rem;line-height:1.35}\n"
	"svg{display:block;width:100%;height:auto}\n"
	/* A wide table scrolls in a box.  The box has a shadow at its left and
	 * at its right side, and the shadows do not scroll.  Each end of the
	 * table has a background that scrolls with the table and covers a
	 * shadow.  So a shadow shows only where the table continues. */
	".scroll{overflow-x:auto;margin:0 0 1rem;"
	"background:linear-gradient(90deg,var(--page) 40%,transparent) "
	"0 -1px/2.5rem calc(100% + 2px),"
	"linear-gradient(270deg,var(--page) 40%,transparent) "
	"100% -1px/2.5rem calc(100% + 2px),"
	"linear-gradient(90deg,var(--shade),transparent) "
	"0/1rem 100%,linear-gradient(270deg,var(--shade),transparent) "
	"100%/1rem 100%;background-repeat:no-repeat;"
	"background-attachment:local,local,scroll,scroll}\n"
	"table{border-collapse:collapse;font-size:.9rem;"
	"font-variant-numeric:tabular-nums}\n"
	".caption{color:var(--soft);font-size:.9rem;margin:1.2em 0 .2em}\n"
	"th,td{padding:.25em .7em;border-bottom:1px solid var(--line);"
	"text-align:right;white-space:nowrap}\n"
	"th:first-child,.word{text-align:left}\n"
	"thead th{vertical-align:bottom;white-space:normal}\n"
	/* The names of rows stay in sight when a table scrolls. */
	"tbody th{font-weight:600;white-space:normal;min-width:9em;"
	"overflow-wrap:anywhere}\n"
	"tbody th,thead>tr>:first-child{position:sticky;left:0;"
	"background:var(--page)}\n"
	"@media(max-width:30rem){th,td{padding:.25em .4em}}\n"
	"code,pre{font:.9em/1.4 ui-monospace,monospace}\n"
	"pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.6em 0}\n"
	".option{white-space:nowrap}\n"
	"dd code{user-select:all;overflow-wrap:anywhere}\n"
	".note{color:var(--soft);font-size:.9rem}\n"
	".warnings{border-left:4px solid var(--original);padding-left:1.6em}\n"
	"summary{cursor:pointer;margin:1em 0 .3em}\n"
	"footer{margin-top:2.5em;color:var(--soft);font-size:.85rem}\n"
	"@media print{:root{--card:#fff;font-size:10.5pt}body{font-size:1rem}"
	"main{max-width:none;padding:0}.scroll{overflow:visible;"
	"background:none}"
	"table{font-size:8pt}th,td{padding:.15em .35em}"
	"h1,h2,h3,.caption{break-after:avoid}"
	"tr,li,dd{break-inside:avoid}p{orphans:3;widows:3}"
	"p,ul,dl{max-width:none}"
	"footer{margin-top:.5em;break-before:avoid}pre{"
	"font-size:7pt;columns:2}"
	".figures{grid-template-columns:1fr 1fr;gap:.4rem}"
	/* On paper, numbers and pictures stand side by side and fill the
	 * width. */
	".headline{break-after:avoid;break-inside:avoid}"
	".numbers{break-inside:avoid}"
	".beside{display:grid;column-gap:1rem;"
	"grid-template-columns:minmax(0,1fr) minmax(0,1fr)}"
	".beside>*{grid-column:1}.beside>.headline{grid-column:1/3}"
	".beside>.figures{grid-column:2;grid-row:1/span 20;"
	"grid-template-columns:1fr;margin:.4rem 0}"
	".beside>.headline~.figures{grid-row:2/span 20}"
	"figure{padding:.3rem}"
	"details::details-content{content-visibility:visible}}\n";

/* ---- Elements ---------------------------------------------------------- */

static void put_escaped(FILE *out, struct rcc_strbuf *text)
{
	if (text->n != 0)
		rcc_svg_escape(out, text->text);
	rcc_strbuf_release(text);
	*text = (struct rcc_strbuf){0};
}

/* Return the length of an option such as "--layouts", which begins at
 * text[at]; 0 if none begins there. */
static size_t option_length(const char *text, size_t at)
{
	const size_t n = strspn(text + at, "abcdefghijklmnopqrstuvwxyz-");

	if (strncmp(text + at, "--", 2) != 0 ||
	    (at > 0 && strchr(" (\"[", text[at - 1]) == NULL))
		return 0;
	return n > 2 ? n : 0;
}

/* Print text for readers.  "+-" before a number becomes a plus-minus sign.  A
 * blank between a number and its unit becomes a no-break space.  A line does
 * not break inside the name of an option. */
static void put_prose(FILE *out, const char *text)
{
	struct rcc_strbuf prose = {0};

	for (size_t i = 0; text[i] != '\0'; i++) {
		const size_t n = option_length(text, i);

		if (n != 0) {
			put_escaped(out, &prose);
			fprintf(out, "<span class=\"option\">%.*s</span>",
				(int)n, text + i);
			i += n - 1;
		} else if (rcc_wrap_is_plus_minus(text + i)) {
			rcc_strbuf_add(&prose, "\302\261");
			i++;
		} else if (rcc_wrap_joins(text, i)) {
			rcc_strbuf_add(&prose, "\302\240");
		} else {
			rcc_strbuf_add_char(&prose, text[i]);
		}
	}
	put_escaped(out, &prose);
}

static void element(FILE *out, const char *name, const char *attributes,
		    const char *text)
{
	fprintf(out, "<%s%s>", name, attributes);
	put_prose(out, text);
	fprintf(out, "</%s>", name);
}

static void line_element(FILE *out, const char *name, const char *attributes,
			 const char *text)
{
	element(out, name, attributes, text);
	fputc('\n', out);
}

static const char *title_of(const struct rcc_document *d)
{
	for (size_t i = rcc_document_next(d, 0, RCC_MEDIUM_HTML); i < d->n;
	     i = rcc_document_next(d, i + 1, RCC_MEDIUM_HTML))
		if (d->node[i].kind == RCC_NODE_TITLE)
			return d->node[i].text;
	return "randstudy";
}

static void begin_page(const char *title, FILE *out)
{
	/* The page loads nothing.  The policy makes the browser enforce
	 * that. */
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\"/>\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	      "<meta name=\"viewport\" "
	      "content=\"width=device-width,initial-scale=1\"/>\n"
	      "<meta name=\"generator\" content=\"randstudy " RCC_VERSION
	      "\"/>\n",
	      out);
	fputs("<title>", out);
	rcc_svg_escape(out, title);
	fputs("</title>\n", out);
	fprintf(out, "<style>\n%s%s</style>\n</head>\n<body>\n<main>\n",
		rcc_svg_style, style);
}

static void end_page(FILE *out)
{
	fputs("<footer>Made by randstudy (randcc " RCC_VERSION
	      ").</footer>\n</main>\n</body>\n</html>\n",
	      out);
}

/* ---- Tables ------------------------------------------------------------ */

static void put_cell(const struct rcc_table *t, const struct rcc_row *row,
		     size_t column, FILE *out)
{
	const char *text = row->cell.item[column];
	const bool is_last = column + 1 == row->cell.n;
	size_t n_left = 0;

	for (size_t i = column; i < t->n_columns; i++)
		n_left +=
			rcc_medium_shows(RCC_MEDIUM_HTML, t->column[i].medium);
	if (is_last && row->ends_with_message) {
		fprintf(out, "<td class=\"word\" colspan=\"%zu\">", n_left);
		put_prose(out, text);
		fputs("</td>", out);
	} else if (column == 0) {
		element(out, "th", " scope=\"row\"", text);
	} else if (t->column[column].align == RCC_ALIGN_LEFT) {
		element(out, "td", " class=\"word\"", text);
	} else {
		element(out, "td", "", text);
	}
}

static void put_heads(const struct rcc_table *t, FILE *out)
{
	fputs("<thead>\n<tr>", out);
	for (size_t i = 0; i < t->n_columns; i++) {
		const struct rcc_column *c = &t->column[i];

		if (!rcc_medium_shows(RCC_MEDIUM_HTML, c->medium))
			continue;
		/* Use <td> for a column without a heading: an empty <th> would
		 * name nothing. */
		if (c->head[0] == '\0')
			fputs("<td></td>", out);
		else
			element(out, "th",
				c->align == RCC_ALIGN_LEFT
					? " scope=\"col\" class=\"word\""
					: " scope=\"col\"",
				c->head);
	}
	fputs("</tr>\n</thead>\n", out);
}

/* Print a table.  A wide table can be scrolled, with the keyboard too.  The
 * table's name is printed as a paragraph, because a <caption> would scroll
 * away.  `label` is the id of the element that names the table: this paragraph
 * or the heading above. */
static void put_table(const struct rcc_table *t, const char *label, FILE *out)
{
	if (t->caption != NULL) {
		fprintf(out, "<p class=\"caption\" id=\"%s\">", label);
		put_prose(out, t->caption);
		fputs("</p>\n", out);
	}
	fprintf(out,
		"<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
		"aria-labelledby=\"%s\">\n<table aria-labelledby=\"%s\">\n",
		label, label);
	if (rcc_table_has_heads(t))
		put_heads(t, out);
	fputs("<tbody>\n", out);
	for (size_t i = 0; i < t->n_rows; i++) {
		fputs("<tr>", out);
		for (size_t k = 0; k < t->row[i].cell.n; k++)
			if (rcc_medium_shows(RCC_MEDIUM_HTML,
					     t->column[k].medium))
				put_cell(t, &t->row[i], k, out);
		fputs("</tr>\n", out);
	}
	fputs("</tbody>\n</table>\n</div>\n", out);
}

/* ---- Groups of nodes --------------------------------------------------- */

/* In this section, each function put_...() that returns an index prints the
 * adjacent nodes of one kind, beginning with node `i`.  It returns the index of
 * the first node after these nodes. */

static size_t next(const struct rcc_document *d, size_t i)
{
	return rcc_document_next(d, i + 1, RCC_MEDIUM_HTML);
}

static bool is_a(const struct rcc_document *d, size_t i,
		 enum rcc_node_kind kind)
{
	return i < d->n && d->node[i].kind == kind;
}

static size_t put_figures(const struct rcc_document *d, size_t i, FILE *out)
{
	fputs("<div class=\"figures\">\n", out);
	for (; is_a(d, i, RCC_NODE_FIGURE); i = next(d, i)) {
		fprintf(out, "<figure>\n%s", d->node[i].svg);
		line_element(out, "figcaption", "", d->node[i].text);
		fputs("</figure>\n", out);
	}
	fputs("</div>\n", out);
	return i;
}

static size_t put_terms(const struct rcc_document *d, size_t i, FILE *out)
{
	const enum rcc_node_kind kind = d->node[i].kind;
	const bool is_command = kind == RCC_NODE_COMMAND;

	fputs("<dl>\n", out);
	for (; is_a(d, i, kind); i = next(d, i)) {
		element(out, "dt", "", d->node[i].label);
		fputs(is_command ? "<dd><code>" : "<dd>", out);
		rcc_svg_escape(out, d->node[i].text);
		fputs(is_command ? "</code></dd>\n" : "</dd>\n", out);
	}
	fputs("</dl>\n", out);
	return i;
}

static size_t put_numbers(const struct rcc_document *d, size_t i, FILE *out)
{
	fputs("<dl class=\"numbers\">\n", out);
	for (; is_a(d, i, RCC_NODE_NUMBER); i = next(d, i)) {
		fputs("<div>", out);
		element(out, "dt", "", d->node[i].label);
		element(out, "dd", " class=\"value\"", d->node[i].value);
		element(out, "dd", "", d->node[i].text);
		fputs("</div>\n", out);
	}
	fputs("</dl>\n", out);
	return i;
}

static size_t put_warnings(const struct rcc_document *d, size_t i, FILE *out)
{
	fputs("<ul class=\"warnings\">\n", out);
	for (; is_a(d, i, RCC_NODE_WARNING); i = next(d, i))
		line_element(out, "li", "", d->node[i].text);
	fputs("</ul>\n", out);
	return i;
}

/* Print adjacent items.  A nested list belongs to the item before it. */
static size_t put_items(const struct rcc_document *d, size_t i, FILE *out)
{
	unsigned n_open = 0; /* number of open lists; each has an open item */

	for (; is_a(d, i, RCC_NODE_ITEM); i = next(d, i)) {
		const unsigned depth = d->node[i].depth;

		while (n_open > depth + 1) {
			fputs("</li>\n</ul>\n", out);
			n_open--;
		}
		if (n_open == depth + 1)
			fputs("</li>\n", out);
		while (n_open < depth + 1) {
			fputs(n_open == depth ? "<ul>\n" : "<ul>\n<li>", out);
			n_open++;
		}
		fputs("<li>", out);
		put_prose(out, d->node[i].text);
	}
	for (; n_open > 0; n_open--)
		fputs("</li>\n</ul>\n", out);
	return i;
}

/* ---- The whole --------------------------------------------------------- */

static bool is_heading(const struct rcc_node *node)
{
	return node->kind == RCC_NODE_TITLE || node->kind == RCC_NODE_PART ||
	       node->kind == RCC_NODE_SECTION ||
	       node->kind == RCC_NODE_QUESTION;
}

static void put_heading(size_t i, const char *name, const char *text, FILE *out)
{
	fprintf(out, "<%s id=\"heading-%zu\">", name, i);
	put_prose(out, text);
	fprintf(out, "</%s>\n", name);
}

/* Print lines unchanged. */
static void put_lines(const char *text, FILE *out)
{
	fputs("<pre>", out);
	rcc_svg_escape(out, text);
	fputs("</pre>\n", out);
}

static void put_named_table(const struct rcc_document *d, size_t i, FILE *out)
{
	const struct rcc_table *t = d->node[i].table;
	size_t heading = i;
	char label[48];

	while (heading > 0 && !is_heading(&d->node[heading]))
		heading--;
	if (t->caption != NULL)
		snprintf(label, sizeof(label), "table-%zu", i);
	else
		snprintf(label, sizeof(label), "heading-%zu", heading);
	put_table(t, label, out);
}

/* Begin the answer.  Node `i` is its RCC_NODE_ANSWER.  If the answer has
 * numbers, the page shows the answer's pictures beside the numbers. */
static void put_answer(const struct rcc_document *d, size_t i, FILE *out)
{
	bool has_numbers = false;

	for (; i < d->n && d->node[i].kind != RCC_NODE_ANSWER_END; i++)
		has_numbers |= d->node[i].kind == RCC_NODE_NUMBER;
	fprintf(out, "<section class=\"answer%s\" aria-label=\"The answer\">\n",
		has_numbers ? " beside" : "");
}

static size_t put_node(const struct rcc_document *d, size_t i, FILE *out)
{
	const struct rcc_node *node = &d->node[i];

	switch (node->kind) {
	case RCC_NODE_TITLE:
		put_heading(i, "h1", node->text, out);
		break;
	case RCC_NODE_PART:
	case RCC_NODE_SECTION:
		put_heading(i, "h2", node->text, out);
		break;
	case RCC_NODE_QUESTION:
		put_heading(i, "h3", node->text, out);
		break;
	case RCC_NODE_ANSWER:
		put_answer(d, i, out);
		break;
	case RCC_NODE_ANSWER_END:
		fputs("</section>\n", out);
		break;
	case RCC_NODE_HEADLINE:
		line_element(out, "p", " class=\"headline\"", node->text);
		break;
	case RCC_NODE_PARAGRAPH:
		line_element(out, "p", "", node->text);
		break;
	case RCC_NODE_NOTE:
		line_element(out, "p", " class=\"note\"", node->text);
		break;
	case RCC_NODE_LITERAL:
	case RCC_NODE_DIAGRAM:
		put_lines(node->text, out);
		break;
	case RCC_NODE_TABLE:
		put_named_table(d, i, out);
		break;
	case RCC_NODE_FOLD:
		fputs("<details>\n", out);
		line_element(out, "summary", "", node->text);
		break;
	case RCC_NODE_FOLD_END:
		fputs("</details>\n", out);
		break;
	case RCC_NODE_NUMBER:
		return put_numbers(d, i, out);
	case RCC_NODE_ITEM:
		return put_items(d, i, out);
	case RCC_NODE_WARNING:
		return put_warnings(d, i, out);
	case RCC_NODE_TERM:
	case RCC_NODE_COMMAND:
		return put_terms(d, i, out);
	case RCC_NODE_FIGURE:
		return put_figures(d, i, out);
	}
	return next(d, i);
}

void rcc_render_html(const struct rcc_document *d, FILE *out)
{
	size_t i = rcc_document_next(d, 0, RCC_MEDIUM_HTML);

	begin_page(title_of(d), out);
	while (i < d->n)
		i = put_node(d, i, out);
	end_page(out);
}
