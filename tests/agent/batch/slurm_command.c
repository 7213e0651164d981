/* Tests of agent/batch/slurm_command.c: what comes of a command, and that
 * nothing of it stays
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/batch/slurm_command.h"
#include "base/system/process.h"
#include "tests/tap.h"

enum { LONG_MS = 60 * 1000, SHORT_MS = 300, GONE_MS = 10000, STEP_US = 10000 };

static void start(struct slurm_command *c, const char *script)
{
    struct string_list words = { 0 };
    struct error err = { .text = "" };

    string_list_add(&words, "sh");
    string_list_add(&words, "-c");
    string_list_add(&words, "%s", script);
    if (slurm_command_start(c, &words, &err) < 0)
        diag("%s", err.text);
    string_list_clear(&words);
}

static void test_answers(void)
{
    static const struct {
        const char *script;
        int status;
        const char *out, *err;
    } cases[] = {
        { "echo a; echo b", 0, "a\nb\n", "" },
        { "echo one >&2; echo two >&2; exit 3", 3, "", "two" },
        { "printf 'why\\n\\n' >&2; false", 1, "", "why" },
        { "printf %2000d 7 >&2", 0, "", "  7" },
        { "kill -9 $$", 137, "", "" },
        { "exec no-such-command-at-all 2>/dev/null", 127, "", "" },
        { "echo $SLURM_JOB_ID$MITOSIS_JOB$SLURM_CONF", 0, "here\n", "" },
        { "test ! -e /dev/fd/9 && echo closed", 0, "closed\n", "" },
    };

    setenv("SLURM_JOB_ID", "8", 1);
    setenv("MITOSIS_JOB", "heat", 1);
    setenv("SLURM_CONF", "here", 1);
    dup2(STDERR_FILENO, 9); /* as what the agent was started with */
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct slurm_command c;
        struct slurm_answer a;

        start(&c, cases[i].script);
        slurm_command_wait(&c, LONG_MS, &a);
        if (!ok(a.status == cases[i].status && !a.lost
                    && strcmp(a.out, cases[i].out) == 0,
                "'%s' ends with status %d", cases[i].script, cases[i].status))
            diag("status %d, out: %s", a.status, a.out);
        has(a.err.text, cases[i].err, "and has said what");
        slurm_command_clear(&a);
    }
}

/* Whether all that was started is gone, in the end.  What has lost its parent
 * is our child.
 */
static bool is_gone(void)
{
    pid_t pid = 0;

    for (int i = 0; i < GONE_MS * 1000 / STEP_US && pid >= 0; i++) {
        pid = waitpid(-1, NULL, WNOHANG);
        if (pid == 0)
            usleep(STEP_US);
    }
    process_end_children(NULL);
    return pid < 0;
}

static void test_ended(void)
{
    static const char *const scripts[] = {
        "exec sleep 1000",
        "sleep 1000; sleep 1000",
        "sleep 1000 | sleep 1000",
        "(sleep 1000 & sleep 1000) & wait",
        "sh -c 'sleep 1000 &'; sleep 1000",
        "set -m; sh -c 'sleep 1000; true' & wait", /* as salloc does */
    };

    for (size_t i = 0; i < sizeof(scripts) / sizeof(scripts[0]); i++) {
        struct slurm_command c;
        struct slurm_answer a;

        start(&c, scripts[i]);
        slurm_command_wait(&c, SHORT_MS, &a);
        ok(a.status != 0 && a.lost
               && strcmp(a.err.text, "Slurm does not answer") == 0,
           "'%s' takes too long", scripts[i]);
        slurm_command_clear(&a);
        ok(is_gone(), "and nothing of it stays");
    }
}

/* What it has printed is larger than the memory that there is. */
static void test_no_memory(void)
{
    struct rlimit before, now;
    struct slurm_command c;
    struct slurm_answer a;

    start(&c, "head -c 50000000 /dev/zero");
    getrlimit(RLIMIT_AS, &before);
    now = before;
    now.rlim_cur = (rlim_t)process_status(getpid(), "\nVmSize:", 10, 0) * 1024
                   + (20 << 20);
    setrlimit(RLIMIT_AS, &now);
    slurm_command_wait(&c, LONG_MS, &a);
    setrlimit(RLIMIT_AS, &before);
    ok(a.status != 0 && a.lost && !a.out,
       "without memory nobody knows what came of it");
    has(a.err.text, "out of memory", "which is told");
    slurm_command_clear(&a);
}

int main(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    test_answers();
    test_ended();
    test_no_memory();
    return tap_done();
}
