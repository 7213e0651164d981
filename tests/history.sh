# shellcheck shell=sh
# history.sh - reports of a program on many days, which nobody has to run
#
# Source it behind job.sh or browser.sh.
#
# SPDX-License-Identifier: BSD-3-Clause

# made RANKS DAY SECONDS [FILTER]  - day-DAY.json in the folder 'days': a report
# of so many ranks, whose iterations take so long, with what jq's FILTER does
made() {
    test -f "ranks-$1.json" || "$LUA" "$top_srcdir/tests/report/large.lua" \
        "$1" grid >"ranks-$1.json" || exit 1
    mkdir -p days
    jq --argjson day "$2" --argjson s "$3" '
        {parallel: 0.7, load_balance: 0.8, communication: 0.875} as $e
        | .job = "job-\($day)" | .started_ns = 86400000000000 * $day
        | .wall_seconds = 1000 * $s | .efficiency = $e
        | .iterations |= (.median_seconds = $s | .p90_seconds = 1.01 * $s
            | .spread = 0.02 | .efficiency = $e
            | .seconds |= [range(length)
                | $s * (1 + 0.01 * (. % 3 - 1))])
        | '"${4:-.}" "ranks-$1.json" >"days/day-$2.json"
}

# Two weeks of 4 ranks, which get slower on day 8 as they wait longer in a
# place, and on the last day other numbers of ranks.
two_weeks() {
    for day in 1 2 3 4 5 6 7; do
        made 4 $day "1.00$day"
    done
    for day in 8 9 10 11 12; do
        made 4 $day "1.21$((day - 7))" '.callsites[0].seconds += 1600
            | .waiting_seconds += 1600'
    done
    made 1 13 4
    made 2 14 2.1
}
