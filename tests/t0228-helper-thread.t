#!/bin/sh
# t0228-helper-thread.t - a program with a thread that goes on calling MPI is
# changed, and the ranks that are not needed any more end rightly
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"

changes="5 resize 3; 15 resize 1; 25 resize 2; 35 migrate 1 $(uname -n)"

# through_changes NAME COMMAND...
through_changes() {
    doing=$1; shift
    keep "$doing.plain" launch_plain -n 2 "$@" 45
    MITOSIS_SCRIPT=$changes MITOSIS_OUTPUT=$scratch/$doing.json keep "$doing" \
        launch -genv LD_PRELOAD "$preload" -n 2 "$@" 45
    job=$doing
    through "$doing: it is changed and ends with 0" 'resize 2 3' \
        'resize 3 1' 'resize 1 2' 'migrate 2 2'
    check 'with the result of an undisturbed run' \
        diff -u "$doing.plain.out" "$doing.out"
    quietly
    gone
}

through_changes probe "$programs/helper_thread" probe
through_changes exchange "$programs/helper_thread" exchange
# Whether a thread meets the moment is chance: in one job of three or so.
stays_open() {
    for _ in 1 2 3 4 5 6 7 8; do
        MITOSIS_SCRIPT='3 resize 1' MITOSIS_OUTPUT=$scratch/watch.json \
            keep watch launch -genv LD_PRELOAD "$preload" -n 2 \
            "$programs/helper_thread" watch 10
        grep -qx 'exit status 0' watch.status || { cat watch.err; return 1; }
    done
}
check 'what a thread waits on is open as long as there is the thread' \
    stays_open
if test -x "$programs/helper_f08"; then
    through_changes fortran "$programs/helper_f08"
fi

tap_done
