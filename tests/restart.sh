# shellcheck shell=sh
# restart.sh - kill a job's agent, and see that another one carries on
#
# Source it instead of change.sh.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
fickle=$programs/fickle

# start NAME WAY  - a job that goes on until finish lets it end
start() {
    begin "$1" 2 "$2" "$scratch/gate"
    until_true has_agent
}
has_agent() { test -n "$(agent)" && ctl status; }

# lose  - the agent is killed, and there is another one
lose() {
    kill_agent
    await_another
}
kill_agent() {
    old=$(agent)
    kill -KILL "$old"
}
await_another() {
    until_true is_another || check "$job: the agent is there again" false
}
is_another() { has_agent && test "$(agent)" != "$old"; }

# works CHANGE...  - it is carried out when it is asked for
works() {
    ctl "$@" >said 2>&1
    check "$job: '$*' is carried out" grep "^$*: done at sync " said
}
is_now() { ctl status >now; head -n 1 now | grep -F ": $1"; }

# ends LOSSES CHANGE...  - it does, as if nothing had been, and this was told
ends() {
    losses=$1; shift
    finish
    printf '%s\n' "$@" | sed '/^$/d' >expected
    check "$job: the program ends well" ended_well
    check 'the user was told of each loss, once' are_told
    check 'and the report has them, and all changes' are_noted
    gone
}
ended_well() {
    cat "$job.err" "$job.out"
    grep -qx 'exit status 0' "$job.status" || return
    steps=$(sed -n 's/^fickle: \([0-9]*\) steps.*/\1/p' "$job.out")
    "$fickle" "$steps" >alone.out && cmp alone.out "$job.out"
}
are_told() {
    cat "$job.err"
    test "$(grep -c 'the agent' "$job.err")" -eq "$losses" \
        && test "$(grep -c '^mitosis: the agent was lost and is there again' \
            "$job.err")" -eq "$losses"
}
are_noted() {
    ask '.incidents[]' >came
    test "$(grep -cE \
        '^at [0-9.]+ [a-z]+ the agent was lost and another one took its place$' \
        came)" -eq "$losses" || { cat came; return 1; }
    ask '.changes[] | "\(.what) \(.from) \(.to) \(.outcome)"' >came
    diff -u expected came
}
