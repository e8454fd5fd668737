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
#include "common/strbuf.h"

/* Print the linker's output, which is in the memory file `fd`, with the user's
 * file names in place of those of private copies. */
static void print(const struct rcc_user_names *names, int fd, FILE *out)
{
	struct rcc_strbuf restored = {0};
	size_t n;
	char *text = rcc_file_read_fd(fd, &n);

	if (n != 0) {
		rcc_user_names_add(names, text, n, &restored);
		fwrite(restored.text, 1, restored.n, out);
	}
	fflush(out);
	rcc_strbuf_release(&restored);
	free(text);
}

/* Run the linker with its output going to memory files, and print the output
 * afterwards. */
static int run(char *const command[], const struct rcc_user_names *names,
	       bool is_silent, struct rcc_refusal *why)
{
	int out = memfd_create("stdout", MFD_CLOEXEC);
	int err = memfd_create("stderr", MFD_CLOEXEC);
	int status = RCC_ESYS;

	if (out < 0 || err < 0) {
		rcc_refuse(why, RCC_ESYS, NULL, "cannot create a memory file");
	} else {
		status = rcc_process_run(command, out, err);
		if (status < 0)
			rcc_refuse(why, RCC_ESYS, NULL,
				   "cannot run the linker \"%s\"", command[0]);
	}
	if (status > 0 || (status == 0 && !is_silent)) {
		print(names, out, stdout);
		print(names, err, stderr);
	}
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	return status;
}

int rcc_run_linker(char *const command[], const struct rcc_user_names *names,
		   struct rcc_refusal *why)
{
	return run(command, names, false, why);
}

int rcc_run_linker_silently(char *const command[],
			    const struct rcc_user_names *names,
			    struct rcc_refusal *why)
{
	static const char locale[] = "LC_ALL";
	const char *value = getenv(locale);
	char *before = value != NULL ? rcc_mem_strdup(value) : NULL;
	int status;

	setenv(locale, "C", 1);
	status = run(command, names, true, why);
	if (before != NULL)
		setenv(locale, before, 1);
	else
		unsetenv(locale);
	free(before);
	return status;
}

/* Large pages save time if the objects are larger than this in total.  In a
 * smaller link half of a large page would stay empty, and large pages would
 * cost more than they save. */
#define LARGE_PAGES_FROM ((size_t)2 << 20)

#define TUNABLES                                                               \
	"glibc.malloc.mmap_threshold=33554432:"                                \
	"glibc.malloc.trim_threshold=67108864:"                                \
	"glibc.malloc.tcache_count=2000"

void rcc_run_linker_tune(const struct rcc_inputs *inputs)
{
	const char *tunables = TUNABLES;
	size_t n_bytes = 0;

	if (getenv("GLIBC_TUNABLES") != NULL)
		return;
	/* The size of LTO bytecode does not show how large the linked objects
	 * will be. */
	for (size_t i = 0; i < inputs->n && !inputs->has_ir; i++)
		if (inputs->item[i].file.kind == RCC_FILE_OBJECT)
			n_bytes += inputs->item[i].file.map.n;
	if (n_bytes >= LARGE_PAGES_FROM) {
		tunables = TUNABLES ":glibc.malloc.hugetlb=1";
		/* glibc 2.36 reads the system's setting of large pages into a
		 * buffer on the stack, and puts no NUL after it.  The next byte
		 * on the stack is left over from lazy binding, and it is not 0
		 * in a quarter of the links.  Without LD_BIND_NOW, these links
		 * would get no large pages. */
		setenv("LD_BIND_NOW", "1", 0);
	}
	setenv("GLIBC_TUNABLES", tunables, 1);
}

/* Overwrite a file in place, because it may be a link to another file. */
static int overwrite(const char *path, const struct rcc_strbuf *text)
{
	int fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC);
	int err =
		fd >= 0 ? rcc_file_write_fd(fd, text->text, text->n) : RCC_ESYS;

	if (fd >= 0 && close(fd) != 0)
		err = RCC_ESYS;
	return err;
}

/* Put the user's file names, in place of those of private copies, into a file
 * that the linker wrote. */
static void restore_file(const struct rcc_user_names *names,
			 const struct rcc_ld_word *w, const char *path)
{
	struct rcc_strbuf restored = {0};
	size_t n;
	char *text = rcc_file_read(path, &n);
	char *was;

	/* A file with a zero byte is no text, for example lld's --reproduce. */
	if (text == NULL || memchr(text, '\0', n) != NULL) {
		free(text);
		return;
	}
	was = rcc_mem_strdup(text);
	rcc_strbuf_add(&restored, "");
	if (w->name != NULL && strcmp(w->name, "dependency-file") == 0)
		rcc_user_names_add_dependencies(names, text, &restored);
	else
		rcc_user_names_add(names, text, n, &restored);
	if (strcmp(was, restored.text) != 0 && overwrite(path, &restored) != 0)
		rcc_warn("cannot rewrite \"%s\": %s", path, strerror(errno));
	rcc_strbuf_release(&restored);
	free(was);
	free(text);
}

/* Return the path of the map that GNU ld writes from version 2.40 on instead of
 * the one in the word -Map=PATH, or NULL if it is no other; caller frees.  A "%"
 * stands for the output's name, and ".map" follows it at the end.  In a directory
 * the map is named after the output. */
static char *map_path(const struct rcc_ldargs *args,
		      const struct rcc_ld_word *w)
{
	const char *percent = strchr(w->text, '%');
	struct stat st;

	if (w->name == NULL || strcmp(w->name, "Map") != 0)
		return NULL;
	if (percent != NULL)
		return rcc_mem_printf("%.*s%s%s", (int)(percent - w->text),
				      w->text, args->output,
				      percent[1] != '\0' ? percent + 1
							 : ".map");
	return stat(w->text, &st) == 0 && S_ISDIR(st.st_mode)
		       ? rcc_mem_printf("%s/%s.map", w->text,
					rcc_file_base(args->output))
		       : NULL;
}

void rcc_run_linker_restore_files(const struct rcc_user_names *names)
{
	const struct rcc_ldargs *args = names->args;

	for (size_t i = 0; i < args->n_words; i++) {
		const struct rcc_ld_word *w = &args->word[i];
		char *map;

		if (w->kind != RCC_LD_OPTION_OUT || w->text == args->output)
			continue;
		map = map_path(args, w);
		if (rcc_file_is_regular(w->text))
			restore_file(names, w, w->text);
		if (map != NULL && rcc_file_is_regular(map))
			restore_file(names, w, map);
		free(map);
	}
}
