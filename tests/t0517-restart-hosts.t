#!/bin/sh
# t0517-restart-hosts.t - the agent of a job on several hosts is killed, and
# another one knows all that it knew
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 3
export MITOSIS_PATIENCE=20

lose() {
    kill_head
    until_true new_head || check "$job: the agent is there again" false
}
works() {
    ask_for "$@"
    check "$job: '$*' is carried out" says "^$*: done at sync "
}
# hosts LINE...  - ctl tells of these hosts
hosts() {
    printf '%s\n' "$@" | sort >expected
    check "$job: the hosts are those there are" until_true are_hosts
}
are_hosts() { ctl hosts | sort >came && diff expected came; }
noted() {
    jq -rc "$2" "$job.json" >came
    printf '%s\n' "$1" | diff -u - came
}

start elsewhere -hosts h1,h2 -n 2
ask_for hosts add h3
lose
hosts 'h1: 1 rank, the agent' 'h2: 1 rank' 'h3: 0 ranks, on offer'
works migrate 0 h3
lose
hosts 'h1: 0 ranks, the agent' 'h2: 1 rank' 'h3: 1 rank'
ask_for hosts remove h2
check 'a host is left by the word of the second after it' says 'done at sync'
check 'and freed wholly' until_true is_free h2
finish
check 'the pages of all hosts are in the report' \
    noted '[1,["h1","h2"]] [2,["h3","h2"]] [3,["h3"]]' \
    '[.generations[] | [.generation, .hosts] | tojson] | join(" ")'

# falls CHANGE  - who asked for it, and the user, know what has become of it
falls() {
    until_true new_head || check "$job: the agent is there again" false
    wait "$asking"
    check "$job: who asked is told" says "^mitosis: the job's agent is gone"
    check 'and the user what has become of the change' until_true \
        grep -x "mitosis: the agent was lost and is there again; $1 was given up" \
        "$job.err"
}

way=tardy
start launch -hosts h1,h2 -n 2
begin 'getting the new ranks ready' migrate 0 h3
kill_head
falls 'migrate 0 h3'
touch gate.start
works migrate 0 h3
finish
way=long

# ranks HOST  - those there
ranks() { agents "$1" 'programs/fickle 0' | xargs -n 1 | tail -n 1; }
start move -hosts h1,h2 -n 2
old_rank=$(ranks h2)
kill -STOP "$old_rank"
begin 'agreeing' migrate 0 h3
new_rank=$(ranks h3)
kill -STOP "$new_rank"
kill -CONT "$old_rank"
phase=moving
check 'move: it comes to moving' until_true in_phase
kill_head
kill -CONT "$new_rank"
falls 'migrate 0 h3'
works migrate 0 h3
finish
check 'both are in the report' \
    noted 'migrate the agent was lost, migrate done' \
    '[.changes[] | "\(.what) \(.outcome)"] | join(", ")'

start strangers -hosts h1,h2 -n 2
lose
port=$(hosts_do run h1 ss -Hltnp | grep mitosis \
    | sed 's/.*:\(2[0-9]*\|3[01][0-9]*\) .*/\1/' | head -n 1)
for _ in 1 2 3 4 5; do
    hosts_do run h3 bash -c \
        "head -c 400 /dev/urandom >/dev/tcp/10.77.0.1/$port" 2>/dev/null
done
works migrate 1 h3
check 'after strangers, the agent is the same' test "$(head_agent)" = "$new"
# No rank is here when it is lost, and the job ends at once.
works migrate 0 h3
kill_head
finish
check 'the pages of all hosts are in the report' \
    noted '[1,["h1","h2"]] [2,["h1","h3"]] [3,["h3"]]' \
    '[.generations[] | [.generation, .hosts] | tojson] | join(" ")'
tap_done
