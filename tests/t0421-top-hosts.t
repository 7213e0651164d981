#!/bin/sh
# t0421-top-hosts.t - a running job on several hosts, in a terminal and in a
# pipe
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq
. "$top_srcdir/tests/hosts.sh"
hosts_up 3
mitosis=$top_builddir/mitosis
terminal=$top_builddir/tests/command/terminal

# on HOST COMMAND...  - there
on() { hosts_do run "$@"; }

# drive SIZE  - top on h1 in a terminal, with instructions on stdin
drive() {
    on h1 env TERM=vt100 LC_ALL=C.UTF-8 NO_COLOR=1 "$terminal" "$1" \
        "$mitosis" top --interval 100 >screen 2>trouble
    rc=$?
    cat trouble
    return "$rc"
}

# told JQ  - what 'mitosis ctl status' says on h1
told() { on h1 "$mitosis" ctl status --json >said && jq -e "$1" said; }

cat >policy.lua <<'END'
return {
    every = 0.2,
    decide = function() return nil, "all is well" end,
}
END
MITOSIS_POLICY=$scratch/policy.lua run_watched far -hosts h1,h2,h3 -n 5 \
    "$programs/tempo" 900000000 10000 even "$scratch/over" &
running=$!
until_true told '.hosts | length == 3 and all(.load != null)'

check 'the agent tells all hosts and where the ranks are' until_true told '
    ([.hosts[].host] == ["h1", "h2", "h3"])
    and ([.hosts[].ranks] == [2, 2, 1])
    and ([.rank[].host] == ["h1", "h2", "h3", "h1", "h2"])
    and all(.hosts[]; .reached and .cores > 0 and .memory_free_bytes > 0)'
check 'and how far they are' until_true told 'all(.rank[]; .state == "running"
    and .sync > 2)'
lines() {
    on h1 "$mitosis" top --interval 300 --count 3 >lines || return
    cat lines
    test "$(wc -l <lines)" -eq 3 \
        && ! grep -v '5 of 5 ranks on 3 hosts, generation 1, iter' lines
}
check 'lines tell of all ranks' lines
check 'so does a terminal, host by host' drive 80x24 <<'END'
wait 5 of 5 ranks, 3 hosts, generation 1
wait h2             2 ranks
wait others use
wait h3             1 rank
wait others use
wait rank 4    h2
wait  %
wait rank 2    h3
wait  %
wait policy: nothing: all is well
type q
end 0
END
check 'a change is asked for, and reaches them' drive 100x30 <<'END'
wait q quit
type :resize 4 --hosts h2,h3\n
wait done: resize 4
wait 4 of 4 ranks, 3 hosts, generation 2, 1 change
wait 1. resize 4 --hosts h2,h3, 5 to 4 ranks
type q
end 0
END
check 'when no rank is left here it goes on' drive 80x24 <<'END'
wait tempo 900000000
wait 4 of 4 ranks
wait iteration
wait a second
wait h1             0 ranks
wait h3             2 ranks
wait rank 3
wait q quit
type q
end 0
END
elsewhere() {
    on h2 "$mitosis" top --interval 100 --count 2 >lines || return
    cat lines
    grep -q 'of 4 ranks' lines
}
check 'on another host its own ranks are shown' elsewhere
touch over
wait "$running"
check 'nothing is left on any host' until_true nothing_left
tap_done
