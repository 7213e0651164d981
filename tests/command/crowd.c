/* crowd.c - a job of many ranks that nobody has to run
 *
 *     crowd FOLDER RANKS
 *
 * Makes the pages of RANKS ranks in FOLDER, all of them this process, which
 * runs until its stdin ends.  The one in the middle computes all the time, the
 * others are in MPI_Allreduce.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "tests/report/pages.h"

/* The page of a rank that runs at this moment. */
static struct page *make(const char *folder, int rank, int ranks)
{
    struct page *p = pages_make(folder, rank, ranks);

    pages_call(p, PAGES_ALLREDUCE, 1, 0, 0, 8);
    p->state = PAGE_RUNNING;
    p->birth_ns = clock_wall();
    return p;
}

int main(int argc, char *argv[])
{
    int ranks = argc == 3 ? atoi(argv[2]) : 0;
    char path[4096];
    struct page *p;

    if (ranks < 2)
        return 2;
    clock_setup();
    p = make(argv[1], 0, ranks);
    p->inside_call = PAGES_ALLREDUCE;
    p->inside_since = clock_ticks();
    page_close(p);
    pages_copy(argv[1], ranks - 1);
    snprintf(path, sizeof(path), "%s/rank-%d.page", argv[1], ranks / 2);
    unlink(path);
    page_close(make(argv[1], ranks / 2, ranks));
    printf("there\n");
    fflush(stdout);
    while (getchar() != EOF)
        ;
    return 0;
}
