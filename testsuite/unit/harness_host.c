/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unit tests of harness/run/host, which describes the machine from files in
 * /proc and /sys.  The tests give it a temporary directory in place of "/". */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/mem.h"
#include "harness/run/host.h"
#include "harness/run/steal.h"
#include "harness/study/host_advice.h"
#include "harness/study/host_warnings.h"

static char *root;

static void put(const char *path, const char *text)
{
	char *name = rcc_mem_printf("%s%s", root, path);
	char *dir = rcc_mem_strndup(name, (size_t)(strrchr(name, '/') - name));

	assert_int_equal(rcc_file_mkdirs(dir), 0);
	assert_int_equal(rcc_file_replace(name, text, strlen(text), 0666), 0);
	free(dir);
	free(name);
}

static const char *text_of(const json_t *host, const char *key)
{
	const char *text = json_string_value(json_object_get(host, key));

	return text != NULL ? text : "absent";
}

static void begin(void)
{
	root = rcc_file_tmp_dir("harness-host");
	assert_non_null(root);
}

static void end(void)
{
	assert_int_equal(rcc_file_remove_tree(root), 0);
	free(root);
}

static void load_of_our_own_is_left_out(void **state)
{
	json_t *host;

	(void)state;
	begin();
	assert_true(isnan(rcc_host_load(root)));
	put("/proc/loadavg", "3.50 0.10 0.05 2/300 12345\n");
	assert_true(rcc_host_load(root) == 3.5);
	host = rcc_host_describe(root);
	/* two processes are running now, and one of them is the reader of
	 * /proc/loadavg; the average of 3.5 includes processes that have
	 * ended */
	assert_true(rcc_host_running(root) == 1);
	put("/proc/loadavg", "3.50 0.10 0.05 1/300 12345\n");
	assert_true(rcc_host_running(root) == 0);
	assert_true(isnan(rcc_host_running("/nowhere")));
	rcc_host_lower_load(host, NAN); /* NAN stands for an unknown load */
	assert_true(json_number_value(json_object_get(host, "load")) == 3.5);
	rcc_host_lower_load(host, 4);
	assert_true(json_number_value(json_object_get(host, "load")) == 3.5);
	rcc_host_lower_load(host, 0.25);
	assert_true(json_number_value(json_object_get(host, "load")) == 0.25);
	json_decref(host);
	host = json_object();
	rcc_host_lower_load(host, 0.25);
	assert_null(json_object_get(host, "load"));
	json_decref(host);
	end();
}

static void missing_files_are_absent(void **state)
{
	json_t *host;

	(void)state;
	begin();
	host = rcc_host_describe(root);
	assert_string_equal(text_of(host, "governor"), "absent");
	assert_string_equal(text_of(host, "cpu"), "absent");
	assert_null(json_object_get(host, "load"));
	assert_null(json_object_get(host, "virtual-machine"));
	assert_null(json_object_get(host, "temperature"));
	json_decref(host);
	end();
}

