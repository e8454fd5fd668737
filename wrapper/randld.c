/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * randld: a linker that decides the order of functions and objects, and then
 * runs the real linker.
 *
 * gcc finds randld as `ld`, `ld.bfd`… in the directory that randcc names with
 * -B.  Projects that call the linker themselves use LD=randld.  randld accepts
 * the linker's command line.  It also has options of its own, to repeat a
 * recorded link with another seed and to show the layout of a program:
 *
 *	randld --replay DIR/NAME --seed S|none -o OUT
 *	randld --replay DIR/NAME --seeds FILE|LIST -o PATTERN
 *	randld --replay DIR/NAME --seed S --move FUNCTION@OFFSET/MODULUS -o OUT
 *	randld --replay DIR/NAME --seed S --list-order FILE
 *	randld --list-records DIR
 *	randld --inspect [--note] FILE
 *	randld --inspect --record DIR/NAME FILE
 *	randld --inspect --needed FILE
 *
 * After --list-order and --inspect, FILE is a linked program.
 *
 * When called as `lto-wrapper`, it is the stand-in described in
 * wrapper/record/lto_wrapper.h.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common/diag.h"
#include "common/file.h"
#include "common/process.h"
#include "common/refusal.h"
#include "common/strbuf.h"
#include "common/strvec.h"
#include "wrapper/config/settings.h"
#include "wrapper/elf/needed.h"
#include "wrapper/elf/object.h"
#include "wrapper/elf/output.h"
#include "wrapper/line/ldargs.h"
#include "wrapper/line/linker.h"
#include "wrapper/line/request.h"
#include "wrapper/link/lay_out.h"
#include "wrapper/link/link.h"
#include "wrapper/link/llvm_lto.h"
#include "wrapper/link/work_dir.h"
#include "wrapper/record/lto_wrapper.h"
#include "wrapper/record/recipe.h"
#include "wrapper/record/replay.h"
#include "wrapper/record/seed_list.h"

static const char help_text[] =
	"Usage: randld LINKER-ARGUMENTS...\n"
	"  or:  randld --replay DIR/NAME --seed N|none -o FILE\n"
	"  or:  randld --replay DIR/NAME --seeds LIST -o DIR/%s\n"
	"  or:  randld --replay DIR/NAME --seed N --list-order FILE\n"
	"  or:  randld --list-records DIR\n"
	"  or:  randld --inspect [--note] FILE\n"
	"  or:  randld --inspect --record DIR/NAME FILE\n"
	"  or:  randld --inspect --needed FILE\n"
	"\n"
	"Link as the real linker does, with functions and objects placed by a "
	"seed.\n"
	"\n"
	"      --replay DIR/NAME   lay out a recorded link again\n"
	"      --seed N            0 ... 2^64-1, or none: the original layout\n"
	"      --seeds LIST        many layouts: 1..1000, 1,7,none, or a file "
	"with\n"
	"                          one seed on each line\n"
	"  -o FILE                 the program to write; with --seeds, %s "
	"stands for\n"
	"                          the seed, and %% for %\n"
	"      --jobs N            with --seeds: make N layouts at the same "
	"time\n"
	"                          (default: one per CPU it may use)\n"
	"      --move F@OFFSET/M   place the function F at an address that is "
	"OFFSET modulo\n"
	"                          M, and leave all others where they are\n"
	"      --list-order FILE   print the functions of FILE, which this "
	"replay wrote, in\n"
	"                          their order: address, symbol, section that "
	"plain gcc\n"
	"                          gives it, object\n"
	"      --report            with --seeds: print seed, status and "
	"nanoseconds\n"
	"      --list-records DIR  list the recorded links: name, tab, output; "
	"for a\n"
	"                          shared library also tab, soname\n"
	"      --inspect FILE      print a program's note and its function "
	"order\n"
	"      --note              with --inspect: print only the note\n"
	"      --record DIR/NAME   with --inspect: print for each function "
	"where "
	"it is in\n"
	"                          the file, its size, whether layouts move "
	"it, and the\n"
	"                          object it comes from\n"
	"      --needed            with --inspect: print the shared "
	"libraries that it needs\n"
	"\n"
	"Environment: RANDCC_SEED, RANDCC_FACTORS, RANDCC_PADDING_MAX, "
	"RANDCC_RECORD,\n"
	"RANDCC_UNSUPPORTED, RANDCC_PIN, RANDCC_ORDER, RANDCC_MOVE, "
	"RANDCC_LD,\n"
	"RANDCC_SAVE_TEMPS, TMPDIR: see randcc(1), randld(1).\n"
	"\n"
	"The help of the real linker follows.\n\n";

