#!/bin/sh
# t0400-html.t - the page of a report: whole, and safe whatever names are in it
#
# What a browser makes of it, t0401-browser.t looks at.
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq and sh
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

# large RANKS SHAPE  - the report of a job that nobody has to run
large() { "$LUA" "$top_srcdir/tests/report/large.lua" "$@"; }

# draw NAME OPTION...  - the page of NAME.json
draw() {
    report=$1; shift
    "$mitosis" report "$report.json" --html "$report.html" "$@" 2>"$report.err"
}

# data NAME  - what is drawn in a page, as JSON
data() {
    sed -n '/<script type="application\/json"/,/<\/script>/p' "$1.html" \
        | sed 's/^<script[^>]*>//; s/^<\/script>.*//'
}

# whole NAME OPTION...  - a page, all of it, whose data can be read and which
# has no more elements of some kinds than it should, and fetches nothing
whole() {
    draw "$@" || { cat "$1.err"; return 1; }
    head -n 1 "$1.html" | grep -qx '<!DOCTYPE html>' || return
    tail -n 1 "$1.html" | grep -qx '</html>' || return
    test "$(grep -o '<script' "$1.html" | wc -l)" -eq 2 || return
    test "$(grep -o '</script' "$1.html" | wc -l)" -eq 2 || return
    grep -q '^<h1>' "$1.html" || return
    ! grep -oE '<[a-z][^>]*(src|href)=|url\(|@import|innerHTML' "$1.html" \
        || return
    data "$1" | jq -e '.report.size > 0 and (.drawn.ranks.rank | length)
        == (.drawn.ranks.compute | length)' >/dev/null
}

# same_messages NAME  - those of the grid in the data are those of the report
same_messages() {
    data "$1" | jq -c '[.drawn.grids[0].grids[0].rows | to_entries[]
        | .key as $from | .value | range(0; length; 3) as $i
        | [$from, .[$i], .[$i + 1], .[$i + 2]]] | sort' >drawn
    jq -c '[.messages[] | [.from, .to, .count, .bytes]] | sort' "$1.json" \
        | diff - drawn
}

# Sums of blocks are sums of messages.
same_sums() {
    data "$1" | jq '[.drawn.grids[0].grids[].rows[]
        | range(1; length; 3) as $i | .[$i]] | add' >drawn
    jq '2 * ([.messages[].count] | add)' "$1.json" | diff - drawn
}

# ---- kinds of reports ----

run_watched steps -n 3 "$programs/steps"
run_watched one -n 1 "$programs/noloop"
keep killed launch -genv LD_PRELOAD "$preload" -n 3 "$programs/accident" kill
"$mitosis" report accident --remove --output killed.json 2>/dev/null
large 4096 grid >grid.json
large 330 all >all.json
large 64 pair >pair.json

for name in steps one killed grid all pair; do
    check "$name: the page is whole" whole "$name"
done
check 'the matrix is that of the report' same_messages steps
check 'of thousands of ranks, too'       same_messages grid
check 'of very many pairs it is in blocks' \
    sh -c 'test "$1" -le 256' - \
    "$(data all | jq '.drawn.grids[0].grids[0].side')"
check 'which leave nothing out'          same_sums all
check 'thousands of ranks take a few megabytes at most' test \
    "$(wc -c <grid.html)" -lt 3000000
check 'all to all does, too' test "$(wc -c <all.html)" -lt 4000000

jq '.wall_seconds = 12e-6' one.json >short.json
"$mitosis" report short.json --html short.html
check 'microseconds are written as they are' grep -q '12.0&nbsp;µs' short.html

# ---- hostile names ----

evil='</script><script>window.ran = 1</script>'
other='<img src=x onerror="window.ran = 1"> &lt; '\'' 世界 עברית é'
jq --arg evil "$evil" --arg other "$other" '
    .program = ["./a b", $evil, $other] | .job = $evil | .folder = $other
    | .mpi = $other | .hosts[].name = $evil | .ranks[].host = $evil
    | .callsites[].call = $other | .callsites[].frames = [$evil, $other]
    | .calls[].name = $evil | .communicators[].name = $evil
    | .unseen = [$evil, $other, "<!-- <script>"] | .iterations.mark = $evil
    | .iterations.reason = $other | .changes[].why = $evil
    | .changes[1].outcome = $other' pair.json >evil.json
check 'hostile names leave the page whole' whole evil --compare pair.json
check 'and are in it as they are' test "$(data evil | jq -r '.report.job')" \
    = "$evil"
check 'the title, too' grep -q '<title>./a b &lt;/script&gt;' evil.html

# ---- what cannot be drawn ----

head -c 3000 steps.json >cut.json
check 'a report that is cut off is refused in one sentence' \
    refused 1 'cut.json' "$mitosis" report cut.json --html cut.html
check 'and leaves no page' test ! -e cut.html
check 'so is one that is no report' \
    refused 1 'nothing.json' "$mitosis" report nothing.json --html no.html
jq '.size = 2000000000' steps.json >vast.json
check 'so is one to compare with' refused 1 'cut.json' \
    "$mitosis" report steps.json --compare cut.json --html no.html
check 'so is one of more ranks than can be shown' \
    refused 1 'more than a page can show' \
    "$mitosis" report vast.json --html no.html
check 'so is a full disk' \
    refused 1 'No space left' "$mitosis" report steps.json --html /dev/full
check 'so is a page without a report' \
    refused 2 'of which run?' "$mitosis" report --html no.html
tap_done