static void a_machine_is_described(void **state)
{
	static const char cpuinfo[] = "processor\t: 0\n"
				      "model name\t: A CPU @ 3 GHz\n"
				      "microcode\t: 0xf0\n"
				      "flags\t\t: fpu hypervisor_x vme\n";
	json_t *host;

	(void)state;
	begin();
	put("/proc/cpuinfo", cpuinfo);
	put("/proc/meminfo", "MemTotal:       16384 kB\nMemFree: 1 kB\n");
	put("/proc/loadavg", "0.25 0.10 0.05 2/300 12345\n");
	put("/proc/sys/kernel/randomize_va_space", "2\n");
	put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
	    "performance\n");
	put("/sys/devices/system/cpu/cpu1/cpufreq/scaling_governor",
	    "powersave\n");
	put("/sys/devices/system/cpu/cpu2/cpufreq/scaling_governor",
	    "performance\n");
	put("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list",
	    "0,2\n");
	put("/sys/devices/system/cpu/cpu1/topology/thread_siblings_list",
	    "1,3\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/level", "1\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/type", "Data\n");
	put("/sys/devices/system/cpu/cpu0/cache/index0/size", "32K\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/level", "2\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/type", "Unified\n");
	put("/sys/devices/system/cpu/cpu0/cache/index1/size", "1M\n");
	put("/sys/class/thermal/thermal_zone0/temp", "41000\n");
	put("/sys/class/thermal/thermal_zone1/temp", "56500\n");
	host = rcc_host_describe(root);
	assert_string_equal(text_of(host, "cpu"), "A CPU @ 3 GHz");
	assert_string_equal(text_of(host, "microcode"), "0xf0");
	assert_string_equal(text_of(host, "memory"), "16384 kB");
	assert_string_equal(text_of(host, "governor"), "performance powersave");
	assert_string_equal(text_of(host, "smt-siblings"), "0,2 1,3");
	assert_string_equal(text_of(host, "caches"),
			    "L1 Data 32K, L2 Unified 1M");
	assert_string_equal(text_of(host, "aslr"), "2");
	assert_true(json_is_false(json_object_get(host, "virtual-machine")));
	assert_true(json_number_value(json_object_get(host, "load")) == 0.25);
	assert_true(json_number_value(json_object_get(host, "temperature")) ==
		    56.5);
	json_decref(host);
	end();
}

static void quota_is(const char *quota, const char *file)
{
	json_t *host = rcc_host_describe(root);

	assert_string_equal(text_of(host, "cgroup-cpu-quota"), quota);
	assert_string_equal(text_of(host, "cgroup-cpu-quota-file"), file);
	json_decref(host);
}

static void the_innermost_quota_is_found(void **state)
{
	(void)state;
	begin();
	quota_is("absent", "absent");
	put("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
	quota_is("max", "/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
	put("/proc/self/cgroup", "1:cpu:/\n0::/a/b\n");
	put("/sys/fs/cgroup/a/b/cpu.max", "max 100000\n");
	quota_is("max", "/sys/fs/cgroup/a/b/cpu.max");
	put("/sys/fs/cgroup/cpu.max", "90000 100000\n");
	quota_is("90000 100000", "/sys/fs/cgroup/cpu.max");
	put("/sys/fs/cgroup/a/cpu.max", "50000 100000\n");
	quota_is("50000 100000", "/sys/fs/cgroup/a/cpu.max");
	put("/proc/self/cgroup", "0::/\n");
	quota_is("90000 100000", "/sys/fs/cgroup/cpu.max");
	end();
}

/* Check the command of each piece of advice for a host, in order.  "" stands
 * for advice without a command. */
static void advice_is(json_t *host, const char *const command[])
{
	struct rcc_host_advice advice[RCC_HOST_N_ADVICE];

	rcc_host_advise(host, advice);
	for (size_t i = 0; i < RCC_HOST_N_ADVICE; i++)
		assert_string_equal(
			advice[i].command != NULL ? advice[i].command : "",
			command[i]);
	rcc_host_advice_release(advice);
	json_decref(host);
}

static void advice_has_commands(void **state)
{
	static const char *const none[] = {"", "", "", "", "", ""};
	static const char *const isolated[] = {
		"", "", "", "randstudy run --cpu=2-3 ...", "", ""};
	static const char *const all[] = {
		"cpupower frequency-set -g performance",
		"echo 1 >/sys/devices/system/cpu/intel_pstate/no_turbo",
		"echo off >/sys/devices/system/cpu/smt/control",
		("sed -i 's/^GRUB_CMDLINE_LINUX=\"/&isolcpus=3 /' "
		 "/etc/default/grub && grub-mkconfig -o /boot/grub/grub.cfg && "
		 "reboot"),
		"randstudy run --aslr=off ...",
		"echo max >/sys/fs/cgroup/a/cpu.max"};

	(void)state;
	advice_is(json_pack("{}"), none);
	advice_is(json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i}", "governor",
			    "performance", "no-turbo", "1", "smt", "0", "aslr",
			    "0", "isolated-cpus", "2-3", "cgroup-cpu-quota",
			    "max", "cpus", 4),
		  isolated);
	advice_is(json_pack("{s:s,s:s,s:s,s:s,s:s,s:s,s:i}", "governor",
			    "powersave", "no-turbo", "0", "smt", "1", "aslr",
			    "2", "cgroup-cpu-quota", "1 2",
			    "cgroup-cpu-quota-file", "/sys/fs/cgroup/a/cpu.max",
			    "cpus", 4),
		  all);
}

