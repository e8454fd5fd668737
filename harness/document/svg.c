/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/document/svg.h"

#include <math.h>

/* ---- Style ------------------------------------------------------------- */

/* The style sheet.  Every color has a contrast of at least 4.5 with the
 * background, on a light screen and on a dark one (WCAG 2 AA).  Marks of
 * different colors also differ in shape. */
const char rcc_svg_style[] =
	":root{color-scheme:light dark;--page:#fff;--text:#1b1b1b;"
	"--soft:#565656;--line:#d4d4d4;--random:#1f5fa8;"
	"--original:#a84300;--band:#a8430026;--mark:#1b1b1b}\n"
	"@media(prefers-color-scheme:dark){:root{--page:#16181b;"
	"--text:#e8e6e3;--soft:#adadad;--line:#43474d;"
	"--random:#7db3f0;--original:#ffa366;--band:#ffa36633;"
	"--mark:#e8e6e3}}\n"
	"text{font:13px system-ui,sans-serif;fill:var(--text)}\n"
	".tick,.label{fill:var(--soft)}\n"
	".heading{font-weight:600}\n"
	".page{fill:var(--page)}\n"
	".frame{fill:none;stroke:var(--line)}\n"
	".grid{stroke:var(--line)}\n"
	".random{fill:var(--random);fill-opacity:.75}\n"
	".original{fill:var(--original);fill-opacity:.85}\n"
	".band{fill:var(--band)}\n"
	".bar{stroke:var(--random);stroke-width:4}\n"
	".bound{stroke:var(--original);stroke-width:1.5;stroke-dasharray:6 3}\n"
	".original-line{stroke:var(--original);stroke-width:1.5}\n"
	".interval{stroke:var(--mark);stroke-width:2}\n"
	".summary{stroke-width:3.5}\n"
	".mean{fill:var(--mark)}\n"
	".replaced{fill:none;stroke:var(--soft);stroke-width:1.5}\n"
	".spread{stroke:var(--random);stroke-width:5}\n"
	".spread-original{stroke:var(--original);stroke-width:5}\n"
	".original-build{stroke:var(--page);stroke-width:1.5}\n"
	".range{stroke:var(--soft);stroke-width:1.5;stroke-opacity:.6}\n"
	".zero{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 3}\n"
	".session{stroke:var(--soft);stroke-dasharray:2 4}\n"
	"@media print{:root{--page:#fff;--text:#000;--soft:#444;"
	"--line:#bbb;--random:#1f5fa8;--original:#a84300;"
	"--band:#a8430026;--mark:#000}"
	".random,.original,.band{print-color-adjust:exact}}\n";

/* ---- Text -------------------------------------------------------------- */

/* Return the length of the UTF-8 character at the start of `s` (Unicode 15,
 * table 3-7).  Returns 0 for a control character and for invalid bytes, such as
 * overlong forms and surrogates. */
