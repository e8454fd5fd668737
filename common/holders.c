/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/holders.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/error.h"

/* The largest number of searches. */
#define SEARCHES_MAX 1000

int rcc_file_id_of(int fd, struct rcc_file_id *id)
{
	struct stat st;

	if (fstat(fd, &st) != 0)
		return RCC_ESYS;
	*id = (struct rcc_file_id){.device = st.st_dev, .inode = st.st_ino};
	return 0;
}

static bool is_one_of(const struct rcc_file_id *file, size_t n,
		      const struct stat *st)
{
	for (size_t i = 0; i < n; i++)
		if (file[i].device == st->st_dev && file[i].inode == st->st_ino)
			return true;
	return false;
}

/* Return whether the descriptor `fd` of a process is open for writing.  The
 * line "flags:" of fdinfo has the flags of open(2), in octal. */
static bool is_for_writing(const char *pid, const char *fd)
{
	static const char key[] = "flags:";
	char path[96];
	char line[256];
	unsigned long flags = O_RDONLY;
	FILE *in;

	snprintf(path, sizeof(path), "/proc/%.20s/fdinfo/%.20s", pid, fd);
	in = fopen(path, "re");
	if (in == NULL)
		return false;
	while (fgets(line, sizeof(line), in) != NULL)
		if (strncmp(line, key, sizeof(key) - 1) == 0)
			flags = strtoul(line + sizeof(key) - 1, NULL, 8);
	fclose(in);
	return (flags & O_ACCMODE) != O_RDONLY;
}

static bool holds(const char *pid, const struct rcc_file_id *file, size_t n)
{
	char path[64];
	struct dirent *e;
	struct stat st;
	bool does = false;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%.20s/fd", pid);
	dir = opendir(path);
	while (dir != NULL && !does && (e = readdir(dir)) != NULL)
		does = fstatat(dirfd(dir), e->d_name, &st, 0) == 0 &&
		       is_one_of(file, n, &st) &&
		       is_for_writing(pid, e->d_name);
	if (dir != NULL)
		closedir(dir);
	return does;
}

static size_t kill_once(const struct rcc_file_id *file, size_t n)
{
	DIR *proc = opendir("/proc");
	struct dirent *e;
	size_t n_killed = 0;

	while (proc != NULL && (e = readdir(proc)) != NULL) {
		const pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);

		if (pid > 0 && pid != getpid() && holds(e->d_name, file, n) &&
		    kill(pid, SIGKILL) == 0)
			n_killed++;
	}
	if (proc != NULL)
		closedir(proc);
	return n_killed;
}

void rcc_holders_kill(const struct rcc_file_id *file, size_t n)
{
	for (int i = 0; i < SEARCHES_MAX && kill_once(file, n) > 0; i++)
		;
}
