# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2154 # see doc/tandem/pictures
#
# Functions for the scripts that draw pictures of kept rows, with the style of
# randstudy's own.  The caller sets $top, $dir (where pictures go) and $work (a
# temporary folder with the file "figures").  A line of "figures" has two words of a
# key, the name of a figure and its value, separated by tabs.  A program finds the
# value in value[KEY, NAME].

# The style sheet of all pictures, as a page has it.
style() {
	sed -n '/^const char rcc_svg_style/,/;$/s/^\t*"\(.*\)"[;]*$/\1/p' \
		"$top/harness/document/svg.c" | tr -d '\n' |
		sed 's/\\n/\n/g'
}

# draw NAME TITLE SUBTITLE PROGRAM: the picture that this awk program prints
draw() {
	{
		style
		LC_ALL=C awk -F'\t' "$functions$4" "$work/figures"
	} | "$top/doc/study/figure" "$1" "$2" "$3" >"$work/$1.svg"
	mv -- "$work/$1.svg" "$dir/$1.svg"
}

# shellcheck disable=SC2016 # a program for awk
functions='
function begin(name, width, height, title, about) {
	printf "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"%s-title " \
		"%s-about\">\n<title id=\"%s-title\">%s</title>\n" \
		"<desc id=\"%s-about\">%s</desc>\n", width, height, name, name, name,
		title, name, about
}
function line(class, x1, y1, x2, y2) {
	printf "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n",
		class, x1, y1, x2, y2
}
function text(class, anchor, x, y, t) {
	printf "<text class=\"%s\" text-anchor=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
		class, anchor, x, y, t
}
function circle(x, y, title) {
	printf "<circle class=\"random\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"><title>%s" \
		"</title></circle>\n", x, y, title
}
function diamond(x, y, title) {
	printf "<path class=\"original\" d=\"M%.1f %.1fl4.5 -4.5l4.5 4.5l-4.5 4.5z\">" \
		"<title>%s</title></path>\n", x - 4.5, y, title
}
{ key = $1 "\t" $2 }
!(key in seen) { seen[key]; keys[++n_keys] = key }
{ value[key, $3] = $4 }
'
