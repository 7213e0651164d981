#!/bin/sh
# t0243-manual.t - every block of code in the manual compiles, and what it
# registers comes through a change
#
# tests/programs/manual.c, .cc and .F90 are the least that blocks need around
# them.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
export MPIR_CVAR_NOLOCAL=1 # with which MPI_Init() does not spin
frame=$top_srcdir/tests/programs/manual
include=$top_srcdir/include
made=$top_builddir/include

# fenced NAME LANGUAGE PAGE  - its blocks of that, as NAME-1.LANGUAGE and so on
fenced() {
    awk -v start="\`\`\`$2" -v page="$1" -v language="$2" '
    $0 == start { inside = 1; file = page "-" ++n "." language; next }
    $0 == "```" { inside = 0 }
    inside { print >file }' "$top_srcdir/$3"
}
fenced README c README.md
for language in c cpp fortran; do
    fenced malleable $language doc/malleable.md
done
sed -n '/^\.SH EXAMPLES/,/^\.fi/{/^\./!p;}' "$top_srcdir/doc/mitosis.h.3" \
    >man.c
sed -n '1,/^ \*\//s/^ \*     //p' "$include/mitosis.h" >header.c
sed -n '1,/^module/s/^!     //p' "$include/mitosis.f90.in" >module.fortran
count_blocks() { ls ./*.c ./*.cpp ./*.fortran && test "$(cat came)" -ge 18; }
find . -name '*.c' -o -name '*.cpp' -o -name '*.fortran' | wc -l >came
check 'the manual has its blocks' count_blocks

# words BLOCK  - what the frame is told of it
words() {
    sed -n "s/.*mito_register\(_fixed\)*([\"']\([a-z]*\).*/-DHAS_\2/p" "$1"
    if grep -qE '^(for|do while)' "$1"; then
        echo -DIS_LOOP
    elif grep -q 'mito_sync' "$1"; then
        echo -DIS_SYNC
    fi
}

# Functions stand outside of others.
grep -l '^static' ./*.c >outside
# shellcheck disable=SC2046
cat $(cat outside) >functions.inc && rm $(cat outside)

# build_NAME BLOCK  - ./program, with that in it
build_c() {
    grep -v '^#include\|^\.\.\.' "$1" | sed 's/^\( *\)\.\.\.$/\1round_trip();/' \
        >block.inc
    # shellcheck disable=SC2046
    "$MPICC" -std=gnu11 -Wall -Wextra -Werror -Wno-unused-function \
        -Wno-unused-parameter -Wno-unused-variable -Wno-unused-but-set-variable \
        -I"$include" -I. $(words "$1") -o program "$frame.c"
}
build_cpp() {
    cp "$1" block.inc
    # shellcheck disable=SC2046
    MPICH_CC=g++ "$MPICC" -x c++ -std=c++11 -Wall -Wextra -Werror -I"$include" -I. \
        $(sed -n 's/.*mito_register([^&]*&\([a-z]*\),.*/-DREGISTERED=\1/p
            s/^mito::add(\"[a-z]*\", \([a-z]*\).*/-DCONTAINER=\1/p
            s/^MITO_ADD(.*, \([a-z]*\), [a-z]*, [a-z]*);/-DCONTAINER=\1/p' \
            "$1" | tail -n 1) -o program "$frame.cc" -lstdc++
}
build_fortran() {
    sed -n '1,/^\.\.\.$/{/^use\|^\.\.\./!p;}' "$1" >declarations.inc
    if grep -q '^\.\.\.$' "$1"; then
        sed '1,/^\.\.\.$/d' "$1"
    else
        cat "$1"
    fi | sed 's/^\( *\)\.\.\.$/\1call round_trip()/' >block.inc
    # shellcheck disable=SC2046
    "${MPIFC:-mpifort.mpich}" -cpp -I. -I"$made" $(words "$1") -o program \
        "$frame.F90" "$made/libmitosis_f.a"
}

# through BLOCK SCRIPT RANKS  - two ranks become that many, and all has come
through() {
    MITOSIS_SCRIPT=$2 run_watched "$block" -n 2 ./program
    echo "manual: ok, $3 ranks, carried on" >expected
    check "$block: all comes through $2" as_expected
}
as_expected() { cat "$block.err"; diff -u expected "$block.out"; }

for block in *.c *.cpp; do
    check "$block: it compiles" "build_${block##*.}" "$block"
    through "$block" '5 resize 3' 3
done
if test -x "$programs/layouts"; then
    for block in *.fortran; do
        check "$block: it compiles" build_fortran "$block"
        through "$block" '5 resize 3' 3
    done
fi
tap_done