/* Describe the core of a CPU: `threads` lists the CPU and its siblings. */
static void put_core(int cpu, const char *threads)
{
	char *path = rcc_mem_printf("/sys/devices/system/cpu/cpu%d/topology/"
				    "thread_siblings_list",
				    cpu);

	put(path, threads);
	free(path);
}

static void work_goes_on(void *self)
{
	++*(int *)self;
	put("/proc/stat", "cpu  1 2 3 4\n"
			  "cpu0 10 0 0 120 0 0 0 0 0 0\n"
			  "cpu1 10 0 0 120 0 0 0 0 0 0\n"
			  "cpu2 22 1 5 101 0 0 0 1 0 0\n"
			  "cpu3 10 0 1 115 4 0 0 0 0 0\n"
			  "intr 5\n");
}

static double busy(const json_t *host, const char *cpu)
{
	const json_t *share =
		json_object_get(json_object_get(host, "siblings-busy"), cpu);

	return share != NULL ? json_number_value(share) : -1;
}

static json_t *siblings(const cpu_set_t *pinned, int *n_waits)
{
	json_t *host = json_object();

	put("/proc/stat", "cpu  1 2 3 4\n"
			  "cpu0 10 0 0 100 0 0 0 0 0 0\n"
			  "cpu1 10 0 0 100 0 0 0 0 0 0\n"
			  "cpu2 10 0 0 100 0 0 0 0 0 0\n"
			  "cpu3 10 0 0 100 0 0 0 0 0 0\n"
			  "intr 1\n");
	rcc_host_siblings(host, root, pinned, work_goes_on, n_waits);
	return host;
}

static size_t n_warnings(json_t *host);

static void busy_siblings_are_reported(void **state)
{
	cpu_set_t pinned;
	json_t *host;
	int n_waits = 0;

	(void)state;
	begin();
	/* Each core has one thread, so no CPU has a sibling to watch, and no
	 * time is spent watching. */
	put_core(0, "0\n");
	put_core(1, "1\n");
	host = siblings(NULL, &n_waits);
	assert_int_equal(n_waits, 0);
	assert_null(json_object_get(host, "siblings-busy"));
	json_decref(host);
	put_core(0, "0,2\n");
	put_core(1, "1,3\n");
	put_core(2, "0,2\n");
	put_core(3, "1,3\n");
	/* the study is not pinned, so it may use any CPU */
	host = siblings(NULL, &n_waits);
	assert_true(busy(host, "0") == 0);
	assert_true(busy(host, "2") == 0.95);
	assert_true(busy(host, "3") == 0.05);
	assert_int_equal(n_warnings(host), 1);
	/* the study is pinned to CPU 0, the sibling of CPU 2, and then to CPU
	 * 1, the sibling of CPU 3 */
	CPU_ZERO(&pinned);
	CPU_SET(0, &pinned);
	host = siblings(&pinned, &n_waits);
	assert_true(busy(host, "2") == 0.95);
	assert_true(busy(host, "0") == -1);
	assert_true(busy(host, "3") == -1);
	assert_int_equal(n_warnings(host), 1);
	CPU_ZERO(&pinned);
	CPU_SET(1, &pinned);
	host = siblings(&pinned, &n_waits);
	assert_true(busy(host, "3") == 0.05);
	assert_int_equal(n_warnings(host), 0);
	/* the study is pinned to all four CPUs, so the load of these CPUs may
	 * be the study's own */
	CPU_SET(3, &pinned);
	CPU_SET(2, &pinned);
	CPU_SET(0, &pinned);
	host = siblings(&pinned, &n_waits);
	assert_null(json_object_get(host, "siblings-busy"));
	json_decref(host);
	end();
}

