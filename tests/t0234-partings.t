#!/bin/sh
# t0234-partings.t - a program that ends in another way than by MPI_Finalize
# gives the same status after a change as without one
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
program=parting

# run_it goes through 'mitosis run', launch_it through a plain preload.
run_it() { timeout 120 "$top_builddir/mitosis" run "$@" </dev/null; }
launch_it() { launch -genv LD_PRELOAD "$preload" "$@"; }

# ends_as NAME COMMAND SCRIPT RANKS WORD...  - end after the change in SCRIPT, and
# compare with the status of plain mpiexec, which is $plain: Hydra by itself gives
# another one now and then
ends_as() {
    job=$1 how=$2 script=$3 ranks=$4; shift 4
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json keep "$job" "$how" \
        -n "$ranks" "$programs/parting" "$@"
}
is_plain() {
    cat "$job.status" "$job.err"
    grep -qxE "exit status ($plain)" "$job.status"
}

# parts COMMAND WAY STATUS [OTHERS]  - a whole program, of one rank and of
# several, ends as without a change: with this status, or that of those whom
# Hydra ended, whichever it sees first
parts() {
    how=$1 way=$2 status=$3 others=$4
    keep plain launch -n 1 "$programs/parting" "$way" all
    given=$(sed -n 's/^exit status //p' plain.status)
    echo "# plain mpiexec ends with $given"
    plain="$status|$given"
    ends_as "$way-one" "$how" '3 resize 1' 2 "$way" all
    check "and so it is after a change to one rank ($how)" is_plain
    rm -rf "${MITOSIS_PAGES:?}"/*
    plain="$status|$others"
    ends_as "$way-last" "$how" '3 resize 3' 2 "$way" last
    check "to three, of which one ends so" is_plain
    check 'and no process is left' until_true none "$job"
    rm -rf "${MITOSIS_PAGES:?}"/*
}

parts launch_it exit5 5 '9|15'
parts run_it exit5 5 '9|15'
parts launch_it exit0 0 '9|15'
parts launch_it _exit6 6 '9|15'
parts launch_it abort 6 '9|15'
parts launch_it kill 9 9
parts launch_it term 15 9
parts launch_it crash 11 '9|15'
parts run_it crash 11 '9|15'
parts launch_it mpi-abort7 7 '9|15'
parts run_it mpi-abort7 7 '9|15'
parts launch_it return3 3 3
tap_done
