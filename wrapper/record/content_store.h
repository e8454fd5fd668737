/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A store of files by content: DIR/store/<128-bit XXH3 in hex>.  Each content
 * is kept once, however many links use it.  Parallel links may add at once.
 */
#ifndef RCC_WRAPPER_RECORD_CONTENT_STORE_H
#define RCC_WRAPPER_RECORD_CONTENT_STORE_H

#define RCC_CONTENT_ID_LEN 32

/* The id of a file's content, RCC_CONTENT_ID_LEN digits and NUL.  0 or
 * RCC_ESYS. */
int rcc_content_store_id(const char *path, char *id);

/* Add a file and set `id`.  0 or RCC_ESYS. */
int rcc_content_store_add(const char *dir, const char *path, char *id);

/* The path of an id's file; caller frees. */
char *rcc_content_store_path(const char *dir, const char *id);

#endif
