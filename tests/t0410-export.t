#!/bin/sh
# t0410-export.t - reports for other tools: tables, graphs, places, traces
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and awk
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

MITOSIS_PROFILE=trace
run_watched steps -n 4 "$programs/steps"
"$LUA" "$top_srcdir/tests/report/large.lua" 64 pair >pair.json
evil='a "b", <c>
= 世界'
jq --arg evil "$evil" '.calls[0].name = $evil | .hosts[0].name = $evil
    | .callsites[0].frames = ["f (f.c:1)", $evil, "main"]
    | .changes[0].why = $evil' pair.json >evil.json

# csv NAME TABLE  - the table
csv() { "$mitosis" report "$1.json" --csv "$2"; }

# equals JQ FILE  - what came is what jq finds in the report
equals() { jq -r "$1" "$2.json" | diff - came; }

# What is read is never written over, whatever it is called there.
cp pair.json kept.json
ln -s pair.json link.json
ln pair.json hard.json
untouched() {
    want=$1; shift
    ! "$mitosis" report "$@" >came 2>&1 && grep -q "$want" came \
        && cmp pair.json kept.json
}
for option in --html --trace --output; do
    check "a report is not written over by its own $option" \
        untouched 'is read, so' pair.json "$option" ./pair.json
done
check 'nor by another name of it' untouched 'is read, so' \
    pair.json --html link.json
check 'nor by a hard link' untouched 'is read, so' pair.json --output hard.json
check 'nor is the one compared with' untouched 'is read, so' \
    steps.json --compare pair.json --html hard.json
check 'nor the trace beside it' untouched 'is read, so' \
    steps.json --trace ./steps.trace
check 'and two outputs are two files' untouched 'written twice' \
    pair.json --output new.out --html "$PWD/new.out"
check 'of which none is begun then' test ! -e new.out
check 'one that is there is replaced' sh -c "
    echo other >old.json && '$mitosis' report pair.json --output old.json \
        && jq -e .ranks old.json >/dev/null"
rm -f hard.json link.json

matrix() {
    csv "$1" matrix >came
    equals '["from,to,count,bytes"] + [.messages[]
        | "\(.from),\(.to),\(.count),\(.bytes)"] | .[]' "$1"
}
check 'the matrix is a table' matrix steps
check 'also of many ranks'    matrix pair

# What jq itself writes as CSV has quotes around all texts.
unquoted() { sed 's/"\([^",]*\)"/\1/g'; }
calls() {
    csv steps calls | cut -d, -f 1,3,7 >came
    { echo name,count,bytes; jq -r '.calls[] | [.name, .count, .bytes] | @csv' \
        steps.json; } | unquoted | diff - came
}
check 'so are the calls' calls
check 'and their places' test "$(csv steps callsites | wc -l)" -eq \
    $(($(jq '.callsites | length' steps.json) + 1))
iterations() {
    csv pair iterations | awk -F , 'NR > 1 { n[$4 " " $5]++; last = $1 }
        END { print n["1 32"], n["2 64"], last }' >came
    echo 1000 2000 5999 | diff - came
}
check 'iterations know how many ranks there were' iterations
check 'changes are a table' test "$(csv pair changes | tail -n 1 \
    | cut -d, -f 1-5)" = '2,migrate,node002 is busy,64,64'
quoted() {
    csv evil changes | grep -q '^1,resize,"a ""b"", <c>$' \
        && csv evil changes | grep -q '^= 世界",32,64,' \
        && csv evil callsites | grep -q ',f (f.c:1),"a ""b"", <c>$' \
        && csv evil calls | grep -q '^"a ""b"", <c>$'
}
check 'names with commas, quotes and lines are quoted' quoted
point_locale() {
    LC_ALL=de_DE.UTF-8 csv pair iterations >came
    csv pair iterations | cmp - came
}
check 'numbers are the same in every locale' point_locale

check 'a table that is none is refused, with those that are' \
    refused 2 'matrix, calls' "$mitosis" report steps.json --csv nothing

# ---- graphs ----

graph() {
    "$mitosis" report "$1.json" --dot >"$1.dot" || return
    if command -v dot >/dev/null; then dot -Tplain "$1.dot" >plain; fi
    test "$(grep -c ' -- ' "$1.dot")" -eq "$2" \
        && head -n 1 "$1.dot" | grep -q '^graph' && tail -n 1 "$1.dot" \
        | grep -qx '}'
}
pairs() {
    jq '[.messages[] | select(.from != .to) | [.from, .to] | sort]
        | unique | length' "$1.json"
}
check 'the graph has a line for each pair' graph steps "$(pairs steps)"
check 'names in it are quoted' graph evil "$(pairs evil)"
check 'and stay what they are' grep -q 'label="a \\"b\\", <c>' evil.dot
"$LUA" "$top_srcdir/tests/report/large.lua" 1024 grid >grid.json
check 'of many ranks the hosts are drawn' graph grid 15

