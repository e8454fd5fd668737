/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/process_control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/resource.h>

#include "common/diag.h"
#include "common/mem.h"

static const struct {
	const char *name;
	int policy;
} class[] = {
	{"other", SCHED_OTHER}, {"batch", SCHED_BATCH}, {"idle", SCHED_IDLE},
	{"fifo", SCHED_FIFO},	{"rr", SCHED_RR},
};

static int bad(char **problem, char *text)
{
	*problem = text;
	return RCC_EFORMAT;
}

/* Parse a number and move *at past it.  Returns -1 if there is no number. */
static long take_number(const char **at)
{
	char *end = NULL;
	long number;

	if (**at < '0' || **at > '9')
		return -1;
	number = strtol(*at, &end, 10);
	*at = end;
	return number;
}

int rcc_process_control_parse_cpus(const char *text, cpu_set_t *cpus)
{
	CPU_ZERO(cpus);
	for (;;) {
		const long first = take_number(&text);
		long last = first;

		if (*text == '-') {
			text++;
			last = take_number(&text);
		}
		if (first < 0 || last < first || last >= CPU_SETSIZE)
			return RCC_EFORMAT;
		for (long cpu = first; cpu <= last; cpu++)
			CPU_SET((size_t)cpu, cpus);
		if (*text == '\0')
			return 0;
		if (*text++ != ',')
			return RCC_EFORMAT;
	}
}

static int read_cpus(const json_t *study, struct rcc_process_control *c,
		     char **problem)
{
	const char *text = json_string_value(json_object_get(study, "cpu"));

	c->sets_cpus = text != NULL;
	if (text != NULL && rcc_process_control_parse_cpus(text, &c->cpus) != 0)
		return bad(problem,
			   rcc_mem_printf("bad list of CPUs \"%s\": numbers "
					  "and ranges, as in 0,2-3",
					  text));
	return 0;
}

const char *rcc_process_control_class(int policy)
{
	for (size_t i = 0; i < sizeof(class) / sizeof(class[0]); i++)
		if (class[i].policy == policy)
			return class[i].name;
	return NULL;
}

int rcc_process_control_policy(const char *name)
{
	for (size_t i = 0; i < sizeof(class) / sizeof(class[0]); i++)
		if (strcmp(class[i].name, name) == 0)
			return class[i].policy;
	return -1;
}

static int read_sched(const json_t *study, struct rcc_process_control *c,
		      char **problem)
{
	const char *text = json_string_value(json_object_get(study, "sched"));

	if (text == NULL)
		return 0;
	c->sets_sched = true;
	c->sched = rcc_process_control_policy(text);
	if (c->sched < 0)
		return bad(problem,
			   rcc_mem_printf("unknown scheduling class \"%s\"",
					  text));
	return 0;
}

int rcc_process_control_read(const json_t *study, struct rcc_process_control *c,
			     char **problem)
{
	const json_t *aslr = json_object_get(study, "aslr");
	const json_t *nice = json_object_get(study, "nice");
	const char *text = json_string_value(aslr);

	memset(c, 0, sizeof(*c));
	c->sets_aslr = text != NULL;
	c->has_aslr = text != NULL && strcmp(text, "on") == 0;
	c->sets_nice = json_is_integer(nice);
	c->nice = (int)json_integer_value(nice);
	if (c->sets_nice && (c->nice < -20 || c->nice > 19))
		return bad(problem, rcc_mem_strdup("\"nice\" must be a number "
						   "from -20 to 19"));
	if (read_cpus(study, c, problem) != 0)
		return RCC_EFORMAT;
	return read_sched(study, c, problem);
}

void rcc_process_control_pin(struct rcc_process_control *control, int cpu)
{
	control->sets_cpus = true;
	CPU_ZERO(&control->cpus);
	CPU_SET((size_t)cpu, &control->cpus);
}

int rcc_process_control_missing_cpu(const struct rcc_process_control *c)
{
	cpu_set_t allowed;

	if (!c->sets_cpus ||
	    sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
		return -1;
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET((size_t)cpu, &c->cpus) &&
		    !CPU_ISSET((size_t)cpu, &allowed))
			return cpu;
	return -1;
}

static int apply_aslr(bool is_on)
{
	const int now = personality(0xffffffff);

	if (now < 0)
		return -1;
	return personality((unsigned long)(is_on ? now & ~ADDR_NO_RANDOMIZE
						 : now | ADDR_NO_RANDOMIZE));
}

/* Set the scheduling class of the calling process.  A real-time class gets its
 * lowest priority.  Even that is above the priority of all ordinary
 * processes. */
static int apply_sched(int policy)
{
	struct sched_param param = {0};

	param.sched_priority = sched_get_priority_min(policy);
	return sched_setscheduler(0, policy, &param);
}

const char *rcc_process_control_apply(const struct rcc_process_control *c)
{
	if (c->sets_aslr && apply_aslr(c->has_aslr) < 0)
		return "--aslr";
	if (c->sets_cpus &&
	    sched_setaffinity(0, sizeof(c->cpus), &c->cpus) != 0)
		return "--cpu";
	if (c->sets_nice && setpriority(PRIO_PROCESS, 0, c->nice) != 0)
		return "--nice";
	if (c->sets_sched && apply_sched(c->sched) != 0)
		return "--sched";
	return NULL;
}

const char *rcc_process_control_remedy(const char *option, int error_number)
{
	if (error_number != EPERM && error_number != EACCES)
		return NULL;
	if (strcmp(option, "--nice") == 0)
		return "a negative value needs root or permission: "
		       "\"nice\" in limits.conf(5), LimitNICE= of systemd";
	if (strcmp(option, "--sched") == 0)
		return "\"fifo\" and \"rr\" need root or permission: "
		       "\"rtprio\" in limits.conf(5), LimitRTPRIO= of systemd";
	if (strcmp(option, "--aslr") == 0)
		return "the container's seccomp filter forbids personality(2); "
		       "for docker: --security-opt seccomp=unconfined";
	return NULL;
}
