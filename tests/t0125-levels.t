#!/bin/sh
# Levels: how much is watched, from nothing to every event, and that it is the
# same that is counted.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# at LEVEL PROGRAM...  - run it with that much
at() {
    level=$1; shift
    MITOSIS_PROFILE=$level
    watch_job "$level-$1" 2 "$@"
}

counts() {
    table "$MITOSIS_PROFILE: messages are counted" messages <<'END'
0>1 41 24008 8:1 512:20 1024:20
1>0 41 24008 8:1 512:20 1024:20
END
    table "$MITOSIS_PROFILE: and calls" calls <<'END'
MPI_Irecv 80 48000
MPI_Isend 80 48000
MPI_Sendrecv 2 16
MPI_Waitall 40 0
END
}

# Pages cannot be made here, and nobody tries.
pages=$MITOSIS_PAGES
MITOSIS_PAGES=/nowhere
at off steps
same_output
check 'off: there is no report' test ! -e "$job.json"
MITOSIS_PAGES=$pages

at counts steps
same_output
sound
counts
fact 'counts: no call is timed' '[.calls[] | select(own | not) | .seconds]
    | add' 0
fact 'counts: nor its place known' '.callsites' '[]'
fact 'counts: so there are no iterations to be found, which the report says' \
    '.iterations | [.found, .reason]' '[false,"calls were not timed"]'

at times steps
same_output
sound
counts
fact 'times: each call is timed' \
    '[.calls[] | select(own | not) | .seconds > 0] | all' true
fact 'times: and the iterations known' .iterations.count 20

MITOSIS_DEPTH=3
export MITOSIS_DEPTH
at callsites steps
same_output
sound
counts
sites 'callsites: each place is known, and where it was called from' <<'END'
MPI_Irecv 40 16000 step: MPI_Irecv(in + RIGHTWARDS, LEFTWARDS < main: step(
MPI_Irecv 40 32000 step: MPI_Irecv(in, RIGHTWARDS < main: step(
MPI_Isend 40 16000 step: MPI_Isend(out + RIGHTWARDS, LEFTWARDS < main: step(
MPI_Isend 40 32000 step: MPI_Isend(out, RIGHTWARDS < main: step(
MPI_Sendrecv 2 16 warm_up: MPI_Sendrecv(&mine, 1 < main: warm_up(
MPI_Waitall 40 0 step: MPI_Waitall(4, requests < main: step(
END
unset MITOSIS_DEPTH

MITOSIS_PROFILE=everything
run_watched unknown -n 2 "$programs/ring"
check 'an unknown level is told once' test "$(cat unknown.err)" = \
    'mitosis: rank 0: MITOSIS_PROFILE: "everything" is none of '\
'off|counts|times|callsites|trace|auto'
fact 'and is none' .level callsites

# What a trace has, as the report has it.
sums() {
    "$mitosis" trace "$job.trace" | awk -v "act=$1" '
    $3 == "call" {
        for (i = 10; i <= NF; i++)
            if ($i ~ "^(" act "),") {
                rank = bytes = $i
                sub(/.*,(to|from)=/, "", rank)
                sub(/,.*/, "", rank)
                sub(/.*,bytes=/, "", bytes)
                sub(/,.*/, "", bytes)
                pair = $1 " " rank
                count[pair]++
                sum[pair] += bytes
            }
    }
    END { for (pair in count) print pair, count[pair], sum[pair] }' \
        | LC_ALL=C sort
}
same_messages() {
    sums 'send|send-begin' >came
    ask '.messages[] | "\(.from) \(.to) \(.count) \(.bytes)"' >expected
    diff -u expected came
}
same_receives() {
    sums 'recv|recv-done' | awk '{ n[$1] += $3; b[$1] += $4 }
        END { for (r in n) print r, n[r], b[r] }' | LC_ALL=C sort >came
    ask '.ranks[] | select(.received_count > 0)
        | "\(.rank) \(.received_count) \(.received_bytes)"' >expected
    diff -u expected came
}
none_open() {
    "$mitosis" trace "$job.trace" | awk '
    $3 == "call" {
        for (i = 10; i <= NF; i++) {
            request = $i
            if (sub(/.*,request=/, "", request)) {
                begun += $i ~ /^[a-z]*-?begin,/
                ended += $i ~ /^(done|recv-done|cancelled),/
            }
        }
    }
    END { print begun + 0, ended + 0; exit begun != ended }'
}

# traced PROGRAM...  - the trace of it and the report agree
traced() {
    run_watched "trace-${1##*/}" -n 2 "$@"
    sound
    check "trace: ${1##*/} sends the same in the trace" same_messages
    check 'trace: and receives the same' same_receives
    check 'trace: and ends what it begins' none_open
}

MITOSIS_PROFILE=trace
for program in ring wildcard completions persistent types threads patient; do
    traced "$programs/$program"
done
traced "$top_builddir/examples/plain/heat" 40 40 20
tap_done
