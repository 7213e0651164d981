# shellcheck shell=sh
# reach.sh - what tests of changes over hosts do again and again
#
# Source it instead of hosts.sh.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
mitosis=$top_builddir/mitosis

# start NAME WORD...  - a job that goes on until finish lets it end, in its $way
way=long
start() {
    job=$1; shift
    rm -f gate gate.start
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
        -genv LD_PRELOAD "$preload" "$@" "$programs/fickle" 0 "$way" gate &
    running=$!
    until_true is_on || check "$job starts" false
}
ctl() { hosts_do run h1 "$mitosis" ctl "$@"; }
is_on() {
    ctl status >now && grep -q 'rank 1: on h2, .*running' now \
        && ! grep 'not there yet' now
}

# ask_for CHANGE...  - and keep what is said of it
ask_for() { ctl "$@" >said 2>&1; }
says() { grep -E "$1" said || ! cat said; }

is_free() { test -z "$(hosts_do processes "$1")"; }

# finish  - let it end, and see that it ends as if nothing had been
finish() {
    touch gate
    wait "$running"
    check "$job: the program ends well" ended_well
    check "$job: nothing is left on any host" until_true nothing_left
}
# Its sum is that of as many steps elsewhere.
ended_well() {
    cat "$job.err" "$job.out"
    grep -qx 'exit status 0' "$job.status" || return
    steps=$(sed -n 's/^fickle: \([0-9]*\) steps.*/\1/p' "$job.out")
    "$programs/fickle" "$steps" >alone.out && cmp alone.out "$job.out"
}
is_reachable() { ctl hosts | grep -x 'h2: 1 rank'; }
unreachable() { ctl hosts | grep 'h2: .*not to be reached'; }
# agents HOST WHAT  - the processes of ours that have WHAT in their words
agents() {
    for pid in $(hosts_do processes "$1"); do
        tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q "$2" && echo "$pid"
    done 2>/dev/null
}
kill_all() { agents "$1" "$2" | xargs kill -9; }
is_there() { test -n "$(agents "$1" "$2")"; }

# stand NAME WAY WORD...  - a job that stands at its gate, so that a change
# waits: for "late" new ranks if it is late, else for the old ones
stand() {
    job=$1 stands=$2; shift 2
    rm -f gate gate.start
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
        -genv LD_PRELOAD "$preload" "$@" "$programs/fickle" 40 "$stands" gate &
    running=$!
    until_true stands || check "$job comes to its gate" false
}
stands() {
    ctl status >now && grep -q 'rank 0: .*, running, sync 6$' now \
        && grep -q 'rank 1: on h2, .*running' now
}
# begin CHANGE...  - until it is in the phase of that name, or is over: one that
# is given up soon may be before somebody gets to look
begin() {
    phase=$1; shift
    : >said
    ctl "$@" >said 2>&1 &
    asking=$!
    until_true has_begun || check "$job: it comes to $phase" false
}
has_begun() { in_phase || test -s said; }
in_phase() { ctl status | grep "^under way: .*: $phase"; }
given_up() {
    wait "$asking"
    check "$job: the change is given up, and why" was_said "given up: .*($1)"
}
was_said() { says "$1" || ! cat said; }
open_gate() { touch gate gate.start; }
