#!/bin/sh
# t0404-verdict.t - the verdict on real jobs: those that have a cause, and
# others that only look as if they had
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and sh
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# has_cause RANKS KIND STEPS MILLISECONDS CAUSE FUNCTION  - defects.c of this
# KIND has this CAUSE first, in this FUNCTION, or in no line if there is none
#
# On a busy machine other work does take cores from jobs that want them, and to
# start takes long: if that is told first, then rightly.  Where it took a good part
# of the time nothing else need be told.
has_cause() {
    others='"cores taken by others"'
    test "$5" = start-up || others=$others', "start-up"'
    busy='([.verdict, .second_verdict] | map(select(. != null
            and .cause == "cores taken by others").worth_seconds)
        | add > 0.15 * $run.wall_seconds)'
    own=". as \$run | [.verdict, .second_verdict]
        | map(select(. != null and ([.cause] | inside([$others]) | not)))
        | .[0] // { cause: (if \$run | $busy then \"$5\"
            else \"\(\$run.verdict.cause), \(\$run.second_verdict.cause)\" end),
            line: \"$6\" }"
    run_watched "$2" -n "$1" "$programs/defects" "$2" "$3" "$4"
    echo "$5" >expected
    check "$2: $5" answers_or_shows "$own | .cause"
    fact "$2: it shows in ${6:-no line}" \
        "$own"' | .line | sub(" .defects.c:[0-9]+.$"; "")' "$6"
}

# What a wrong answer came from.
answers_or_shows() {
    answers "$1" && return
    ask '(.verdict, .second_verdict | {cause, worth_seconds}), .efficiency,
        (.ranks[] | {rank, wall, compute, compute_no_core, compute_asleep,
            waiting, core_wait_seconds, init})'
    return 1
}

# harmless RANKS KIND STEPS MILLISECONDS CAUSE  - it has not this CAUSE
harmless() {
    run_watched "$2" -n "$1" "$programs/defects" "$2" "$3" "$4"
    fact "$2 is not: $5" \
        "if [.verdict.cause, .second_verdict.cause] | index(\"$5\")
            then .verdict else 0 end" 0
}

has_cause 3 one 20 40 'uneven work: one rank' meet
fact 'that its rank sleeps is told' '[.verdict, .second_verdict]
    | map(select(. != null and .cause == "uneven work: one rank").advice)
    | map(startswith("Rank 1 sleeps for")) | all' true
has_cause 4 gradient 20 20 'uneven work: a gradient' meet
has_cause 3 turns 30 40 'uneven work: by turns' meet
harmless 3 turns 30 40 'uneven work: in phases'
has_cause 3 phases 15 20 'uneven work: in phases' meet
has_cause 3 serial 20 40 'uneven work: by turns' tell
fact 'that its root does something alone is told' \
    '[.verdict, .second_verdict] | map(select(. != null
        and (.cause | startswith("uneven work"))).advice)
    | map(startswith("Find out whether its root")) | all' true
harmless 3 even 20 60 'uneven work: one rank'
fact 'that all only sleep is told' \
    '.verdict.cause | if IN("cores taken by others", "start-up")
        then "asleep outside of MPI" else . end' 'asleep outside of MPI'
harmless 3 nearly 20 60 'uneven work: by turns'

has_cause 4 sender 20 40 'late sender' take_number
has_cause 2 answer 100 10 'late sender' take_bytes
harmless 2 answer 100 10 bandwidth
fact 'messages that are always late are waited for' \
    '.waiting_seconds > 20 * .transfer_seconds' true
has_cause 4 receiver 20 40 'late receiver' hand_over
harmless 4 swap 20 60 'late partner'
has_cause 3 chain 20 40 'ranks in a chain' take_number
harmless 3 pipeline 20 60 'ranks in a chain'
has_cause 4 sweep 20 20 'ranks in a chain' take_number
harmless 4 sweep 20 20 'uneven work: by turns'
has_cause 2 sweep 20 40 'ranks in a chain' take_number
has_cause 4 relay 24 20 'uneven work: by turns' meet
harmless 3 relay 24 20 'ranks in a chain'
harmless 2 relay 24 20 'ranks in a chain'
has_cause 2 farm 20 40 'uneven work' hand_out
fact 'a worker is not to have less to do' '[.verdict, .second_verdict]
    | map(select(. != null and (.cause | startswith("uneven work"))).advice)
    | map(startswith("Start more ranks")) | all' true
