/* host_measure.h - measure a host and its ranks for the agent's policy
 *
 * An outpost reads what there is and sends it as it is: the agent compares
 * with what came before, so that an outpost keeps no history of ranks.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_PEERS_HOST_MEASURE_H
#define MITOSIS_AGENT_PEERS_HOST_MEASURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "job/control.h"
#include "policy/links.h"
#include "policy/rank_progress.h"

typedef struct host_measure host_measure_t;

/* What is sent begins with this; 'samples' struct rank_progress_sample,
 * 'sents' struct rank_progress_sent and 'links' struct link_seen follow.  What
 * is not known is not a number.
 */
struct host_measure_head {
    double cores;
    double speed;
    double load;
    double pressure;
    double memory_free;
    uint64_t samples;
    uint64_t sents;
    uint64_t links;
};

/* That taken apart. */
struct host_measure_told {
    struct host_measure_head head;
    struct rank_progress_sample *samples;
    struct rank_progress_sent *sents;
    struct link_seen *links;
};

/* Begin.  Returns NULL without memory. */
host_measure_t *host_measure_create(const char *folder);

/* Free it.  NULL is fine. */
void host_measure_destroy(host_measure_t *g);

/* Measure this host, and those ranks of the generation 'control' (NULL: none)
 * that are in 'here' (NULL: that have a process there).  Returns a message of
 * 'bytes' that the caller frees, or NULL without memory.
 */
void *host_measure_read(host_measure_t *g,
                        const struct control *control,
                        const bool *here,
                        size_t *bytes);

/* Take such a message apart, which may be anything.  Returns false when it is
 * none; else 'told' is given back with host_measure_free().
 */
bool host_measure_parse(const void *message,
                        size_t bytes,
                        struct host_measure_told *told);

/* Free what is in it. */
void host_measure_free(struct host_measure_told *told);

#endif /* !MITOSIS_AGENT_PEERS_HOST_MEASURE_H */
