#!/bin/sh
# mitosis.h in C and C++: it compiles without warnings, does nothing by itself,
# and the compiler tells who uses it wrongly.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
include=$top_srcdir/include
flags="-I$include -Wall -Wextra -Werror -pedantic -Wno-long-long"

# c WORD... and cxx WORD...  - compile with $compiler as C, or as C++
# shellcheck disable=SC2086
c() { MPICH_CC=$compiler $MPICC $flags "$@"; }
# shellcheck disable=SC2086
cxx() { MPICH_CC=$compiler $MPICC -x c++ $flags "$@"; }

for pair in gcc:g++ clang:clang++; do
    compiler=${pair%:*}
    command -v "$compiler" >/dev/null || continue
    for std in c99 gnu99 c11 gnu11 c17; do
        check "$compiler is content in $std" \
            c -std=$std -c -o c.o "$top_srcdir/tests/programs/interface.c"
    done
    compiler=${pair#*:}
    command -v "$compiler" >/dev/null || continue
    for std in c++11 gnu++14 c++17 c++20; do
        check "$compiler is content in $std" \
            cxx -std=$std -c -o cxx.o "$top_srcdir/tests/programs/interface.c"
        check 'and with mitosis.hpp' cxx -std=$std -c -o cxx.o \
            "$top_srcdir/tests/programs/containers.cc"
    done
done

# Beside what declares dlsym(), too.
printf '#define _GNU_SOURCE\n#include <%s>\n#include <%s>\n%s\n' \
    dlfcn.h mitosis.h 'int main(void) { return mito_sync(); }' >before.c
printf '#define _GNU_SOURCE\n#include <%s>\n#include <%s>\n%s\n' \
    mitosis.h dlfcn.h 'int main(void) { return mito_sync(); }' >after.c
for file in before after; do
    compiler=gcc
    check "$file dlfcn.h in C" c -c -o c.o $file.c
    compiler=g++
    check "$file dlfcn.h in C++" cxx -U_GNU_SOURCE -c -o c.o $file.c
done

# write_call CODE  - a program with just this call
write_call() {
    cat >call.c <<END
#include <mitosis.h>
int i;
short s;
double d, *a;
int main(void)
{
    return $1 + i + s + (d > 0) + !a;
}
END
}

# refused WHAT CODE  - compilers do not pass over it
refused() {
    write_call "$2"
    for compiler in gcc clang; do
        command -v $compiler >/dev/null || continue
        check "$compiler: $1" fails c -std=c11 -c -o w.o call.c
    done
    compiler=g++
    check "g++: $1" fails cxx -std=c++11 -c -o w.o call.c
}
fails() { ! "$@"; }

write_call 'mito_register("a", &a, &i, MPI_DOUBLE, NULL)'
compiler=gcc
check 'a right call passes' c -std=c11 -c -o w.o call.c
compiler=g++
check 'in C++, too' cxx -std=c++11 -c -o w.o call.c
refused 'a count that is a short' 'mito_register("a", &a, &s, MPI_INT, NULL)'
refused 'a count that is a double' 'mito_register("a", &a, &d, MPI_INT, NULL)'
refused 'a count, not its address' 'mito_register("a", &a, i, MPI_INT, NULL)'
refused 'no type and no layout'    'mito_register("a", &a, &i)'
refused 'no layout'                'mito_register("a", &a, &i, MPI_INT)'
refused 'a value, not its address' 'mito_register("d", d, NULL, MPI_INT, NULL)'
refused 'NULL as type'             'mito_register("d", &d, NULL, NULL, NULL)'
refused 'a number as layout'   'mito_register("a", &a, &i, MPI_INT, 3)'
refused 'a function without an argument' 'mito_before(main)'
refused 'a function of another kind' 'mito_after(main, a)'
refused 'a number as name'         'mito_register(3, &a, &i, MPI_INT, NULL)'

compiler=gcc
c -O2 -o interface "$top_srcdir/tests/programs/interface.c"
keep interface launch -n 1 ./interface
nothing() {
    cat interface.*
    grep '^0 ' interface.out && grep 'status 0' interface.status
}
check 'without a library nothing happens' nothing
cheap() { cat interface.out; awk '{ exit !($2 < 20) }' interface.out; }
check 'at the cost of a few nanoseconds' cheap
tap_done
