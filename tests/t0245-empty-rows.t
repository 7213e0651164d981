#!/bin/sh
# t0245-empty-rows.t - rows that are empty, all of a rank's, need no memory, and
# offsets count from 1 after a change, though no rank had any row
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

# The first five of eight rows have no elements, the others three.
cat >null.c <<'END'
#include <mitosis.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int step, rows, wrong;
static size_t *starts;
static double *values;

int main(void)
{
    mito_layout ragged = { .spread = MITO_RAGGED, .lengths = "starts" };
    int rank, ranks, first;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    first = 8 * rank / ranks;
    rows = 8 * (rank + 1) / ranks - first;
    starts = calloc((size_t)rows + 1, sizeof(*starts));
    for (int i = 0; i < rows; i++)
        starts[i + 1] = starts[i] + (first + i < 5 ? 0 : 3);
    if (starts[rows] > 0)
        values = calloc(starts[rows], sizeof(*values));
    for (size_t i = 0; i < starts[rows]; i++)
        values[i] = 1;
    mito_register("step", &step, NULL, MPI_INT, NULL);
    mito_register("wrong", &wrong, NULL, MPI_INT, NULL);
    mito_register("starts", &starts, &rows, MPI_UNSIGNED_LONG,
                  &(mito_layout){ .offsets = true });
    mito_register("values", &values, &rows, MPI_DOUBLE, &ragged);
    for (; step < 40; step++) {
        double sum = 0, all;

        mito_sync();
        for (size_t i = 0; i < starts[rows]; i++)
            sum += values[i];
        MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        wrong += all != 9;
        usleep(1000);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (rank == 0)
        printf("null: %d wrong, %d ranks\n", wrong, ranks);
    MPI_Finalize();
}
END
check 'a program in C whose rows are empty in some ranks compiles' \
    "$MPICC" -Wall -I"$top_srcdir/include" -o null null.c
MITOSIS_SCRIPT='5 resize 3; 15 split 0; 25 resize 2' \
    run_watched null -n 2 ./null
echo 'null: 0 wrong, 2 ranks' >null.expected
without_a_word() {
    cat null.err && ! grep -q . null.err && diff -u null.expected null.out
}
check 'NULL is where empty rows are, through all changes' without_a_word

if ! test -x "$programs/layouts"; then
    tap_done
    exit 0
fi

# Rows come in after the first change only.
cat >empty.f90 <<'END'
program empty
    use, intrinsic :: iso_c_binding, only: c_int
    use mitosis
    use mpi
    implicit none
    integer, target :: step = 1, rows = 0, changes = 0, wrong = 0
    integer, pointer :: starts(:), values(:), sizes(:)
    integer :: rank, ranks, error
    logical :: changed
    interface
        function usleep(us) result(answer) bind(C)
            import :: c_int
            integer(c_int), value :: us
            integer(c_int) :: answer
        end function
    end interface

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    allocate (starts(1), values(0), sizes(2))
    starts = 1
    sizes = 0
    call mito_register('step', step)
    call mito_register('changes', changes)
    call mito_register('wrong', wrong)
    call mito_register('sizes', sizes)
    call mito_register('starts', starts, rows, mito_layout(offsets=.true.))
    call mito_register('values', values, rows, &
                       mito_layout(spread=MITO_RAGGED, lengths='starts'))
    do while (step <= 40)
        call mito_sync(changed)
        if (changed) call look()
        error = usleep(1000_c_int)
        step = step + 1
    end do
    call MPI_Allreduce(MPI_IN_PLACE, wrong, 1, MPI_INTEGER, MPI_SUM, &
                       MPI_COMM_WORLD, error)
    if (rank == 0) print '(a, i0, a, 2(1x, i0))', 'empty: ', wrong, &
        ' wrong, sizes', sizes
    call MPI_Finalize(error)
contains
    subroutine look()
        integer :: i, sum, all

        changes = changes + 1
        call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
        sizes(changes) = ranks
        if (starts(1) /= 1) wrong = wrong + 1
        do i = 1, rows
            if (any(values(starts(i):starts(i + 1) - 1) &
                    /= starts(i + 1) - starts(i))) wrong = wrong + 1
        end do
        sum = rows
        call MPI_Allreduce(sum, all, 1, MPI_INTEGER, MPI_SUM, &
                           MPI_COMM_WORLD, error)
        if (all /= merge(0, 9, changes == 1)) wrong = wrong + 1
        if (changes > 1) return
        rows = 3 ! of 1, 2 and 3 elements
        deallocate (starts, values)
        allocate (starts(4), values(6))
        starts = [1, 2, 4, 7]
        values = [1, 2, 2, 3, 3, 3]
    end subroutine
end program
END
compiles() {
    "${MPIFC:-mpifort.mpich}" -Wall -Wno-unused-parameter -o empty \
        "$top_builddir/include/mitosis.f90" empty.f90
}
check 'a program whose matrix has no rows at first compiles' compiles

# through NAME SCRIPT SIZES  - all is right after both changes
through() {
    job=$1
    MITOSIS_SCRIPT=$2 run_watched "$job" -n 2 ./empty
    echo "empty: 0 wrong, sizes $3" >expected
    check "$1: offsets are from 1, and rows are where they belong" as_expected
}
as_expected() { cat "$job.err"; diff -u expected "$job.out"; }
through resized '5 resize 3; 20 resize 1' '3 1'
through parted  '5 split 0; 20 merge 0 1' '3 2'
tap_done
