/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/link/run_linker.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"

/* The word whose private copy has its name at `at`, or NULL. */
static const struct rcc_link_input *copy_named(const struct rcc_link *l,
					       const char *at, size_t room)
{
	const struct rcc_link_input *best = NULL;
	size_t best_len = 0;

	for (size_t i = 0; i < l->n_inputs; i++) {
		const char *view = l->input[i].view;
		size_t len = view != NULL ? strlen(view) : 0;

		if (len > best_len && len <= room &&
		    memcmp(at, view, len) == 0) {
			best = &l->input[i];
			best_len = len;
		}
	}
	return best;
}

/* Write `text` with the names of private copies replaced by the user's. */
static void put_mended(const struct rcc_link *l, const char *text, size_t n,
		       FILE *out)
{
	size_t dir_len = strlen(l->tmp_dir);

	while (n != 0) {
		const char *hit = memmem(text, n, l->tmp_dir, dir_len);
		const struct rcc_link_input *in;
		size_t before = hit != NULL ? (size_t)(hit - text) : n;

		fwrite(text, 1, before, out);
		text += before;
		n -= before;
		if (n == 0)
			break;
		in = copy_named(l, text, n);
		if (in != NULL) {
			const struct rcc_ld_word *w = &l->args.word[in->word];

			fputs(w->kind == RCC_LD_LIBRARY ? in->path : w->text,
			      out);
			text += strlen(in->view);
			n -= strlen(in->view);
		} else {
			/* Our own object: by its name alone. */
			text += dir_len + (n > dir_len);
			n -= dir_len + (n > dir_len);
		}
	}
	fflush(out);
}

static void relay(const struct rcc_link *l, int fd, FILE *out)
{
	size_t n;
	char *text = rcc_file_read_fd(fd, &n);

	put_mended(l, text, n, out);
	free(text);
}

/* Take the lines that name a file of ours with no counterpart out of a
 * dependency file: make would look for it.  Returns the new length. */
static size_t drop_own_lines(const struct rcc_link *l, char *text)
{
	char *own = rcc_mem_printf("%s/randcc-layout.", l->tmp_dir);
	char *out = text;
	char *line = text;

	while (*line != '\0') {
		size_t len = strcspn(line, "\n");

		len += line[len] == '\n';
		if (memmem(line, len, own, strlen(own)) == NULL) {
			memmove(out, line, len);
			out += len;
		}
		line += len;
	}
	*out = '\0';
	free(own);
	return (size_t)(out - text);
}

/* In place: the file may be a link to another. */
static int overwrite(const char *path, const char *text, size_t n)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	int err = fd >= 0 ? rcc_file_write_fd(fd, text, n) : RCC_ESYS;

	if (fd >= 0 && close(fd) != 0)
		err = RCC_ESYS;
	return err;
}

/* The map and the dependency file. */
static void mend_files(const struct rcc_link *l)
{
	for (size_t i = 0; i < l->args.n_words; i++) {
		const struct rcc_ld_word *w = &l->args.word[i];
		struct stat st;
		char *text;
		char *mended = NULL;
		size_t n;
		FILE *out;

		if (w->kind != RCC_LD_OPTION_OUT || l->output != NULL ||
		    w->text == l->args.output || stat(w->text, &st) != 0 ||
		    !S_ISREG(st.st_mode))
			continue;
		text = rcc_file_read(w->text, &n);
		if (text == NULL)
			continue;
		out = open_memstream(&mended, &n);
		if (out != NULL && memmem(text, n, l->tmp_dir,
					  strlen(l->tmp_dir)) != NULL) {
			if (w->name != NULL &&
			    strcmp(w->name, "dependency-file") == 0)
				n = drop_own_lines(l, text);
			else
				n = strlen(text);
			put_mended(l, text, n, out);
			fclose(out);
			out = NULL;
			if (overwrite(w->text, mended, n) != 0)
				rcc_warn("cannot rewrite \"%s\": %s", w->text,
					 strerror(errno));
		}
		if (out != NULL)
			fclose(out);
		free(mended);
		free(text);
	}
}

int rcc_relay_run(struct rcc_link *l, char *const command[], bool is_rehearsal)
{
	int out = memfd_create("stdout", MFD_CLOEXEC);
	int err = memfd_create("stderr", MFD_CLOEXEC);
	int status;

	if (out < 0 || err < 0)
		rcc_die_errno("cannot create a memory file");
	status = rcc_process_run(command, out, err);
	if (status < 0) {
		rcc_error_errno("cannot run the linker \"%s\"", command[0]);
		exit(RCC_EXIT_OURS);
	}
	if (!is_rehearsal || status != 0) {
		relay(l, out, stdout);
		relay(l, err, stderr);
	}
	close(out);
	close(err);
	mend_files(l);
	return status;
}
