/* control.h - the few words that a generation's ranks and the agent share
 *
 * One file in the job's folder for each generation, 'control-G', mapped by
 * its ranks and by the agent.  A rank counts its syncs in its slot and
 * compares with its horizon; the agent lowers the horizon when it wants
 * something.  All else goes through messages, see local_message.h.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_CONTROL_H
#define MITOSIS_JOB_CONTROL_H

#include <stdalign.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/system/process_id.h"

/* With this a new rank begins to say why it ends at once. */
#define CONTROL_TURNED_BACK "cannot take part: "

/* A horizon that is never reached. */
#define CONTROL_NEVER UINT64_MAX

enum slot_state {
    SLOT_EMPTY,    /* the rank did not sync yet */
    SLOT_RUNNING,  /* it computes */
    SLOT_IDLE,     /* it waits for a message, the first call since a sync */
    SLOT_HELD,     /* it stands still */
    SLOT_FINISHED, /* it ends, or is held no more */
    SLOT_OUT,      /* in the first generation: it takes no part in changes */
};

/* What has become of the agent. */
enum control_agent { AGENT_AWAITED, AGENT_THERE, AGENT_GONE };

struct control_slot {
    alignas(128) _Atomic uint64_t count; /* syncs that were reached */
    _Atomic uint64_t horizon;            /* the sync to look up at */
    _Atomic uint32_t state;              /* enum slot_state */
    _Atomic uint32_t flushed;    /* its output has reached the launcher */
    _Atomic uint64_t first_sync; /* clock_wall() when it came there */
    struct process_id process;
};

struct control {
    char magic[8];
    uint32_t version;
    uint32_t generation;
    uint32_t ranks;
    _Atomic uint32_t successor; /* in the first generation's file: the last
                                   one that has taken over, which is the
                                   commit record; 0 while there is none */
    _Atomic uint64_t window;    /* how many syncs ahead a rank may promise */
    _Atomic uint32_t own_pace;  /* each rank holds at its own next sync */
    _Atomic uint32_t crowded;   /* another generation is there too */
    _Atomic uint32_t apart;     /* some of the ranks of both are on other
                                   hosts */
    _Atomic uint64_t offer;     /* not 0: ranks serve what is constant at their
                                   syncs; then all horizons are 0, and this is
                                   the one that is meant */
    struct process_id runner;   /* of a later generation: who waits for its
                                   end and notes it */

    /* In the first generation's file: */
    _Atomic uint64_t successor_sync; /* where that one has taken over */
    _Atomic uint32_t agent;          /* enum control_agent */
    struct process_id agent_process;
    _Atomic uint32_t restarts; /* how often another one was started in
                               its place */
    _Atomic uint32_t ended;    /* one more than the status with which
                                  the job has ended; 0 before */
    struct control_slot slot[];
};

/* Map the control file of a generation of 'ranks' in 'folder', making it if
 * it is not there.  The file is open to its owner only.  Returns NULL with
 * the reason in 'err'.
 */
struct control *control_open(const char *folder,
                             uint32_t generation,
                             uint32_t ranks,
                             struct error *err);

/* Map one that is there, however many ranks it has. */
struct control *control_find(const char *folder,
                             uint32_t generation,
                             struct error *err);

/* Map that of the generation that is the job.  Returns NULL when it cannot be
 * had.
 */
struct control *control_find_job(const char *folder);

/* End an agent that is there and does not answer: as long as it has the job's
 * stdout, mpiexec does not end.
 */
void control_end_agent(const struct control *record);

/* Set the horizon of all ranks; or, with an 'offer' that is not 0, have them
 * serve what is constant until that sync.
 */
void control_set_horizon(struct control *c, uint64_t horizon, uint64_t offer);

/* Unmap it; the file stays.  NULL is fine. */
void control_close(struct control *c);

/* Remove the file of a generation. */
void control_remove(const char *folder, uint32_t generation);

#endif /* !MITOSIS_JOB_CONTROL_H */
