/* page.h - what a rank writes down about itself, in memory that outlives it
 *
 * A page is a file that the rank maps and counts in.  It needs no closing
 * words: whoever reads it after the rank was killed, or while it hangs, finds
 * what was known up to that moment.  Every table has its full size from the
 * start; the file is sparse, so only what is used takes memory.  What is
 * about to be used must be claimed first, for a store into a hole of a full
 * file system ends the program.
 *
 * Times are in ticks of base/system/clock.h, from the host's own counter;
 * 'tick_ns' turns them into nanoseconds.  Only the rank writes, but for
 * 'look'; readers take care of a page that changes under them.  Writer and
 * reader are of the same build, which 'version' and 'bytes' make sure of.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PROFILE_PAGE_H
#define MITOSIS_PROFILE_PAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/system/host.h"
#include "base/system/process.h"
#include "profile/host_load.h"
#include "profile/iteration_search.h"

enum {
    PAGE_VERSION = 1,
    PAGE_CALLS = 1024,      /* more than MPICH has */
    PAGE_SITES = 4096,      /* call paths told apart */
    PAGE_COMMS = 512,       /* memberships of communicators told apart */
    PAGE_COLLS = 256,       /* pairs of collective call and communicator */
    PAGE_OBJECTS = 256,     /* loaded programs and libraries */
    PAGE_THREADS = 64,      /* threads told apart */
    PAGE_PEERS = 16384,     /* ranks told apart as partners */
    PAGE_TEXT = 256 * 1024, /* names and members of communicators */
    SITE_FRAMES = 16,       /* call frames kept of a call path */
    SIZE_CLASSES = 65,      /* 0, 1, 2, 4 ... 2^63 bytes */
};

/* What is being written down, each level including the ones before. */
enum page_level {
    LEVEL_OFF,
    LEVEL_COUNTS,
    LEVEL_TIMES,
    LEVEL_CALLSITES,
    LEVEL_TRACE,
    PAGE_LEVELS
};

/* Their words in settings and reports. */
extern const char *const page_level_name[PAGE_LEVELS];

/* Where a rank is in its life. */
enum page_state {
    PAGE_STARTING,  /* in MPI_Init, or before */
    PAGE_RUNNING,   /* between MPI_Init and MPI_Finalize */
    PAGE_FINISHING, /* in MPI_Finalize */
    PAGE_FINISHED,  /* MPI_Finalize was left */
    PAGE_ABORTED,   /* it called MPI_Abort, see abort_code */
    PAGE_EXITED,    /* it ended by exit() or return without MPI_Finalize */
    PAGE_SUCCEEDED, /* it handed over to the next generation */
};

/* What a call is like; the list in pmpi/mpi/mpi.list says so for each. */
enum call_trait {
    TRAIT_P2P = 1 << 0,      /* sends or receives, or helps to */
    TRAIT_COLL = 1 << 1,     /* collective communication */
    TRAIT_RMA = 1 << 2,      /* one-sided */
    TRAIT_IO = 1 << 3,       /* MPI-IO */
    TRAIT_BLOCKING = 1 << 4, /* may wait for other ranks */
    TRAIT_POLL = 1 << 5,     /* asks and comes back at once */
    TRAIT_DATA = 1 << 6,     /* its bytes and size classes mean something */
    TRAIT_START = 1 << 7,    /* begins what another call completes */
    TRAIT_COMPLETE = 1 << 8, /* completes what another call began */
    TRAIT_LOCAL = 1 << 9,    /* asks or sets something in this rank only */
    TRAIT_COMM = 1 << 10,    /* makes or frees communicators */
    TRAIT_SETUP = 1 << 11,   /* starts or ends MPI */
};

/* One MPI call of the list, by its number.  'name' is empty while unused.
 * The waiting time of a blocking call is estimated as what it took beyond
 * the fastest call of its size class.
 */
struct call_record {
    char name[40];
    uint32_t traits;
    uint32_t reserved;
    uint64_t count;
    uint64_t untimed; /* of these, made too fast and too often to be timed */
    uint64_t ticks;
    uint64_t bytes;
    uint64_t sizes[SIZE_CLASSES];   /* successful calls by class */
    uint64_t fastest[SIZE_CLASSES]; /* ticks of the fastest of each class */
};

