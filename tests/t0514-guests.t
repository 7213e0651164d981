#!/bin/sh
# t0514-guests.t - protocols and profiles that do all they can to be in the way
#
# One job goes on under one after the other; each is put in place of the one
# before in the same file.
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/talk.sh"
hosts_up 2
hosts_share 60 h1 h2

# put FILE  - have a whole file from stdin there, as no half of one is to be read
put() { cat >new.tmp && mv new.tmp "$1"; }

# protocol TICK [RECEIVE [REST]]  - with these for the functions' bodies
protocol() {
    put protocol.lua <<END
local count = 0
return {
    kind = "protocol",
    every = 0.1,
    tick = function(self) count = count + 1 $1 end,
    receive = function(self, message) ${2-} end,
    ${3-}
}
END
}
profile() {
    put profile.lua <<END
return { kind = "profile", derive = function(self) $1 end }
END
}

# goes_on  - the job does
goes_on() { wait_until passed $(($(sync_now) + 20)); }
# fails SENTENCE TEXT  - a point: the agent on h2 says so
fails() { check "$1" wait_until why "^  h2 fails: .*$2"; }

all='return { send = { to = "all", n = count } }'
profile 'return { ok = true }'
protocol 'return nil, "is fine"'
export MITOSIS_PROTOCOL="$scratch/protocol.lua"
export MITOSIS_FIGURES="$scratch/profile.lua"
start guests -hosts h1,h2 -n 2 $(tempo 5000 even)
check 'a protocol is asked' wait_until why '^  h2 is fine'

protocol 'while true do end'
fails 'an endless loop' 'budget of instructions'
protocol 'local t = {} while true do t = { t, t } end'
fails 'all memory' 'spent'
protocol 'local function f() return 1 + f() end return f()'
fails 'a recursion without end' 'spent\|overflow'
protocol 'return { send = self }'
fails 'a message that is none' "send has no 'to'"
protocol 'return { propose = { migrate = { rank = 99, to = "mars" } } }'
fails 'a rank that there is not' 'there is no rank 99'
protocol "$all" 'while true do end'
fails 'an endless loop about a message' 'budget of instructions'
# One that leaves ranks on h2, or its agent may end before it is heard of.
protocol 'return { propose = { rebalance = { 1, 2 } } }' '' \
    'answer = function(self, answer) error("hurt") end,'
fails 'an error about an answer' 'hurt'
protocol 'return nil' '' 'neighbours = function() return 7 end,'
fails 'neighbours that are none' 'neighbours returns a number'

check 'all that time the job goes on' goes_on

protocol 'return nil, "sees " .. tostring(self.profile.ok)'
check 'another one counts at once' wait_until why '^  h2 sees true'
for body in 'while true do end' 'return { free = {} }'; do
    profile "$body"
    check "a profile may fail: $body" wait_until why '^  h2 sees nil'
    profile 'return { ok = true }'
    check 'and another one counts' wait_until why '^  h2 sees true'
done
echo 'return {' | put protocol.lua
check 'half a file is told' wait_until grep -q 'protocol.lua:.*stays as it was' guests.err
check 'and the one before counts' why '^  h2 sees true'
check 'and the job goes on' goes_on
finish
check 'agents told what was wrong' grep -q 'budget of instructions' guests.err
tap_done
