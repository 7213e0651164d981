/* recorder_call.c - make steps of the calls that ranks made
 *
 * First comes what all acts of a call begin, then what they wait for: so it is
 * with a call that sends and receives at once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "foresee/record/recorder_internal.h"

/* Take the request out of those that are pending.  One that is not there never
 * began, or was complete at once.
 */
static bool end_request(const struct recorder_place *p,
                        uint64_t request,
                        struct pending *found)
{
    struct rank_so_far *of = &p->recorder->rank[p->rank];
    size_t at = of->pendings;

    while (at > 0 && of->pending[at - 1].request != request)
        at--;
    if (at == 0)
        return false;
    *found = of->pending[at - 1];
    of->pending[at - 1] = of->pending[--of->pendings];
    return true;
}

/* Now it is known whose message the receive got. */
static void note_sender(const struct recorder_place *p,
                        const struct trace_act *a,
                        uint32_t item)
{
    struct posting *posting = &p->recorder->receives.of[item];

    posting->from = a->peer;
    posting->tag = a->tag;
}

static void drop(const struct recorder_place *p, const struct pending *gone)
{
    if (gone->wait == STEP_WAIT_SENT)
        p->recorder->sends.of[gone->item].dropped = true;
    if (gone->wait == STEP_WAIT_RECEIVED)
        p->recorder->receives.of[gone->item].dropped = true;
}

/* Wait for what the act completes.  'item' is what it began itself, if it
 * did.
 */
static int wait_act(const struct recorder_place *p,
                    const struct trace_act *a,
                    uint32_t item,
                    uint32_t *waits)
{
    static const uint32_t own[TRACE_KINDS] = {
        [TRACE_SEND] = STEP_WAIT_SENT,
        [TRACE_RECV] = STEP_WAIT_RECEIVED,
        [TRACE_COLL] = STEP_WAIT_JOINED,
    };
    struct pending done;

    if (own[a->kind] && item != RECORDING_NOTHING) {
        *waits = own[a->kind] == STEP_WAIT_JOINED ? RETURN_COLLECTIVE
                                                  : RETURN_MESSAGE;
        return recorder_add(p, own[a->kind], item);
    }
    if (a->kind != TRACE_DONE && a->kind != TRACE_RECV_DONE
        && a->kind != TRACE_CANCELLED)
        return 0;
    if (!end_request(p, a->request, &done))
        return 0;
    if (a->kind == TRACE_RECV_DONE && done.wait == STEP_WAIT_RECEIVED)
        note_sender(p, a, done.item);
    if (a->kind == TRACE_CANCELLED) {
        drop(p, &done);
        return 0;
    }
    *waits =
        done.wait == STEP_WAIT_JOINED ? RETURN_COLLECTIVE : RETURN_MESSAGE;
    return recorder_add_step(p, done.wait, done.item, p->call->start, 0);
}

/* ---- calls without anything to be played ---- */

static bool has(const char *name, const char *part)
{
    return strstr(name, part) != NULL;
}

static bool asks(const struct recorder_call *call)
{
    return call->acts == 0
           && (has(call->name, "MPI_Test") || has(call->name, "probe")
               || has(call->name, "Probe"));
}

/* How long the call takes where nothing is waited for.  A probe ends when
 * there is a message: the receive that follows it will wait for that.
 */
static double fixed_time(struct recorded_rank *of,
                         const struct recorder_call *call)
{
    double took = call->end - call->start;

    if (call->acts > 0)
        return took;
    if (strcmp(call->name, "MPI_Probe") == 0
        || strcmp(call->name, "MPI_Mprobe") == 0)
        return 0;
    if (asks(call))
        of->polling += took;
    else
        of->fixed += took;
    return took;
}

static bool is_file(const struct recorder_call *call)
{
    return call->acts > 0
           && (call->act[0].kind == TRACE_READ
               || call->act[0].kind == TRACE_WRITE);
}

