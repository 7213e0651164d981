/* schema.c - which part of a run has which name in the report's JSON
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "report/json/schema.h"
#include "report/model/run.h"

/* Of the struct that STRUCT is defined as meanwhile. */
#define FIELD(name, kind, member, must)                                       \
    {                                                                         \
        .key = (name), .type = SCHEMA_##kind, .at = offsetof(STRUCT, member), \
        .needed = (must),                                                     \
    }
#define ONE(name, kind, member) FIELD(name, kind, member, false)
#define NEEDED(name, kind, member) FIELD(name, kind, member, true)
#define WITHIN(name, schema, member, lines)                                   \
    {                                                                         \
        .key = (name), .type = SCHEMA_RECORD, .at = offsetof(STRUCT, member), \
        .record = &(schema), .spread = (lines),                               \
    }
/* The same, but left out where its first number is 0. */
#define MAYBE(name, schema, member)                                           \
    {                                                                         \
        .key = (name), .type = SCHEMA_RECORD, .at = offsetof(STRUCT, member), \
        .record = &(schema), .optional = true,                                \
    }
#define MANY(name, kind, member, counter, lines)                              \
    {                                                                         \
        .key = (name), .type = SCHEMA_##kind, .at = offsetof(STRUCT, member), \
        .count = offsetof(STRUCT, counter), .spread = (lines),                \
    }
#define TABLE(name, schema, member, counter, lines, must)                     \
    {                                                                         \
        .key = (name), .type = SCHEMA_RECORDS,                                \
        .at = offsetof(STRUCT, member), .count = offsetof(STRUCT, counter),   \
        .record = &(schema), .spread = (lines), .needed = (must),             \
    }
#define END                                                                   \
    {                                                                         \
        .key = NULL                                                           \
    }

#define STRUCT struct run_inside
static const struct schema inside = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("call", TEXT, call),
        ONE("seconds", NUMBER, seconds),
        ONE("peer", INT, peer),
        ONE("where", TEXT, where),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_rank
static const struct schema rank = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("rank", INT, rank),
        ONE("host", TEXT, host),
        ONE("pid", INT, pid),
        ONE("state", STATE, state),
        ONE("abort_code", INT, abort_code),
        WITHIN("inside", inside, inside, false),
        ONE("start", NUMBER, start),
        ONE("end", NUMBER, end),
        ONE("at_least", BOOL, at_least),
        NEEDED("wall", NUMBER, times.wall),
        NEEDED("mpi", NUMBER, times.mpi),
        NEEDED("compute", NUMBER, times.compute),
        ONE("waiting", NUMBER, times.waiting),
        ONE("transfer", NUMBER, times.transfer),
        ONE("other", NUMBER, times.other),
        ONE("paused", NUMBER, times.paused),
        ONE("stopped", NUMBER, times.stopped),
        ONE("compute_on_core", NUMBER, times.on_core),
        ONE("compute_no_core", NUMBER, times.no_core),
        ONE("compute_asleep", NUMBER, times.asleep),
        ONE("compute_in_kernel", NUMBER, times.in_kernel),
        ONE("init", NUMBER, init),
        ONE("calls", COUNT, calls),
        ONE("sent_bytes", COUNT, sent_bytes),
        ONE("sent_count", COUNT, sent_count),
        ONE("received_bytes", COUNT, received_bytes),
        ONE("received_count", COUNT, received_count),
        ONE("put_bytes", COUNT, put_bytes),
        ONE("put_count", COUNT, put_count),
        ONE("get_bytes", COUNT, get_bytes),
        ONE("get_count", COUNT, get_count),
        ONE("file_read_bytes", COUNT, file_read_bytes),
        ONE("file_written_bytes", COUNT, file_written_bytes),
        ONE("io_read_bytes", COUNT, io_read_bytes),
        ONE("io_written_bytes", COUNT, io_written_bytes),
        ONE("io_reads", COUNT, io_reads),
        ONE("io_writes", COUNT, io_writes),
        ONE("disk_read_bytes", COUNT, disk_read_bytes),
        ONE("disk_written_bytes", COUNT, disk_written_bytes),
        ONE("memory_peak_bytes", COUNT, memory_peak_bytes),
        ONE("user_seconds", NUMBER, user_seconds),
        ONE("system_seconds", NUMBER, system_seconds),
        ONE("other_threads_seconds", NUMBER, other_threads),
        ONE("other_threads_mpi_seconds", NUMBER, other_threads_mpi),
        ONE("switches_voluntary", COUNT, switches_voluntary),
        ONE("switches_forced", COUNT, switches_forced),
        ONE("core_wait_seconds", NUMBER, core_wait),
        ONE("load", NUMBER, load),
        ONE("cycles", COUNT, cycles),
        ONE("instructions", COUNT, instructions),
        ONE("threads", UNSIGNED, threads),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_host
