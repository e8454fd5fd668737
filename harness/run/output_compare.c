/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/output_compare.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/types.h>
#include <unistd.h>

#include "common/diag.h"

static ssize_t read_block(int fd, char *block, size_t room, int64_t at)
{
	size_t used = 0;

	while (used < room) {
		ssize_t got = pread(fd, block + used, room - used,
				    (off_t)(at + (int64_t)used));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (got == 0)
			break;
		used += (size_t)got;
	}
	return (ssize_t)used;
}

/* Compare one block.  *n is set to its length; 0 at the end of both files. */
static int compare_block(int a, int b, int64_t begin, int64_t *at, int64_t *n)
{
	char block_a[16384];
	char block_b[16384];
	const ssize_t got_a = read_block(a, block_a, sizeof(block_a), begin);
	const ssize_t got_b = read_block(b, block_b, sizeof(block_b), begin);
	const ssize_t both = got_a < got_b ? got_a : got_b;

	if (got_a < 0 || got_b < 0)
		return RCC_ESYS;
	*n = both;
	for (ssize_t i = 0; i < both; i++) {
		if (block_a[i] != block_b[i]) {
			*at = begin + i;
			return 0;
		}
	}
	if (got_a != got_b)
		*at = begin + both;
	return 0;
}

int rcc_output_compare(int fd, const char *path, int64_t *at)
{
	const int other = open(path, O_RDONLY | O_CLOEXEC);
	int64_t begin = 0;
	int64_t n = 0;
	int result = RCC_ESYS;

	*at = -1;
	if (other < 0)
		return RCC_ESYS;
	do {
		begin += n;
		result = compare_block(fd, other, begin, at, &n);
	} while (result == 0 && *at < 0 && n > 0);
	close(other);
	return result;
}
