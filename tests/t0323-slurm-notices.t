#!/bin/sh
# t0323-slurm-notices.t - a job hears of Slurm that hosts are to be left, and is
# gone from them in time
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
export MITOSIS_BATCH=slurm
slurm_up 4 SelectType=select/cons_tres SelectTypeParameters=CR_Core PreemptType=preempt/partition_prio PreemptMode=CANCEL \
    'PartitionName=main Nodes=ALL Default=YES State=UP PriorityTier=1 GraceTime=100' \
    'PartitionName=urgent Nodes=ALL State=UP PriorityTier=2 PreemptMode=OFF'

# node HOST WORD...  - as the administrator
node() { on_h1 scontrol update nodename="$1" "$2" ${3+"$3"}; }

clean() {
    check "$job: nothing of it is in the queue" until_true companions 0 '[A-Z]*'
    check "$job: and no process is left" until_true gone
}

# ---- nodes are drained ----

cat >patient.lua <<'END'
return {
    every = 1,
    decide = function(job)
        return nil, ("%d minutes are left"):format(job.time_left // 60)
    end,
}
END
start drained salloc -Q -N2 -w h1,h2 -t 60 "$mitosis" run \
    --policy "$scratch/patient.lua" -hosts h1,h2 -n 2
status() { ctl status "$@" >now; cat now; }
check 'how long Slurm lets the job run is told' until_true eval \
    "status | grep -xE 'ends in 3[0-9]{3} s, by the batch system'"
check 'as JSON' eval 'status --json | jq -e ".time_left > 3000 and .time_left <= 3600"'
check 'as a metric' eval 'ctl metrics | grep -E "^mitosis_time_left_seconds.* 3[0-9]{3}"'
check 'and to the policy' until_true eval "ctl why | grep -E '5[0-9] minutes are left'"
ask_for request 3
check 'hosts are granted' until_true lists 'h4: 0 ranks, on offer, granted'
check 'ranks are on one of them, and on those of the job' ask_for resize 3 --hosts h1,h2,h3
node h3 state=drain 'reason=bad fan'
node h2 state=drain 'reason=loose | cable'
check 'a host that is drained is left, and why' until_true told \
    'h3: Slurm drains it \(bad fan\); 1 rank there goes on elsewhere$'
check 'without a time' until_true told 'h3 has no ranks any more$'
check 'and given back' until_true lists_not h3
check 'to Slurm' until_true companions 1 RUNNING
check 'one of the first allocation is left as well' until_true told \
    'h2: Slurm drains it \(loose \| cable\); 1 rank there goes on elsewhere$'
check 'and empty' until_true told 'h2 has no ranks any more$'
check 'all ranks go to one host' ask_for migrate 0 h4 and migrate 1 h4 and migrate 2 h4
node h4 state=drain 'reason=by mistake'
check 'one with nowhere to go from' until_true told \
    'h4 cannot be left: there is no other host than h4$'
check 'is to be left' lists 'h4: 3 ranks, to be left, granted'
node h4 state=resume
check 'and not any more when it is not drained' until_true told \
    'h4 need not be left any more, and keeps its ranks$'
check 'which is granted as before' lists 'h4: 3 ranks, granted'
node h1 state=drain reason=old
check "that of the job's agent is not left" until_true told \
    "h1: Slurm drains it \(old\); the job's agent is there, and stays$"
finish
check 'the job ends well' ended 0
check 'with the result of one that was not changed' same_sum
check 'each was told once' test "$(grep -c 'Slurm drains it' drained.err)" -eq 4
clean

# ---- companions are preempted, or ended ----

for host in h1 h2 h3; do node $host state=resume; done
become_user || echo '# as root, for want of another user who can get here'
as_root() { slurm_do run timeout 300 "$@"; }
outpost() {
    for pid in $(hosts_do processes "$1"); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q '^mitosis agent' && echo "$pid"
    done 2>/dev/null
}
start preempted salloc -Q -N1 -w h1 -t 60 "$mitosis" run -hosts h1 -n 2
ask_for request 2
check 'hosts are granted' until_true lists 'h3: 0 ranks, on offer, granted'
check 'ranks are there' ask_for resize 3 --hosts h1,h2,h3
check 'the user is an ordinary one' test "$(on_h1 squeue -h -w h2 -o %u)" \
    = "$(id -nu "$(${become:-env} id -u)")"
as_root sbatch -Q --array=1-20 -n 1 -J small -o /dev/null --wrap 'exec sleep 1000'
check 'others are given what cores there are' until_true queued '^RUNNING h4 small'
check 'and none on the hosts of companions' \
    test "$(on_h1 squeue -h -t R -w h2,h3 -o %j | grep -c '^mitosis-')" -eq \
    "$(on_h1 squeue -h -t R -w h2,h3 -o %j | wc -l)"
# As on a busy host: Slurm has it that the job is being signalled for a while.
kill -STOP "$(cat "$slurm/slurmd-h2.pid")"
check 'somebody has more urgent work' as_root sbatch -Q -p urgent -w h2 --exclusive \
    -o /dev/null --wrap 'exec sleep 1000'
check 'that Slurm ends a companion for it is told' until_true told \
    'Slurm ends job [0-9_]*, which holds h2, in [0-9]+ s, before its time is over$'
kill -CONT "$(cat "$slurm/slurmd-h2.pid")"
check 'and how long it takes to leave' until_true told \
    'h2 is to be empty in [0-9.]+ s: to have 1 rank with .* takes about'
check 'its ranks are not ended, and go elsewhere in time' until_true told \
    'h2 has no ranks any more, [0-9.]+ s before it goes$'
check 'and the other gets the host' until_true queued '^RUNNING h2 wrap'
ask_for resize 3 --hosts h1,h3
kill -TERM "$(outpost h3)" # as where Slurm knows it by its control group
on_h1 scancel -n "$(queue | grep -o 'mitosis-[0-9]*-fickle.*')"
check 'a companion that somebody ends is told' until_true told \
    'Slurm has ended job [0-9_]*, which held h3$'
check 'with how much there lacks' until_true told \
    'h3 cannot be empty in 0\.00 s: to have . ranks? with .* takes about'
check 'but Slurm waits for its processes, and so they go elsewhere' \
    until_true told 'h3 has no ranks any more, [0-9.]+ s after it goes$'
check 'the job goes on' until_true hosts_are h1 h1 h1
finish
check 'and ends well' ended 0
check 'with the result of one that was not changed' same_sum
# Slurm may start another one while it cancels them.
others_end() {
    as_root scancel -p urgent
    as_root scancel -n small
    test -z "$(on_h1 squeue -h -n small)"
}
until_true others_end
clean
tap_done