/* One call path.  frames[0] is the return address of the MPI call in the
 * program, frames[1] that of its caller, and so on, 'depth' of them.
 */
struct call_site_record {
    uint32_t call;
    uint32_t depth;
    uint32_t cut; /* 1: its callers were not looked for, as watching had cost
                     too much by then */
    uint32_t number; /* in the table of the page */
    uint64_t count;
    uint64_t ticks;
    uint64_t bytes;
    uint64_t fastest;
    struct iteration_search_mark beat;
    uint64_t frames[SITE_FRAMES];
};

/* What was exchanged with one rank of MPI_COMM_WORLD.  'rank' is one more
 * than the rank, so that 0 means unused.  Sizes are of sent messages.
 */
struct peer_record {
    uint32_t rank_plus_one;
    uint32_t reserved;
    uint64_t sent_count;
    uint64_t sent_bytes;
    uint64_t received_count;
    uint64_t received_bytes;
    uint64_t put_count; /* one-sided, towards the peer */
    uint64_t put_bytes;
    uint64_t get_count; /* one-sided, from the peer */
    uint64_t get_bytes;
    uint64_t sizes[SIZE_CLASSES];
};

/* One membership of communicators: all that have the same members in the
 * same order are one record.  Record 0 is that of MPI_COMM_WORLD, 1 that of
 * MPI_COMM_SELF.  Members are text such as "0-3,8", in ranks of
 * MPI_COMM_WORLD, with "?" for ranks of other jobs; of an
 * inter-communicator "0-1|2-3", the same on both sides.
 */
struct comm_record {
    uint64_t key;  /* hash of the members, the same in every rank */
    uint32_t size; /* 0 means unused */
    uint32_t rank;
    uint32_t made; /* how many communicators had it */
    uint32_t members_at;
    char name[64]; /* the last name set by the program, or empty */
};

/* One collective call on one membership. */
struct coll_record {
    uint32_t call_plus_one; /* 0 means unused */
    uint32_t comm;
    uint64_t count;
    uint64_t ticks;
    uint64_t bytes;
    uint64_t sizes[SIZE_CLASSES];
};

/* A program or library in memory, to turn addresses into code after the run.
 * An address a belongs to it when base <= a < end; a - bias is the address
 * in the file.
 */
struct object_record {
    uint64_t base;
    uint64_t end;
    uint64_t bias;
    uint32_t build_id_bytes;
    uint8_t build_id[20];
    char path[256];
};

struct thread_record {
    uint64_t count; /* calls */
    uint64_t ticks; /* in MPI */
};

/* What a rank did before it became part of the job, by MPI_Init() or, in a
 * later generation, by taking over.
 */
struct page_startup {
    uint64_t calls;
    uint64_t mpi_ticks;
    uint64_t switches_voluntary;
    uint64_t switches_forced;
    double core_wait_seconds;
    double on_core; /* the main thread */
    double user_seconds;
    double system_seconds;
};

/* What the kernel counts of the main thread, in seconds. */
struct thread_use {
    double on_core;
    double in_kernel; /* of that */
    double core_wait; /* it was ready to run and had no core */
};

/* Stretches of time that were looked at closely, out of many. */
struct stretches {
    uint64_t count;
    uint64_t ticks;
    struct thread_use use;
};

/* What who looks after the job on this host saw of the rank, from outside. */
struct page_look {
    uint64_t at; /* ticks when it was alive last; 0: nobody looked */
    uint64_t memory_peak_bytes;
    double user_seconds;
    double system_seconds;
};

struct page {
    char magic[8]; /* "MITOPAGE" */
    uint32_t version;
    uint32_t state;
    uint64_t bytes;  /* of the whole file */
    char path[4096]; /* of the file */

    /* who */
    int32_t rank; /* in MPI_COMM_WORLD */
    int32_t size;
    int32_t local_size; /* ranks on this host, 0 when not known */
    int32_t pid;
    int32_t abort_code;
    uint32_t generation; /* of the job, from 1 on; 0 is as good as 1 */
    uint32_t program_bytes;
    uint32_t cores;         /* of the host, that the job may use */
    uint64_t pid_namespace; /* as host_pid_namespace() has it */
    char job[64];
    char host[HOST_NAME];
    char mpi[64];       /* e.g. "MPICH 4.0.2" */
    char program[4096]; /* arguments, each ended by a NUL, maybe cut */
    char folder[4096];  /* the working directory at the start */

