/* run.h - everything a report knows about one run of a program
 *
 * A plain record: gather.h fills it from the pages of the ranks, json.h
 * writes it down and reads it back, text.h prints it.  Times are in seconds,
 * ranks are those of MPI_COMM_WORLD.  All memory belongs to the run.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_RUN_H
#define MITOSIS_REPORT_MODEL_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "report/model/arena.h"

/* How many messages were of one size class, see size_class() in page.h.
 * Classes with none are left out; the others are in rising order.
 */
struct run_size {
    uint64_t limit; /* the largest size in the class: 0, 1, 2, 4 ... */
    uint64_t count;
};

struct run_sizes {
    size_t count;
    struct run_size *of;
};

/* Where the time went: wall = compute + mpi + paused + stopped, mpi = waiting
 * + transfer + other, and compute = on_core + no_core + asleep.  'other' is
 * MPI that talks to nobody, and its start.
 */
struct run_times {
    double wall;
    double compute;
    double mpi;
    double waiting;
    double transfer;
    double other;
    double paused;  /* the program switched watching off */
    double stopped; /* the rank stood still for a change of the job */
    double on_core; /* of 'compute': the next three, all 0 when not known */
    double no_core; /* ready to be on one, and there was none */
    double asleep;
    double in_kernel; /* of 'on_core' */
};

/* How well the ranks' time was used, see efficiency.h; all 0 when not known.
 */
struct run_efficiency {
    double parallel; /* the product of the next two */
    double load_balance;
    double communication; /* the product of the next two, if these are known */
    double serialisation; /* 0, as is the next one: not known */
    double transfer;
};

/* A cause that limits a run, see report/diagnose/diagnose.h. */
struct run_verdict {
    const char
        *cause;       /* of a fixed list, "late sender"; NULL: there is none */
    const char *line; /* "exchange (heat.c:120)", or empty */
    const char *advice; /* a sentence, or empty */
    double worth;       /* the run would take so much less, 0 when not known */
    const char *call;   /* that is made in that line, or empty */
    const char *because; /* the figures that tell it, a sentence */
};

/* How a rank ended, or what it does when it is still there. */
enum run_state {
    RUN_STARTING,  /* in MPI_Init, or before */
    RUN_RUNNING,   /* between MPI_Init and MPI_Finalize */
    RUN_FINISHING, /* in MPI_Finalize */
    RUN_FINISHED,
    RUN_ABORTED,   /* called MPI_Abort */
    RUN_EXITED,    /* ended without MPI_Finalize */
    RUN_KILLED,    /* gone without a word */
    RUN_SUCCEEDED, /* handed over to the next generation */
    RUN_LOST,      /* on another host, and not heard of since */
    RUN_STATES
};

/* The words for them in reports. */
extern const char *const run_state_name[RUN_STATES];

/* An address in the code, as all ranks can agree on. */
struct run_frame {
    uint64_t object; /* which of run->objects, or RUN_NOWHERE */
    uint64_t offset; /* in the file, just behind the call */
};

enum { RUN_NOWHERE = UINT32_MAX };

/* The call that a rank was in when it was last seen. */
struct run_inside {
    const char *call; /* NULL: it was computing */
    double seconds;   /* for how long, as far as is known */
    int peer;         /* the rank that it waits for; -1: none, many or any */
    const char *where;
    struct run_frame at; /* as an address, for resolve.h */
};

struct run_rank {
    int rank;
    const char *host;
    int pid;
    enum run_state state;
    int abort_code;
    struct run_inside inside;
    double start; /* since the start of the run */
    double end;
    bool at_least; /* it was killed, and may have lived on after 'end' */
    double init;   /* spent in MPI_Init */
    struct run_times times;
    uint64_t calls;
    uint64_t sent_count;
    uint64_t sent_bytes;
    uint64_t received_count;
    uint64_t received_bytes;
    uint64_t put_count;
    uint64_t put_bytes;
    uint64_t get_count;
    uint64_t get_bytes;
    uint64_t file_read_bytes;
    uint64_t file_written_bytes;
    uint64_t io_read_bytes; /* all that the kernel counts, files of MPI too */
    uint64_t io_written_bytes;
    uint64_t io_reads; /* of system calls; they and the next: 0 when unknown */
    uint64_t io_writes;
    uint64_t disk_read_bytes; /* of these bytes, what a disk has to do with */
    uint64_t disk_written_bytes;
    uint64_t memory_peak_bytes;
    uint64_t switches_voluntary;
    uint64_t switches_forced;
    double core_wait; /* its main thread was ready to run and had no core */
    double user_seconds;
    double system_seconds;
    double other_threads;     /* of both, what is not its main thread's */
    double other_threads_mpi; /* how long these were in MPI, in sum */
    double load;              /* mean load average of its host */
    uint64_t cycles; /* of its main thread, not in the kernel; 0: not known */
    uint64_t instructions;
    unsigned threads; /* that called MPI */
};

