/* batch_slurm_requests.c - requests and companions of a job in Slurm
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "agent/batch/batch_slurm_internal.h"

struct request *batch_slurm_find_request(const struct batch_slurm *s,
                                         unsigned number)
{
    struct request *r = s->requests;

    while (r && r->number != number)
        r = r->next;
    return r;
}

void batch_slurm_forget_request(struct batch_slurm *s, unsigned number)
{
    struct request **at = &s->requests, *r;

    while ((r = *at) && r->number != number)
        at = &r->next;
    if (r) {
        *at = r->next;
        free(r);
    }
}

void batch_slurm_forget_companions(struct batch_slurm *s, bool all)
{
    struct companion **at = &s->companions, *c;

    while ((c = *at))
        if (all || !c->listed) {
            *at = c->next;
            free(c->host);
            free(c);
        } else {
            at = &c->next;
        }
}

void batch_slurm_look_again(struct batch_slurm *s)
{
    s->fresh = false;
    s->listed_at = 0;
}

void batch_slurm_cancel_again(struct batch_slurm *s)
{
    s->fresh = false;
    for (struct companion *c = s->companions; c; c = c->next)
        c->cancelled = false;
}

bool batch_slurm_is_entering(const struct batch_slurm *s,
                             const struct error *said)
{
    return s->merge.permit == SLURM_EXPAND_PERMITTED
           && strstr(said->text, "try again in a bit");
}
