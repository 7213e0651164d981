#!/bin/sh
# t0406-history.t - 'mitosis history': many reports over time and sizes, and
# since when a program is slower
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and sh
. "$top_srcdir/tests/job.sh"
. "$top_srcdir/tests/history.sh"
mitosis=$top_builddir/mitosis

# says CONDITION ARGUMENT...  - what is written for other programs
says() {
    condition=$1; shift
    "$mitosis" history --json "$@" >came && cat came && jq -e "$condition" came
}

two_weeks
check 'a folder of reports is told about' says \
    '.runs == 14 and (.programs | length) == 1' days
check 'by number of ranks' says \
    '.programs[0].series | map([.ranks, (.runs | length)])
        == [[1, 1], [2, 1], [4, 12]]' days
check 'in the order in which they were started' says \
    '.programs[0].series[2].runs | map(.file)
        == [range(1; 13) | "days/day-\(.).json"]' days
check 'since when it is slower is found' says \
    '.programs[0].series[2].changes | length == 1 and (.[0]
        | .file == "days/day-8.json" and .verdict == "slower" and .runs == 5
            and (.percent - 21 | fabs) < 2)' days
check 'and what of it, in which place' says \
    '.programs[0].series[2].changes[0] | .part.name == "waiting"
        and .place.name == "MPI_Waitall in step_0 (large.c)"
        and (.place.after_seconds - .place.before_seconds - 400 | fabs) < 1' \
    days
check 'efficiencies and spread are those of the iterations' says \
    '.programs[0].series[2].runs[0] | .efficiency.parallel == 0.7
        and (.slow_seconds - 1.01 * .seconds | fabs) < 1e-6
        and .noise_seconds > 0' days
check 'the newest run of each number of ranks tells how it goes with these' \
    says '.programs[0].scaling | length == 1 and (.[0].sizes
        | map(.file) == ["days/day-13.json", "days/day-14.json",
            "days/day-12.json"] and .[0].speed_up == 1
            and (.[1].speed_up - 4 / 2.1 | fabs) < 1e-5)' days
check 'and each line of code has a model' says \
    '.programs[0].scaling[0].models | length > 1
        and .[0].name == "computing" and all(.model != "" and .error >= 0)
        and (map(.name) | index("MPI_Waitall in step_0 (large.c)"))' days

check 'where all are compared by iterations no reason is needed' \
    says '.programs[0].scaling[0].words == ""' days
mkdir whole
cp days/day-12.json whole
jq 'del(.iterations)' days/day-13.json >whole/day-13.json
check 'why whole runs are compared is told' says \
    '.programs[0].scaling[0] | .of == "run" and .words == "In the run with 1 rank no iterations were found, so whole runs are compared, with their start and end."' \
    whole
"$mitosis" history whole >text
check 'below the table, too' \
    sh -c 'tr -s " \n" " " <text | grep "the whole of the newest run of each: .* In the run with 1 rank no iterations were found, so"'
"$mitosis" history days >text
cat text >all
check 'the text says so, too' grep -q 'Since days/day-8.json .* longer' text
check 'with the run marked' grep -qE '^> day-8.json +1970-01-09 00:00' text
check 'each has a row' test "$(grep -cE '^[> ] day-[0-9]+.json ' text)" = 14
check 'lines have 80 columns at most' \
    sh -c '! LC_ALL=C.UTF-8 grep -E "^.{81}" text'
(cd days && "$mitosis" history >../text)
check 'without a folder this one is meant' grep -q 'Since day-8.json' text
"$mitosis" history days/day-1.json days/day-2.json >text
check 'files can be named' grep -q 'No run differs from the others' text
check 'two sizes have no model, which is told' says \
    '.programs[0].scaling[0] | .models == [] and (.sizes | length) == 2' \
    days/day-1.json days/day-13.json
"$mitosis" history days/day-5.json >text
check 'of one report alone it is told that' \
    grep -q 'One run alone tells no change' text

# ---- pictures ----

"$mitosis" history days --html page.html --badge badge.svg >text
check 'with pictures nothing is printed' test ! -s text
check 'the badge tells the newest run' \
    grep -q '<title>parallel efficiency: 70 %</title>' badge.svg
"$mitosis" history days/day-[1-8].json --badge badge.svg
check 'and that it is slower' \
    grep -q '<title>parallel efficiency: 70 %, 2. % slower</title>' badge.svg
check 'it is XML' perl -0777 -ne \
    's/<[a-zA-Z][^<>]*\/>//g; while (s/<(\w+)[^<>]*>[^<>]*<\/\1>//g) {}
        exit(/[<>]/ ? 1 : 0)' badge.svg
check 'JSON and pictures go together' sh -c \
    '"$1" history days --json --badge b.svg | jq -e ".runs == 14" && test -s b.svg' \
    - "$mitosis"

# ---- what is not as it should be ----

made 4 20 3 '.program[0] = "./other"'
made 4 21 3 '.complete = false | .reason = "rank 1 was killed"'
"$mitosis" history days >text
check 'programs are told apart' \
    grep -q '^These are runs of 2 programs, each of which' text
check 'a run that failed is told, and changes nothing' sh -c \
    'grep -qE "^  day-21.json .* failed " text && ! grep -q "Since days/day-21" text'
cp days/day-3.json days/again.json
check 'a report that is there twice counts once' says \
    '.twice == 1 and .runs == 16' days
rm days/again.json days/day-2?.json
echo '{"name": "something else"}' >days/other.json
head -c 1000 days/day-1.json >days/cut.json
"$mitosis" history days >text 2>err
check 'what is no report is left out of a folder, which is said' sh -c \
    'cmp text all && grep -qE "^mitosis: days/.*left out, and 1 other" err'
check 'but not when it is named' refused 1 'days/other.json' \
    "$mitosis" history days/day-1.json days/other.json
mkdir none strange
check 'a folder without reports is refused' refused 2 \
    'no report, \*.json, is in the folder none' "$mitosis" history none
mv days/cut.json strange
check 'nor is one in which no file is one' refused 1 \
    'strange/cut.json.*no other file there is a report' \
    "$mitosis" history strange
check 'a report that is not there is named' refused 1 'nowhere.json' \
    "$mitosis" history nowhere.json
check 'what is read is not written over' refused 2 'day-1.json' \
    "$mitosis" history days --html days/day-1.json
check 'a page that cannot be written is told' refused 1 'none/no/page.html' \
    "$mitosis" history days/day-1.json --html none/no/page.html
check 'an option that is none is refused' refused 2 '--hmtl is no option of mitosis history' \
    "$mitosis" history --hmtl x days
tap_done
