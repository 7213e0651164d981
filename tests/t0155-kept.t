#!/bin/sh
# t0155-kept.t - what a killed job leaves stays for a report, and goes when a
# later job starts and it has been over for long enough
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
unset MITOSIS_PROFILE

# Pages of other jobs than the one NAME.
pages() { find "$MITOSIS_PAGES" -mindepth 1 -maxdepth 1 -name "mitosis-*-$1-*"; }
stays() { pages "$1" | grep .; }
gone() { ! stays "$1"; }

# next_job [NAME=VALUE...]  - one that ends well comes and goes
next_job() {
    env MITOSIS_OUTPUT="$scratch/next.json" "$@" timeout 120 "$mpiexec" \
        -genv LD_PRELOAD "$preload" -n 2 "$programs/ring" >next.out 2>&1
}

# killed WORD...  - a job of which nobody is left to report
killed() {
    keep killed launch -genv LD_PRELOAD "$preload" -n 2 "$programs/accident" \
        kill
    stays accident
}

check 'a killed job leaves its pages' killed
check 'the next job is well' next_job
check 'and lets them be' stays accident
reports() {
    job_name=$(basename "$(pages accident)")
    "$mitosis" report "${job_name#mitosis-*-}" >report.out 2>&1
    cat report.out
    grep -q 'killed\|ended' report.out
}
check 'they can be reported on' reports
# shellcheck disable=SC2046
touch -d '71 hours ago' $(pages accident)/over
next_job
check 'when it has been over for 71 hours, too' stays accident

# One that lives, as old as it may look.
mkfifo gate
cat >waits.c <<'END'
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        getc(fopen(argv[1], "r"));
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
END
"$MPICC" waits.c -o waits
MITOSIS_OUTPUT=$scratch/waits.json keep waits launch \
    -genv LD_PRELOAD "$preload" -n 1 ./waits "$scratch/gate" &
running=$!
until_true stays waits
until_true test -s "$(pages waits)/rank-0.page"
touch -d '1 year ago' "$(pages waits)/over" "$(pages accident)/over"
next_job MITOSIS_KEEP=1
check 'a job that was heard of within that time stays' stays accident
next_job MITOSIS_KEEP=0
check 'when none are to be kept the next job removes them' gone accident
check 'but not those of a job that lives' stays waits
echo >gate
wait "$running"
check 'which ends well, with its report' test -s waits.json
check 'and nothing is left' gone waits
check 'the hours are checked' refused 2 'keep.*0 to 8760' \
    "$mitosis" run --keep 9000 -n 1 true

# A place where no report can be is told while something can be done about it.
MITOSIS_OUTPUT=none/it.json keep waits launch \
    -genv LD_PRELOAD "$preload" -n 2 ./waits "$scratch/gate" &
running=$!
until_true stays waits
until_true test -s "$(pages waits)/rank-1.page"
told='mitosis: .*MITOSIS_OUTPUT: none/: No such file or directory; as it is no report can be written there'
check 'that a report has no folder is told at the start' \
    until_true grep -x "$told" waits.err
mkdir none
echo >gate
wait "$running"
written() { cat waits.err && test -s none/it.json && test "$(wc -l <waits.err)" -eq 1; }
check 'and it is written if there is one by the end' written
tap_done
