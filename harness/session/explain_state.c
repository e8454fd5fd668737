/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/session/explain_state.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/mem.h"

char *rcc_explain_path(const struct rcc_explain *s, const char *name)
{
	return rcc_mem_printf("%s/explain/%s", s->x.dir, name);
}

int rcc_explain_store_failed(const struct rcc_explain *s)
{
	rcc_error("cannot use \"%s/%s\": %s", s->x.dir, RCC_EXPLAIN_FILE,
		  rcc_store_error(s->store));
	return RCC_EXIT_FAILED;
}

int rcc_explain_store_json(struct rcc_explain *s, const char *key, json_t *json)
{
	char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
	const int result = rcc_store_set(s->store, key, text);

	free(text);
	json_decref(json);
	return result == 0 ? RCC_EXIT_OK : rcc_explain_store_failed(s);
}

int rcc_explain_read_again(struct rcc_explain *s)
{
	rcc_explanation_release(&s->e);
	return rcc_explanation_read(s->store, &s->e) == 0
		       ? RCC_EXIT_OK
		       : rcc_explain_store_failed(s);
}

bool rcc_explain_must_stop(const struct rcc_explain *s)
{
	return s->executor.stop_wanted(s->executor.self) != 0;
}
