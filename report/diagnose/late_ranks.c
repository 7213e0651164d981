/* late_ranks.c - causes: ranks come late, although all have equally much to do
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "report/diagnose/late_ranks.h"
#include "report/diagnose/places.h"
#include "report/model/efficiency.h"
#include "report/model/order.h"
#include "report/model/units.h"

static const double ONE_AT_A_TIME = 1.4; /* ranks that compute at a time */
static const double BUSY_ASKING =
    20e-6;                          /* seconds from question to question */
static const double PAUSE = 1e-3;   /* seconds that it may sleep meanwhile */
static const double SLEEPS = 0.5;   /* of what it seems to compute */
static const double BALANCED = 0.7; /* a load balance for that */
static const double ONE_WAY = 0.1;  /* of the messages have an answer */
static const double ALIKE = 0.4;    /* of two waits has the shorter one */
static const double HALF = 0.525;   /* of the ranks, and a bit */
static const double MOSTLY = 0.6;   /* of the waiting is for the same rank */
static const double UNEVEN = 0.2;   /* of the computing is not alike */

enum {
    CHAIN = 3, /* ranks at least */
    MESSAGES = CALLS_MESSAGES | CALLS_ONE_SIDED | CALLS_POLL,
};

/* Whether some ranks have more to do in all. */
static bool is_uneven(const struct evidence *e)
{
    return e->uneven >= UNEVEN * e->run->sum.compute;
}

/* What is told where ranks wait in calls of these kinds. */
struct late {
    unsigned kinds;
    const char *cause;
    const char *before; /* the name of the call in a sentence */
    const char *after;  /* and behind it */
    const char *alike;  /* and behind that, where no rank has more to do */
    const char *advice;
};

static const struct late sender = {
    1U << CALL_RECEIVE,
    "late sender",
    "Ranks wait in",
    "for messages that are sent late",
    "; in sum all compute about equally long",
    "Send earlier what others wait for, or have them do something else until"
    " it comes: MPI_Irecv before the work, MPI_Wait after it.",
};

static const struct late receiver = {
    1U << CALL_SEND,
    "late receiver",
    "Ranks wait in",
    "until their messages are taken",
    "; in sum all compute about equally long",
    "Take messages earlier, by MPI_Irecv before the work, or send them by"
    " MPI_Isend and go on.",
};

static const struct late partner = {
    1U << CALL_PARTNER | CALLS_ONE_SIDED,
    "late partner",
    "Ranks wait in",
    "for each other",
    "; in sum all compute about equally long, so now one comes late, now"
    " another",
    "Find out what makes the work between two communications longer in one"
    " rank than in the others, or put work between the beginning of a"
    " communication and its end, so that who comes first need not wait.",
};

static const struct late turns = {
    CALLS_COLLECTIVE,
    "uneven work: by turns",
    "Ranks come to",
    "at different times",
    ", although in sum all compute about equally long: now one has more to"
    " do, now another",
    "Find out what makes an iteration of one rank longer than that of the"
    " others, or whether ranks work one after another; or synchronise less"
    " often, so that it evens out.",
};

/* What is advised where they wait most in a call that has a root. */
static const char advice_for_root[] =
    "Find out whether its root does something alone before that, and have all"
    " take part in it; or else what makes an iteration of one rank longer than"
    " that of the others.";

static const struct late polling = {
    CALLS_POLL,
    "polling",
    "Ranks ask again and again in",
    "whether something has come, and have nothing else to do",
    "",
    "Send earlier what they ask for; and wait in MPI_Wait or MPI_Recv, which"
    " returns at once when it is there.",
};

static const struct late chain = {
    MESSAGES | CALLS_COLLECTIVE,
    "ranks in a chain",
    "The ranks compute one after another: each waits in",
    "for the one before it",
    "",
    "Cut the work into pieces and send on each as soon as it is done, so that"
    " the next rank begins while this one goes on.",
};

/* What is advised where they wait for a lock. */
static const char advice_for_locks[] =
    "Hold the lock for less of the time: work before MPI_Win_lock, and between"
    " it and MPI_Win_unlock only put, get or accumulate.";

/* The line is that of a call of the kinds 'in', of those that are waited in.
 */
static void add_in(const struct evidence *e,
                   const struct late *late,
                   unsigned in,
                   struct causes *f)
{
    double seconds = places_sum(e, late->kinds, places_late);
    const struct run_call *call;
    struct run_verdict *v;