/* Report that randld's own options were used wrongly, and exit. */
__attribute__((noreturn, format(printf, 1, 2))) static void
usage(const char *format, ...)
{
	char problem[256];
	va_list ap;

	va_start(ap, format);
	vsnprintf(problem, sizeof(problem), format, ap);
	va_end(ap);
	rcc_error("%s", problem);
	rcc_hint("see \"randld --help\"");
	exit(RCC_EXIT_OURS);
}

/* End a link or a replay: print the refusal if there is one, otherwise let the
 * held signals act (common/process.h).  `status` is the linker's status or a
 * negative RCC_E….  Returns the exit status of randld. */
static int finish(int status, struct rcc_refusal *why)
{
	if (status < 0) {
		rcc_refusal_print(why);
		status = RCC_EXIT_OURS;
	} else {
		/* The temporary files are removed, so a held signal may now end
		 * the program.  After a refusal the signals stay held, because
		 * the user must get the exit status of the refusal, even if
		 * SIGXFSZ caused the refusal. */
		rcc_process_release_signals();
	}
	rcc_refusal_release(why);
	return status;
}

/* ---- A link ------------------------------------------------------------- */

/* The variable in which randld tells its children which linker it runs. */
#define RUNNING "RANDCC_RUNNING_LD"

/* Find the real linker that this call of randld replaces.  A script that calls
 * randld is no real linker: the two would call each other without end. */
static int find_linker(struct rcc_linker *linker, const char *called_as,
		       const char *use, const struct rcc_settings *set,
		       struct rcc_refusal *why)
{
	const char *chosen = set->real_linker;
	const char *running = getenv(RUNNING);

	linker->path = rcc_linker_find(called_as, use, chosen);
	if (linker->path != NULL) {
		if (running != NULL && strcmp(running, linker->path) == 0)
			return rcc_refuse(why, RCC_EUNSUP,
					  "name the real linker in RANDCC_LD",
					  "the linker \"%s\" calls randld",
					  linker->path);
		setenv(RUNNING, linker->path, 1);
		return 0;
	}
	return rcc_refuse(why, RCC_EUNSUP,
			  "install binutils, or name the linker in RANDCC_LD",
			  "cannot find the real linker \"%s%s\" in PATH",
			  chosen == NULL && use != NULL ? "ld." : "",
			  chosen != NULL ? chosen
			  : use != NULL	 ? use
					 : rcc_file_base(called_as));
}

/* Replace this process by the real linker, because there is nothing to lay out
 * (-r, --version...).  Returns only if that fails. */
static int become(const char *linker, char **argv, struct rcc_refusal *why)
{
	char **to = argv;

	/* Leave out -fuse-ld=.  It is meant for randld, and some linkers reject
	 * it. */
	for (char **from = argv; *from != NULL; from++)
		if (strncmp(*from, "-fuse-ld=", 9) != 0)
			*to++ = *from;
	*to = NULL;
	argv[0] = (char *)(uintptr_t)linker;
	rcc_process_release_signals();
	execv(linker, argv);
	return rcc_refuse(why, RCC_ESYS, NULL, "cannot run the linker \"%s\"",
			  linker);
}

/* Lay out and link the program of a link that is open (wrapper/link/link.h),
 * and record the link if the user wants that. */