static const struct schema host = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("name", TEXT, name),
        ONE("ranks", UNSIGNED, ranks),
        ONE("cores", UNSIGNED, cores),
        ONE("load", NUMBER, load_mean),
        ONE("load_first", NUMBER, load_first),
        ONE("load_last", NUMBER, load_last),
        MANY("loads", NUMBERS, load, loads, false),
        ONE("memory_bytes", COUNT, memory_bytes),
        ONE("memory_free_bytes", COUNT, memory_free_bytes),
        ONE("energy_joules", NUMBER, energy),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_call
static const struct schema call = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("name", TEXT, name),
        ONE("kind", TEXT, kind),
        NEEDED("count", COUNT, count),
        ONE("untimed", COUNT, untimed),
        NEEDED("seconds", NUMBER, seconds),
        ONE("waiting_seconds", NUMBER, waiting),
        NEEDED("bytes", COUNT, bytes),
        ONE("sizes", SIZES, sizes),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_site
static const struct schema site = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("call", TEXT, call),
        MANY("frames", TEXTS, frames, depth, false),
        NEEDED("count", COUNT, count),
        NEEDED("seconds", NUMBER, seconds),
        ONE("waiting_seconds", NUMBER, waiting),
        NEEDED("bytes", COUNT, bytes),
        ONE("ranks", UNSIGNED, ranks),
        ONE("for_last_seconds", NUMBER, for_last),
        ONE("last_rank", INT, last),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_source
static const struct schema source = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("name", TEXT, name),
        NEEDED("path", TEXT, path),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_message
static const struct schema message = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("from", INT, from),
        NEEDED("to", INT, to),
        NEEDED("count", COUNT, count),
        NEEDED("bytes", COUNT, bytes),
        ONE("sizes", SIZES, sizes),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_onesided
static const struct schema onesided = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("from", INT, from),
        NEEDED("to", INT, to),
        ONE("put_count", COUNT, put_count),
        ONE("put_bytes", COUNT, put_bytes),
        ONE("get_count", COUNT, get_count),
        ONE("get_bytes", COUNT, get_bytes),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_comm
static const struct schema comm = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("name", TEXT, name),
        ONE("members", TEXT, members),
        NEEDED("size", UNSIGNED, size),
        ONE("made", COUNT, made),
        ONE("ranks", UNSIGNED, ranks),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_coll
static const struct schema coll = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("call", TEXT, call),
        NEEDED("comm", SIZE, comm),
        NEEDED("count", COUNT, count),
        ONE("seconds", NUMBER, seconds),
        ONE("bytes", COUNT, bytes),
        ONE("sizes", SIZES, sizes),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_loop
static const struct schema loop = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("mark", TEXT, mark),
        NEEDED("count", COUNT, count),
        ONE("calls", COUNT, calls),
        ONE("mean_seconds", NUMBER, seconds),
        ONE("covers", NUMBER, covers),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_pace
static const struct schema pace = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("rank", INT, rank),
        NEEDED("count", COUNT, count),
        ONE("compute_seconds", NUMBER, compute),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_efficiency
static const struct schema efficiency = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("parallel", NUMBER, parallel),
        ONE("load_balance", NUMBER, load_balance),
        ONE("communication", NUMBER, communication),
        ONE("serialisation", NUMBER, serialisation),
        ONE("transfer", NUMBER, transfer),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_verdict
