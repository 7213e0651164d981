#!/bin/sh
# t0401-browser.t - a page of a report in a browser: what is there when it is
# sorted, filtered, pointed at and clicked on
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/browser.sh"

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
tell pairs: found(sizes())
click sizes().querySelector("input")
type rank 40
tell pairs of rank 40: found(sizes())
page grid
cost opening
tell closeness: matrix().querySelector("p.note").textContent
click cell(0.5, 0.5)
tell after a click: matrix().querySelector("p.note").textContent
choose select(matrix(), "look") = by host
point cell(0.001, 0.001)
tell host cell: tip()
point titled("Hosts").querySelector(".over-time")
tell over time: tip()
END
tells 'its title is the program' pair '^title: ./large pair$'
tells 'the slowest rank comes first' pair '^slowest: rank 21$'
tells 'its bar tells its time' pair \
    '^its bar: rank 21 on node000 \| computing 112 s'
tells 'ranks can be sorted' pair '^first by rank: rank 0$'
tells 'the curve tells iterations' pair \
    '^last iteration: iterations 59[0-9]+ to 6000: .*from .* to .* 64 ranks'
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
tells 'of the pairs it is said how many there are' pair \
    '^pairs: 12 rows, 284 pairs$'
tells 'and those are found that do not say most' pair \
    '^pairs of rank 40: 10 rows, 10 of 284 pairs$'
tells 'thousands of ranks are in blocks' grid \
    '^closeness: A cell is [0-9]+ by [0-9]+\. Click on one to look closer\.$'
tells 'that can be looked at closely' grid '^after a click: A cell is'
tells 'by host as well' grid '^host cell: node000 to node000 . 756000 mess'
tells 'the busiest host comes first, with its load over time' grid \
    '^over time: node002 at (59.9|60.0) s . 64 ranks . load 122.[0-9]$'
opened() { cat grid.told; test "$(sed -n 's/^opening: //p' grid.told)" -lt 1000; }
check 'they take less than a second of its time to show' opened

# ---- scripts ----

# The page's own policy: a second script does not run.
{ cat pair.html; echo '<script>document.title = "ran"</script>'; } >two.html
printf '%s\n' 'page two' 'tell title: document.title' | browse >trouble 2>&1
tells 'a second script does not run' two '^title: ./large pair$'
tells 'and the browser says why' two '^console: .*violates the following'
left() { ! grep -ls -- "$scratch/browser" /proc/[0-9]*/cmdline; }
check 'nothing is left of the browser' left
tap_done
