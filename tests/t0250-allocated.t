#!/bin/sh
# t0250-allocated.t - allocatable and pointer arrays of Fortran go through all
# kinds of changes, and what cannot is said in a sentence
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
export MPIR_CVAR_NOLOCAL=1 # with which MPI_Init() does not spin

if ! test -x "$programs/allocated"; then
    echo '1..0 # SKIP built without Fortran'
    exit 0
fi
right() { cat "$job.err" "$job.out"; grep -qx "allocated: ok, $ranks ranks" "$job.out"; }

# goes PROGRAM WHAT  - it goes through all kinds of changes
goes() {
    program=allocated job=$(basename "$1") ranks=2
    MITOSIS_SCRIPT="3 resize 3; 6 resize 2; 9 resize 4; 12 resize 1;
        15 split 0 3; 18 merge 0 2; 21 migrate 1 $(uname -n); 24 resize 3;
        27 resize 2" \
        MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n 1 "$1"
    through "$2" 'resize 1 3' 'resize 3 2' 'resize 2 4' 'resize 4 1' \
        'split 1 3' 'merge 3 2' 'migrate 2 2' 'resize 2 3' 'resize 3 2'
    check 'with each value and each lower bound where it was' right
    quietly
    sound
    gone
}

job=allocated.first ranks=2
keep $job launch -n 2 "$programs/allocated"
check 'without a library nothing happens' right
goes "$programs/allocated" \
    'components, pointers and arrays of modules go along'

# Nothing of it is a target, whatever the compiler makes of that.
compiles() {
    mkdir -p modules
    "${MPIFC:-mpifort.mpich}" -O3 -DMPIF -I"$top_builddir/include" -Jmodules \
        -o ./beside "$top_srcdir/tests/programs/allocated.F90" \
        "$top_builddir/include/libmitosis_f.a"
}
check 'it compiles beside mpif.h, with -O3' compiles
goes ./beside 'and goes the same way'

# wrong WORD TEXT  - it is said once, and the job runs on
wrong() {
    job=$(printf %s "$1" | tr ' ' _) ranks=2 pattern="mitosis: rank [01]: \"cells\" $2; the job cannot be changed"
    test "$1" != twice || pattern="mitosis: rank [01]: $2; the job cannot be changed"
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$programs/allocated" "$1"
    check "$1: $2" said_once
}
said_once() {
    right && test "$(sed 's/rank [01]/rank R/' "$job.err" \
        | sort -u | grep -c .)" = 1 && grep -q -x "$pattern" "$job.err"
}
wrong unallocated 'is not allocated yet: allocate it first'
wrong narrow      'in Fortran has 3 rows, and its halos take 4'
wrong pieces      'is not in one piece'
wrong extent      'is not as large as its extent and halo'
# What is said of each dimension is said of as many as are spread.
wrong sides       'has 2 values in halo_after: 1 is wanted, as of its 2 dimensions the last is spread'
wrong 'one side'  'has 1 value in halo_before: 2 are wanted, as of its 2 dimensions the last 2 are spread'
wrong 'no side'   'has 0 values in halo_after: 1 is wanted, as of its 2 dimensions the last is spread'
wrong 'rows sides' 'has 2 values in halo_before: 1 is wanted, as of its 2 dimensions the last is spread'
wrong stagger     'has 3 values in stagger: 2 are wanted, as of its 2 dimensions the last 2 are spread'
wrong 'staggered line' 'is staggered, as only grids can'
wrong 'fixed sides' 'has 2 values in halo_before: 1 is wanted, as of its 1 dimension the last is spread'
wrong 'shared sides' 'is spread by its layout, and has no count and no halo='
wrong origin      'has 2 values in shape, 1 value in origin and 2 values in extent: as many in each are wanted'
wrong boxes       'has 3 values in extent, and 2 dimensions'
wrong deep        'has 4 values in extent: 3 at most can be'
wrong shapeless   'is a grid, and has no shape, origin and extent'
wrong spread      'is spread by its layout, and has no count and no halo='
wrong twice       '"u" is registered already, in Fortran'

# A count that is larger than the array.
wrong count       'in Fortran has less memory than its 4 rows need'

# Rows that have got another length since they were registered.
wrong longer      'in Fortran has rows of another length than it was registered with'
wrong shorter     'in Fortran has rows of another length than it was registered with'
wrong elsewhere   'in Fortran has 3 rows and points to nothing, or to rows of another length'
tap_done
