/* recorder.c - make a recording of the calls that ranks made
 *
 * While calls come in, the steps of messages name postings; in the end they
 * name the messages that these became.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "foresee/record/recorder.h"
#include "foresee/record/recorder_internal.h"

recorder_t *recorder_create(int ranks, struct error *err)
{
    recorder_t *r = calloc(1, sizeof(*r));
    struct recording *made = calloc(1, sizeof(*made));

    if (r && made) {
        r->recording = made;
        made->ranks = (size_t)ranks;
        made->rank = calloc((size_t)ranks, sizeof(*made->rank));
        r->rank = calloc((size_t)ranks, sizeof(*r->rank));
    }
    if (r && made && made->rank && r->rank) {
        for (int i = 0; i < ranks; i++) {
            made->rank[i].loop_end = SIZE_MAX;
            r->rank[i].last_site = RECORDING_NOTHING;
        }
        return r;
    }
    error_set(err, "no memory for the steps of %d ranks", ranks);
    if (!r)
        free(made);
    recorder_destroy(r);
    return NULL;
}

/* Free what was needed to make the recording, as long as that is there. */
static void forget(recorder_t *r)
{
    for (size_t i = 0; r->rank && i < r->recording->ranks; i++) {
        free(r->rank[i].pending);
        free(r->rank[i].joined);
        free(r->rank[i].site);
    }
    for (size_t i = 0; i < r->recording->comms; i++)
        free(r->comm[i].collective);
}

void recorder_destroy(recorder_t *r)
{
    if (!r)
        return;
    if (r->recording)
        forget(r);
    recording_destroy(r->recording);
    free(r->rank);
    free(r->comm);
    free(r->sends.of);
    free(r->receives.of);
    free(r);
}

int recorder_no_memory(struct error *err)
{
    return error_set(err, "no memory for the steps of this run");
}

/* ---- steps ---- */

int recorder_add_step(const struct recorder_place *p,
                      enum step_kind kind,
                      uint32_t item,
                      double at,
                      double seconds)
{
    struct recorded_rank *of = &p->recorder->recording->rank[p->rank];

    if (!grow(&of->step, sizeof(*of->step), of->steps,
              &p->recorder->rank[p->rank].step_room))
        return recorder_no_memory(p->err);
    of->step[of->steps++] = (struct step){ kind, 0, item, at, seconds };
    return 0;
}

int recorder_add(const struct recorder_place *p,
                 enum step_kind kind,
                 uint32_t item)
{
    return recorder_add_step(p, kind, item, p->call->start,
                             p->call->end - p->call->start);
}

/* ---- communicators ---- */

/* Read the numbers of "0-3,8", or "0-1|2-3" of an inter-communicator, that are
 * ranks of the world.
 */
static int read_members(struct recorded_comm *c,
                        const char *text,
                        size_t world,
                        struct error *err)
{
    const char *at = text;
    char *end;

    while (*at) {
        unsigned long from = strtoul(at, &end, 10), to = from;

        if (end != at && *end == '-') {
            at = end + 1;
            to = strtoul(at, &end, 10);
        }
        if (end == at || (*end && *end != ',' && *end != '|') || to < from
            || to >= world)
            return error_set(
                err, "\"%.100s\" are no members of a communicator", text);
        for (; from <= to; from++) {
            if (c->place[from] >= 0)
                return error_set(err, "\"%.100s\" has a member twice", text);
            c->place[from] = (int)c->size;
            c->member[c->size++] = (int)from;
        }
        c->inter = c->inter || *end == '|';
        at = *end ? end + 1 : end;
    }
    return 0;
}

