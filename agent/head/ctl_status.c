/* ctl_status.c - how a job is, for 'mitosis ctl status'
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>

#include "agent/change/changeover.h"
#include "agent/core/host_links.h"
#include "agent/head/ctl_ranks.h"
#include "agent/head/ctl_status.h"
#include "base/emit.h"

/* ---- in lines ---- */

/* The same words for each, wherever it is. */
static void put_rank(const struct head *a, int r, FILE *out)
{
    int pid = atomic_load(&a->now->control->slot[r].process.pid);

    fprintf(out, "rank %d: on %s, ", r, generation_host(a->now, r));
    if (pid > 0)
        fprintf(out, "process %d, ", pid);
    fprintf(out, "%s, sync %llu\n", ctl_ranks_state(a, r),
            (unsigned long long)ctl_ranks_syncs(a, r));
}

static void put(struct head *a, FILE *out)
{
    const struct generation *now = a->now;
    const struct change_script_step *next = change_schedule_next(&a->script);
    uint32_t done = a->changes - a->given_up;
    struct error doing = { "" }, waits;
    double left = head_time_left(a);

    changeover_describe(a, &doing);
    host_links_describe(a->links, &waits);
    fprintf(out, "%s: %d rank%s, generation %u, sync %llu, %u change%s",
            job_of(a->folder), now->ranks, now->ranks == 1 ? "" : "s",
            now->number, (unsigned long long)ctl_ranks_sync(a), done,
            done == 1 ? "" : "s");
    if (a->given_up > 0)
        fprintf(out, ", %u given up", a->given_up);
    fputc('\n', out);
    if (!isnan(left))
        fprintf(out, "ends in %.0f s, by the batch system\n", left);
    if (*a->unfit.text)
        fprintf(out, "cannot be changed: %s\n", a->unfit.text);
    if (*doing.text)
        fprintf(out, "under way: %s\n", doing.text);
    if (*waits.text)
        fprintf(out, "waits: %s\n", waits.text);
    if (next)
        fprintf(out, "next in the script: %s at sync %llu\n",
                next->change->text, (unsigned long long)next->sync);
    for (int r = 0; r < now->ranks; r++)
        put_rank(a, r, out);
}

/* ---- as JSON ---- */

static void emit_rank(const struct head *a, int r, struct emit *e)
{
    emit_object(e, NULL, false);
    emit_integer(e, "rank", r);
    emit_integer(e, "pid", atomic_load(&a->now->control->slot[r].process.pid));
    emit_text(e, "host", generation_host(a->now, r));
    emit_text(e, "state", ctl_ranks_state(a, r));
    emit_count(e, "sync", ctl_ranks_syncs(a, r));
    emit_end(e);
}

/* A line for each rank: what is told is sent line by line. */
static void put_json(struct head *a, FILE *out)
{
    struct error doing = { "" }, waits;
    double left = head_time_left(a);
    struct emit e;

    changeover_describe(a, &doing);
    host_links_describe(a->links, &waits);
    emit_start(&e, out);
    emit_object(&e, NULL, false);
    emit_text(&e, "job", job_of(a->folder));
    emit_integer(&e, "ranks", a->now->ranks);
    emit_count(&e, "generation", a->now->number);
    emit_count(&e, "sync", ctl_ranks_sync(a));
    emit_count(&e, "changes", a->changes - a->given_up);
    emit_count(&e, "given_up", a->given_up);
    if (isnan(left))
        emit_null(&e, "time_left");
    else
        emit_number(&e, "time_left", left, 9);
    emit_text(&e, "under_way", doing.text);
    emit_text(&e, "waits", waits.text);
    emit_text(&e, "unfit", a->unfit.text);
    emit_array(&e, "rank", true);
    for (int r = 0; r < a->now->ranks; r++)
        emit_rank(a, r, &e);
    emit_end(&e);
    emit_array(&e, "hosts", true);
    ctl_ranks_emit_hosts(a, &e);
    emit_finish(&e);
}

/* ---- telling ---- */

void ctl_status_tell(struct head *a, struct peer *p)
{
    ctl_ranks_answer(a, p, put);
}

void ctl_status_tell_json(struct head *a, struct peer *p)
{
    ctl_ranks_answer(a, p, put_json);
}
