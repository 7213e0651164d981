/* rank_limit.c - how many ranks a user may ask for
 *
 * A number with a zero too many would have the launcher start that many
 * processes, and nothing else on these hosts would get any further.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>
#include <unistd.h>

#include "agent/change/rank_limit.h"
#include "base/system/host.h"

struct sum {
    long cores;
    int hosts;
};

/* Of a host that nobody knows yet, as many as there are here. */
static void add(struct sum *sum, const struct head *a, const char *name)
{
    const struct host *known = host_find_offered(&a->hosts, name);
    struct policy_host host;

    sum->hosts++;
    if (known && known->cores > 0)
        sum->cores += known->cores;
    else if (!host_is_own(name)
             && job_view_measured(head_view(a), name, 0, &host))
        sum->cores += host.cores;
    else
        sum->cores += sysconf(_SC_NPROCESSORS_ONLN);
}

static bool came_before(const struct generation *g, int rank)
{
    for (int r = 0; r < rank; r++)
        if (strcmp(generation_host(g, r), generation_host(g, rank)) == 0)
            return true;
    return false;
}

static bool has_rank(const struct generation *g, const char *name)
{
    for (int r = 0; r < g->ranks; r++)
        if (strcmp(generation_host(g, r), name) == 0)
            return true;
    return false;
}

/* Those that the change names, or else all that there are. */
static struct sum add_up(const struct head *a, const struct change *change)
{
    struct sum sum = { 0, 0 };
    char copy[CHANGE_HOST], *rest = copy, *name;

    if (change->hosts) {
        strcpy(copy, change->hosts);
        while ((name = strsep(&rest, ",")))
            add(&sum, a, name);
        return sum;
    }
    for (int r = 0; r < a->now->ranks; r++)
        if (!came_before(a->now, r))
            add(&sum, a, generation_host(a->now, r));
    for (const struct host *h = NULL; (h = host_next_offered(&a->hosts, h));)
        if (!has_rank(a->now, h->name))
            add(&sum, a, h->name);
    return sum;
}

int rank_limit_check(const struct head *a,
                     const struct change *change,
                     struct error *err)
{
    int ranks = change_size(change, a->now->ranks, err);
    struct sum sum;

    if (ranks < 0)
        return -1;
    if (ranks <= a->now->ranks || ranks <= RANK_LIMIT_PER_CORE
        || ranks <= a->most_ranks)
        return 0;
    sum = add_up(a, change);
    if (ranks <= RANK_LIMIT_PER_CORE * sum.cores)
        return 0;
    return error_set(err,
                     "%d ranks are too many for %ld core%s on %d host%s: %d "
                     "for each are the most, unless the job is started with "
                     "--limits 1-%d",
                     ranks, sum.cores, sum.cores == 1 ? "" : "s", sum.hosts,
                     sum.hosts == 1 ? "" : "s", RANK_LIMIT_PER_CORE, ranks);
}
