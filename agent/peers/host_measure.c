/* host_measure.c - measure a host and its ranks for the agent's policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/peers/host_measure.h"
#include "agent/peers/rank_page.h"
#include "base/system/clock.h"
#include "job/job.h"
#include "net/loop.h"
#include "policy/host_resources.h"

/* The kernel goes through all that could be connections to tell of those that
 * there are, which takes it some tenths of a millisecond.
 */
static const double links_seconds = 5;

/* No host that there is has more. */
static const double cores_most = 1e6, speed_most = 1e6, bytes_most = 1e18;
static const double seconds_most = 3600; /* of a round trip */

struct host_measure {
    char folder[JOB_PATH];
    host_resources_t *measure;
    uint32_t generation; /* that was measured last */
    struct link_seen link[LINKS_MOST];
    size_t links;
    double linked; /* when they were seen, by loop_now(), or 0 */
};

/* What is put together. */
struct parts {
    struct rank_progress_sample *sample;
    struct rank_progress_sent *sent;
    int *pid;
    size_t samples, sents;
};

host_measure_t *host_measure_create(const char *folder)
{
    host_measure_t *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    clock_setup(); /* ranks count in ticks */
    snprintf(g->folder, sizeof(g->folder), "%s", folder);
    g->measure = host_resources_create("");
    if (!g->measure) {
        free(g);
        return NULL;
    }
    return g;
}

void host_measure_destroy(host_measure_t *g)
{
    if (g) {
        host_resources_destroy(g->measure);
        free(g);
    }
}

static void free_parts(struct parts *p)
{
    free(p->sample);
    free(p->sent);
    free(p->pid);
}

static void read_rank(const host_measure_t *g,
                      const struct control *control,
                      int rank,
                      struct parts *p)
{
    const struct control_slot *slot = &control->slot[rank];
    struct page *page = rank_page_open(g->folder, control->generation, rank);

    p->pid[p->samples] = atomic_load(&slot->process.pid);
    p->sample[p->samples++] =
        rank_progress_sample(rank, page, atomic_load(&slot->count));
    p->sents += rank_progress_list_sent(rank, page, p->sent + p->sents,
                                        control->ranks);
    page_close(page);
}

static bool is_here(const struct control *control,
                    const bool *here,
                    uint32_t r)
{
    return here ? here[r] : atomic_load(&control->slot[r].process.pid) != 0;
}

static bool read_ranks(const host_measure_t *g,
                       const struct control *control,
                       const bool *here,
                       struct parts *p)
{
    uint32_t ranks = control ? control->ranks : 0;
    size_t count = 0;

    for (uint32_t r = 0; r < ranks; r++)
        count += is_here(control, here, r);
    p->sample = calloc(count + 1, sizeof(*p->sample));
    p->pid = calloc(count + 1, sizeof(*p->pid));
    p->sent = calloc(count * ranks + 1, sizeof(*p->sent));
    if (!p->sample || !p->pid || !p->sent)
        return false;
    for (uint32_t r = 0; r < ranks; r++)
        if (is_here(control, here, r))
            read_rank(g, control, (int)r, p);
    return true;
}

/* The processes of another generation are others. */
static void turn(host_measure_t *g, const struct control *control)
{
    uint32_t generation = control ? control->generation : 0;

    if (generation != g->generation)
        host_resources_restart(g->measure);
    g->generation = generation;
}

/* One list behind the other. */
static char *put(char *at, const void *list, size_t bytes)
{
    memcpy(at, list, bytes);
    return at + bytes;
}

/* See the connections, unless that was just done. */
static void look_at_links(host_measure_t *g)
{
    if (g->linked > 0 && loop_now() - g->linked < links_seconds)
        return;
    g->links = links_read(g->link, LINKS_MOST);
    g->linked = loop_now();
}

static void *join(const struct host_measure_head *head,
                  const host_measure_t *g,
                  const struct parts *p,
                  size_t *bytes)
{
    size_t samples = p->samples * sizeof(*p->sample);
    size_t sents = p->sents * sizeof(*p->sent);
    size_t links = g->links * sizeof(*g->link);
    char *message = malloc(sizeof(*head) + samples + sents + links), *at;

    *bytes = sizeof(*head) + samples + sents + links;
    if (message) {
        at = put(message, head, sizeof(*head));
        at = put(at, p->sample, samples);
        at = put(at, p->sent, sents);
        put(at, g->link, links);
    }
    return message;
}

void *host_measure_read(host_measure_t *g,
                        const struct control *control,
                        const bool *here,
                        size_t *bytes)
{
    struct parts p = { 0 };
    struct policy_host host = { 0 };
    struct host_measure_head head;
    void *message = NULL;

    turn(g, control);
    if (read_ranks(g, control, here, &p)) {
        host_resources_read(g->measure, p.pid, p.samples, &host);
        look_at_links(g);
        head = (struct host_measure_head){ host.cores,       host.speed,
                                           host.load,        host.pressure,
                                           host.memory_free, p.samples,
                                           p.sents,          g->links };
        message = join(&head, g, &p, bytes);
    }
    free_parts(&p);
    return message;
}

/* Copy 'count' things of a message that has 'rest' bytes left.  Returns NULL
 * when that is too few, or there is no memory.
 */
static void *take(const char **at, size_t *rest, uint64_t count, size_t size)
{
    void *list;

    if (count > *rest / size || !(list = malloc(count * size + 1)))
        return NULL;
    memcpy(list, *at, count * size);
    *at += count * size;
    *rest -= count * size;
    return list;
}

void host_measure_free(struct host_measure_told *told)
{
    free(told->samples);
    free(told->sents);
    free(told->links);
}

/* A number that is none, or none that can be, is not known. */
static void check(double *number, double least, double most)
{
    if (!(*number >= least && *number <= most))
        *number = JOB_UNKNOWN;
}

/* What is measured on other hosts may be anything as well. */
static void check_all(struct host_measure_told *told)
{
    struct host_measure_head *head = &told->head;

    check(&head->speed, DBL_MIN, speed_most);
    check(&head->load, 0, head->cores);
    check(&head->pressure, 0, 1);
    check(&head->memory_free, 0, bytes_most);
    for (uint64_t i = 0; i < head->samples; i++) {
        check(&told->samples[i].tick, DBL_MIN, 1);
        if (isnan(told->samples[i].tick))
            told->samples[i].timed = 0;
    }
    for (uint64_t i = 0; i < head->links; i++) {
        check(&told->links[i].seconds, 0, seconds_most);
        check(&told->links[i].bytes_per_second, 0, bytes_most);
    }
}

bool host_measure_parse(const void *message,
                        size_t bytes,
                        struct host_measure_told *told)
{
    const char *at = message;
    struct host_measure_head *head = &told->head;

    memset(told, 0, sizeof(*told));
    if (bytes < sizeof(*head))
        return false;
    memcpy(head, at, sizeof(*head));
    at += sizeof(*head);
    bytes -= sizeof(*head);
    told->samples = take(&at, &bytes, head->samples, sizeof(*told->samples));
    told->sents = take(&at, &bytes, head->sents, sizeof(*told->sents));
    told->links = take(&at, &bytes, head->links, sizeof(*told->links));
    if (told->samples && told->sents && told->links && bytes == 0
        && head->cores >= 1 && head->cores <= cores_most) {
        check_all(told);
        return true;
    }
    host_measure_free(told);
    memset(told, 0, sizeof(*told));
    return false;
}
