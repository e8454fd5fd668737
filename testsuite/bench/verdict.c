/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The program that the script testsuite/bench/verdict measures: WORK rounds of
 * small computations of several kinds.  Its speed depends a little on where the
 * loops are in memory.  The script compiles it twice and changes WORK, so the
 * true ratio of the two programs' times is known.
 *
 * As in most programs, most functions do not run.  With EDITED, two of these
 * are longer, as after a change to a source file: they move the functions
 * behind them.  The code that runs is the same.
 *
 * The two grow by 64 bytes together, the size of a cache line.  Otherwise the
 * mean over layouts would change a little: a function that is placed last would
 * have another place in its cache line.  In 400,000 simulated orders, each
 * function is at each multiple of 16 in its line as often in both programs,
 * within 0.2 %.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifndef WORK
#define WORK 2000
#endif
#define N 256
#define PART __attribute__((noinline))

static uint32_t state = 1;

PART static uint32_t draw(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

PART static void fill(uint32_t *v, int n)
{
	for (int i = 0; i < n; i++)
		v[i] = draw();
}

PART static void sort_by_insertion(uint32_t *v, int n)
{
	for (int i = 1; i < n; i++) {
		const uint32_t x = v[i];
		int j = i;

		for (; j > 0 && v[j - 1] > x; j--)
			v[j] = v[j - 1];
		v[j] = x;
	}
}

PART static void sink(uint32_t *v, int at, int n)
{
	for (int child = 2 * at + 1; child < n; child = 2 * at + 1) {
		uint32_t swap;

		if (child + 1 < n && v[child + 1] > v[child])
			child++;
		if (v[at] >= v[child])
			return;
		swap = v[at];
		v[at] = v[child];
		v[child] = swap;
		at = child;
	}
}

PART static void sort_by_heap(uint32_t *v, int n)
{
	for (int i = n / 2 - 1; i >= 0; i--)
		sink(v, i, n);
	for (int i = n - 1; i > 0; i--) {
		const uint32_t swap = v[0];

		v[0] = v[i];
		v[i] = swap;
		sink(v, 0, i);
	}
}

PART static uint32_t checksum(const uint32_t *v, int n)
{
	uint32_t crc = ~UINT32_C(0);

	for (int i = 0; i < n; i++) {
		crc ^= v[i];
		for (int k = 0; k < 8; k++)
			crc = crc >> 1 ^ (crc & 1 ? UINT32_C(0xedb88320) : 0);
	}
	return ~crc;
}

PART static uint32_t multiply(const uint32_t *a, const uint32_t *b, uint32_t *c)
{
	for (int i = 0; i < 12; i++)
		for (int j = 0; j < 12; j++) {
			uint32_t sum = 0;

			for (int k = 0; k < 12; k++)
				sum += a[12 * i + k] * b[12 * k + j];
			c[12 * i + j] = sum;
		}
	return c[143];
}

PART static int search(const char *text, const char *word)
{
	const size_t n = strlen(word);
	int found = 0;

	for (; *text != '\0'; text++)
		found += strncmp(text, word, n) == 0;
	return found;
}

PART static uint32_t climb(uint32_t x)
{
	uint32_t steps = 0;

	for (x = x % 10000 + 1; x != 1; steps++)
		x = x % 2 == 0 ? x / 2 : 3 * x + 1;
	return steps;
}

/* Interpret instructions for a machine with one register. */
PART static uint32_t interpret(const uint32_t *code, int n)
{
	uint32_t x = 1;

	for (int i = 0; i < n; i++)
		switch (code[i] >> 29) {
		case 0:
			x += code[i];
			break;
		case 1:
			x ^= code[i];
			break;
		case 2:
			x *= code[i] | 1;
			break;
		case 3:
			x = x << 5 | x >> 27;
			break;
		case 4:
			x -= code[i] >> 3;
			break;
		case 5:
			x |= code[i] & 255;
			break;
		case 6:
			x ^= x >> 11;
			break;
		default:
			x = ~x;
			break;
		}
	return x;
}

PART static uint32_t once(void)
{
	static const char text[] =
		"the time of a program depends on where its functions lie, and "
		"the functions of the time lie where the program depends";
	uint32_t a[N];
	uint32_t b[N];
	uint32_t c[N] = {0};
	uint32_t sum;

	fill(a, N);
	fill(b, N);
	sum = checksum(a, N) + multiply(a, b, c) + interpret(b, N);
	sort_by_insertion(a, 64);
	sort_by_heap(b, N);
	sum += a[7] + b[99] + (uint32_t)search(text, "the");
	for (int i = 0; i < 20; i++)
		sum += climb(c[i]);
	return sum;
}

/* ---- Functions that do not run ------------------------------------------ */

#define STEP x = (x ^ x >> 15) * UINT32_C(0x2c1b3c6d);
#define STEPS_2 STEP STEP
#define STEPS_4 STEPS_2 STEPS_2
#define STEPS_8 STEPS_4 STEPS_4
#define IDLE(number, steps)                                                    \
	__attribute__((noinline, used)) static uint32_t idle_##number(         \
		uint32_t x)                                                    \
	{                                                                      \
		steps return x;                                                \
	}

#ifdef EDITED
#define STEPS_OF_7 STEPS_8
#define STEPS_OF_8 STEPS_4
#else
#define STEPS_OF_7 STEPS_4
#define STEPS_OF_8 STEPS_2 STEP
#endif

IDLE(1, STEPS_2)
IDLE(2, STEPS_8 STEPS_4)
IDLE(3, STEPS_4 STEP)
IDLE(4, STEPS_8)
IDLE(5, STEP)
IDLE(6, STEPS_8 STEPS_2 STEP)
IDLE(7, STEPS_OF_7)
IDLE(8, STEPS_OF_8)
IDLE(9, STEPS_8 STEPS_8)
IDLE(10, STEPS_4 STEPS_2)
IDLE(11, STEPS_8 STEP)
IDLE(12, STEPS_4 STEPS_2 STEP)
IDLE(13, STEPS_8 STEPS_8 STEPS_2)
IDLE(14, STEPS_2)
IDLE(15, STEPS_8 STEPS_2)
IDLE(16, STEPS_4)
IDLE(17, STEPS_8 STEPS_4 STEP)
IDLE(18, STEP)
IDLE(19, STEPS_8 STEPS_4 STEPS_2)
IDLE(20, STEPS_4 STEPS_2)

/* ---- The program ------------------------------------------------------- */

int main(void)
{
	uint32_t sum = 0;

	for (int i = 0; i < WORK; i++)
		sum += once();
	/* Print the same text for every WORK, so that the outputs are equal. */
	return printf("done %d\n", sum == 0) < 0;
}
