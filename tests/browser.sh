# shellcheck shell=sh
# browser.sh - show pages of reports in a browser, and see what comes of it
#
# Source it instead of job.sh.  Without a browser the test is skipped.
#
# SPDX-License-Identifier: BSD-3-Clause
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
told() { cut -c 1-500 "$1.told"; grep -qE -- "$2" "$1.told"; }
