/* batch.h - the door to a batch system: ask it for hosts, and give them back
 *
 * Who manages the cluster has the last word.  A request is a number of hosts;
 * it waits for as long as it must, and is answered by a grant of hosts, by
 * several that add up, or by a refusal.  What is granted is the job's until it
 * gives each host back.  Nobody here waits for anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_BATCH_BATCH_H
#define MITOSIS_AGENT_BATCH_BATCH_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"

typedef struct batch batch_t;

/* Who hears what the batch system says.  Texts are good for the call only. */
struct batch_listener {
    /* A host is the job's, by that request; with so many cores, or 0 when that
     * is not said.  The same may be said again, and it may be about a request
     * that was cancelled meanwhile: then the host is to be given back.
     */
    void (*granted)(void *arg, unsigned request, const char *host, int cores);

    /* Nothing more comes of that request. */
    void (*denied)(void *arg, unsigned request, const char *reason);

    /* A host will be taken away in so many seconds, be it granted or not. */
    void (*leaves)(void *arg, const char *host, double seconds);

    /* A host is to be left as soon as that can be, be it granted or one that
     * the job was started with, or of no concern to it; 'why' is "Slurm drains
     * it (bad fan)".  The same may be said again.
     */
    void (*drains)(void *arg, const char *host, const char *why);

    /* There is no such reason to leave a host, or not any more. */
    void (*stays)(void *arg, const char *host);

    /* Something that makes no sense, or is unusual, for the user. */
    void (*odd)(void *arg, const char *text);

    /* Something that users may want to know, and most do not. */
    void (*note)(void *arg, const char *text);

    void *arg;
};

/* Whether 'text' says which batch system it is, as "file:PATH" does, and that
 * can be spoken with.  Returns -1 with the reason in 'err'.
 */
int batch_check(const char *text, struct error *err);

/* Speak with that batch system for the job of that name.  'mark' is what
 * batch_mark() of the head before this one has written, or "".  Returns what
 * the caller gives back with batch_close(), or NULL with the reason in 'err'.
 */
batch_t *batch_open(const char *text,
                    const char *job,
                    const char *mark,
                    struct error *err);

/* The job has ended, and all was cancelled and given back: see to it that this
 * is done, for some seconds if need be, and free it.  NULL is fine.
 */
void batch_close(batch_t *b);

/* Ask for so many hosts.  The number of the request is the caller's, one for
 * each; the same number again, after the head was lost, is the same request.
 * Returns -1 with the reason in 'err' when nothing was asked for.
 */
int batch_request(batch_t *b, unsigned request, int hosts, struct error *err);

/* What has not been granted of it is not wanted any more.  Returns -1 with the
 * reason in 'err', and can be tried again, as can batch_release().
 */
int batch_cancel(batch_t *b, unsigned request, struct error *err);

/* Give back a host that this request got, or that the job was started with if
 * it is 0; nothing of the job is there.  One that was given back already is
 * fine.
 */
int batch_release(batch_t *b,
                  unsigned request,
                  const char *host,
                  struct error *err);

/* Hear what was said since the last time.  Returns -1 with the reason in 'err'
 * when the batch system cannot be asked at the moment; requests stay.
 */
int batch_poll(batch_t *b, const struct batch_listener *l, struct error *err);

/* What others wait for, and what there is. */
struct batch_queue {
    int pending;        /* jobs that wait for nodes or for their turn */
    double least_nodes; /* the fewest nodes that one of them wants that lacks
                           nothing else; not a number when none does */
    int idle_nodes;
};

/* What is known of that, which is renewed for a minute from now on.  Returns
 * false, and 'q' as it was, when nothing is.
 */
bool batch_look(batch_t *b, struct batch_queue *q);

/* In how many seconds it ends the job; not a number when that is not known or
 * there is no such time.
 */
double batch_time_left(const batch_t *b);

/* Write what batch_open() is to go on from, without a line end. */
void batch_mark(const batch_t *b, FILE *out);

/* Whether hosts that are granted are not in the allocation that the job was
 * started in, so that its launcher has to reach beyond it.
 */
bool batch_is_apart(const batch_t *b);

/* Without any of the above, and when nobody else is there any more: cancel and
 * give back what the job of that name may have left with the batch system.
 * Waits for half a minute at most.  Returns -1 with the reason in 'err'.
 */
int batch_sweep(const char *text, const char *job, struct error *err);

#endif /* !MITOSIS_AGENT_BATCH_BATCH_H */
