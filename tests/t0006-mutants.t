#!/bin/sh
# t0006-mutants.t - each mistake that tools/mutants makes can still be made
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
: "${LUA:=lua5.4}"
mutants=$top_srcdir/tools/mutants

# fresh [LIST]  - all entries of the list can be made
fresh() {
    "$LUA" "$mutants" --stale "$@" && return
    echo "Whoever changes a place makes the same mistake in its new code: see"
    echo "the beginning of tools/mutants.list.  It is tried by"
    echo "'tools/mutants FILE', which says whether the tests notice it."
    return 1
}

# stale WHY FILE TESTS LINE...  - an entry made of these lines is told as stale
stale() {
    why=$1 file=$2 tests=$3; shift 3
    { echo "$file: $tests"; printf '%s\n' "$@"; } >"$scratch/list"
    ! fresh "$scratch/list" >"$scratch/told" 2>&1
    cat "$scratch/told"
    grep -q "list:1: stale: $file: $why" "$scratch/told"
}

check 'all of tools/mutants.list can be made' fresh
check 'a text that is not there would be told' \
    stale 'the text after .-. is not there' base/bytes.c tests/base/bytes.t \
    '# nothing' '- no such text' '+ another'
check 'and one that is there twice' \
    stale 'the text after .-. is there more' base/bytes.c tests/base/bytes.t \
    '# a type' '- size_t' '+ int'
check 'and a file that is not there' \
    stale 'there is no such file' base/none.c tests/base/bytes.t \
    '# a type' '- size_t' '+ int'
check 'and a test that is not there' \
    stale 'there is no tests/base/none.t' base/bytes.c tests/base/none.t \
    '# a line' '- free(b->data);'
check 'and a change that is none' \
    stale 'it needs tests' base/bytes.c tests/base/bytes.t \
    '# a line' '- free(b->data);' '+ free(b->data);'
tap_done
