#!/bin/sh
# t0327-slurm-merge.t - where Slurm permits it, idle nodes that a job asks for
# become its own, and are given back one by one
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
needs slurmdbd mariadbd
export MITOSIS_BATCH=slurm MITOSIS_LOG=info
slurm_up 4 AccountingStorageType=accounting_storage/slurmdbd \
    SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,permit_job_expansion
as_root() { slurm_do run timeout 300 "$@"; }
as_root sbatch -Q -J other -w h4 -t 60 -o /dev/null \
    --wrap "touch '$scratch/other'; exec sleep 5000"
until_true test -f other # and so its process is none of ours, below
hosts_do processes | sort >daemons
become_user || echo '# as root, for want of another user who can get here'

# has NODES  - the job has
has() { test "$(on_h1 squeue -h -w h1 -o %N)" = "$1" || ! queue; }
alone() { test "$(queue)" = 'RUNNING h4 other' || ! queue; }
clean() {
    check "$job: only the other's job is in the queue" until_true alone
    check "$job: and no process is left on any host" until_true gone
    for host in h1 h2 h3 h4; do
        hosts_do run $host sh -c 'rm -rf /dev/shm/mitosis-*'
    done
}

# ---- it grows, waits in the queue, and shrinks ----

start grows salloc -Q -N1 -w h1 -t 60 "$mitosis" run -hosts h1 -n 2
ask_for request 3
check 'those that are idle are on offer' until_true lists 'h2: 0 ranks, on offer, granted'
check 'all of them' until_true lists 'h3: 0 ranks, on offer, granted'
check "and are the job's own" has 'h[1-3]'
check 'the rest waits as a companion' until_true companions 1 PENDING
check 'and nothing else of it is in the queue' companions 0 RUNNING
check 'new ranks go there' ask_for resize 3 --hosts h1,h2,h3
check 'and the job is carried on' says 'done at sync'
check 'in the order of hosts that was asked for' until_true hosts_are h1 h2 h3
ask_for request cancel 1
check 'what waits can be cancelled' until_true companions 0 '[A-Z]*'
check 'an agent that was killed' kill_head
check 'is there again' until_true new_head
check 'and knows what was granted' until_true asked 'h3: granted by request 1, 1 rank'
check 'the ranks leave one of the hosts' ask_for migrate 2 h1
check 'and the job has it no more' until_true has 'h[1-2]'
check 'it goes on' hosts_are h1 h2 h1
check 'another request gets it' ask_for request 1
check 'a second time' until_true lists 'h3: 0 ranks, on offer, granted'
check 'as one of the job' has 'h[1-3]'
check 'one that nobody uses can be given back' ask_for hosts remove h3
check 'and is' until_true has 'h[1-2]'
check 'the other one is left' ask_for migrate 1 h1
check 'and the job is as it was' until_true has h1
ask_for request 1
check 'one is there when the job ends' until_true lists 'h[23]: 0 ranks, on offer, granted'
finish
check 'it ends well' ended 0
check 'with the result of one that was not changed' same_sum
clean

# ---- it is ended ----

cat >parent <<END
#!/bin/sh
cd '$scratch'
"\$@"
touch was
until test -f goes; do sleep 0.2; done
END
chmod +x parent
# The nodes of the job before may not be idle yet.  What "sinfo -t idle" lists may
# be completing, or not be heard of.
are_idle() {
    on_h1 sinfo -h -N -o '%N is %T' >listed || return
    cat listed
    grep -qx 'h2 is idle' listed && grep -qx 'h3 is idle' listed
}
# starts NAME  - a batch job with a host of its own granted, and one that waits
starts() {
    rm -f was goes
    start "$1" "$scratch/batch" -Q -w h1 -t 60 -o "$scratch/$1.log" "$scratch/parent" \
        "$mitosis" run -hosts h1 -n 2
    check "$job: there are idle nodes" until_true are_idle
    ask_for request 3
    check "$job: hosts are granted, and some wait" until_true companions 1 PENDING
    check "$job: they are the job's" has 'h[1-3]'
    check "$job: ranks go to one" ask_for migrate 1 h2
}
starts survived
touch gate
check 'a batch script that goes on' until_true test -f was
check 'has what it had' until_true has h1
touch goes
wait "$running"
clean

starts cancelled
on_h1 scancel -n parent
wait "$running"
clean

starts killed
touch goes
kill_ours
wait "$running"
clean
tap_done