    v = causes_add(f, CAUSE_WAITS, late->cause,
                   fmin(seconds * e->scale, e->spare));
    if (!v)
        return;
    call = places_call(e, in, places_late);
    causes_print(f, &v->because, "%s %s %s%s.", late->before,
                 call ? call->name : "MPI", late->after,
                 is_uneven(e) ? "" : late->alike);
    v->advice = late->advice;
    causes_place(v, places_most(e, in, NULL, places_late,
                                places_sum(e, in, places_late)));
}

static void add(const struct evidence *e,
                const struct late *late,
                struct causes *f)
{
    add_in(e, late, late->kinds, f);
}

/* How many ranks ask in this call, as far as is known. */
static unsigned asking_ranks(const struct run *run,
                             const struct run_call *call)
{
    unsigned ranks = 0;

    for (size_t i = 0; i < run->sites; i++)
        if (strcmp(run->site[i].call, call->name) == 0
            && run->site[i].ranks > ranks)
            ranks = run->site[i].ranks;
    return ranks > 0 ? ranks : (unsigned)run->ranks;
}

/* Whether a rank sleeps most of its time, and may do so from one question to
 * the next.
 */
static bool sleeps_asking(const struct run *run, double questions)
{
    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_times *t = &run->rank[i].times;

        if (t->asleep > SLEEPS * (t->compute - t->no_core)
            && t->asleep < PAUSE * questions)
            return true;
    }
    return false;
}

/* A rank that asks so often does nothing else in between, but that is outside
 * of MPI, so it counts as computing.
 */
static void add_asking(const struct evidence *e, struct causes *f)
{
    const struct run_call *call = places_call(e, CALLS_POLL, places_seconds);
    struct run_verdict *v;
    double each;

    if (!call)
        return;
    each = (double)call->count / asking_ranks(e->run, call);
    if (e->run->wall > each * BUSY_ASKING && !sleeps_asking(e->run, each))
        return;
    v = causes_add_first(f, CAUSE_POLLS, polling.cause);
    if (!v)
        return;
    causes_print(f, &v->because,
                 "%u rank%s asked in %s whether something has come, %s times"
                 " each. While they ask they seem to compute, so they wait"
                 " longer than the figures below tell.",
                 asking_ranks(e->run, call),
                 unit_plural(asking_ranks(e->run, call)), call->name,
                 unit_count(each).text);
    v->advice = polling.advice;
    causes_place(v, places_most(e, CALLS_POLL, call->name, places_seconds, 0));
}

/* ---- chains ---- */

static double messages_back(const struct run *run, const struct run_message *m)
{
    struct run_message back = { .from = m->to, .to = m->from };
    const struct run_message *found =
        run->messages > 0 ? bsearch(&back, run->message, run->messages,
                                    sizeof(back), order_messages)
                          : NULL;

    return found ? (double)found->count : 0;
}

/* Whether hardly any message has one that goes the other way. */
static bool go_one_way(const struct run *run)
{
    double all = 0, answered = 0;

    for (size_t i = 0; i < run->messages; i++) {
        double count = (double)run->message[i].count;

        all += count;
        answered += fmin(count, messages_back(run, &run->message[i]));
    }
    return answered < ONE_WAY * all;
}

/* Whether they wait for the one that holds a lock. */
static bool is_for_locks(const struct evidence *e)
{
    const struct run_call *call = places_call(e, MESSAGES, places_late);

    return call
           && (strcmp(call->name, "MPI_Win_lock") == 0
               || strcmp(call->name, "MPI_Win_unlock") == 0);
}

/* Whether ranks wait one after another, and then meet.  What the last one
 * waits before its work the first one waits behind it, so both are about as
 * long.  Where one rank has more to do, now this, now that, only those wait
 * for a message that it has one for, and all others where they meet.  Of two
 * ranks each has one for all others, so it is told by that they never compute
 * both.  In a pipeline, which fills and drains, they wait like that, too, but
 * most of them compute at a time.
 */
static bool is_chain_that_meets(const struct evidence *e,
                                double messages,
                                double meeting,
                                double at_a_time)
{
    return fmin(messages, meeting) > ALIKE * (messages + meeting)
           && (go_one_way(e->run) || is_for_locks(e))
           && at_a_time < HALF * e->ranks;
}

/* How many ranks move messages at a time, which are not waiting for the one
 * before them either.
 */
