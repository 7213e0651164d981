#!/bin/sh
# t0400-html.t - the page of a report: whole, safe whatever names are in it,
# and, in a browser, it tells what it is asked
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
"$mitosis" report accident --remove --json killed.json 2>/dev/null
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

# refused PATTERN COMMAND...  - it fails with one sentence
refused() {
    pattern=$1; shift
    ! "$@" >out 2>refused && cat refused && test ! -s out \
        && test "$(wc -l <refused)" -eq 1 && grep -q -- "$pattern" refused
}
head -c 3000 steps.json >cut.json
check 'a report that is cut off is refused in one sentence' \
    refused 'cut.json' "$mitosis" report cut.json --html cut.html
check 'and leaves no page' test ! -e cut.html
check 'so is one that is no report' \
    refused 'nothing.json' "$mitosis" report nothing.json --html no.html
jq '.size = 2000000000' steps.json >vast.json
check 'so is one to compare with' refused 'cut.json' \
    "$mitosis" report steps.json --compare cut.json --html no.html
check 'so is one of more ranks than can be shown' \
    refused 'more than a page can show' \
    "$mitosis" report vast.json --html no.html
check 'so is a full disk' \
    refused 'No space left' "$mitosis" report steps.json --html /dev/full
check 'so is a page without a report' \
    refused 'of which job' "$mitosis" report --html no.html

# ---- in a browser ----

browser=$(command -v chromium || command -v chromium-browser) || browser=
browse() {
    HOME=$scratch timeout 60 "$browser" --headless --no-sandbox --disable-gpu \
        --disable-dev-shm-usage --user-data-dir="$scratch/chromium" \
        --enable-logging=stderr --virtual-time-budget=30000 "$@" --dump-dom \
        2>log </dev/null
}

# drive NAME OPTION...  - do with a page what tests/html/drive.js does, whose
# words are in NAME.told; for that the page must take a second script
drive() {
    page=$1; shift
    {
        sed 's/<meta http-equiv="Content-Security-Policy"[^>]*>//' "$page.html"
        echo '<script>'
        cat "$top_srcdir/tests/html/drive.js"
        echo '</script>'
    } >driven.html
    browse "$@" "file://$scratch/driven.html" \
        | sed -n '/<pre id="driven">/,/<\/pre>/p' >"$page.told"
    grep CONSOLE log >>"$page.told"
    grep -q '^ran: only ours' "$page.told" \
        && ! grep -E 'CONSOLE|^stumbled' "$page.told"
}

# tells SENTENCE NAME LINE  - a point: the page told so
tells() { check "$1" told "$2" "$3"; }
told() { cut -c 1-300 "$1.told"; grep -qE -- "$2" "$1.told"; }

# The page's own policy: a second script does not run.
alone() {
    { cat steps.html; echo '<script>document.title = "ran"</script>'; } \
        >two.html
    browse "file://$scratch/two.html" >two.dom
    grep -c 'Refused to execute\|violates the following' log
    grep -q '<title>.*steps' two.dom
}

driven() {
    check 'all kinds: a browser shows it' drive pair
    tells 'the slowest rank comes first' pair '^slowest: rank 21$'
    tells 'its bar tells its time' pair 'rank 21 on node000 | computing 112 s'
    tells 'ranks can be sorted' pair '^first by rank: rank 0$'
    tells 'the curve tells iterations' pair \
        '^last iteration: iterations 5999 to 6000: .* 64 ranks'
    tells 'and changes' pair \
        '^mark 1: 1. resize at 40.5 s, from 32 to 64 ranks . why: half of them'
    tells 'what they brought' pair \
        '^mark 1: .*40.0 ms before and 20.0 ms .*50 %'
    tells 'why one was given up' pair '^mark 2: .*given up: the new ranks did'
    tells 'the matrix tells a pair' pair '^first cell: rank 0 to rank 0 . noth'
    tells 'keys move in it' pair \
        '^by keys: rank 0 to rank 1 . 6000 messages, 188 MiB, 32 KiB each'
    tells 'communicators choose from it' pair '^within a .*in row .0-7.*rank 7'
    tells 'a table sorts' pair '^sorted by where: ascending at step_0 '
    tells 'it filters' pair '^filtered MPI_Isend: 40 rows, 150 of 300 places'
    tells 'to nothing' pair '^filtered no such text: 0 rows'
    check 'thousands of ranks' drive grid --window-size=390,844
    tells 'fit on a small screen' grid '^too wide: no'
    tells 'and can be looked at closely' grid '^after a click: A cell is'
    tells 'by host as well' grid '^host cell: node000 to node000 . 756000 mess'
    check 'hostile names do nothing' drive evil
    tells 'and add nothing' evil '^strangers: 0'
    tells 'nor to a comparison' evil '^compared: MPI_Isend in step_1 .large.c'
    check 'a killed job' drive killed
    tells 'says where the ranks were' killed '^sections: 1[12]'
    check 'one rank, no iterations' drive one
    check 'no script but the one of the page runs' alone
}

if test -n "$browser"; then
    driven
else
    points=$((points + 1))
    echo "ok $points - driven in a browser # SKIP chromium is not installed"
fi
tap_done
