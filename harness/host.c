/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/host.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/file.h"
#include "common/mem.h"

/* Where the load of others begins to show. */
#define LOAD_WARNING 0.5

/* The first line of a file, without its newline; NULL if there is none. */
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

/* The value behind "key\t: value" in /proc/cpuinfo; caller frees. */
static char *cpuinfo_value(const char *text, const char *key)
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

/* Whether `word` is one of the words of a list separated by blanks. */
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
		model = cpuinfo_value(text, "model name");
		microcode = cpuinfo_value(text, "microcode");
		flags = cpuinfo_value(text, "flags");
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

static void describe_load(json_t *host, const char *root)
{
	char *line = read_line(root, "/proc/loadavg");

	if (line != NULL)
		json_object_set_new(host, "load",
				    json_real(strtod(line, NULL)));
	free(line);
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

json_t *rcc_host_describe(const char *root)
{
	json_t *host = json_object();

	describe_system(host);
	describe_cpu(host, root);
	describe_load(host, root);
	put_file(host, "governor", root,
		 "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
	put_file(host, "no-turbo", root,
		 "/sys/devices/system/cpu/intel_pstate/no_turbo");
	put_file(host, "boost", root, "/sys/devices/system/cpu/cpufreq/boost");
	put_file(host, "smt", root, "/sys/devices/system/cpu/smt/active");
	put_file(host, "numa", root, "/sys/devices/system/node/online");
	put_file(host, "aslr", root, "/proc/sys/kernel/randomize_va_space");
	put_file(host, "clocksource", root,
		 "/sys/devices/system/clocksource/clocksource0/"
		 "current_clocksource");
	put_file(host, "temperature", root,
		 "/sys/class/thermal/thermal_zone0/temp");
	return host;
}

static bool text_is(const json_t *host, const char *key, const char *text)
{
	const char *is = json_string_value(json_object_get(host, key));

	return is != NULL && strcmp(is, text) == 0;
}

static void warn_about_clock(const json_t *host, struct rcc_strvec *warning)
{
	const char *governor =
		json_string_value(json_object_get(host, "governor"));
	const char *clock =
		json_string_value(json_object_get(host, "clocksource"));

	if (governor != NULL && strcmp(governor, "performance") != 0)
		rcc_strvec_pushf(warning,
				 "the CPU's clock follows the load (governor "
				 "\"%s\"): cpupower frequency-set -g "
				 "performance",
				 governor);
	if (text_is(host, "no-turbo", "0") || text_is(host, "boost", "1"))
		rcc_strvec_push(warning,
				"turbo is on: the clock depends on temperature "
				"and neighbours; switch it off for the study");
	if (clock != NULL && strcmp(clock, "tsc") != 0 &&
	    strcmp(clock, "kvm-clock") != 0 &&
	    strcmp(clock, "arch_sys_counter") != 0)
		rcc_strvec_pushf(warning,
				 "the clock source is \"%s\": reading the time "
				 "is slow and coarse; boot with tsc if the CPU "
				 "has a reliable one",
				 clock);
}

void rcc_host_warnings(const json_t *host, struct rcc_strvec *warning)
{
	const json_t *load = json_object_get(host, "load");

	if (json_is_true(json_object_get(host, "virtual-machine")))
		rcc_strvec_push(warning,
				"this is a virtual machine: other guests share "
				"the caches and the CPU; prefer real hardware");
	if (json_is_number(load) && json_number_value(load) > LOAD_WARNING)
		rcc_strvec_pushf(
			warning,
			"the load was %.2f when the study was begun or "
			"resumed: end what else runs",
			json_number_value(load));
	warn_about_clock(host, warning);
}
