#!/bin/sh
# workloads_slurm.sh - dozens of jobs on a real Slurm: fixed, moldable, malleable,
# flexible
#
#     studies/workloads_slurm.sh [--quick] [--to FOLDER] BUILD
#
# Does workloads like those of the paper on DMRlib (studies/README.md) with the
# programs and the policy in BUILD on a Slurm of eight nodes that it makes itself
# (tools/slurm), as root; and the same jobs by 'mitosis sim cluster'. Writes
# figures.csv and pictures into FOLDER, studies/workloads_slurm without --to. What
# it tells of jobs is from Slurm's own account of them. 40 jobs take some thirty
# minutes; --quick takes 10 jobs, and shorter ones, three to four minutes.
#
# Nodes are namespaces of this machine (tools/hosts). How long a step takes with
# so many nodes is told to the programs (step_sleep.c), which sleep for the rest of
# it: what they work out, how they are launched, changed and accounted for is real.
#
# SPDX-License-Identifier: BSD-3-Clause
set -eu
studies=$(cd "$(dirname "$0")" && pwd)
. "$studies/study.sh"
nodes=8
kinds='rigid moldable malleable flexible'
test $# -eq 1 || usage
built "$1" examples/cg examples/jacobi examples/nbody examples/farm
needs perl cc slurmctld slurmd munged

scratch=$(mktemp -d)
lab=$scratch/slurm
slurm() { what=$1; shift; "$tools/slurm" "$what" "$lab" "$@"; }
trap 'test ! -d "$lab" || slurm down; rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
say() { echo "$(date +%T) $*"; }
study() { lua5.4 "$studies/workloads_slurm.lua" "$@"; }

export MITOSIS_CONFIG=/dev/null MITOSIS_SUMMARY=off MITOSIS_YIELD=on
export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0
unset MITOSIS_PAGES

# ---- jobs ----

# What each is: as many ranks as it has nodes, and a rank for each node that it gets.
# Its words: the kind, its limits, the times of a step, the program and its words.
cat >"$scratch/job" <<END
#!/bin/sh
kind=\$1 limits=\$2 NODE_TIMES=\$3; shift 3
export NODE_TIMES
cd "$scratch/\$SLURM_JOB_NAME"
hosts=\$(scontrol show hostnames "\$SLURM_JOB_NODELIST")
printf '%s:1\n' \$hosts >hosts
case \$kind in
malleable | flexible)
    export MITOSIS_POLICY=throughput MITOSIS_POLICY_OPTIONS=every=1,pause=3,together=true
    export MITOSIS_LIMITS=\$limits MITOSIS_BATCH=slurm MITOSIS_GIVE_BACK=on
    export MITOSIS_GRANT_PATIENCE=10 ;;
esac
export MITOSIS_HOSTS_FILE=\$PWD/hosts MITOSIS_OUTPUT=\$PWD/report.json
exec "$build/mitosis" run -hosts "\$(echo \$hosts | tr ' ' ,)" \
    -n "\$SLURM_JOB_NUM_NODES" "$scratch/timed" "\$@"
END
# How long steps take counts before ours: it is found first, and calls ours.
cat >"$scratch/timed" <<END
#!/bin/sh
LD_PRELOAD=$scratch/step_sleep.so:\$LD_PRELOAD exec "\$@"
END
chmod +x "$scratch/job" "$scratch/timed"
cc -shared -fPIC -O -o "$scratch/step_sleep.so" "$studies/step_sleep.c" -ldl -lm

# submit KIND NAME LEAST PREFERRED MOST TIMES PROGRAM WORD...
submit() {
    kind=$1 name=$2 least=$3 preferred=$4 most=$5 times=$6 program=$7; shift 7
    size=$most
    case $kind in moldable | flexible) size=$least-$most ;; esac
    rm -rf "${scratch:?}/$name"
    mkdir "$scratch/$name"
    slurm run sbatch -Q -J "$name" -N "$size" --ntasks-per-node=1 -o "$scratch/$name/log" \
        "$scratch/job" "$kind" "$least-$most,$preferred" "$times" \
        "$build/examples/$program" "$@" || fail "$name cannot be submitted"
}
# A controller that does not answer is busy, too.
is_busy() { ! queue=$(slurm run squeue -h 2>/dev/null) || test -n "$queue"; }

# run_all KIND  - submit all jobs when it is time, and wait for their ends
run_all() {
    began=$(date +%s%N)
    while read -r at line; do
        wait_ms=$((at - ($(date +%s%N) - began) / 1000000))
        test "$wait_ms" -le 0 || sleep "$((wait_ms / 1000)).$(printf %03d $((wait_ms % 1000)))"
        # shellcheck disable=SC2086
        submit "$1" $line </dev/null
    done <"$scratch/jobs"
    while is_busy; do sleep 1; done
    sleep 1
}

# results KIND  - what each job has printed has to be the same in all kinds
results() {
    while read -r _ name _; do
        if ! result=$(grep ' checksum ' "$scratch/$name/log"); then
            cat "$scratch/$name/log" >&2
            fail "$name of the $1 jobs has no result"
        fi
        echo "$name $result"
    done <"$scratch/jobs" >"$scratch/results.$1"
    cmp "$scratch/results.rigid" "$scratch/results.$1" >&2 \
        || fail "$1 jobs have other results than rigid ones"
    cat "$scratch"/*/report.json | jq -c '.changes[] | select(.outcome == "done")
        | [.ready_seconds, .stopped_seconds]' >"$scratch/changes.$1"
}

# ---- the whole ----

study generate ${quick:+--quick} >"$scratch/jobs"
set -- MessageTimeout=60
for i in $(seq "$nodes"); do
    set -- "$@" "NodeName=h$i CPUs=1 RealMemory=512"
done
HOSTS_OWNER=$$ slurm up "$nodes" "$@" || exit
mkdir -p "$to"
say "$(wc -l <"$scratch/jobs") jobs on $nodes nodes, four times"
for kind in $kinds; do
    : >"$lab/jobs"
    run_all "$kind"
    slurm jobs >"$scratch/account.$kind"
    results "$kind"
    say "$kind: $(study tell "$nodes" "$scratch/account.$kind")," \
        "$(wc -l <"$scratch/changes.$kind") changes"
done
slurm down
study compare ${quick:+--quick} "$nodes" "$build/mitosis" "$scratch" "$to"
