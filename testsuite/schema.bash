# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Check JSON by doc/report.schema.json.

# valid FILE [DEFINITION...]: check JSON by the schema, if python3-jsonschema is
# installed.  An object of a DEFINITION of the schema may have only the keys that the
# DEFINITION describes.
valid() {
	! python3 -c 'import jsonschema' 2>/dev/null ||
		"$BATS_TEST_DIRNAME/tools/check-json" \
			"$BATS_TEST_DIRNAME/../doc/report.schema.json" "$@"
}
