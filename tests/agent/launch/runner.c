/* Tests of agent/launch/runner.c: what becomes of a generation by the agent's
 * order, and by the record when there is no agent any more
 *
 * Its mpiexec is a shell that prints something and waits for a line.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/launch/launcher_kind.h"
#include "agent/launch/runner.h"
#include "job/control.h"
#include "tests/programs/forbid.h"
#include "tests/tap.h"

enum {
    GENERATION = 2,
    PATIENCE_MS = 20000,
    LONG_S = 6,
    ENDED = 128 + SIGTERM
};

/* What the agent does. */
enum act { OPENS, DROPS, DIES };

static char folder[] = "/tmp/mitosis-runner-XXXXXX";
static const char *script;
static struct control *record;
static struct launcher launcher;

static void compose(const launcher_t *l,
                    const struct launch_order *order,
                    struct string_list *words,
                    struct string_list *environment)
{
    (void)l;
    (void)order;
    string_list_add(environment, "PATH=%s", getenv("PATH"));
    string_list_add(words, "sh");
    string_list_add(words, "-c");
    string_list_add(words, "cd %s; %s", folder, script);
}

static bool is_own(const launcher_t *l, const char *variable)
{
    (void)l;
    (void)variable;
    return true;
}

static const struct launch_kind kind = { .name = "a made-up launcher",
                                         .compose = compose,
                                         .is_own = is_own,
                                         .forwards = true };

