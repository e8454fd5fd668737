/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Unit tests of harness/run/execute with real processes, including hostile
 * ones.  No test depends on a race: time limits are far shorter than the
 * programs would run, and far longer than they take to start.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/clock.h"
#include "common/diag.h"
#include "harness/run/execute.h"
#include "harness/run/mount_over.h"

static struct rcc_executor executor;

static int begin(void **state)
{
	(void)state;
	/* Handle these signals as in a terminal, even if the tests were started
	 * in the background, where SIGINT is ignored. */
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	return rcc_execute_real(&executor);
}

static int end(void **state)
{
	(void)state;
	rcc_execute_real_release(&executor);
	return 0;
}

static struct rcc_exec_result run(const char *script, int64_t timeout_ms,
				  const char *stdin_path)
{
	char *argv[] = {(char *)(uintptr_t) "/bin/sh", (char *)(uintptr_t) "-c",
			(char *)(uintptr_t)script, NULL};
	const struct rcc_exec_request request = {
		.argv = argv,
		.envp = environ,
		.stdin_path = stdin_path,
		.timeout_ns = timeout_ms * 1000000,
		.output_limit = 1 << 20,
	};
	struct rcc_exec_result result;

	assert_int_equal(executor.run(executor.self, &request, &result), 0);
	/* randstudy has no child left, so it has killed everything that the
	 * program started. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	return result;
}

static void assert_printed(const struct rcc_exec_result *r, const char *text)
{
	char got[256] = "";

	assert_true(pread(r->stdout_fd, got, sizeof(got) - 1, 0) >= 0);
	assert_string_equal(got, text);
}

static void a_plain_run_is_measured(void **state)
{
	struct rcc_exec_result r =
		run("echo hi; echo err >&2; exit 3", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_int_equal(r.exit_status, 3);
	assert_int_equal(r.signal, 0);
	assert_true(r.wall_ns > 0);
	assert_true(r.start_ns > INT64_C(1600000000) * 1000000000);
	assert_true(r.user_ns >= 0 && r.system_ns >= 0);
	assert_true(r.minor_faults > 0);
	assert_int_equal(r.n_left_behind, 0);
	assert_printed(&r, "hi\n");
}

static void signals_and_exits_are_distinguished(void **state)
{
	struct rcc_exec_result r = run("kill -SEGV $$", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_SIGNALLED);
	assert_int_equal(r.signal, SIGSEGV);
	assert_int_equal(r.exit_status, -1);
}

static void a_file_that_cannot_be_executed_is_reported(void **state)
{
	char missing[] = "/nonexistent/program";
	char *argv[] = {missing, NULL};
	const struct rcc_exec_request request = {
		.argv = argv, .envp = environ, .output_limit = 1};
	struct rcc_exec_result r;

	(void)state;
	assert_int_equal(executor.run(executor.self, &request, &r), 0);
	assert_int_equal(r.ended, RCC_ENDED_NOT_STARTED);
	assert_int_equal(r.error_number, ENOENT);
}

static void standard_input_is_given(void **state)
{
	char path[] = "/tmp/harness-execute.XXXXXX";
	int fd = mkstemp(path);
	struct rcc_exec_result r;

	(void)state;
	assert_int_equal(write(fd, "from file\n", 10), 10);
	close(fd);
	r = run("cat", 0, path);
	assert_printed(&r, "from file\n");
	r = run("cat", 0, NULL);
	assert_printed(&r, "");
	unlink(path);
}

static void each_run_begins_with_empty_output(void **state)
{
	struct rcc_exec_result r = run("echo a long first output", 0, NULL);

	(void)state;
	r = run("echo b", 0, NULL);
	assert_printed(&r, "b\n");
}

static void a_helper_leaves_the_output_alone(void **state)
{
	char *argv[] = {(char *)(uintptr_t) "/bin/sh", (char *)(uintptr_t) "-c",
			(char *)(uintptr_t) "echo noise", NULL};
	const struct rcc_exec_request request = {.argv = argv,
						 .envp = environ,
						 .output_limit = 1 << 20,
						 .is_helper = true};
	struct rcc_exec_result helper;
	struct rcc_exec_result r = run("echo result", 0, NULL);

	(void)state;
	assert_int_equal(executor.run(executor.self, &request, &helper), 0);
	assert_printed(&r, "result\n");
}

static void a_program_that_ignores_sigterm_is_killed(void **state)
{
	struct rcc_exec_result r =
		run("trap '' TERM HUP INT; while :; do sleep 1000; done", 200,
		    NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_TIMEOUT);
	assert_int_equal(r.signal, SIGKILL);
}

static void endless_output_is_cut_off(void **state)
{
	struct rcc_exec_result r = run("exec yes", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_OUTPUT);
	r = run("exec yes >&2", 0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_OUTPUT);
	/* the output is too long, but the program ends before the length of the
	 * output is checked */
	r = run("head -c 2000000 /dev/zero", 0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_OUTPUT);
}

