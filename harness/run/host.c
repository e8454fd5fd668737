/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/host.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"
#include "common/strbuf.h"

/* The largest numbers of CPUs and of thermal zones that are read. */
#define CPUS_MAX 4096
#define ZONES_MAX 64
/* rcc_host_running() counts the processes this number of times. */
#define N_SAMPLES 10

/* Return the first line of a file, without its newline; NULL if the line is
 * empty or the file cannot be read. */
static char *read_line(const char *root, const char *path)
{
	char *name = rcc_mem_printf("%s%s", root, path);
	char *text = rcc_file_read(name, NULL);

	free(name);
	if (text != NULL)
		text[strcspn(text, "\n")] = '\0';
	if (text != NULL && text[0] == '\0') {
		free(text);
		text = NULL;
	}
	return text;
}

static void put_text(json_t *host, const char *key, const char *text)
{
	if (text != NULL)
		json_object_set_new(host, key, json_string(text));
}

static void put_file(json_t *host, const char *key, const char *root,
		     const char *path)
{
	char *line = read_line(root, path);

	put_text(host, key, line);
	free(line);
}

/* Return the VALUE of the first line "KEY\t: VALUE" of a text like
 * /proc/cpuinfo; NULL if there is no such line.  The caller must free it. */
static char *find_value(const char *text, const char *key)
{
	const size_t len = strlen(key);

	for (const char *line = text; line != NULL && *line != '\0';
	     line = strchr(line, '\n'), line += line != NULL) {
		const char *at = line + len;

		if (strncmp(line, key, len) != 0)
			continue;
		at += strspn(at, " \t");
		if (*at != ':')
			continue;
		at++;
		at += strspn(at, " \t");
		return rcc_mem_strndup(at, strcspn(at, "\n"));
	}
	return NULL;
}

/* Return whether `word` is in a list of words separated by blanks. */
static bool has_word(const char *list, const char *word)
{
	const size_t len = strlen(word);

	for (const char *at = list; (at = strstr(at, word)) != NULL; at += len)
		if ((at == list || at[-1] == ' ') &&
		    (at[len] == ' ' || at[len] == '\0'))
			return true;
	return false;
}

static void describe_cpu(json_t *host, const char *root)
{
	char *path = rcc_mem_printf("%s/proc/cpuinfo", root);
	char *text = rcc_file_read(path, NULL);
	char *model = NULL;
	char *microcode = NULL;
	char *flags = NULL;

	if (text != NULL) {
		model = find_value(text, "model name");
		microcode = find_value(text, "microcode");
		flags = find_value(text, "flags");
	}
	put_text(host, "cpu", model);
	put_text(host, "microcode", microcode);
	if (flags != NULL)
		json_object_set_new(
			host, "virtual-machine",
			json_boolean(has_word(flags, "hypervisor")));
	json_object_set_new(host, "cpus",
			    json_integer(sysconf(_SC_NPROCESSORS_ONLN)));
	free(model);
	free(microcode);
	free(flags);
	free(text);
	free(path);
}

double rcc_host_load(const char *root)
{
	char *line = read_line(root, "/proc/loadavg");
	const double load = line != NULL ? strtod(line, NULL) : NAN;

	free(line);
	return load;
}

/* Return the number of other processes that run now: 2 if /proc/loadavg is
 * "0.20 0.18 0.12 3/80 11206", since this process is one of the 3.  Returns NaN
 * if the file cannot be read. */
static double running_now(const char *root)
{
	char *line = read_line(root, "/proc/loadavg");
	char *end = line != NULL ? strchr(line, '/') : NULL;
	double n = NAN;

	while (end != NULL && end > line && end[-1] != ' ')
		end--;
	if (end != NULL)
		n = fmax(strtod(end, NULL) - 1, 0);
	free(line);
	return n;
}

double rcc_host_running(const char *root)
{
	const struct timespec pause = {.tv_nsec = 1000000};
	double sum = running_now(root);

	for (int i = 1; i < N_SAMPLES && !isnan(sum); i++) {
		nanosleep(&pause, NULL);
		sum += running_now(root);
	}
	return sum / N_SAMPLES;
}

