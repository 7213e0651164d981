#!/bin/sh
# t0330-peers.t - agents join, leave, die, talk to each other, and agree
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=20
is_on() { ctl status | grep -q 'rank 1: .*running'; }

# has_host LINE  - ctl hosts has it, as a whole
has_host() { ctl hosts | grep -Ex "$1"; }
has_no_host() { ! ctl hosts | grep "$1"; }

# why REGEX  - ctl why has it
why() { ctl why | tee whys | grep -E "$1"; }

# ---- joining ----

# join HOST WORD...  - offer it, in the background; what it says is in HOST.said
join() {
    host=$1; shift
    hosts_do run "$host" "$mitosis" agent "$@" </dev/null >"$host.said" 2>&1 &
}
refuses() { # TEXT WORD... - that is no way to join
    text=$1; shift
    hosts_do run h3 "$mitosis" agent "$@" </dev/null >said 2>&1
    test $? -ne 0 && says "$text"
}
start joined -hosts h1 -n 2
check 'a ticket is written' ctl invite ticket
check 'for nobody else to read' test "$(stat -c %a ticket)" = 600
check 'and none over another file' sh -c '! "$@"' - \
    hosts_do run h1 "$mitosis" ctl invite ticket
cp ticket open_ticket
chmod 644 open_ticket
check 'one that others can read is refused' refuses 'open to others' \
    --join h1 --ticket open_ticket
(umask 077; echo hello >no_ticket)
check 'so is one that is none' refuses 'no ticket' \
    --join h1 --ticket no_ticket
sed 's/^pages.*/pages nowhere/' ticket >bad_ticket
chmod 600 bad_ticket
check 'or that was changed' refuses 'where pages are' \
    --join h1 --ticket bad_ticket
sed -n 's/^secret //p' ticket >secret
is_hidden() { ! cat /proc/[0-9]*/cmdline 2>/dev/null | grep -qaf secret; }
check 'the secret is in it' test "$(wc -c <secret)" = 65
check 'and on no command line' is_hidden

join h3 --join h1 --ticket ticket
hosts_do run h1 "$mitosis" ctl invite 2>/dev/null \
    | hosts_do run h4 "$mitosis" agent --join 10.77.0.1 >h4.said 2>&1 &
check 'a host joins' until_true has_host 'h3: 0 ranks, on offer, joined'
check 'and another one, by a pipe' until_true \
    has_host 'h4: 0 ranks, on offer, joined'
check 'it says so' until_true grep -q 'h3 is on offer to fickle-' h3.said
check 'nobody joins twice' refuses 'takes part in' --join h1 --ticket ticket
ask_for resize 3
check 'a change goes there' says 'done at sync'
check 'a rank is on it' has_host 'h3: 1 rank, joined'
check 'served by the same agent' test "$(agents h3 'mitosis agent' | wc -l)" = 1

kill_head
check 'when the job has another agent' until_true new_head
is_found_again() {
    grep 'the agent of fickle-.* is there again' "$1.said"
}
check 'a host that has joined finds it' until_true is_found_again h3
check 'and another one' until_true is_found_again h4
check 'it knows of both that they have joined' until_true \
    has_host 'h[34]: 1 rank, joined'
kill -INT "$(agents h3 'agent --join')"
check 'one that is interrupted leaves' until_true \
    grep -q 'h3 has left fickle-' h3.said
check 'when its rank is elsewhere' has_no_host h3
ask_for hosts remove h4
check 'one that is removed is let go' until_true \
    grep -q 'h4 is not needed by fickle-.* any more' h4.said
join h4 --join h1 --ticket ticket
check 'and may join again' until_true \
    has_host 'h4: 0 ranks, on offer, joined'
kill -9 "$(agents h4 'agent --join')"
check 'one that dies is noticed' until_true has_no_host h4
hosts_do run h4 find /dev/shm -mindepth 1 -delete # nobody else is there
finish

# ---- talking ----

