! allocated.F90 - registers arrays that are allocated, wherever they are
!
!     allocated [MISTAKE]
!
! There are 'all' rows (the last index) of everything, spread over the ranks.
! Each step counts every value up by one, so at any time it is known what each
! is to be; the first array that is not is said.  With MPIF it goes by mpif.h.
!
! SPDX-License-Identifier: BSD-3-Clause
module fields
    use, intrinsic :: iso_fortran_env
    implicit none

    type :: field
        integer :: number = 1
        real(real64), allocatable :: u(:, :), v(:, :)
        real(real32), pointer :: p(:, :, :)
    end type

    integer, parameter :: all = 60
    complex(real64), allocatable :: waves(:)
    integer(int64), allocatable :: starts(:)
    integer, allocatable :: values(:)
    logical, allocatable :: odd(:)
    integer :: counted, hooked = 0

contains

    subroutine after()
        hooked = merge(1, 0, size(waves) == counted .and. lbound(odd, 1) == 7)
    end subroutine
end module

program allocated_program
    use, intrinsic :: iso_c_binding, only: c_int
    use fields
    use mitosis
#ifndef MPIF
    use mpi
#endif
    implicit none
#ifdef MPIF
    include 'mpif.h'
#endif

    interface
        function usleep(us) result(answer) bind(C)
            import :: c_int
            integer(c_int), value :: us
            integer(c_int) :: answer
        end function
    end interface

    integer, parameter :: steps = 30
    type(field) :: f
    real(real64), allocatable :: box(:, :, :, :), sheet(:, :), nodes(:, :)
    integer :: step = 0, rank, ranks, rows, error
    character(len=20) :: mistake

    call get_command_argument(1, mistake)
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    call start()
    call enroll()
    call be_wrong()
    do while (step < steps)
        call mito_sync()
        call check()
        call go_on()
        error = usleep(2000_c_int)
        step = step + 1
    end do
    call check()
    call expect(hooked == merge(1, 0, mito_resumed()), 'the hook')
    if (rank == 0) print '(a, i0, a)', 'allocated: ok, ', ranks, ' ranks'
    call MPI_Finalize(error)