void rcc_host_lower_load(json_t *host, double load)
{
	const json_t *now = json_object_get(host, "load");

	if (json_is_number(now) && load < json_number_value(now))
		json_object_set_new(host, "load", json_real(load));
}

static void describe_load(json_t *host, const char *root)
{
	const double load = rcc_host_load(root);

	if (!isnan(load))
		json_object_set_new(host, "load", json_real(load));
}

static void describe_system(json_t *host)
{
	struct utsname name;
	char hostname[256] = "";

	if (uname(&name) == 0) {
		char *kernel =
			rcc_mem_printf("%s %s", name.sysname, name.release);

		put_text(host, "kernel", kernel);
		put_text(host, "architecture", name.machine);
		free(kernel);
	}
	if (gethostname(hostname, sizeof(hostname) - 1) == 0)
		put_text(host, "hostname", hostname);
}

/* Read the first line of each of the files BEFORE0AFTER, BEFORE1AFTER and so
 * on, until a file cannot be read.  Add the distinct lines, separated by
 * blanks, to the description as the member `key`. */
static void put_distinct(json_t *host, const char *key, const char *root,
			 const char *before, const char *after, int max)
{
	struct rcc_strbuf all = {0};
	char *text;

	for (int i = 0; i < max; i++) {
		char *path = rcc_mem_printf("%s%d%s", before, i, after);
		char *line = read_line(root, path);

		free(path);
		if (line == NULL)
			break;
		if (all.n == 0 || !has_word(all.text, line))
			rcc_strbuf_printf(&all, "%s%s", all.n != 0 ? " " : "",
					  line);
		free(line);
	}
	text = rcc_strbuf_take(&all);
	if (text[0] != '\0')
		put_text(host, key, text);
	free(text);
}

/* Add the caches of the first CPU: "L1 Data 32K, L1 Instruction 32K, ...". */
static void describe_caches(json_t *host, const char *root)
{
	static const char dir[] = "/sys/devices/system/cpu/cpu0/cache/index";
	struct rcc_strbuf all = {0};
	char *caches;

	for (int i = 0; i < 8; i++) {
		static const char *const file[] = {"level", "type", "size"};
		char *text[3] = {NULL, NULL, NULL};

		for (int k = 0; k < 3; k++) {
			char *path = rcc_mem_printf("%s%d/%s", dir, i, file[k]);

			text[k] = read_line(root, path);
			free(path);
		}
		if (text[0] != NULL && text[1] != NULL && text[2] != NULL)
			rcc_strbuf_printf(&all, "%sL%s %s %s",
					  all.n != 0 ? ", " : "", text[0],
					  text[1], text[2]);
		for (int k = 0; k < 3; k++)
			free(text[k]);
	}
	caches = rcc_strbuf_take(&all);
	if (caches[0] != '\0')
		put_text(host, "caches", caches);
	free(caches);
}

/* Add the temperature of the hottest thermal zone.  The kernel gives it in
 * thousandths of a degree Celsius. */
static void describe_temperature(json_t *host, const char *root)
{
	long hottest = 0;

	for (int i = 0; i < ZONES_MAX; i++) {
		char *path = rcc_mem_printf("/sys/class/thermal/thermal_zone%d"
					    "/temp",
					    i);
		char *line = read_line(root, path);
		long one;

		free(path);
		if (line == NULL)
			break;
		one = strtol(line, NULL, 10);
		free(line);
		hottest = one > hottest ? one : hottest;
	}
	if (hottest > 0)
		json_object_set_new(host, "temperature",
				    json_real((double)hottest / 1000));
}

static void describe_memory(json_t *host, const char *root)
{
	char *path = rcc_mem_printf("%s/proc/meminfo", root);
	char *text = rcc_file_read(path, NULL);
	char *total = text != NULL ? find_value(text, "MemTotal") : NULL;

	put_text(host, "memory", total);
	free(total);
	free(text);
	free(path);
}

/* Return the path of this process's group in cgroup v2, such as "/a/b".  The
 * root group is "".  Returns NULL if there is no cgroup v2.  The caller must
 * free it. */