has_cause 2 asking 20 40 'polling' asking
harmless 2 peeking 10 200 'polling'

has_cause 2 small 40 12 'many small messages' exchange
harmless 2 few 10 200 'many small messages'
has_cause 2 wide 200 0 'bandwidth' exchange
has_cause 2 collective 400 0 'one collective' shuffle
harmless 2 sparing 10 200 'one collective'

cores=$(getconf _NPROCESSORS_ONLN)
if test -r /proc/self/schedstat && test "$cores" -le 8; then
    has_cause $((4 * cores)) crowd 15 20 'too few cores' ''
fi
has_cause 3 files 10 0 'file input and output' write_file
# In memory nobody waits for files.
case $(stat -f -c %T .) in
tmpfs | ramfs) ;;
*)
    if test -r /proc/self/io && test -r /proc/self/schedstat; then
        has_cause 3 plain 40 0 'file input and output' meet
        fact 'who writes is not told to have less to do' \
            '[.verdict, .second_verdict] | map(.cause // "")
            | any(startswith("uneven work"))' false
        has_cause 2 all_plain 40 0 'file input and output' ''
    fi
    ;;
esac
has_cause 3 logging 20 40 'uneven work: one rank' meet
harmless 3 logging 20 40 'file input and output'
if test -r /proc/self/io && test -r /proc/self/schedstat; then
    has_cause 3 printing 20 0 'input and output' meet
    harmless 3 printing 20 0 'file input and output'
    has_cause 2 lines 20 0 'many small reads and writes' ''
fi
harmless 2 buffered 20 20 'many small reads and writes'
has_cause 3 start 20 20 'start-up' ''
harmless 3 ready 30 60 'start-up'

# Rank 1 is on its core, or has none, where the library begins to watch it.
keep late launch -genv LD_PRELOAD "$preload:$programs/slow_watch.so" \
    -genv MITOSIS_OUTPUT "$scratch/late.json" -n 2 "$programs/defects" even 10 20
job=late
fact 'what a rank does before it is watched is not told as sleep' \
    '.ranks[1] | .compute_on_core + .compute_no_core > 0.8' true

# ---- the whole of it ----

cp one.json whole.json
job=whole
fact 'what it is worth is less than the run took' \
    '[.verdict.worth_seconds, .wall_seconds] | .[0] > 0 and .[0] < .[1]' true
fact 'a verdict has its parts in this order' \
    '.verdict | keys_unsorted[:4] | join(" ")' 'cause line advice worth_seconds'
"$mitosis" report one.json >one.txt
check 'the text tells the cause first, then line, advice and worth' \
    sh -c 'sed -n "/What limits it/,/^$/p" one.txt | grep -oE \
        "Uneven work: one rank|^    (line|advice|worth) " | tr -d "\n" \
        | grep "^Uneven work: one rank    line     advice     worth "'
"$mitosis" report one.json --html one.html
check 'so does the page' grep -q 'class="limit">Uneven work: one rank' one.html
jq '.second_verdict = (.verdict | .cause = "late partner")' one.json >two.json
"$mitosis" report two.json --html two.html
check 'of two causes the second is told as such' \
    grep -q 'class="limit second">Then: Late partner' two.html
jq 'del(.verdict, .second_verdict, .efficiency, .iterations.efficiency)' \
    one.json >old.json
check 'of an older report it is worked out when it is read' \
    sh -c '"$1" report old.json | diff - one.txt' - "$mitosis"

keep failed launch -genv LD_PRELOAD "$preload" -n 3 "$programs/accident" abort
"$mitosis" report accident --remove --output failed.json 2>/dev/null
job=failed
fact 'a run that failed gets no advice on speed' \
    '.verdict | [.cause, .advice, .worth_seconds]' '["did not complete","",0]'
tap_done
