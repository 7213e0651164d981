/* fold_pages.c - keep the pages of a job of many generations small
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <sys/wait.h>
#include <unistd.h>

#include "agent/core/host_links.h"
#include "agent/core/saved_state.h"
#include "agent/head/fold_pages.h"
#include "base/system/process_id.h"

enum {
    DUE = 8, /* generations at once: it costs as much for one */
    END_MS = 10 * 1000,
    POLITE = 5, /* ranks poll: with less it would hardly ever run */
};

static _Noreturn void become_folder(const struct head *a)
{
    char *const words[] = { (char *)"mitosis", (char *)"collect",
                            (char *)"--fold", (char *)a->folder, NULL };

    closefrom(STDERR_FILENO + 1);
    if (nice(POLITE) != -1)
        execv("/proc/self/exe", words);
    _exit(1);
}

static bool is_folding(const struct head *a)
{
    return atomic_load(&a->folding.pid) > 0;
}

static void reap(struct head *a)
{
    waitpid(atomic_load(&a->folding.pid), NULL, 0);
    atomic_store(&a->folding.pid, 0);
}

static void begin(struct head *a);

static void on_end(int fd, void *arg)
{
    struct head *a = arg;

    loop_forget(a->loop, fd);
    close(fd);
    if (is_folding(a))
        reap(a);
    begin(a); /* more may be over by now */
}

static void watch(struct head *a)
{
    int fd = process_id_open(&a->folding);

    if (fd < 0 || loop_watch(a->loop, fd, on_end, a, NULL) < 0)
        reap(a);
}

static void begin(struct head *a)
{
    pid_t child;

    if (a->over < DUE || is_folding(a) || a->ended)
        return;
    a->over = 0;
    child = fork();
    if (child == 0)
        become_folder(a);
    if (child < 0)
        return;
    process_id_set(&a->folding, child);
    watch(a);
    saved_state_write(a);
}

void fold_pages_resume(struct head *a)
{
    if (is_folding(a))
        watch(a);
}

/* Pages of other hosts come here when the job ends. */
static void on_retired(struct head *a, const struct generation *g)
{
    if (g->unwanted || host_links_is_open(a->links))
        return;
    a->over++;
    begin(a);
}

static bool is_folded(void *arg)
{
    return !is_folding(arg);
}

static void stop(struct head *a)
{
    if (loop_await(a->loop, is_folded, a, END_MS))
        return;
    process_id_kill(&a->folding);
    reap(a);
}

const struct part fold_pages_part = {
    .name = "fold pages",
    .stop = stop,
    .retired = on_retired,
};
