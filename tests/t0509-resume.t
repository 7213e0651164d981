#!/bin/sh
# t0509-resume.t - an agent that is flooded with garbage, killed, or cut off
# from a host: the job goes on, and its policy decides again
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 4
export MITOSIS_PATIENCE=60
cat >follow.lua <<'END'
return {
    every = 0.2,
    decide = function(job)
        local iteration = "iteration " .. job.iteration
        for _, name in ipairs(job.host_names) do
            if job.hosts[name].state == "joined"
                    and name > job.ranks[1].host then
                return { migrate = { rank = 1, to = name }, why = iteration }
            end
        end
        return nil, iteration
    end,
}
END
export MITOSIS_POLICY="$scratch/follow.lua"
lists_hosts h1 h2
start job -hosts h1,h2 -n 2 $(tempo 2000 even)
check 'a policy is asked' wait_until why 'nothing: iteration'

# asked_again  - the policy was, about a later iteration than before
iteration() { ctl why | sed -n 's/.*nothing: iteration //p' | tail -n 1; }
asked_again() { now=$(iteration) && test "${now:-0}" -gt "${before:-0}"; }

# Garbage, from the same host and from others: at random, half a message, and
# messages of all types about ranks and generations that there are not.
cat >flood.pl <<'END'
use IO::Socket::UNIX;
srand(7);
my $path = shift;
for my $n (0 .. 299) {
    my $s = IO::Socket::UNIX->new(Type => SOCK_SEQPACKET, Peer => $path)
        or next;
    my $rest = join '', map { chr int rand 256 } 1 .. rand 300;
    my $head = pack('LLlLQ', $n % 64, rand(3), int(rand(9)) - 2,
                    rand() < 0.5 ? length $rest : int rand(2 ** 32),
                    int rand(2 ** 32));
    local $SIG{PIPE} = 'IGNORE';
    send($s, $n % 3 == 0 ? $rest : $n % 3 == 1 ? substr($head, 0, $n % 24)
         : $head . $rest, 0) for 1 .. 3;
}
END
socket=$(hosts_do run h1 sh -c 'echo /dev/shm/mitosis-*/agent')
# flooded WHO
flooded() {
    before=$(iteration)
    check "the socket of $1 is flooded" \
        hosts_do run h1 perl flood.pl "$socket"
    check 'and the policy goes on to be asked' wait_until asked_again
    port=$(hosts_do run h1 ss -Hltnp | grep mitosis \
        | sed 's/.*:\(2[0-9]*\|3[01][0-9]*\) .*/\1/' | head -n 1)
    before=$(iteration)
    for _ in 1 2 3 4 5; do
        hosts_do run h3 bash -c \
            "head -c 4000 /dev/urandom >/dev/tcp/10.77.0.1/$port" 2>/dev/null
    done
    check 'so it is when its port is flooded' wait_until asked_again
}
flooded 'the agent'
kill_head
check 'the agent is killed, and there is another one' wait_until new_head
flooded 'that one'
check 'which is still there' test "$(head_agent)" = "$new"
lists_hosts h1 h2 h3
check 'and what it decides is done' wait_until lists 'h3: 1 rank'

before=$(iteration)
wait_until asked_again
hosts_do cut h3
stands() { ctl why | tail -n 1 | grep 'not asked: too few iterations'; }
check 'a host is cut off, and the job stands still, as MPI does' \
    wait_until stands
hosts_do mend h3
before=$(iteration)
check 'and the policy is asked again' wait_until asked_again
lists_hosts h1 h2 h3 h4
check 'and what it decides is done' wait_until lists 'h4: 1 rank'
finish
tap_done
