/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/manifest.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"
#include "harness/fleet/digest.h"

const char *const rcc_manifest_texts[] = {
	"compiler",   "linker",	  "randcc",	 "program-", "output-",
	"libraries-", "options-", "code-share-", "record-",
};
const size_t rcc_manifest_n_texts =
	sizeof(rcc_manifest_texts) / sizeof(rcc_manifest_texts[0]);

const char *const rcc_manifest_placed[] = {"directory", "stdin", "template",
					   "command"};
const size_t rcc_manifest_n_placed =
	sizeof(rcc_manifest_placed) / sizeof(rcc_manifest_placed[0]);

/* ---- Writing ------------------------------------------------------------ */

static json_t *number_text(uint64_t number)
{
	char text[24];

	snprintf(text, sizeof(text), "%" PRIu64, number);
	return json_string(text);
}

json_t *rcc_manifest_layout(const struct rcc_layout_record *layout)
{
	json_t *library = json_array();

	for (size_t i = 0; i < layout->n_libraries; i++) {
		const struct rcc_library_record *l = &layout->library[i];

		json_array_append_new(
			library,
			json_pack("{s:s,s:o,s:I,s:s}", "name", l->name,
				  "checksum", number_text(l->checksum), "size",
				  (json_int_t)l->size, "digest", l->digest));
	}
	return json_pack("{s:I,s:i,s:i,s:i,s:b,s:o,s:o,s:I,s:I,s:s,s:o}", "id",
			 (json_int_t)layout->id, "system", (int)layout->system,
			 "arm", (int)layout->arm, "layout", (int)layout->layout,
			 "original", (int)layout->is_original, "seed",
			 number_text(layout->seed), "checksum",
			 number_text(layout->checksum), "size",
			 (json_int_t)layout->size, "link_ns",
			 (json_int_t)layout->link_ns, "digest", layout->digest,
			 "library", library);
}

static int get_text(struct rcc_store *store, const char *key, json_t *texts)
{
	char *text = NULL;
	const int result = rcc_store_get(store, key, &text);

	if (text != NULL)
		json_object_set_new(texts, key, json_string(text));
	free(text);
	return result;
}

int rcc_manifest_get_texts(struct rcc_store *store, size_t n_systems,
			   json_t *texts)
{
	int result = get_text(store, "compilers", texts);

	for (size_t i = 0; i < rcc_manifest_n_texts && result == 0; i++) {
		const char *name = rcc_manifest_texts[i];

		if (name[strlen(name) - 1] != '-') {
			result = get_text(store, name, texts);
			continue;
		}
		for (size_t k = 0; k < n_systems && result == 0; k++) {
			char *key = rcc_mem_printf("%s%zu", name, k);

			result = get_text(store, key, texts);
			free(key);
		}
	}
	return result;
}

/* ---- Checking ----------------------------------------------------------- */

/* Return whether a path is relative and has no component "..". */
static bool is_inside(const char *path)
{
	if (path == NULL || path[0] == '/' || path[0] == '\0')
		return false;
	for (const char *at = path; at != NULL; at = strchr(at, '/')) {
		at += *at == '/';
		if (strncmp(at, "..", 2) == 0 &&
		    (at[2] == '/' || at[2] == '\0'))
			return false;
	}
	return true;
}

static bool is_digest(const char *text)
{
	return text != NULL && strlen(text) == RCC_DIGEST_MAX - 1 &&
	       strspn(text, "0123456789abcdef") == RCC_DIGEST_MAX - 1;
}

bool rcc_manifest_is_of_other_version(const json_t *manifest)
{
	const json_t *version = json_object_get(manifest, "randcc-pack");

	return json_is_integer(version) &&
	       json_integer_value(version) != RCC_MANIFEST_VERSION;
}

const char *rcc_manifest_problem(const json_t *manifest)
{
	const json_t *version = json_object_get(manifest, "randcc-pack");
	const json_t *files = json_object_get(manifest, "files");
	size_t i;
	json_t *file;

	if (!json_is_integer(version))
		return "it is not a pack of randstudy";
	if (!json_is_object(json_object_get(manifest, "design")) ||
	    !json_is_array(json_object_get(manifest, "layouts")) ||
	    !json_is_array(files))
		return "its manifest is incomplete";
	json_array_foreach(files, i, file)
	{
		const json_t *digest = json_object_get(file, "sha256");

		if (!is_inside(
			    json_string_value(json_object_get(file, "path"))))
			return "a path in its manifest leads elsewhere";
		if (digest != NULL && !is_digest(json_string_value(digest)))
			return "a digest in its manifest is not one";
	}
	return NULL;
}

