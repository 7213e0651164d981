#!/bin/sh
# t0439-sim-overlap.t - long messages do not move while their ranks compute,
# neither in MPICH nor in a replay
#
# How long ranks compute is up to the machine.  What a message of this size takes
# on the platform is not, and whether it is hidden by that is what is compared.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_PROFILE=trace
rounds=20 bytes=100000000

# MPICH: that many bytes cannot be copied within 2 ms (50 GB/s), and 20 ms of
# sleeping are enough for them otherwise.
waits() {
    launch -n 2 "$programs/overlap" 3 "$bytes" 60000 "$1" >told && cat told
    test "$(sed -n 's/.*waits for \([0-9]*\) us.*/\1/p' told)" -gt 2000
}
for how in message broadcast; do
    check "MPICH moves no $how while its ranks sleep" waits "$how"
done

# The replay: 1 MB takes 0.1 s, and ranks sleep for 0.06 s.
bytes=1000000
run_watched overlap -n 2 "$programs/overlap" "$rounds" "$bytes" 60000 message
run_watched tree -n 2 "$programs/overlap" "$rounds" "$bytes" 60000 broadcast
host=$(jq -r '.hosts[0].name' overlap.json)
platform() { # NAME BANDWIDTH EAGER
    cat >"$1.json" <<END
{ "hosts": [ { "name": "$host", "cores": 64 }, { "name": "far", "cores": 64 } ],
  "memory": { "bandwidth": $2 }, "network": { "bandwidth": $2 },
  "eager_limit": $3 }
END
}
platform slow 1e7 65536
platform fast 1e30 65536
platform eager 1e7 8e6
# costs RUN PLATFORM HOSTS  - how much of 0.1 s a round takes longer than where
# messages take no time
costs() {
    for platform in "$2" fast; do
        "$mitosis" sim "$1.json" --platform "$platform.json" --map "$3" --json \
            | jq .seconds
    done | jq -s "(.[0] - .[1]) / (0.1 * $rounds)"
}
within() { # LEAST MOST RUN PLATFORM HOSTS
    share=$(costs "$3" "$4" "$5")
    echo "$share of a message"
    jq -ne "$share >= $1 and $share <= $2" >/dev/null
}
# Within a host a sender that sleeps longer than its receiver is not needed, so
# some of it may be hidden; 0.4 would be left if it moved while they sleep.
for run in overlap tree; do
    check "$run between hosts: a long message takes its whole time after the computing" \
        within 0.99 1.01 "$run" slow "$host:1,far:1"
    check "$run within a host: it takes most of that" \
        within 0.7 1.01 "$run" slow "$host:2"
    for where in "$host:2" "$host:1,far:1"; do
        check "$run on $where: a short one has a part of it behind the computing" \
            within 0 0.69 "$run" eager "$where"
    done
done
tap_done