static char *find_group(const char *root)
{
	char *path = rcc_mem_printf("%s/proc/self/cgroup", root);
	char *text = rcc_file_read(path, NULL);
	char *group = NULL;

	for (const char *line = text; line != NULL && *line != '\0';
	     line = strchr(line, '\n'), line += line != NULL)
		if (strncmp(line, "0::/", 4) == 0)
			group = rcc_mem_strndup(line + 3,
						strcspn(line + 3, "\n"));
	if (group != NULL && strcmp(group, "/") == 0)
		group[0] = '\0';
	free(text);
	free(path);
	return group;
}

/* Add the CPU quota in `file`, if the file can be read.  Return whether the
 * quota limits this process. */
static bool put_quota(json_t *host, const char *root, const char *file)
{
	char *line = read_line(root, file);
	const bool is_limit = line != NULL && strncmp(line, "max", 3) != 0 &&
			      strcmp(line, "-1") != 0;

	if (line != NULL) {
		put_text(host, "cgroup-cpu-quota", is_limit ? line : "max");
		put_text(host, "cgroup-cpu-quota-file", file);
	}
	free(line);
	return is_limit;
}

/* Add the CPU quota that limits this process.  Look first at the quota of
 * cgroup v1.  If that is no limit, look at the groups of cgroup v2 that contain
 * this process, the innermost first, and take the first quota that is a limit.
 * If quotas can be read but none is a limit, add "max". */
static void describe_quota(json_t *host, const char *root)
{
	char *group = find_group(root);
	bool is_limit =
		put_quota(host, root, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us");

	while (group != NULL && !is_limit) {
		char *end = strrchr(group, '/');
		char *file = rcc_mem_printf("/sys/fs/cgroup%s/cpu.max", group);

		is_limit = put_quota(host, root, file);
		free(file);
		if (end == NULL)
			break;
		*end = '\0';
	}
	free(group);
}

/* Members of the description.  The value of each is the first line of the
 * file. */
static const struct {
	const char *key;
	const char *path;
} fact[] = {
	{"scaling-driver",
	 "/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver"},
	{"no-turbo", "/sys/devices/system/cpu/intel_pstate/no_turbo"},
	{"boost", "/sys/devices/system/cpu/cpufreq/boost"},
	{"smt", "/sys/devices/system/cpu/smt/active"},
	{"isolated-cpus", "/sys/devices/system/cpu/isolated"},
	{"numa", "/sys/devices/system/node/online"},
	{"numa-balancing", "/proc/sys/kernel/numa_balancing"},
	{"transparent-hugepages",
	 "/sys/kernel/mm/transparent_hugepage/enabled"},
	{"aslr", "/proc/sys/kernel/randomize_va_space"},
	{"perf-event-paranoid", "/proc/sys/kernel/perf_event_paranoid"},
	{"kernel-command-line", "/proc/cmdline"},
	{"boot-id", "/proc/sys/kernel/random/boot_id"},
	{"hypervisor", "/sys/hypervisor/type"},
	{"vendor", "/sys/class/dmi/id/sys_vendor"},
	{"product", "/sys/class/dmi/id/product_name"},
	{"clocksource", "/sys/devices/system/clocksource/clocksource0/"
			"current_clocksource"},
};

json_t *rcc_host_describe(const char *root)
{
	static const char cpu[] = "/sys/devices/system/cpu/cpu";
	json_t *host = json_object();

	describe_system(host);
	describe_cpu(host, root);
	describe_caches(host, root);
	describe_memory(host, root);
	describe_load(host, root);
	describe_temperature(host, root);
	describe_quota(host, root);
	put_distinct(host, "governor", root, cpu, "/cpufreq/scaling_governor",
		     CPUS_MAX);
	put_distinct(host, "smt-siblings", root, cpu,
		     "/topology/thread_siblings_list", CPUS_MAX);
	for (size_t i = 0; i < sizeof(fact) / sizeof(fact[0]); i++)
		put_file(host, fact[i].key, root, fact[i].path);
	return host;
}
