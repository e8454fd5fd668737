/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of anonymous reports: they do not contain the names of the
 * author's machine and directories. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "harness/findings/anonymous.h"

static void assert_text(const char *text, const char *expected)
{
	char *anonymous = rcc_anonymous_text(text);

	assert_string_equal(anonymous, expected);
	free(anonymous);
}

static void a_path_keeps_its_last_part(void **state)
{
	(void)state;
	assert_text("/home/me/src/input", ".../input");
	assert_text("/home/me/src/", ".../src/");
	assert_text("/me", ".../me");
	assert_text("//home/me/x file:///home/me/y", "/.../x file://.../y");
	assert_text("in ~/x ~", "in .../x ~");
	assert_text("/home/it's me/my src/my input", ".../my input");
	assert_text("/home/me/tool -x /home/me/in", ".../tool -x .../in");
	assert_text("/home/me/tool </home/me/in", ".../tool <.../in");
	assert_text("x '/home/my self/in' \"/my self/out\"",
		    "x '.../in' \".../out\"");
	assert_text("~/src/input", ".../input");
	assert_text("cp /home/me/a '/home/me/b' >\"/srv/c\"",
		    "cp .../a '.../b' >\".../c\"");
	assert_text("-I/home/me/include -L/opt/x/lib --with=/home/me/y",
		    "-I.../include -L.../lib --with=.../y");
	assert_text("PATH=/home/me/bin:/srv/bin make",
		    "PATH=.../bin:.../bin make");
	assert_text("-ffile-prefix-map=/home/me=.",
		    "-ffile-prefix-map=.../me=.");
}

static void what_is_no_path_of_the_author_stays(void **state)
{
	static const char *const text[] = {
		"",
		"make -C src CC=randcc",
		"./program ../input sub/dir/file foo-bar/baz",
		"/usr/bin/gcc -I/usr/include </dev/null",
		"ops/s=stdout:ops/s: ([0-9.]+)",
		"12 / 3 // 4 a/b 'x' / \"/\"",
		"50~60, a~b, ~/, ~, ~me/x",
	};

	(void)state;
	assert_null(rcc_anonymous_text(NULL));
	for (size_t i = 0; i < sizeof(text) / sizeof(text[0]); i++)
		assert_text(text[i], text[i]);
}

/* If two keys of a JSON object become equal, a number is appended to one of
 * them. */
static void json_is_changed_everywhere(void **state)
{
	json_t *json = json_loads(
		"{\"/home/me/in\": [\"/home/me/x\", 1, {\"b\": \"/srv/y\"}],"
		" \"/home/you/in\": null, \"plain\": true}",
		0, NULL);
	char *text;

	(void)state;
	rcc_anonymous_json(json);
	text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	assert_string_equal(text, "{\".../in\":[\".../x\",1,{\"b\":\".../y\"}],"
				  "\".../in (2)\":null,\"plain\":true}");
	free(text);
	json_decref(json);
}

static void a_study_loses_its_host_and_its_directories(void **state)
{
	struct rcc_stored s = {
		.dir = strdup("/home/me/study/"),
		.compiler = strdup("gcc (Debian 12) 12.2.0"),
		.host = json_loads("{\"hostname\": \"box\", \"cpu\": \"X\","
				   " \"kernel-command-line\": \"root=x\"}",
				   0, NULL),
	};
	char *problem = NULL;
	json_t *design = json_loads(
		"{\"command\": [\"{binary}\", \"/home/me/in\"],"
		" \"directory\": \"/home/me/src\", \"env\": \"fixed\","
		" \"executions\": 1, \"exit-status\": 0,"
		" \"ignore-output\": false, \"iterations\": 1,"
		" \"layouts\": 5, \"on-wrong\": \"stop\","
		" \"output-limit\": 1000, \"seed\": \"1\", \"timeout\": 0,"
		" \"warmup\": 0,"
		" \"arms\": [{\"name\": \"random\", \"factors\":"
		" \"functions\"}, {\"name\": \"fixed\", \"factors\": null}],"
		" \"systems\": [{\"name\": \"prog\", \"program\": \"prog\","
		" \"build\": \"make -C /home/me/src\"}]}",
		0, NULL);

	(void)state;
	assert_int_equal(rcc_study_parse(design, &s.study, &problem), 0);
	json_decref(design);
	rcc_stored_anonymize(&s);
	assert_string_equal(s.dir, "study");
	assert_string_equal(s.study.command[1], ".../in");
	assert_string_equal(s.study.system[0].build, "make -C .../src");
	assert_string_equal(s.compiler, "gcc (Debian 12) 12.2.0");
	assert_null(json_object_get(s.host, "hostname"));
	assert_null(json_object_get(s.host, "kernel-command-line"));
	assert_non_null(json_object_get(s.host, "cpu"));
	rcc_stored_release(&s);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_keeps_its_last_part),
		cmocka_unit_test(what_is_no_path_of_the_author_stays),
		cmocka_unit_test(json_is_changed_everywhere),
		cmocka_unit_test(a_study_loses_its_host_and_its_directories),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
