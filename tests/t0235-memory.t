#!/bin/sh
# t0235-memory.t - a change for which there is not enough memory costs the job
# nothing
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
if test -n "$sanitizer"; then
    echo '1..0 # SKIP with a sanitizer ranks take more memory than is measured here'
    exit 0
fi
program=heavy

# A control group of our own, of which the job is to stay.
own=$(sed -n 's/^[0-9]*:memory://p' /proc/self/cgroup)
group=/sys/fs/cgroup/memory$own/mitosis-test-$$
limit=memory.limit_in_bytes
if ! test -d "/sys/fs/cgroup/memory$own"; then
    group=/sys/fs/cgroup$(sed -n 's/^0:://p' /proc/self/cgroup)/mitosis-test-$$
    limit=memory.max
fi
if ! mkdir "$group" 2>/dev/null || ! test -w "$group/$limit"; then
    rmdir "$group" 2>/dev/null
    echo '1..0 # SKIP control groups of our own take root'
    exit 0
fi
# remove_group  - once the last process has left it
remove_group() { until_true rmdir "$group"; }
trap 'remove_left; remove_group; rm -rf "$scratch"' EXIT
mib() { echo $(($1 * 1024 * 1024)); }
mib 300 >"$group/$limit"

# heavy NAME SCRIPT WORD...  - run it in the group
heavy() {
    job=$1 script=$2; shift 2
    # shellcheck disable=SC2016
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" \
        timeout 120 "$mpiexec" -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/heavy" "$@" </dev/null
}
# goes_on RANKS  - and what the kernel has ended is told if not
goes_on() {
    cat "$job.err" "$job.out" "$job.status"
    dmesg 2>/dev/null | grep -a 'Killed process' | tail -n 12
    grep -qx "heavy: whole, $1 ranks, score $score" "$job.out" \
        && grep -qx 'exit status 0' "$job.status"
}
says() { cat "$job.err"; grep -qE "^mitosis: $1\$" "$job.err"; }
kills() {
    sed -n 's/^oom_kill //p' "$group/memory.oom_control" \
        "$group/memory.events" 2>/dev/null
}
unkilled() { test "$(kills)" -eq "$1"; }
began() { cat "$job.err"; ask '.changes[] | "\(.to) \(.outcome)"' | grep -E "$1"; }
refusal() { ask '.changes[] | [.sync, .to, .generation, .ready_seconds] | join(" ")' | grep -qx "$1"; }
score=$(cat /proc/self/oom_score_adj)

heavy fits '3 resize 3' 60 0
check 'a change that fits is made' goes_on 3
check 'and the new ranks are as dear to the kernel as the old ones' \
    began '^3 done$'

heavy full '3 resize 3' 170 0
check 'a job that fits once but not twice goes on' goes_on 2
check 'what it would take and what there is, is told' says \
    "resize 3 at sync 3: 3 new ranks on .* would take about 1[67][0-9] MiB beside the old ones, and control group .*/mitosis-test-$$ has [0-9.]+ MiB left of 300 MiB"
check 'nothing was started for it, which the report has' refusal '3 3 0 0'
check 'with the reason' began '^3 3 new ranks on .* would take about'
check 'and nobody was killed' unkilled 0

# As long as old ranks are the largest processes, they would be the first.
heavy unforeseen '3 resize 6' 120 30
check 'a job whose new ranks take more than could be foreseen goes on' \
    goes_on 2
check 'the kernel has ended new ones' test "$(kills)" -gt 0
check 'which is told' says \
    'resize 6 was given up: the new ranks ended, with status [0-9]+, before they took over; the kernel has ended processes here meanwhile, as memory ran out'
check 'and recorded' began '^6 the new ranks ended'

heavy again '3 resize 6; 8 resize 3' 60 30
check 'after that it can be changed to what fits' goes_on 3

# ---- limits of a process ----

mib 2000 >"$group/$limit"
limited() {
    # shellcheck disable=SC3045
    (ulimit -v $((360 * 1024)) && heavy "$@")
    job=$1
}
limited limited '3 resize 1' 250 0
check 'a rank that may not have so much address space is not started' says \
    'resize 1 at sync 3: a new rank would take about [0-9]+ MiB of address space, of which a process here may have 360 MiB'
check 'and the job goes on' goes_on 2
tap_done