    /* how */
    uint32_t level;    /* enum page_level, as decided */
    uint32_t depth;    /* call frames to report */
    uint32_t summary;  /* print the short table at the end? */
    uint32_t yields;   /* it leaves a core that it shares while it waits */
    char output[4096]; /* the report's name, or empty for the default */
    char unwinder[32]; /* "libunwind", or empty when it is not there */

    /* when */
    double tick_ns;
    uint64_t birth_ns; /* CLOCK_REALTIME at its birth ... */
    uint64_t birth;    /* ... in ticks, as all below */
    uint64_t init_enter;
    uint64_t init_leave;
    uint64_t finalize_enter;
    uint64_t last; /* when something was written down last */

    /* how it took part in a job that moves */
    uint64_t took_over;  /* from the generation before, 0 for not */
    uint64_t first_sync; /* number of the sync at which it took over */
    uint64_t last_sync;  /* and at which it handed over */
    uint64_t held_ticks; /* it stood still for changes, */
    uint64_t held_since; /* and does since then, 0 for not */
    struct page_startup startup;

    /* what it is doing */
    uint64_t inside_since;        /* 0 while it computes */
    uint32_t inside_call;         /* the call it is in, or was in last */
    int32_t inside_peer_plus_one; /* it waits for this rank of MPI_COMM_WORLD;
                                     0: for none, many or any */
    uint64_t inside_address;      /* the return address of that call */

    /* sums */
    uint64_t calls;         /* of the main thread, not counting untimed ones */
    uint64_t mpi_ticks;     /* of the main thread */
    uint64_t paused_ticks;  /* watching was off by MPI_Pcontrol */
    uint64_t requests_open; /* communications begun and not completed */
    uint64_t received_unseen; /* receives that failed or ended unseen */
    uint64_t cancelled;       /* communications taken back */
    uint64_t other_job_count; /* messages to ranks of other jobs */
    uint64_t other_job_bytes;
    uint64_t other_peers_count; /* to ranks beyond PAGE_PEERS */
    uint64_t other_peers_bytes;
    uint64_t file_read_bytes;
    uint64_t file_written_bytes;

    /* the rank's use of its host, refreshed about once a second */
    struct page_look look;
    uint64_t memory_peak_bytes;
    double user_seconds;
    double system_seconds;
    uint64_t switches_voluntary;
    uint64_t switches_forced;
    struct process_io io;
    struct process_io io_before; /* of that, before MPI had started */
    double core_wait_seconds; /* the main thread was ready and had no core */
    struct thread_use use;    /* the same, and more, at 'use_at', ticks */
    struct thread_use use_before; /* of that, before MPI had started */
    uint64_t use_at;
    struct stretches computing; /* between two calls */
    struct stretches calling;   /* in a call */
    struct stretches traced;    /* all between two calls, where it is traced */
    uint64_t cycles;            /* of the main thread, not in the kernel */
    uint64_t instructions;
    uint64_t cycles_before; /* of these, before it took over */
    uint64_t instructions_before;
    int32_t counters_wrong; /* why there are none, an errno; 0: there are */
    int32_t energy_wrong;   /* the same of the next one */
    double energy_joules;   /* of the host's processors, while it ran; 0 of
                               all ranks of a host but one */
    double energy_before;
    double load_first; /* load average of the host, one minute */
    double load_last;
    double load_sum; /* of load_samples */
    uint64_t load_samples;
    struct host_load loads; /* since 'birth' */
    uint64_t host_memory_bytes;
    uint64_t host_memory_free_bytes;

    /* what watching cost */
    uint64_t cost_samples;     /* calls that were measured */
    uint64_t cost_ticks;       /* spent by us in these */
    uint64_t cost_look_ticks;  /* for 'computing' and 'calling' */
    double cost_setup_seconds; /* processor time at the start and the end */

    /* what could not be seen */
    uint64_t lost_sites;   /* calls from paths beyond PAGE_SITES */
    uint64_t lost_comms;   /* memberships beyond PAGE_COMMS */
    uint64_t lost_colls;   /* calls beyond PAGE_COLLS */
    uint64_t lost_objects; /* loaded objects beyond PAGE_OBJECTS */
    uint64_t lost_threads; /* threads beyond PAGE_THREADS */
    char tool_before[256]; /* a library that has MPI calls before ours */
    char tool_behind[256]; /* one that has them between ours and MPI */
    char remarks[1024];    /* other things, a line each */

