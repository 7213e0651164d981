/* launcher_kind.c - the kinds of launcher, and what they share
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/launch/launcher_kind.h"
#include "base/system/process.h"
#include "job/job.h"

static const struct launch_kind *const kinds[] = { &launch_hydra,
                                                   &launch_srun };

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

int launch_number(const struct launch_kind *kind)
{
    int i = 0;

    while (kinds[i] != kind)
        i++;
    return i;
}

const struct launch_kind *launch_kind_of(int number)
{
    return number >= 0 && number < KINDS ? kinds[number] : NULL;
}

const struct launch_kind *launch_find_kind(pid_t rank, pid_t *above)
{
    const char *names[KINDS + 1] = { NULL };

    for (int i = 0; i < KINDS; i++)
        names[i] = kinds[i]->above;
    *above = process_above(rank, names);
    for (int i = 0; i < KINDS; i++)
        if (*above > 0 && process_is(*above, kinds[i]->above))
            return kinds[i];
    return NULL;
}

void launch_job(const struct launch_order *order,
                char job[PROCESS_COPY_PATH],
                char pages[PROCESS_COPY_PATH])
{
    snprintf(pages, PROCESS_COPY_PATH, "%s", order->folder);
    *strrchr(pages, '/') = '\0';
    snprintf(job, PROCESS_COPY_PATH, "%s", job_of(order->folder));
}

bool launch_begins(const char *entry, const char *const names[])
{
    for (; *names; names++)
        if (strncmp(entry, *names, strlen(*names)) == 0)
            return true;
    return false;
}
