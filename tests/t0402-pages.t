#!/bin/sh
# t0402-pages.t - pages of jobs of all kinds in a browser, on screens of all
# sizes and on paper
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # what is in quotes is for jq
. "$top_srcdir/tests/browser.sh"

large 64 pair >pair.json
large 4096 grid >grid.json
draw grid
cp grid.html paper.html
# run_shape SHAPE  - rank 2 works longest in it, for 0.4 s; as another rank may
# have no core for as long, or all be slow to start, there are a few
run_shape() {
    for _ in 1 2 3 4 5 6; do
        run_watched "$1" -n 6 "$programs/shapes" "$1"
        if test "$(ask '(.ranks | max_by(.compute) | .rank) == 2
            and .compute_seconds > 0.02 * .rank_seconds')" = true; then
            return
        fi
    done
}
for shape in ring all transpose farm groups; do
    run_shape "$shape"
done
run_watched one -n 1 "$programs/noloop"
for end in kill abort; do
    keep "$end" launch -genv LD_PRELOAD "$preload" -n 3 \
        "$programs/accident" "$end"
    "$mitosis" report accident --remove --output "$end.json" 2>/dev/null
done
export MITOSIS_SCRIPT='20 resize 3; 40 merge 0 1'
run_watched changed -n 2 "$top_builddir/examples/heat" 100 100 60
unset MITOSIS_SCRIPT
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
for name in ring all transpose farm groups one kill abort changed nothing; do
    draw "$name"
done
draw evil --compare pair.json
cp evil.json compared.json
draw compared --compare pair.json
jq '.program = ["/home/somebody/projects/climate-model/build/examples/heat",
    "1000", "2000"]' ring.json >long.json
draw long
jq '.verdict.because += (" This leaves out time without a core, input and output."
        * 3)
    | .second_verdict = { cause: "late partner", line: "step (shapes.c:39)",
        call: "MPI_Sendrecv", worth_seconds: 0.1, because: ("Ranks wait in "
            + "MPI_Sendrecv for each other; in sum all compute about equally "
            + "long, so now one comes late, now another."),
        advice: ("Find out what makes the work between two communications "
            + "longer in one rank than in the others, or put work between the "
            + "beginning of a communication and its end, so that who comes "
            + "first need not wait.") }' ring.json >two.json
draw two
jq '.sources += [{ name: "other.c", path: "/a b/<\"&é>/other.c" }]
    | .callsites[0].frames = ["f<a> (other.c:12:7)", "g (lost.c:3)"]
    | .callsites |= .[:1]' ring.json >edited.json
jq '.iterations.seconds = ([range(200) | 0.01]
    | .[50] = 0.5 | .[150] = 4)' ring.json >outliers.json
draw outliers
jq '.iterations.seconds = [range(30000) | 0.01 + (. % 30) * 0.001
        + (if . >= 15000 then 0.02 else 0 end)]
    | .iterations.count = 30000 | .iterations.iterations_per_sample = 1
    | .generations[0] as $g | .generations = [$g, $g, $g | .samples = 10000]' \
    ring.json >thousands.json
draw thousands
jq '.ranks[] |= (.compute_on_core = 0.5 * .compute
        | .compute_no_core = 0.3 * .compute
        | .compute_asleep = 0.2 * .compute)
    | .ranks[1] |= (.compute_on_core = 0 | .compute_no_core = 0
        | .compute_asleep = 0) | .hosts[0].cores = 4
    | .ranks[2].other_threads_mpi_seconds = 0.1 * .wall_seconds
    | .hosts[0] += { load: 9, load_first: 9, load_last: 9 }' ring.json >split.json
draw split
jq '.hosts[0] += { load: 15.54, load_first: 15.5, load_last: 15.6 }' \
    changed.json >loaded.json
draw loaded
cp ring.json linked.json
cp ring.json unlinked.json
draw linked
MITOSIS_SOURCE_LINK=vscode://file%f:%l draw edited
MITOSIS_SOURCE_LINK='' draw unlinked

