#!/bin/sh
# t0241-ahead.t - what is constant goes to another host while the program
# computes, the rest at the stop; over a slow link
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
hosts_up 3
table=$programs/table

# 8 MB of random bits, half of them to move, take 1.7 s at 20 Mbit/s.
for host in h1 h2 h3; do
    hosts_do rate "$host" 20mbit
done

went() { cat "$1.out" "$1.err"; test "$(cat "$1.out")" = 'table: ok'; }
outcome() { jq .changes "$1.json"; jq -e ".changes[0] | $2" "$1.json"; }

MITOSIS_SCRIPT='200 migrate 1 h3' \
    run_watched ahead -hosts h1,h2 -n 2 "$table" 800 8
check 'a rank with a table moves to another host' went ahead
check 'which is done' outcome ahead '.outcome == "done"'
check 'and goes ahead of the stop' outcome ahead '.stopped_seconds < 1.2'
check 'nothing is left on any host' until_true nothing_left
tap_done