static size_t character_length(const unsigned char *s)
{
	static const struct {
		unsigned char first_lo, first_hi, second_lo, second_hi, n;
	} form[] = {
		{0x20, 0x7e, 0, 0, 1},	     {0xc2, 0xdf, 0x80, 0xbf, 2},
		{0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
		{0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
		{0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
		{0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	for (size_t i = 0; i < sizeof(form) / sizeof(form[0]); i++) {
		size_t n = 2;

		if (s[0] < form[i].first_lo || s[0] > form[i].first_hi)
			continue;
		if (form[i].n == 1)
			return 1;
		if (s[1] < form[i].second_lo || s[1] > form[i].second_hi)
			return 0;
		while (n < form[i].n && s[n] >= 0x80 && s[n] <= 0xbf)
			n++;
		return n == form[i].n ? n : 0;
	}
	return 0;
}

void rcc_svg_escape(FILE *out, const char *text)
{
	while (*text != '\0') {
		const size_t n = character_length((const unsigned char *)text);

		if (*text == '<')
			fputs("&lt;", out);
		else if (*text == '>')
			fputs("&gt;", out);
		else if (*text == '&')
			fputs("&amp;", out);
		else if (*text == '"')
			fputs("&quot;", out);
		else if (*text == '\'')
			fputs("&#39;", out);
		else if (n == 0 && *text != '\n' && *text != '\t')
			fputs("\xef\xbf\xbd", out);
		else
			fwrite(text, 1, n == 0 ? 1 : n, out);
		text += n == 0 ? 1 : n;
	}
}

/* ---- Elements ---------------------------------------------------------- */

/* Begin the <svg> element with these attributes, and print the title and the
 * description of the picture. */
static void begin(struct rcc_svg *svg, FILE *out, const char *attributes,
		  const char *id, const char *title, const char *about)
{
	svg->out = out;
	fprintf(out,
		"<svg%s viewBox=\"0 0 %g %g\" role=\"img\" aria-labelledby="
		"\"%s-title %s-about\">\n<title id=\"%s-title\">",
		attributes, svg->width, svg->height, id, id, id);
	rcc_svg_escape(out, title);
	fprintf(out, "</title>\n<desc id=\"%s-about\">", id);
	rcc_svg_escape(out, about);
	fputs("</desc>\n", out);
}

void rcc_svg_begin(struct rcc_svg *svg, FILE *out, const char *id, double width,
		   double height, const char *title, const char *about)
{
	*svg = (struct rcc_svg){.width = width, .height = height};
	begin(svg, out, "", id, title, about);
}

void rcc_svg_begin_file(struct rcc_svg *svg, FILE *out, double width,
			double height, const char *title, const char *about)
{
	char attributes[120];

	*svg = (struct rcc_svg){.width = width, .height = height};
	snprintf(attributes, sizeof(attributes),
		 " xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" "
		 "height=\"%g\"",
		 width, height);
	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", out);
	begin(svg, out, attributes, "picture", title, about);
	fprintf(out, "<style>\n%s</style>\n", rcc_svg_style);
	rcc_svg_rect(svg, "page", 0, 0, width, height);
}

void rcc_svg_end(struct rcc_svg *svg)
{
	fputs("</svg>\n", svg->out);
}

void rcc_svg_line(struct rcc_svg *svg, const char *class, double x1, double y1,
		  double x2, double y2)
{
	fprintf(svg->out,
		"<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" "
		"y2=\"%.1f\"/>\n",
		class, x1, y1, x2, y2);
}

void rcc_svg_rect(struct rcc_svg *svg, const char *class, double x, double y,
		  double width, double height)
{
	fprintf(svg->out,
		"<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" "
		"height=\"%.1f\"/>\n",
		class, x, y, width, height);
}

static void end_shape(struct rcc_svg *svg, const char *name, const char *title)
{
	if (title == NULL) {
		fputs("/>\n", svg->out);
		return;
	}
	fputs("><title>", svg->out);
	rcc_svg_escape(svg->out, title);
	fprintf(svg->out, "</title></%s>\n", name);
}

void rcc_svg_circle(struct rcc_svg *svg, const char *class, double x, double y,
		    double r, const char *title)
{
	fprintf(svg->out,
		"<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"",
		class, x, y, r);
	end_shape(svg, "circle", title);
}

void rcc_svg_diamond(struct rcc_svg *svg, const char *class, double x, double y,
		     double r, const char *title)
{
	fprintf(svg->out,
		"<path class=\"%s\" d=\"M%.1f %.1fl%.1f %.1fl%.1f %.1fl%.1f "
		"%.1fz\"",
		class, x - r, y, r, -r, r, r, -r, r);
	end_shape(svg, "path", title);
}

void rcc_svg_text(struct rcc_svg *svg, const char *class, const char *anchor,
		  double x, double y, const char *text)
{
	fprintf(svg->out,
		"<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">",
		class, anchor, x, y);
	rcc_svg_escape(svg->out, text);
	fputs("</text>\n", svg->out);
}

/* ---- Axes -------------------------------------------------------------- */

static double nice_step(double range, size_t n_ticks)
{
	const double rough = range / (double)(n_ticks > 0 ? n_ticks : 1);
	const double power = pow(10, floor(log10(rough)));
	const double digit = rough / power;

	if (digit > 5)
		return 10 * power;
	if (digit > 2)
		return 5 * power;
	return digit > 1 ? 2 * power : power;
}

struct rcc_axis rcc_axis_exact(double lo, double hi, size_t n_ticks,
			       double from, double to)
{
	struct rcc_axis axis = {.from = from, .to = to};
	double least;

	if (!isfinite(lo) || !isfinite(hi)) {
		lo = 0;
		hi = 1;
	}
	/* The axis must be longer than `least`.  On a shorter axis, the numbers
	 * of the ticks would be equal after rounding. */
	least = 1e-9 * fmax(fmax(fabs(lo), fabs(hi)), 1e-300);
	if (!(hi - lo > least)) {
		lo -= fabs(lo) > 0 ? 0.01 * fabs(lo) : 0.5;
		hi += fabs(hi) > 0 ? 0.01 * fabs(hi) : 0.5;
	}
	axis.step = nice_step(hi - lo, n_ticks);
	axis.lo = lo;
	axis.hi = hi;
	return axis;
}

struct rcc_axis rcc_axis_make(double lo, double hi, size_t n_ticks, double from,
			      double to)
{
	struct rcc_axis axis = rcc_axis_exact(lo, hi, n_ticks, from, to);

	axis.lo = floor(axis.lo / axis.step + 1e-9) * axis.step;
	axis.hi = ceil(axis.hi / axis.step - 1e-9) * axis.step;
	return axis;
}

double rcc_axis_at(const struct rcc_axis *axis, double value)
{
	return axis->from + (axis->to - axis->from) * (value - axis->lo) /
				    (axis->hi - axis->lo);
}

double rcc_axis_tick(const struct rcc_axis *axis, size_t i)
{
	const double first = ceil(axis->lo / axis->step - 1e-9);
	const double value = (first + (double)i) * axis->step;

	if (value > axis->hi + axis->step * 1e-6)
		return NAN;
	/* Rounding errors may give a number such as 1e-17 for the tick at 0. */
	return fabs(value) < axis->step / 1e6 ? 0 : value;
}

int rcc_axis_decimals(const struct rcc_axis *axis)
{
	const double decimals = -floor(log10(axis->step) + 1e-9);

	if (decimals < 0)
		return 0;
	return decimals > 12 ? 12 : (int)decimals;
}
