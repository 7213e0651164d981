#!/bin/sh
# t0502-shipped.t - shipped policies at work on one host
#
# What they go by is made by sleeping, which no other load on the machine
# changes; where a policy goes by load, limits leave it one way to go.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
tempo=$programs/tempo
cores=$(nproc --all)

# work UNTIL POLICY RANKS US HOW [OPTION...]  - tempo under it, until 'ctl why'
# says that
work() {
    until=$1 job=$2 ranks=$3 us=$4 how=$5; shift 5
    rm -f stop
    keep "$job" timeout 90 "$mitosis" run --output "$scratch/$job.json" \
        --policy "$job" "$@" -n "$ranks" "$tempo" 9999 "$us" "$how" stop &
    for _ in $(seq 300); do
        "$mitosis" ctl why >whys 2>&1
        if grep -q "$until" whys; then break; fi
        sleep 0.2
    done
    touch stop
    wait
}
at_work() {
    work "$@"
    check "$job: the program ends well" well
}
well() {
    cat "$job.status" "$job.out" "$job.err" whys
    grep -qx 'exit status 0' "$job.status" \
        && grep -qE "^tempo: ([0-9]+) steps, the rows' sum is \\1000\$" \
            "$job.out" && ! grep . "$job.err"
}
few_cores() { test "$cores" -le 4; }

at_work 'all changes are done' script 1 3000 even --policy-option \
    'changes=50 resize 2;120 split 1 2;200 merge 0 1;260 split 0 and rebalance 1 1 2' --limits 1-3
fact 'each step is made' '[.changes[] | [.what, .to, .outcome]]' \
    '[["resize",2,"done"],["split",3,"done"],["merge",2,"done"],["split and rebalance",3,"done"]]'
fact 'in time' '[.changes[].sync] | .[0] >= 50 and .[1] >= 120 and .[2] >= 200' \
    true

# A rank that has no core for a second after the change is a slow one again: so
# there are a few.
for _ in 1 2 3 4 5; do
    work 'done: iterations take' rebalance-speed 2 120000 uneven \
        --policy-option imbalance=0.25
    if test "$(ask '.changes | length')" = 1; then
        break
    fi
done
check "$job: the program ends well" well
fact 'work goes to the faster rank' '.changes[0] | [.what, .outcome]' \
    '["rebalance","done"]'
# About a half; a machine with much to do makes each pause longer by as much.
fact 'which pays as it said' \
    '.changes[0] | .realised_gain > 0.1 and .predicted_gain > 0.1' true
fact 'and once is enough' '.changes | length' 1

cat >equal.lua <<'END'
return { help = 'Equal.', every = 0.2, decide = function(job)
    return { rebalance = { 1, 1 }, why = 'equal' }
end }
END
at_work 'would change nothing' ./equal.lua 2 20000 even
check 'work that is so already is told to be no change' \
    grep 'nothing: rebalance 1 1 would change nothing; equal' whys
fact 'and is none' '.changes | length' 0

at_work ' 1 rank, ' efficiency 3 10000 alone --policy-option high=2
fact 'ranks that wait are released' \
    '[.changes[] | [.what, .from, .outcome]] | .[0]' '["resize",3,"done"]'
fact 'until those that are left are busy' '[.changes[].to] | last' 1

if few_cores; then
    at_work 'done: iterations take' granularity $((cores + 1)) 10000 even \
        --policy-option pause=0 --limits "$cores-$((cores + 1))"
    fact 'a rank too many is merged' \
        "[.changes[] | [.what, .to, .outcome]] == [[\"merge\",$cores,\"done\"]]" \
        true

    at_work 'done: iterations take' gradual $((cores + 2)) 10000 even \
        --policy-option small=1 --limits "$cores-$((cores + 2))"
    fact 'two too many are left out in one change' \
        "[.changes[] | [.what, .to, .outcome]] == [[\"resize\",$cores,\"done\"]]" \
        true
fi
tap_done
