#!/bin/sh
# t0401-browser.t - pages of reports in a browser: what is there when it is
# sorted, filtered and pointed at, on screens of all sizes and on paper
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
browser=$(command -v chromium || command -v chromium-browser) || {
    echo '1..0 # SKIP chromium is not installed'
    exit 0
}

# large RANKS SHAPE  - the report of a job that nobody has to run
large() { "$LUA" "$top_srcdir/tests/report/large.lua" "$@"; }

# draw NAME OPTION...  - the page of NAME.json
draw() {
    report=$1; shift
    "$mitosis" report "$report.json" --html "$report.html" "$@" || exit 1
}

# browse  - do what is said on stdin, see browser.pl
browse() {
    rm -rf browser
    "$top_srcdir/tests/html/browser.pl" "$browser" "$scratch/browser"
}

# in_browser  - the same, and nothing may go wrong in any page
in_browser() {
    rm -f ./*.told
    browse && ! grep -E '^(console|fetched|stumbled)' ./*.told
}

# tells SENTENCE NAME LINE  - a point: in this page came that
tells() { check "$1" told "$2" "$3"; }
told() { cut -c 1-300 "$1.told"; grep -qE -- "$2" "$1.told"; }

# ---- what a page tells ----

large 64 pair >pair.json
large 4096 grid >grid.json
draw pair
draw grid
check 'a browser shows a page, and nothing goes wrong in it' in_browser <<'END'
page pair
tell title: document.title
tell slowest: time().querySelector(".bars span").textContent
point time().querySelector(".bars .bar")
tell its bar: tip()
choose select(time(), "order") = by rank
tell first by rank: time().querySelector(".bars span").textContent
point [course().querySelector("svg"), 0.999, 0.5]
tell last iteration: tip()
point course().querySelectorAll("circle")[0]
tell mark 1: tip()
point course().querySelectorAll("circle")[1]
tell mark 2: tip()
point cell(0.001, 0.001)
tell first cell: tip()
point cell(0.02, 0.001)
tell second cell: tip()
point [matrix().querySelector("canvas"), 0.001, 0.001]
tell beside the cells: tip()
click cell(0.001, 0.001)
key ArrowDown
key ArrowRight
tell by keys: tip()
choose select(matrix(), "look") = in row (0-7)
point cell(0.98, 0.98)
tell within a communicator: tip()
click head(sites(), "calls")
tell by calls: sorted(sites(), "calls")
click head(sites(), "calls")
tell by calls: sorted(sites(), "calls")
click head(sites(), "where")
tell by where: sorted(sites(), "where")
click sites().querySelector("input")
type MPI_Isend
tell filtered: found(sites())
type  no such text
tell filtered to nothing: found(sites())
page grid
cost opening
tell closeness: matrix().querySelector("p.note").textContent
click cell(0.5, 0.5)
tell after a click: matrix().querySelector("p.note").textContent
choose select(matrix(), "look") = by host
point cell(0.001, 0.001)
tell host cell: tip()
END
tells 'its title is the program' pair '^title: ./large pair$'
tells 'the slowest rank comes first' pair '^slowest: rank 21$'
tells 'its bar tells its time' pair \
    '^its bar: rank 21 on node000 \| computing 112 s'
tells 'ranks can be sorted' pair '^first by rank: rank 0$'
tells 'the curve tells iterations' pair \
    '^last iteration: iterations 5999 to 6000: .* 64 ranks'
tells 'and changes' pair \
    '^mark 1: 1. resize at 40.5 s, from 32 to 64 ranks . why: half of them'
tells 'what they brought' pair '^mark 1: .*40.0 ms before and 20.0 ms .*50 %'
tells 'why one was given up' pair '^mark 2: .*given up: the new ranks did'
tells 'the matrix tells a pair that does not talk' pair \
    '^first cell: rank 0 to rank 0 . nothing$'
tells 'and one that does' pair \
    '^second cell: rank 0 to rank 1 . 6000 messages, 188 MiB, 32 KiB each$'
tells 'beside it nothing' pair '^beside the cells: no tip$'
tells 'keys move in it' pair '^by keys: rank 1 to rank 1 . nothing$'
tells 'communicators choose from it' pair \
    '^within a communicator: rank 7 to rank 7 . nothing$'
tells 'a table sorts' pair '^by calls: ascending, '
tells 'by texts, too' pair '^by where: ascending, at step_0 '
tells 'it filters' pair '^filtered: 40 rows, 150 of 300 places$'
tells 'to nothing' pair '^filtered to nothing: 0 rows, 0 of 300 places$'
tells 'thousands of ranks are in blocks' grid \
    '^closeness: A cell is [0-9]+ by [0-9]+\. Click on one to look closer\.$'
tells 'that can be looked at closely' grid '^after a click: A cell is'
tells 'by host as well' grid '^host cell: node000 to node000 . 756000 mess'
opened() { cat grid.told; test "$(sed -n 's/^opening: //p' grid.told)" -lt 1000; }
check 'they take less than a second of its time to show' opened

# ---- jobs of several shapes, and what became of them ----

for shape in ring all transpose farm groups; do
    run_watched "$shape" -n 6 "$programs/shapes" "$shape" 40
done
run_watched one -n 1 "$programs/noloop"
keep killed launch -genv LD_PRELOAD "$preload" -n 3 "$programs/accident" kill
"$mitosis" report accident --remove --json killed.json 2>/dev/null
jq '.iterations += { found: false, count: 0, seconds: [] } | .callsites = [] | .calls = []
    | .messages = [] | .communicators = [] | .collectives = []' \
    one.json >nothing.json
evil='</script><script>window.ran = 1</script>'
other='<img src=x onerror="window.ran = 1"> &lt; '\'' "a b" 世界 עברית é'
jq --arg evil "$evil" --arg other "$other" '
    .program = ["./a b", $evil, $other] | .job = $evil | .folder = $other
    | .mpi = $other | .hosts[].name = $evil | .ranks[].host = $evil
    | .callsites[].call = $other | .callsites[].frames = [$evil, $other]
    | .calls[].name = $evil | .communicators[].name = $evil
    | .unseen = [$evil, $other, "<!-- <script>"] | .iterations.mark = $evil
    | .iterations.reason = $other | .changes[].why = $evil
    | .changes[1].outcome = $other' pair.json >evil.json
for name in ring all transpose farm groups one killed nothing; do
    draw "$name"
done
draw evil --compare pair.json
jq '.program = ["/home/somebody/projects/climate-model/build/examples/heat",
    "1000", "2000"]' ring.json >long.json
draw long
jq '.sources += [{ name: "other.c", path: "/a b/<\"&é>/other.c" }]
    | .callsites[0].frames = ["f<a> (other.c:12)", "g (lost.c:3)"]
    | .callsites |= .[:1]' ring.json >edited.json
cp ring.json linked.json
cp ring.json unlinked.json
draw linked
MITOSIS_SOURCE_LINK=vscode://file%f:%l draw edited
MITOSIS_SOURCE_LINK='' draw unlinked

not_taken() {
    for link in 'javascript:alert(%f)' 'data:text/html,%f' %f http://a/; do
        ! MITOSIS_SOURCE_LINK=$link "$mitosis" report ring.json \
            --html refused.html 2>refused && test ! -e refused.html \
            && grep 'is no address' refused || return
    done
}

# look NAME SIZE...  - have a page looked at at these sizes, by day and night
look() {
    echo "page $1"; shift
    echo 'tell sections: document.querySelectorAll("section").length'
    echo 'tell strangers: strangers()'
    echo 'tell ran: window.ran ? "a script from data" : "only ours"'
    for size; do
        echo "size $size"
        for like in light dark; do
            echo "like $like"
            echo "tell $size $like: looks()"
        done
    done
}
phone=390x844 laptop=1366x768 wall=2560x1440
{
    echo 'size 1280x800'
    for shape in ring all farm groups; do
        look "$shape" "$phone"
        for pair in '0, 1' '1, 2' '2, 0' '0, 3' '5, 4' '4, 5'; do
            echo "point pair($pair, 6)"
            echo "tell $pair: tip()"
        done
    done
    echo 'page linked'
    echo 'follow source: sites().querySelector("a")'
    echo 'page edited'
    echo 'tell editor: sites().querySelector("a").href'
    echo 'page unlinked'
    echo 'tell links: document.links.length'
    look long "$phone"
    echo 'tell broken: broken_words()'
    for name in transpose one killed nothing; do
        look "$name" "$phone" "$laptop"
    done
    for name in evil grid; do
        look "$name" "$phone" "$laptop" "$wall"
    done
    echo 'like print' # on paper it is light, whatever the screen is like
    echo 'tell paper: looks()'
    echo 'tell controls: sights(".controls")'
} >kinds
check 'pages of all kinds are shown' in_browser <kinds

# readable NAME  - at all sizes, by day and night
readable() {
    cat "$1.told"
    test "$(grep -c 'too wide' "$1.told")" -ge 2 \
        && ! grep 'too wide' "$1.told" \
            | grep -v 'too wide: no, badly readable: none, more is \(light\|dark\)er' \
        && ! grep 'light: .*lighter' "$1.told" \
        && ! grep 'dark: .*darker' "$1.told" \
        && grep -qx 'strangers: 0' "$1.told" \
        && grep -qx 'ran: only ours' "$1.told"
}
for name in ring all farm groups long transpose one killed nothing evil \
    grid; do
    check "$name: readable on all screens, and only our script runs" \
        readable "$name"
done
for shape in ring all transpose groups; do
    tells "$shape: the slow rank is in sight on a phone at once" "$shape" \
        '^390x844 light: .*slowest: rank 2, in sight$'
done
tells 'of 4096 ranks, too' grid '^390x844 light: .*: rank 1365, in sight$'
tells 'on paper it is light and has nothing to press' grid \
    '^paper: .* more is darker'
tells 'nothing at all' grid '^controls: 0$'
tells 'in a ring ranks talk to the next one' ring \
    '^1, 2: rank 1 to rank 2 . 40 messages, 160 KiB'
tells 'and only there' ring '^0, 3: rank 0 to rank 3 . nothing$'
tells 'in all to all to each' all '^0, 3: rank 0 to rank 3 . 40 messages'
tells 'workers talk to the master' farm '^2, 0: .* 40 messages, 2.50 KiB'
tells 'and not to each other' farm '^1, 2: .* nothing$'
tells 'two groups within themselves' groups '^4, 5: .* 40 messages, 80 KiB'
tells 'and a little with each other' groups '^0, 3: .* 40 messages, 10 KiB'
tells 'a place leads to its line' linked \
    "^source: file://$(cd "$top_srcdir" && pwd -P)/tests/programs/shapes.c, /. shapes.c - "
tells 'or to where it is said, whatever the name' edited \
    '^editor: vscode://file/a%20b/%3C%22%26%C3%A9%3E/other.c:12$'
tells 'or nowhere' unlinked '^links: 0$'
check 'an address that a browser would run is refused' not_taken
tells 'long names of programs end a line where a part of them ends' long \
    '^broken: none$'
tells 'a killed job says where the ranks were' killed '^sections: 1[012]$'

# ---- scripts ----

# The page's own policy: a second script does not run.
{ cat ring.html; echo '<script>document.title = "ran"</script>'; } >two.html
printf '%s\n' 'page two' 'tell title: document.title' | browse >trouble 2>&1
tells 'a second script does not run' two '^title: .*shapes ring 40$'
tells 'and the browser says why' two '^console: .*violates the following'
left() { ! grep -ls -- "$scratch/browser" /proc/[0-9]*/cmdline; }
check 'nothing is left of the browser' left
tap_done