    /* trace */
    char trace[256]; /* the trace file's name in the job's folder, or empty */
    uint64_t trace_lost;

    uint32_t comms_used;
    uint32_t colls_used;
    uint32_t objects_used;
    uint32_t threads_used;
    uint32_t text_used;
    uint32_t sites_used;
    uint64_t peers; /* slots at the end */
    struct comm_record comm[PAGE_COMMS];
    struct coll_record coll[PAGE_COLLS];
    struct object_record object[PAGE_OBJECTS];
    struct thread_record thread[PAGE_THREADS];
    struct iteration_search beat;
    char text[PAGE_TEXT];

    /* From here on what is used is claimed bit by bit. */
    struct call_record call[PAGE_CALLS];
    struct call_site_record site[PAGE_SITES];
    struct peer_record peer[];
};

/* The class of a message of 'bytes': 0 for none, c for more than 2^(c-2) and
 * up to 2^(c-1) bytes.
 */
static inline unsigned size_class(uint64_t bytes)
{
    return bytes <= 1 ? (unsigned)bytes
                      : 65 - (unsigned)__builtin_clzll(bytes - 1);
}

/* The largest size in a class: 0, 1, 2, 4, ... 2^63. */
static inline uint64_t size_class_limit(unsigned class)
{
    return class == 0 ? 0 : UINT64_C(1) << (class - 1);
}

/* Make the file 'path', which must not exist, and map it as the page of a
 * rank in a world of 'size'.  Returns the page, all zero but for magic,
 * version, bytes, size and peers, or NULL with the reason in 'err' and no
 * file left behind.
 */
struct page *page_create(const char *path, int size, struct error *err);

/* Map the page in the file 'path' for reading.  Returns NULL with the reason
 * in 'err' when there is none, or it is cut off or of another build.
 */
struct page *page_open(const char *path, struct error *err);

/* Unmap a page; the file stays.  NULL is fine. */
void page_close(struct page *p);

/* Whether the process of the rank can be looked for here: it is on this host,
 * and in no container with process numbers of its own.
 */
bool page_is_here(const struct page *p);

/* Make sure that 'bytes' from 'start' on, within the page, can be written.
 * Returns false when the file system is full.
 */
bool page_claim(struct page *p, const void *start, size_t bytes);

/* The record of the world rank 'rank', or NULL when there is no room.  A
 * record that is not in use yet is claimed first.
 */
struct peer_record *page_peer(struct page *p, int rank);

/* Where a page is written, as far as was asked: a look at a hole gives it
 * memory, and where there is none left, ends who looks by SIGBUS.
 */
struct page_written {
    int fd;
    int64_t from, to; /* known to be; what is before 'from' is not */
};

/* The peers of a page that is open for reading: first say page_peers_begin(),
 * then page_peers_next() returns one record in use after the other, and NULL
 * behind the last, and then page_peers_end().
 */
struct page_peers {
    const struct page *page;
    struct page_written written;
    uint64_t next;
};
void page_peers_begin(struct page_peers *peers, const struct page *p);
const struct peer_record *page_peers_next(struct page_peers *peers);
void page_peers_end(struct page_peers *peers);

/* What was used and counted so far was before the rank became part of the job:
 * it goes into p->startup; the use of resources must be fresh.
 */
void page_end_startup(struct page *p);

/* Forget what was counted and timed so far, but for how much it was, which
 * goes into p->startup; the host's use of resources must be fresh.  What was
 * counted keeps its place and its name, so who counts can go on.
 */
void page_start_over(struct page *p);

/* What watching cost in the calls so far, in ticks, as the measured ones tell;
 * 0 when none was measured.
 */
double page_cost(const struct page *p);

/* Whether the library in the file 'path' stands between a program and MPI: the
 * Fortran binding, and our own.
 */
bool page_is_between(const char *path);

/* Keep a copy of 'text' in the page.  Returns where it starts in p->text, or
 * 0 (which is an empty text) when there is no room.
 */
uint32_t page_text(struct page *p, const char *text);

#endif /* !MITOSIS_PROFILE_PAGE_H */
