/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/moved_program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/mem.h"
#include "common/process.h"
#include "harness/build/build_command.h"
#include "harness/build/relink.h"

const struct rcc_linked *rcc_moved_program_file(const struct rcc_experiment *x,
						size_t system, size_t i)
{
	const struct rcc_linked *linked = &x->linked[system];

	if (i == 0)
		return linked;
	return i <= linked->n_libraries ? &linked->library[i - 1] : NULL;
}

static void set_arguments(const struct rcc_experiment *x,
			  const struct rcc_layout_record *record,
			  const struct rcc_linked *file, const char *moves,
			  const char *output, struct rcc_strvec *argv)
{
	char seed[RCC_RELINK_SEED_MAX];

	rcc_strvec_take(argv, rcc_file_join(x->bindir, "randld"));
	rcc_strvec_push(argv, "--replay");
	rcc_strvec_push(argv, file->record);
	rcc_strvec_push(argv, "--seed");
	rcc_strvec_push(argv, rcc_relink_seed(record, seed));
	if (moves != NULL) {
		rcc_strvec_push(argv, "--move");
		rcc_strvec_push(argv, moves);
	}
	rcc_strvec_push(argv, "-o");
	rcc_strvec_push(argv, output);
}

/* Run randld.  Write its messages to the file `log`.  Returns its status. */
static int run(const struct rcc_experiment *x, const char *factors,
	       const char *order, const struct rcc_strvec *argv,
	       const char *log)
{
	struct rcc_strvec env = {0};
	struct rcc_process process = {
		.argv = argv->item,
		.directory = x->study.directory,
		.no_input = true,
	};
	pid_t pid = -1;
	int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

	rcc_build_command_environment(&x->study, (const char *[]){NULL}, &env);
	if (factors != NULL)
		rcc_process_setenv(&env, "RANDCC_FACTORS", factors);
	if (order != NULL)
		rcc_process_setenv(&env, "RANDCC_ORDER", order);
	process.envp = env.item;
	process.out_fd = process.err_fd = fd;
	if (fd >= 0)
		pid = rcc_process_start(&process);
	if (fd >= 0)
		close(fd);
	rcc_strvec_release(&env);
	return pid < 0 ? RCC_ESYS : rcc_process_wait(pid);
}

static char *first_line(const char *log)
{
	char *text = rcc_file_read(log, NULL);

	if (text == NULL || text[0] == '\0') {
		free(text);
		return rcc_mem_strdup("randld failed");
	}
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Link the files of a layout.  moves[i] and order[i] belong to file i.  Either
 * array may be NULL. */
static int link_files(const struct rcc_experiment *x,
		      const struct rcc_layout_record *record,
		      const char *factors, char *const *moves,
		      char *const *order, const char *folder, char **problem)
{
	const struct rcc_linked *file;
	char *log = rcc_mem_printf("%s/log", folder);
	int status = rcc_file_mkdirs(folder);

	*problem = NULL;
	for (size_t i = 0;
	     status == 0 &&
	     (file = rcc_moved_program_file(x, record->system, i)) != NULL;
	     i++) {
		struct rcc_strvec argv = {0};
		char *output = rcc_file_join(folder, file->name);

		set_arguments(x, record, file, moves != NULL ? moves[i] : NULL,
			      output, &argv);
		status = run(x, factors, order != NULL ? order[i] : NULL, &argv,
			     log);
		rcc_strvec_release(&argv);
		free(output);
	}
	if (status != 0) {
		*problem = first_line(log);
		status = RCC_EUNSUP;
	}
	unlink(log);
	free(log);
	return status;
}

int rcc_moved_program_link(const struct rcc_experiment *x,
			   const struct rcc_layout_record *record,
			   const char *factors, char *const *moves,
			   const char *folder, char **problem)
{
	return link_files(x, record, factors, moves, NULL, folder, problem);
}

int rcc_moved_program_link_ordered(const struct rcc_experiment *x,
				   const struct rcc_layout_record *record,
				   const char *factors, char *const *order,
				   const char *folder, char **problem)
{
	return link_files(x, record, factors, NULL, order, folder, problem);
}

int rcc_moved_program_order(const struct rcc_experiment *x,
			    const struct rcc_layout_record *record,
			    const char *factors, size_t i, const char *folder,
			    char **text, char **problem)
{
	const struct rcc_linked *file =
		rcc_moved_program_file(x, record->system, i);
	char seed[RCC_RELINK_SEED_MAX];
	char *log = rcc_mem_printf("%s/log", folder);
	struct rcc_strvec argv = {0};
	int status;

	*text = *problem = NULL;
	rcc_strvec_take(&argv, rcc_file_join(x->bindir, "randld"));
	rcc_strvec_push(&argv, "--replay");
	rcc_strvec_push(&argv, file->record);
	rcc_strvec_push(&argv, "--seed");
	rcc_strvec_push(&argv, rcc_relink_seed(record, seed));
	rcc_strvec_push(&argv, "--list-order");
	rcc_strvec_take(&argv, rcc_file_join(folder, file->name));
	status = run(x, factors, NULL, &argv, log);
	if (status == 0)
		*text = rcc_file_read(log, NULL);
	if (*text == NULL)
		*problem = first_line(log);
	rcc_strvec_release(&argv);
	unlink(log);
	free(log);
	return *text != NULL ? 0 : RCC_EUNSUP;
}

int rcc_moved_program_make(const struct rcc_experiment *x, int64_t layout,
			   char *const *moves, const char *folder,
			   char **problem)
{
	const struct rcc_layout_record *record = &x->layout[layout];

	return rcc_moved_program_link(x, record,
				      x->study.arm[record->arm].factors, moves,
				      folder, problem);
}

int rcc_moved_program_copy(const struct rcc_experiment *x, size_t system,
			   const char *from, const char *to)
{
	const struct rcc_linked *file;
	int result = rcc_file_remove_tree(to);

	if (result == 0)
		result = rcc_file_mkdirs(to);
	for (size_t i = 0;
	     result == 0 &&
	     (file = rcc_moved_program_file(x, system, i)) != NULL;
	     i++) {
		char *source = rcc_file_join(from, file->name);
		char *target = rcc_file_join(to, file->name);

		result = rcc_file_copy(source, target, 0777);
		free(target);
		free(source);
	}
	return result;
}
