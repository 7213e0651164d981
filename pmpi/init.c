/* init.c - where our life inside the program starts and ends
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "pmpi/calls/fortran.h"
#include "pmpi/files/output.h"
#include "pmpi/library.h"
#include "pmpi/mpi/next.h"
#include "pmpi/mpi/real.h"
#include "pmpi/watch/finalize_guard.h"
#include "pmpi/watch/find_agent.h"
#include "pmpi/watch/page_tables.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/watch.h"
#include "pmpi/watch/watch_end.h"
#include "pmpi/watch/watch_start.h"

static int sessions; /* open ones */
static bool world;   /* MPI_Init() was called */

/* These are counted whether we watch yet, or still, or not; but of a job that
 * moves only the last generation finishes.
 */
static void count(enum call call)
{
    if (watch.page && watch.page->state != PAGE_SUCCEEDED
        && page_tables_prepare(call)) {
        watch.page->call[call].count++;
        watch.page->call[call].untimed++;
    }
}

/* Without a launcher there is no page before MPI has started: what starts it
 * is counted afterwards.
 */
static void count_late(enum call call)
{
    if (watch.page && page_tables_prepare(call)
        && watch.page->call[call].count == 0)
        count(call);
}

/* ---- the world model ---- */

static void begin_world(int thread_level, int rc)
{
    if (rc != MPI_SUCCESS)
        return;
    world = true;
    watch_begin(thread_level, false);
    if (watch_spans_hosts())
        find_agent_meet();
}

EXPORT int MPI_Init(int *argc, char ***argv)
{
    int rc, thread_level = MPI_THREAD_SINGLE;

    fortran_redirect();
    output_follow();
    watch_prepare();
    count(CALL_MPI_Init);
    rc = NEXT(MPI_Init)(argc, argv);
    if (rc == MPI_SUCCESS)
        REAL(MPI_Query_thread)(&thread_level);
    begin_world(thread_level, rc);
    count_late(CALL_MPI_Init);
    return rc;
}

EXPORT int MPI_Init_thread(int *argc,
                           char ***argv,
                           int required,
                           int *provided)
{
    int rc;

    fortran_redirect();
    output_follow();
    watch_prepare();
    count(CALL_MPI_Init_thread);
    rc = NEXT(MPI_Init_thread)(argc, argv, required, provided);
    begin_world(rc == MPI_SUCCESS ? *provided : 0, rc);
    count_late(CALL_MPI_Init_thread);
    return rc;
}

/* It is the last call, and so far the rank is in it. */
static void enter_finalize(void)
{
    struct page *page = watch.page;

    if (!page || page->state != PAGE_FINISHING)
        return;
    page->inside_call = CALL_MPI_Finalize;
    page->inside_peer_plus_one = 0;
    page->inside_address = 0;
    page->inside_since = page->finalize_enter;
}

EXPORT int MPI_Finalize(void)
{
    uint64_t now = watch_last_look();
    int rc;

    count(CALL_MPI_Finalize);
    library_end(); /* may wait for the agent */
    watch_end(now);
    enter_finalize();
    watch_gather_pages();
    if (finalize_guard_prepare())
        watch_remark("this MPI hangs in MPI_Finalize() over a network; its "
                     "connections were left open, which cures that");
    rc = NEXT(MPI_Finalize)();
    watch_report();
    return rc;
}

EXPORT int MPI_Abort(MPI_Comm comm, int code)
{
    count(CALL_MPI_Abort);
    watch_abort(code);
    return NEXT(MPI_Abort)(comm, code);
}

/* ---- sessions ---- */

/* A program may use sessions only, one after another.  Then there is no
 * MPI_COMM_WORLD, but the group of all ranks, which goes by this name.
 */
static void begin_session(MPI_Session session)
{
    int thread_level = MPI_THREAD_MULTIPLE;

    if (watch.page && watch.page->state == PAGE_STARTING)
        REAL(MPI_Group_from_session_pset)
    (session, "mpi://WORLD", &watch.world);
    if (watch.page && !watch.on)
        watch_begin(thread_level, true);
}

EXPORT int MPI_Session_init(MPI_Info info,
                            MPI_Errhandler errhandler,
                            MPI_Session *session)
{
    int rc;

    fortran_redirect();
    output_follow();
    watch_prepare();
    count(CALL_MPI_Session_init);
    rc = NEXT(MPI_Session_init)(info, errhandler, session);
    if (rc == MPI_SUCCESS && ++sessions == 1 && !world)
        begin_session(*session);
    count_late(CALL_MPI_Session_init);
    return rc;
}

EXPORT int MPI_Session_finalize(MPI_Session *session)
{
    count(CALL_MPI_Session_finalize);
    if (--sessions == 0 && !world)
        watch_end(clock_ticks());
    return NEXT(MPI_Session_finalize)(session);
}

/* ---- what the program says itself ---- */

/* The levels of MPI_Pcontrol(): watch no more, again, an iteration begins. */
enum { STOP = 0, GO = 1, GO_IN_DETAIL = 2, ITERATION = 3 };

/* Take in the level, and say where to jump. */
void *pcontrol_hook(int level) __attribute__((used));

void *pcontrol_hook(int level)
{
    span_count(CALL_MPI_Pcontrol);
    if (watch.page && level == STOP)
        watch_pause();
    else if (level == GO || level == GO_IN_DETAIL)
        watch_resume();
    else if (level == ITERATION)
        span_mark_iteration(SPAN_MARK_PCONTROL, clock_ticks());
    return next_get(CALL_MPI_Pcontrol);
}

/* It takes any number of arguments, of which only another tool behind us knows
 * the meaning.  So it is left as it was entered: a jump, with all registers
 * that carry arguments as they were.
 */
#ifdef ENTRY_JUMPS
JUMP_BY(wrapper_MPI_Pcontrol, "", pcontrol_hook)
#else
EXPORT int MPI_Pcontrol(const int level, ...)
{
    return ((int (*)(int, ...))pcontrol_hook(level))(level);
}
#endif
