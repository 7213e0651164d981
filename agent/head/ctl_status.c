/* ctl_status.c - how a job is, for 'mitosis ctl status'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "agent/change/engine.h"
#include "agent/head/ctl_look.h"
#include "agent/head/ctl_status.h"
#include "base/escape.h"
#include "base/host.h"

static const char *host_of(const struct head *a, int rank)
{
    const struct generation_rank *r = &a->now->rank[rank];

    return r->outpost ? r->host : host_own();
}

/* ---- in lines ---- */

/* The same words for each, wherever it is. */
static void put_rank(const struct head *a, int r, FILE *out)
{
    int pid = atomic_load(&a->now->control->slot[r].pid);

    fprintf(out, "rank %d: on %s, ", r, host_of(a, r));
    if (pid > 0)
        fprintf(out, "process %d, ", pid);
    fprintf(out, "%s, sync %llu\n", ctl_look_state(a, r),
            (unsigned long long)ctl_look_syncs(a, r));
}

static void put(struct head *a, FILE *out)
{
    const struct generation *now = a->now;
    const struct change_script_step *next = script_runner_next(a);
    struct error doing = { "" };

    a->engine->describe(a, &doing);
    fprintf(out, "%s: %d rank%s, generation %u, sync %llu, %u change%s\n",
            job_of(a->folder), now->ranks, now->ranks == 1 ? "" : "s",
            now->number, (unsigned long long)ctl_look_sync(a), a->changes,
            a->changes == 1 ? "" : "s");
    if (*a->unfit.text)
        fprintf(out, "cannot be changed: %s\n", a->unfit.text);
    if (*doing.text)
        fprintf(out, "under way: %s\n", doing.text);
    if (next)
        fprintf(out, "next in the script: %s at sync %llu\n", next->text,
                (unsigned long long)next->sync);
    for (int r = 0; r < now->ranks; r++)
        put_rank(a, r, out);
}

/* ---- as JSON ---- */

static void put_job(const struct head *a, FILE *out)
{
    struct error doing = { "" };

    a->engine->describe(a, &doing);
    fprintf(out, "{\"job\":");
    escape_print(job_of(a->folder), out);
    fprintf(out,
            ",\"ranks\":%d,\"generation\":%u,\"sync\":%llu,"
            "\"changes\":%u,\"under_way\":",
            a->now->ranks, a->now->number,
            (unsigned long long)ctl_look_sync(a), a->changes);
    escape_print(doing.text, out);
    fprintf(out, ",\"unfit\":");
    escape_print(a->unfit.text, out);
}

/* A line for each rank: what is told is sent line by line. */
static void put_json(struct head *a, FILE *out)
{
    put_job(a, out);
    fprintf(out, ",\"rank\":[\n");
    for (int r = 0; r < a->now->ranks; r++)
        fprintf(out,
                "%s{\"rank\":%d,\"pid\":%d,\"host\":\"%s\","
                "\"state\":\"%s\",\"sync\":%llu}",
                r > 0 ? ",\n" : "", r,
                atomic_load(&a->now->control->slot[r].pid), host_of(a, r),
                ctl_look_state(a, r),
                (unsigned long long)ctl_look_syncs(a, r));
    fprintf(out, "],\"hosts\":[\n");
    ctl_look_put_hosts(a, out);
    fprintf(out, "]}\n");
}

/* ---- telling ---- */

/* All at once: a user that does not listen holds us up for each message. */
static void tell(struct head *a,
                 struct peer *p,
                 void (*put_all)(struct head *a, FILE *out))
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    if (!out)
        return;
    put_all(a, out);
    if (fclose(out) == 0)
        head_answer_lines(p, text, bytes);
    free(text);
}

void ctl_status_tell(struct head *a, struct peer *p)
{
    tell(a, p, put);
}

void ctl_status_tell_json(struct head *a, struct peer *p)
{
    tell(a, p, put_json);
}