static int run_and_record(struct rcc_link *l, struct rcc_refusal *why)
{
	const struct rcc_request *request = l->request;
	const char *record_dir = request->settings->record_dir;
	int status = rcc_lay_out(l, why);

	/* Do not record a link to /dev/null, because a build system only tests
	 * an option with such a link. */
	if (status == 0 && record_dir != NULL &&
	    rcc_file_is_regular(request->args->output))
		status = rcc_recipe_write(l, record_dir, why);
	return status;
}

/* Let the linker compile the bitcode of an opened link.  Then lay out and link
 * the resulting objects.  If there is nothing to lay out (-r, --version...),
 * set *is_plain and link nothing. */
static int lay_out_bitcode(const struct rcc_link *l, bool *is_plain,
			   struct rcc_refusal *why)
{
	struct rcc_work_dir dir = {0};
	struct rcc_strvec argv = {0};
	struct rcc_ldargs args;
	struct rcc_request request = *l->request;
	struct rcc_link rest = {.request = &request};
	const char *bad;
	int status =
		rcc_work_dir_open(&dir, l->request->settings->save_temps, why);

	request.args = &args;
	if (status == 0)
		status = rcc_llvm_lto_compile(l, &dir, &argv, why);
	if (status == 0) {
		if (rcc_ldargs_parse(&args, argv.item, &bad) == 0)
			status = rcc_link_open(&rest, why);
		/* The status is 0 if there is nothing to lay out, or if the new
		 * line cannot be parsed.  In both cases the linker gets the
		 * user's line. */
		*is_plain = status == 0;
		if (status > 0)
			status = run_and_record(&rest, why);
		rcc_link_release(&rest);
		rcc_ldargs_release(&args);
	}
	rcc_strvec_release(&argv);
	rcc_work_dir_release(&dir);
	return status;
}

/* Lay out and link the program, and record the link if the user wants that.  If
 * there is nothing to lay out (-r, --version...), set *is_plain and link
 * nothing. */
static int lay_out(const struct rcc_request *request, bool *is_plain,
		   struct rcc_refusal *why)
{
	struct rcc_link l = {.request = request,
			     .keeps_lto =
				     request->settings->record_dir != NULL};
	int status = rcc_link_open(&l, why);

	*is_plain = status == 0;
	if (status > 0)
		status = rcc_llvm_lto_is_needed(&l)
				 ? lay_out_bitcode(&l, is_plain, why)
				 : run_and_record(&l, why);
	rcc_link_release(&l);
	return status;
}

static int link_program(char **argv)
{
	struct rcc_settings set;
	struct rcc_ldargs args;
	struct rcc_linker linker = {0};
	struct rcc_request request = {&set, &args, &linker};
	struct rcc_refusal why = {0};
	const char *bad = NULL;
	bool is_plain = true;
	bool can_read;
	int status;

	can_read = rcc_ldargs_parse(&args, argv + 1, &bad) == 0;
	status = rcc_settings_read(&set, &why);
	if (status == 0)
		status = find_linker(&linker, argv[0], args.use_linker, &set,
				     &why);
	/* Leave it to the linker to report a command line that cannot be
	 * parsed. */
	if (status == 0 && can_read && !args.is_information &&
	    !args.is_relocatable) {
		rcc_linker_identify(&linker);
		status = lay_out(&request, &is_plain, &why);
	}
	if (status == 0 && is_plain)
		status = become(linker.path, argv, &why);
	rcc_linker_release(&linker);
	rcc_ldargs_release(&args);
	return finish(status, &why);
}

/* ---- Replays ------------------------------------------------------------ */

static unsigned job_count(const char *text)
{
	char *end;
	long n;

	if (text == NULL)
		return rcc_process_n_cpus();
	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end != '\0' || errno != 0 || n < 1 || n > 1024)
		usage("--jobs needs a number from 1 to 1024");
	return (unsigned)n;
}

/* If *argv is the option `name`, advance *argv to its value and return it.
 * Otherwise return NULL. */
static const char *option_value(char ***argv, const char *name)
{
	if (strcmp(**argv, name) != 0)
		return NULL;
	if ((*argv)[1] == NULL)
		usage("\"%s\" needs a value", name);
	return *++*argv;
}

