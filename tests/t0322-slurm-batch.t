#!/bin/sh
# t0322-slurm-batch.t - a real Slurm is asked for more hosts while a job runs,
# and gets them back
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
export MITOSIS_BATCH=slurm
slurm_up 4

# A job of the same user that is none of ours, whatever its name may be.
on_h1 sbatch -J mitosis-1-other --comment 'mitosis request 1' -w h4 -t 60 \
    -o /dev/null --wrap "echo >'$scratch/there'; exec sleep 1000" >/dev/null
until_true test -f there
hosts_do processes | sort >daemons

other_is_there() { queued '^RUNNING h4 mitosis-1-other$'; }
alone() { test "$(queue)" = 'RUNNING h4 mitosis-1-other' || ! queue; }
clean() {
    check "$job: only the other's job is in the queue" until_true alone
    check "$job: and no process is left on any host" until_true gone
    for host in h1 h2 h3 h4; do
        hosts_do run $host sh -c 'rm -rf /dev/shm/mitosis-*'
    done
}

# ---- it grows, waits in the queue, and shrinks ----

MITOSIS_LOG=info start grows salloc -Q -N1 -w h1 -t 60 "$mitosis" run -hosts h1 -n 2
check 'hosts are asked for' ask_for request 3
check 'at once, and the job goes on' says '^request 1: 3 hosts are asked for$'
check 'those that are free are on offer' until_true lists 'h2: 0 ranks, on offer, granted'
check 'all of them' until_true lists 'h3: 0 ranks, on offer, granted'
check 'the user is told' until_true told 'request 1: h3 was granted$'
check 'that they do not become the own ones of the job, and why' until_true told \
    'hosts do not become those of job [0-9]*, but are companions: Slurm does not permit it'
check 'what is lacking waits in the queue' companions 1 PENDING
check 'and as a request' asked 'request 1: 3 hosts, 2 came, waits for [0-9]+ s'
check 'a companion ends with the job at the latest' \
    test "$(on_h1 squeue -h -w h2 -o %l)" = 1:00:00
check 'new ranks go there' ask_for resize 3 --hosts h1,h2,h3
check 'and the job is carried on' says 'done at sync'
check 'in the order of hosts that was asked for' until_true hosts_are h1 h2 h3
check 'a request can be cancelled' ask_for request cancel 1
check 'and nothing of it waits any more' until_true companions 0 PENDING
check 'but what was granted stays' companions 2 RUNNING
check 'an agent that was killed' kill_head
check 'is there again' until_true new_head
check 'and knows what was granted' until_true asked 'h3: granted by request 1, 1 rank'
check 'the ranks leave one of the hosts' ask_for migrate 2 h1
check 'and it is given back' until_true companions 1 RUNNING
check 'that one alone' queued '^RUNNING h2 mitosis-.*-fickle'
check 'which is told' until_true told 'h3 has no ranks any more and is given back'
check 'another request gets it' ask_for request 1
check 'with the next number' says '^request 2: 1 host is asked for$'
check 'a second time' until_true lists 'h3: 0 ranks, on offer, granted'
check 'one that nobody uses can be given back' ask_for hosts remove h3
check 'and is' until_true companions 1 RUNNING
# cut_time HOST  - its job has one to two minutes left from now on
cut_time() {
    on_h1 squeue -h -w "$1" -o '%A %M' | tr : ' ' | {
        read -r id minutes _
        on_h1 scontrol update "JobId=$id" TimeLimit=$((minutes + 2))
    }
}
check 'a companion whose time is cut' cut_time h2
check 'is left in time' until_true told \
    'h2 has no ranks any more, [0-9.]* s before it goes$'
check 'and given back' until_true companions 0 RUNNING
ask_for request 1
check 'a companion' until_true lists 'h[23]: 0 ranks, on offer, granted'
check 'can be cancelled by somebody' on_h1 scancel -n \
    "$(queue | grep -o 'mitosis-[0-9]*-fickle.*')"
check 'and its host is on offer no more' until_true lists_not granted
check 'which is told' until_true told 'Slurm has ended job [0-9_]*, which held h[23]$'
ask_for request 5
check 'what waits' until_true companions 3 PENDING
# An agent that takes the place of another one asks again.
told_twice() { test "$(grep "$1" grows.err | tee /dev/stderr | wc -l)" -eq 2; }
check 'why these do not become those of the job is told once by either agent' \
    told_twice 'do not become those of job'
finish
check 'and what runs at the end is no more' until_true companions 0 '[A-Z]*'
check 'the job ends well' ended 0
check 'with the result of one that was not changed' same_sum
clean

# ---- it is ended ----

cat >parent <<END
#!/bin/sh
cd '$scratch'
exec "\$@"
END
chmod +x parent
# starts NAME WORD...  - a batch job of it, with a host granted and hosts that are not
starts() {
    start "$1" "$scratch/batch" -Q -w h1 -t 60 -o "$scratch/$1.log" parent "$mitosis" run -hosts h1 -n 2
    ask_for request 4
    check "$job: hosts are granted, and some wait" until_true companions 2 PENDING
    check "$job: ranks go to one" ask_for migrate 1 h2
}
starts cancelled
on_h1 scancel -n parent
wait "$running"
clean

starts killed
kill_ours
wait "$running"
clean

# ---- it cannot be ----

start confined srun --mpi=pmi2 -t 60 -w h1 -n 2 "--export=ALL,LD_PRELOAD=$preload"
check 'a job of srun cannot have companions' refused request 1
check 'which is told' says '^srun cannot start ranks outside of the job'
finish
clean

start short salloc -Q -N1 -w h1 -t 1 "$mitosis" run -hosts h1 -n 2
less_than_asked() { on_h1 squeue -h -o %L | grep -x '0:[0-5][0-9]'; }
check 'of its minute some is over' until_true less_than_asked
ask_for request 1
check 'for a job that ends soon there are none' until_true told \
    'request 1 was denied: job [0-9]* has [0-9]* s left$'
finish
clean
check "the other's job was never touched" other_is_there
tap_done
