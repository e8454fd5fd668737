/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store that names files by their contents: DIR/store/ID.  DIR is the
 * directory of the records (RANDCC_RECORD).  ID is the 128-bit XXH3 of the
 * contents in hexadecimal digits.  Equal files are stored once, however many
 * links use them.  Several links can add files at the same time.
 */
#ifndef RCC_WRAPPER_RECORD_CONTENT_STORE_H
#define RCC_WRAPPER_RECORD_CONTENT_STORE_H

#define RCC_CONTENT_ID_LEN 32

/* Compute the ID of a file's contents: RCC_CONTENT_ID_LEN digits and a NUL.
 * Returns 0 or RCC_ESYS. */
int rcc_content_store_id(const char *path, char *id);

/* Add a copy of the file `path` to the store below `dir`, and set `id`.  A stored
 * file of another size is damaged, and is replaced.
 * Returns 0 or RCC_ESYS. */
int rcc_content_store_add(const char *dir, const char *path, char *id);

/* Return the path of the stored file with this ID.  Caller frees. */
char *rcc_content_store_path(const char *dir, const char *id);

#endif
