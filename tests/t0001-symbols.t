#!/bin/sh
# A preloaded library replaces whatever it exports, so it must export all of
# MPI and nothing more.  It brings nothing along either.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
lib=$top_builddir/libmitosis.so
list=$top_srcdir/pmpi/mpi/mpi.list

# The MPI functions a library exports.  Capitals only are Fortran's.
functions() {
    nm -D --defined-only "$1" \
        | awk '$2 ~ /[TWi]/ { sub(/@.*/, "", $3); print $3 }' \
        | grep '^MPIX\{0,1\}_.*[a-z]' | LC_ALL=C sort
}

# The library that a program gets MPI_Send from.
mpi_library() {
    echo 'int MPI_Send(void); int main(void) { return MPI_Send(); }' \
        >"$scratch/main.c"
    ${MPICC:-mpicc} -o "$scratch/main" "$scratch/main.c" || return
    ldd "$scratch/main" | awk '$3 ~ /^\// { print $3 }' \
        | while read -r path; do
            functions "$path" | grep -q '^MPI_Send$' && echo "$path" && break
        done
}

# What the list has, a line also standing for the name with _c.
listed() {
    awk '/^MPIX?_/ { print $1; print $1 "_c" }' "$list" | LC_ALL=C sort
}
unwrapped() { awk '/^unwrapped/ { print $2 }' "$list" | LC_ALL=C sort; }

mpi=$(mpi_library)
: "${mpi:?}"
functions "$mpi" >"$scratch/mpi"
functions "$lib" >"$scratch/ours"
listed >"$scratch/listed"
unwrapped >"$scratch/unwrapped"

# none COMMAND...  - COMMAND prints nothing
none() { ! "$@" | grep .; }

missing() {
    LC_ALL=C comm -23 "$scratch/mpi" "$scratch/unwrapped" \
        | LC_ALL=C comm -23 - "$scratch/ours"
}
unlisted() { LC_ALL=C comm -23 "$scratch/ours" "$scratch/listed"; }
left_alone() { LC_ALL=C comm -12 "$scratch/ours" "$scratch/unwrapped"; }
invented() { LC_ALL=C comm -13 "$scratch/mpi" "$scratch/ours"; }
others() {
    nm -D --defined-only "$lib" | awk '{ print $3 }' | grep -vxFf \
        "$scratch/ours" | grep -vxE 'mito_(register|sync|resumed|request|before|after|hook|next_size)'
}
imported() { nm -D --undefined-only "$lib" | grep ' P\{0,1\}MPIX\{0,1\}_'; }
relocated() { readelf -rW "$lib" | grep ' MPIX\{0,1\}_'; }
needed() {
    readelf -dW "$lib" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' \
        | grep -v '^libc\.so\|^ld-linux\|^lib[a-z]*san\.so'
}
unmet() { ldd -r "$lib" 2>&1 | grep 'undefined symbol'; }

check 'there is a wrapper for every function of MPI' none missing
check 'every wrapper has its line in the list' none unlisted
check 'and none is for a call that the list leaves alone' none left_alone
check 'or that this MPI has not' none invented
check 'the library exports those of mitosis.h and nothing else' none others
check 'it finds MPI itself, whatever it is linked with' none imported
check 'its table of wrappers has its own, whoever comes first' none relocated
check 'it needs no other library than libc' none needed
check 'and nothing that is not there' none unmet
tap_done
