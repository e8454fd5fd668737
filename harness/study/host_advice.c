/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/host_advice.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/mem.h"

static const char *value_of(const json_t *host, const char *key)
{
	return json_string_value(json_object_get(host, key));
}

/* Set a setting's state, value and command.  `value` is NULL if the setting
 * cannot be read.  `command` is NULL if no command makes the setting quiet. */
static void set(struct rcc_host_advice *a, const char *value, bool is_noisy,
		const char *command)
{
	a->state = value == NULL ? RCC_HOST_UNKNOWN
		   : is_noisy	 ? RCC_HOST_NOISY
				 : RCC_HOST_QUIET;
	if (value != NULL)
		a->value = rcc_mem_strdup(value);
	if (a->state == RCC_HOST_NOISY && command != NULL)
		a->command = rcc_mem_strdup(command);
}

static void advise_governor(const json_t *host, struct rcc_host_advice *a)
{
	const char *value = value_of(host, "governor");

	a->what = "governor";
	a->reason = "the clock follows the load";
	set(a, value, value != NULL && strcmp(value, "performance") != 0,
	    "cpupower frequency-set -g performance");
}

static void advise_turbo(const json_t *host, struct rcc_host_advice *a)
{
	const char *no_turbo = value_of(host, "no-turbo");
	const char *boost = value_of(host, "boost");

	a->what = "turbo";
	a->reason = "the clock depends on temperature and on other cores";
	if (no_turbo != NULL)
		set(a, strcmp(no_turbo, "0") == 0 ? "on" : "off",
		    strcmp(no_turbo, "0") == 0,
		    "echo 1 >/sys/devices/system/cpu/intel_pstate/no_turbo");
	else if (boost != NULL)
		set(a, strcmp(boost, "1") == 0 ? "on" : "off",
		    strcmp(boost, "1") == 0,
		    "echo 0 >/sys/devices/system/cpu/cpufreq/boost");
}

static void advise_smt(const json_t *host, struct rcc_host_advice *a)
{
	const char *value = value_of(host, "smt");
	const bool is_on = value != NULL && strcmp(value, "1") == 0;

	a->what = "SMT sibling";
	a->reason = "two threads share a core's caches and execution units";
	set(a, value != NULL ? (is_on ? "on" : "off") : NULL, is_on,
	    "echo off >/sys/devices/system/cpu/smt/control");
}

/* Judge whether CPUs are isolated.  If no CPU is isolated, the kernel's list is
 * empty, and `host` has no key "isolated-cpus". */
static void advise_isolation(const json_t *host, struct rcc_host_advice *a)
{
	const char *value = value_of(host, "isolated-cpus");
	const json_int_t n = json_integer_value(json_object_get(host, "cpus"));

	a->what = "isolated CPUs";
	a->reason = "other programs run on the CPU of a run; isolate one, and "
		    "use it with --cpu";
	if (value != NULL) {
		set(a, value, false, NULL);
		a->command =
			rcc_mem_printf("randstudy run --cpu=%s ...", value);
	} else if (n > 1) {
		a->state = RCC_HOST_NOISY;
		a->value = rcc_mem_strdup("none");
		a->command = rcc_mem_printf(
			"sed -i 's/^GRUB_CMDLINE_LINUX=\"/&isolcpus=%d /' "
			"/etc/default/grub && grub-mkconfig -o "
			"/boot/grub/grub.cfg && reboot",
			(int)n - 1);
	}
}

static void advise_aslr(const json_t *host, struct rcc_host_advice *a)
{
	const char *value = value_of(host, "aslr");

	a->what = "ASLR";
	a->reason = "each run has different addresses; without ASLR all runs "
		    "share one choice of addresses";
	set(a, value, value != NULL && strcmp(value, "0") != 0,
	    "randstudy run --aslr=off ...");
}

/* Judge the CPU quota of the cgroup.  Its value is "max" or the quota in
 * microseconds.  With cgroup v2, the period in microseconds follows. */
static void advise_quota(const json_t *host, struct rcc_host_advice *a)
{
	const char *value = value_of(host, "cgroup-cpu-quota");
	const char *file = value_of(host, "cgroup-cpu-quota-file");
	char *command = NULL;

	a->what = "cgroup CPU quota";
	a->reason = "a group that has used its quota waits for the next period";
	if (file != NULL)
		command = rcc_mem_printf(
			"echo %s >%s",
			strstr(file, "cfs_quota_us") != NULL ? "-1" : "max",
			file);
	set(a, value, value != NULL && strcmp(value, "max") != 0, command);
	free(command);
}

void rcc_host_advise(const json_t *host,
		     struct rcc_host_advice advice[RCC_HOST_N_ADVICE])
{
	memset(advice, 0, RCC_HOST_N_ADVICE * sizeof(*advice));
	advise_governor(host, &advice[0]);
	advise_turbo(host, &advice[1]);
	advise_smt(host, &advice[2]);
	advise_isolation(host, &advice[3]);
	advise_aslr(host, &advice[4]);
	advise_quota(host, &advice[5]);
}

void rcc_host_advice_release(struct rcc_host_advice advice[RCC_HOST_N_ADVICE])
{
	for (size_t i = 0; i < RCC_HOST_N_ADVICE; i++) {
		free(advice[i].value);
		free(advice[i].command);
	}
	memset(advice, 0, RCC_HOST_N_ADVICE * sizeof(*advice));
}
