/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Execute several programs at the same time. */
#ifndef RCC_HARNESS_RUN_EXECUTE_TOGETHER_H
#define RCC_HARNESS_RUN_EXECUTE_TOGETHER_H

#include <stddef.h>

#include "harness/run/exec_request.h"

/* Implement run_together() of struct rcc_executor.  `self` is a struct
 * rcc_real_executor. */
int rcc_execute_together(void *self, const struct rcc_exec_request *request,
			 struct rcc_exec_result *result, size_t n);

#endif
