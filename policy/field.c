/* field.c - the fields that a policy is shown, in one table
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "policy/field.h"
#include "policy/policy_job.h"
#include "policy/protocol_view.h"

#define OTHER(key, type, name)                                                \
    {                                                                         \
        key, FIELD_##type, offsetof(STRUCT, name)                             \
    }
#define FIELD(name, type) OTHER(#name, type, name)
#define END                                                                   \
    {                                                                         \
        0                                                                     \
    }

#define STRUCT struct policy_job
static const struct field job_fields[] = {
    FIELD(iteration, COUNT),
    FIELD(iterations_left, NUMBER),
    FIELD(iteration_time, NUMBER),
    FIELD(time, NUMBER),
    FIELD(time_left, NUMBER),
    FIELD(size, INT),
    FIELD(limits, LIMITS),
    FIELD(sizes, SIZES),
    FIELD(even_shares, BOOL),
    FIELD(cores, NUMBER),
    FIELD(free_cores, NUMBER),
    FIELD(untried_cores, NUMBER),
    FIELD(efficiency, NUMBER),
    FIELD(median_time, NUMBER),
    FIELD(slowest, RANK),
    FIELD(fastest, RANK),
    FIELD(ranks, RANKS),
    OTHER("hosts", HOSTS, hosts),
    OTHER("host_names", NAMES, hosts),
    FIELD(idlest_host, HOST),
    FIELD(state_bytes, NUMBER),
    FIELD(change_seconds, NUMBER),
    FIELD(changes, INT),
    FIELD(since_change, NUMBER),
    FIELD(last_gain, NUMBER),
    OTHER("predict", PREDICT, scaling),
    FIELD(random, NUMBER),
    FIELD(queue, QUEUE),
    FIELD(offered, INT),
    END,
};
#undef STRUCT

#define STRUCT struct policy_rank
static const struct field rank_fields[] = {
    FIELD(rank, INT),       FIELD(host, TEXT),         FIELD(time, NUMBER),
    FIELD(compute, NUMBER), FIELD(wait, NUMBER),       FIELD(rows, NUMBER),
    FIELD(sent, SENT),      OTHER("talk", TALK, sent), END,
};
#undef STRUCT

#define STRUCT struct policy_host
static const struct field host_fields[] = {
    FIELD(name, NAME),
    FIELD(cores, INT),
    FIELD(speed, NUMBER),
    FIELD(load, NUMBER),
    FIELD(demand, NUMBER),
    FIELD(pressure, NUMBER),
    FIELD(memory_free, NUMBER),
    FIELD(ranks, INT),
    FIELD(free, NUMBER),
    FIELD(over, NUMBER),
    OTHER("state", TEXT, state_word),
    FIELD(distance, DISTANCE),
    FIELD(bandwidth, DISTANCE),
    FIELD(profile, PROFILE),
    END,
};
#undef STRUCT

#define STRUCT struct policy_limits
static const struct field limits_fields[] = {
    FIELD(min, INT),
    FIELD(max, INT),
    FIELD(preferred, INT),
    END,
};
#undef STRUCT

#define STRUCT struct policy_queue
static const struct field queue_fields[] = {
    FIELD(pending, INT),   FIELD(least_nodes, NUMBER), FIELD(idle_nodes, INT),
    FIELD(own_nodes, INT), FIELD(spare_nodes, INT),    END,
};
#undef STRUCT

#define STRUCT struct protocol_view
static const struct field self_fields[] = {
    FIELD(name, TEXT),
    FIELD(head, TEXT),
    FIELD(time, NUMBER),
    FIELD(size, INT),
    FIELD(since_change, NUMBER),
    FIELD(random, NUMBER),
    OTHER("host", HOST, own),
    OTHER("here", HERE, own),
    OTHER("ranks", RANKS, job),
    OTHER("host_names", NAMES, own),
    OTHER("neighbours", NEAR, near),
    FIELD(profile, PROFILE),
    END,
};
#undef STRUCT

const struct field_table field_tables[SETS] = {
    [SET_JOB] = { "job", job_fields },
    [SET_RANK] = { "job.ranks[r]", rank_fields },
    [SET_HOST] = { "job.hosts[name]", host_fields },
    [SET_LIMITS] = { "job.limits", limits_fields },
    [SET_QUEUE] = { "job.queue", queue_fields },
    [SET_SELF] = { "self", self_fields },
};