/* ---- Using -------------------------------------------------------------- */

static json_t *place_word(const char *text, const char *files)
{
	static const char word[] = RCC_FILES_WORD;
	char *placed;
	json_t *result;

	if (strncmp(text, word, sizeof(word) - 1) != 0)
		return json_string(text);
	placed = rcc_mem_printf("%s%s", files, text + sizeof(word) - 1);
	result = json_string(placed);
	free(placed);
	return result;
}

json_t *rcc_manifest_design(const json_t *manifest, const char *files)
{
	json_t *design = json_deep_copy(json_object_get(manifest, "design"));
	json_t *command = json_object_get(design, "command");
	size_t i;
	json_t *word;

	for (i = 0; i < rcc_manifest_n_placed; i++) {
		const char *key = rcc_manifest_placed[i];
		const char *text =
			json_string_value(json_object_get(design, key));

		if (text != NULL)
			json_object_set_new(design, key,
					    place_word(text, files));
	}
	json_array_foreach(command, i, word)
	{
		if (json_is_string(word))
			json_array_set_new(
				command, i,
				place_word(json_string_value(word), files));
	}
	return design;
}

static uint64_t number_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return text != NULL ? strtoull(text, NULL, 10) : 0;
}

static int64_t integer_of(const json_t *json, const char *key)
{
	return json_integer_value(json_object_get(json, key));
}

static char *text_of(const json_t *json, const char *key)
{
	const char *text = json_string_value(json_object_get(json, key));

	return rcc_mem_strdup(text != NULL ? text : "");
}

static void read_layout(const json_t *json, struct rcc_layout_record *layout)
{
	const json_t *list = json_object_get(json, "library");
	size_t i;
	json_t *one;

	*layout = (struct rcc_layout_record){
		.id = integer_of(json, "id"),
		.system = (unsigned)integer_of(json, "system"),
		.arm = (unsigned)integer_of(json, "arm"),
		.layout = (unsigned)integer_of(json, "layout"),
		.is_original = json_is_true(json_object_get(json, "original")),
		.seed = number_of(json, "seed"),
		.checksum = number_of(json, "checksum"),
		.size = integer_of(json, "size"),
		.link_ns = integer_of(json, "link_ns"),
		.digest = text_of(json, "digest"),
		.library = rcc_mem_calloc(json_array_size(list) + 1,
					  sizeof(*layout->library)),
	};
	json_array_foreach(list, i, one)
	{
		layout->library[layout->n_libraries++] =
			(struct rcc_library_record){
				.name = text_of(one, "name"),
				.checksum = number_of(one, "checksum"),
				.size = integer_of(one, "size"),
				.digest = text_of(one, "digest"),
			};
	}
}

static int add_layouts(const json_t *manifest, struct rcc_store *store)
{
	size_t i;
	json_t *one;
	int result = 0;

	json_array_foreach(json_object_get(manifest, "layouts"), i, one)
	{
		struct rcc_layout_record layout;

		read_layout(one, &layout);
		if (result == 0)
			result = rcc_store_add_layout(store, &layout);
		rcc_layout_record_release(&layout);
	}
	return result;
}

static int add_batches(const json_t *manifest, struct rcc_store *store)
{
	size_t i;
	json_t *one;
	int result = 0;

	json_array_foreach(json_object_get(manifest, "batches"), i, one)
	{
		const struct rcc_batch_record batch = {
			.first_layout = (unsigned)json_integer_value(
				json_array_get(one, 0)),
			.n_layouts = (unsigned)json_integer_value(
				json_array_get(one, 1)),
		};

		if (result == 0)
			result = rcc_store_add_batch(store, &batch);
	}
	return result;
}

int rcc_manifest_fill_store(const json_t *manifest, const json_t *design,
			    struct rcc_store *store)
{
	char *text = json_dumps(design, JSON_COMPACT | JSON_SORT_KEYS);
	const char *key;
	json_t *value;
	int result = rcc_store_set(store, "design", text);

	free(text);
	json_object_foreach(json_object_get(manifest, "texts"), key, value)
	{
		if (result == 0 && json_is_string(value))
			result = rcc_store_set(store, key,
					       json_string_value(value));
	}
	if (result == 0)
		result = add_batches(manifest, store);
	return result == 0 ? add_layouts(manifest, store) : result;
}
