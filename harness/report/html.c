/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report/svg.h"

/* Colours have a contrast of 4.5 and more against the page (WCAG 2 AA) in both
 * schemes; what differs in colour differs in shape too. */
static const char style[] =
	":root{--card:#f5f5f2}\n"
	"@media(prefers-color-scheme:dark){:root{--card:#202327}}\n"
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
	"dl{display:grid;grid-template-columns:max-content 1fr;"
	"gap:.15em 1em}\n"
	"dt{color:var(--soft)}dd{margin:0}\n"
	".figures{display:grid;gap:1rem;margin:1rem 0;align-items:start;"
	"grid-template-columns:repeat(auto-fit,minmax(min(100%,27rem),1fr))}\n"
	"figure{margin:0;padding:.7rem;background:var(--card);"
	"border-radius:6px;break-inside:avoid;max-width:36rem}\n"
	"figcaption{color:var(--soft);font-size:.85rem;line-height:1.35}\n"
	"svg{display:block;width:100%;height:auto}\n"
	".scroll{overflow-x:auto;margin:0 0 1rem}\n"
	"table{border-collapse:collapse;font-size:.9rem;"
	"font-variant-numeric:tabular-nums}\n"
	".caption{color:var(--soft);font-size:.9rem;margin:1.2em 0 .2em}\n"
	"th,td{padding:.25em .7em;border-bottom:1px solid var(--line);"
	"text-align:right;white-space:nowrap}\n"
	"th:first-child,td.word{text-align:left}\n"
	"thead th{vertical-align:bottom;white-space:normal}\n"
	"tbody th{font-weight:600;white-space:normal;min-width:8em;"
	"overflow-wrap:anywhere}\n"
	"code{font-size:.9em}\n"
	"summary{cursor:pointer;margin:1em 0 .3em}\n"
	"footer{margin-top:2.5em;color:var(--soft);font-size:.85rem}\n"
	"@media print{:root{--card:#fff}body{font-size:10.5pt}"
	"main{max-width:none;padding:0}.scroll{overflow:visible;"
	"break-inside:avoid}"
	"table{font-size:8pt}th,td{padding:.15em .35em}"
	"h1,h2,h3,.caption{break-after:avoid}"
	"tr,li,dd{break-inside:avoid}p{orphans:3;widows:3}"
	"p,ul,dl{max-width:none}"
	".figures{grid-template-columns:1fr 1fr;gap:.4rem}"
	"figure{padding:.3rem}"
	"details::details-content{content-visibility:visible}}\n";

void rcc_html_begin(FILE *out, const char *title)
{
	/* HTML that is XML too, so that any tool can read it.  The policy is
	 * for whoever opens it: a report loads nothing. */
	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
	      "<meta charset=\"utf-8\"/>\n"
	      "<meta http-equiv=\"Content-Security-Policy\" "
	      "content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
	      "<meta name=\"viewport\" "
	      "content=\"width=device-width,initial-scale=1\"/>\n"
	      "<meta name=\"generator\" content=\"randstudy " RCC_VERSION
	      "\"/>\n<title>",
	      out);
	rcc_svg_escape(out, title);
	fprintf(out,
		"</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n",
		rcc_svg_style, style);
	fputs("<h1>", out);
	rcc_svg_escape(out, title);
	fputs("</h1>\n", out);
}

void rcc_html_end(FILE *out)
{
	fputs("<footer>Made by randstudy (randcc " RCC_VERSION
	      ").</footer>\n</main>\n</body>\n</html>\n",
	      out);
}

static void element(FILE *out, const char *name, const char *attributes,
		    const char *text)
{
	fprintf(out, "<%s%s>", name, attributes);
	rcc_svg_escape(out, text);
	fprintf(out, "</%s>", name);
}

void rcc_html_heading(FILE *out, int level, const char *text)
{
	element(out, level == 2 ? "h2" : "h3", "", text);
	fputc('\n', out);
}

void rcc_html_paragraph(FILE *out, const char *text)
{
	element(out, "p", "", text);
	fputc('\n', out);
}

