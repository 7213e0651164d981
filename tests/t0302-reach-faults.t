#!/bin/sh
# t0302-reach-faults.t - what goes wrong between hosts, and that the job goes on
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=60

both_are_there() { test "$(agents h2 "^$programs/fickle" | wc -l)" -eq 2; }

start refused -hosts h1,h2 -n 2
ask_for migrate 1 h9
check 'a host that does not exist is refused' says 'there is no host h9'
ask_for hosts remove h3
check 'one that the job is not on cannot leave' says 'host h3 is not one of'
ask_for hosts
check 'hosts are told' says '^h2: 1 rank$'
finish

start comes_and_goes -hosts h1,h2 -n 2
ask_for hosts add h3
ask_for resize 3 --hosts h1,h2,h3 # or h1's free core would do
check 'a host that was added is used' says 'done at sync'
ask_for hosts
check 'by one rank' says '^h3: 1 rank$'
ask_for hosts remove h2
check 'a host is left' says 'done at sync'
check 'and freed wholly' until_true is_free h2
ask_for hosts
check 'it is not one of the job any more' sh -c '! grep h2 said'
finish

# Its last rank there has not ended when the next one is to come.  That comes at
# once when the agent there was not told yet that it is not needed, so that the
# phase may be over before it is seen.
way=lingers
comes_back() { in_phase || says 'done at sync'; }
for stays in 'for a moment' 'for longer than its agent waits'; do
    start "left and back, one stays $stays" -hosts h1,h2 -n 2
    rm -f gate.leave
    ask_for migrate 1 h3
    check "$job: a host is left" says 'done at sync'
    : >said
    ask_for migrate 1 h2 &
    asking=$!
    phase='getting the new ranks ready'
    check "$job: it is needed again at once" until_true comes_back
    test "$stays" = 'for a moment' || until_true both_are_there
    touch gate.leave
    wait "$asking"
    check "$job: the job is there again" says 'done at sync'
    finish
done
way=long

start strangers -hosts h1,h2 -n 2
port=$(hosts_do run h1 ss -Hltnp | grep mitosis | sed 's/.*:\(2[0-9]*\|3[01][0-9]*\) .*/\1/' | head -n 1)
check 'the agent listens' test -n "$port"
for _ in 1 2 3 4 5; do
    hosts_do run h3 bash -c \
        "head -c 400 /dev/urandom >/dev/tcp/10.77.0.1/$port" 2>/dev/null
done
hosts_do run h3 bash -c "exec 3<>/dev/tcp/10.77.0.1/$port; printf mitoship >&3; sleep 3" &
ask_for migrate 1 h3
check 'strangers are dropped and the job is changed' says 'done at sync'
finish

start no_outpost -hosts h1,h2 -n 2
ask_for wait
before=$(agents h2 outpost)
kill_all h2 outpost
is_another() {
    after=$(agents h2 outpost)
    test -n "$after" && test "$after" != "$before"
}
check 'an outpost that is killed is started again' until_true is_another
check 'and joins' until_true is_reachable
ask_for migrate 0 h3
check 'and changes work again' says 'done at sync'
finish

start no_agent -hosts h1,h2 -n 2
kill_all h1 'mitosis agent'
finish

export MITOSIS_PATIENCE=10
start cut -hosts h1,h2 -n 2
hosts_do cut h2
ask_for resize 3 --hosts h1,h2,h3
check 'a change over a link that is cut is given up' \
    says 'was given up: (host h2 cannot be reached|getting the new ranks)'
hosts_do mend h2
check 'once it is mended, the host is found again' until_true is_reachable
# That it was cut may show in the next change only, which is given up then.
moved() { ask_for migrate 1 h3; says 'done at sync'; }
check 'and a change is carried out' until_true moved
finish

export MITOSIS_PATIENCE=60
start slow -hosts h1,h2 -n 2
hosts_do rate h2 1mbit
ask_for migrate 1 h3
check 'a slow link takes its time' says 'done at sync'
finish
hosts_do rate h2 none
tap_done