int recorder_comm(recorder_t *r, const char *members, struct error *err)
{
    struct recording *made = r->recording;
    struct recorded_comm *c;

    if (!grow(&made->comm, sizeof(*c), made->comms, &r->comm_room)
        || !grow(&r->comm, sizeof(*r->comm), made->comms,
                 &r->comm_so_far_room))
        return recorder_no_memory(err);
    r->comm[made->comms] = (struct comm_so_far){ 0 };
    c = &made->comm[made->comms++];
    *c = (struct recorded_comm){
        .member = calloc(made->ranks, sizeof(*c->member)),
        .place = malloc(made->ranks * sizeof(*c->place)),
    };
    if (!c->member || !c->place)
        return recorder_no_memory(err);
    for (size_t i = 0; i < made->ranks; i++)
        c->place[i] = -1;
    return read_members(c, members, made->ranks, err);
}

void recorder_rank(recorder_t *r, int rank, const char *host, double start)
{
    struct recorded_rank *of = &r->recording->rank[rank];

    of->host = host;
    of->start = of->end = start;
}

void recorder_iterations(recorder_t *r, int rank, uint64_t iterations)
{
    struct recorded_rank *of = &r->recording->rank[rank];
    uint64_t marks = 0, repeated = 0;
    size_t kept = 0;

    for (size_t i = 0; i < of->steps; i++)
        if (of->step[i].kind == STEP_MARK) {
            marks++;
            repeated += of->step[i].core;
        }
    if (marks <= iterations + iterations / 2
        || marks - repeated < iterations / 2)
        return;
    for (size_t i = 0; i < of->steps; i++)
        if (of->step[i].kind != STEP_MARK || !of->step[i].core)
            of->step[kept++] = of->step[i];
    of->steps = kept;
}

/* ---- the end ---- */

/* The last iteration has as many calls as the one before it, or fewer where
 * the program leaves its loop in the middle.  One that is short and began
 * after an odd number of calls is none, as the report has it.
 */
static void find_loop_end(struct recorded_rank *of)
{
    size_t calls = 0, before = 0, usual = 0, from = 0, last;

    for (size_t i = 0; i < of->steps; i++) {
        if (of->step[i].kind == STEP_MARK) {
            usual = before;
            before = from > 0 ? calls : 0;
            calls = 0;
            from = i + 1;
        }
        calls += of->step[i].kind == STEP_RETURN;
    }
    if (before == 0 || calls == 0 || (before != usual && 2 * calls < before))
        return;
    last = calls < before ? calls : before;
    for (calls = 0; calls < last; from++)
        calls += of->step[from].kind == STEP_RETURN;
    of->loop_end = from - 1;
}

static void find_loop_ends(struct recording *made)
{
    bool all = true;

    for (size_t i = 0; i < made->ranks; i++) {
        find_loop_end(&made->rank[i]);
        all &= made->rank[i].loop_end != SIZE_MAX;
    }
    for (size_t i = 0; i < made->ranks && !all; i++)
        made->rank[i].loop_end = SIZE_MAX;
}

static size_t joined_of(const struct recorder *r, int rank, size_t comm)
{
    const struct rank_so_far *of = &r->rank[rank];

    return comm < of->joined_room ? of->joined[comm] : 0;
}

static int check_collectives(const struct recorder *r, struct error *err)
{
    const struct recording *made = r->recording;

    for (size_t c = 0; c < made->comms; c++)
        for (size_t i = 0; i < made->comm[c].size; i++) {
            int rank = made->comm[c].member[i];
            size_t joined = joined_of(r, rank, c);

            if (joined < r->comm[c].count)
                return error_set(err,
                                 "rank %d made %zu collectives where others "
                                 "made %zu: its trace is not whole",
                                 rank, joined, r->comm[c].count);
        }
    return 0;
}

static void count_together(struct recording *made)
{
    for (size_t i = 0; i < made->ranks; i++)
        for (size_t k = 0; k < made->ranks; k++)
            made->rank[i].together +=
                strcmp(made->rank[i].host, made->rank[k].host) == 0;
}

struct recording *recorder_finish(recorder_t *r, struct error *err)
{
    struct recording *made = r->recording;

    if (check_collectives(r, err) < 0 || recorder_match(r, err) < 0)
        return NULL;
    find_loop_ends(made);
    count_together(made);
    forget(r);
    r->recording = NULL;
    return made;
}