# All greet each other; who has heard of the others, and knows that these have,
# proposes the same change while another one does, but for the host of the rank:
# it is not needed afterwards, and its agent ends before it could say what it was
# told.
cat >agree.lua <<'END'
local heard, ready, told = {}, {}, "nothing"
return {
    kind = "protocol",
    every = 0.05,
    options = { to = { type = "text" } },
    tick = function(self, options)
        local missing, waiting = 0, 0
        for _, name in ipairs(self.host_names) do
            if name ~= self.name then
                missing = missing + (heard[name] and 0 or 1)
                waiting = waiting + (ready[name] and 0 or 1)
            end
        end
        local send = { to = "all", hello = self.name, ready = missing == 0 }
        if missing == 0 and waiting == 0 and #self.neighbours == 2
            and self.ranks[1].host == "h2" and self.name ~= "h2" then
            return { send = send, why = "was told " .. told,
                     propose = { migrate = { rank = 1, to = options.to },
                                 why = "all know each other" } }
        end
        return { send = send,
                 why = #self.neighbours .. " neighbours, was told " .. told }
    end,
    receive = function(self, message)
        heard[message.from] = message.hello == message.from
        ready[message.from] = message.ready
    end,
    answer = function(self, answer)
        told = told == "yes" and told or answer.done and "yes" or answer.why
    end,
}
END
export MITOSIS_PROTOCOL="$scratch/agree.lua" MITOSIS_PROTOCOL_OPTIONS=to=h3
start agreed -hosts h1,h2,h3 -n 3
is_agreed() {
    until_true has_host 'h3: 2 ranks' && return
    ctl hosts
    ctl why
    cat "$job.err"
    false
}
check 'agents find each other and move a rank' is_agreed
check 'as one of them proposed' why 's: h[13] proposes migrate 1 h3: all know'
check 'which was carried out' until_true why ' migrate 1 h3: done at sync'
check 'once' test "$(grep -c 'done at sync' whys)" = 1
check 'another one was refused' why \
    'not done: (another change is under way: migrate 1 h3, which h[13] prop|it was made before)'
check 'who proposed it is told' until_true why '^  h[13] .*was told yes'
check 'and who was refused, why' until_true why '^  h[13] .*was told (another|it was)'
check 'the policy is told of in one line' grep -q '^agree.lua: ' whys

# A protocol that was changed is another one everywhere.
sed 's/was told/heard/' agree.lua >agree.new && mv agree.new agree.lua
check 'a file that was changed counts for all agents' until_true why '^  h3 .*heard'
check 'and for the head' until_true why '^  h1 .*heard'

# Garbage and a flood to the port of a peer.
place=$(hosts_do run h3 ss -Hltnp | grep mitosis | sed 's/.*:\([0-9]*\) .*/\1/' | head -n 1)
check 'an agent listens for others' test -n "$place"
# shellcheck disable=SC2016
hosts_do run h4 bash -c '
    for i in $(seq 100); do
        exec {fd}<>/dev/tcp/10.77.0.3/$1 && head -c 300 /dev/urandom >&$fd
    done
    for i in $(seq 100); do
        exec {fd}<>/dev/tcp/10.77.0.3/$1 && printf mitoship >&$fd
    done' - "$place" 2>/dev/null
check 'strangers do not come between them' until_true why '^  h3 [12] neighbours'

# An agent that dies is no neighbour, until it is back.
before=$(agents h3 outpost)
kill -9 "$before"
check 'one that dies is missed by its neighbours' until_true \
    why '^  h1 [01] neighbours'
is_started_again() {
    after=$(agents h3 outpost)
    test -n "$after" && test "$after" != "$before"
}
check 'and started again' until_true is_started_again
check 'it joins' until_true has_host 'h3: 2 ranks'
check 'and is a neighbour again' until_true why '^  h3 [12] neighbours'
ask_for migrate 1 h2
check 'changes work again' says 'done at sync'
check 'and what is decided, too' until_true has_host 'h3: 2 ranks'

kill_head
check 'after a head that dies comes another' until_true new_head
check 'who has neighbours' until_true why '^  h1 [12] neighbours'
ask_for migrate 1 h2
check 'and carries out changes' says 'done at sync'
check 'and what agents propose' until_true has_host 'h3: 2 ranks'
finish

# A protocol that does all it can to be in the way.
cat >hostile.lua <<'END'
local count = 0
return {
    kind = "protocol",
    every = 0.05,
    tick = function(self)
        count = count + 1
        if count % 3 == 0 then error("no idea") end
        if count % 3 == 1 then while true do end end
        return { send = { to = "all", text = ("x"):rep(3000) } }
    end,
    receive = function(self, message)
        return { send = { { to = "all", again = message }, { to = "all", more = 1 } } }
    end,
}
END
cat >chatty.lua <<'END'
return {
    kind = "protocol",
    every = 0.5,
    tick = function(self)
        return { send = { to = "all", n = 1 }, why = "talks" }
    end,
    receive = function(self, message)
        return { send = { { to = "all", n = 1 }, { to = "all", n = 2 } } }
    end,
}
END
MITOSIS_PROTOCOL=$scratch/hostile.lua MITOSIS_PROTOCOL_OPTIONS='' \
    start hostile -hosts h1,h2 -n 2
check 'a protocol that fails is switched off' until_true \
    why '^  h2 fails: hostile.lua:'
is_changed() {
    ask_for migrate 1 h3
    says 'done at sync' && return
    cat said "$job.err"
    ctl status
    false
}
check 'and the job can be changed' is_changed
touch gate
wait "$running"
check 'the job ends well' grep -qx 'exit status 0' hostile.status
check 'and is told why' grep -q 'hostile.lua failed 3 times in a row' hostile.err

MITOSIS_PROTOCOL=$scratch/chatty.lua MITOSIS_PROTOCOL_OPTIONS='' \
    start chatty -hosts h1,h2,h3 -n 3
check 'agents that would talk without end are heard' until_true why '^  h2 talks'
ask_for migrate 1 h3
check 'and leave the job alone' says 'done at sync'
check 'they are told to be brief' until_true \
    grep -q 'more to say than it may' chatty.err
touch gate
wait "$running"
check 'it ends well' grep -qx 'exit status 0' chatty.status
check 'nothing is left' until_true nothing_left
tap_done
