/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "common/filesystem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "common/file.h"
#include "common/mem.h"

/* FUSE is a kernel interface that both local and network file systems use.
 * rcc_filesystem_is_local_fuse() tells these two kinds apart. */
#define FUSE 0x65735546

/* The types (f_type of struct statfs) are from statfs(2) and linux/magic.h.
 * Lustre, GPFS, BeeGFS and PanFS are not in the kernel; their own documents
 * have the numbers. */
static const struct {
	unsigned long type;
	const char *name;
} network[] = {
	{0x6969, "NFS"},       {0x0bd00bd0, "Lustre"},	 {0x47504653, "GPFS"},
	{0xff534d42, "CIFS"},  {0xfe534d42, "SMB2"},	 {0x517b, "SMB"},
	{FUSE, "FUSE"},	       {0x00c36400, "Ceph"},	 {0x5346414f, "AFS"},
	{0x6b414653, "AFS"},   {0x01021997, "9P"},	 {0x19830326, "BeeGFS"},
	{0xaad7aaea, "PanFS"}, {0x20030528, "OrangeFS"}, {0x7461636f, "OCFS2"},
	{0x01161970, "GFS2"},  {0x73757245, "Coda"},	 {0x013111a8, "IBRIX"},
	{0x564c, "NCP"},
};

/* Return whether a line of /proc/self/mountinfo describes the device.  If so,
 * sets *type to the name of the file system's type, which ends at a blank. */
static bool is_mount_of(const char *line, dev_t device, const char **type)
{
	char id[32];
	const char *end = strchrnul(line, '\n');
	const char *dash = strstr(line, " - ");
	const int length = snprintf(id, sizeof(id), "%u:%u ", major(device),
				    minor(device));

	/* The third word is the device. */
	for (int i = 0; i < 2; i++) {
		line += strcspn(line, " \n");
		line += *line == ' ';
	}
	if (strncmp(line, id, (size_t)length) != 0 || dash == NULL ||
	    dash > end)
		return false;
	*type = dash + 3;
	return true;
}

bool rcc_filesystem_is_local_fuse(const char *mounts, dev_t device)
{
	/* The types of local FUSE file systems.  "fuseblk" is a disk with the
	 * file system of another operating system.  "fuse.fuse-overlayfs" is
	 * the disk of a container that a user runs without root. */
	static const char *const local[] = {"fuseblk ", "fuse.fuse-overlayfs "};
	const char *type;

	for (const char *line = mounts; line != NULL;) {
		if (is_mount_of(line, device, &type))
			for (size_t i = 0; i < sizeof(local) / sizeof(*local);
			     i++)
				if (strncmp(type, local[i], strlen(local[i])) ==
				    0)
					return true;
		line = strchr(line, '\n');
		if (line != NULL)
			line++;
	}
	return false;
}

static bool is_on_local_fuse(const char *path)
{
	char *mounts = rcc_file_read("/proc/self/mountinfo", NULL);
	struct stat st;
	const bool is_local = mounts != NULL && stat(path, &st) == 0 &&
			      rcc_filesystem_is_local_fuse(mounts, st.st_dev);

	free(mounts);
	return is_local;
}

static const char *name_of(const char *path, const struct statfs *st)
{
	const unsigned long type = (unsigned long)st->f_type & 0xffffffffUL;

	if (type == FUSE && is_on_local_fuse(path))
		return NULL;
	for (size_t i = 0; i < sizeof(network) / sizeof(network[0]); i++)
		if (type == network[i].type)
			return network[i].name;
	return NULL;
}

const char *rcc_filesystem_network(const char *path, rcc_statfs *examine)
{
	struct statfs st;
	const char *name = NULL;
	char *folder;

	if (examine(path, &st) == 0)
		return name_of(path, &st);
	if (errno != ENOENT)
		return NULL;
	folder = rcc_mem_printf("%.*s.", (int)(rcc_file_base(path) - path),
				path);
	if (examine(folder, &st) == 0)
		name = name_of(folder, &st);
	free(folder);
	return name;
}
