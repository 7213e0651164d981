/* pcontrol.c - by which a program speaks to its tools
 *
 * MPI_Pcontrol(), with the level
 *
 *     0  watch no more     1, 2  watch again     3  an iteration begins
 *
 * takes any number of arguments, of which only another tool behind
 * us knows the meaning.  So it is left as it was entered: a jump, with all
 * registers that carry arguments as they were.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <mpi.h>

#include "pmpi/mpi/next.h"
#include "pmpi/watch/span.h"
#include "pmpi/watch/span_mark.h"
#include "pmpi/watch/watch.h"

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

#ifdef ENTRY_JUMPS
JUMP_BY(wrapper_MPI_Pcontrol, "", pcontrol_hook)
#else
EXPORT int MPI_Pcontrol(const int level, ...)
{
    return ((int (*)(int, ...))pcontrol_hook(level))(level);
}
#endif
