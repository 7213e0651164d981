#!/bin/sh
# t0249-containers.t - what C++ programs keep their data in goes through all
# kinds of changes, and what cannot is said in a sentence
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
export MPIR_CVAR_NOLOCAL=1 # with which MPI_Init() does not spin
where='containers.cc:[0-9]*'

program=wave job=wave
undisturbed 1 wave 40 31 30
changed 'through all sizes' "3 resize 3; 6 resize 2; 9 resize 4; 12 resize 1;
    15 split 0 3; 18 merge 0 2; 21 migrate 1 $(uname -n); 24 rebalance 1 3" \
    1 40 31 30
verify 'three vectors that change places' 'resize 1 3' 'resize 3 2' \
    'resize 2 4' 'resize 4 1' 'split 1 3' 'merge 3 2' 'migrate 2 2' \
    'rebalance 2 2'

program=containers
keep containers.first launch -n 2 "$programs/containers" 5
check 'without a library nothing happens' grep -qx 'containers: ok, 2 ranks' \
    containers.first.out
job=containers
MITOSIS_SCRIPT="3 resize 3; 6 resize 2; 9 resize 4; 12 resize 1; 15 split 0 3;
    18 merge 0 2; 21 migrate 1 $(uname -n); 24 rebalance 1 3" \
    MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
    launch -genv LD_PRELOAD "$preload" -n 1 "$programs/containers" 30
through 'vectors, smart pointers, views and arrays go along' 'resize 1 3' \
    'resize 3 2' 'resize 2 4' 'resize 4 1' 'split 1 3' 'merge 3 2' \
    'migrate 2 2' 'rebalance 2 2'
right() { grep -qx "containers: ok, $ranks ranks" "$job.out"; }
ranks=2
check 'with each value where it belongs, and lambdas called' right
quietly
sound
gone

# told WORD PATTERN  - it is said once, with the place, and the job runs on
told() {
    job=$1 pattern=$2 ranks=2
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/containers" 8 "$1"
    check "$1: $2" said_once
}
said_once() {
    cat "$job.out" "$job.err"
    right && test "$(sort -u "$job.err" | sed 's/rank [01]/rank R/' \
        | sort -u | grep -c .)" = 1 \
        && grep -q -x "mitosis: $pattern" "$job.err"
}
# wrong WORD TEXT  - before any change
wrong() { told "$1" "rank [01]: $2; the job cannot be changed"; }
wrong twice    "$where: \"table\" is registered already, at $where"
wrong 'twice at once' "$where: \"step\" is registered already, at $where"
wrong odd      "\"five\" at $where has 5 elements, which are no whole rows of 2"
wrong narrow   "\"five\" at $where has 5 rows, and its halos take 6"
wrong short    "\"five\" at $where has less memory than its 9 rows need"
wrong negative "\"five\" at $where has a count of -9"
wrong nothing  "\"five\" at $where has 5 rows and points to NULL"
wrong dimensions "$where: \"five\" has no dimensions or more than three"
told shared "resize 3 was given up: new rank [0-2]: \"five\" at $where could not be given [0-9]* bytes"
told stays "resize 3 was given up: new rank [0-2]: \"five\" at $where has 32 bytes, stays as it is and would need 24"

# What a lambda throws.  thrown WORD TEXT
thrown() {
    job=$1 ranks=2 text="\"mito::before()\" has thrown: $2"
    MITOSIS_SCRIPT='3 resize 3; 5 resize 1' MITOSIS_OUTPUT=$scratch/given.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/containers" 8 "$1"
    check "$1: no change is made, which is told" is_told
}
is_told() {
    cat "$job.out" "$job.err"
    jq -r '.changes[].outcome' given.json | sed 's/rank [01]/rank R/' >came
    printf '%s\n' "rank R: $text" "rank R: $text" >expected
    right && diff -u expected came \
        && test "$(grep -c "rank [01]: $text; the job cannot be changed" "$job.err")" = 1
}
thrown throws 'no room for it'
thrown 'throws anything' 'what is no std::exception'
MITOSIS_SCRIPT='3 resize 3' keep after launch -genv LD_PRELOAD "$preload" -n 2 \
    "$programs/containers" 8 'throws after'
ended() {
    cat after.status after.out after.err
    ! grep -qx 'exit status 0' after.status && ! grep -q containers: after.out \
        && grep -q 'what():  too late' after.err
}
check 'throws after: the program ends, though it catches all' ended

MITOSIS_SCRIPT='3 resize 3' keep late launch -genv LD_PRELOAD "$preload" -n 2 \
    "$programs/containers" 8 late
said_late() {
    cat late.out late.err
    grep -q -x "mitosis: rank [01]: $where: mito_before() is called too late, after the first mito_sync(); the job cannot be changed" late.err
}
check 'late: a lambda that comes too late is told with its place' said_late

# Others do not compile.  compile WHAT...  - declarations, and a call; what comes
# before them is compiled once for all, which is most of it
cat >headers.h <<'END'
#include <list>
#include <mitosis.hpp>
#include <string>
END
cat >call.cc <<'END'
int rows = 1;
short few = 1;
DECLARATION;
int main() { return CALL; }
END
cxx() { MPICH_CC=$compiler "$MPICC" "-std=$std" -I"$top_srcdir/include" -c "$@"; }
compile() {
    cxx -include ./headers.h -x c++ -DDECLARATION="$1" -DCALL="$2" -o call.o \
        call.cc >said 2>&1
}
refuses() {
    ! compile "$1" "$2" && cat said && grep -qF "$3" said
}
# refused TEXT DECLARATION CALL
refused() {
    check "$compiler: $2, $3: $1" refuses "$2" "$3" "$1"
}
for pair in g++:c++11 clang++:c++17; do
    compiler=${pair%:*} std=${pair#*:}
    command -v "$compiler" >/dev/null || continue
    check "$compiler takes the headers" cxx -x c++-header -o headers.h.gch headers.h
    check "$compiler takes what is right" compile 'std::vector<long> v' \
        'mito::add("v", v, mito::layout().halo(0))'
    refused 'trivially copyable' 'std::vector<std::string> v' \
        'mito::add("v", v)'
    refused 'trivially copyable' 'std::list<int> v' 'mito::add("v", v)'
    refused 'use a std::vector<char>' 'std::vector<bool> v' \
        'mito::add("v", v)'
    refused 'use a std::vector<char>' 'std::vector<bool> v; int n' \
        'mito::add("v", v, n)'
    refused 'a count that is const' 'std::vector<int> v; const int n = 1' \
        'mito::add("v", v, n)'
    refused 'a count that is const' \
        'std::unique_ptr<int[]> v; const long n = 1' 'mito::add("v", v, n)'
    refused 'a pointer means nothing' 'double *v' 'mito::add("v", v)'
    refused 'does not know how many' 'std::unique_ptr<double[]> v' \
        'mito::add("v", v)'
    refused 'a count is an int' 'std::vector<double> v' \
        'mito::add("v", v, few)'
    refused 'what is const' 'const int v = 1' 'mito::add("v", v)'
    check "$compiler takes several at once" compile \
        'std::vector<long> v, w[2]; int n' \
        'MITO_ADD(mito::layout().halo(0), v, w[1]) + MITO_ADD({}, n)'
    refused 'a pointer means nothing' 'int n; double *v' 'MITO_ADD({}, n, v)'
done
tap_done