static const struct schema verdict = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("cause", TEXT, cause),
        ONE("line", TEXT, line),
        ONE("advice", TEXT, advice),
        ONE("worth_seconds", NUMBER, worth),
        ONE("call", TEXT, call),
        ONE("because", TEXT, because),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_iterations
static const struct schema iterations = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("found", BOOL, found),
        ONE("reason", TEXT, reason),
        ONE("agreed", BOOL, agreed),
        ONE("manual", BOOL, manual),
        ONE("mark", TEXT, mark),
        NEEDED("count", COUNT, count),
        NEEDED("median_seconds", NUMBER, median),
        NEEDED("calls_per_iteration", COUNT, calls),
        ONE("mean_seconds", NUMBER, mean),
        ONE("min_seconds", NUMBER, min),
        ONE("max_seconds", NUMBER, max),
        ONE("p90_seconds", NUMBER, p90),
        ONE("spread", NUMBER, spread),
        ONE("trend_percent", NUMBER, trend),
        ONE("imbalance", NUMBER, imbalance),
        ONE("start_up_seconds", NUMBER, start_up),
        ONE("wind_down_seconds", NUMBER, wind_down),
        MAYBE("efficiency", efficiency, efficiency),
        TABLE("loops", loop, loop, loops, true, false),
        TABLE("ranks", pace, pace, paces, true, false),
        ONE("iterations_per_sample", COUNT, stride),
        MANY("seconds", NUMBERS, seconds, samples, true),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_phases
static const struct schema phases = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("stop", NUMBER, stop),
        ONE("plan", NUMBER, plan),
        ONE("copy", NUMBER, copy),
        ONE("verify", NUMBER, verify),
        ONE("resume", NUMBER, resume),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_change
const struct schema schema_change = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("change", UNSIGNED, number),
        ONE("sync", COUNT, sync),
        NEEDED("what", TEXT, what),
        ONE("order", TEXT, order),
        ONE("why", TEXT, why),
        ONE("from", INT, from),
        ONE("to", INT, to),
        ONE("bytes", COUNT, bytes),
        ONE("wire_bytes", COUNT, wire_bytes),
        ONE("asked", NUMBER, asked),
        ONE("at", NUMBER, at),
        ONE("ready_seconds", NUMBER, ready),
        ONE("stopped_seconds", NUMBER, stopped),
        WITHIN("phases", phases, phases, false),
        MANY("hosts", TEXTS, host, hosts, false),
        ONE("iteration", COUNT, iteration),
        ONE("before_seconds", NUMBER, before),
        ONE("after_seconds", NUMBER, after),
        ONE("predicted_seconds", NUMBER, predicted),
        ONE("predicted_gain", NUMBER, predicted_gain),
        ONE("realised_gain", NUMBER, realised_gain),
        ONE("generation", UNSIGNED, generation),
        NEEDED("outcome", TEXT, outcome),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_generation
static const struct schema generation = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("generation", UNSIGNED, generation),
        NEEDED("ranks", INT, ranks),
        MANY("hosts", TEXTS, host, hosts, false),
        ONE("start", NUMBER, start),
        ONE("end", NUMBER, end),
        ONE("state", TEXT, state),
        ONE("first_sync", COUNT, first_sync),
        ONE("last_sync", COUNT, last_sync),
        ONE("start_up_seconds", NUMBER, start_up),
        ONE("start_up_cpu_seconds", NUMBER, start_up_cpu),
        ONE("iterations", COUNT, iterations),
        ONE("samples", SIZE, samples),
        ONE("before_seconds", NUMBER, before),
        ONE("after_seconds", NUMBER, after),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_answer
static const struct schema answer = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("who", TEXT, who),
        ONE("since", NUMBER, since),
        ONE("until", NUMBER, until),
        ONE("times", COUNT, times),
        ONE("ranks", INT, ranks),
        ONE("iteration", COUNT, iteration),
        ONE("iteration_seconds", NUMBER, iteration_time),
        ONE("efficiency", NUMBER, efficiency),
        ONE("free_cores", NUMBER, free_cores),
        ONE("others_cores", NUMBER, others_cores),
        NEEDED("answer", TEXT, answer),
        ONE("outcome", TEXT, outcome),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_policy