/* Check that the output's name contains the seed.  The layouts of a replay need
 * different names. */
static void check_pattern(const struct rcc_replay *r)
{
	char *name = rcc_seed_output(r->output, &r->seeds->item[0]);

	if (name == NULL)
		usage("with --seeds, -o needs a name with %%s in it, for the "
		      "seed (and %%%% for a percent sign)");
	free(name);
}

static int replay(char **argv)
{
	struct rcc_settings set;
	struct rcc_seed_list seeds = {0};
	struct rcc_replay r = {.settings = &set};
	struct rcc_refusal why = {0};
	const char *seed = NULL;
	const char *list = NULL;
	const char *jobs = NULL;
	const char *value;
	struct rcc_strbuf moves = {0};
	int status = rcc_settings_read(&set, &why);

	for (argv++; *argv != NULL; argv++) {
		if ((value = option_value(&argv, "--replay")) != NULL)
			r.record = value;
		else if ((value = option_value(&argv, "--seed")) != NULL)
			seed = value;
		else if ((value = option_value(&argv, "--seeds")) != NULL)
			list = value;
		else if ((value = option_value(&argv, "--jobs")) != NULL)
			jobs = value;
		else if ((value = option_value(&argv, "--move")) != NULL)
			rcc_strbuf_add_item(&moves, ",", value);
		else if ((value = option_value(&argv, "-o")) != NULL)
			r.output = value;
		else if ((value = option_value(&argv, "--list-order")) != NULL)
			r.listed = value;
		else if (strcmp(*argv, "--report") == 0)
			r.reports = true;
		else
			usage("unknown option \"%s\" with --replay", *argv);
	}
	r.lists_order = r.listed != NULL;
	if (r.output == NULL && !r.lists_order)
		usage("--replay needs -o FILE");
	if (r.lists_order && (r.output != NULL || list != NULL))
		usage("--list-order excludes -o and --seeds");
	if (seed != NULL && list != NULL)
		usage("--seed and --seeds exclude each other");
	r.n_jobs = job_count(jobs);
	if (status == 0 && seed != NULL)
		status = rcc_settings_set_seed(&set, "--seed", seed, &why);
	if (status == 0 && moves.n != 0)
		status = rcc_settings_set_moves(&set, "--move", moves.text,
						&why);
	if (status == 0 && list != NULL) {
		status = rcc_seed_list_read(&seeds, list, &why);
		r.seeds = &seeds;
		if (status == 0)
			check_pattern(&r);
	} else if (list == NULL && (jobs != NULL || r.reports)) {
		usage("--jobs and --report need --seeds");
	}
	if (status == 0)
		status = rcc_replay_run(&r, &why);
	rcc_seed_list_release(&seeds);
	rcc_strbuf_release(&moves);
	return finish(status, &why);
}

/* ---- Inspecting --------------------------------------------------------- */

static int list_records(char **argv)
{
	if (argv[2] == NULL || argv[3] != NULL)
		usage("--list-records takes one directory");
	if (rcc_recipe_list(argv[2]) == 0)
		return 0;
	rcc_error_errno("cannot read \"%s\"", argv[2]);
	return RCC_EXIT_OURS;
}

static void print_order(const struct rcc_output_symbol *at, size_t n)
{
	putchar('\n');
	for (size_t i = 0; i < n; i++)
		printf("%016" PRIx64 "\t%s\n", at[i].address, at[i].name);
}

static int inspect_code(char **argv)
{
	struct rcc_settings set;
	struct rcc_refusal why = {0};
	struct rcc_replay r = {.settings = &set};
	int status;

	if (argv[3] == NULL || argv[4] == NULL || argv[5] != NULL)
		usage("--inspect --record takes a record and a file");
	r.record = argv[3];
	r.listed = argv[4];
	status = rcc_settings_read(&set, &why);
	set.is_original = true;
	if (status == 0)
		status = rcc_replay_run(&r, &why);
	return finish(status, &why);
}

