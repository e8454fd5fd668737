/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of wrapper/order/member_order: an archive is written with its
 * members in another order, and the offsets in its symbol index follow. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "common/file.h"
#include "wrapper/elf/object.h"
#include "wrapper/order/member_order.h"

#define HEADER 60
#define INDEX_AT (8 + HEADER)
#define INDEX_MAX 16
#define ARCHIVE_MAX 512

static unsigned char *put(unsigned char *at, const char *name,
			  const unsigned char *body, size_t n)
{
	at += sprintf((char *)at, "%-16s%-12s%-6s%-6s%-8s%-10zu`\n", name, "0",
		      "0", "0", "644", n);
	memcpy(at, body, n + n % 2);
	return at + n + n % 2;
}

/* Write an archive with the members "a" and "b" in the order b, a.  Its symbol
 * index has the n bytes at `index`, and a byte of padding if n is odd.  Sets
 * `index` to these bytes of the written archive. */
static void swap(unsigned char *index, size_t n)
{
	static const unsigned char body[] = "four";
	const size_t order[] = {1, 0};
	unsigned char bytes[ARCHIVE_MAX];
	unsigned char *end;
	struct rcc_object_file f = {0};
	char *out;
	size_t n_out = 0;
	int fd = memfd_create("archive", MFD_CLOEXEC);

	memcpy(bytes, "!<arch>\n", 8);
	end = put(bytes + 8, "/", index, n);
	end = put(end, "a/", body, 4);
	end = put(end, "b/", body, 2);
	f.map = (struct rcc_file_map){bytes, (size_t)(end - bytes)};
	assert_true(rcc_member_order_is_possible(&f.map));
	assert_int_equal(rcc_member_order_write(fd, &f, order), 0);
	out = rcc_file_read_fd(fd, &n_out);
	assert_int_equal(n_out, f.map.n);
	memcpy(index, out + INDEX_AT, n + n % 2);
	assert_memory_equal(out + INDEX_AT + n + n % 2, "b/", 2);
	free(out);
	close(fd);
}

static void the_index_has_the_new_offsets(void **state)
{
	enum { A = INDEX_AT + INDEX_MAX, B = A + HEADER + 4 };
	unsigned char index[INDEX_MAX] = {0, 0, 0, 2, 0,   0, 0,   A,
					  0, 0, 0, B, 'a', 0, 'b', 0};

	(void)state;
	swap(index, sizeof(index));
	assert_int_equal(index[7], A + HEADER + 2);
	assert_int_equal(index[11], A);
}

/* An index of n symbols has n + 1 numbers.  If the last number is not whole, or
 * is missing, no number of the index is changed. */
static void a_truncated_index_is_left_alone(void **state)
{
	enum { A = INDEX_AT + 12 };
	unsigned char index[INDEX_MAX] = {0, 0, 0, 2, 0, 0, 0, A, 0, 0, 0, A};
	unsigned char was[INDEX_MAX];

	(void)state;
	memcpy(was, index, sizeof(was));
	swap(index, 11);
	assert_memory_equal(index, was, sizeof(was));
	index[7] = was[7] = INDEX_AT + 8;
	swap(index, 8);
	assert_memory_equal(index, was, sizeof(was));
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(the_index_has_the_new_offsets),
		cmocka_unit_test(a_truncated_index_is_left_alone),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
