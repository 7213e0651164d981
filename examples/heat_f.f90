! heat_f.f90 - heat spreading over a plate: heat.c, with "use mpi"
!
! The same grid, the same blocks of rows, the same messages; read heat.c for
! what they mean.  A row of heat.c is a column here, so that it lies in one
! piece: cells(:, i) is row i of this rank's block, cells(:, 0) and
! cells(:, rows + 1) belong to the neighbours.
!
! It prints what heat.c prints for the same numbers, to the last digit.
!
! SPDX-License-Identifier: BSD-3-Clause
program heat_f
    use, intrinsic :: iso_fortran_env, only: error_unit, real64
    use mitosis
    use mpi
    implicit none

    real(real64), parameter :: pi = acos(-1.0_real64)
    integer, parameter :: spots = 7 ! warm and cold spots along each side

    integer :: all_rows = 2000, columns = 2000, steps = 400
    integer :: rank, ranks, above, below, error, status
    ! plain: integer :: rows, step = 1
    integer, target :: rows, step = 1
    ! plain: real(real64), allocatable :: cells(:, :)
    real(real64), pointer, contiguous :: cells(:, :)
    real(real64) :: mine, residual

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    if (.not. arguments_are_fine()) then
        call MPI_Finalize(error)
        stop 2, quiet=.true.
    end if
    call create_plate()
    call mito_register('step', step)
    call mito_register('cells', cells, rows, mito_layout(halo=1))
    do while (step <= steps)
        call mito_sync()
        call exchange()
        mine = relaxed()
        call MPI_Allreduce(mine, residual, 1, MPI_DOUBLE_PRECISION, &
                           MPI_MAX, MPI_COMM_WORLD, error)
        step = step + 1
    end do
    call report(status)
    call MPI_Finalize(error)
    stop status, quiet=.true.

