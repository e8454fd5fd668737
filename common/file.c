/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>
#include <linux/fs.h>

#include "common/diag.h"
#include "common/mem.h"

/* Close a file after another failure, without changing errno. */
static void close_quietly(int fd)
{
	int saved = errno;

	if (fd >= 0)
		close(fd);
	errno = saved;
}

void rcc_file_remove_quietly(const char *path)
{
	int saved = errno;

	remove(path);
	errno = saved;
}

int rcc_file_map_fd(int fd, struct rcc_file_map *map)
{
	static unsigned char empty[1];
	struct stat st;
	void *data;

	if (fstat(fd, &st) != 0)
		return RCC_ESYS;
	if (!S_ISREG(st.st_mode)) {
		errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
		return RCC_ESYS;
	}
	map->data = empty;
	map->n = 0;
	if (st.st_size == 0)
		return 0;
	data = mmap(NULL, (size_t)st.st_size, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		return RCC_ESYS;
	map->data = data;
	map->n = (size_t)st.st_size;
	return 0;
}

int rcc_file_map(const char *path, struct rcc_file_map *map)
{
	/* Do not block if the file is a pipe without a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	int err = fd < 0 ? RCC_ESYS : rcc_file_map_fd(fd, map);

	close_quietly(fd);
	return err;
}

void rcc_file_unmap(struct rcc_file_map *map)
{
	if (map->n != 0)
		munmap(map->data, map->n);
	map->data = NULL;
	map->n = 0;
}

/* Drop the pages of at most IOV_MAX ranges by one call, if the kernel can do that
 * for a process itself.  Returns whether it has dropped all. */
static bool drop_together(int self, const struct iovec *range, size_t n)
{
	size_t wanted = 0;

	for (size_t i = 0; i < n; i++)
		wanted += range[i].iov_len;
	return syscall(SYS_process_madvise, self, range, n, MADV_DONTNEED, 0) ==
	       (long)wanted;
}

static void drop_ranges(int self, const struct iovec *range, size_t n)
{
	if (n == 0 || (self >= 0 && drop_together(self, range, n)))
		return;
	for (size_t i = 0; i < n; i++)
		madvise(range[i].iov_base, range[i].iov_len, MADV_DONTNEED);
}

/* The CPUs must forget dropped pages in their TLBs, which takes long on some
 * virtual machines.  New kernels do it once for each call.  So one call drops the
 * pages of many maps. */
void rcc_file_drop_pages(const struct rcc_file_map *map, size_t n)
{
	const int self = (int)syscall(SYS_pidfd_open, getpid(), 0);
	struct iovec range[IOV_MAX];
	size_t n_ranges = 0;

	for (size_t i = 0; i < n; i++) {
		if (map[i].n == 0)
			continue;
		range[n_ranges++] = (struct iovec){.iov_base = map[i].data,
						   .iov_len = map[i].n};
		if (n_ranges == IOV_MAX) {
			drop_ranges(self, range, n_ranges);
			n_ranges = 0;
		}
	}
	drop_ranges(self, range, n_ranges);
	close_quietly(self);
}

char *rcc_file_read(const char *path, size_t *n)
{
	size_t used = 0;
	size_t room = 4096;
	char *bytes;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return NULL;
	bytes = rcc_mem_alloc(room);
	for (;;) {
		ssize_t got = read(fd, bytes + used, room - used - 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0) {
			close_quietly(fd);
			free(bytes);
			return NULL;
		}
		if (got == 0)
			break;
		used += (size_t)got;
		if (used + 1 == room) {
			room *= 2;
			bytes = rcc_mem_realloc(bytes, room, 1);
		}
	}
	close(fd);
	bytes[used] = '\0';
	if (n != NULL)
		*n = used;
	return bytes;
}

char *rcc_file_read_fd(int fd, size_t *n)
{
	struct stat st;
	size_t used = 0;
	char *bytes;

	if (fstat(fd, &st) != 0)
		st.st_size = 0;
	bytes = rcc_mem_alloc((size_t)st.st_size + 1);
	while (used < (size_t)st.st_size) {
		ssize_t got = pread(fd, bytes + used, (size_t)st.st_size - used,
				    (off_t)used);

		if (got <= 0)
			break;
		used += (size_t)got;
	}
	bytes[used] = '\0';
	if (n != NULL)
		*n = used;
	return bytes;
}

/* The most bytes to pass to one write(2).  Writing a large mapping in one call
 * takes nearly twice as long as in pieces of this size. */
#define WRITE_PIECE ((size_t)256 * 1024)

int rcc_file_write_fd(int fd, const void *bytes, size_t n)
{
	const char *at = bytes;

	while (n != 0) {
		ssize_t put = write(fd, at, n < WRITE_PIECE ? n : WRITE_PIECE);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return RCC_ESYS;
		at += put;
		n -= (size_t)put;
	}
	return 0;
}

/* Open a new file in the directory of `path`.  Sets *name to its path (caller
 * frees).  mkostemp(3) is not used, because it does not apply the umask to the
 * mode. */
static int open_beside(const char *path, mode_t mode, char **name)
{
	for (unsigned n = 0;; n++) {
		int fd;

		*name = rcc_mem_printf("%s.%ld-%u", path, (long)getpid(), n);
		fd = open(*name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
		if (fd >= 0 || errno != EEXIST)
			return fd;
		free(*name);
	}
}

int rcc_file_replace(const char *path, const void *bytes, size_t n, mode_t mode)
{
	char *beside = NULL;
	int fd = open_beside(path, mode, &beside);
	int result = RCC_ESYS;

	if (fd < 0)
		goto out;
	if (rcc_file_write_fd(fd, bytes, n) != 0) {
		close_quietly(fd);
		rcc_file_remove_quietly(beside);
		goto out;
	}
	if (close(fd) != 0 || rename(beside, path) != 0) {
		rcc_file_remove_quietly(beside);
		goto out;
	}
	result = 0;
out:
	free(beside);
	return result;
}

/* Copy with read(2) and write(2).  This is for two files that
 * copy_file_range(2) does not support. */
static int copy_by_hand(int from, int to)
{
	char block[65536];

	for (;;) {
		ssize_t got = read(from, block, sizeof(block));

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return RCC_ESYS;
		if (got == 0)
			return 0;
		if (rcc_file_write_fd(to, block, (size_t)got) != 0)
			return RCC_ESYS;
	}
}

static int copy_bytes(int from, int to)
{
	if (ioctl(to, FICLONE, from) == 0)
		return 0;
	for (;;) {
		ssize_t done =
			copy_file_range(from, NULL, to, NULL, 1 << 30, 0);

		if (done == 0)
			return 0;
		if (done < 0) {
			if (errno == EXDEV || errno == EINVAL ||
			    errno == ENOSYS || errno == EOPNOTSUPP)
				return copy_by_hand(from, to);
			return RCC_ESYS;
		}
	}
}

int rcc_file_copy(const char *from, const char *to, mode_t mode)
{
	int result = RCC_ESYS;
	int out = -1;
	int in = open(from, O_RDONLY | O_CLOEXEC);

	if (in < 0)
		return RCC_ESYS;
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (out >= 0) {
		result = copy_bytes(in, out);
		if (result != 0) {
			close_quietly(out);
			rcc_file_remove_quietly(to);
		} else if (close(out) != 0) {
			rcc_file_remove_quietly(to);
			result = RCC_ESYS;
		}
	}
	close_quietly(in);
	return result;
}

/* Make a directory, if it does not exist.  Sets errno to ENOTDIR if another file
 * has its name. */
static int make_directory(const char *path)
{
	struct stat st;

	if (mkdir(path, 0777) == 0)
		return 0;
	if (errno != EEXIST)
		return RCC_ESYS;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return 0;
	errno = ENOTDIR;
	return RCC_ESYS;
}

int rcc_file_mkdirs(const char *path)
{
	char *copy;
	int result = 0;

	/* Try the whole path first, because usually the directory or its parent
	 * exists. */
	if (make_directory(path) == 0)
		return 0;
	copy = rcc_mem_strdup(path);
	for (char *at = copy + 1; *at != '\0' && result == 0; at++) {
		if (*at != '/')
			continue;
		*at = '\0';
		result = make_directory(copy);
		*at = '/';
	}
	if (result == 0)
		result = make_directory(copy);
	free(copy);
	return result;
}

static int remove_entry(const char *path, const struct stat *st, int kind,
			struct FTW *where)
{
	(void)st;
	(void)kind;
	(void)where;
	return remove(path);
}

int rcc_file_remove_tree(const char *path)
{
	if (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) == 0)
		return 0;
	return errno == ENOENT ? 0 : RCC_ESYS;
}

char *rcc_file_tmp_dir(const char *prefix)
{
	const char *where = getenv("TMPDIR");
	char *path;

	if (where == NULL || where[0] == '\0')
		where = "/tmp";
	path = rcc_mem_printf("%s/%s.XXXXXX", where, prefix);
	/* Give the user access to the directory, whatever the umask is. */
	if (mkdtemp(path) != NULL && chmod(path, 0700) == 0)
		return path;
	free(path);
	return NULL;
}

void rcc_file_spread_directories(const char *path)
{
	const int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int flags;

	if (fd < 0)
		return;
	if (ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0 &&
	    (flags & FS_TOPDIR_FL) == 0) {
		flags |= FS_TOPDIR_FL;
		(void)ioctl(fd, FS_IOC_SETFLAGS, &flags);
	}
	close(fd);
}

int rcc_file_refuse_tmp_dir(struct rcc_refusal *refusal)
{
	const char *where = getenv("TMPDIR");

	return rcc_refuse(refusal, RCC_ESYS,
			  "set TMPDIR to a directory that exists and has free "
			  "space",
			  "cannot create a directory in \"%s\"",
			  where != NULL && where[0] != '\0' ? where : "/tmp");
}

const char *rcc_file_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash != NULL ? slash + 1 : path;
}

char *rcc_file_join(const char *dir, const char *path)
{
	if (path[0] == '/')
		return rcc_mem_strdup(path);
	return rcc_mem_printf("%s/%s", dir, path);
}

const char *rcc_file_self(void)
{
	static char path[PATH_MAX];

	if (path[0] == '\0' &&
	    readlink("/proc/self/exe", path, sizeof(path) - 1) <= 0)
		return NULL;
	return path;
}

const char *rcc_file_self_dir(void)
{
	static char dir[PATH_MAX];
	const char *path = rcc_file_self();

	if (path == NULL)
		return NULL;
	if (dir[0] == '\0')
		memcpy(dir, path, (size_t)(rcc_file_base(path) - path) - 1);
	return dir;
}

bool rcc_file_is_regular(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool is_program(const char *path, const struct stat *other)
{
	struct stat st;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode) ||
	    access(path, X_OK) != 0)
		return false;
	return other == NULL || st.st_dev != other->st_dev ||
	       st.st_ino != other->st_ino;
}

char *rcc_file_find_program(const char *name, const char *dirs,
			    const char *not_this)
{
	struct stat excluded;
	const struct stat *other = NULL;

	if (not_this != NULL && stat(not_this, &excluded) == 0)
		other = &excluded;
	if (strchr(name, '/') != NULL)
		return is_program(name, other) ? rcc_mem_strdup(name) : NULL;
	for (const char *at = dirs; at != NULL;) {
		size_t len = strcspn(at, ":");
		/* An empty entry means the working directory, as in PATH. */
		char *path = rcc_mem_printf("%.*s/%s", len != 0 ? (int)len : 1,
					    len != 0 ? at : ".", name);

		if (is_program(path, other))
			return path;
		free(path);
		at = at[len] == ':' ? at + len + 1 : NULL;
	}
	return NULL;
}