static int inspect_needed(char **argv)
{
	struct rcc_strvec name = {0};
	int err;

	if (argv[3] == NULL || argv[4] != NULL)
		usage("--inspect --needed takes one file");
	err = rcc_needed_read(argv[3], &name, NULL);
	if (err == RCC_ESYS)
		rcc_error_errno("cannot read \"%s\"", argv[3]);
	else if (err != 0)
		rcc_error("cannot read \"%s\": not an ELF file", argv[3]);
	for (size_t i = 0; i < name.n; i++)
		puts(name.item[i]);
	rcc_strvec_release(&name);
	if (err != 0)
		return RCC_EXIT_USAGE;
	return 0;
}

static int inspect(char **argv)
{
	bool note_only = argv[2] != NULL && strcmp(argv[2], "--note") == 0;
	const char *file = argv[2 + note_only];
	struct rcc_output out;
	char why[RCC_WHY_MAX] = "";
	int err;

	if (file == NULL || argv[3 + note_only] != NULL)
		usage("--inspect takes one file");
	err = rcc_output_open(&out, file, why);
	if (err != 0) {
		if (err == RCC_ESYS)
			rcc_error_errno("cannot read \"%s\"", file);
		else
			rcc_error("cannot read \"%s\": %s", file, why);
		return RCC_EXIT_USAGE;
	}
	if (out.note == NULL) {
		rcc_error("\"%s\" has no randcc note", file);
		rcc_hint("it was not linked by randld: build it with "
			 "CC=randcc");
		rcc_output_release(&out);
		return RCC_EXIT_USAGE;
	}
	fputs(out.note, stdout);
	if (!note_only) {
		print_order(out.function, out.n_functions);
		if (rcc_output_has_data(&out))
			print_order(out.variable, out.n_variables);
		if (out.n_functions == 0)
			rcc_warn("\"%s\" is stripped: the function order is "
				 "not known",
				 file);
	}
	rcc_output_release(&out);
	return 0;
}

static int inspect_how(char **argv)
{
	if (argv[2] != NULL && strcmp(argv[2], "--record") == 0)
		return inspect_code(argv);
	if (argv[2] != NULL && strcmp(argv[2], "--needed") == 0)
		return inspect_needed(argv);
	return inspect(argv);
}

static int rank_lto(char **argv)
{
	struct rcc_settings set;
	struct rcc_refusal why = {0};
	int status = rcc_settings_read(&set, &why);

	if (status == 0)
		status = rcc_lto_wrapper_run(argv, &set, &why);
	return finish(status, &why);
}

/* Write out what is left of standard output.  Returns `status`, or RCC_EXIT_OURS
 * if output was lost although the command succeeded. */
static int end_output(int status)
{
	errno = 0;
	if (fflush(stdout) == 0 && ferror(stdout) == 0)
		return status;
	/* An earlier write may have failed, whose errno is lost. */
	if (errno != 0)
		rcc_error_errno("cannot write to standard output");
	else
		rcc_error("cannot write to standard output");
	rcc_hint("the output is incomplete: free some space, or write it to "
		 "another place");
	return status != 0 ? status : RCC_EXIT_OURS;
}

int main(int argc, char **argv)
{
	(void)argc;
	rcc_diag_program("randld");
	if (rcc_file_self() == NULL)
		rcc_die_errno("cannot read /proc/self/exe");
	if (strcmp(rcc_file_base(argv[0]), "lto-wrapper") == 0)
		return rank_lto(argv);
	if (argv[1] != NULL) {
		if (strcmp(argv[1], "--replay") == 0)
			return end_output(replay(argv));
		if (strcmp(argv[1], "--list-records") == 0)
			return end_output(list_records(argv));
		if (strcmp(argv[1], "--inspect") == 0)
			return end_output(inspect_how(argv));
		if (strcmp(argv[1], "--help") == 0 &&
		    strcmp(rcc_file_base(argv[0]), "randld") == 0) {
			fputs(help_text, stdout);
			if (end_output(0) != 0)
				return RCC_EXIT_OURS;
		}
	}
	return link_program(argv);
}
