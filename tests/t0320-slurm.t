#!/bin/sh
# t0320-slurm.t - jobs under a real Slurm are watched and changed
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
export MITOSIS_PATIENCE=100

# What 'mitosis run' hands to srun needs a sanitizer, too.
if test -n "$sanitizer"; then
    mkdir bin
    cat >bin/srun <<END
#!/bin/sh
for word; do
    shift
    case \$word in --export=*LD_PRELOAD=$library*)
        word=\${word%%$library*}$sanitizer$library\${word#*$library} ;;
    esac
    set -- "\$@" "\$word"
done
exec $(command -v srun) "\$@"
END
    chmod +x bin/srun
    PATH=$scratch/bin:$PATH
fi

slurm_up 3 \
    SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1,permit_job_expansion

# left  - what there is besides Slurm, on any of the hosts
left() {
    for pid in $(hosts_do processes | sort | comm -13 daemons -); do
        tr '\0' ' ' <"/proc/$pid/cmdline"
        echo "(process $pid)"
    done 2>/dev/null
    for host in h1 h2 h3; do
        hosts_do run "$host" find /dev/shm -mindepth 1
    done
}
is_clean() { left >rest; ! grep . rest; }
clean() { check "$job: nothing is left on any host" until_true is_clean || left; }

# Pages of a job that was killed stay for 'mitosis report', and what the job had
# on a node that Slurm took from it, ending all there, for the next job there.
cleared() {
    for host in h1 h2 h3; do
        hosts_do run "$host" sh -c 'rm -rf /dev/shm/mitosis-*'
    done
    clean
}

export_all="--export=ALL,LD_PRELOAD=$preload"
changes() {
    printf '%s\n' "$@" >expected
    ask '.changes[] | "\(.what) \(.outcome)"' >came && diff -u expected came
}

# ---- srun ----

start plain srun --mpi=pmi2 -n 2 -N 2 "$export_all"
ask_for resize 4 --hosts h2,h1
check 'a job of srun grows' says 'done at sync'
check 'in the order of hosts that was asked for' until_true hosts_are h2 h2 h1 h1
ask_for migrate 1 h3
check 'a host that is not in its allocation is none' \
    says 'given up: the new ranks ended, with status 1'
kill_head
check 'an agent that is killed is there again' until_true new_head
ask_for resize 2
check 'and knows how srun started the job' says 'done at sync'
finish
check 'it ends well' ended 0
check 'with the result of one that was not changed' same_sum
check 'and what srun had to say' grep 'it said: srun: error: ' plain.err
check 'the report has all' changes 'resize done' \
    'migrate the new ranks ended, with status 1, before they took over' \
    'resize done'
clean

# Steps of a job may be started from anywhere, and return what they return.
agent_on=h2
start elsewhere "$mitosis" run -w h2,h3 -N 2 -n 3
ask_for resize 2 --hosts h3,h2
check 'srun may be on a host without ranks' says 'done at sync'
ask_for hosts
check 'and a host that was left is one no more' until_true hosts_are h3 h2
finish
check 'it ends well there' ended 0
check 'with the result it has' same_sum
check 'and its report is made' changes 'resize done'
clean
agent_on=h1

job=reading
MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/reading.json \
    keep reading slurm_do run sh -c "srun --mpi=pmi2 -n 2 -N 1 $export_all \
    '$programs/fickle' 9 <'$slurm/slurm.conf'"
check 'a job that was given a file to read is not changed' \
    grep 'reads its standard input' reading.err
check 'and runs on' ended 0
clean

fails() {
    job=$1; shift
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" on_h1 srun --mpi=pmi2 -K -n 2 -N 1 "$export_all" \
        "$programs/fickle" "$@"
}
fails status 12 status
check 'the status after a change is that of the last generation' ended 5
clean
fails killed 12 killed
check 'and a rank that is killed is told of' ended '137|9'
clean

MITOSIS_SCRIPT='3 resize 3; 6 resize 2' keep talk on_h1 srun --mpi=pmi2 -n 2 \
    -N 2 "$export_all" "$programs/fickle" 9 talk
job="talk"
check 'what the generations print comes in its order' sh -c '
    seq -f "step %g" 0 8 >expected; grep "^step" talk.out | cmp expected'
clean

# ---- being ended ----

# ends WHAT COMMAND...  - a changed job, by a command.  Slurm may not be done with
# h1 yet, on which we look for it.
ends() {
    start "$1" srun --mpi=pmi2 -J "$1" -w h1,h2 -n 2 "$export_all"
    shift
    ask_for resize 3
    check "$job: the job is changed" says 'done at sync'
    # shellcheck disable=SC2046
    "$@" || return
    wait "$running"
    check "$job: it ends" ended '1|9|130|137|143|15|2'
}
srun_of() {
    for pid in $(hosts_do processes h1); do
        tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" \
            | grep -q "^[^ ]*srun .*-J $job" && echo "$pid"
    done | head -n 1
}
cancel() { slurm_do run scancel -n "$job"; }
# Two within a second end it.
interrupt() {
    pid=$(srun_of)
    while kill -INT "$pid" 2>/dev/null; do sleep 0.2; done
}
terminate() { kill -TERM "$(srun_of)"; }

ends cancelled cancel
cleared
ends interrupted interrupt
cleared
ends terminated terminate
cleared

# ---- Hydra within a job of Slurm ----

start hydra salloc -Q -N3 "$mitosis" run -hosts h1,h3 -n 2
ask_for resize 4 --hosts h3,h1
check 'a job of mpiexec grows' says 'done at sync'
check 'in the order that was asked for' until_true hosts_are h3 h3 h1 h1
finish
check 'it ends well' ended 0
check 'and has said why proxies are not as ever' \
    grep -c 'Hydra sorts the hosts' hydra.err
check 'with the result it has alone' same_sum
clean

start raw salloc -Q -N3 "$mpiexec" -genv LD_PRELOAD "$preload" -n 2
ask_for resize 3 --hosts h3,h2,h1
check 'plain mpiexec, too' says 'done at sync'
check 'keeps the order' until_true hosts_are h3 h2 h1
finish
check 'and ends well' ended 0
clean

# ---- mitosis doctor ----

# finding NAME STATE WORDS  - what it says in a job
finding() { grep -qE "^$2 +$1 .*$3" doctor.out || ! cat doctor.*; }
job=doctor
keep doctor on_h1 env -u MITOSIS_PATIENCE salloc -Q -N2 "$mitosis" doctor --hosts h2,h1
check 'the doctor tells of srun' finding slurm ok 'srun starts ranks in job'
check 'and that mpiexec keeps the order' finding order ok '2 hosts take ranks'
keep doctor on_h1 salloc -Q -N1 env -u MITOSIS_PATIENCE SLURM_WAIT=3 "$mitosis" doctor
check 'and what keeps a change from lasting' finding slurm warning 'ends the rest'
clean
# ---- an allocation that its user makes smaller, or larger ----

# What Slurm's select/linear counts of such a job's nodes is wrong afterwards, and
# other jobs may wait for them in vain: so these are the last.

# resized WORD...  - what scontrol is told; it writes scripts where it is
resized() { slurm_do run sh -c "cd '$scratch/resized' && exec scontrol update $*"; }
number_of() { on_h1 squeue -h -n "$1" -o %A; }
mkdir resized

start smaller salloc -Q -J smaller -N3 srun --mpi=pmi2 -w h1,h2 -n 2 "$export_all"
ask_for leave h2 --within 100
check 'ranks of srun leave a host' until_true hosts_are h1 h1
check 'of which the allocation can be rid' resized "JobId=$(number_of smaller)" NodeList=h1,h3
ask_for resize 3 --hosts h1,h3
check 'it has the other one for new ranks' says 'done at sync'
ask_for migrate 0 h2
check 'and not the one that was left' says 'given up: the new ranks ended, with status 1'
finish
check 'it ends well' ended 0
check 'with the result of one that was not changed' same_sum
cleared

start larger salloc -Q -J larger -N2 -w h1,h2 srun --mpi=pmi2 -n 2 "$export_all"
until_true on_h1 salloc -Q --no-shell -J more -I -w h3 \
    --dependency="expand:$(number_of larger)"
check 'a node comes to the allocation of a job of srun' \
    resized "JobId=$(number_of more)" NumNodes=0
ask_for resize 3 --hosts h1,h2,h3
check 'and is one for new ranks' says 'done at sync'
check 'which are there' until_true hosts_are h1 h2 h3
finish
check 'it ends well, too' ended 0
check 'with the result it would have had' same_sum
clean

MITOSIS_BATCH=slurm start drained srun --mpi=pmi2 -w h1,h2 -n 2 "$export_all"
slurm_do run scontrol update nodename=h2 state=drain 'reason=bad fan'
check 'a job of srun leaves a node that is drained' \
    until_true told 'h2: Slurm drains it \(bad fan\); 1 rank there goes on elsewhere'
check 'as soon as that can be' until_true told 'h2 has no ranks any more$'
slurm_do run scontrol update nodename=h2 state=resume
finish
check 'it ends well all the same' ended 0
clean
tap_done
