/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/fleet/filesystem.h"

#include <stddef.h>

/* The numbers are those of statfs(2) and of linux/magic.h; Lustre, GPFS, BeeGFS
 * and PanFS are not in the kernel and document their own.  FUSE is listed
 * because sshfs and the clients of several cluster file systems use it, and its
 * number does not tell them from local ones. */
static const struct {
	unsigned long type;
	const char *name;
} network[] = {
	{0x6969, "NFS"},       {0x0bd00bd0, "Lustre"},	 {0x47504653, "GPFS"},
	{0xff534d42, "CIFS"},  {0xfe534d42, "SMB2"},	 {0x517b, "SMB"},
	{0x65735546, "FUSE"},  {0x00c36400, "Ceph"},	 {0x5346414f, "AFS"},
	{0x6b414653, "AFS"},   {0x01021997, "9P"},	 {0x19830326, "BeeGFS"},
	{0xaad7aaea, "PanFS"}, {0x20030528, "OrangeFS"}, {0x7461636f, "OCFS2"},
	{0x01161970, "GFS2"},  {0x73757245, "Coda"},	 {0x013111a8, "IBRIX"},
	{0x564c, "NCP"},
};

const char *rcc_filesystem_network(const char *path, rcc_statfs *examine)
{
	struct statfs st;

	if (examine(path, &st) != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(network) / sizeof(network[0]); i++)
		if (((unsigned long)st.f_type & 0xffffffffUL) ==
		    network[i].type)
			return network[i].name;
	return NULL;
}
