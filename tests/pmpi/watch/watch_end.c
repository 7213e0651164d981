/* Tests of pmpi/watch/watch_end.c: processes that end without MPI_Finalize
 *
 * A process that exits comes past what is tested, so each case is one, which
 * shares its page with the test.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "pmpi/watch/gather_pages.h"
#include "pmpi/watch/span_trace.h"
#include "pmpi/watch/start_command.h"
#include "pmpi/watch/watch_end.h"
#include "pmpi/watch/watch_life.h"
#include "tests/tap.h"

struct watch watch;
struct watch_life watch_life;

/* What the process has done. */
static struct done {
    int looked, refreshed, traced, assembled;
    struct page page; /* its end is of no fixed size */
} * done;

void watch_look_at_rank(void)
{
    done->looked++;
}

void watch_refresh(uint64_t now)
{
    done->refreshed += now > 0;
}

void span_trace_end(void)
{
    done->traced++;
}

bool gather_pages(const char *folder, bool present, bool on, bool *orphaned)
{
    (void)folder, (void)present, (void)on;
    *orphaned = false;
    done->assembled++;
    return false;
}

bool gather_pages_is_here(void)
{
    return false;
}

bool start_command_find(char path[START_COMMAND_PATH])
{
    path[0] = '\0';
    return false;
}

int start_command_and_wait(const char *path, char *const words[])
{
    (void)path, (void)words;
    return -1;
}

void watch_spent(uint64_t since)
{
    (void)since;
}

void watch_resume(void)
{
}

void watch_release(void)
{
}

void watch_say(const char *fmt, ...)
{
    (void)fmt;
}

/* What there is in the process that exits. */
struct way {
    const char *what;
    enum page_state state;
    bool left;   /* it has left the job before */
    bool forked; /* it is a child of who has the page */
    int refreshed, traced;
    enum page_state then;
};

static const struct way ways[] = {
    { "one that computes", PAGE_RUNNING, false, false, 1, 1, PAGE_EXITED },
    { "one behind MPI_Finalize()", PAGE_FINISHING, false, false, 0, 1,
      PAGE_FINISHED },
    { "one that aborts", PAGE_ABORTED, false, false, 0, 1, PAGE_ABORTED },
    { "one that has left", PAGE_FINISHED, true, false, 0, 0, PAGE_FINISHED },
    { "a child", PAGE_RUNNING, false, true, 0, 0, PAGE_RUNNING },
};

static void start(enum page_state state)
{
    memset(done, 0, sizeof(*done));
    done->page.state = state;
    watch = (struct watch){ .on = true, .page = &done->page };
    /* Others make the report of a later generation. */
    watch_life = (struct watch_life){ .generation = 2, .pid = getpid() };
    watch_life.launch.size = watch_life.launch.local_size = 1;
}

static void test_way(const struct way *w)
{
    pid_t pid = fork();

    if (pid == 0) {
        start(w->state);
        watch_life.left = w->left;
        watch_life.pid += w->forked;
        exit(0);
    }
    waitpid(pid, NULL, 0);
    ok(done->refreshed == w->refreshed,
       "%s exits: what it uses is looked at %d times, not %d", w->what,
       w->refreshed, done->refreshed);
    ok(done->traced == w->traced && done->page.state == w->then,
       "%s exits: its page says so", w->what);
}

static void test_ends(void)
{
    start(PAGE_RUNNING);
    ok(watch_last_look() > 0 && done->looked == 1 && watch_life.ending,
       "when MPI_Finalize() is entered what the rank uses is looked at last");
    watch_end(77);
    ok(!watch.on && done->refreshed == 1 && done->traced == 1
           && done->page.state == PAGE_FINISHING
           && done->page.finalize_enter == 77,
       "at MPI_Finalize() what it uses is looked at, and watching ends");
    ok(watch_last_look() > 0 && done->looked == 1, "and not behind it");
    watch_end(78);
    ok(done->refreshed == 1 && done->traced == 1
           && done->page.finalize_enter == 77,
       "once");
    watch_gather_pages();
    ok(done->assembled == 0, "a job of one host has no pages elsewhere");
    watch_life.launch.size = 2;
    watch_gather_pages();
    ok(done->assembled == 1 && done->page.state == PAGE_FINISHING,
       "one of several has them brought together");
    watch_report();
    ok(done->page.state == PAGE_FINISHED && watch_life.left,
       "then the rank has left");
    start(PAGE_RUNNING);
    watch_succeed(7);
    ok(done->page.state == PAGE_SUCCEEDED && done->page.last_sync == 7
           && watch_life.left && !watch_life.reporting,
       "a rank that has a successor says at which sync, and leaves");
    watch.page = NULL;
}

int main(void)
{
    done = mmap(NULL, sizeof(*done), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (done == MAP_FAILED)
        return 1;
    for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++)
        test_way(&ways[i]);
    test_ends();
    return tap_done();
}
