/* now.c - where the ranks of a job are at this moment
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>

#include "base/clock.h"
#include "command/jobs.h"
#include "command/now.h"
#include "report/fate.h"
#include "report/paper.h"

void now_print(const struct run *run)
{
    uint64_t now = clock_wall();
    struct paper paper;

    printf("%s, %zu of %d ranks", run->job, run->ranks, run->size);
    if (jobs_alive(run) && now > run->started_ns)
        printf(", running for %.1f s", (double)(now - run->started_ns) / 1e9);
    printf("\n");
    fflush(stdout);
    paper_start(&paper, stdout, paper_utf8());
    fate_print(run, &paper, SIZE_MAX);
    paper_finish(&paper);
}
