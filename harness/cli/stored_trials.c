/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/cli/stored_trials.h"

#include <stdlib.h>

#include "common/diag.h"
#include "common/file.h"
#include "harness/store/trials.h"

int rcc_stored_trials_open(const char *dir, const char *file,
			   const struct rcc_stored_trials_words *words,
			   struct rcc_store **store)
{
	char *path = rcc_file_join(dir, file);
	int status = RCC_EXIT_OK;

	*store = NULL;
	if (!rcc_file_is_regular(path)) {
		rcc_error("\"%s\" was not %s yet", dir, words->done);
		rcc_hint("leave out --report to %s", words->to_do);
		status = RCC_EXIT_USAGE;
	} else if (rcc_trials_open(path, RCC_STORE_READ, store) != 0) {
		rcc_error("cannot read \"%s\": %s", path,
			  rcc_store_error(*store));
		status = RCC_EXIT_USAGE;
	}
	free(path);
	return status;
}
