#!/bin/sh
# t0228-helper-thread.t - a program with a thread that goes on calling MPI is
# changed, and the ranks that are not needed any more end rightly
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"

changes="5 resize 3; 15 resize 1; 25 resize 2; 35 migrate 1 $(uname -n)"

for doing in probe exchange; do
    keep "$doing.plain" launch_plain -n 2 "$programs/helper_thread" "$doing" 45
    MITOSIS_SCRIPT=$changes MITOSIS_OUTPUT=$scratch/$doing.json keep "$doing" \
        launch -genv LD_PRELOAD "$preload" -n 2 "$programs/helper_thread" \
        "$doing" 45
    job=$doing
    through "$doing: it is changed and ends with 0" 'resize 2 3' \
        'resize 3 1' 'resize 1 2' 'migrate 2 2'
    check 'with the result of an undisturbed run' \
        diff -u "$doing.plain.out" "$doing.out"
    quietly
    gone
done

tap_done