not_taken() {
    for link in 'javascript:alert(%f)' 'data:text/html,%f' %f http://a/; do
        ! MITOSIS_SOURCE_LINK=$link "$mitosis" report ring.json \
            --html refused.html 2>refused && test ! -e refused.html \
            && grep '^mitosis: MITOSIS_SOURCE_LINK: .* is no address' refused || return
    done
}

noted() {
    jq -e '.wall_seconds as $wall | .hosts | length == 1 and all(.loads
        | length >= 2 and length % 2 == 0 and .[0] >= 0 and .[-2] <= $wall
        and all(. >= 0))' ring.json
}
check 'the load of a host is noted over time' noted

# look NAME SIZE...  - have a page looked at at these sizes, by day and night
look() {
    echo "page $1"; shift
    echo 'tell fates: fates()'
    echo 'tell changes: changes()'
    echo 'tell sections: document.querySelectorAll("section").length'
    echo 'tell strangers: strangers()'
    echo 'tell picture: picture_words()'
    echo 'tell card: document.querySelector(".figures > div:last-child").textContent'
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
        echo 'tell colours: heat_legend()'
        for pair in '0, 1' '1, 2' '2, 0' '0, 3' '5, 4' '4, 5'; do
            echo "point pair($pair, 6)"
            echo "tell $pair: tip()"
        done
    done
    echo 'size 1200x800'
    echo 'page loaded'
    echo 'tell cut: cut_tables()'
    echo 'tell shaded: edges_shaded()'
    echo 'tell load: rows(titled("Hosts"))[0]'
    echo 'page linked'
    echo 'tell cut: cut_tables()'
    echo 'size 1280x800'
    echo 'follow source: sites().querySelector("a")'
    echo 'page edited'
    echo 'tell editor: sites().querySelector("a").href'
    echo 'page outliers'
    echo 'tell marked: course().querySelectorAll(".beyond").length'
    echo 'tell course: course().querySelector("p").textContent'
    look thousands "$phone" "$laptop"
    echo 'page unlinked'
    echo 'tell links: document.links.length'
    look long "$phone"
    echo 'tell broken: broken_words()'
    for name in transpose one kill abort changed nothing two; do
        look "$name" "$phone" "$laptop"
    done
    for name in evil grid; do
        look "$name" "$phone" "$laptop" "$wall"
    done
    look split "$phone" "$laptop" "$wall"
    echo 'tell spent: document.querySelector(".legend").textContent'
    echo 'tell also: titled("Where the time went, rank by rank").textContent'
    echo 'tell whose: titled("How efficient is it").textContent'
    echo 'tell busy: document.querySelector("span.alarm").textContent'
    echo 'page compared'
    echo 'tell compared: compared("MPI_Isend in step_1 ")'
    echo 'page paper'
    echo 'like print' # on paper it is light, whatever the screen is like
    echo 'tell paper: looks()'
    echo 'tell controls: sights(".controls")'
} >kinds
check 'pages of all kinds are shown' in_browser <kinds

well='too wide: no, beyond panels: 0, signs alone: 0, badly readable: none, kinds apart: yes, more is [a-z]*er,'

# readable NAME  - at all sizes, by day and night
readable() {
    cat "$1.told"
    test "$(grep -c 'too wide' "$1.told")" -ge 2 \
        && ! grep 'too wide' "$1.told" | grep -v "$well" \
        && ! grep 'light: .*lighter' "$1.told" \
        && ! grep 'dark: .*darker' "$1.told" \
        && grep -qx 'strangers: 0' "$1.told" \
        && grep -qx 'ran: only ours' "$1.told"
}
for name in ring all farm groups long transpose one kill abort changed \
    nothing evil grid thousands split two; do
    check "$name: readable on all screens, and only our script runs" \
        readable "$name"
done
for shape in ring all transpose groups two; do
    tells "$shape: the slow rank is in sight on a phone at once" "$shape" \
        '^390x844 light: .*slowest: rank 2, in sight$'
