/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Comparing numbers in tests.  A failure prints 17 digits.  NaN equals NaN, and
 * an infinity equals itself.  If 0 is expected, the tolerance is absolute.
 */
#ifndef RCC_TESTSUITE_STATS_COMPARE_H
#define RCC_TESTSUITE_STATS_COMPARE_H

#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static inline int is_near(double got, double expected, double relative)
{
	if (isnan(expected))
		return isnan(got);
	if (isinf(expected))
		return got == expected;
	if (expected == 0)
		return fabs(got) <= relative;
	return fabs(got - expected) <= relative * fabs(expected);
}

#define assert_near(got, expected, relative)                                   \
	do {                                                                   \
		const double got_ = (got);                                     \
		const double expected_ = (expected);                           \
		if (!is_near(got_, expected_, (relative)))                     \
			fail_msg("%s is %.17g, not %.17g (within %g)", #got,   \
				 got_, expected_, (double)(relative));         \
	} while (0)

#define assert_nan(got) assert_near(got, (double)NAN, 0)

#endif
