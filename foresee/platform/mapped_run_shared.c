/* mapped_run_shared.c - what messages share of the networks of their hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "foresee/platform/mapped_run_internal.h"

bool mapped_run_shares(const struct mapped_run *s, uint32_t message)
{
    const struct recorded_message *is = &s->recording->message[message];
    size_t from = s->host[is->from], to = s->host[is->to];

    return from != to && is->bytes > 0
           && (s->platform->host[from].per_byte > 0
               || s->platform->host[to].per_byte > 0);
}

/* Of what the ranks of a host send to all others a part stays there.  'here'
 * is memory for how many members each host has.
 */
static struct mapped_comm look_at(const struct mapped_run *s,
                                  const struct recorded_comm *comm,
                                  size_t *here)
{
    struct mapped_comm found = { 0, 0 };
    double size = (double)comm->size;

    memset(here, 0, s->platform->hosts * sizeof(*here));
    for (size_t i = 0; i < comm->size; i++)
        here[s->host[comm->member[i]]]++;
    for (size_t h = 0; h < s->platform->hosts; h++) {
        double per_byte = s->platform->host[h].per_byte;
        double ranks = (double)here[h];

        if (here[h] == 0 || here[h] == comm->size)
            continue;
        found.per_byte = fmax(found.per_byte, per_byte);
        found.per_byte_each = fmax(found.per_byte_each,
                                   per_byte * ranks * (size - ranks) / size);
    }
    return found;
}

int mapped_run_find_shared(struct mapped_run *s, struct error *err)
{
    size_t comms = s->recording->comms, *here;

    if (!platform_shares(s->platform))
        return 0;
    here = calloc(s->platform->hosts, sizeof(*here));
    s->comm = calloc(comms + 1, sizeof(*s->comm));
    for (size_t i = 0; here && s->comm && i < comms; i++)
        s->comm[i] = look_at(s, &s->recording->comm[i], here);
    free(here);
    return here && s->comm
               ? 0
               : error_set(err, "no memory for %zu communicators", comms);
}
