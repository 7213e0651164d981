#!/bin/sh
# t0408-timeline.t - what each rank did when, in the page of a run with a trace
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq
. "$top_srcdir/tests/browser.sh"
examples=$top_builddir/examples
export MITOSIS_PROFILE=trace

# data NAME FILTER  - what jq makes of the timeline in a page
data() {
    sed -n '/<script type="application\/json"/,/<\/script>/p' "$1.html" \
        | sed 's/^<script[^>]*>//; s/^<\/script>.*//' \
        | jq -r ".drawn.timeline | $2"
}

# ---- runs: a late sender, many calls, changes, and what is not drawn ----

run_watched defects -n 2 "$programs/defects" sender 20 10
mv defects.json late.json; mv defects.trace late.trace
run_watched onesided -n 3 "$programs/onesided"
keep heat timeout 120 "$mitosis" run --output "$scratch/heat.json" \
    --script '10 resize 3' -n 2 "$examples/heat" 40 31 30
for name in late heat onesided; do draw "$name"; done
check 'calls of all ranks are there' test \
    "$(data late '[.details[].rows[] | (length - 1) / 4] | add')" -eq \
    "$(data late '.parts[0].calls')"
traced() { "$mitosis" trace late.trace | grep -v '^#' | grep -c "$(printf '\tcall\t')"; }
check 'as many as in the trace' test "$(data late '.parts[0].calls')" \
    -eq "$(traced)"
check 'messages are as many as in the report' test \
    "$(data late '.details[0].messages | length')" -eq \
    "$(jq '[.messages[].count] | add' late.json)"
check 'iterations are as many, too' test "$(data late '.parts[0].iterations')" \
    -eq "$(jq .iterations.count late.json)"
check 'each generation of a job is there' test \
    "$(data heat '[.parts[] | .ranks] | @csv')" = 2,3

# ---- for Perfetto ----

perfetto() {
    "$mitosis" report heat.json --trace heat.perfetto >left.out 2>&1 \
        && ! grep . left.out
}
check 'a trace for Perfetto is written of all of them' perfetto
marked() {
    jq -e '[.traceEvents[] | select(.ph == "i")
        | select(.name | startswith("generation "))] as $marks
        | ($marks | map(.pid)) == [0, 1, 2] and all($marks[]; .ts > 0
            and (.name | test("^generation 2: resize 3, on [^ ]+$")))' \
        heat.perfetto
}
check 'each rank is marked where the second one begins' marked
follows() {
    jq -e '[.traceEvents[] | select(.name | startswith("generation 2: "))][0].ts
            as $begin
        | [.traceEvents[] | select(.pid < 2 and .cat == "mpi")]
        | [.[] | select(.ts < $begin)] as $before
        | [.[] | select(.ts >= $begin)] as $after
        | ($before | length) > 10 and ($after | length) > 10' heat.perfetto
}
check 'and follows the first one' follows
whole_arrows() {
    jq -e '[.traceEvents[] | select(.ph == "s" or .ph == "f")]
        | group_by(.id) | length > 40 and all(.[]; sort_by(.ph)
            | map(.ph) == ["f", "s"] and .[0].ts >= .[1].ts)' heat.perfetto
}
check 'each arrow has both ends, the later one last' whole_arrows
mv heat.2.trace heat.2.away
partly() {
    "$mitosis" report heat.json --trace part.perfetto >left.out 2>&1 \
        && grep -qx 'mitosis: generation 2 is left out: .*heat\.2\.trace.*' \
            left.out && jq -e '.traceEvents | length > 40' part.perfetto
}
check 'one that is not there is told, and the others are written' partly
mv heat.2.away heat.2.trace

# ---- the page ----

check 'a browser shows it, and nothing goes wrong' in_browser <<'END'
size 1280x800
page late
tell at first: in_view()
tell what there is: timeline().querySelector(".note:nth-last-of-type(2)").textContent
tell colours of rank 0: lane_colours(0, 2)
click timeline().querySelector("tbody button")
tell slowest: in_view()
tell focus: document.activeElement === drawing()
point find_lane(1, 2, "waiting")
tell waiting: tip()
point find_lane(1, 2, "compute")
tell computing: tip()
point [drawing(), 0.001, 0.5]
tell beside the lanes: tip()
turn lane(0, 2, 0.5) by -200
tell wheel without a click: in_view()
click lane(0, 2, 0.5)
key 0
tell key 0: in_view()
turn lane(0, 2, 0.5) by -200
tell wheel: length_in_view() < 0.6 * whole_run()
key +
key +
tell key +: length_in_view() < 0.15 * whole_run()
tell before moving: (before = from_in_view(), typeof before)
key ArrowRight
tell key right: from_in_view() > before
tell before dragging: (before = from_in_view(), typeof before)
drag lane(0, 2, 0.5) by 200x0
tell drag: from_in_view() < before
key 0
pinch lane(0, 2, 0.5) to 400
tell pinch: length_in_view() < 0.5 * whole_run()
like dark
tell in the dark: lane_colours(1, 2)
size 390x844
tell phone: too_wide()
tell cut: cut_tables()
page heat
tell generations: rows(timeline()).join("; ")
tell heat: in_view()
page onesided
tell one-sided: timeline().textContent
END
tells 'the whole run is in view at first' late \
    '^at first: In view: the whole run, [0-9.]+ m?s\.$'
tells 'it says how much there is' late \
    '^what there is: All [0-9]+ calls of the trace can be seen here\.$'
tells 'a rank computes and waits' late \
    '^colours of rank 0: .*(compute.*waiting|waiting.*compute)'
tells 'a click shows the slowest iteration' late \
    '^slowest: In view: .* from .* on; [0-9]+ calls and [1-9][0-9]* messages drawn\.$'
tells 'a call tells how long it waits, and where' late \
    '^waiting: rank 1: MPI_Recv | at take_number .*\| .*it waits'
tells 'computing is told' late '^computing: rank 1 computes \| '
tells 'beside the lanes nothing' late '^beside the lanes: no tip$'
tells 'the wheel scrolls the page before a click' late \
    '^wheel without a click: In view: .* messages drawn'
tells 'a key shows the whole run' late '^key 0: In view: the whole run'
for what in 'wheel' 'key [+]' 'key right' 'drag' 'pinch'; do
    tells "by $what one gets elsewhere" late "^$what: (true|1)$"
done
tells 'colours change with those of the page' late \
    '^in the dark: .*(compute.*waiting|waiting.*compute)'
tells 'a phone shows it' late '^phone: no$'
check 'and all columns' sh -c "! grep -q '^cut: .*did when' late.told"
tells 'iterations tell their generation' heat \
    '^generations: [0-9]+ \| [12] \| [^;]*; [0-9]+ \| [12] \| '
tells 'what cannot be drawn is told' onesided \
    '^one-sided: .*is not drawn: rank [0-9]+: MPI_[A-Za-z_]+ is one-sided'
tap_done