# ---- places ----

place() {
    "$mitosis" report pair.json --place one:32,two:32 >hosts || return
    cat hosts
    awk -F '[ %]+' 'NR == 1 { exit !($2 > $(NF - 1)) }' hosts
}
check 'two coupled groups sit better than in order' place
launched() {
    jq '.size = 6 | .messages = [range(3) | { from: ., to: (. + 3), count: 1,
        bytes: 1000, sizes: {} }]' pair.json >six.json
    "$mitosis" report six.json --place one:4,two:2 >hosts
    cat hosts
    test "$(grep -c ^one hosts)" -gt 1 && test "$(grep -c ^two hosts)" -gt 1 \
        && launch -launcher fork -f hosts -n 6 "$programs/ring"
}
check 'mpiexec takes the file' launched
check 'too little place is refused' \
    refused 1 'take 8 ranks, and there are 64' \
    "$mitosis" report pair.json --place a:8

# ---- traces ----

trace() {
    "$mitosis" report steps.json --trace steps.chrome || return
    jq -r '.traceEvents[] | select(.cat == "mpi") | .name' steps.chrome \
        | sort | uniq -c | awk '{ print $2, $1 }' >traced
    "$mitosis" trace steps.trace | awk -F '\t' '!/^#/ && $3 == "call" { n[$4]++ }
        END { for (c in n) print c, n[c] }' | sort | diff - traced
}
check 'the trace has a slice for each call' trace
arrows() {
    test "$(jq '[.messages[].count] | add' "$1.json")" -eq \
        "$(jq '[.traceEvents[] | select(.ph == "s")] | length' "$1.chrome")" \
        && jq -e '[.traceEvents[] | select(.ph == "s" or .ph == "f")]
            | group_by(.id) | all(.[]; sort_by(.ph)
                | map(.ph) == ["f", "s"] and .[0].ts >= .[1].ts)' \
            "$1.chrome"
}
check 'and an arrow for each message, from when it was sent to when it came' \
    arrows steps
run_watched duplicates -n 4 "$programs/duplicates"
"$mitosis" report duplicates.json --trace duplicates.chrome
check 'so has that of a program with communicators of the same members' \
    arrows duplicates
# What is sent by a call is what is received in that at the end of its arrow.
joined() {
    jq -e '.traceEvents as $all | def call: . as $at | $all | map(select(
            .cat == "mpi" and .pid == $at.pid and .ts <= $at.ts
            and $at.ts <= .ts + .dur)) | .[-1].args | [.bytes, .instance];
        [$all[] | select(.ph == "s" or .ph == "f")] | group_by(.id)
            | length > 0 and all(.[]; (.[0] | call) == (.[1] | call))' \
        duplicates.chrome
}
check 'each message is joined with the one on the same communicator' joined
named() {
    jq -e '[.traceEvents[] | select(.name == "process_name") | .args.name]
        == ["rank 0", "rank 1", "rank 2", "rank 3"]' steps.chrome
}
check 'ranks have their names' named
# Slices of a track follow each other, so that none hides another one, and
# computing is what lies between calls.
computing() {
    jq -e '[.traceEvents[] | select(.ph == "X")] | group_by([.pid, .tid])
        | all(.[]; sort_by(.ts) | [.[1:], .[:-1]] | transpose
            | all(.[]; (.[0].ts * 1000 | round) >= (.[1].ts * 1000 | round)
                + (.[1].dur * 1000 | round)))' steps.chrome \
        && jq -e '[.traceEvents[] | select(.cat == "computing")] | length > 0
            and ([.[].pid] | unique) == [0, 1, 2, 3]
            and all(.[]; .dur > 0)' steps.chrome \
        && jq -e '[.traceEvents[] | select(.ph == "X")] | group_by([.pid, .tid])
            | all(.[]; sort_by(.ts)[0].cat == "mpi")' steps.chrome
}
check 'so has what they computed' computing
details() {
    jq -e '[.traceEvents[] | select(.name == "MPI_Isend") | .args]
        | length > 0 and all(.[]; .members == "0-3" and .peer >= 0)' \
        steps.chrome && jq -e '[.traceEvents[]
        | select(.name == "MPI_Sendrecv") | .args]
        | length > 0 and all(.[]; (.to | length) == 1
            and (.from | length) == 1)' steps.chrome
}
check 'calls tell communicators, and all with whom they talked' details
check 'a run without a trace is told so' \
    refused 1 'MITOSIS_PROFILE=trace' \
    "$mitosis" report pair.json --trace none.chrome
check 'and nothing is written' test ! -e none.chrome
tap_done
