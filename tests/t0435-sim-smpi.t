#!/bin/sh
# t0435-sim-smpi.t - a run is written for SimGrid's SMPI, which says that it
# takes as long as we do, and for ElastiSim
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_PROFILE=trace
run_watched ring -n 4 "$programs/ring"
host=$(jq -r '.hosts[0].name' ring.json)
cat >slow.json <<END
{ "hosts": [ { "name": "$host", "cores": 64, "speed": 1 },
             { "name": "far&<", "cores": 64, "speed": 0.5 } ],
  "memory": { "latency": 1e-4, "bandwidth": 1e9 },
  "network": { "latency": 1e-3, "bandwidth": 1e8 }, "eager_limit": 100 }
END
platform=slow.json
# write NAME [WORD...]  - write it into NAME.smpi
write() {
    run=$1; shift
    "$mitosis" sim "$run.json" --platform "$platform" --map "$host:2,far&<:2" \
        --smpi "$run.smpi" "$@" >replay.sh 2>err
    rc=$?
    cat replay.sh err
    return "$rc"
}
# refused STATUS TEXT WORD...
refused() {
    want=$1 text=$2; shift 2
    "$mitosis" sim "$@" >out 2>err
    rc=$?
    cat out err
    test "$rc" -eq "$want" && test "$(wc -l <err)" -eq 1 && grep -q -- "$text" err
}

check 'a run is written' write ring
check 'over what was there, too' write ring
check 'a file for each rank, and what goes with them' \
    test "$(echo ring.smpi/*)" = "ring.smpi/hosts.txt ring.smpi/platform.xml ring.smpi/rank-0.txt ring.smpi/rank-1.txt ring.smpi/rank-2.txt ring.smpi/rank-3.txt ring.smpi/traces.txt"
check 'the command that replays it is told' \
    grep -q '^(cd ring.smpi && smpirun -replay traces.txt -np 4 .*detached-thresh:101)$' replay.sh
check 'a name that is none in XML is written as one' \
    grep -q '<host id="far&#38;&#60;" speed="500000000f" core="64"/>' ring.smpi/platform.xml
check 'changes are refused' refused 2 'goes with none of --script' ring.json \
    --smpi x --script '3 resize 2'
check 'a folder that cannot be made is told' \
    refused 1 '^mitosis: none/x: No such file or directory$' ring.json --smpi none/x
check 'so is one that is a file' refused 1 'slow.json/rank-0.txt: Not a directory' \
    ring.json --smpi slow.json

# An application model for ElastiSim, of two sizes and of one
jq '.iterations.seconds |= map(0.5)
    | .generations[].ranks = 2' ring.json >half.json && cp ring.trace half.trace
jq '.iterations.seconds |= map(0.25)' ring.json >quarter.json
cp ring.trace quarter.trace
"$mitosis" sim half.json quarter.json --elastisim model.json 2>/dev/null
# shellcheck disable=SC2016
check 'an application model is written' jq -e --slurpfile ring ring.json '
    .phases[0].iterations == $ring[0].iterations.count
        and .phases[0].tasks[0].flops == "0 + 1e+09 * num_nodes^(-1)"
        and .on_reconfiguration[0].flops > 0 and .on_init[0].flops > 0' model.json
check 'one size does not tell of others' \
    refused 1 'with 4 ranks only, and two numbers of ranks' ring.json \
    --elastisim model.json

check 'a report that is read is not written over' \
    refused 2 '^mitosis: ring.json is read' ring.json --elastisim ring.json
for option in '--smpi x' '--platform slow.json' '--map far:4' '--latency 1' \
    '--bandwidth 1e9' '--model model.lua'; do
    # shellcheck disable=SC2086
    check "$option has nothing to do with an application model" \
        refused 2 "^mitosis: --elastisim .* none of .*${option%% *}" half.json \
        quarter.json --elastisim other.json $option
done

if ! command -v smpirun >/dev/null; then
    tap_done
    exit
fi
# SMPI adds 16 bytes to a message, which links of this bandwidth hide.
# agrees NAME SHARE  - SimGrid says the same, but for such a share
agrees() {
    write "$1" || return
    sh replay.sh >told 2>&1 || cat told
    simgrid=$(sed -n 's/.*Simulation time //p' told)
    ours=$("$mitosis" sim "$1.json" --platform "$platform" \
        --map "$host:2,far&<:2" --json | jq .seconds)
    echo "SimGrid $simgrid, we $ours"
    jq -ne "$simgrid / $ours - 1 | fabs < $2" >/dev/null
}
for program in steps completions; do
    run_watched "$program" -n 4 "$programs/$program"
done
for program in ring steps completions; do
    check "$program: SimGrid agrees to a ten-thousandth" agrees "$program" 1e-4
done

# takes_longer NAME  - messages that share what hosts have do
takes_longer() {
    jq '.hosts[].bandwidth = 1e8' slow.json >shared.json
    platform=slow.json agrees "$1" 1e-4 && alone=$ours
    platform=shared.json agrees "$1" 1e-4
    jq -ne "$ours > 1.5 * $alone" >/dev/null
}
run_watched everybody -n 4 "$programs/everybody"
check 'messages that share the network of their hosts take longer' takes_longer everybody
for eager in 100 8e6; do
    jq ".eager_limit = $eager | .hosts[0].bandwidth = 3e7 | .hosts[1].bandwidth = 8e7" \
        slow.json >shared.json
    platform=shared.json
    check "SimGrid has them share as we do, with an eager limit of $eager" \
        agrees everybody 1e-4
done
tap_done
