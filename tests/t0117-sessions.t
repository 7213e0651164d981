#!/bin/sh
# MPI without MPI_Init: sessions, in which there is no MPI_COMM_WORLD.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

watch_job sessions 3 sessions
same_output
sound
table 'ranks are those of mpi://WORLD' messages <<'END'
0>1 5 200 64:5
1>2 5 200 64:5
2>0 5 200 64:5
END
table 'calls count from the first session on' calls <<'END'
MPI_Allreduce 3 12
MPI_Comm_create_from_group 3 0
MPI_Comm_free 3 0
MPI_Sendrecv 15 600
END
table 'to its end' own_calls <<'END'
MPI_Comm_rank 3 0
MPI_Comm_size 3 0
MPI_Group_free 3 0
MPI_Group_from_session_pset 3 0
MPI_Session_finalize 3 0
MPI_Session_init 3 0
END
table 'a communicator of all is of all' collectives <<'END'
MPI_Allreduce MPI_COMM_WORLD 3 12 4:3
END
fact 'the start of MPI is timed' '[.ranks[].init > 0] | all' true
# It has no MPI_COMM_WORLD, over which a change would go.
cat >registers.c <<'END'
#include <mitosis.h>
#include <stdio.h>
int main(void)
{
    MPI_Session session;
    int step = 0;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < 5; step++)
        mito_sync();
    MPI_Session_finalize(&session);
    printf("all %d steps\n", step);
    return 0;
}
END
"$MPICC" -I"$top_srcdir/include" -o registers registers.c
run_watched registers -n 2 ./registers
told() {
    cat registers.status registers.out registers.err
    grep -qx 'mitosis: rank [01]: registers.c:8: "step" is registered too early, before MPI_Init(); the job cannot be changed' registers.err \
        && test "$(grep -c . registers.err)" -eq 1
}
check 'that what has sessions alone cannot be changed is told' told
runs_on() { cat registers.out registers.err; test "$(grep -cx 'all 5 steps' registers.out)" -eq 2; }
check 'and it runs to its end' runs_on
tap_done