static const char *in_folder(const char *name)
{
    static char path[64];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

/* Start it with files in place of what it inherits as stdout and stderr, or
 * with 'err_fd' as stderr.
 */
static bool start_with(struct runner *k, int err_fd)
{
    struct launch_order order = { .folder = folder,
                                  .generation = GENERATION,
                                  .ranks = 2 };
    struct error err = { "" };
    int kept[2], rc;

    fflush(stdout);
    for (int i = 0; i < 2; i++) {
        int fd = i == 1 && err_fd >= 0
                     ? fcntl(err_fd, F_DUPFD_CLOEXEC, 3)
                     : open(in_folder(i == 0 ? "out" : "err"),
                            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

        kept[i] = fcntl(i + 1, F_DUPFD_CLOEXEC, 3);
        dup2(fd, i + 1);
        close(fd);
    }
    rc = runner_start(k, &launcher, &order, &err);
    for (int i = 0; i < 2; i++) {
        dup2(kept[i], i + 1);
        close(kept[i]);
    }
    if (rc < 0)
        diag("%s", err.text);
    return rc == 0;
}

static bool start(struct runner *k)
{
    return start_with(k, -1);
}

static const char *text_of(const char *name)
{
    static char text[400];
    FILE *file = fopen(in_folder(name), "r");
    size_t got = file ? fread(text, 1, sizeof(text) - 1, file) : 0;

    text[got] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* Its status, or -1 when it does not end. */
static int end_of(struct runner *k)
{
    struct pollfd p = { k->ended, POLLIN, 0 };
    int status = -1;

    if (poll(&p, 1, PATIENCE_MS) == 1)
        status = runner_reap(k);
    else
        kill(k->pid, SIGKILL), runner_reap(k);
    runner_close(k);
    return status;
}

/* Wait for a file to have something in it. */
static bool comes(const char *name)
{
    for (int i = 0; i < PATIENCE_MS / 10; i++) {
        if (*text_of(name))
            return true;
        usleep(10000);
    }
    return false;
}

struct change_outcome {
    const char *what;
    uint32_t successor; /* as the record has it */
    enum act act;
    bool job; /* the generation is the job then */
};

static void test_outcome(const struct change_outcome *c)
{
    struct runner k = { 0 };
    const char *out;
    int gate, status;

    script = "echo said; read x <gate; exit 7";
    atomic_store(&record->successor, 0);
    atomic_store(&record->ended, 0);
    if (!ok(start(&k), "%s: it is started", c->what))
        return;
    gate = open(in_folder("gate"), O_WRONLY | O_CLOEXEC);
    ok(!*text_of("out"), "%s: nothing is told before", c->what);
    atomic_store(&record->successor, c->successor);
    if (c->act == OPENS)
        runner_open(&k);
    else if (c->act == DROPS)
        runner_drop(&k);
    else
        close(k.order), k.order = -1;
    if (c->job && comes("out") && write(gate, "\n", 1) != 1)
        diag("the gate cannot be opened");
    status = end_of(&k);
    close(gate);
    out = text_of("out");
    ok(status == (c->job ? 7 : ENDED), "%s: it %s: %d", c->what,
       c->job ? "ends by itself" : "is ended", status);
    ok(strcmp(out, c->job ? "said\n" : "") == 0, "%s: what it said is %s",
       c->what, c->job ? "the job's" : "nobody's");
    ok(atomic_load(&record->ended) == (c->job ? 8 : 0),
       "%s: the record has %s", c->what,
       c->job ? "the job's status" : "no status");
}

static void test_outcomes(void)
{
    static const struct change_outcome cases[] = {
        { "it has taken over", GENERATION, OPENS, true },
        { "it is not wanted", 0, DROPS, false },
        { "the agent dies before any order", 0, DIES, false },
        { "the agent dies, and an earlier one is the job", GENERATION - 1,
          DIES, false },
        { "the agent dies inside the commit", GENERATION, DIES, true },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_outcome(&cases[i]);
}

/* A rank that cannot take part ends all others of its generation. */
static void test_reason(void)
{
    struct runner k = { 0 };
    struct error reason = { "" };
    int status;

    script = "echo 'mitosis: rank 1: cannot take part: no memory' >&2; "
             "read x <gate";
    atomic_store(&record->successor, 0);
    if (!ok(start(&k), "a generation is started"))
        return;
    if (poll(&(struct pollfd){ k.ended, POLLIN, 0 }, 1, PATIENCE_MS) == 1)
        runner_reason(&k, &reason);
    status = end_of(&k);
    ok(status == ENDED, "one of whose ranks cannot take part is ended: %d",
       status);
    ok(strcmp(reason.text, "rank 1 cannot take part: no memory") == 0,
       "the agent hears why: %s", reason.text);
    has(text_of("err"), "mitosis: it said: mitosis: rank 1",
        "the user does, too");
}

/* Wait for the process whose number is in a file to be there no more. */
static bool goes(const char *name)
{
    pid_t pid = (pid_t)atoi(text_of(name));

    for (int i = 0; pid > 0 && i < PATIENCE_MS / 10; i++) {
        if (kill(pid, 0) < 0)
            return true;
        usleep(10000);
    }
    return false;
}

/* A pipe that takes no more. */
static bool fill(int ends[2])
{
    char line[PIPE_BUF];

    if (pipe2(ends, O_CLOEXEC) < 0)
        return false;
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    memset(line, '-', sizeof(line));
    while (write(ends[1], line, sizeof(line)) > 0)
        ;
    fcntl(ends[1], F_SETFL, 0);
    return true;
}

/* A stderr that nobody reads keeps what is told, not the ranks. */
static void test_unread(void)
{
    static const struct {
        const char *what;
        const char *script;
    } cases[] = {
        { "an mpiexec that ends when asked",
          "echo complains >&2; echo $$ >said; while :; do sleep 0.05; done" },
        { "one that does not",
          "trap '' TERM; echo complains >&2; echo $$ >said; "
          "while :; do sleep 0.05; done" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct runner k = { 0 };
        int unread[2];
        bool ended = false;

        script = cases[i].script;
        atomic_store(&record->successor, 0);
        if (!ok(fill(unread), "there is a pipe that nobody reads"))
            return;
        if (ok(start_with(&k, unread[1]), "a generation is started")) {
            ok(comes("said"), "it complains");
            usleep(100000); /* for what it said to have been taken */
            runner_drop(&k);
            ended = goes("said");
        }
        ok(ended, "%s is ended although nobody reads its complaint",
           cases[i].what);
        close(unread[0]);
        close(unread[1]);
        ok(end_of(&k) >= 0, "and its runner ends when nobody can");
        unlink(in_folder("said"));
    }
}

/* The last words of the generation before come first, however long its runner
 * takes; 'before' is in its place.
 */
static void test_order(void)
{
    struct runner k = { 0 };
    struct error err = { "" };
    struct control *own = control_open(folder, GENERATION, 2, &err);
    pid_t before = fork();

    if (before == 0)
        for (;;)
            pause();
    process_id_set(&record->runner, before);
    script = "echo said; exit 7";
    atomic_store(&record->successor, 1);
    atomic_store(&record->ended, 0);
    if (!ok(own && start(&k), "a generation is started behind another one"))
        return;
    for (int i = 0; i < PATIENCE_MS && !atomic_load(&own->runner.pid); i++)
        usleep(1000); /* no generation takes over before it is there */
    atomic_store(&record->successor, GENERATION);
    runner_open(&k);
    sleep(LONG_S);
    ok(!*text_of("out") && atomic_load(&record->ended) == 0,
       "it says nothing before that has ended, and does not end");
    kill(before, SIGKILL);
    waitpid(before, NULL, 0);
    ok(end_of(&k) == 7 && strcmp(text_of("out"), "said\n") == 0,
       "then it does");
    process_id_set(&record->runner, 0);
    control_close(own);
    control_remove(folder, GENERATION);
}

struct ended_rank {
    const char *what;
    const char *mpiexec; /* what it does when it is asked to end */
    void (*rank)(int);   /* a rank's handler */
    int status;
};

/* A process as a rank of the generation. */
static pid_t start_rank(struct control *own, void (*handler)(int))
{
    pid_t rank;

    signal(SIGTERM, handler); /* so that it is there at once */
    rank = fork();
    if (rank == 0)
        for (;;)
            pause();
    signal(SIGTERM, SIG_DFL);
    process_id_set(&own->slot[1].process, rank);
    return rank;
}

static void test_ended_rank(const struct ended_rank *c)
{
    struct runner k = { 0 };
    struct error err = { "" };
    struct control *own = control_open(folder, GENERATION, 2, &err);
    pid_t rank = own ? start_rank(own, c->rank) : -1;
    char text[100];
    int status;

    snprintf(text, sizeof(text),
             "trap 'exit %s' TERM; echo said; while :; do sleep 0.05; done",
             c->mpiexec);
    script = text;
    atomic_store(&record->successor, GENERATION);
    atomic_store(&record->ended, 0);
    if (rank > 0 && start(&k)) {
        runner_open(&k);
        if (comes("out"))
            kill(k.pid, SIGTERM);
        status = end_of(&k);
        ok(status == c->status
               && atomic_load(&record->ended) == (uint32_t)status + 1,
           "%s: the job's status is %d", c->what, status);
    } else {
        ok(false, "%s: it is started: %s", c->what, err.text);
    }
    if (rank > 0) {
        kill(rank, SIGKILL);
        waitpid(rank, NULL, 0);
    }
    control_close(own);
    control_remove(folder, GENERATION);
}

static void catch (int number)
{
    (void)number;
}

/* Hydra forgets every other time that it ended the ranks, and fails at times.
 */
static void test_ended_ranks(void)
{
    static const struct ended_rank cases[] = {
        { "mpiexec knows that it was ended", "15", SIG_DFL, 15 },
        { "mpiexec forgets it", "0", SIG_DFL, SIGTERM },
        { "mpiexec fails at passing it on", "255", SIG_DFL, SIGTERM },
        { "mpiexec has another status", "7", SIG_DFL, 7 },
        { "a rank catches what ends others", "0", catch, 0 },
        { "a rank ignores it", "0", SIG_IGN, 0 },
        { "mpiexec fails where a rank catches it", "255", catch, 255 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
        test_ended_rank(&cases[i]);
}

static bool has_pidfd(void)
{
    int fd = (int)syscall(SYS_pidfd_open, getpid(), 0);

    if (fd >= 0)
        close(fd);
    return fd >= 0;
}

/* Kernels before Linux 5.3 have none, nor has valgrind.  Comes last. */
static void test_no_pidfd(void)
{
    struct launch_order order = { .folder = folder,
                                  .generation = GENERATION,
                                  .ranks = 2 };
    struct error err = { "" };
    struct runner k = { 0 };

    if (has_pidfd() && forbid(SYS_pidfd_open, SYS_pidfd_open, ENOSYS) < 0) {
        diag("the kernel does not let calls be forbidden");
        return;
    }
    ok(runner_start(&k, &launcher, &order, &err) < 0,
       "without pidfd_open() no generation is started");
    has(err.text, "pidfd_open", "which is told");
    ok(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD,
       "and no process is left");
}

int main(void)
{
    struct error err = { "" };

    if (!mkdtemp(folder))
        return 1;
    record = control_open(folder, 1, 2, &err);
    if (!record || mkfifo(in_folder("gate"), 0600) < 0
        || process_copy_read(&launcher.origin, getpid(), &err) < 0) {
        printf("Bail out! %s\n", err.text);
        return 1;
    }
    launcher.kind = &kind;
    snprintf(launcher.path, sizeof(launcher.path), "sh");
    process_id_set(&record->slot[0].process, getpid());
    if (has_pidfd()) {
        test_outcomes();
        test_reason();
        test_unread();
        test_ended_ranks();
        test_order();
    }
    test_no_pidfd();
    process_copy_clear(&launcher.origin);
    control_close(record);
    control_remove(folder, 1);
    unlink(in_folder("gate"));
    unlink(in_folder("out"));
    unlink(in_folder("err"));
    rmdir(folder);
    return tap_done();
}
