/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/mount_over.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/diag.h"

static int write_text(const char *path, const char *text)
{
	const int fd = open(path, O_WRONLY | O_CLOEXEC);
	const ssize_t n = (ssize_t)strlen(text);
	int result = RCC_ESYS;

	if (fd < 0)
		return RCC_ESYS;
	if (write(fd, text, (size_t)n) == n)
		result = 0;
	close(fd);
	return result;
}

/* Enter a user namespace in which the user and group ids stay the same. */
static int enter_user_namespace(void)
{
	const uid_t uid = geteuid();
	const gid_t gid = getegid();
	char users[64];
	char groups[64];

	if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
		return RCC_ESYS;
	snprintf(users, sizeof(users), "%ju %ju 1", (uintmax_t)uid,
		 (uintmax_t)uid);
	snprintf(groups, sizeof(groups), "%ju %ju 1", (uintmax_t)gid,
		 (uintmax_t)gid);
	if (write_text("/proc/self/uid_map", users) != 0 ||
	    write_text("/proc/self/setgroups", "deny") != 0 ||
	    write_text("/proc/self/gid_map", groups) != 0)
		return RCC_ESYS;
	return 0;
}

int rcc_mount_over(char *const *from, char *const *to)
{
	if (unshare(CLONE_NEWNS) != 0 &&
	    (errno != EPERM || enter_user_namespace() != 0))
		return RCC_ESYS;
	/* Make all mounts private.  Otherwise new mounts would appear in the
	 * namespace that this process left. */
	if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
		return RCC_ESYS;
	for (size_t i = 0; from[i] != NULL; i++)
		if (mount(from[i], to[i], NULL, MS_BIND, NULL) != 0)
			return RCC_ESYS;
	return 0;
}

bool rcc_mount_over_is_allowed(const char *file)
{
	char *const list[] = {(char *)(uintptr_t)file, NULL};
	int wstatus = 0;
	const pid_t pid = fork();

	if (pid == 0)
		_exit(rcc_mount_over(list, list) == 0 ? 0 : 1);
	while (pid > 0 && waitpid(pid, &wstatus, 0) < 0 && errno == EINTR)
		;
	return pid > 0 && WIFEXITED(wstatus) && WEXITSTATUS(wstatus) == 0;
}
