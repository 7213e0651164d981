#!/bin/sh
# t0407-history-page.t - the page of many runs in a browser, on all screens
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/browser.sh"
. "$top_srcdir/tests/history.sh"

two_weeks
# A program that is up to something, and 2000 runs.
made 4 30 3 '.program = ["./</script><script>window.ran = 1</script>"]'
mkdir many
jq -c '.callsites = [] | .messages = []' days/day-1.json >small.json
cat >many.lua <<'END'
local one = io.read("a")
for i = 1, 2000 do
    local text = one:gsub('"job":"job%-1"', '"job":"many-' .. i .. '"')
        :gsub('"started_ns":%d+', '"started_ns":' .. i .. "000000000000")
    assert(io.open("many/" .. i .. ".json", "w")):write(text)
end
END
"$LUA" many.lua <small.json
"$mitosis" history days --html days.html
"$mitosis" history many --html many.html

phone=390x844 laptop=1366x768 wall=2560x1440
look() {
    echo "page $1"
    echo 'tell strangers: strangers()'
    echo 'tell ran: window.ran ? "a script from data" : "only ours"'
    for size in $phone $laptop $wall; do
        echo "size $size"
        for like in light dark; do
            echo "like $like"
            echo "tell $size $like: looks()"
        done
    done
}
{
    look days
    echo 'like light'
    echo 'size 1280x800'
    echo 'tell title: document.title'
    echo 'tell answer: document.querySelector("#answer .limit").textContent'
    echo 'point [titled("large, 4 ranks, grid").querySelector("svg"), 0.999, 0.5]'
    echo 'tell last run: tip()'
    echo 'point [titled("large, 4 ranks, grid").querySelectorAll("svg")[1], 0.08, 0.5]'
    echo 'tell first run: tip()'
    echo 'tell marks: document.querySelectorAll(".dot.slower").length'
    echo 'tell models: titled("large over numbers of ranks, grid").querySelectorAll("table")[1].rows.length'
    look many
    echo 'tell dots: document.querySelectorAll("circle.run").length'
    echo 'tell rows: document.querySelectorAll("tbody tr").length'
} >steps
check 'the pages are shown' in_browser <steps

# readable NAME  - at all sizes, by day and night
readable() {
    cat "$1.told"
    test "$(grep -c '^[0-9]*x[0-9]* .*too wide: no, beyond panels: 0, signs alone: 0, badly readable: none,' \
        "$1.told")" = 6 \
        && grep -qx 'strangers: 0' "$1.told" \
        && grep -qx 'ran: only ours' "$1.told"
}
for name in days many; do
    check "$name: readable on all screens, and only our script runs" \
        readable "$name"
done

tells 'its title is what it is of' days '^title: History of 2 programs$'
tells 'the newest run is told first' days '^answer: .*One run alone'
tells 'pointed at, a run is told' days \
    '^last run: day-12.json . started 1970-01-13 00:00 UTC . iteration 1.2'
tells 'in all curves' days '^first run: day-1.json .* parallel efficiency 70'
tells 'a change is marked' days '^marks: 1$'
tells 'places have their models' days '^models: 3$'
tells 'of thousands of runs there are no dots' many '^dots: 0$'
tells 'and a table that can be opened' many '^rows: 12$'
tap_done
