#!/bin/sh
# t0343-strangers.t - who was turned away at the ports of agents is told
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 3

# port_on HOST  - one that an agent listens on
port_on() {
    hosts_do run "$1" ss -Hltnp | sed -n 's/.*:\([0-9]*\) .*"mitosis".*/\1/p' \
        | sort -n | tail -n 1
}
# garbage TEXT HOST PORT COUNT  - so many strangers on h3 say TEXT there
garbage() {
    # shellcheck disable=SC2016
    hosts_do run h3 perl -MIO::Socket::INET -e '
        my ($text, $host, $port, $count) = @ARGV;
        for (1 .. $count) {
            my $s = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port)
                or die "connect: $@";
            syswrite $s, eval qq("$text");
            shutdown $s, 1;
            1 while sysread $s, my $came, 4096;
        }' "$@"
}
hello='mitoship\2\0\1\0\0\0\0\0abcdefghijklmnopqrstuvwxyzABCDEF'
told() { grep -E "$1" "$job.err"; }

export MITOSIS_LOG=info MITOSIS_PROTOCOL=steal-random
start told -hosts h1,h2 -n 2
port=$(port_on h1)
check 'the agent listens' test -n "$port"
garbage 'GET / HTTP/1.0\r\n\r\n'"$(printf '%048d' 0)" h1 "$port" 1
check 'who speaks another language is told, with address and reason' \
    until_true told '^mitosis: a connection from .*10\.77\.0\.3:[0-9]+ was dropped: it does not speak our language'
garbage "$hello$(printf '%032d' 0)" h1 "$port" 1
check 'so is who does not know the secret' until_true told \
    "10\.77\.0\.3:[0-9]+ was dropped: it does not know the job's secret"
garbage 'mito' h1 "$port" 100
check 'so is who leaves in the middle' until_true told \
    '10\.77\.0\.3:[0-9]+ was dropped: it has closed the connection'
check 'but not a hundred of them' test "$(told 'was dropped' | wc -l)" -le 16
listens() { test -n "$(port_on h2)"; }
check 'an outpost listens for its neighbours' until_true listens
garbage 'GET / HTTP/1.0\r\n\r\n'"$(printf '%048d' 0)" h2 "$(port_on h2)" 1
check 'those who call an outpost are told, too' until_true told \
    '^mitosis: h2: a connection from .*10\.77\.0\.3:[0-9]+ was dropped'
finish

unset MITOSIS_LOG
start quiet -hosts h1,h2 -n 2
garbage 'GET / HTTP/1.0\r\n\r\n'"$(printf '%048d' 0)" h1 "$(port_on h1)" 3
ask_for hosts
check 'nobody else is told' test -z "$(told 'was dropped')"
finish
tap_done
