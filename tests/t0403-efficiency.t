#!/bin/sh
# t0403-efficiency.t - parallel efficiency, load balance and communication
# efficiency of real jobs: one that is balanced, one that is not, and one that
# does hardly anything but communicate
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and sh
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# figures SENTENCE CONDITION  - on the three of the iterations
figures() {
    fact "$1" ".iterations.efficiency | if $2 then true else tojson end" true
}
# run_calmly CONDITION NAME WORD...  - a job with such figures: one of whose ranks
# has no core for half a second is uneven indeed, so there are a few
run_calmly() {
    condition=$1; shift
    for _ in 1 2 3 4 5 6; do
        run_watched "$@"
        if test "$(ask ".iterations.efficiency | $condition")" = true; then
            return
        fi
    done
}
whole='.efficiency | (.parallel - .load_balance * .communication | fabs) < 1e-6
    and .parallel > 0 and .parallel < 1'

even='.parallel > 0.8 and .load_balance > 0.9 and .communication > 0.8'
run_calmly "$even" even -n 3 "$programs/defects" even 20 60
fact 'even: the job ran to its end' .complete true
figures 'even: its iterations are efficient' "$even"
fact 'even: for the whole run there are figures, too' "$whole" true

# 5/9 as it should be; on a busy machine all three sleep longer.
low='.load_balance > 0.5 and .load_balance < 0.7'
alone='.communication > 0.8 and .parallel < 0.7'
run_calmly "$low and $alone" one -n 3 "$programs/defects" one 15 80
figures 'one rank has three times as much to do: the balance is low' "$low"
figures 'and that alone' "$alone"
fact 'the whole run is no better' "$whole and .load_balance < 0.75" true

run_watched wide -n 2 "$programs/defects" wide 20
figures 'ranks that only communicate have a low communication efficiency' \
    '.communication < 0.3 and .parallel < 0.3'

for name in even one wide; do
    "$mitosis" report "$name.json" >"$name.txt"
    "$mitosis" report "$name.json" --html "$name.html" 2>&1
done
low() { grep -E "= load balance .* [0-9.]+ %$2 +[0-9.]+ %$3\$" "$1.txt"; }
check 'the text marks a low balance'       low one ' low' ' low'
check 'and no other'                       low even '' ''
check 'the page has the figures, as the JSON has them' \
    sh -c 'test "$(jq -c .efficiency one.json)" = "$(sed -n \
        "s/^ *\"efficiency\": \(.*\),$/\1/p" one.html | head -n 1 | jq -c .)"'
"$mitosis" report one.json --compare even.json >compared.txt
tr -s '\n ' '  ' <compared.txt >words
check 'two reports are compared by them' grep 'parallel efficiency' words

# With a trace communication is split.
fact 'without a trace serialisation and transfer are not known' \
    '.efficiency | .serialisation + .transfer' 0
split='.communication > 0 and .transfer <= 1 and .serialisation <= 1
    and (.communication - .serialisation * .transfer | fabs) < 1e-6'
worst() { grep -o 'Work on the [a-z ]*' "$1.txt"; }
MITOSIS_PROFILE=trace run_watched traced -n 2 "$programs/defects" wide 20
figures 'with a trace communication is split' "$split"
fact 'of the whole run, too' ".efficiency | $split" true
figures 'messages that are all there is to do are transfer' \
    '.transfer < 0.5 and .serialisation > .transfer'
"$mitosis" report traced.json >traced.txt
check 'the text has both' grep -A 1 '= serialisation .*%' traced.txt
check 'and says which to work on' test "$(worst traced)" = 'Work on the transfer'
"$mitosis" report traced.json --html traced.html 2>&1
check 'the page has them, too' grep -q '"transfer": *0\.[0-9]' traced.html
jq 'del(.efficiency.transfer, .iterations.efficiency.transfer)' traced.json \
    >again.json
cp traced.trace again.trace
check 'of a report that has not they are worked out when it is read' \
    sh -c '"$1" report again.json | diff - traced.txt' - "$mitosis"
MITOSIS_PROFILE=trace run_watched chained -n 3 "$programs/defects" chain 20 20
figures 'ranks that work one after the other lack serialisation' \
    '.serialisation < 0.6 and .transfer > .serialisation'
"$mitosis" report chained.json >chained.txt
check 'and are told so' test "$(worst chained)" = 'Work on the serialisation'
told() { tr -s ' \n' ' ' | grep -o "Work on the serialisation: [^.]*\."; }
told <chained.txt >of_text
"$mitosis" report chained.json --html chained.html
told <chained.html >of_page
"$mitosis" sim chained.json | told >of_replay
check 'with the same words on the page' cmp of_text of_page
check 'and when it is replayed' cmp of_text of_replay
head -c 3000 traced.trace >again.trace
"$mitosis" report again.json >again.txt
check 'a trace that is not whole is told' \
    grep -q 'serialisation and transfer are not told apart' again.txt

# A report of a version that did not know them.
jq 'del(.efficiency, .iterations.efficiency)' one.json >old.json
check 'of an older report they are worked out when it is read' \
    sh -c '"$1" report old.json | diff - one.txt' - "$mitosis"
tap_done
