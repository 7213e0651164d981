#!/bin/sh
# t0140-trace.t - the trace of a job tells the same as its report, and enough
# to play the job again
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for awk
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
export MITOSIS_PROFILE=trace

# trace_job RANKS PROGRAM...  - run it, and print its trace to PROGRAM.events
trace_job() {
    ranks=$1 job=$2; shift 2
    run_watched "$job" -n "$ranks" "$programs/$job" "$@"
    "$mitosis" trace "$job.trace" >"$job.events" 2>"$job.trouble"
}

# events  - of the job, without comments
events() { grep -v '^#' "$job.events"; }

# readable  - the trace is there, whole, and in the right order
readable() {
    test -s "$job.events" && ! grep . "$job.trouble" && ! events | awk -F '\t' '
        NF < 4 || ($3 == "call" && NF != 10) { print "columns: " $0 }
        $3 == "gap" { print "missing: " $0 }
        $1 < rank { print "ranks: " $0 }
        $1 == rank && $3 == "call" && $9 == 0 && $2 < time { print "time: " $0 }
        { rank = $1; if ($3 == "call" && $9 == 0) time = $2 + 0 }' | grep .
}

# The calls that are in the trace are as many as in the report, but for polls,
# of which only some are looked at.
same_calls() {
    events | awk -F '\t' '$3 == "call" { n[$4]++ }
        END { for (c in n) print c, n[c] }' | grep -vE 'Test|[Pp]robe|_get_status' \
        | LC_ALL=C sort >"$job.traced"
    ask '.calls[] | "\(.name) \(.count)"' | LC_ALL=C sort >"$job.reported"
    test -s "$job.traced" && ! LC_ALL=C comm -23 "$job.traced" "$job.reported" \
        | grep .
}

# acts  - "RANK ACT" of each thing done, its fields between commas
acts() {
    events | awk -F '\t' '$3 == "call" {
        n = split($10, act, " ")
        for (i = 1; i <= n; i++) print $1 "," act[i] }'
}

# with_fields  - awk on acts, field(NAME) being a field of the act
with_fields() {
    acts | awk -F , 'function field(name,  i) {
            for (i = 3; i <= NF; i++)
                if (index($i, name "=") == 1)
                    return substr($i, length(name) + 2)
            return "" }'"$1"
}

# What was sent to whom is what the report says.
same_messages() {
    with_fields '
        $2 == "send" || $2 == "send-begin" {
            pair = $1 ">" field("to"); n[pair]++; sum[pair] += field("bytes") }
        END { for (p in n) print p, n[p], sum[p] }' | LC_ALL=C sort >traced
    ask '.messages[] | "\(.from)>\(.to) \(.count) \(.bytes)"' \
        | LC_ALL=C sort >reported
    diff -u reported traced
}

# What each rank was on a core while it computed is what the report says, but
# for what comes before its first call and after its last one, and for long
# stretches that were not expected.
same_computing() {
    events | awk -F '\t' '$3 == "call" && seen[$1]++ && ($7 != "-" || $6 < 20e-6) {
            cpu[$1] += $7 == "-" ? $6 : $7; all[$1] += $6 }
        END { for (r in cpu) print r, cpu[r], all[r] }' >traced
    ask '.ranks[] | "\(.rank) \(.compute_on_core) \(.compute)"' >reported
    awk 'NR == FNR { cpu[$1] = $2; all[$1] = $3; next }
        { print "rank", $1, cpu[$1], all[$1], $2, $3
          off = $2 / $3 - cpu[$1] / all[$1]
          room = 0.02 + 1 - all[$1] / $3
          if (off > room || off < -room) bad = 1 }
        END { exit bad || NR < 3 }' traced reported
}

# Every message that arrived was sent, with this tag and so many bytes, and
# the other way round.
matched() {
    ! with_fields '
        $2 == "send" || $2 == "send-begin" {
            n[$1 ">" field("to") " tag " field("tag") " comm " field("comm") \
                "." field("instance") " bytes " field("bytes")]++ }
        $2 == "recv" || $2 == "recv-done" {
            n[field("from") ">" $1 " tag " field("tag") " comm " \
                field("comm") "." field("instance") " bytes " \
                field("bytes")]-- }
        END { for (m in n) if (n[m]) print m, n[m] }' | grep .
}

# What is complete was begun before.  A send that is complete at once may share
# its handle with others, and seem to be complete more than once.
linked() {
    ! with_fields '
        { key = $1 " " field("request") }
        $2 ~ /begin$/ { if (key in begun) print "twice: " $0; begun[key] = 1 }
        $2 == "recv-done" || $2 == "cancelled" {
            if (!begun[key]) print "never: " $0; begun[key] = 0 }
        $2 == "done" { begun[key] = 0 }
        END { for (k in begun) if (begun[k]) print "open: " k }' | grep .
}

