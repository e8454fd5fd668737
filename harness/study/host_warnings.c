/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/host_warnings.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Warn if the load average is above this. */
#define LOAD_WARNING 0.5
/* Warn if a CPU's sibling is busy for more than this share of the time. */
#define BUSY 0.1
/* The temperature at which CPUs begin to slow down, in degrees Celsius. */
#define HOT 85

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

	/* The text lists the governors of all CPUs.  It is "performance" only
	 * if all CPUs have that governor. */
	if (governor != NULL && strcmp(governor, "performance") != 0)
		rcc_strvec_pushf(warning,
				 "the CPU's clock follows the load (governor "
				 "\"%s\"): cpupower frequency-set -g "
				 "performance",
				 governor);
	if (text_is(host, "no-turbo", "0") || text_is(host, "boost", "1"))
		rcc_strvec_push(
			warning,
			"turbo is on: the clock depends on temperature "
			"and on other cores; turn it off for the study: "
			"echo 1 >/sys/devices/system/cpu/intel_pstate/"
			"no_turbo, or echo 0 >/sys/devices/system/cpu/"
			"cpufreq/boost");
	if (clock != NULL && strcmp(clock, "tsc") != 0 &&
	    strcmp(clock, "kvm-clock") != 0 &&
	    strcmp(clock, "arch_sys_counter") != 0)
		rcc_strvec_pushf(warning,
				 "the clock source is \"%s\": reading the time "
				 "is slow and coarse; boot with tsc if the CPU "
				 "has a reliable one",
				 clock);
}

/* Warn about each busy sibling.  A sibling is a CPU that shares a core with a
 * CPU of the runs. */
static void warn_about_siblings(const json_t *host, struct rcc_strvec *warning)
{
	const char *cpu;
	json_t *busy;

	json_object_foreach(json_object_get(host, "siblings-busy"), cpu, busy)
	{
		if (json_number_value(busy) > BUSY)
			rcc_strvec_pushf(
				warning,
				"CPU %s, which shares a core with another "
				"(SMT), was %.0f %% busy when the study was "
				"begun or resumed: stop other programs, pin "
				"the runs to another core (--cpu), or turn SMT "
				"off",
				cpu, 100 * json_number_value(busy));
	}
}

static void warn_about_neighbours(const json_t *host,
				  struct rcc_strvec *warning)
{
	const json_t *load = json_object_get(host, "load");

	if (text_is(host, "smt", "1"))
		rcc_strvec_push(
			warning,
			"SMT is on: two threads share each core's caches and "
			"execution units; keep the other thread idle, or "
			"echo off >/sys/devices/system/cpu/smt/control");
	warn_about_siblings(host, warning);
	if (json_is_number(load) && json_number_value(load) > LOAD_WARNING)
		rcc_strvec_pushf(
			warning,
			"the load was %.2f when the study was begun or "
			"resumed: stop other programs",
			json_number_value(load));
	if (text_is(host, "numa-balancing", "1"))
		rcc_strvec_push(warning,
				"the kernel moves memory between NUMA nodes "
				"while programs run: sysctl "
				"kernel.numa_balancing=0");
}

void rcc_host_warnings(const json_t *host, struct rcc_strvec *warning)
{
	const double degrees =
		json_number_value(json_object_get(host, "temperature"));

	if (json_is_true(json_object_get(host, "virtual-machine")))
		rcc_strvec_push(warning,
				"this is a virtual machine: other guests share "
				"the caches and the CPU; prefer real hardware");
	warn_about_neighbours(host, warning);
	warn_about_clock(host, warning);
	if (degrees >= HOT)
		rcc_strvec_pushf(
			warning,
			"the machine is at %.0f degrees Celsius, where CPUs "
			"slow down: let it cool (--cool-down)",
			degrees);
}
