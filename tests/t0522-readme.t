#!/bin/sh
# t0522-readme.t - the commands of the README, and again when there is one more
# report
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
export MITOSIS_PAGES="$scratch/pages"

# commands REGEX  - those lines of the README, continued ones joined; what they
# are about is smaller here
commands() {
    sed -n '/^    mitosis/ { :more /\\$/ { N; s/\\\n *//; b more }; p }' \
        "$top_srcdir/README.md" | grep -E "$1" \
        | sed -e "s,build-quickstart/,$top_builddir/,g" \
            -e "s,^ *mitosis,$top_builddir/mitosis," \
            -e 's/^ *//; s/2000 2000 [0-9]*/40 40 50/' -e 's/your-program/heat/g' \
            -e "s,\./heat its arguments,$top_builddir/examples/plain/heat 40 40 50,"
}

# works COMMAND  - it ends well
works() {
    timeout 120 sh -c "$1" </dev/null >said 2>&1
    came=$?
    cat said
    test "$came" -eq 0
}

# all_work SENTENCE REGEX  - a point for each of these commands
all_work() {
    commands "$2" >list
    check "there are such commands in the README" test -s list
    while read -r line; do
        check "$1: $(echo "$line" | sed "s,[^ ]*/,,g")" works "$line"
    done <list
}

all_work 'run' '^ *mitosis run'
latest() {
    # shellcheck disable=SC2012
    ls -t heat-*.mitosis.json | head -n 1
}
check 'there are several reports then' test \
    "$(find . -name 'heat-*.mitosis.json' | wc -l)" -ge 3
all_work 'with several reports' '^ *mitosis (report|policy)'
newest=$(latest)
check 'the newest is taken, and said' \
    sh -c "'$top_builddir/mitosis' report heat-*.mitosis.json 2>told >came
        cat told
        grep -q 'mitosis: $newest is the newest of these [3-9] reports' told"
check 'it is that report that is printed' \
    sh -c "'$top_builddir/mitosis' report '$newest' | diff - came"
oldest=$(find . -name 'heat-*.mitosis.json' ! -name "$newest" | head -n 1)
check 'when another one is newer it is taken' \
    sh -c "touch '$oldest'
        '$top_builddir/mitosis' report heat-*.mitosis.json 2>told >came
        '$top_builddir/mitosis' report '$oldest' | diff - came"
check 'the name of a policy may come after them' \
    works "'$top_builddir/mitosis' policy try --profile heat-*.mitosis.json granularity"
check 'one report says nothing of that' \
    sh -c "'$top_builddir/mitosis' report '$newest' 2>told >came; ! grep . told"
check 'a report and a job are two things' \
    sh -c "! '$top_builddir/mitosis' report '$newest' heat-k3v9qa 2>told
        grep 'one at a time: $newest or heat-k3v9qa' told"

# ---- before it is installed ----

# config WORD...  - pkg-config as doc/malleable.md has it
config() { PKG_CONFIG_PATH=$top_builddir pkg-config "$@" mitosis; }
compiles() {
    # shellcheck disable=SC2016 # it is the page that has it so
    sed 's/^    //' "$top_srcdir/doc/malleable.md" | grep -qx \
        'mpicc.mpich $(pkg-config --cflags mitosis) your-program.c' || return
    # shellcheck disable=SC2046
    $MPICC $(config --cflags) -c -o heat.o "$top_srcdir/examples/heat.c"
}
found() { test -f "$(config --variable=fortran)" \
    && test -f "$(config --variable=python)/mitosis.py"; }
check 'pkg-config tells where mitosis.h of the build is' compiles
check 'and what Fortran and Python need' found
tap_done
