#!/bin/sh
# When watching costs more than 1 % of the time, call paths that come up are
# kept less deep, down to the first function of the program.  What one call
# costs says nothing, and what nobody misses is not told.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
export MITOSIS_PROFILE=auto

# run_alone PROGRAM WORD...
run_alone() {
    program=$1; shift
    MITOSIS_OUTPUT="$scratch/$job.json" LD_PRELOAD="$preload" \
        timeout 300 "$programs/$program" "$@" >"$job.out" 2>"$job.err"
}

# functions FUNCTION  - the functions of the call paths that begin so, sorted, as
# the report has those first that took longest
functions() {
    echo "[.callsites[] | select(.frames[0] | startswith(\"$1 \"))
        | [.count, (.frames[] | sub(\" .*\"; \"\"))] | join(\" \")]
        | sort | .[]"
}

job=seldom
MITOSIS_DEPTH=4 run_alone rare 14000 8192 0 3
fact 'calls that take long and come seldom cost less than 1 %' \
    '.cost | .samples > 50 and .percent < 1' true
table 'so all of them are told at their depth' "$(functions last_call)" <<'END'
1 last_call by_path all_paths main
1 last_call by_path by_path all_paths
1 last_call by_path by_path by_path
END
fact 'and nothing was cut' '.unseen | tojson' '[]'

job=often
MITOSIS_DEPTH=4 run_alone rare 100 0 2.5 3
fact 'calls that come all the time cost more' '.cost.percent > 1' true
table 'what comes up then is kept one function deep' \
    "$(functions last_call)" <<'END'
3 last_call
END
fact 'which is told' '.unseen | tojson' "[\"call paths that came up after \
watching had cost more than 1 % of the time are told by their last function \
only\"]"
fact 'what was known before is not cut' \
    '[.callsites[] | select(.frames[0] | startswith("call "))
        | .frames | length == 2 or length == 3] | all' true

job=shallow
MITOSIS_DEPTH=1 run_alone rare 100 0 2.5 3
table 'at depth 1 nothing is lost' "$(functions last_call)" <<'END'
3 last_call
END
fact 'and nothing told' '.unseen | tojson' '[]'

if test -x "$programs/often"; then
    for depth in 1 4; do
        job=fortran-$depth
        MITOSIS_DEPTH=$depth run_alone often 2.5
        table "Fortran at depth $depth: a path keeps a function of the program" \
            '[.callsites[] | select(.count < 10)
                | "\(.count) \(.frames[0] | sub(" .*"; ""))"] | sort | .[]' <<'END'
3 here
5 there
END
    done
fi
tap_done
