/* mapped_run_comm.c - where the members of communicators are, and what those
 * of a host share
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

/* Give hosts numbers in the order of their first members, and each the list of
 * its own.  'number' is memory for one of each host, and one more.
 */
static void sort_members(const struct mapped_run *s,
                         const struct recorded_comm *comm,
                         struct mapped_comm *m,
                         size_t *number)
{
    size_t hosts = s->platform->hosts;

    for (size_t h = 0; h < hosts; h++)
        number[h] = SIZE_MAX;
    for (size_t i = 0; i < comm->size; i++) {
        size_t h = s->host[comm->member[i]];

        if (number[h] == SIZE_MAX)
            number[h] = m->hosts++;
        m->host[i] = number[h];
        m->first[number[h] + 1]++;
    }
    for (size_t h = 0; h < m->hosts; h++)
        m->first[h + 1] += m->first[h];
    for (size_t h = 0; h < m->hosts; h++)
        number[h] = m->first[h];
    for (size_t i = 0; i < comm->size; i++) {
        m->within[i] = number[m->host[i]] - m->first[m->host[i]];
        m->member[number[m->host[i]]++] = i;
    }
}

/* Of what the ranks of a host send to all others a part stays there. */
static void find_shared(const struct mapped_run *s,
                        const struct recorded_comm *comm,
                        struct mapped_comm *m)
{
    double size = (double)comm->size;

    for (size_t h = 0; h < m->hosts; h++) {
        size_t here = m->first[h + 1] - m->first[h];
        size_t host = s->host[comm->member[m->member[m->first[h]]]];
        double per_byte = s->platform->host[host].per_byte;
        double ranks = (double)here;

        if (here > m->together) {
            m->fullest = host;
            m->together = here;
        }
        if (m->hosts == 1)
            continue;
        m->per_byte = fmax(m->per_byte, per_byte);
        m->per_byte_each =
            fmax(m->per_byte_each, per_byte * ranks * (size - ranks) / size);
    }
}

static bool look_at(const struct mapped_run *s,
                    const struct recorded_comm *comm,
                    struct mapped_comm *m,
                    size_t *number)
{
    m->host = calloc(4 * comm->size + 1, sizeof(*m->host));
    if (!m->host)
        return false;
    m->within = m->host + comm->size;
    m->member = m->within + comm->size;
    m->first = m->member + comm->size;
    sort_members(s, comm, m, number);
    find_shared(s, comm, m);
    return true;
}

int mapped_run_find_comms(struct mapped_run *s, struct error *err)
{
    size_t comms = s->recording->comms, found = 0;
    size_t *number = calloc(s->platform->hosts + 1, sizeof(*number));

    s->comm = calloc(comms + 1, sizeof(*s->comm));
    s->slowest = calloc(s->recording->collectives + 1, sizeof(*s->slowest));
    while (number && s->comm && s->slowest && found < comms
           && look_at(s, &s->recording->comm[found], &s->comm[found], number))
        found++;
    free(number);
    return found == comms && s->slowest
               ? 0
               : error_set(err, "no memory for %zu communicators", comms);
}