# Each rank takes part in the same collectives, in the same order.
collective() {
    events | awk -F '\t' '$10 ~ /^coll/ { print $1, $4, $10 }' \
        | sed 's/,bytes=.*//' | awk '
        { n[$1]++; was[$1, n[$1]] = $2 $3; if ($1 > most) most = $1 }
        END { for (r = 1; r <= most; r++)
            for (i = 1; i <= n[0] || i <= n[r]; i++)
                if (was[r, i] != was[0, i]) {
                    print r, i, was[0, i], was[r, i]; exit } }' >differs
    ! grep . differs
}

for program in ring wildcard completions persistent types; do
    trace_job 3 "$program"
    check "$program: the trace is readable" readable
    check "$program: it has the calls of the report" same_calls
    check "$program: and its messages" same_messages
    check "$program: each message was sent and received" matched
    check "$program: what is complete was begun" linked
done

for program in collectives icollectives; do
    trace_job 4 "$program"
    check "$program: the trace is readable" readable
    check "$program: it has the calls of the report" same_calls
    check "$program: what is complete was begun" linked
done
check 'a root is told, or that there is none' test \
    "$(with_fields '$2 == "coll" { print field("root") }' | sort -u \
        | head -n 1)" = ''

for program in duplicates reuse comms; do
    trace_job 4 "$program"
    check "$program: the trace is readable" readable
    check "$program: both ends of a message name one communicator" matched
done
# instances  - on how many communicators of all ranks messages were sent
instances() {
    with_fields '$2 == "send" && field("comm") == "0" {
        print field("instance") }' | sort -u | wc -l
}
check 'a handle that is used again is another communicator' \
    test "$(instances)" -eq 22

trace_job 6 shapes all
check 'what ranks were on a core while they computed, and slept, is the same' \
    same_computing
trace_job 3 steps
check 'iterations begin at one place' test "$(events | awk -F '\t' \
    '$1 == 0 && $8 ~ /\*/' | wc -l)" -eq "$(ask .iterations.count)"
"$mitosis" trace --rank 1 steps.trace | grep -v '^#' | cut -f 1 | sort -u >one
check 'one rank can be printed alone' test "$(cat one)" = 1
check 'one that is not there cannot' \
    sh -c '! "$1" trace --rank 7 steps.trace' - "$mitosis"
check 'who names a report is told the trace beside it' refused 1 \
    '^mitosis: steps.json: this is not a trace; the trace beside it is steps.trace$' \
    "$mitosis" trace steps.json
mv steps.trace elsewhere.trace
check 'but not where there is none' refused 1 \
    '^mitosis: steps.json: this is not a trace$' "$mitosis" trace steps.json

# A killed job
job='kill'
keep kill timeout 120 "$mitosis" run --output "$scratch/kill.json" \
    --summary off -n 2 "$programs/accident" kill
"$mitosis" trace kill.trace >kill.events 2>kill.trouble
check 'a killed rank leaves its trace' readable
# A rank may be killed between counting a call and writing down that it was.
up_to_the_last() {
    same_calls && return
    awk 'NR == FNR { counted[$1] = $2; next }
        { lack += counted[$1] - $2; more += $2 > counted[$1] }
        END { exit more > 0 || lack > 1 }' "$job.reported" "$job.traced"
}
check 'up to its last call' up_to_the_last
check 'no pages are left' test -z "$(ls "$MITOSIS_PAGES")"

# Damage
cp steps.json spoilt.json && cp elsewhere.trace spoilt.trace
printf 'XXXXXXXX' | dd of=spoilt.trace bs=1 seek=300 conv=notrunc 2>/dev/null
is_told() {
    "$mitosis" trace spoilt.trace >spoilt.events 2>spoilt.trouble
    status=$?
    cat spoilt.trouble
    test $status -eq 1 && grep -qE '^mitosis: spoilt.trace: rank [01], byte [0-9]+: ' spoilt.trouble \
        && cut -f 1 spoilt.events | grep -qx 1
}
check 'a damaged trace is named, and printed as far as it goes' is_told
is_left_out() {
    "$mitosis" report --trace spoilt.chrome spoilt.json >left.out 2>&1
    cat left.out
    grep -qE '^mitosis: of generation 1 some is left out: rank [01], byte [0-9]+: ' left.out
}
check 'and told where it is left out' is_left_out

# A limit
MITOSIS_TRACE_LIMIT=4096
export MITOSIS_TRACE_LIMIT
run_watched polling -n 2 "$programs/polling"
job=polling
"$mitosis" trace polling.trace >polling.events 2>polling.trouble
check 'a trace that reached its limit is readable' readable
check 'it says what it lost' grep -q 'lost [1-9].*limit' polling.events
check 'and so does each rank, once' test "$(grep -c 'limit' polling.err)" \
    -eq "$(grep -c 'lost [1-9]' polling.events)"
unset MITOSIS_TRACE_LIMIT

MITOSIS_PROFILE=callsites
run_watched ring -n 2 "$programs/ring"
check 'without being told to, nothing is traced' test ! -e ring2.trace
tap_done
