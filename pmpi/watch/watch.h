/* watch.h - whether, how and where this process is being watched
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_PMPI_WATCH_WATCH_H
#define MITOSIS_PMPI_WATCH_WATCH_H

#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/settings.h"
#include "profile/page.h"

/* The one record of a process that is being watched. */
struct watch {
    union {
        struct {
            bool on; /* between MPI_Init and MPI_Finalize, and not paused */
            bool paused; /* by the program, with MPI_Pcontrol() */
            bool locked; /* several threads may be in MPI at once */
            bool synced; /* mito_sync() was called, and is to be marked */
            enum page_level level;
        };
        uint64_t state; /* all of these, to be compared at once */
    };
    uint64_t usual;    /* the state in which calls take the short way */
    struct page *page; /* NULL when there is none */
    uint64_t look_at;  /* ticks: when to look closer at the rank again */
    bool long_rounds;  /* the clock is no longer to read than an iteration */
    MPI_Group world;   /* the ranks that all others are told in */
};

/* What 'usual' is where there is none: no state has all bits set.  Without a
 * page that is so.
 */
#define WATCH_NO_STATE UINT64_MAX

/* Where a thread is.  The usual case is one value, to be tested at once. */
enum __attribute__((packed)) watch_where {
    WATCH_NEW,     /* it never called MPI */
    WATCH_OUTSIDE, /* of MPI */
    WATCH_PROBE,   /* the same, and its next call is to be measured */
    WATCH_LOOK,    /* the same, and what is before the next one is looked at:
                      apart, as that call would wait for memory that no other
                      one needs */
    WATCH_INSIDE, /* an MPI call: those from within it are not the program's */
};

/* One call in so many is measured for its cost: a prime number, not to meet
 * the same one of a loop each time.
 */
enum { WATCH_COST_EVERY = 251 };

/* What each thread knows. */
struct watch_thread {
    union {
        struct {
            enum watch_where where;
            bool main; /* the thread that started MPI */
            uint16_t reserved;
        };
        uint32_t state; /* both, to be compared at once */
    };
    uint32_t unmeasured; /* calls to come until something is to be done about
                            measuring what they cost */
    uint64_t entered;    /* ticks when the call began that is measured, or 0 */
    struct thread_record *record;
};

/* Hidden variables are reached without a look at where they are. */
#define WATCH_HIDDEN __attribute__((visibility("hidden")))

extern struct watch watch WATCH_HIDDEN;
extern _Thread_local struct watch_thread watch_thread
    __attribute__((tls_model("initial-exec"))) WATCH_HIDDEN;
extern pthread_mutex_t watch_mutex WATCH_HIDDEN;

/* Whether a call begins in the state and the thread that most begin in. */
static inline bool watch_is_usual(void)
{
    static const struct watch_thread usual = { .where = WATCH_OUTSIDE,
                                               .main = true };

    return watch.state == watch.usual && watch_thread.state == usual.state;
}

/* Keep other threads from writing things down; and let them again. */
static inline void watch_lock(void)
{
    if (__builtin_expect(watch.locked, 0))
        pthread_mutex_lock(&watch_mutex);
}

static inline void watch_unlock(void)
{
    if (__builtin_expect(watch.locked, 0))
        pthread_mutex_unlock(&watch_mutex);
}

/* There is no more memory for pages: watch no more, and remark it. */
void watch_give_up(void);

/* This rank, of a later generation, takes over at the sync with this number:
 * what it did so far was start-up and does not count.
 */
void watch_take_over(uint64_t sync);

/* This rank stands still for a change; and goes on, as the change was given
 * up.  Neither need be called twice as often as the other.
 */
void watch_hold(void);
void watch_release(void);

/* For how long it did, or was not watched, up to now: ticks. */
static inline uint64_t watch_absent_ticks(void)
{
    return watch.page->held_ticks + watch.page->paused_ticks;
}

/* The rank will end the job by MPI_Abort(). */
void watch_abort(int code);

/* Stop and go on watching, by MPI_Pcontrol(). */
void watch_pause(void);
void watch_resume(void);

/* Take stock of memory, processor time and the host's load.  Called about
 * once a second, with the lock held.
 */
void watch_refresh(uint64_t now);

/* It was time to look closer, and that is done 'now', with 'core_wait' as what
 * use_sample_call_ends() tells, or NULL, with the next call: take stock once a
 * second.  Called with the lock held.
 */
void watch_look(uint64_t now, const double *core_wait);

/* What else is to be done then, for the job in 'folder', or NULL. */
extern void (*watch_on_refresh)(const char *folder);

/* The rank is inside of MPI and waits: note that it is alive, and once a
 * second what it uses.
 */
void watch_live(void);

/* The folder of the job, and a setting as it was found; "" before MPI was
 * started.
 */
const char *watch_folder(void);

/* The calling thread makes its first call: give it a record in the page.  Or
 * it is the main one of a new page.
 */
void watch_enter_thread(void);
void watch_begin_thread(void);
const char *watch_setting(enum setting which);

/* Say a sentence on stderr, one line with the rank. */
void watch_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Not all messages and requests were counted, for a reason that can go before
 * a comma, a text that lives on.  What was not seen is not known later either.
 */
void watch_lose_sight(const char *why);

/* The first such reason, or NULL. */
const char *watch_sight_lost(void);

/* Note a sentence for the report, once each, if this rank is in it. */
void watch_remark(const char *text);

#endif /* !MITOSIS_PMPI_WATCH_WATCH_H */
