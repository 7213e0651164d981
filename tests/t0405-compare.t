#!/bin/sh
# t0405-compare.t - 'mitosis compare': two reports and several, what is noise,
# and what fails a check of a program's speed
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and sh
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# scaled RUN NAME FACTOR  - its report, but with iterations of a time that
# varies by 1 %, whatever else the machine did, and so many times it
scaled() {
    jq ".wall_seconds = 0.5 * $3 | .iterations.median_seconds = 0.01 * $3
        | .iterations.seconds |= [range(length)
            | 0.01 * $3 * (1 + 0.01 * (. % 3 - 1))]" "$1.json" >"$2.json"
}
# says CONDITION REPORT...  - what is written for other programs
says() {
    condition=$1; shift
    "$mitosis" compare --json "$@" >came && cat came && jq -e "$condition" came
}

run_watched run -n 2 "$programs/tempo" 40 20000 divided
run_watched four -n 4 "$programs/tempo" 40 20000 divided
scaled run one 1
scaled run same 1.001
scaled run slower 3
scaled run faster 0.2
scaled four two 0.5

check 'a run beside itself is no different' says \
    '.change | .verdict == "no difference" and .percent == 0' one.json one.json
check 'nor is 0.1 %' says '.change.verdict == "no difference"' one.json \
    same.json
check 'three times the time is slower' says \
    '.change | .verdict == "slower" and (.percent - 200 | fabs) < 0.01' \
    one.json slower.json
check 'a fifth is faster' says '.change.verdict == "faster"' one.json \
    faster.json
check 'it is that of an iteration, with its noise' says \
    '.change | .of == "iteration" and .noise_seconds > 0' one.json faster.json

check 'of more ranks there are speed-up and computation scaling' says \
    '.runs | .[0].speed_up == 1 and .[0].efficiency.computation_scaling == 1
        and (.[1] | .ranks == 4 and .efficiency.computation_scaling > 0
            and (.speed_up * .iteration_seconds - 0.01 | fabs) < 1e-6)' \
    one.json two.json
"$mitosis" compare one.json two.json >text
check 'which the text says' grep -q 'With 2 times the ranks it is' text
check 'ranks of other numbers are not compared one by one' \
    sh -c '! grep "Which ranks" text'
"$mitosis" compare one.json slower.json >text
check 'those of the same number are' grep -q 'Which ranks' text
check "'report --compare' says the same" sh -c \
    '"$1" report slower.json --compare one.json | diff - text' - "$mitosis"

"$mitosis" compare one.json two.json slower.json >text
jq '.program[0] = "other"' slower.json >other.json
is_told_of_others() {
    "$mitosis" compare one.json two.json other.json >/dev/null 2>err && cat err \
        && grep -qx 'mitosis: one.json is a run of tempo and other.json one of other, so that their times tell little about either' err
}
check 'of several of other programs it is told that they are' is_told_of_others
"$mitosis" compare one.json two.json slower.json >text 2>err
check 'and of the same nothing' test ! -s err
check 'several have a row each' test \
    "$(grep -cE '^  (one|two|slower)\.json +[24] ' text)" = 3
check 'lines have 80 columns at most' \
    sh -c '! LC_ALL=C.UTF-8 grep -E "^.{81}" text'
"$mitosis" compare --markdown one.json slower.json >text
check 'Markdown has the sentences, and a table' sh -c \
    'grep -q "^It took " text && grep -q "^An iteration of each:" text && grep -qE "^\| slower.json \| 2 \|" text'
jq 'del(.iterations)' one.json >bare.json
check 'without iterations the runs are compared' says \
    '.change | .of == "run" and .noise_seconds == null' one.json bare.json

"$mitosis" compare bare.json one.json two.json >text
check 'of several all, and it is not told to be of iterations' \
    sh -c 'grep -qx "The runs" text'
check 'nor is any of them, in none of the figures' says \
    '.runs | map(.speed_up * .wall_seconds - 0.5 | fabs < 1e-5) | all' \
    bare.json one.json two.json
jq '.complete = false' two.json >cut.json
"$mitosis" compare one.json slower.json cut.json >text
check 'a run that did not complete is told' \
    grep -q 'cut.json did not complete' text

judge() {
    want=$1; shift
    "$mitosis" compare "$@" >out 2>err
    rc=$?
    cat err
    test "$rc" = "$want"
}
check 'what is slower by more than it may be fails' \
    judge 1 --fail-above 5% one.json slower.json
check 'and says by how much' grep -q \
    'an iteration took .* instead of .*, 200.0 % more: above 5 %' err
check 'with all else as it was' grep -q 'Compared with' out
check 'what is slower by less does not' \
    judge 0 --fail-above 250 one.json slower.json
check 'nor does what is faster' judge 0 --fail-above 0 one.json faster.json
check 'nor what is noise' judge 0 --fail-above 0% one.json same.json

check 'one report is too few' refused 2 'mitosis: of which run?' \
    "$mitosis" compare one.json
check 'which is not asked of one that is not there' refused 1 \
    'mitosis: nowhere.json: No such file or directory' \
    "$mitosis" compare nowhere.json
check 'and none at all, too' refused 2 'usage: mitosis compare ' \
    "$mitosis" compare
check 'a limit that is none is refused' refused 2 \
    '--fail-above: "much" is no percentage, as 5%' \
    "$mitosis" compare --fail-above much one.json two.json
check 'a limit is for two' refused 2 '--fail-above is for two reports' \
    "$mitosis" compare --fail-above 5 one.json two.json slower.json
check 'two forms at once are refused' refused 2 \
    '--json or --markdown, not both' \
    "$mitosis" compare --json --markdown one.json two.json
check 'a report that is not there is named' refused 1 'none.json' \
    "$mitosis" compare one.json none.json
tap_done
