/* mapped_run.h - a recording on a platform, each rank in its place, and what
 * takes how long there
 *
 * Pure arithmetic on moments: it serves both the replay, where moments come
 * one after another, and calibration, where they are those that were recorded.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_H
#define MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_H

#include "foresee/platform/platform.h"
#include "foresee/record/recording.h"
#include "job/change.h"

struct mapped_run {
    const struct recording *recording;
    const struct platform *platform;
    size_t *host;  /* of each rank */
    double *share; /* of all work, in the order of the ranks; their sum is 1 */
    double *slower; /* its computing takes so many times as long as recorded,
                       where ranks yield on a core of its own */
    bool ideal;     /* calls cost nothing by themselves */
    struct mapped_comm *comm;             /* where the members of each are */
    const struct platform_link **slowest; /* by collective: of its links; NULL:
                                             nobody has asked yet */
};

/* On how many hosts the members of a communicator are, and on which of them
 * most of them are.  And of hosts whose messages share their network: seconds
 * for a byte that leaves the slowest one, and for a byte that leaves for each
 * rank there, where that takes longest.
 */
struct mapped_comm {
    size_t hosts;
    size_t *host;   /* by place in the communicator: the number among these */
    size_t *within; /* and that among the members there */
    size_t *member; /* places, by hosts */
    size_t *first;  /* by host: where its members are in that, and their end */
    size_t fullest; /* of the platform */
    size_t together; /* members there */
    double per_byte;
    double per_byte_each;
};

/* Put the ranks on hosts of the platform: by 'map', "a:2,b:2", in the order of
 * the ranks, or where they were when that is NULL.  Where there are more of
 * them than cores each has as much of a core as the others.  Returns 0, or -1
 * with the reason in 'err' and nothing to be freed.
 */
int mapped_run_create(struct mapped_run *s,
                      const struct recording *recording,
                      const struct platform *platform,
                      const char *map,
                      struct error *err);

/* What a change makes of it, where 'recording' is the run with as many ranks
 * as there are then.  The work lies along the ranks as it did: who gets more
 * of it gets that of its neighbours.  Ranks that a resize adds go where they
 * get most.  Returns as mapped_run_create() does; the change was checked by
 * change_size().
 */
int mapped_run_change(struct mapped_run *s,
                      const struct mapped_run *from,
                      const struct recording *recording,
                      const struct change *change,
                      struct error *err);

/* How long links between hosts take for state of 'bytes' when 'to' follows on
 * 'from', where each rank has as much of it as of the work; 0 when there is no
 * memory to find that out.
 */
double mapped_run_move_seconds(const struct mapped_run *from,
                               const struct mapped_run *to,
                               double bytes);

/* The same ranks in the same places on a platform with the same hosts, which
 * is one of messages at no cost.
 */
int mapped_run_ideal(struct mapped_run *s,
                     const struct mapped_run *from,
                     const struct platform *ideal,
                     struct error *err);

/* How fast a rank computed in the run: by its share of the cores that the host
 * had then, unless the recording reckons without that, and the speed that this
 * has on the platform, or 1.
 */
double mapped_run_pace(const struct recording *r,
                       const struct platform *p,
                       size_t rank);

/* How fast it computes where it is now, 1 is a whole core of speed 1. */
double mapped_run_speed(const struct mapped_run *s, size_t rank);

/* Free what it holds, but not the recording and the platform. */
void mapped_run_destroy(struct mapped_run *s);

/* How many of the hosts have ranks. */
size_t mapped_run_hosts_used(const struct mapped_run *s);

/* How many ranks are on that host. */
size_t mapped_run_ranks_on(const struct mapped_run *s, size_t host);

/* See that all that talk are on hosts with a known link between them. */
int mapped_run_check_links(const struct mapped_run *s, struct error *err);

/* Whether the message shares what hosts have of the network with others. */
bool mapped_run_shares(const struct mapped_run *s, uint32_t message);

/* Whether the rank that comes to this step is in a call that waits, or asks:
 * only in such calls MPI libraries move what is under way, but for short
 * messages, which leave at once.
 */
bool mapped_run_enters(const struct mapped_run *s, const struct step *step);

/* Whether a collective that only begins goes on when its members are in such
 * calls, and not when they have joined it.
 */
bool mapped_run_needs_inside(const struct mapped_run *s,
                             const struct recorded_collective *c);

/* When it leaves; NAN as long as it waits for one of its ends. */
double mapped_run_departure(const struct mapped_run *s,
                            const struct moments *m,
                            uint32_t message);

/* When it arrives if nothing else is under way, or NAN. */
double mapped_run_arrival(const struct mapped_run *s,
                          const struct moments *m,
                          uint32_t message);

/* Whether it is a broadcast that is followed from one rank to the next, where
 * any of them may keep others waiting.
 */
bool mapped_run_goes_by_tree(const struct mapped_run *s,
                             const struct recorded_collective *c);

/* When the wait of 'step', which the rank is at, is over; it was there at
 * 'now'.  NAN as long as somebody has not come who is waited for.
 */
double mapped_run_wait(const struct mapped_run *s,
                       const struct moments *m,
                       int rank,
                       const struct step *step,
                       double now);

/* The latencies and bytes that lie between the last of those that are waited
 * for, and the end; and which link they cost.
 */
struct mapped_run_cost {
    double latencies;
    double bytes;
    const struct platform_link *link;
    double least;  /* seconds that the bytes take, as hosts share */
    double within; /* seconds more, within hosts */
    double from;   /* NAN: somebody has not come yet */
};

/* The cost that mapped_run_wait() reckons with; its 'link' is NULL where
 * nothing is sent.
 */
struct mapped_run_cost mapped_run_cost(const struct mapped_run *s,
                                       const struct moments *m,
                                       int rank,
                                       const struct step *step);

/* Whether the rank, there at 'now', has to wait for somebody who comes later,
 * so that others may have its core meanwhile.
 */
bool mapped_run_is_kept(const struct mapped_run *s,
                        const struct moments *m,
                        int rank,
                        const struct step *step,
                        double now);

#endif /* !MITOSIS_FORESEE_PLATFORM_MAPPED_RUN_H */
