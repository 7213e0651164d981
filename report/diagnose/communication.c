/* communication.c - causes: what is communicated takes long by itself
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "report/diagnose/communication.h"
#include "report/diagnose/places.h"
#include "report/model/units.h"

static const double SMALL = 4096; /* bytes: what costs is that there is one */

/* How many there were, and of how many bytes together. */
struct traffic {
    double count;
    double bytes;
};

static struct traffic messages_of(const struct run *run)
{
    struct traffic t = { 0 };

    for (size_t i = 0; i < run->messages; i++) {
        t.count += (double)run->message[i].count;
        t.bytes += (double)run->message[i].bytes;
    }
    return t;
}

static struct traffic one_sided_of(const struct run *run)
{
    struct traffic t = { 0 };

    for (size_t i = 0; i < run->onesided; i++) {
        const struct run_onesided *one = &run->one[i];

        t.count += (double)one->put_count + (double)one->get_count;
        t.bytes += (double)one->put_bytes + (double)one->get_bytes;
    }
    return t;
}

/* The longest that they can have taken, with the calls that complete them, in
 * which all ranks may take part.
 */
static double slowest_one_sided(const struct evidence *e, struct traffic t)
{
    double calls = 0;

    for (size_t i = 0; i < e->run->calls; i++)
        if (call_kind(e->run, &e->run->call[i]) == CALL_ONE_SIDED)
            calls += (double)e->run->call[i].count;
    return evidence_slowest_in_steps(e, calls, t.bytes);
}

static bool is_small(struct traffic t)
{
    return t.count > 0 && t.bytes < SMALL * t.count;
}

/* Messages, or what is put and got. */
static void add_messages(const struct evidence *e,
                         unsigned kinds,
                         struct traffic t,
                         double slowest,
                         const char *noun,
                         struct causes *f)
{
    double seconds = fmin(slowest, places_sum(e, kinds, places_moving));
    struct run_verdict *v;

    if (!(t.count > 0))
        return;
    v = causes_add(f, CAUSE_WORK,
                   is_small(t) ? "many small messages" : "bandwidth",
                   seconds * e->scale);
    if (!v)
        return;
    causes_print(f, &v->because,
                 "The ranks are busy with %s %s of %s on average, %s"
                 " together.",
                 unit_count(t.count).text, noun,
                 unit_bytes(t.bytes / t.count).text, unit_bytes(t.bytes).text);
    v->advice = is_small(t) ? "Put several into one: fewer and larger ones"
                              " cost less."
                            : "Send less, or begin to send and receive before"
                              " the work and complete it after it (MPI_Isend,"
                              " MPI_Irecv, MPI_Waitall).";
    causes_place(v, places_most(e, kinds, NULL, places_moving, seconds));
}

static void add_collective(const struct evidence *e, struct causes *f)
{
    const struct run_call *call =
        places_call(e, CALLS_COLLECTIVE, places_moving);
    double seconds, each;
    struct run_verdict *v;

    if (!call || call->count == 0)
        return;
    seconds = fmin(
        evidence_slowest_in_steps(e, (double)call->count, (double)call->bytes),
        places_moving(e, call->seconds, call->waiting));
    each = (double)call->bytes / (double)call->count;
    v = causes_add(f, CAUSE_WORK, "one collective", seconds * e->scale);
    if (!v)
        return;
    causes_print(f, &v->because,
                 "%s takes long by itself: %s calls, in which a rank hands"
                 " in %s on average.",
                 call->name, unit_count((double)call->count).text,
                 unit_bytes(each).text);
    v->advice = each < SMALL
                    ? "Call it less often, or join several calls in one."
                    : "Hand in less, or begin it before the work and complete"
                      " it after it, by its nonblocking form.";
    causes_place(v, places_most(e, CALLS_COLLECTIVE, call->name, places_moving,
                                seconds));
}

void communication_find(const struct evidence *e, struct causes *f)
{
    struct traffic one_sided = one_sided_of(e->run);

    add_messages(e, CALLS_MESSAGES, messages_of(e->run),
                 evidence_slowest_messages(e->run), "messages", f);
    add_messages(e, CALLS_ONE_SIDED, one_sided,
                 slowest_one_sided(e, one_sided), "one-sided transfers", f);
    add_collective(e, f);
}
