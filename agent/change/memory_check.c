/* memory_check.c - whether the new ranks of a change find memory beside the
 * old ones
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "agent/change/memory_check.h"
#include "agent/core/host_links.h"
#include "agent/host/host_memory.h"
#include "base/system/host.h"
#include "migrate/layout/lineage.h"
#include "migrate/transfer/manifest_file.h"
#include "report/model/units.h"

/* What old ranks have, in bytes. */
struct load {
    double *used;
    double *state; /* that is divided among the ranks */
};

/* ---- what the old ranks have ---- */

/* What a rank takes of which nothing is known, as it did not come to its first
 * sync; and one that was not looked at yet.
 */
enum { UNKNOWN = -1, UNSEEN = -2 };

/* All that is spread over the ranks, if that was written down yet. */
static double registered(const struct head *a, int rank)
{
    struct manifest *m =
        manifest_file_read(a->folder, a->now->number, rank, NULL);
    double sum = m ? 0 : UNKNOWN;

    for (size_t i = 0; m && i < m->count; i++) {
        const struct item *item = &m->items[i];

        if (item->spread != ITEM_REPLICATED && item->spread != ITEM_LOCAL)
            sum += (double)item_bytes(item, item->count);
    }
    manifest_destroy(m);
    return sum;
}

static double used_here(const struct head *a, int rank)
{
    struct memory_left_use use;

    return memory_left_use("", host_memory_process(a->now->control, rank),
                           &use)
               ? use.own
               : UNKNOWN;
}

/* Of the ranks elsewhere their outpost tells; of all that are where 'first' is
 * at once.
 */
static void see_host(const struct head *a, int first, double *used)
{
    const char *host = generation_host(a->now, first);
    struct host_messages_memory memory;
    double each = UNKNOWN;

    if (host_links_memory(a->links, host, &memory))
        each = memory.used / generation_ranks_on(a->now, host);
    for (int r = first; r < a->now->ranks; r++)
        if (strcmp(generation_host(a->now, r), host) == 0)
            used[r] = each;
}

/* Ranks that nothing is known of are taken to be as the others; and where of
 * none is, as 'otherwise' says, or to take nothing.
 */
static void fill_up(double *bytes, int ranks, const double *otherwise)
{
    double sum = 0;
    int known = 0;

    for (int r = 0; r < ranks; r++)
        if (bytes[r] >= 0) {
            sum += bytes[r];
            known++;
        }
    for (int r = 0; r < ranks; r++)
        if (bytes[r] < 0 && known > 0)
            bytes[r] = sum / known;
        else if (bytes[r] < 0)
            bytes[r] = otherwise ? otherwise[r] : 0;
}

static bool look_at_ranks(const struct head *a, struct load *load)
{
    size_t ranks = (size_t)a->now->ranks;

    load->used = calloc(ranks, sizeof(*load->used));
    load->state = calloc(ranks, sizeof(*load->state));
    if (!load->used || !load->state)
        return false;
    for (size_t r = 0; r < ranks; r++)
        load->used[r] = UNSEEN;
    for (int r = 0; r < a->now->ranks; r++) {
        if (generation_is_here(a->now, r))
            load->used[r] = used_here(a, r);
        else if (load->used[r] == UNSEEN)
            see_host(a, r, load->used);
        load->state[r] = registered(a, r);
    }
    fill_up(load->used, a->now->ranks, NULL);
    fill_up(load->state, a->now->ranks, load->used);
    return true;
}

/* ---- what the new ones will have ---- */

/* All together, when they divide the work anew.  What is no state may be work
 * space, of which each of more ranks needs less; of fewer ranks none needs
 * less than before.
 */
static double foresee_all(const struct lineage *q,
                          const double *used,
                          const double *state)
{
    double fixed = 0, divided = 0;

    for (size_t r = 0; r < q->old_size; r++) {
        double part = state[r] < used[r] ? state[r] : used[r];

        divided += part;
        fixed += used[r] - part;
    }
    if (q->new_size < q->old_size)
        fixed *= (double)q->new_size / (double)q->old_size;
    return fixed + divided;
}

static double weights_of(const struct lineage *q)
{
    double sum = 0;

    for (size_t r = 0; q->weights && r < q->new_size; r++)
        sum += q->weights[r];
    return sum;
}

static double share(const struct lineage *q, double weights, size_t rank)
{
    if (!q->weights)
        return 1.0 / (double)q->new_size;
    return weights > 0 ? q->weights[rank] / weights : 0;
}

