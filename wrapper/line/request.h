/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A request to randld: the user's settings, the linker's command line, and the
 * linker to run.  None of these changes during a link.
 *
 * The functions in this folder return 0 or a negative RCC_E…, and print
 * nothing.  The parser of the command line also returns the option that lacks
 * its argument.
 */
#ifndef RCC_WRAPPER_LINE_REQUEST_H
#define RCC_WRAPPER_LINE_REQUEST_H

#include "common/rank.h"
#include "wrapper/config/settings.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/line/linker.h"

/* The fields are borrowed. */
struct rcc_request {
	const struct rcc_settings *settings;
	const struct rcc_ldargs *args;
	const struct rcc_linker *linker;
};

/* Return whether a seed decides this factor in the layout. */
static inline bool rcc_request_has(const struct rcc_request *r, unsigned factor)
{
	return !r->settings->is_original &&
	       (r->settings->factors & factor) != 0;
}

/* Return whether a factor puts filler between functions. */
static inline bool rcc_request_has_filler(const struct rcc_request *r)
{
	return rcc_request_has(r, RCC_FACTOR_OFFSET) ||
	       (rcc_request_has(r, RCC_FACTOR_PADDING) &&
		r->settings->padding_max != 0);
}

#endif
