#!/bin/sh
# t0152-apart.t - a launcher and an MPI that do not speak the same language
# make each process a world of its own, which is said in one line
#
# It is what happens with MPICH as packaged by Ubuntu 24.04, which is built for
# PMIx.  Here each process loses its line to Hydra (PMI_FD), so that MPICH
# does the same; the other variables are there.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_SUMMARY=on

cat >world.c <<'END'
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef MALLEABLE
#include "mitosis.h"
#endif
#include <unistd.h>
int main(int argc, char **argv)
{
    int rank, size, step = 0;
#ifdef SESSION
    MPI_Session session;
    MPI_Group group;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Group_rank(group, &rank);
    MPI_Group_size(group, &size);
    MPI_Group_free(&group);
    printf("%d of %d, %d\n", rank, size, step);
    return MPI_Session_finalize(&session);
#else
    MPI_Init(&argc, &argv);
#ifdef MALLEABLE
    mito_register("step", &step, NULL, MPI_INT, NULL);
    for (; step < 3; step++)
        mito_sync();
#endif
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(MPI_IN_PLACE, &step, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    printf("%d of %d, %d\n", rank, size, step);
    if (argc > 1)
        sleep(atoi(argv[1]));
    return MPI_Finalize();
#endif
}
END
"$MPICC" world.c -o world
"$MPICC" -I"$top_srcdir/include" -DMALLEABLE world.c -o malleable
"$MPICC" -DSESSION world.c -o session
cat >alone <<'END'
#!/bin/sh
unset PMI_FD PMI_PORT
exec "$@"
END
chmod +x alone

# apart SENTENCE STEPS  - the last job ran as four of one rank, and said so
apart() {
    check "$1: it runs on" ran "$2"
    check "$1: one line says what is wrong" said
    check "$1: no page and no report is left" untouched
}
ran() {
    cat job.*
    for _ in 1 2 3 4; do echo "0 of 1, $1"; done | diff - job.out \
        && grep -qx 'exit status 0' job.status
}
said() {
    cat job.err
    test "$(grep -c . job.err)" -eq 1 && grep -q \
        'mpiexec started 4 processes.*rank 0 of 1.*PMIx.*Hydra' job.err
}
untouched() {
    ! find "$MITOSIS_PAGES" . -mindepth 1 \( -name '*.json' -o -path \
        "$MITOSIS_PAGES/*" \) | grep .
}

keep job launch -n 4 ./alone ./world
check 'this MPICH does it without us' ran 0
keep job launch -genv LD_PRELOAD "$preload" -n 4 ./alone ./world
apart 'plain mpiexec' 0
keep job "$mitosis" run -n 4 ./alone ./world
apart 'mitosis run' 0
keep job "$mitosis" run --profile trace -n 4 ./alone ./world
apart 'with a trace' 0
keep job "$mitosis" run -n 4 ./alone ./session
apart 'sessions' 0
echo 'return { decide = function() end }' >policy.lua
keep job "$mitosis" run --policy ./policy.lua -n 4 ./alone ./malleable
apart 'a malleable job with a policy' 3
keep job "$mitosis" run --profile off -n 4 ./alone ./world
check 'nothing is said where nothing is to be watched' test ! -s job.err
MITOSIS_PROFILE=off keep job launch -genv LD_PRELOAD "$preload" -n 2 ./malleable
check 'nor of a job that registers its state then' test ! -s job.err

# One rank is a world of its own by right.
MITOSIS_OUTPUT=$scratch/one.json keep job "$mitosis" run -n 1 ./alone ./world
check 'a job of one rank is watched as ever' \
    grep -q 'the whole report' job.err
rm -f one.json

# Nothing tells them of the others.
cat >lost <<'END'
#!/bin/sh
unset PMI_FD PMI_PORT PMI_RANK PMI_SIZE
exec "$@"
END
chmod +x lost
MITOSIS_OUTPUT=$scratch/lost.json keep job "$mitosis" run -n 3 ./lost ./world 1
says_lost() {
    cat job.out job.err
    test "$(grep -c 'started several processes.*rank 0 of 1' job.err)" -eq 1 \
        && ! grep 'File exists' job.err && test "$(wc -l <job.out)" -eq 3
}
check 'where nothing tells them of the others, one line says so' says_lost
rm -f lost.json

# Without a launcher what starts MPI is among the calls, as with one.
MITOSIS_OUTPUT=$scratch/single.json keep job env LD_PRELOAD="$preload" ./world
calls_init() {
    cat job.err
    jq -e '[.. | objects | select(.call? == "MPI_Init" or .name? == "MPI_Init")]
        | length > 0' single.json
}
check 'a program started by itself has MPI_Init() among its calls' calls_init
not_moving() { cat job.err; ! grep -q 'moving data' job.err; }
check 'and its time is none of moving data' not_moving
rm -f single.json

# ---- doctor ----

mpiexec_alone() {
    cat >launcher <<END
#!/bin/sh
# mpiexec whose processes are worlds of their own
for word; do
    shift
    case \$word in *mitosis-probe) set -- "\$@" "$scratch/alone" ;; esac
    set -- "\$@" "\$word"
done
exec "${MITOSIS_MPIEXEC:-$mpiexec}" "\$@"
END
    chmod +x launcher
}
mpiexec_alone
keep doctor env MITOSIS_MPIEXEC="$scratch/launcher" timeout 120 \
    "$mitosis" doctor
told() {
    cat doctor.*
    tr -s ' \n' '  ' <doctor.out >joined
    grep -qx 'exit status 1' doctor.status \
        && grep -q 'each is an MPI world of its own' joined \
        && grep -q 'built for Hydra' joined
}
check 'doctor finds it, with the way out' told
reported() { ! grep -iE 'ranks are up|GB/s|round|spawn' doctor.out; }
check 'and tells nothing of ranks that are none' reported
check 'doctor leaves no page' untouched
tap_done
