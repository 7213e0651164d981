#!/bin/sh
# doc/malleable.md shows the examples as they are, and its lines of C compile.
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

# difference NAME  - between the plain program and the malleable one
difference() {
    diff -u --label "examples/plain/$1" --label "examples/$1" \
        "$top_srcdir/examples/plain/$1" "$top_srcdir/examples/$1"
}
shown() {
    { difference heat.c; difference heat_f08.f90; } >expected
    blocks diff >came
    diff -u expected came
}
check 'it shows what makes heat malleable' shown

# A function with all of its lines, each block on its own.
{
    echo '#include <mitosis.h>'
    echo 'double time, *x, *plate, *sheet, *values, *lu;'
    echo 'int table[100], rows, mine, *tasks, *list, count;'
    echo 'size_t *starts, columns, n, top, left, height, width;'
    echo 'void share_counts(void);'
    echo 'struct fields { double *x; } fields;'
    echo 'void bring_back(void *arg), take_up(void *arg);'
    echo 'void page(void)'
    echo '{'
    blocks c
    echo '}'
} >page.c
check 'its lines of C compile' "$MPICC" -std=c11 -Wall -Wextra -Werror \
    -I"$top_srcdir/include" -c -o page.o page.c
check 'there are several' test "$(grep -c 'mito_register' page.c)" -ge 10

# shellcheck disable=SC2016
named() {
    ! for name in $(grep -o '`examples/[a-z]*`' "$page" | tr -d '`'); do
        test -f "$top_srcdir/$name.c" || echo "$name"
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
