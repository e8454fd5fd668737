/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/options/parameter_systems.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/arguments.h"
#include "common/mem.h"
#include "harness/options/parameters.h"

/* The largest number of systems in a study whose build has parameters. */
#define N_SYSTEMS_MAX 100

/* The settings that determine how a program is built. */
static const char *const of_build[] = {"build", "program", "systems",
				       "library"};
#define N_OF_BUILD (sizeof(of_build) / sizeof(of_build[0]))

static bool is_in_build(const char *placeholder, const json_t *given)
{
	bool is_there = false;

	for (size_t i = 0; i < N_OF_BUILD; i++)
		is_there |= rcc_parameters_is_in(
			placeholder, json_object_get(given, of_build[i]));
	return is_there;
}

static bool is_in_runs(const char *placeholder, const json_t *given)
{
	json_t *rest = json_copy((json_t *)given);
	bool is_there;

	for (size_t i = 0; i < N_OF_BUILD; i++)
		json_object_del(rest, of_build[i]);
	is_there = rcc_parameters_is_in(placeholder, rest);
	json_decref(rest);
	return is_there;
}

/* Return the systems of --system.  If there are none, put a single system
 * without a name into `given`, in place of --build and --program. */
static json_t *systems_of(json_t *given)
{
	json_t *systems = json_object_get(given, "systems");
	json_t *program;

	if (systems != NULL)
		return systems;
	program = json_object_get(given, "program");
	systems =
		json_pack("[{s:s,s:O,s:O?}]", "name", "", "build",
			  json_object_get(given, "build"), "program", program);
	json_object_set_new(given, "systems", systems);
	if (json_object_get(json_array_get(systems, 0), "program") == NULL)
		json_object_set_new(json_array_get(systems, 0), "program",
				    json_null());
	json_object_del(given, "build");
	json_object_del(given, "program");
	return systems;
}

static const char *name_of(const json_t *system)
{
	return json_string_value(json_object_get(system, "name"));
}

static json_t *make_system(const json_t *system, const char *name,
			   const char *value)
{
	const char *was = name_of(system);
	json_t *made = rcc_parameters_replace(system, name, value);

	json_object_set_new(made, "name",
			    json_sprintf("%s%s%s=%s", was,
					 was[0] != '\0' ? "," : "", name,
					 value));
	return made;
}

/* ---- Libraries --------------------------------------------------------- */

/* Return the library of "SYSTEM=LIBRARY", or NULL if the text does not begin
 * with the name of this system. */
static const char *after_name(const char *text, const json_t *system)
{
	const char *name = name_of(system);
	const size_t n = strlen(name);

	if (n == 0 || strncmp(text, name, n) != 0 || text[n] != '=')
		return NULL;
	return text + n + 1;
}

static bool is_of_one_system(const char *text, const json_t *systems)
{
	bool is_of_one = false;
	size_t i;
	json_t *system;

	json_array_foreach(systems, i, system)
	{
		is_of_one |= after_name(text, system) != NULL;
	}
	return is_of_one;
}

/* Return whether the parameter is in a setting of this system, or in a library
 * that is laid out with it. */
static bool depends(const json_t *system, const json_t *systems,
		    const json_t *libraries, const char *placeholder)
{
	bool is_there = rcc_parameters_is_in(placeholder, system);
	size_t i;
	json_t *library;

	json_array_foreach(libraries, i, library)
	{
		const char *text = json_string_value(library);

		if (after_name(text, system) != NULL ||
		    !is_of_one_system(text, systems))
			is_there |= rcc_parameters_is_in(placeholder, library);
	}
	return is_there;
}

/* Add to `out` the libraries of `made`, a system that replaces `system`. */
static void add_libraries(const json_t *system, const json_t *systems,
			  const json_t *made, const json_t *libraries,
			  const char *name, const char *value, json_t *out)
{
	char *placeholder = rcc_mem_printf("{%s}", name);
	size_t i;
	json_t *library;

	json_array_foreach(libraries, i, library)
	{
		const char *text = json_string_value(library);
		const char *rest = after_name(text, system);
		json_t *replaced;

		if (rest == NULL && !is_of_one_system(text, systems) &&
		    rcc_parameters_is_in(placeholder, library))
			rest = text;
		if (rest == NULL)
			continue;
		library = json_string(rest);
		replaced = rcc_parameters_replace(library, name, value);
		json_array_append_new(
			out, json_sprintf("%s=%s", name_of(made),
					  json_string_value(replaced)));
		json_decref(replaced);
		json_decref(library);
	}
	free(placeholder);
}

/* Return the libraries that stay as they are: those of all systems without the
 * parameter, and those of the systems that do not depend on it. */
static json_t *libraries_that_stay(const json_t *systems,
				   const json_t *libraries,
				   const char *placeholder)
{
	json_t *stay = json_array();
	size_t i;
	size_t k;
	json_t *library;
	json_t *system;

	json_array_foreach(libraries, i, library)
	{
		const char *text = json_string_value(library);
		bool stays = !is_of_one_system(text, systems) &&
			     !rcc_parameters_is_in(placeholder, library);

		json_array_foreach(systems, k, system)
		{
			stays |= after_name(text, system) != NULL &&
				 !depends(system, systems, libraries,
					  placeholder);
		}
		if (stays)
			json_array_append(stay, library);
	}
	return stay;
}

/* ---- One parameter ----------------------------------------------------- */

/* Replace each system that depends on the parameter by several systems, one for
 * each value. */
static void expand(const char *name, const json_t *values, json_t *given)
{
	json_t *systems = json_incref(systems_of(given));
	json_t *libraries = json_incref(json_object_get(given, "library"));
	json_t *made = json_array();
	char *placeholder = rcc_mem_printf("{%s}", name);
	json_t *now = libraries_that_stay(systems, libraries, placeholder);
	size_t i;
	size_t k;
	json_t *system;
	json_t *value;

	json_array_foreach(systems, i, system)
	{
		if (!depends(system, systems, libraries, placeholder)) {
			json_array_append(made, system);
			continue;
		}
		json_array_foreach(values, k, value)
		{
			const char *text = json_string_value(value);
			json_t *one = make_system(system, name, text);

			add_libraries(system, systems, one, libraries, name,
				      text, now);
			json_array_append_new(made, one);
		}
	}
	json_object_set_new(given, "systems", made);
	if (libraries != NULL)
		json_object_set(given, "library", now);
	json_decref(now);
	json_decref(libraries);
	json_decref(systems);
	free(placeholder);
}

void rcc_parameter_systems_make(json_t *parameters, json_t *given,
				const struct argp_state *state)
{
	const char *name;
	json_t *values;
	void *next;

	json_object_foreach_safe(parameters, next, name, values)
	{
		char *placeholder = rcc_mem_printf("{%s}", name);
		const bool is_of_runs = is_in_runs(placeholder, given);

		if (!is_of_runs && !is_in_build(placeholder, given))
			rcc_argument_error(
				state,
				"-P %s: neither the build command, "
				"COMMAND nor another setting (such as "
				"--stdin) contains %s",
				name, placeholder);
		free(placeholder);
		if (is_of_runs)
			continue;
		expand(name, values, given);
		json_object_del(parameters, name);
	}
	if (json_array_size(json_object_get(given, "systems")) > N_SYSTEMS_MAX)
		rcc_argument_error(state, "-P: more than %d builds",
				   N_SYSTEMS_MAX);
}