struct run_host {
    const char *name;
    unsigned ranks;
    unsigned cores;
    double load_first; /* load average when the run started */
    double load_last;
    double load_mean;
    size_t loads;
    double *load; /* seconds since the start of the run, load, seconds ... */
    uint64_t memory_bytes;
    uint64_t memory_free_bytes; /* the least that was seen */
    double energy; /* of its processors, joules; 0 when not known */
};

/* What one rank sent to another, point to point. */
struct run_message {
    int from;
    int to;
    uint64_t count;
    uint64_t bytes;
    struct run_sizes sizes;
};

/* What 'from' put into the windows of 'to', and got from there. */
struct run_onesided {
    int from;
    int to;
    uint64_t put_count;
    uint64_t put_bytes;
    uint64_t get_count;
    uint64_t get_bytes;
};

struct run_call {
    const char *name;
    const char *kind; /* "point to point", "collective", ... */
    uint64_t count;
    uint64_t untimed; /* of these, too fast and many to be timed */
    double seconds;
    double waiting;
    uint64_t bytes;
    struct run_sizes sizes;
};

/* A place in the program that calls MPI. */
struct run_site {
    const char *call;
    size_t depth;
    const char **frames; /* "exchange (heat.c:120)", then its callers */
    uint64_t count;
    double seconds;
    double waiting;
    uint64_t bytes;
    unsigned ranks;  /* how many come here */
    double for_last; /* of 'waiting', what 'last' waits less here than the
                        others: it is always the last to come */
    int last;        /* the rank that waits least, if that is more than 0 */
};

/* A source file, by its name in frames. */
struct run_source {
    const char *name;
    const char *path; /* the whole of it, empty when it is not known */
};

/* Communicators with the same members in the same order. */
struct run_comm {
    const char *name;    /* may be empty */
    const char *members; /* "0-3,8", empty when not known */
    unsigned size;
    uint64_t made;  /* how many there were, at most in one rank */
    unsigned ranks; /* that told about it */
};

/* One collective call on one of them. */
struct run_coll {
    const char *call;
    size_t comm; /* which of run->comms */
    uint64_t count;
    double seconds;
    uint64_t bytes;
    struct run_sizes sizes;
};

/* A loop that the ranks go round in. */
struct run_loop {
    const char *mark; /* the call site that it was recognised by */
    uint32_t path;    /* the same as a number, or RUN_NOWHERE */
    uint64_t count;
    uint64_t calls; /* in a round */
    double seconds; /* mean of its rounds */
    double covers;  /* share of the run, 0 to 1 */
};

struct run_pace {
    int rank;
    uint64_t count;
    double compute; /* seconds in an iteration, without MPI */
};

struct run_iterations {
    bool found;
    bool agreed;        /* all ranks go round in the same loop */
    bool manual;        /* marked by the program */
    const char *reason; /* why there are none, or what is special */
    const char *mark;
    uint32_t path; /* of the mark, or RUN_NOWHERE */
    uint64_t count;
    uint64_t calls; /* in an iteration */
    double median;
    double mean;
    double min;
    double max;
    double p90;
    double spread;    /* (90th - 10th percentile) / median */
    double trend;     /* per cent change from the first to the last tenth */
    double imbalance; /* slowest rank's compute / mean - 1 */
    double start_up;  /* seconds before the first one */
    double wind_down; /* and after the last one */
    struct run_efficiency efficiency;
    uint64_t stride; /* iterations in a sample */
    size_t samples;
    double *seconds; /* of each sample, per iteration, mean of the ranks */
    size_t paces;
    struct run_pace *pace; /* of the ranks that have this loop, or any */
    size_t loops;
    struct run_loop *loop; /* all loops known, the outermost first */
};