double *memory_check_foresee(const struct lineage *q,
                             const double *used,
                             const double *state)
{
    double *each = calloc(q->new_size, sizeof(*each));
    double all = foresee_all(q, used, state);
    double weights = weights_of(q);

    for (size_t r = 0; each && r < q->new_size; r++)
        if (q->even)
            each[r] = all * share(q, weights, r);
        else
            for (size_t k = q->first[r]; k < q->first[r + 1]; k++)
                each[r] +=
                    used[q->parents[k].rank] / (double)q->parents[k].parts;
    return each;
}

/* ---- whether that fits ---- */

static bool look_at_host(const struct head *a,
                         const char *host,
                         struct host_messages_memory *memory)
{
    return host_is_own(host) ? host_memory_look(a->now->control, memory)
                             : host_links_memory(a->links, host, memory);
}

/* The host of rank 'first', and all ranks there, which are seen then. */
static int check_host(const struct head *a,
                      const struct placement *place,
                      int first,
                      const double *each,
                      bool *seen,
                      struct error *err)
{
    const char *host = place->host[first];
    struct host_messages_memory memory;
    const struct memory_left *room = &memory.room;
    struct unit_text takes, left;
    double need = 0;
    int ranks = 0;

    for (int r = first; r < place->ranks; r++)
        if (strcmp(place->host[r], host) == 0) {
            need += each[r];
            seen[r] = true;
            ranks++;
        }
    if (!look_at_host(a, host, &memory) || need <= room->free + room->swap)
        return 0;
    unit_bytes_apart(need, room->free + room->swap, &takes, &left);
    return error_set(err,
                     "%d new rank%s on %s would take about %s beside the old "
                     "ones, and %s has %s left of %s",
                     ranks, ranks == 1 ? "" : "s", host, takes.text,
                     room->where, left.text, unit_bytes(room->limit).text);
}

static int check_hosts(const struct head *a,
                       const struct placement *place,
                       const double *each,
                       struct error *err)
{
    bool *seen = calloc((size_t)place->ranks, sizeof(*seen));
    int rc = seen ? 0 : error_set(err, "out of memory");

    for (int r = 0; rc == 0 && r < place->ranks; r++)
        if (!seen[r])
            rc = check_host(a, place, r, each, seen, err);
    free(seen);
    return rc;
}

/* New ranks have the limits of old ones, and what is in an address space
 * besides what a process has for itself.
 */
static int check_limit(pid_t pid,
                       int limit,
                       const char *name,
                       double besides,
                       double need,
                       struct error *err)
{
    struct unit_text takes, may;
    struct rlimit most;

    if (prlimit(pid, limit, NULL, &most) < 0 || most.rlim_cur == RLIM_INFINITY
        || besides + need <= (double)most.rlim_cur)
        return 0;
    unit_bytes_apart(besides + need, (double)most.rlim_cur, &takes, &may);
    return error_set(
        err,
        "a new rank would take about %s of %s, of which a process "
        "here may have %s",
        takes.text, name, may.text);
}

/* By the first of the old ranks on this host. */
static int check_limits(const struct head *a,
                        const struct placement *place,
                        const double *each,
                        struct error *err)
{
    struct memory_left_use use;
    double most = 0;
    pid_t pid = 0;

    for (int r = 0; r < place->ranks; r++)
        if (host_is_own(place->host[r]) && each[r] > most)
            most = each[r];
    for (int r = 0; r < a->now->ranks && pid == 0; r++)
        if (generation_is_here(a->now, r))
            pid = host_memory_process(a->now->control, r);
    if (most <= 0 || !memory_left_use("", pid, &use))
        return 0;
    if (check_limit(pid, RLIMIT_AS, "address space", use.address - use.own,
                    most, err)
        < 0)
        return -1;
    return check_limit(pid, RLIMIT_DATA, "data", 0, most, err);
}

int memory_check_check(const struct head *a,
                       const struct change *change,
                       const struct placement *place,
                       struct error *err)
{
    struct lineage *q = change_lineage(change, (size_t)a->now->ranks, err);
    struct load load = { NULL, NULL };
    double *each = NULL;
    int rc = q ? 0 : -1;

    if (rc == 0
        && (!look_at_ranks(a, &load)
            || !(each = memory_check_foresee(q, load.used, load.state))))
        rc = error_set(err, "out of memory");
    if (rc == 0)
        rc = check_limits(a, place, each, err);
    if (rc == 0)
        rc = check_hosts(a, place, each, err);
    free(each);
    free(load.used);
    free(load.state);
    lineage_destroy(q);
    return rc;
}