static void children_left_behind_are_killed(void **state)
{
	struct rcc_exec_result r =
		run("sleep 1000 & sleep 1000 & exit 0", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_int_equal(r.exit_status, 0);
	assert_int_equal(r.n_left_behind, 2);
	/* these processes leave the program's session with setsid, and have
	 * children */
	r = run("setsid sh -c 'sleep 1000 & sleep 1000' & "
		"setsid setsid sleep 1000 & sleep 0.1",
		0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_in_range(r.n_left_behind, 2, 8);
}

/* A process starts a copy of itself and a process with a session of its own,
 * six times in all.  Each copy does the same for the remaining times. */
static void a_fork_bomb_of_limited_size_is_survived(void **state)
{
	struct rcc_exec_result r =
		run("b() { [ $1 = 0 ] || { (b $(($1 - 1)) &) ; "
		    "setsid sh -c 'sleep 1000' & b $(($1 - 1)); }; }; b 6; "
		    "exit 0",
		    60000, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_true(r.n_left_behind > 0);
}

static void there_is_no_terminal_to_change(void **state)
{
	struct rcc_exec_result r =
		run("if (: </dev/tty) 2>/dev/null; then echo tty; fi", 0, NULL);

	(void)state;
	assert_printed(&r, "");
}

static void a_program_may_close_its_output(void **state)
{
	struct rcc_exec_result r = run("exec >&- 2>&-; exit 0", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_int_equal(r.exit_status, 0);
	assert_printed(&r, "");
}

/* The program does not inherit blocked signals from the executor. */
static void a_program_gets_the_usual_signals(void **state)
{
	struct rcc_exec_result r = run("kill -INT $$; exit 0", 0, NULL);

	(void)state;
	assert_int_equal(r.ended, RCC_ENDED_SIGNALLED);
	assert_int_equal(r.signal, SIGINT);
}

static void the_first_interrupt_waits_and_the_second_kills(void **state)
{
	struct rcc_exec_result r;

	(void)state;
	assert_int_equal(executor.stop_wanted(executor.self), 0);
	/* the program sends the signal of ^C */
	r = run("kill -INT $PPID; exit 0", 0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_int_equal(executor.stop_wanted(executor.self), 1);
	r = run("kill -INT $PPID; sleep 1000", 0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_ABANDONED);
	assert_int_equal(executor.stop_wanted(executor.self), 2);
	assert_int_equal(rcc_execute_stop_signal(&executor), SIGINT);
}

static void a_request_to_terminate_does_not_wait(void **state)
{
	struct rcc_exec_result r;

	(void)state;
	r = run("kill -TERM $PPID; sleep 1000", 0, NULL);
	assert_int_equal(r.ended, RCC_ENDED_ABANDONED);
	assert_int_equal(rcc_execute_stop_signal(&executor), SIGTERM);
}

/* ---- Programs that run together ------------------------------------------ */

#define N_TOGETHER 3

static void run_together(const char *const script[N_TOGETHER],
			 int64_t timeout_ms,
			 struct rcc_exec_result result[N_TOGETHER])
{
	char *argv[N_TOGETHER][4] = {{NULL}};
	struct rcc_exec_request request[N_TOGETHER];

	for (size_t i = 0; i < N_TOGETHER; i++) {
		argv[i][0] = (char *)(uintptr_t) "/bin/sh";
		argv[i][1] = (char *)(uintptr_t) "-c";
		argv[i][2] = (char *)(uintptr_t)script[i];
		request[i] = (struct rcc_exec_request){
			.argv = argv[i],
			.envp = environ,
			.timeout_ns = timeout_ms * 1000000,
			.output_limit = 1 << 20,
		};
	}
	assert_int_equal(executor.run_together(executor.self, request, result,
					       N_TOGETHER),
			 0);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

/* Each program waits for the next one.  If they ran one after the other, none
 * would end. */
static void programs_run_at_the_same_time(void **state)
{
	static const char *const script[] = {
		"until [ -e b ]; do sleep 0.01; done; touch a; echo 0",
		"until [ -e c ]; do sleep 0.01; done; touch b; echo 1; exit 7",
		"touch c; until [ -e a ]; do sleep 0.01; done; echo 2"};
	char dir[] = "/tmp/together-XXXXXX";
	struct rcc_exec_result r[N_TOGETHER];
	const char *const text[] = {"0\n", "1\n", "2\n"};

	(void)state;
	assert_non_null(mkdtemp(dir));
	assert_int_equal(chdir(dir), 0);
	run_together(script, 0, r);
	for (size_t i = 0; i < N_TOGETHER; i++) {
		assert_int_equal(r[i].ended, RCC_ENDED_EXITED);
		assert_int_equal(r[i].exit_status, i == 1 ? 7 : 0);
		assert_int_equal(r[i].n_left_behind, 0);
		assert_printed(&r[i], text[i]);
		/* program i began before program 0 ended */
		assert_true(r[i].start_ns < r[0].start_ns + r[0].wall_ns);
	}
	assert_int_equal(unlink("a"), 0);
	assert_int_equal(unlink("b"), 0);
	assert_int_equal(unlink("c"), 0);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(dir), 0);
}

static void each_of_several_programs_ends_for_its_own_reason(void **state)
{
	static const char *const script[] = {"kill -SEGV $$", "sleep 1000",
					     "echo hi"};
	static const char *const loud[] = {"exec yes", "echo hi; sleep 0.1",
					   "{ setsid sh -c 'echo up; "
					   "exec sleep 1000' & } | read x; "
					   "sleep 1000 & exit 0"};
	struct rcc_exec_result r[N_TOGETHER];

	(void)state;
	/* The limit is long, because the machine may be busy. */
	run_together(script, 3000, r);
	assert_int_equal(r[0].ended, RCC_ENDED_SIGNALLED);
	assert_int_equal(r[0].signal, SIGSEGV);
	assert_int_equal(r[1].ended, RCC_ENDED_TIMEOUT);
	assert_int_equal(r[2].ended, RCC_ENDED_EXITED);
	assert_printed(&r[2], "hi\n");
	run_together(loud, 0, r);
	assert_int_equal(r[0].ended, RCC_ENDED_OUTPUT);
	assert_int_equal(r[1].ended, RCC_ENDED_EXITED);
	assert_printed(&r[1], "hi\n");
	assert_int_equal(r[2].ended, RCC_ENDED_EXITED);
	assert_int_equal(r[2].n_left_behind, 2);
	/* a process has left its program's session, so nobody knows which of
	 * the three programs it belongs to; the count of every program includes
	 * it */
	assert_int_equal(r[1].n_left_behind, 1);
}

static void none_of_several_runs_if_one_cannot(void **state)
{
	struct rcc_exec_result r[2];
	char *bad[] = {(char *)(uintptr_t) "/nonexistent/program", NULL};
	char *good[] = {(char *)(uintptr_t) "/bin/sleep",
			(char *)(uintptr_t) "1000", NULL};
	struct rcc_exec_request request[2] = {
		{.argv = good, .envp = environ, .output_limit = 1},
		{.argv = bad, .envp = environ, .output_limit = 1}};

	(void)state;
	assert_int_equal(executor.run_together(executor.self, request, r, 2),
			 0);
	assert_int_equal(r[0].ended, RCC_ENDED_NOT_STARTED);
	assert_int_equal(r[1].ended, RCC_ENDED_NOT_STARTED);
	assert_int_equal(r[1].error_number, ENOENT);
	/* these errors happen before the program is executed */
	request[1].argv = good;
	request[1].directory = "/nonexistent";
	assert_int_equal(executor.run_together(executor.self, request, r, 2),
			 0);
	assert_int_equal(r[0].ended, RCC_ENDED_NOT_STARTED);
	assert_int_equal(r[1].ended, RCC_ENDED_NOT_STARTED);
	assert_string_equal(r[1].refused, "the working directory");
	request[1].directory = NULL;
	request[1].stdin_path = "/nonexistent";
	assert_int_equal(executor.run_together(executor.self, request, r, 2),
			 RCC_ESYS);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
}

static void several_programs_are_abandoned_together(void **state)
{
	static const char *const script[] = {"sleep 1000", "kill -TERM $PPID",
					     "sleep 1000"};
	struct rcc_exec_result r[N_TOGETHER];

	(void)state;
	run_together(script, 0, r);
	assert_int_equal(r[0].ended, RCC_ENDED_ABANDONED);
	assert_int_equal(r[2].ended, RCC_ENDED_ABANDONED);
}

/* Run a command of the shell, and read its scheduling. */
static void run_watched(const char *command, struct rcc_exec_result *r)
{
	char *argv[] = {(char *)(uintptr_t) "/bin/sh", (char *)(uintptr_t) "-c",
			(char *)(uintptr_t)command, NULL};
	struct rcc_exec_request request = {.argv = argv,
					   .envp = environ,
					   .output_limit = 1,
					   .has_scheduling = true};

	assert_int_equal(executor.run(executor.self, &request, r), 0);
}

/* The first program computes, so its main thread has used CPU time.  The second
 * program sleeps, so its main thread has used less than the wall time. */
static void the_scheduling_of_the_main_thread_is_read(void **state)
{
	const int64_t start_ns = rcc_clock_now_ns();
	struct rcc_exec_result r;
	int64_t most_ns;

	(void)state;
	run_watched("i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done", &r);
	/* The process can have waited for a CPU before its run began, but not
	 * before it existed. */
	most_ns = rcc_clock_now_ns() - start_ns;
	if (r.main_thread_ns == 0)
		skip(); /* the kernel lacks CONFIG_SCHED_INFO */
	assert_true(r.main_thread_ns > 1000000);
	assert_true(r.main_thread_ns + r.queue_ns <= most_ns);
	assert_in_range(r.late_ns, 0, r.wall_ns);
	run_watched("sleep 0.2; exit", &r);
	assert_true(r.main_thread_ns + r.queue_ns < r.wall_ns);
}

/* Child processes are looked at: one that computes is ready almost always, one
 * that sleeps almost never. */
static void children_that_compute_are_told_from_those_that_sleep(void **state)
{
	struct rcc_exec_result r;

	(void)state;
	run_watched("(i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done); "
		    "exit 0",
		    &r);
	if (r.main_thread_ns == 0)
		skip(); /* the kernel lacks CONFIG_SCHED_INFO */
	/* The shell has one thread, and its child does most of the computing.
	 */
	assert_in_range(r.own_ns, r.main_thread_ns, r.main_thread_ns + 1000000);
	assert_true(r.own_ns < (r.user_ns + r.system_ns) / 2);
	assert_true(r.looks.n > 0);
	assert_true(r.looks.n_any >= 0.8 * r.looks.n);
	assert_int_equal(r.looks.n_several, 0);
	/* The start counts as ready.  It may take long on a busy machine. */
	run_watched("(sleep 2; exit 0); exit 0", &r);
	assert_true(r.looks.n > 0);
	assert_true(r.looks.n_any <= 0.2 * r.looks.n);
}

/* written_bytes counts what a child of the program writes to a file, and also
 * what the program writes to its output. */
static void bytes_written_to_files_are_counted(void **state)
{
	char *argv[] = {(char *)(uintptr_t) "/bin/sh", (char *)(uintptr_t) "-c",
			(char *)(uintptr_t) "echo hello; "
					    "(printf 12345 >/dev/null)",
			NULL};
	struct rcc_exec_request request = {.argv = argv,
					   .envp = environ,
					   .output_limit = 1000,
					   .has_scheduling = true};
	struct rcc_exec_result r;

	(void)state;
	assert_int_equal(executor.run(executor.self, &request, &r), 0);
	if (r.written_bytes == 0)
		skip(); /* the kernel lacks CONFIG_TASK_IO_ACCOUNTING */
	assert_int_equal(r.written_bytes, strlen("hello\n12345"));
}

/* Making an executor opens several files.  The first attempts fail, because the
 * limit of open files is too low.  Each attempt has a limit that is one higher,
 * until an attempt succeeds. */
static void
an_executor_that_cannot_be_made_closes_only_its_own_files(void **state)
{
	struct rlimit limit;
	rlim_t had;
	int result = RCC_ESYS;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	had = limit.rlim_cur;
	for (rlim_t n = 3; n < 64 && result != 0; n++) {
		limit.rlim_cur = n;
		assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
		result = rcc_execute_real(&executor);
		rcc_execute_real_release(&executor);
		assert_true(fcntl(0, F_GETFD) >= 0);
	}
	limit.rlim_cur = had;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(result, 0);
}

/* Two files.  Some runs have `ours` mounted over `theirs`. */
struct two_files {
	char ours[64];
	char theirs[64];
	char *from[2];
	char *to[2];
};

static void write_new_file(char *path, const char *text)
{
	const int fd = mkstemp(path);
	const ssize_t n = (ssize_t)strlen(text);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, (size_t)n), n);
	close(fd);
}

static void make_files(struct two_files *f)
{
	snprintf(f->ours, sizeof(f->ours), "/tmp/harness-ours.XXXXXX");
	snprintf(f->theirs, sizeof(f->theirs), "/tmp/harness-theirs.XXXXXX");
	write_new_file(f->ours, "layout\n");
	write_new_file(f->theirs, "original\n");
	f->from[0] = f->ours;
	f->to[0] = f->theirs;
	f->from[1] = f->to[1] = NULL;
}

static void remove_files(const struct two_files *f)
{
	unlink(f->ours);
	unlink(f->theirs);
}

static void a_mounted_file_is_seen_by_its_run_alone(void **state)
{
	struct two_files f = {.ours = ""};
	char cat[] = "/bin/cat";
	char *argv[] = {cat, f.theirs, NULL};
	struct rcc_exec_request request = {
		.argv = argv,
		.envp = environ,
		.output_limit = 1 << 20,
		.has_scheduling = true,
		.mount_from = f.from,
		.mount_to = f.to,
	};
	struct rcc_exec_result r;

	(void)state;
	make_files(&f);
	if (!rcc_mount_over_is_allowed(f.theirs)) {
		remove_files(&f);
		skip();
	}
	assert_int_equal(executor.run(executor.self, &request, &r), 0);
	assert_int_equal(r.ended, RCC_ENDED_EXITED);
	assert_int_equal(r.exit_status, 0);
	assert_printed(&r, "layout\n");
	assert_true(r.wall_ns > 0 && r.main_thread_ns > 0);
	request.mount_from = request.mount_to = NULL;
	assert_int_equal(executor.run(executor.self, &request, &r), 0);
	assert_printed(&r, "original\n");
	remove_files(&f);
}

static void a_file_that_cannot_be_mounted_is_a_refusal(void **state)
{
	struct two_files f = {.ours = ""};
	char cat[] = "/bin/cat";
	char *argv[] = {cat, NULL};
	const struct rcc_exec_request request = {
		.argv = argv,
		.envp = environ,
		.output_limit = 1 << 20,
		.mount_from = f.from,
		.mount_to = f.to,
	};
	struct rcc_exec_result r;

	(void)state;
	make_files(&f);
	remove_files(&f);
	assert_false(rcc_mount_over_is_allowed(f.theirs));
	assert_int_equal(executor.run(executor.self, &request, &r), 0);
	assert_int_equal(r.ended, RCC_ENDED_NOT_STARTED);
	assert_string_equal(r.refused, "the program's own path");
	/* EINVAL is possible within a chroot, since its root need not be a
	 * mount point. */
	assert_true(r.error_number == ENOENT || r.error_number == EPERM ||
		    r.error_number == EINVAL);
}

int main(void)
{
	const struct CMUnitTest test[] = {
#define T(name) cmocka_unit_test_setup_teardown(name, begin, end)
		T(a_plain_run_is_measured),
		T(signals_and_exits_are_distinguished),
		T(a_file_that_cannot_be_executed_is_reported),
		T(standard_input_is_given),
		T(each_run_begins_with_empty_output),
		T(a_helper_leaves_the_output_alone),
		T(a_program_that_ignores_sigterm_is_killed),
		T(endless_output_is_cut_off),
		T(children_left_behind_are_killed),
		T(a_fork_bomb_of_limited_size_is_survived),
		T(there_is_no_terminal_to_change),
		T(a_program_may_close_its_output),
		T(a_program_gets_the_usual_signals),
		T(the_first_interrupt_waits_and_the_second_kills),
		T(a_request_to_terminate_does_not_wait),
		T(programs_run_at_the_same_time),
		T(each_of_several_programs_ends_for_its_own_reason),
		T(none_of_several_runs_if_one_cannot),
		T(several_programs_are_abandoned_together),
		T(the_scheduling_of_the_main_thread_is_read),
		T(children_that_compute_are_told_from_those_that_sleep),
		T(bytes_written_to_files_are_counted),
		T(a_mounted_file_is_seen_by_its_run_alone),
		T(a_file_that_cannot_be_mounted_is_a_refusal),
		cmocka_unit_test(
			an_executor_that_cannot_be_made_closes_only_its_own_files),
	};

	return cmocka_run_group_tests(test, NULL, NULL);
}
