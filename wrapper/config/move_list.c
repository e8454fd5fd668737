/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/config/move_list.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "common/diag.h"
#include "common/mem.h"

#define MODULUS_DEFAULT 4096
#define MODULUS_MAX (UINT64_C(1) << 20)

static const char form[] =
	"it must be FUNCTION@OFFSET/MODULUS or FUNCTION@same; several are "
	"separated by commas";

/* Read a number that ends at `end`: decimal, or hexadecimal after 0x. */
static bool read_number(const char *text, char end, uint64_t *value,
			const char **rest)
{
	const bool is_hex =
		text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
	char *stop;

	/* strtoull() also takes blanks and signs. */
	if (text[0] < '0' || text[0] > '9')
		return false;
	errno = 0;
	*value = strtoull(text, &stop, is_hex ? 16 : 10);
	*rest = stop;
	return errno == 0 && *stop == end;
}

/* Read OFFSET/MODULUS, "same" or "same/MODULUS", which follows the '@'. */
static int read_place(struct rcc_move *m, const char *at, const char *source,
		      struct rcc_refusal *why)
{
	const char *rest = at;

	m->modulus = MODULUS_DEFAULT;
	m->is_same = strncmp(at, "same", 4) == 0;
	if (m->is_same)
		rest = at + 4;
	else if (!read_number(at, '/', &m->offset, &rest))
		return rcc_refuse(why, RCC_EFORMAT, form,
				  "bad value \"%s\" in %s", m->text, source);
	if (*rest != '\0' &&
	    (*rest != '/' || !read_number(rest + 1, '\0', &m->modulus, &rest)))
		return rcc_refuse(why, RCC_EFORMAT, form,
				  "bad value \"%s\" in %s", m->text, source);
	if (m->modulus < 2 || m->modulus > MODULUS_MAX ||
	    (m->modulus & (m->modulus - 1)) != 0)
		return rcc_refuse(why, RCC_EFORMAT,
				  "it must be a power of two from 2 to 1048576",
				  "bad modulus in \"%s\" in %s", m->text,
				  source);
	if (m->offset >= m->modulus)
		return rcc_refuse(
			why, RCC_EFORMAT, "it must be less than the modulus",
			"bad offset in \"%s\" in %s", m->text, source);
	return 0;
}

static int read_one(struct rcc_move *m, const char *source,
		    struct rcc_refusal *why)
{
	/* A symbol may have a version, as in f@@V1, so the last '@' counts. */
	const char *at = strrchr(m->text, '@');
	const char *colon;

	if (at == NULL || at == m->text)
		return rcc_refuse(why, RCC_EFORMAT, form,
				  "bad value \"%s\" in %s", m->text, source);
	m->name = rcc_mem_strndup(m->text, (size_t)(at - m->text));
	colon = strchr(m->name, ':');
	m->symbol = m->name;
	if (colon != NULL) {
		m->unit = rcc_mem_strndup(m->name, (size_t)(colon - m->name));
		m->symbol = colon + 1;
	}
	if (m->symbol[0] == '\0')
		return rcc_refuse(why, RCC_EFORMAT, form,
				  "bad value \"%s\" in %s", m->text, source);
	return read_place(m, at + 1, source, why);
}

int rcc_move_list_parse(struct rcc_move_list *list, const char *source,
			const char *text, struct rcc_refusal *why)
{
	size_t n_allocated = 0;
	int err = 0;

	*list = (struct rcc_move_list){0};
	for (const char *at = text; err == 0; at++) {
		const size_t len = strcspn(at, ",");
		struct rcc_move *m;

		list->item = rcc_mem_grow(list->item, list->n, &n_allocated,
					  sizeof(*list->item));
		m = &list->item[list->n++];
		*m = (struct rcc_move){.text = rcc_mem_strndup(at, len)};
		err = read_one(m, source, why);
		at += len;
		if (*at == '\0')
			break;
	}
	return err;
}

void rcc_move_list_release(struct rcc_move_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->item[i].text);
		free(list->item[i].name);
		free(list->item[i].unit);
	}
	free(list->item);
	*list = (struct rcc_move_list){0};
}