contains

    ! Read the arguments; all ranks do, and rank 0 speaks for all.
    function arguments_are_fine() result(fine)
        integer :: number(3), i
        logical :: fine

        number = [all_rows, columns, steps]
        fine = command_argument_count() == 0
        if (command_argument_count() == 3) then
            fine = .true.
            do i = 1, 3
                call read_number(i, number(i), fine)
            end do
        end if
        all_rows = number(1)
        columns = number(2)
        steps = number(3)
        if (.not. fine) then
            if (rank == 0) write (error_unit, '(a, /, a)') &
                'usage: heat_f [ROWS COLUMNS STEPS]', &
                '       three numbers, each at least 1'
        else if (ranks > all_rows) then
            fine = .false.
            if (rank == 0) write (error_unit, '(a, i0, a, i0, a)') &
                'heat_f: ', all_rows, ' rows are too few for ', ranks, &
                ' ranks: each needs at least one'
        end if
    end function

    ! Read argument 'which', a number of at least 1; if it is not, 'fine' is
    ! false afterwards.
    subroutine read_number(which, number, fine)
        integer, intent(in) :: which
        integer, intent(inout) :: number
        logical, intent(inout) :: fine
        character(len=20) :: text
        integer :: length, failed

        call get_command_argument(which, text, length, failed)
        if (length == 0 .or. verify(trim(text), '0123456789') /= 0) failed = 1
        if (failed == 0) read (text, *, iostat=failed) number
        if (failed /= 0 .or. number < 1) fine = .false.
    end subroutine

    ! What never changes: each cell is the mean of its neighbours already.
    pure function slope(x, y) result(warmth)
        real(real64), intent(in) :: x, y
        real(real64) :: warmth

        warmth = 1 + x + 2 * y
    end function

    ! The spots, between -1 and 1, and 0 at the frame.
    pure function pattern(x, y) result(warmth)
        real(real64), intent(in) :: x, y
        real(real64) :: warmth

        warmth = sin(spots * pi * x) * sin(spots * pi * y)
    end function

    pure function x_of(column) result(x)
        integer, intent(in) :: column
        real(real64) :: x

        x = real(column, real64) / (columns + 1)
    end function

    ! Row 'row' of the whole plate is where?
    pure function y_of(row) result(y)
        integer, intent(in) :: row
        real(real64) :: y

        y = real(row, real64) / (all_rows + 1)
    end function

    ! The number of our first row in the whole plate, from 1.
    function first_row() result(first)
        integer :: first, last

        call MPI_Scan(rows, last, 1, MPI_INTEGER, MPI_SUM, &
                      MPI_COMM_WORLD, error)
        first = last - rows + 1
    end function

    ! Take a block of the rows and fill it with the initial temperatures.
    subroutine create_plate()
        integer :: first, i, j

        rows = all_rows / ranks + merge(1, 0, rank < mod(all_rows, ranks))
        above = merge(rank - 1, MPI_PROC_NULL, rank > 0)
        below = merge(rank + 1, MPI_PROC_NULL, rank < ranks - 1)

        allocate (cells(0:columns + 1, 0:rows + 1))
        first = first_row()
        do i = 0, rows + 1
            do j = 0, columns + 1
                cells(j, i) = slope(x_of(j), y_of(first + i - 1)) &
                              + pattern(x_of(j), y_of(first + i - 1))
            end do
        end do
    end subroutine

    ! Give the neighbours our outermost rows and take theirs.  Naming the
    ! first cell of a row, not the row, keeps the compiler from copying it.
    subroutine exchange()
        integer :: requests(4), statuses(MPI_STATUS_SIZE, 4)

        call MPI_Irecv(cells(0, 0), columns + 2, MPI_DOUBLE_PRECISION, &
                       above, 0, MPI_COMM_WORLD, requests(1), error)
        call MPI_Irecv(cells(0, rows + 1), columns + 2, &
                       MPI_DOUBLE_PRECISION, below, 1, MPI_COMM_WORLD, &
                       requests(2), error)
        call MPI_Isend(cells(0, 1), columns + 2, MPI_DOUBLE_PRECISION, &
                       above, 1, MPI_COMM_WORLD, requests(3), error)
        call MPI_Isend(cells(0, rows), columns + 2, MPI_DOUBLE_PRECISION, &
                       below, 0, MPI_COMM_WORLD, requests(4), error)
        call MPI_Waitall(4, requests, statuses, error)
    end subroutine

    ! Go one step on, row by row: 'over' and 'here' are what the row above and
    ! this one were before.  Returns the largest change of a cell of ours.
    function relaxed() result(largest)
        real(real64) :: largest
        real(real64), dimension(0:columns + 1) :: over, here
        integer :: i

        largest = 0
        over = cells(:, 0)
        do i = 1, rows
            here = cells(:, i)
            largest = max(largest, row_relaxed(over, here, cells(:, i), &
                                               cells(:, i + 1)))
            over = here
        end do
    end function

    function row_relaxed(over, here, now, under) result(largest)
        real(real64), dimension(0:columns + 1), intent(in) :: over, here, under
        real(real64), dimension(0:columns + 1), intent(inout) :: now
        real(real64) :: largest
        integer :: j

        largest = 0
        do j = 1, columns
            now(j) = 0.25_real64 * ((over(j) + under(j)) &
                                    + (here(j - 1) + here(j + 1)))
            largest = max(largest, abs(now(j) - here(j)))
        end do
    end function

    ! How far the plate is from what it should be after all the steps.
    function worst_error() result(worst)
        real(real64) :: mine, worst, left, y
        integer :: first, i, j

        first = first_row()
        left = ((cos(spots * pi / (all_rows + 1)) &
                 + cos(spots * pi / (columns + 1))) / 2)**steps
        mine = 0
        do i = 1, rows
            y = y_of(first + i - 1)
            do j = 1, columns
                mine = max(mine, abs(cells(j, i) - slope(x_of(j), y) &
                                     - left * pattern(x_of(j), y)))
            end do
        end do
        call MPI_Allreduce(mine, worst, 1, MPI_DOUBLE_PRECISION, MPI_MAX, &
                           MPI_COMM_WORLD, error)
    end function

    ! The sum of the squares of all cells, on rank 0.
    function checksum() result(total)
        real(real64) :: mine(rows), everyone(all_rows), total
        integer :: counts(ranks), starts(ranks), i, j

        mine = 0
        do i = 1, rows
            do j = 1, columns
                mine(i) = mine(i) + cells(j, i) * cells(j, i)
            end do
        end do
        call MPI_Gather(rows, 1, MPI_INTEGER, counts, 1, MPI_INTEGER, 0, &
                        MPI_COMM_WORLD, error)
        starts(1) = 0
        do i = 2, ranks
            starts(i) = starts(i - 1) + counts(i - 1)
        end do
        call MPI_Gatherv(mine, rows, MPI_DOUBLE_PRECISION, everyone, counts, &
                         starts, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, &
                         error)
        total = 0
        if (rank /= 0) return
        do i = 1, all_rows
            total = total + everyone(i)
        end do
    end function

    ! 'value' as C's "%.*e" would print it.
    function text_of(value, digits) result(text)
        real(real64), intent(in) :: value
        integer, intent(in) :: digits
        character(len=digits + 6) :: text
        character(len=20) :: form

        write (form, '(a, i0, a, i0, a)') '(es', digits + 6, '.', digits, 'e2)'
        write (text, form) value
        text(digits + 3:digits + 3) = 'e'
    end function

    ! Print what came out and say how the program is to end.
    subroutine report(status)
        integer, intent(out) :: status
        real(real64) :: total

        status = merge(0, 1, worst_error() < 1e-9_real64)
        total = checksum()
        if (rank /= 0) return
        print '(a, i0, a, i0, a, i0, 2a)', 'heat: ', all_rows, ' x ', &
            columns, ' cells, ', steps, ' steps, residual ', &
            text_of(residual, 6)
        print '(4a)', 'heat: ', trim(merge('ok   ', 'wrong', status == 0)), &
            ', checksum ', text_of(total, 12)
    end subroutine
end program
