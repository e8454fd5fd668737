/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The errors that library functions return.
 */
#ifndef RCC_COMMON_ERROR_H
#define RCC_COMMON_ERROR_H

/* The errors are negative; 0 is success. */
enum rcc_error {
	RCC_ESYS = -1,	  /* a system call failed; errno says why */
	RCC_EFORMAT = -2, /* malformed input */
	RCC_EDOM = -3,	  /* a number outside the domain; the result is NaN */
	RCC_EUNSUP = -4,  /* valid input, but not supported */
};

#endif