void rcc_html_list(FILE *out, const char *heading,
		   const struct rcc_strvec *list)
{
	if (list->n == 0)
		return;
	rcc_html_heading(out, 2, heading);
	fputs("<ul>\n", out);
	for (size_t i = 0; i < list->n; i++) {
		element(out, "li", "", list->item[i]);
		fputc('\n', out);
	}
	fputs("</ul>\n", out);
}

/* ---- From the text report ---------------------------------------------- */

static void escape_part(FILE *out, const char *text, size_t n)
{
	char *part = strndup(text, n);

	if (part != NULL)
		rcc_svg_escape(out, part);
	free(part);
}

FILE *rcc_html_capture(struct rcc_html_captured *c)
{
	*c = (struct rcc_html_captured){0};
	c->stream = open_memstream(&c->text, &c->n);
	return c->stream;
}

const char *rcc_html_captured_text(struct rcc_html_captured *c)
{
	fclose(c->stream);
	return c->text;
}

void rcc_html_words(FILE *out, const char *text)
{
	bool is_open = false; /* a paragraph */

	while (*text != '\0') {
		const size_t n = strcspn(text, "\n");
		const bool is_heading = n != 0 && text[0] != ' ';
		const size_t indent = strspn(text, " ");

		if (is_open && (n == 0 || is_heading)) {
			fputs("</p>\n", out);
			is_open = false;
		}
		if (is_heading) {
			fputs("<h3>", out);
			escape_part(out, text, n);
			fputs("</h3>\n", out);
		} else if (n > indent) {
			fputs(is_open ? "\n" : "<p>", out);
			escape_part(out, text + indent, n - indent);
			is_open = true;
		}
		text += n + (text[n] == '\n');
	}
	if (is_open)
		fputs("</p>\n", out);
}

void rcc_html_terms(FILE *out, const char *text, size_t label)
{
	bool is_open = false;

	fputs("<dl>\n", out);
	while (*text != '\0') {
		const size_t n = strcspn(text, "\n");
		const size_t indent = strspn(text, " ");
		size_t end = n < label ? n : label;

		if (indent < end) {
			while (end > indent && text[end - 1] == ' ')
				end--;
			fputs(is_open ? "</dd>\n<dt>" : "<dt>", out);
			escape_part(out, text + indent, end - indent);
			fputs("</dt><dd>", out);
			is_open = true;
		}
		if (n > label)
			escape_part(out, text + label, n - label);
		fputc('\n', out);
		text += n + (text[n] == '\n');
	}
	fputs(is_open ? "</dd>\n</dl>\n" : "</dl>\n", out);
}

/* ---- Figures and tables ------------------------------------------------ */

void rcc_html_figures_begin(FILE *out)
{
	fputs("<div class=\"figures\">\n", out);
}

void rcc_html_figures_end(FILE *out)
{
	fputs("</div>\n", out);
}

void rcc_html_figure_begin(FILE *out)
{
	fputs("<figure>\n", out);
}

void rcc_html_figure_end(FILE *out, const char *caption)
{
	element(out, "figcaption", "", caption);
	fputs("\n</figure>\n", out);
}

void rcc_html_table_begin(FILE *out, const char *id, const char *caption,
			  const char *const *heads)
{
	/* A table wider than a phone is moved, by keyboard too; what it is
	 * stays in sight, so it is no <caption>. */
	fprintf(out, "<p class=\"caption\" id=\"%s\">", id);
	rcc_svg_escape(out, caption);
	fprintf(out,
		"</p>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" "
		"aria-labelledby=\"%s\">\n<table aria-labelledby=\"%s\">\n"
		"<thead>\n<tr>",
		id, id);
	for (; *heads != NULL; heads++)
		element(out, "th", " scope=\"col\"", *heads);
	fputs("</tr>\n</thead>\n<tbody>\n", out);
}

void rcc_html_table_end(FILE *out)
{
	fputs("</tbody>\n</table>\n</div>\n", out);
}

void rcc_html_row_begin(FILE *out, const char *head)
{
	fputs("<tr>", out);
	element(out, "th", " scope=\"row\"", head);
}

void rcc_html_row_end(FILE *out)
{
	fputs("</tr>\n", out);
}

void rcc_html_number(FILE *out, const char *text)
{
	element(out, "td", "", text);
}

void rcc_html_word(FILE *out, const char *text)
{
	element(out, "td", " class=\"word\"", text);
}
