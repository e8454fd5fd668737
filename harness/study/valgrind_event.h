/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The events that valgrind's cachegrind and callgrind count. */
#ifndef RCC_HARNESS_STUDY_VALGRIND_EVENT_H
#define RCC_HARNESS_STUDY_VALGRIND_EVENT_H

#include <stdbool.h>

/* Return whether an event has this name. */
bool rcc_valgrind_event_is_known(const char *name);

#endif
