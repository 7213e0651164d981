/* mapped_run_speed.c - how fast the ranks of a recording compute on a platform
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "foresee/platform/mapped_run_internal.h"

double mapped_run_share_of_core(unsigned cores, size_t together)
{
    return cores == 0 || together <= cores ? 1
                                           : (double)cores / (double)together;
}

double mapped_run_pace(const struct recording *r,
                       const struct platform *p,
                       size_t rank)
{
    const struct recorded_rank *of = &r->rank[rank];
    size_t host = platform_find(p, of->host);
    double speed = host < p->hosts ? p->host[host].speed : 1;

    return r->yields
               ? speed
               : speed * mapped_run_share_of_core(of->cores, of->together);
}

double mapped_run_speed(const struct mapped_run *s, size_t rank)
{
    const struct platform_host *host = &s->platform->host[s->host[rank]];

    return host->speed
           * mapped_run_share_of_core(host->cores,
                                      mapped_run_ranks_on(s, s->host[rank]));
}

/* ---- how the work lies along the ranks ---- */

int mapped_run_find_slower(struct mapped_run *s, struct error *err)
{
    size_t ranks = s->recording->ranks;
    double *work = calloc(ranks, sizeof(*work)), from = 0, more;

    if (!work)
        return error_set(err, "no memory for the work of %zu ranks", ranks);
    for (size_t i = 0; i < ranks; i++)
        work[i] = recording_loop_work(&s->recording->rank[i])
                  * mapped_run_pace(s->recording, s->platform, i);
    for (size_t i = 0; i < ranks; i++) {
        double to = from + s->share[i] * (double)ranks;

        more = work[i] > 0
                   ? recording_work_between(work, ranks, from, to) / work[i]
                   : 1;
        s->slower[i] =
            more * mapped_run_pace(s->recording, s->platform, i)
            / (s->recording->yields ? s->platform->host[s->host[i]].speed
                                    : mapped_run_speed(s, i));
        from = to;
    }
    free(work);
    return 0;
}
