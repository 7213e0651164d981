#!/bin/sh
# Of a rank that was killed the report has what it used and how long it lived as
# of when it was seen last, and says "at least" where it was not seen die.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
accident=$programs/accident

# shellcheck disable=SC2016 # the variables are those of jq
together='([.ranks[] | .compute + .mpi + .paused + .stopped] | add) as $sum
    | .rank_seconds as $all | (.compute_seconds + .mpi_seconds) as $parts
    | [$sum, $parts, ([.ranks[].wall] | add)]
    | all(. - $all | fabs < 1e-6)'

# kill_after WORD...  - start a job that hangs, see it hang for 2 seconds, and
# kill it; its report is $job.json, and $wall how long it ran when it was seen
kill_after() {
    timeout 120 "$mpiexec" -genv LD_PRELOAD "$preload" "$@" -n 2 "$accident" \
        hang </dev/null >"$job.out" 2>"$job.err" &
    pid=$!
    waited=0
    until hangs || test "$waited" -eq 300; do
        waited=$((waited + 1))
        sleep 0.1
    done
    wall=$(ask .wall_seconds)
    test "$job" = blind || write_on
    ranks=$(ask '.ranks[].pid')
    used=$(for rank in $ranks; do cat "/proc/$rank/stat"; done | awk -v \
        tick="$(getconf CLK_TCK)" '{ list = list "," ($14 + $15) / tick }
            END { print "[" substr(list, 2) "]" }')
    kill "$pid"
    wait "$pid" 2>/dev/null
    for rank in $ranks; do
        while kill -0 "$rank" 2>/dev/null; do sleep 0.05; done
    done
    "$mitosis" report "$MITOSIS_PAGES"/* --output "$job.json" >"$job.now" 2>&1
    "$mitosis" report "$MITOSIS_PAGES"/* --remove >"$job.text" 2>&1
}
hangs() {
    "$mitosis" report --now "$MITOSIS_PAGES"/* --output "$job.json" \
        >"$job.now" 2>&1 \
        && test "$(ask '[.ranks[] | .inside.seconds > 2] | all')" = true
}
# write_on  - each rank writes down that it lives once more, or who looks at it
write_on() {
    for page in "$MITOSIS_PAGES"/*/rank-?.page; do
        cp "$page" page
        until_true differ
    done
}
differ() { ! cmp "$page" page; }

job=blind
kill_after -genv MITOSIS_YIELD off
fact 'killed while nobody looks: it lived at least until its last call' \
    "[.at_least, .wall_seconds < $wall - 1.9, (.ranks | map(.at_least))]
        | tojson" \
    '[true,true,[true,true]]'
check 'which is said' grep -E '^ *at least [0-9.]+ m?s, not complete' \
    "$job.text"
tr -s '\n ' '  ' <"$job.text" >words
check 'of the call that it was in, too' grep -E \
    'rank 1: killed, in MPI_Recv at .*, nobody saw for how long' words
fact 'and what adds up does' "$together" true

job=yielding
kill_after -genv MITOSIS_YIELD on
fact 'one that gives its core away while it waits says that it lives' \
    '[.wall_seconds > 2, (.ranks[] | .inside.seconds > 2)] | all' true
tr -s '\n ' '  ' <"$job.text" >words
check 'for how long at least it was in its call is told' grep -E \
    'rank 1: killed, in MPI_Recv at .*, for [0-9.]* [mu]?s or more' words
fact 'and what it uses, but for the last second or so' \
    "[[.ranks[] | .user_seconds + .system_seconds], $used] | transpose
        | all(.[0] > 0 and .[0] > .[1] - 1.5)" true
fact 'and what adds up does, too' "$together" true

# Who runs the job looks at its ranks.
job=heavy
keep "$job" timeout 120 "$mitosis" run --output "$scratch/$job.json" \
    --summary off -n 2 "$accident" heavy &
running=$!
until_true grep -q computed "$job.out"
"$mitosis" report --now "$MITOSIS_PAGES"/* --output "$job.json" >"$job.now" 2>&1
rank=$(ask '.ranks[1].pid')
write_on # one look may have been under way
write_on
kill -KILL "$rank"
wait "$running"
fact "under 'mitosis run' the end is known" \
    '[.at_least, .ranks[1].state, .ranks[1].wall > 1]  | tojson' \
    '[false,"killed",true]'
fact 'and what was used until a moment ago' '.ranks[1]
    | .memory_peak_bytes > 100e6 and .user_seconds + .system_seconds > 1' true
"$mitosis" report "$job.json" >"$job.text"
check 'which is said to be that' grep -E 'as of the last look' "$job.text"
fact 'what adds up does' "$together" true
check 'nothing is left' test -z "$(ls "$MITOSIS_PAGES")"

# What was before MPI_Init is not the job's.
job=late
keep "$job" timeout 120 "$mitosis" run --output "$scratch/$job.json" \
    --summary off -n 2 "$accident" late
fact 'what a rank used before MPI_Init is not counted' '[.ranks[]
    | .user_seconds + .system_seconds + .core_wait_seconds + .other_threads_seconds
        < .wall + 0.1] | all' true
tap_done