static size_t n_warnings(json_t *host)
{
	struct rcc_strvec warning = {0};
	size_t n;

	rcc_host_warnings(host, &warning);
	n = warning.n;
	rcc_strvec_release(&warning);
	json_decref(host);
	return n;
}

static void disturbances_are_warned_about(void **state)
{
	(void)state;
	assert_int_equal(n_warnings(json_pack("{}")), 0);
	assert_int_equal(n_warnings(json_pack(
				 "{s:s,s:f,s:b,s:s,s:s}", "governor",
				 "performance", "load", 0.4, "virtual-machine",
				 0, "no-turbo", "1", "clocksource", "tsc")),
			 0);
	assert_int_equal(
		n_warnings(json_pack("{s:s}", "governor", "powersave")), 1);
	assert_int_equal(n_warnings(json_pack("{s:f}", "load", 0.6)), 1);
	assert_int_equal(n_warnings(json_pack("{s:b}", "virtual-machine", 1)),
			 1);
	assert_int_equal(n_warnings(json_pack("{s:s}", "boost", "1")), 1);
	assert_int_equal(n_warnings(json_pack("{s:s}", "clocksource", "hpet")),
			 1);
	assert_int_equal(n_warnings(json_pack("{s:s}", "governor",
					      "performance powersave")),
			 1);
	assert_int_equal(n_warnings(json_pack("{s:s}", "smt", "1")), 1);
	assert_int_equal(n_warnings(json_pack("{s:s}", "smt", "0")), 0);
	assert_int_equal(n_warnings(json_pack("{s:s}", "numa-balancing", "1")),
			 1);
	assert_int_equal(n_warnings(json_pack("{s:f}", "temperature", 90.0)),
			 1);
	assert_int_equal(n_warnings(json_pack("{s:f}", "temperature", 60.0)),
			 0);
}

static void steal_is_a_share_of_the_time(void **state)
{
	struct rcc_steal then;

	(void)state;
	begin();
	then = rcc_steal_now(root);
	assert_true(isnan(then.all));
	assert_true(isnan(rcc_steal_since(&then, root)));
	put("/proc/stat", "cpu  100 0 50 800 10 0 0 40 7 7\ncpu0 1 2 3\n");
	assert_true(isnan(rcc_steal_since(&then, root)));
	then = rcc_steal_now(root);
	assert_true(then.all == 1000);
	assert_true(then.stolen == 40);
	/* no tick has passed */
	assert_true(isnan(rcc_steal_since(&then, root)));
	put("/proc/stat", "cpu  130 5 60 830 10 0 0 65 9 9\n");
	assert_true(rcc_steal_since(&then, root) == 0.25);
	/* the machine has moved to another host */
	put("/proc/stat", "cpu  230 5 60 830 10 0 0 39 9 9\n");
	assert_true(isnan(rcc_steal_since(&then, root)));
	/* a kernel before 2.6.11 */
	put("/proc/stat", "cpu  130 5 60 830 10 0 0\n");
	assert_true(isnan(rcc_steal_since(&then, root)));
	end();
}

int main(void)
{
	const struct CMUnitTest test[] = {
		cmocka_unit_test(load_of_our_own_is_left_out),
		cmocka_unit_test(missing_files_are_absent),
		cmocka_unit_test(a_machine_is_described),
		cmocka_unit_test(the_innermost_quota_is_found),
		cmocka_unit_test(advice_has_commands),
		cmocka_unit_test(busy_siblings_are_reported),
		cmocka_unit_test(steal_is_a_share_of_the_time),
		cmocka_unit_test(disturbances_are_warned_about),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
