/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/lto_link.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/rank.h"

char *rcc_lto_kept_list(const char *dir)
{
	return rcc_mem_printf("%s/lto/" RCC_LTO_KEPT_LIST, dir);
}

char *rcc_lto_ranked(const char *dir)
{
	return rcc_mem_printf("%s/lto/" RCC_LTO_RANKED, dir);
}

int rcc_lto_prepare(const struct rcc_request *request, const char *dir,
		    const char *kept_list, bool keep, struct rcc_refusal *why)
{
	const struct rcc_settings *settings = request->settings;
	const struct rcc_ldargs *args = request->args;
	char factors[RCC_FACTORS_TEXT_MAX];
	char seed[24];
	char *own_dir;
	int err = 0;

	if (args->lto_wrapper_word == SIZE_MAX)
		return 0;
	own_dir = rcc_mem_printf("%s/lto", dir);
	if (mkdir(own_dir, 0700) != 0 && errno != EEXIST)
		err = rcc_refuse(why, RCC_ESYS, NULL, "cannot create \"%s\"",
				 own_dir);
	snprintf(seed, sizeof(seed), "%" PRIu64, settings->seed);
	setenv("RANDCC_SEED", settings->is_original ? "none" : seed, 1);
	setenv("RANDCC_FACTORS",
	       rcc_rank_factors_text(settings->factors, factors), 1);
	setenv(RCC_ENV_LTO_WRAPPER, args->word[args->lto_wrapper_word].text, 1);
	setenv(RCC_ENV_LTO_DIR, own_dir, 1);
	setenv(RCC_ENV_LTO_KEEP, keep ? "1" : "", 1);
	setenv(RCC_ENV_LTO_KEPT, kept_list != NULL ? kept_list : "", 1);
	free(own_dir);
	return err;
}

size_t rcc_lto_count(const char *dir)
{
	char *path = rcc_lto_ranked(dir);
	char *text = rcc_file_read(path, NULL);
	size_t n = text != NULL ? strtoul(text, NULL, 10) : 0;

	free(text);
	free(path);
	return n;
}