contains

    subroutine start()
        integer :: first, i

        first = all * rank / ranks
        rows = all * (rank + 1) / ranks - first
        counted = rows
        allocate (f%u(0:4, -1:rows + 2), f%v(0:4, -1:rows + 2))
        allocate (f%p(2, 3, 0:rows - 1), waves(rows), starts(rows + 1))
        allocate (box(2, 1, 3, rows), sheet(0:5, 0:rows + 1), odd(7:rows + 6))
        allocate (nodes(0:4, -1:rows + 2)) ! 0 to rows are ours
        f%u = 0
        nodes = 0
        do i = 0, rows
            nodes(:, i) = value(first + i)
        end do
        do i = 1, rows
            f%u(:, i) = value(first + i)
            f%p(:, :, i - 1) = real(value(first + i), real32)
            waves(i) = cmplx(value(first + i), -1, real64)
            box(:, :, :, i) = value(first + i)
            sheet(:, i) = value(first + i)
            odd(i + 6) = mod(first + i, 2) == 1
        end do
        ! Row i has mod(i, 3) values.
        starts(1) = 1
        do i = 1, rows
            starts(i + 1) = starts(i) + mod(first + i, 3)
        end do
        allocate (values(starts(rows + 1) - 1))
        do i = 1, rows
            values(starts(i):starts(i + 1) - 1) = first + i
        end do
    end subroutine

    pure function value(row)
        integer, intent(in) :: row
        real(real64) :: value

        value = 1000 * row
    end function

    subroutine enroll()
        call mito_register('step', step)
        call mito_register('u', f%u, halo=2)
        call mito_register('v', f%v, halo=2)
        call mito_register('p', f%p, halo=0)
        call mito_register('waves', waves, counted)
        call mito_register('box', box, halo=0)
        call mito_register('odd', odd, halo=0)
        call mito_register('sheet', sheet, halo=1, layout=mito_layout( &
            spread=MITO_GRID, shape=[4, all], &
            origin=[0, all * rank / ranks], extent=[4, rows]))
        call mito_register('nodes', nodes, halo=0, layout=mito_layout( &
            spread=MITO_GRID, shape=[4, all], &
            origin=[0, all * rank / ranks], extent=[4, rows], &
            halo_before=[0, 1], halo_after=[0, 2], &
            stagger=[.true., .true.]))
        call mito_register('starts', starts, halo=0, &
                           layout=mito_layout(offsets=.true.))
        call mito_register('values', values, halo=0, layout=mito_layout( &
            spread=MITO_RAGGED, lengths='starts'))
        call mito_after(after)
    end subroutine

    ! Two of them change places.
    subroutine go_on()
        real(real64), allocatable :: spare(:, :)

        f%v = f%u + 1
        call move_alloc(f%u, spare)
        call move_alloc(f%v, f%u)
        call move_alloc(spare, f%v)
        f%p = f%p + 1
        waves = waves + 1
        box = box + 1
        sheet = sheet + 1
        nodes = nodes + 1
        values = values + 1
    end subroutine

    subroutine check()
        integer :: mine, first, i
        logical :: good

        mine = ubound(f%u, 2) - 2
        call MPI_Scan(mine, first, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, &
                      error)
        first = first - mine
        call expect(lbound(f%u, 1) == 0 .and. lbound(f%u, 2) == -1 &
                    .and. lbound(f%p, 3) == 0 .and. lbound(odd, 1) == 7 &
                    .and. lbound(sheet, 2) == 0, 'a lower bound')
        call expect(size(f%v) == size(f%u) .and. size(f%p) == 6 * mine &
                    .and. counted == mine .and. size(waves) == mine &
                    .and. size(box) == 6 * mine .and. size(odd) == mine &
                    .and. size(starts) == mine + 1, 'a size')
        good = .true.
        do i = 1, mine
            good = good .and. all_are(f%u(:, i), first + i)
            good = good .and. all_are(reshape(real(f%p(:, :, i - 1), real64), &
                                              [6]), first + i)
            good = good .and. all_are(reshape(box(:, :, :, i), [6]), first + i)
            good = good .and. all_are([real(waves(i), real64)], first + i)
            good = good .and. (odd(i + 6) .eqv. mod(first + i, 2) == 1)
            good = good .and. starts(i + 1) - starts(i) == mod(first + i, 3)
            if (good) good = count(values(starts(i):starts(i + 1) - 1) &
                                   == first + i + step) == mod(first + i, 3)
        end do
        call expect(good, 'a value')
        first = all * rank / ranks
        good = ubound(sheet, 2) == all * (rank + 1) / ranks - first + 1
        do i = 1, ubound(sheet, 2) - 1
            good = good .and. all_are(sheet(1:4, i), first + i)
        end do
        call expect(good, 'a value of the grid')
        good = ubound(nodes, 2) == all * (rank + 1) / ranks - first + 2 &
               .and. lbound(nodes, 2) == -1
        do i = 0, ubound(nodes, 2) - 2
            good = good .and. all_are(nodes(:, i), first + i)
        end do
        call expect(good, 'a value of the nodes')
    end subroutine

    pure function all_are(came, row) result(right)
        real(real64), intent(in) :: came(:)
        integer, intent(in) :: row
        logical :: right

        right = count(abs(came - value(row) - step) > 0) == 0
    end function

    ! Each is told once, and the job runs on.
    subroutine be_wrong()
        integer, save :: three = 3, four = 4, none = 0
        integer :: i
        real(real64), allocatable, save :: cells(:, :)
        real(real64), pointer, save :: every_other(:), other(:, :)
        real(real64), target, save :: still(9)
        real(real64), pointer, save :: other_line(:)
        real(real64), allocatable, save :: deep(:, :, :, :)

        allocate (other_line(3))
        select case (mistake)
        case ('unallocated')
            call mito_register('cells', cells, halo=1)
        case ('narrow')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=2)
        case ('pieces')
            every_other => still(::2)
            call mito_register('cells', every_other, halo=0)
        case ('extent')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=1, layout=mito_layout( &
                spread=MITO_GRID, shape=[9], origin=[0], extent=[4]))
        case ('sides')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                spread=MITO_GRID, shape=[9], origin=[0], extent=[2], &
                halo_after=[1, 1]))
        case ('one side')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                spread=MITO_GRID, shape=[9, 9], origin=[0, 0], extent=[2, 3], &
                halo_before=[1]))
        case ('no side')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                halo_after=[(1, i=1, none)]))
        case ('rows sides')
            allocate (cells(3, 3))
            call mito_register('cells', cells, three, mito_layout( &
                halo_before=[1, 1]))
        case ('stagger')
            allocate (other(3, 3))
            call mito_register('cells', other, three, mito_layout( &
                spread=MITO_GRID, shape=[9, 9], origin=[0, 0], extent=[3, 2], &
                stagger=[.false., .true., .true.]))
        case ('staggered line')
            call mito_register('cells', other_line, three, mito_layout( &
                stagger=[.true., .false.]))
        case ('fixed sides')
            call mito_register_fixed('cells', still, three, mito_layout( &
                halo_before=[1, 1], halo_after=[1, 1]))
        case ('shared sides')
            call mito_register('cells', three, mito_layout(halo_before=[1]))
        case ('origin')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                spread=MITO_GRID, shape=[9, 9], origin=[0], extent=[3, 3]))
        case ('boxes')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                spread=MITO_GRID, shape=[9, 9, 9], origin=[0, 0, 0], &
                extent=[3, 3, 3]))
        case ('deep')
            allocate (deep(3, 3, 3, 3))
            call mito_register('cells', deep, halo=0, layout=mito_layout( &
                spread=MITO_GRID, shape=[9, 9, 9, 9], origin=[0, 0, 0, 0], &
                extent=[3, 3, 3, 3]))
        case ('shapeless')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0, layout=mito_layout( &
                spread=MITO_GRID))
        case ('spread')
            allocate (cells(3, 3))
            call mito_register('cells', cells, layout=mito_layout( &
                spread=MITO_GRID, shape=[9], origin=[0], extent=[3]))
        case ('count')
            allocate (cells(3, 3))
            call mito_register('cells', cells, four)
        case ('longer')
            allocate (cells(3, 3))
            call mito_register('cells', cells, halo=0)
            deallocate (cells)
            allocate (cells(6, 3))
        case ('shorter')
            allocate (cells(3, 3))
            call mito_register('cells', cells, three)
            deallocate (cells)
            allocate (cells(2, 5))
        case ('elsewhere')
            allocate (other(3, 3))
            call mito_register('cells', other, three)
            allocate (other(4, 3))
        case ('twice')
            call mito_register('u', f%v, halo=2)
        end select
    end subroutine

    subroutine expect(right, what)
        logical, intent(in) :: right
        character(len=*), intent(in) :: what
        logical :: all_right

        call MPI_Allreduce(right, all_right, 1, MPI_LOGICAL, MPI_LAND, &
                           MPI_COMM_WORLD, error)
        if (all_right) return
        if (rank == 0) print '(a, i0, a, a)', 'allocated: step ', step, ': ', &
            what//' is wrong'
        call MPI_Finalize(error)
        stop 1
    end subroutine
end program
