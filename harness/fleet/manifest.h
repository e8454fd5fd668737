/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The manifest is the first entry of a pack (pack.h).  It is one JSON object
 * that says what the pack holds.  The SHA-256 of the manifest identifies the
 * pack.  The manifest has the SHA-256 of every file, so two packs with equal
 * manifests hold the same programs, inputs and settings.
 *
 *	randcc-pack	the version of this format
 *	randcc		the version of randcc
 *	architecture	as `uname -m` prints it
 *	design		the study's settings (study/study.h).  RCC_FILES_WORD
 *			stands for the folder of the unpacked inputs
 *	texts		object: the texts of the study's database that are
 *			packed (store/store.h, rcc_manifest_texts)
 *	batches		array of [first layout, number of layouts]: the layouts
 *			that were added together (study/schedule.h)
 *	layouts		array of the records of the layouts (store/records.h)
 *	files		array of {path, sha256, size, mode}, {path, target} for
 *			a symbolic link, or {path} for a folder.  Paths are
 *			relative to the folder in which the pack is unpacked
 *	expected	array of {path, sha256}: files that must be on each
 *			machine already
 *
 * The content of each file is an entry "content/SHA256".  Files with the same
 * content share one entry.
 */
#ifndef RCC_HARNESS_FLEET_MANIFEST_H
#define RCC_HARNESS_FLEET_MANIFEST_H

#include <stdbool.h>
#include <jansson.h>

#include "harness/store/records.h"
#include "harness/store/store.h"

#define RCC_MANIFEST_NAME "manifest.json"
#define RCC_MANIFEST_CONTENT "content/"
#define RCC_MANIFEST_VERSION 1
#define RCC_FILES_WORD "{files}"

/* The keys of the texts of a study's database that are packed.  A key that ends
 * with "-" stands for one text for each system: "program-" stands for
 * "program-0", "program-1" and so on.  "compiler" stands for "compilers" too.
 * The other texts of the database hold facts that one machine has determined.
 * They are not packed, because each machine determines these facts itself. */
extern const char *const rcc_manifest_texts[];
extern const size_t rcc_manifest_n_texts;

/* Return the layout's record as JSON. */
json_t *rcc_manifest_layout(const struct rcc_layout_record *layout);

/* Read the texts to pack (rcc_manifest_texts) from a study's database, and add
 * them to `texts`.  Returns 0 or the store's error. */
int rcc_manifest_get_texts(struct rcc_store *store, size_t n_systems,
			   json_t *texts);

/* Return whether another version of randstudy made the manifest, in a format
 * that this one does not read. */
bool rcc_manifest_is_of_other_version(const json_t *manifest);

/* Return why a manifest of this version cannot be used, as the end of a message;
 * NULL if it can be used.  In a manifest that can be used, the paths of all
 * files are relative, and none leads out of the folder in which the pack is
 * unpacked. */
const char *rcc_manifest_problem(const json_t *manifest);

/* The keys of the settings in which RCC_FILES_WORD may stand. */
extern const char *const rcc_manifest_placed[];
extern const size_t rcc_manifest_n_placed;

/* Return the settings in the manifest for an unpacked study: a copy of
 * `design`, in which `files`, the folder of the unpacked inputs, replaces
 * RCC_FILES_WORD. */
json_t *rcc_manifest_design(const json_t *manifest, const char *files);

/* Write the texts, batches and layouts of a manifest to a new database, and
 * `design` as the study's settings.  Returns 0 or the store's error. */
int rcc_manifest_fill_store(const json_t *manifest, const json_t *design,
			    struct rcc_store *store);

#endif
