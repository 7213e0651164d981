# shellcheck shell=sh
# live.sh - jobs on several hosts that go on until a test has seen enough
#
# Source it instead of hosts.sh, then say hosts_up COUNT.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
steps=1000000 # nobody waits for so many

# Tests ask many times a second, which is not to be taken for a load there.
ctl() { hosts_do look h1 "$top_builddir/mitosis" ctl "$@"; }

# wait_until COMMAND...  - it succeeds, within a while
wait_until() {
    until_true "$@" && return
    ctl why
    ctl hosts
    return 1
}

# why TEXT  - 'ctl why' says so;  lists TEXT  - 'ctl hosts' has such a line
why() { ctl why | grep -e "$1"; }
lists() { ctl hosts | grep -x -e "$1"; }
lists_not() { ctl hosts >said && ! grep -e "$1" said; }

# start NAME WORD...  - begin a job with these words of mpiexec's, the program
# at the end
start() {
    job=$1; shift
    rm -f stop
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
        -genv LD_PRELOAD "$preload" "$@" &
    running=$!
}

# tempo US HOW  - the words for a program that ends when it is told to
tempo() { echo "$programs/tempo $steps $1 $2 stop"; }

# hosts_share PERCENT HOST...  - give each such a share of a core
hosts_share() {
    share=$1; shift
    for host; do
        hosts_do cpu "$host" "$share" 2>/dev/null && continue
        echo '1..0 # SKIP hosts of a known speed take control groups of version 1'
        exit 0
    done
}

# load_comes HOST [COUNT], load_ends  - so many others keep its processor busy
load_comes() {
    load=
    for _ in $(seq "${2-1}"); do
        "$top_srcdir/tools/hosts" run "$hosts" "$1" sh -c 'while :; do :; done' &
        load="$load $!"
    done
}
# shellcheck disable=SC2086
load_ends() { kill $load; }

# shipped NAME [OPTIONS]  - a shipped policy that is asked more often
shipped() {
    export MITOSIS_POLICY="$1" MITOSIS_POLICY_OPTIONS="every=0.4${2:+,$2}"
}

# lists_hosts NAME...  - the file of hosts that is watched
lists_hosts() {
    printf '%s\n' "$@" >hostfile
    export MITOSIS_HOSTS_FILE="$scratch/hostfile"
}

# finish  - let it end, and see that it is whole and nothing is left
finish() {
    touch stop
    wait "$running"
    check "$job: the program ends well" whole
    check "$job: nothing is left on any host" wait_until nothing_left
}
whole() {
    cat "$job.status" "$job.out" "$job.err"
    grep -qx 'exit status 0' "$job.status" \
        && grep -qE "^tempo: (0 steps, the rows' sum is 0|([0-9]+) steps, the \
rows' sum is \\2000)\$" "$job.out"
}
# silent  - it said nothing
silent() { cat "$job.err"; ! grep . "$job.err"; }