done
tells 'of 4096 ranks, too' grid '^390x844 light: .*: rank 1365, in sight$'
tells 'on paper it is light and has nothing to press' paper \
    '^paper: .* more is darker'
tells 'nothing at all' paper '^controls: 0$'
tells 'in a ring ranks talk to the next one' ring \
    '^1, 2: rank 1 to rank 2 . 20 messages, 80 KiB'
tells 'and only there' ring '^0, 3: rank 0 to rank 3 . nothing$'
tells 'the colours go from the least that there is to the most' groups \
    '^colours: 5 KiB to 40 KiB$'
tells 'of which there is one where all is alike' ring '^colours: 80 KiB$'
tells 'in all to all to each' all '^0, 3: rank 0 to rank 3 . 20 messages'
tells 'workers talk to the master' farm '^2, 0: .* 20 messages, 1.25 KiB'
tells 'and not to each other' farm '^1, 2: .* nothing$'
tells 'two groups within themselves' groups '^4, 5: .* 20 messages, 40 KiB'
tells 'and a little with each other' groups '^0, 3: .* 20 messages, 5 KiB'
tells 'a place leads to its line' linked \
    "^source: file://$(cd "$top_srcdir" && pwd -P)/tests/programs/shapes.c, /. shapes.c - "
tells 'what is higher than the curve is marked' outliers '^marked: 2$'
tells 'and told' outliers '2 points of the curve beyond 17.3 ms are marked at its'
tells 'more iterations than there is room for are a median in a band' \
    thousands '^picture: bands 1, levels 3; The curve is the median of every [0-9]+ iter'
tells 'few are a line' ring '^picture: bands 0, levels 0; $'
tells 'what an iteration took between changes is dashed' changed \
    '^picture: bands 0, levels [23]; Dashed is the median from one change to the next'
tells 'no table is cut on a laptop' linked '^cut: none$'
tells 'the edge beyond which one goes on is shaded' loaded '^shaded: yes$'
tells 'nor with much to say of a load that went up and down' loaded '^cut: none$'
tells 'which is said' loaded '^load: .*15.5 to 15.6, mean 15.5: it was busy .*B$'
tells 'or to where it is said, whatever the name' edited \
    '^editor: vscode://file/a%20b/%3C%22%26%C3%A9%3E/other.c:12$'
tells 'or nowhere' unlinked '^links: 0$'
check 'an address that a browser would run is refused' not_taken
tells 'long names of programs end a line where a part of them ends' long \
    '^broken: none$'
for name in kill abort; do
    tells "after $name it is told where the ranks were" "$name" \
        '^fates: 0 . killed . MPI_Barrier .* main .accident.c:.*1 . killed'
done
tells 'a job whose ranks wait for new ones is not said to go on' changed \
    '^changes: resize 3 at .*; ready after [0-9.]+ [^ ]*s; stood still for [^;]*, after the first rank had waited '
tells 'what ranks did while they computed has a colour each' split \
    '^spent: computing on a core *ready, but no core *asleep *computing *transfer'
tells 'that efficiency is that of main threads where others do more is said' \
    split '^whose: .* more is fine\. These figures are of the main threads, '
tells 'and that they were in MPI' split \
    '^also: .* in the other figures\. Other threads of the ranks were in MPI for '
tells 'that a host was busy is told of the past' split '^busy: 9.0: it was busy$'
tells 'so is how long they waited, at the top' changed \
    '^card: changes *2 *stood still [0-9.]+ [^ ]*s, after the first ranks had waited [0-9.]+ [^ ]*s$'
tells 'a job that was changed tells each change' changed \
    '^changes: resize 3 at .* from 2 to 3 .*script.*; merge 0 1 at .* from 3 to 2'
tells 'another run is compared with, place by place' compared \
    '^compared: MPI_Isend in step_1 .large.c. . 5.33 s . 0 s . -5.33 s '
left() { ! grep -ls -- "$scratch/browser" /proc/[0-9]*/cmdline; }
check 'nothing is left of the browser' left
tap_done
