#!/bin/sh
# t0236-memory-hosts.t - a change for which a host has not enough memory costs
# the job nothing, wherever that is
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
if test -n "$sanitizer"; then
    echo '1..0 # SKIP with a sanitizer ranks take more memory than is measured here'
    exit 0
fi
hosts_up 2
if ! hosts_do memory h2 200 2>/dev/null; then
    echo '1..0 # SKIP memory of a host takes control groups of version 1'
    exit 0
fi

# heavy NAME SCRIPT WORD...  - run it, a rank on each host
heavy() {
    job=$1 script=$2; shift 2
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/heavy" "$@"
}
score=$(cat /proc/self/oom_score_adj)
goes_on() {
    cat "$job.err" "$job.out" "$job.status"
    grep -qx "heavy: whole, $1 ranks, score $score" "$job.out" \
        && grep -qx 'exit status 0' "$job.status"
}
says() { cat "$job.err"; grep -qE "^mitosis: $1\$" "$job.err"; }
changed_to() {
    cat "$job.err"
    ask '.changes[] | select(.generation > 0) | "\(.order) \(.outcome)"' \
        | tee came
    diff -u expected came
}

heavy 'full' '8 resize 4; 12 migrate 1 h1' 200 0
check 'a change that does not fit on another host is told' says \
    'resize 4 at sync [0-9]+: 2 new ranks on h2 would take about 10[0-9] MiB beside the old ones, and control group /.*h2 has [0-9.]+ MiB left of 200 MiB'
echo 'migrate 1 h1 done' >expected
check 'and one that needs nothing there is made' changed_to
check 'the program goes on' goes_on 2

heavy unforeseen '8 resize 6' 120 40
check 'where that could not be foreseen the new ranks are ended' says \
    'resize 6 was given up: (the new ranks ended, with status [0-9]+, before they took over|new rank [0-9] is gone).*'
check 'and the program goes on' goes_on 2
check 'nothing is left on any host' until_true nothing_left
tap_done