/* The time that the job stood still for a change, step by step. */
struct run_phases {
    double stop; /* till all ranks stood */
    double plan;
    double copy;
    double verify;
    double resume;
};

/* A change of the ranks' number or places while the job ran, or the attempt.
 */
struct run_change {
    unsigned number;
    uint64_t sync;     /* number of the sync at which it was */
    const char *what;  /* "resize", "migrate" ... */
    const char *order; /* as one would type it, "merge 0 1"; or empty */
    const char *why;
    int from; /* ranks */
    int to;
    uint64_t bytes;
    uint64_t wire_bytes; /* as they travelled */
    double asked;        /* of CLOCK_REALTIME */
    double at;           /* since the start of the run */
    double ready;        /* to get the new ranks ready, the old ones running */
    double stopped;      /* nobody ran */
    struct run_phases phases;
    size_t hosts;
    const char **host;
    bool done;           /* and not given up */
    const char *outcome; /* "done", or why it was given up */
    unsigned generation; /* that began with it */
    uint64_t iteration;  /* it came after so many */
    double before;       /* time of an iteration then, 0 when not known */
    double after;
    double predicted; /* how long it would stand still, 0 when not known */
    double predicted_gain; /* the share of an iteration it would save, or 0 */
    double realised_gain;  /* and what it saved, or 0 */
};

/* What a policy answered, or an agent proposed by a protocol, maybe several
 * times in a row.  What was not known is 0.
 */
struct run_answer {
    const char *who; /* the agent's host, or empty */
    double since;    /* the start of the run */
    double until;
    uint64_t times;
    int ranks; /* how the job was seen then */
    uint64_t iteration;
    double iteration_time;
    double efficiency;
    double free_cores;
    double others_cores;
    const char *answer;  /* "nothing: no core is free" */
    const char *outcome; /* what came of it, or empty */
};

/* What had a say in when the job was to be changed. */
struct run_policy {
    const char *kind; /* "policy" or "protocol" */
    const char *name;
    const char *options; /* "busy=0.5, every=2" */
    const char *limits;  /* "2-16,4": least, most, preferred; or "" */
    const char *figures; /* the profile that it was shown figures of, or "" */
    double every;
    uint64_t asked;
    double seconds;    /* that this took */
    bool off;          /* in the end, as it had failed */
    const char *fault; /* what was wrong with it last, or "" */
    size_t notes;
    const char **note; /* "h2 no core is idle": what agents did last */
    size_t answers;
    struct run_answer *answer; /* the last ones */
};

/* The job while it had the same ranks. */
struct run_generation {
    unsigned generation; /* from 1 on */
    int ranks;
    size_t hosts;
    const char **host;
    double start; /* when it took over, since the start of the run */
    double end;
    const char *state;
    uint64_t first_sync; /* it took over at this one */
    uint64_t last_sync;  /* and handed over at this one */
    double start_up;     /* before it took over, in the slowest rank */
    double start_up_cpu; /* processor time of that in all ranks */
    uint64_t iterations;
    size_t samples; /* so many of run_iterations' are its */
    double before;  /* time of an iteration before it took over, or 0 */
    double after;
};

/* What watching cost. */
struct run_cost {
    uint64_t samples;      /* calls that were measured */
    double ns_per_call;    /* of ours, in these */
    double seconds;        /* in all ranks */
    double percent;        /* of their processor time */
    double setup;          /* processor time at start and end, in seconds, of
                              the rank with the most */
    uint64_t memory_bytes; /* in all ranks */
};

/* A program or library; resolve.h looks into the file. */
struct run_object {
    const char *path;
    unsigned build_id_bytes;
    uint8_t build_id[20];
};

/* A call path in addresses, which resolve.h turns into sites. */
struct run_path {
    const char *call;
    unsigned depth;
    bool cut; /* its callers were not looked for */
    struct run_frame *frames;
    uint64_t count;
    double seconds;
    double waiting;
    uint64_t bytes;
};

