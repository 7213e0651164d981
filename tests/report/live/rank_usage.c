/* Tests of report/live/rank_usage.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "report/live/rank_usage.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

enum { MEMORY = 64 << 20 };

static const char *folder;

/* The page of a rank that runs in the process 'pid'. */
static void make(int rank, int pid)
{
    struct page *p = pages_make(folder, rank, 3);

    p->pid = pid;
    p->birth_ns = clock_wall();
    p->state = PAGE_RUNNING;
    page_close(p);
}

static struct page_look look_of(int rank)
{
    struct page_look look = { 0 };
    char path[PATH_MAX];
    struct page *p;

    snprintf(path, sizeof(path), "%s/rank-%d.page", folder, rank);
    if ((p = page_open(path, NULL)))
        look = p->look;
    page_close(p);
    return look;
}

/* A process that uses a quarter of a second and much memory, says so, and is
 * there until it is told to end.
 */
static int start(int said[2], int told[2])
{
    int pid;

    if (pipe(said) < 0 || pipe(told) < 0)
        return -1;
    pid = fork();
    if (pid == 0) {
        char *memory = malloc(MEMORY), word = 0;

        close(told[1]);
        while (clock() < CLOCKS_PER_SEC / 4)
            for (int i = 0; memory && i < MEMORY; i += 4096)
                memory[i]++;
        if (write(said[1], &word, 1) == 1 && read(told[0], &word, 1) == 0)
            _exit(0);
        _exit(1);
    }
    close(told[0]);
    return pid;
}

int main(void)
{
    int said[2], told[2], pid = start(said, told);
    struct page_look look, later;
    char word;

    folder = pages_folder();
    clock_setup();
    make(0, pid);
    make(1, getpid());
    page_close(pages_make(folder, 2, 3));
    ok(read(said[0], &word, 1) == 1, "a rank has worked");
    ok(rank_usage_note(folder) == 2, "two ranks live");
    look = look_of(0);
    ok(look.at > 0 && look.at <= clock_ticks(), "it was seen alive");
    ok(look.user_seconds + look.system_seconds > 0.1,
       "with the processor time it used: %g s",
       look.user_seconds + look.system_seconds);
    ok(look.memory_peak_bytes >= MEMORY, "and the memory: %g bytes",
       (double)look.memory_peak_bytes);
    ok(look_of(1).at > 0, "so was the other one");
    ok(look_of(2).at == 0, "one that has finished is not looked at");

    close(told[1]);
    waitpid(pid, NULL, 0);
    ok(rank_usage_note(folder) == 1, "then one");
    later = look_of(0);
    ok(later.at == look.at
           && later.memory_peak_bytes == look.memory_peak_bytes,
       "of one that has ended the last look stays");
    ok(look_of(1).at > look.at, "while others are looked at again");
    ok(rank_usage_note("/no/such/folder") == 0,
       "none in a folder that is gone");
    pages_remove(folder);
    return tap_done();
}
