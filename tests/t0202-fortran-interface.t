#!/bin/sh
# mitosis.f90: what C is told, and where pointers are after a change, beside
# "use mpi" and "use mpi_f08".
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

if ! test -x "$programs/layouts"; then
    echo '1..0 # SKIP built without Fortran'
    exit 0
fi
shuffle=${preload%"$library"}$programs/shuffle.so

# The structs have the sizes they have in C, or shuffle would fail.
cat >listed <<'END'
step: default, class 1, count of 0 bytes, rows of 4 bytes, halo 0, block 0, changing, no lengths, malloc of 0, grid of 0:
table: default, class 1, count of 0 bytes, rows of 12 bytes, halo 0, block 0, changing, no lengths, malloc of 0, grid of 0:
phase: default, class 1, count of 0 bytes, rows of 16 bytes, halo 0, block 0, changing, no lengths, malloc of 0, grid of 0:
done: default, class 1, count of 0 bytes, rows of 4 bytes, halo 0, block 0, changing, no lengths, malloc of 0, grid of 0:
cells: default, class 5, count of 4 bytes, rows of 48 bytes, halo 1, block 0, changing, no lengths, malloc of 0, grid of 0:
columns: block-cyclic, class 5, count of 4 bytes, rows of 8 bytes, halo 0, block 2, changing, no lengths, malloc of 0, grid of 0:
sheet: grid, class 5, count of 0 bytes, rows of 8 bytes, halo 1, block 0, changing, no lengths, malloc of 0, grid of 2: 0+3 of 3 0+4 of 4
waves: default, class 5, count of 4 bytes, rows of 96 bytes, halo 0, block 0, changing, no lengths, malloc of 0, grid of 0:
starts: default, class 5, count of 4 bytes, rows of 8 bytes, halo 0, block 0, constant, no lengths by offsets, malloc of 0, grid of 0:
values: ragged, class 5, count of 4 bytes, rows of 4 bytes, halo 0, block 0, changing, starts, malloc of 0, grid of 0:
still: default, class 5, count of 4 bytes, rows of 16 bytes, halo 1, block 0, changing, no lengths, fixed of 2, grid of 0:
END
cat >moved <<'END'
cells -1 0 4 6 903 5
values 1 6 14 3
END

prints() { cat "$1".*; grep 'status 0' "$1.status" && diff -u "$2" "$1.out"; }
for program in layouts layouts08; do
    keep plain launch -n 1 "$programs/$program"
    check "$program does nothing without a library" prints plain /dev/null
    keep list launch -genv LD_PRELOAD "$shuffle" -genv SHUFFLE list -n 1 \
        "$programs/$program"
    check 'it registers what it says' prints list listed
    keep one launch -genv LD_PRELOAD "$shuffle" -n 1 "$programs/$program"
    check 'pointers keep their bounds in new memory' prints one moved
done

# The same file beside mpif.h.
cat >old.f <<'END'
      program old
      use mitosis
      implicit none
      include 'mpif.h'
      integer step, error
      call MPI_Init(error)
      call mito_register('step', step)
      call mito_sync()
      call MPI_Finalize(error)
      end
END
compiles() {
    "${MPIFC:-mpifort.mpich}" -Wall -Wextra -Werror \
        -Wno-unused-parameter -o old \
        "$top_builddir/include/mitosis.f90" old.f
}
check 'mitosis.f90 compiles with a program, beside mpif.h' compiles
keep old launch -n 1 ./old
check 'which runs' prints old /dev/null

# What is wrong is told in one line, without a place, as none is known.
cat >old.f <<'END'
      program old
      use mitosis
      implicit none
      include 'mpif.h'
      integer step, rows, error
      double precision cells(10, 10)
      call MPI_Init(error)
      call mito_register('step', step)
      call mito_register('step', step)
      call mito_register_fixed('cells', cells(:5, :), rows)
      call mito_sync()
      call MPI_Finalize(error)
      end
END
cat >told <<'END'
mitosis: rank 0: "step" is registered already, in Fortran; the job cannot be changed
mitosis: rank 0: "cells" is not in one piece; the job cannot be changed
END
check 'one that is wrong compiles' compiles
run_watched wrong -n 1 ./old
tells() { cat wrong.*; diff -u told wrong.err; }
check 'and each mistake is told' tells
tap_done