/* A rank that went a path. */
struct run_visit {
    int rank;
    uint32_t path;
    unsigned loop; /* paths of a rank with the same one come once in each of
                      its rounds; 0: of no loop that is known */
    double waiting;
};

struct run {
    arena_t *arena; /* of texts and small arrays */

    const char *foreseen; /* how, by 'mitosis sim'; NULL: it was run */
    const char *job;
    const char *mpi;
    const char *folder;
    const char *output; /* where the report should go, or empty */
    const char *level;
    size_t arguments;
    const char **program;
    unsigned depth; /* call frames to report */
    bool summary;   /* the short table was asked for */
    bool yields; /* ranks that waited left cores that they shared to others */
    int size;
    bool complete;
    const char *reason;  /* why not */
    const char *missing; /* ranks that left nothing: "4-7", or empty */
    uint64_t started_ns; /* CLOCK_REALTIME */
    uint64_t ended_ns;
    double wall;
    bool at_least;                 /* ranks may have lived on after that */
    struct run_times sum;          /* over all ranks */
    double instructions_per_cycle; /* 0 when not known */
    const char *counters_missing;  /* why not, or empty */
    const char *energy_missing; /* why that of hosts is not known, or empty */
    struct run_efficiency efficiency;
    struct run_verdict verdict; /* diagnose() fills in both */
    struct run_verdict second;

    size_t ranks; /* in rising order, without the missing ones */
    struct run_rank *rank;
    size_t hosts;
    struct run_host *host;
    size_t messages;
    struct run_message *message; /* by from, then to */
    size_t onesided;
    struct run_onesided *one;
    size_t calls;
    struct run_call *call; /* most time first */
    size_t sites;
    struct run_site *site; /* most time first */
    size_t sources;
    struct run_source *source;
    size_t comms;
    struct run_comm *comm;
    size_t colls;
    struct run_coll *coll; /* most time first */
    struct run_iterations iterations;
    size_t changes;
    struct run_change *change; /* in order */
    size_t incidents;
    const char **incident; /* "at 3.2 s the agent was lost" */
    size_t policies;
    struct run_policy *policy; /* anew for each agent that was started */
    size_t generations;
    struct run_generation *generation; /* those that took over */
    struct run_cost cost;
    size_t unseens;
    const char **unseen; /* sentences */

    /* What resolve.h needs; empty when it was read or put together. */
    bool resolved; /* there is nothing to do for it */
    size_t objects;
    struct run_object *object;
    size_t paths;
    struct run_path *path;
    size_t visits; /* by rank */
    struct run_visit *visit;
};

/* Make an empty run.  Returns NULL when there is no memory. */
struct run *run_create(void);

/* Free all of it.  NULL is fine. */
void run_destroy(struct run *run);

/* Whether it is known what a rank did while it computed. */
bool run_times_split(const struct run_times *times);

void run_times_add(struct run_times *sum, const struct run_times *times);

/* Words of a run's reason: a rank may have done that, of which there is no
 * word either.
 */
extern const char run_exit_called[];

/* The word for the state of a rank, and what else it may be, as the reason
 * says: one that was in MPI did not end by itself.
 */
const char *run_state_words(const struct run *run,
                            const struct run_rank *rank);

/* Whether the calls were timed. */
bool run_timed(const struct run *run);

/* How many ranks it had when it had the fewest; 'size' is the most. */
int run_fewest_ranks(const struct run *run);

/* The processor time of all ranks together, in seconds. */
double run_processor(const struct run *run);

/* The same of all threads but the main ones. */
double run_other_threads(const struct run *run);

/* How long these were in MPI, in sum, if it is long enough to matter; else 0.
 * Then what is told of calls is of all threads, and is no part of the time of
 * the ranks, which is that of the main ones.
 */
double run_other_threads_mpi(const struct run *run);

/* The name of its program, without where it is; empty when it is not known. */
const char *run_program(const struct run *run);

/* Where a call site is, as it is called in other runs as well, in which lines
 * may have moved: "MPI_Send in exchange (heat.c)".  The text is kept in 'a';
 * returns NULL when there is no memory.
 */
const char *run_place(arena_t *a, const struct run_site *site);

/* Add a sentence on what could not be seen.  Returns -1 without memory. */
int run_unseen(struct run *run, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif /* !MITOSIS_REPORT_MODEL_RUN_H */
