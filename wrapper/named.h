/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a linker script names (script.h), and the scripts that it names name,
 * the linker reads behind our back: functions there would silently keep their
 * places.
 */
#ifndef RCC_WRAPPER_NAMED_H
#define RCC_WRAPPER_NAMED_H

#include "common/strvec.h"
#include "wrapper/link.h"

/* If the input is a script: that no file which it names, however indirectly,
 * has functions to rank, and that none leads back to itself.  Ends the program
 * with an error; of functions it only warns if the user lets unsupported links
 * pass. */
void rcc_named_check(struct rcc_link *l, const struct rcc_link_input *in);

/* All that the scripts among the inputs name, however indirectly: absolute
 * paths, each once. */
void rcc_named_list(struct rcc_link *l, struct rcc_strvec *file);

#endif
