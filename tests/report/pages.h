/* pages.h - job folders with pages of ranks that never ran
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_REPORT_PAGES_H
#define MITOSIS_TESTS_REPORT_PAGES_H

#include <stdio.h>
#include <sys/types.h>

#include "profile/page.h"
#include "report/model/run.h"

/* Calls as pages_make() numbers them. */
enum {
    PAGES_INIT,
    PAGES_SEND,
    PAGES_RECV,
    PAGES_ALLREDUCE,
    PAGES_SENDRECV,
    PAGES_PROBE,
    PAGES_IRECV,
    PAGES_START,
    PAGES_IBCAST,
    PAGES_IWRITE,
    PAGES_WAIT,
    PAGES_WIN_WAIT,
    PAGES_OPEN,
    PAGES_TEST,
    PAGES_SIZE
};

enum { PAGES_TICK_NS = 2 };

/* Make a folder for pages, below $TMPDIR or /dev/shm or /tmp. */
const char *pages_folder(void);

/* Remove it with all that is in it. */
void pages_remove(const char *folder);

/* Make the page of 'rank' in a world of 'size' that ran for 10 seconds on
 * this host and finished: 1 s in MPI, of which MPI_Init took 0.1 s.  It has
 * no calls yet; ticks are 2 ns.
 */
struct page *pages_make(const char *folder, int rank, int size);

/* Make the page of a rank of one of several generations of the job, which was
 * current from 'from' to 'to', seconds since the start of the first, and
 * handed over then.  A tenth of that it was in MPI.  Those after the first
 * started half a second before they took over, which took a quarter of a
 * second of processor time.
 */
struct page *pages_generation(const char *folder,
                              unsigned generation,
                              int rank,
                              int size,
                              double from,
                              double to);

/* Note 'count' calls of together 'seconds', the fastest of which took
 * 'fastest' seconds, with 'bytes' each.
 */
void pages_call(struct page *p,
                int call,
                uint64_t count,
                double seconds,
                double fastest,
                uint64_t bytes);

/* Note 'count' messages to 'peer' of 'bytes' each. */
void pages_send(struct page *p, int peer, uint64_t count, uint64_t bytes);

/* Note a call site in the middle of nowhere, with 'count' calls of together
 * 'seconds'.  Returns which it is.
 */
int pages_site(struct page *p, int call, uint64_t count, double seconds);

/* Note a communicator of the given members.  Returns which it is. */
int pages_comm(struct page *p, const char *members, int size);

/* Note a collective call on it. */
void pages_coll(struct page *p, int call, int comm, uint64_t count);

/* Go round in a loop, of 'inner' sends and one reduction each, after a second
 * of start-up.  Round i takes 'seconds' and 'growth' times i more, of which
 * a tenth in MPI.
 */
void pages_loop(
    struct page *p, int rounds, int inner, double seconds, double growth);

/* The same from the moment 'start', in seconds since the start of the job. */
void pages_loop_from(struct page *p,
                     double start,
                     int rounds,
                     int inner,
                     double seconds,
                     double growth);

/* Make 'count' more pages like that of rank 0, of the ranks after it, which
 * takes no more room than what is in it.
 */
void pages_copy(const char *folder, int count);

/* A process that has ended and is no zombie. */
pid_t pages_dead_process(void);

/* Seconds as ticks of pages. */
uint64_t pages_ticks(double seconds);

/* The run as JSON and as text, which is there until the next call. */
char *pages_json(const struct run *run);
char *pages_text(const struct run *run,
                 void (*print)(const struct run *run, FILE *out));

/* Gather the pages of a folder and find their call sites; the test fails
 * when that fails.
 */
struct run *pages_run(const char *folder);

/* The same, and remove the folder.  The run is there until the next call. */
struct run *pages_collect(const char *folder);

#endif /* !MITOSIS_TESTS_REPORT_PAGES_H */
