# shellcheck shell=sh
# slurm.sh - tests of jobs under a Slurm of the test's own
#
# Source it instead of hosts.sh, then say slurm_up COUNT.  Without Slurm or root
# the test is skipped.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
slurm=$scratch/slurm
# shellcheck disable=SC2034 # that is for hosts_do
hosts=$slurm/hosts
mitosis=$top_builddir/mitosis
export UCX_TLS=tcp,self UCX_NET_DEVICES=eth0
unset MITOSIS_PAGES

# needs COMMAND...  - or the test is skipped
needs() {
    for command; do
        command -v "$command" >/dev/null && continue
        echo "1..0 # SKIP there is no $command"
        exit 0
    done
}
needs slurmctld slurmd srun munged ip
if ! unshare --net --uts --ipc --mount true 2>/dev/null; then
    echo '1..0 # SKIP hosts of our own take root'
    exit 0
fi

slurm_do() { what=$1; shift; "$top_srcdir/tools/slurm" "$what" "$slurm" "$@"; }
# on_h1 COMMAND...  - as a user there, who is root unless become_user was called
# shellcheck disable=SC2086 # $become is several words, or none
on_h1() { slurm_do run $become timeout 900 "$@"; }
# shellcheck disable=SC2086
ctl() { hosts_do run "$agent_on" $become timeout 300 "$mitosis" ctl "$@"; }
become='' agent_on=h1
# become_user  - one without rights from here on, who can write in $scratch; if
# that one can reach what was built
become_user() {
    chmod 1777 "$scratch"
    as="setpriv --reuid=65534 --regid=65534 --clear-groups"
    $as test -x "$mitosis" 2>/dev/null || return
    become=$as
    export MITOSIS_KEY="$scratch/their.key"
}

# As a command for start: sbatch with its words, until that job has ended.  sbatch
# itself, told to wait, sees that half a minute later.
cat >"$scratch/batch" <<'END'
#!/bin/sh
job=$(sbatch --parsable "$@") || exit
while squeue -h -j "$job" -o %T | grep -q .; do sleep 0.2; done
END
chmod +x "$scratch/batch"

# slurm_up COUNT LINE...  - with these lines in slurm.conf; what runs on the hosts
# then is none of ours
slurm_up() {
    host_count=$1
    trap 'slurm_do down; rm -rf "$scratch"' EXIT
    HOSTS_OWNER=$$ slurm_do up "$@" || exit 1
    hosts_do processes | sort >daemons
}

# queue  - what there is of all jobs: 'STATE NODES NAME'
queue() { on_h1 squeue -h -r -S i -o '%T %N %j'; }
queued() { queue | grep -E "$1"; }
# companions COUNT STATE  - so many of a state are there
companions() { test "$(queue | grep -c "^$2 .*mitosis-[0-9]*-fickle")" -eq "$1"; }

# start NAME COMMAND...  - fickle under COMMAND on h1, until all ranks have synced
start() {
    job=$1; shift
    rm -f gate
    MITOSIS_OUTPUT=$scratch/$job.json keep "$job" on_h1 "$@" "$programs/fickle" 0 long gate &
    running=$!
    until_true is_on || check "$job starts" why_not
}
why_not() { cat "$job.err" now; slurm_do run squeue -l; slurm_do run sinfo -N -l; false; }
is_on() {
    ctl status >now && grep -q 'rank 1: .*, running' now \
        && ! grep 'not there yet' now
}
ask_for() { ctl "$@" >said 2>&1; }
refused() { ! ask_for "$@"; }
says() { cat said; grep -E "$1" said; }
told() { cat "$job.err"; grep -E "^mitosis: $1" "$job.err"; }
asked() { ctl request | grep -xE "$1"; }
lists_not() { ctl hosts >listed && ! grep "$1" listed; }
lists() { ctl hosts | grep -xE "$1"; }
ended() { cat "$job.err" "$job.out" "$job.status"; grep -qE "^exit status ($1)\$" "$job.status"; }
finish() {
    touch gate
    wait "$running"
}
# Its sum is that of as many steps elsewhere.
same_sum() {
    cat "$job.err" "$job.out"
    steps=$(sed -n 's/^fickle: \([0-9]*\) steps.*/\1/p' "$job.out")
    "$programs/fickle" "$steps" >alone.out && cmp alone.out "$job.out"
}
hosts_are() {
    for rank in 0 1 2 3; do
        ctl status | sed -n "s/^rank $rank: on \(h[0-9]\), .*/\1/p
            s/^rank $rank: process .*/$agent_on/p"
    done | tr '\n' ' ' >came
    test "$(cat came)" = "$* " || ! cat came
}
gone() {
    for pid in $(hosts_do processes | sort | comm -13 daemons -); do
        echo "$pid $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    done >rest 2>/dev/null
    ! grep . rest
}

# kill_ours  - all at once: ranks, agents and who holds the job; not what was
# there before, in "daemons"
kill_ours() {
    for pid in $(hosts_do processes | sort | comm -13 daemons -); do
        tr '\0' ' ' 2>/dev/null <"/proc/$pid/cmdline" \
            | grep -qE '^(mitosis (agent|hold|keep)|.*fickle 0)' && echo "$pid"
    done >victims
    # shellcheck disable=SC2046
    kill -9 $(cat victims) 2>/dev/null
}