static double moving_at_a_time(const struct evidence *e)
{
    const struct run_iterations *it = &e->run->iterations;
    double moving = places_sum(e, CALLS_MESSAGES, places_moving);
    double seconds = efficiency_known(&it->efficiency)
                         ? it->mean * (double)it->count
                         : e->run->wall;

    return seconds > 0
               ? fmin(moving, evidence_slowest_messages(e->run)) / seconds
               : 0;
}

/* Whether hardly more than one rank computes at a time, though all do. */
static bool is_chain(const struct evidence *e)
{
    const struct run_efficiency *of = efficiency_last(e->run);
    double messages = places_sum(e, MESSAGES, places_late);
    double meeting = places_sum(e, turns.kinds, places_late);
    double at_a_time = of->parallel * e->ranks + moving_at_a_time(e);

    if (of->load_balance < BALANCED)
        return false;
    return (e->ranks > CHAIN - 0.5 && at_a_time < ONE_AT_A_TIME
            && messages > meeting)
           || is_chain_that_meets(e, messages, meeting, at_a_time);
}

/* ---- phases ---- */

/* Whether ranks wait there for one that sends to all, or is sent to by all:
 * this one waits the least, or alone, whoever is late.
 */
static bool has_root(const char *call)
{
    static const char *const rooted[] = { "Bcast",  "Gather", "Scatter",
                                          "Reduce", "Scan",   "Exscan" };
    const char *name = call + strlen("MPI_");

    name += *name == 'I';
    for (size_t i = 0; i < sizeof(rooted) / sizeof(rooted[0]); i++) {
        size_t len = strlen(rooted[i]);

        if (strncasecmp(name, rooted[i], len) == 0
            && (name[len] == '\0' || strcmp(name + len, "v") == 0))
            return true;
    }
    return false;
}

static bool is_collective(const struct run *run, const char *name)
{
    const struct run_call *call = call_kind_find(run, name);

    return call && call_kind(run, call) == CALL_COLLECTIVE;
}

/* Whether ranks wait there for the one that has more to do in all, so that it
 * is the last to come anyway.
 */
static bool is_for_busiest(const struct evidence *e,
                           const struct run_site *site)
{
    return is_uneven(e) && e->busiest && site->last == e->busiest->rank;
}

/* The line where ranks wait most for one that is always the last to come, if
 * that is why they wait in most collective calls; or NULL.
 */
static const struct run_site *find_phases(const struct evidence *e)
{
    const struct run_site *most = NULL;
    double all = 0, waiting = 0, for_last = 0;

    for (size_t i = 0; i < e->run->sites; i++) {
        const struct run_site *site = &e->run->site[i];

        if (!is_collective(e->run, site->call))
            continue;
        all += site->waiting;
        if (has_root(site->call))
            continue;
        waiting += site->waiting;
        if (is_for_busiest(e, site))
            continue;
        for_last += site->for_last;
        if (!most || site->for_last > most->for_last)
            most = site;
    }
    return waiting > all / 2 && for_last > MOSTLY * waiting ? most : NULL;
}

static void add_phases(const struct evidence *e,
                       const struct run_site *site,
                       struct causes *f)
{
    double seconds = places_sum(e, turns.kinds, places_late);
    struct run_verdict *v = causes_add(
        f, CAUSE_WAITS, "uneven work: in phases", seconds * e->scale);

    if (!v)
        return;
    causes_print(f, &v->because,
                 "%s rank %d is always the last to come to %s, and elsewhere"
                 " it waits for others.",
                 is_uneven(e) ? "In a part of each iteration"
                              : "In sum all compute about equally long, but"
                                " not in each part of an iteration:",
                 site->last, site->call);
    v->advice = "Divide the work of each part equally: what comes before this"
                " call, and what comes after it.";
    causes_place(v, site);
}

void late_ranks_find(const struct evidence *e, struct causes *f)
{
    const struct run_site *site = find_phases(e);
    const struct run_call *call = places_call(e, turns.kinds, places_late);
    struct late meet = turns;

    add_asking(e, f);
    if (is_chain(e)) {
        struct late one_by_one = chain;

        if (is_for_locks(e))
            one_by_one.advice = advice_for_locks;
        add_in(e, &one_by_one, MESSAGES, f);
        return;
    }
    add(e, &sender, f);
    add(e, &receiver, f);
    add(e, &partner, f);
    add(e, &polling, f);
    if (call && has_root(call->name))
        meet.advice = advice_for_root;
    if (site)
        add_phases(e, site, f);
    else
        add(e, &meet, f);
}
