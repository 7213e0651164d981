/* gauge.c - measure a host and its ranks for the agent's policy
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/gauge.h"
#include "base/clock.h"
#include "policy/measure.h"
#include "profile/files.h"
#include "profile/job.h"

struct gauge {
    char folder[JOB_PATH];
    measure_t *measure;
    uint32_t generation; /* that was measured last */
};

/* What is put together. */
struct parts {
    struct sight_sample *sample;
    struct sight_sent *sent;
    int *pid;
    size_t samples, sents;
};

gauge_t *gauge_create(const char *folder)
{
    gauge_t *g = calloc(1, sizeof(*g));

    if (!g)
        return NULL;
    clock_setup(); /* ranks count in ticks */
    snprintf(g->folder, sizeof(g->folder), "%s", folder);
    g->measure = measure_create("");
    if (!g->measure) {
        free(g);
        return NULL;
    }
    return g;
}

void gauge_destroy(gauge_t *g)
{
    if (g) {
        measure_destroy(g->measure);
        free(g);
    }
}

static void free_parts(struct parts *p)
{
    free(p->sample);
    free(p->sent);
    free(p->pid);
}

static void read_rank(const gauge_t *g,
                      const struct control *control,
                      int rank,
                      struct parts *p)
{
    const struct control_slot *slot = &control->slot[rank];
    char name[FILES_NAME], path[JOB_PATH + FILES_NAME + 1];
    struct page *page;

    files_page(name, control->generation, rank);
    snprintf(path, sizeof(path), "%s/%s", g->folder, name);
    page = page_open(path, NULL);
    p->pid[p->samples] = atomic_load(&slot->pid);
    p->sample[p->samples++] =
        sight_sample(rank, page, atomic_load(&slot->count));
    p->sents +=
        sight_list_sent(rank, page, p->sent + p->sents, control->ranks);
    page_close(page);
}

static bool read_ranks(const gauge_t *g,
                       const struct control *control,
                       const bool *here,
                       struct parts *p)
{
    size_t count = 0;

    for (uint32_t r = 0; control && r < control->ranks; r++)
        count += here[r];
    p->sample = calloc(count + 1, sizeof(*p->sample));
    p->pid = calloc(count + 1, sizeof(*p->pid));
    p->sent =
        calloc(count * (control ? control->ranks : 0) + 1, sizeof(*p->sent));
    if (!p->sample || !p->pid || !p->sent)
        return false;
    for (uint32_t r = 0; control && r < control->ranks; r++)
        if (here[r])
            read_rank(g, control, (int)r, p);
    return true;
}

/* The processes of another generation are others. */
static void turn(gauge_t *g, const struct control *control)
{
    uint32_t generation = control ? control->generation : 0;

    if (generation != g->generation)
        measure_restart(g->measure);
    g->generation = generation;
}

void *gauge_read(gauge_t *g,
                 const struct control *control,
                 const bool *here,
                 size_t *bytes)
{
    struct parts p = { 0 };
    struct policy_host host = { 0 };
    struct gauge_head head;
    char *message = NULL;

    turn(g, control);
    if (read_ranks(g, control, here, &p)) {
        size_t samples = p.samples * sizeof(*p.sample);
        size_t sents = p.sents * sizeof(*p.sent);

        measure_host(g->measure, p.pid, p.samples, &host);
        head = (struct gauge_head){ host.cores,    host.speed,       host.load,
                                    host.pressure, host.memory_free, p.samples,
                                    p.sents };
        *bytes = sizeof(head) + samples + sents;
        message = malloc(*bytes);
        if (message) {
            memcpy(message, &head, sizeof(head));
            memcpy(message + sizeof(head), p.sample, samples);
            memcpy(message + sizeof(head) + samples, p.sent, sents);
        }
    }
    free_parts(&p);
    return message;
}

static void *copy(const char *from, size_t bytes)
{
    void *to = malloc(bytes + 1);

    if (to)
        memcpy(to, from, bytes);
    return to;
}

bool gauge_parse(const void *message,
                 size_t bytes,
                 struct gauge_head *head,
                 struct sight_sample **samples,
                 struct sight_sent **sents)
{
    const char *at = message;
    size_t rest;

    if (bytes < sizeof(*head))
        return false;
    memcpy(head, at, sizeof(*head));
    at += sizeof(*head);
    rest = bytes - sizeof(*head);
    if (head->samples > rest / sizeof(**samples)
        || head->sents > rest / sizeof(**sents)
        || head->samples * sizeof(**samples) + head->sents * sizeof(**sents)
               != rest
        || !(head->cores >= 1 && head->cores <= 1e6))
        return false;
    *samples = copy(at, head->samples * sizeof(**samples));
    at += head->samples * sizeof(**samples);
    *sents = copy(at, head->sents * sizeof(**sents));
    return true;
}