/* The rank computed until then. */
static int compute_until(const struct recorder_place *p, double when)
{
    struct recorded_rank *of = &p->recorder->recording->rank[p->rank];
    double since = of->end;

    if (when <= since)
        return 0;
    of->end = when;
    return recorder_add_step(p, STEP_COMPUTE, p->site, since, when - since);
}

/* Say what the rank had of a core since its last call, in which there may be
 * marks.
 */
static void note_core(struct recorded_rank *of, double computed)
{
    size_t from = of->steps;
    double took = 0, part;

    while (from > 0
           && (of->step[from - 1].kind == STEP_COMPUTE
               || of->step[from - 1].kind == STEP_MARK))
        took += of->step[--from].seconds;
    if (!(computed > 0) || !(took > 0))
        return;
    part = fmin(computed / took, 1) * STEP_WHOLE_CORE;
    for (size_t i = from; i < of->steps; i++)
        if (of->step[i].kind == STEP_COMPUTE)
            of->step[i].core = (uint16_t)fmax(round(part), 1);
}

/* The start of the program and of MPI ends with the rank's first call, or
 * where an iteration begins before it.
 */
static void note_start(struct recorded_rank *of)
{
    if (of->steps > 0 && of->step[0].kind == STEP_COMPUTE)
        of->step[0].core = STEP_CORE_START;
}

/* Note whether the mark that was added is of the same site as the call before.
 */
static void note_repeated(struct recorded_rank *of, bool repeated)
{
    of->step[of->steps - 1].core = repeated;
}

static int add_return(const struct recorder_place *p, uint32_t waits)
{
    struct recorded_rank *of = &p->recorder->recording->rank[p->rank];
    double took = p->call->end - p->call->start;

    of->end = p->call->end;
    if (!waits && is_file(p->call)
        && recorder_add_step(p, STEP_COMPUTE, p->site, p->call->start, took)
               < 0)
        return -1;
    if (!waits && is_file(p->call))
        took = 0;
    else if (!waits)
        took = fixed_time(of, p->call);
    if (!waits && asks(p->call))
        waits = RETURN_ASKED;
    return recorder_add_step(p, STEP_RETURN, waits, p->call->start, took);
}

int recorder_call(recorder_t *r,
                  int rank,
                  const struct recorder_call *call,
                  struct error *err)
{
    struct recorder_place p = { r, rank, call, RECORDING_NOTHING, err };
    uint32_t before = r->rank[rank].last_site;
    uint32_t item[TRACE_ACTS];
    uint32_t waits = RETURN_AT_ONCE;

    if (recorder_site(r, rank, call, &p.site, err) < 0)
        return -1;
    if (p.site != RECORDING_NOTHING) {
        r->recording->site[p.site].count++;
        r->recording->site[p.site].seconds += call->end - call->start;
    }
    r->rank[rank].last_site = p.site;
    if (compute_until(&p, call->start) < 0)
        return -1;
    note_core(&r->recording->rank[rank], call->computed);
    if (call->starts)
        note_start(&r->recording->rank[rank]);
    if (call->mark && recorder_mark(r, rank, call->start, err) < 0)
        return -1;
    if (call->mark)
        note_repeated(&r->recording->rank[rank],
                      p.site != RECORDING_NOTHING && p.site == before);
    if (recorder_begin_acts(&p, item) < 0)
        return -1;
    for (size_t i = 0; i < call->acts; i++)
        if (wait_act(&p, &call->act[i], item[i], &waits) < 0)
            return -1;
    return add_return(&p, waits);
}

int recorder_mark(recorder_t *r, int rank, double when, struct error *err)
{
    struct recorder_place p = { r, rank, NULL, RECORDING_NOTHING, err };

    if (compute_until(&p, when) < 0)
        return -1;
    return recorder_add_step(&p, STEP_MARK, RECORDING_NOTHING, when, 0);
}
