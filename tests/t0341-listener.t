#!/bin/sh
# t0341-listener.t - who hears all that hosts say to each other, the launcher's
# words included, does not come to know the secret of a job
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 3

# listen NAME  - to all that goes over the hosts' switch, into NAME.heard
listen() {
    nsenter --target "$(cat "$hosts/switch.keeper")" --net -- \
        perl "$top_srcdir/tests/listener.pl" record "$1.heard" >listening &
    listener=$!
    until_true test -s listening
}
hunt() { perl "$top_srcdir/tests/listener.pl" hunt "$@" >hunted; cat hunted; }
secret_of() { hosts_do run h1 sh -c 'cat /dev/shm/mitosis-*/secret'; }

# The environment and the words of all processes of the job.
nobody_has() {
    digits=$(od -An -tx1 -v secret | tr -d ' \n')
    for pid in $(hosts_do processes); do
        cat "/proc/$pid/environ" "/proc/$pid/cmdline"
    done 2>/dev/null >words
    test "$(wc -c <words)" -gt 1000 && ! grep -aqiF "$digits" words
}

check 'somebody listens' listen job
start heard -hosts h1,h2 -n 2
ask_for migrate 1 h3
check 'a job is changed over hosts' says 'done at sync'
ask_for migrate 1 h2
check 'and again' says 'done at sync'
secret_of >secret
check 'it has a secret' test "$(wc -c <secret)" = 32
check 'which is in no environment and no command line' nobody_has
port=$(hosts_do run h1 ss -Hltnp | sed -n 's/.*:\([23][0-9]\{4\}\) .*"mitosis".*/\1/p' | head -n 1)
check 'the agent listens' test -n "$port"

# He is one who speaks now, too.
hosts_do run h3 perl "$top_srcdir/tests/listener.pl" replay job.heard h1 "$port" \
    >replayed
check 'who says again what an outpost has said is not answered' \
    grep -E '^[0-9]{3,} bytes said, 48 bytes answered' replayed
finish
kill "$listener"; wait "$listener"

hunt job.heard
check 'the launcher was heard' grep -aq 'MITOSIS_SEALED=' job.heard
check 'agents were heard greeting each other' \
    grep -E '^[0-9]{5,} bytes heard, [1-9][0-9]* greetings' hunted
check 'nothing that was heard is the secret' \
    grep -x 'the secret was not found' hunted
hunt job.heard secret
check 'though it would be known if it were heard' \
    grep -x 'the secret was found in bytes' hunted
od -An -tx1 -v secret | tr -d ' \n' | sed 's/^/X=7/' >digits
hunt job.heard digits
check 'in other writings, too' grep -x 'the secret was found in digits' hunted
base64 secret | sed 's/^/Y/' >digits
hunt job.heard digits
check 'of whatever kind' grep -x 'the secret was found in base64' hunted
hunt job.heard "$MITOSIS_KEY"
check "nor is the user's key the secret" \
    grep -x 'the secret was not found' hunted
tap_done