const struct schema schema_policy = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        NEEDED("kind", TEXT, kind),
        NEEDED("name", TEXT, name),
        ONE("options", TEXT, options),
        ONE("limits", TEXT, limits),
        ONE("figures", TEXT, figures),
        ONE("every_seconds", NUMBER, every),
        ONE("asked", COUNT, asked),
        ONE("seconds", NUMBER, seconds),
        ONE("off", BOOL, off),
        ONE("fault", TEXT, fault),
        MANY("notes", TEXTS, note, notes, false),
        TABLE("answers", answer, answer, answers, true, false),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run_cost
static const struct schema cost = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        ONE("samples", COUNT, samples),
        ONE("ns_per_call", NUMBER, ns_per_call),
        ONE("seconds", NUMBER, seconds),
        ONE("percent", NUMBER, percent),
        ONE("setup_seconds", NUMBER, setup),
        ONE("memory_bytes", COUNT, memory_bytes),
        END,
    },
};
#undef STRUCT

#define STRUCT struct run
const struct schema schema_run = {
    sizeof(STRUCT),
    (const struct schema_field[]){
        MANY("program", TEXTS, program, arguments, false),
        ONE("foreseen", TEXT, foreseen),
        ONE("job", TEXT, job),
        ONE("mpi", TEXT, mpi),
        ONE("folder", TEXT, folder),
        NEEDED("size", INT, size),
        NEEDED("complete", BOOL, complete),
        ONE("incomplete_reason", TEXT, reason),
        ONE("missing_ranks", TEXT, missing),
        ONE("started", MOMENT, started_ns),
        ONE("ended", MOMENT, ended_ns),
        ONE("started_ns", COUNT, started_ns), /* "started", but exactly */
        NEEDED("wall_seconds", NUMBER, wall),
        ONE("at_least", BOOL, at_least),
        ONE("level", TEXT, level),
        ONE("depth", UNSIGNED, depth),
        ONE("yields", BOOL, yields),
        ONE("rank_seconds", NUMBER, sum.wall),
        ONE("compute_seconds", NUMBER, sum.compute),
        ONE("mpi_seconds", NUMBER, sum.mpi),
        ONE("waiting_seconds", NUMBER, sum.waiting),
        ONE("transfer_seconds", NUMBER, sum.transfer),
        ONE("other_seconds", NUMBER, sum.other),
        ONE("paused_seconds", NUMBER, sum.paused),
        ONE("stopped_seconds", NUMBER, sum.stopped),
        ONE("compute_on_core_seconds", NUMBER, sum.on_core),
        ONE("compute_no_core_seconds", NUMBER, sum.no_core),
        ONE("compute_asleep_seconds", NUMBER, sum.asleep),
        ONE("compute_in_kernel_seconds", NUMBER, sum.in_kernel),
        ONE("instructions_per_cycle", NUMBER, instructions_per_cycle),
        ONE("counters_missing", TEXT, counters_missing),
        ONE("energy_missing", TEXT, energy_missing),
        MAYBE("efficiency", efficiency, efficiency),
        WITHIN("verdict", verdict, verdict, false),
        WITHIN("second_verdict", verdict, second, false),
        WITHIN("cost", cost, cost, false),
        MANY("unseen", TEXTS, unseen, unseens, true),
        TABLE("changes", schema_change, change, changes, true, false),
        MANY("incidents", TEXTS, incident, incidents, false),
        TABLE("policies", schema_policy, policy, policies, true, false),
        TABLE("generations", generation, generation, generations, true, false),
        TABLE("hosts", host, host, hosts, true, false),
        TABLE("ranks", rank, rank, ranks, true, true),
        TABLE("calls", call, call, calls, true, true),
        TABLE("callsites", site, site, sites, true, true),
        TABLE("sources", source, source, sources, true, false),
        TABLE("messages", message, message, messages, true, true),
        TABLE("one_sided", onesided, one, onesided, true, false),
        TABLE("communicators", comm, comm, comms, true, false),
        TABLE("collectives", coll, coll, colls, true, false),
        WITHIN("iterations", iterations, iterations, true),
        END,
    },
};
