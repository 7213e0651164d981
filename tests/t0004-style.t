#!/bin/sh
# t0004-style.t - each file says in its first lines what it is for and under
# which licence, and shellcheck has nothing to say about scripts
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 1

# Our files with the given endings.
files() {
    for ending; do
        find base profile report pmpi command migrate policy examples tests \
            tools bench lua -name "*.$ending" -type f 2>/dev/null
    done | grep -v '/\.' | LC_ALL=C sort
}

scripts() {
    files sh t | while read -r file; do
        case $file in *.sh) echo "$file"; continue ;; esac
        if head -n 1 "$file" | grep -q '^#!/bin/sh'; then echo "$file"; fi
    done
    for file in quickstart autogen.sh .ci/run; do
        if test -f "$file"; then echo "$file"; fi
    done
}

# named PREFIX ENDING...  - the first line is "PREFIX name.c - what for"
named() {
    prefix=$1; shift
    missing=$(files "$@" | while read -r file; do
        name=$(basename "$file")
        head -n 2 "$file" \
            | grep -qE "^$prefix (([a-z]+/)*$name - |Tests of |tests of )." \
            || echo "$file"
    done)
    echo "$missing"
    test -z "$missing"
}

licensed() {
    # shellcheck disable=SC2046
    ! grep -L '[*#!-] SPDX-License-Identifier: BSD-3-Clause$' \
        $(files c h f90 lua t list; scripts) | grep .
}

# Guards are MITOSIS_..._H, and close what they open.
guarded() {
    wrong=$(files h | while read -r file; do
        guard=$(sed -n 's/^#ifndef \(MITOSIS_[A-Z0-9_]*_H\)$/\1/p' "$file")
        test -n "$guard" && grep -q "^#define $guard\$" "$file" \
            && tail -n 1 "$file" | grep -q "^#endif /\* !$guard \*/\$" \
            || echo "$file"
    done)
    echo "$wrong"
    test -z "$wrong"
}

# skip NAME TOOL  - a point that needs a tool that is not there
skip() {
    points=$((points + 1))
    echo "ok $points - $1 # SKIP $2 is not installed"
}

runnable() {
    ! for file in quickstart autogen.sh tools/*.sh tests/*.t; do
        test -x "$file" || echo "$file"
    done | grep .
}

shell_clean() {
    # shellcheck disable=SC2046
    shellcheck -x $(scripts)
}

check 'C files say what they are for'   named '/\*' c h
check 'Fortran files too'               named '!' f90
check 'so do scripts'                   named '(#|--)' sh lua
check 'each names its licence'          licensed
check 'headers are guarded'             guarded
check 'scripts can be run'              runnable
name='scripts are clean'
if command -v shellcheck >/dev/null; then
    check "$name" shell_clean
else
    skip "$name" shellcheck
fi
tap_done
