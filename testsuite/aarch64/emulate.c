/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A library for LD_PRELOAD that lets qemu run programs for aarch64.  The kernel
 * can do this too (binfmt_misc), but only for the whole machine, and as root.
 *
 * The library replaces the functions that start a program.  For a FILE that is
 * a program for aarch64, its functions run this command:
 *
 *	qemu-aarch64-static -L /usr/aarch64-linux-gnu -U LD_PRELOAD \
 *		-0 NAME FILE ARGUMENT...
 *
 * NAME is argv[0] of the program.  -U removes LD_PRELOAD from the environment
 * of the emulated program.  Therefore an emulated program cannot start another
 * program for aarch64.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define QEMU "/usr/bin/qemu-aarch64-static"
#define N_WORDS 7 /* words before FILE */

extern char **environ;

static bool is_foreign(const char *path)
{
	Elf64_Ehdr h;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool is = fd >= 0 && read(fd, &h, sizeof(h)) == sizeof(h) &&
		  memcmp(h.e_ident, ELFMAG, SELFMAG) == 0 &&
		  h.e_machine == EM_AARCH64 && h.e_type != ET_REL &&
		  access(path, X_OK) == 0;

	if (fd >= 0)
		close(fd);
	return is;
}

/* Make the arguments for qemu.  This function calls malloc(), perhaps between
 * fork() and exec().  malloc() could hang there if the program has threads, but
 * the call works in the programs that the tests run. */
static char **emulated(const char *path, char *const argv[])
{
	size_t n = 0;
	char **out;

	while (argv[n] != NULL)
		n++;
	out = calloc(n + N_WORDS + 1, sizeof(*out));
	if (out == NULL)
		abort();
	out[0] = (char *)QEMU;
	out[1] = (char *)"-L";
	out[2] = (char *)"/usr/aarch64-linux-gnu";
	out[3] = (char *)"-U";
	out[4] = (char *)"LD_PRELOAD";
	out[5] = (char *)"-0";
	out[6] = n != 0 ? argv[0] : (char *)path;
	out[7] = (char *)path;
	for (size_t i = 1; i < n; i++)
		out[N_WORDS + i] = argv[i];
	return out;
}

/* Find a program in PATH.  An empty element of PATH is the working directory.
 * Returns false if the program is not there, if `file` is a path already, or if
 * PATH is not set. */
static bool find(const char *file, char *path, size_t n)
{
	const char *at = getenv("PATH");
	size_t len;

	if (strchr(file, '/') != NULL || at == NULL)
		return false;
	for (;; at += len + 1) {
		len = strcspn(at, ":");
		snprintf(path, n, "%.*s/%s", len != 0 ? (int)len : 1,
			 len != 0 ? at : ".", file);
		if (access(path, X_OK) == 0)
			return true;
		if (at[len] == '\0')
			return false;
	}
}

int execve(const char *path, char *const argv[], char *const envp[])
{
	int (*next)(const char *, char *const[], char *const[]) =
		(int (*)(const char *, char *const[], char *const[]))dlsym(
			RTLD_NEXT, "execve");

	if (!is_foreign(path))
		return next(path, argv, envp);
	return next(QEMU, emulated(path, argv), envp);
}

int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

int execvpe(const char *file, char *const argv[], char *const envp[])
{
	int (*next)(const char *, char *const[], char *const[]) =
		(int (*)(const char *, char *const[], char *const[]))dlsym(
			RTLD_NEXT, "execvpe");
	char path[4096];

	if (find(file, path, sizeof(path)))
		file = path;
	if (is_foreign(file))
		return execve(file, argv, envp);
	return next(file, argv, envp);
}

int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

static int spawn(const char *name, pid_t *pid, const char *path,
		 const posix_spawn_file_actions_t *actions,
		 const posix_spawnattr_t *attributes, char *const argv[],
		 char *const envp[])
{
	int (*next)(pid_t *, const char *, const posix_spawn_file_actions_t *,
		    const posix_spawnattr_t *, char *const[], char *const[]) =
		(int (*)(pid_t *, const char *,
			 const posix_spawn_file_actions_t *,
			 const posix_spawnattr_t *, char *const[],
			 char *const[]))dlsym(RTLD_NEXT, name);

	if (!is_foreign(path))
		return next(pid, path, actions, attributes, argv, envp);
	return next(pid, QEMU, actions, attributes, emulated(path, argv), envp);
}

int posix_spawn(pid_t *pid, const char *path,
		const posix_spawn_file_actions_t *actions,
		const posix_spawnattr_t *attributes, char *const argv[],
		char *const envp[])
{
	return spawn("posix_spawn", pid, path, actions, attributes, argv, envp);
}

int posix_spawnp(pid_t *pid, const char *file,
		 const posix_spawn_file_actions_t *actions,
		 const posix_spawnattr_t *attributes, char *const argv[],
		 char *const envp[])
{
	char path[4096];

	if (find(file, path, sizeof(path)))
		file = path;
	return spawn("posix_spawnp", pid, file, actions, attributes, argv,
		     envp);
}
