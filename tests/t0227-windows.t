#!/bin/sh
# t0227-windows.t - a program with windows for one-sided communication is
# changed, whether these are freed before or not
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"

changes="5 resize 3; 15 resize 1; 25 resize 2; 35 migrate 1 $(uname -n)"

# windows KIND [WAY]  - the program of that name, on two ranks
windows() {
    sentence="$1${2:+, $2}"
    job=windows-$1${2:+-$2}
    keep "$job.plain" launch_plain -n 2 "$programs/windows" "$1" 45 ${2:+"$2"}
    MITOSIS_SCRIPT=$changes MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n 2 "$programs/windows" "$1" 45 \
        ${2:+"$2"}
    through "$sentence: it is changed and ends with 0" 'resize 2 3' \
        'resize 3 1' 'resize 1 2' 'migrate 2 2'
    check 'with the result of an undisturbed run' \
        diff -u "$job.plain.out" "$job.out"
    quietly
    gone
}

windows create
windows allocate
windows shared
windows dynamic
windows over
windows create locked
windows allocate locked
windows create hooks
windows allocate hooks
windows over hooks

tap_done
