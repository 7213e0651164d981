/* field.c - the fields that a policy is shown, in one table
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "policy/field.h"
#include "policy/policy_job.h"
#include "policy/protocol_view.h"

#define OTHER(key, type, name, unit, help)                                    \
    {                                                                         \
        key, FIELD_##type, offsetof(STRUCT, name), unit, help                 \
    }
#define FIELD(name, type, unit, help) OTHER(#name, type, name, unit, help)
#define END                                                                   \
    {                                                                         \
        0                                                                     \
    }

#define STRUCT struct policy_job
static const struct field job_fields[] = {
    FIELD(iteration, COUNT, "", "How many iterations there were."),
    FIELD(iterations_left,
          NUMBER,
          "",
          "How many there probably are to come: unless somebody knows "
          "better, as many as there were."),
    FIELD(iteration_time,
          NUMBER,
          "seconds",
          "Of an iteration, lately, the time that the job stood still for a "
          "change left out."),
    FIELD(time, NUMBER, "seconds", "Since the job began."),
    FIELD(time_left,
          NUMBER,
          "seconds",
          "Until the batch system ends the job, by its time limit or earlier; "
          "nil when none is asked (MITOSIS_BATCH), or there is no limit."),
    FIELD(size, INT, "", "How many ranks there are."),
    FIELD(limits, LIMITS, "", "How many there may be."),
    FIELD(sizes,
          SIZES,
          "ranks",
          "Which numbers of ranks within the limits can be had, from the "
          "least on, as far as 4096 from 'size'; nil where nothing says that "
          "some cannot."),
    FIELD(cores,
          NUMBER,
          "",
          "Of all hosts that the job may use, those that leave left out."),
    FIELD(free_cores,
          NUMBER,
          "",
          "How many of them neither our ranks nor others use, as far as they "
          "were measured."),
    FIELD(untried_cores,
          NUMBER,
          "",
          "How many of them our ranks do not use on hosts that nobody has "
          "measured: whether others do will be seen when a rank is there."),
    FIELD(efficiency,
          NUMBER,
          "0 to 1",
          "The share of the ranks' time that goes into computing."),
    FIELD(median_time, NUMBER, "seconds", "The median of the ranks' 'time'."),
    FIELD(slowest, RANK, "", "The rank with the most 'time'."),
    FIELD(fastest, RANK, "", "The rank with the least 'time'."),
    FIELD(ranks, RANKS, "", "All ranks, by their number: from 0 to size - 1."),
    OTHER("hosts", HOSTS, hosts, "", "All hosts, by their name."),
    OTHER("host_names",
          NAMES,
          hosts,
          "",
          "The names of all hosts as a list, in an order that stays."),
    FIELD(idlest_host,
          HOST,
          "",
          "The host with the most 'free' cores.  When none has an idle one, "
          "one that nobody has measured and that has more cores than ranks: "
          "its 'free' is nil."),
    FIELD(state_bytes,
          NUMBER,
          "bytes",
          "Of the state that the program has registered, in all ranks."),
    FIELD(change_seconds,
          NUMBER,
          "seconds",
          "How long a change is expected to hold up the job, from what its "
          "earlier changes took."),
    FIELD(changes, INT, "", "How many changes there were."),
    FIELD(since_change,
          NUMBER,
          "seconds",
          "Since the last change; nil when there was none."),
    FIELD(last_gain,
          NUMBER,
          "share",
          "What the last change brought: 0.2 when iterations take a fifth "
          "less since, below 0 when they take longer; nil when it is not "
          "known yet."),
    OTHER("predict",
          PREDICT,
          scaling,
          "",
          "job.predict(n) is how many seconds an iteration would take with n "
          "ranks and, as a second value, how that is known: 'measured', "
          "'interpolated' or 'extrapolated'; or nil and a text that says why "
          "it is not known."),
    FIELD(random,
          NUMBER,
          "0 to 1",
          "A number that is another one at each question: math.random does "
          "not exist, so that a decision can be repeated."),
    FIELD(
        queue,
        QUEUE,
        "",
        "What the batch system has to say of others; nil where none is asked "
        "(MITOSIS_BATCH), or it has not answered yet."),
    FIELD(offered,
          INT,
          "hosts",
          "How many are on offer that no rank is on, those that the batch "
          "system has granted among them."),
    END,
};
#undef STRUCT

#define STRUCT struct policy_rank
static const struct field rank_fields[] = {
    FIELD(rank, INT, "", "Its number."),
    FIELD(host, TEXT, "", "The name of its host."),
    FIELD(time,
          NUMBER,
          "seconds",
          "Of an iteration, without waiting for other ranks: what the rank "
          "itself needs."),
    FIELD(compute, NUMBER, "0 to 1", "The share of its time outside MPI."),
    FIELD(
        wait,
        NUMBER,
        "0 to 1",
        "The share of its time that it is longer in MPI than the rank that is "
        "there the shortest: what it waits for others as work is uneven.  "
        "Waiting "
        "that all ranks have alike is not in it, as it is in 'waiting' of a "
        "report."),
    FIELD(rows,
          NUMBER,
          "",
          "How many rows it holds of the registered state that is spread "
          "over the ranks and largest."),
    FIELD(sent,
          SENT,
          "bytes",
          "What it sends in an iteration to each rank, by that one's number; "
          "nil for those that it sends nothing."),
    OTHER(
        "talk",
        TALK,
        sent,
        "bytes",
        "What it sends in an iteration to other ranks on each host, by that "
        "one's name, but for those where it sends nothing; nil while that is "
        "not known."),
    END,
};
#undef STRUCT

#define STRUCT struct policy_host
static const struct field host_fields[] = {
    FIELD(name, NAME, "", "Its name."),
    FIELD(cores,
          INT,
          "",
          "How many cores it has for us and others; where nobody has measured "
          "or said so, 1."),
    FIELD(speed,
          NUMBER,
          "",
          "How fast one of its cores is; only the proportion between hosts "
          "means something."),
    FIELD(load,
          NUMBER,
          "cores",
          "How many cores others keep busy there: all that runs and is not "
          "a rank of this job."),
    FIELD(demand,
          NUMBER,
          "cores",
          "How many cores others would keep busy if none of our ranks ran "
          "there: more than 'load' where they have to share with us."),
    FIELD(pressure,
          NUMBER,
          "0 to 1",
          "The share of the time that something had to wait for a core."),
    FIELD(memory_free,
          NUMBER,
          "bytes",
          "Memory that can be had there, in our control groups."),
    FIELD(ranks, INT, "", "How many of our ranks run there."),
    FIELD(free,
          NUMBER,
          "cores",
          "Cores that neither our ranks nor others want, 0 or more; nil, like "
          "'load', where nobody has measured yet."),
    FIELD(over,
          NUMBER,
          "cores",
          "Cores that our ranks and others want beyond those that there are, "
          "less than 0 when some are left; 0 where none of ours is."),
    OTHER("state",
          TEXT,
          state_word,
          "",
          "One of 'member', 'joined' for one that is on offer and not used "
          "yet, and "
          "'leaving' for one that is to be left."),
    FIELD(distance,
          DISTANCE,
          "",
          "How far it is in the network to each host, by that one's name: "
          "the shortest round trip of a message between them, in "
          "microseconds, as the TCP connections of the job show it; nil for "
          "those that nothing was said to."),
    FIELD(bandwidth,
          DISTANCE,
          "bytes a second",
          "How fast data was delivered from it to each host, by that one's "
          "name: the fastest that those connections have seen, which is less "
          "than there is where nobody wanted more."),
    FIELD(profile,
          PROFILE,
          "",
          "What a profile made of how it is there; empty without one."),
    END,
};
#undef STRUCT

#define STRUCT struct policy_limits
static const struct field limits_fields[] = {
    FIELD(min, INT, "ranks", "No fewer than these."),
    FIELD(max, INT, "ranks", "No more than these."),
    FIELD(preferred,
          INT,
          "ranks",
          "With so many the job runs well; unless said otherwise, as many as "
          "it was started with."),
    END,
};
#undef STRUCT

#define STRUCT struct policy_queue
static const struct field queue_fields[] = {
    FIELD(pending, INT, "jobs", "How many jobs wait for nodes."),
    FIELD(least_nodes,
          NUMBER,
          "nodes",
          "What the one that needs the fewest needs, of those that lack "
          "nothing but nodes; nil when none does."),
    FIELD(idle_nodes, INT, "nodes", "How many are idle."),
    FIELD(own_nodes, INT, "nodes", "On how many the job's ranks are."),
    FIELD(spare_nodes,
          INT,
          "nodes",
          "How many of these can be given back once no rank is there: those "
          "that were granted and, with MITOSIS_GIVE_BACK, those that the job "
          "was started with, but for the agent's own."),
    END,
};
#undef STRUCT

#define STRUCT struct protocol_view
static const struct field self_fields[] = {
    FIELD(name, TEXT, "", "The name of the agent's host, and so its own."),
    FIELD(head,
          TEXT,
          "",
          "The name of the agent that carries out changes, maybe its own."),
    FIELD(time, NUMBER, "seconds", "Since the agent runs this module."),
    FIELD(size, INT, "", "How many ranks the job has."),
    FIELD(since_change,
          NUMBER,
          "seconds",
          "Since the job's last change; nil when none was seen."),
    FIELD(random,
          NUMBER,
          "0 to 1",
          "A number that is another one at each call, and for each agent."),
    OTHER("host",
          HOST,
          own,
          "",
          "Its host, with the fields of job.hosts[name]; 'distance' is as "
          "measured between the agents."),
    OTHER("here", HERE, own, "", "The numbers of the ranks on its host."),
    OTHER("ranks",
          RANKS,
          job,
          "",
          "All ranks, by number, with the fields of job.ranks[r]; of those "
          "elsewhere only 'rank' and 'host' are known."),
    OTHER("host_names",
          NAMES,
          own,
          "",
          "The names of all agents that there are as a list, in the order of "
          "the alphabet; its own is among them."),
    OTHER("neighbours",
          NEAR,
          near,
          "",
          "The names of those that it is in contact with as a list, the "
          "nearest first."),
    FIELD(profile,
          PROFILE,
          "",
          "What the profile made of all that; empty without one."),
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
