/* evidence.h - how much of a run's time each kind of loss took
 *
 * A report has sums: how long each rank computed, and how long all ranks were
 * in each call and waited there.  From these follow the amounts below, which
 * the causes are told from.  They are seconds of all ranks together; times
 * 'scale' each is what the run would be shorter by without it.
 *
 * Waiting is estimated from the fastest call of a kind, so what many ranks
 * lose to a busy network looks like waiting, too.  But who waits for a late
 * rank waits while that one works.  So there is no more of it than the others
 * could wait while one works; what is beyond that is communication itself.
 * The other way round, where each message is late even the fastest one looks
 * as if it took that long, so transfer that no network is slow enough for is
 * waiting, too.
 *
 * A rank that is ready and has no core keeps others waiting, if it has work or
 * their message.  What it lacked a core for while it computed is known: that
 * is no work, so ranks are compared without it.  How much of the waiting for
 * late ranks follows from it is not known, but no more than what all others
 * can wait while it lasts.  Where the ranks themselves are too many, or in an
 * older report, all of the time without a core counts, but for ranks that
 * sleep where they compute: these need no core, and who waits for them does no
 * harm.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_DIAGNOSE_EVIDENCE_H
#define MITOSIS_REPORT_DIAGNOSE_EVIDENCE_H

#include <stdbool.h>

#include "report/diagnose/call_kind.h"
#include "report/diagnose/posix_io.h"

struct evidence {
    const struct run *run;
    double scale;
    double ranks;       /* how many there were, on average over the run */
    double uneven;      /* others computed less than the rank with the most */
    bool in_rounds;     /* and that in the iterations, not before or after */
    double late;        /* waiting for ranks that came later, of 'waiting' */
    double waiting;     /* in all calls but those of files */
    double moving;      /* of 'waiting', what is for nobody: communication */
    double implausible; /* share of messages' transfer that must be waiting */
    double files;       /* in calls of files */
    double writers;     /* as if so many ranks had them, equally */
    struct posix_io posix;  /* input and output otherwise than by MPI */
    double excused;         /* of 'uneven', in seconds of the run: no work, but
                               files, or that there was no core */
    double coreless;        /* the run would take so much less with a core for
                               each rank, in seconds of it */
    double coreless_few;    /* the same where the ranks are too many */
    double spare;           /* the run would take so much less at most on the
                               cores there are, INFINITY when not known */
    double late_coreless;   /* of 'late', what may follow from that */
    double moving_coreless; /* of 'moving', when there was no core */
    const struct run_host *crowded; /* where most of that was, or NULL */
    const struct run_rank *busiest; /* computes longest, or NULL */
};

/* Work them out. */
struct evidence evidence_of(const struct run *run);

/* What of the time in a call of this kind, or in a line with one, is waiting;
 * 'waiting' is what the report has for it.
 */
double evidence_waiting(const struct evidence *e,
                        enum call_kind kind,
                        double seconds,
                        double waiting);

/* The part of 'waiting', as it is in a call or place, that is for late ranks,
 * and the part that is for those with more to do.
 */
double evidence_late(const struct evidence *e, double waiting);
double evidence_uneven(const struct evidence *e, double waiting);

/* What of a call's or place's time is none of both, and had a core. */
double evidence_moving(const struct evidence *e,
                       double seconds,
                       double waiting);

/* The longest that the messages can have taken to move, at both ends, and so
 * many calls in which all ranks may take part, in seconds of all ranks
 * together.
 */
double evidence_slowest_messages(const struct run *run);
double evidence_slowest_in_steps(const struct evidence *e,
                                 double calls,
                                 double bytes);

/* What a rank computed but for the time that input and output took, and that
 * it had no core, in seconds.
 */
double evidence_work(const struct evidence *e, const struct run_rank *rank);

/* How long the ranks of a host were ready to run and had no core, as a share
 * of their time.
 */
double evidence_without_core(const struct run *run,
                             const struct run_host *host);

/* The same while they computed, as a share of that; 0 where it is not known.
 */
double evidence_computing_without_core(const struct run *run,
                                       const struct run_host *host);

/* The rank of that number, or NULL. */
const struct run_rank *evidence_rank(const struct run *run, int number);

/* The host that a rank is on, or NULL. */
const struct run_host *evidence_host(const struct run *run,
                                     const struct run_rank *rank);

#endif /* !MITOSIS_REPORT_DIAGNOSE_EVIDENCE_H */
