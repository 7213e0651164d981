#!/bin/sh
# doc/malleable.md shows the examples as they are; t0243 runs its lines.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
page=$top_srcdir/doc/malleable.md

# blocks LANGUAGE  - what the page has of it
blocks() {
    awk -v start="\`\`\`$1" '
    $0 == start { inside = 1; next }
    $0 == "```" { inside = 0 }
    inside' "$page"
}

# difference NAME  - between the plain program and the malleable one, whose
# comments on how it is made plain do not count
difference() {
    grep -v '! plain: ' "$top_srcdir/examples/$1" >malleable
    diff -u --label "examples/plain/$1" --label "examples/$1" \
        "$top_builddir/examples/plain/$1" malleable
}
shown() {
    { difference heat.c; difference wave.cc; difference heat_f08.f90; } >expected
    blocks diff >came
    diff -u expected came
}
check 'it shows what makes heat malleable' shown

# shellcheck disable=SC2016
named() {
    ! for name in $(grep -o '`examples/[a-z]*`' "$page" | tr -d '`'); do
        test -f "$top_srcdir/$name.c" || test -d "$top_srcdir/$name" \
            || echo "$name"
    done | grep .
}
check 'the examples that it names are there' named
spreads() {
    ! sed -n '/^typedef enum mito_spread/,/^}/s/^ *\(MITO_[A-Z_]*\).*/\1/p' \
        "$top_srcdir/include/mitosis.h" | grep -vE 'DEFAULT|REPLICATED|_BLOCK$' \
        | while read -r spread; do
            grep -q "$spread" "$page" || echo "$spread"
        done | grep .
}
check 'it has all ways to spread rows' spreads
tap_done
