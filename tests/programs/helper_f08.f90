! helper_f08.f90 - helper_thread.c's "probe" through "use mpi_f08"
!
!     helper_f08 STEPS
!
! Ends with 3 if the thread's calls go on when MPI is being finalized.
!
! SPDX-License-Identifier: BSD-3-Clause
module helper
    use, intrinsic :: iso_c_binding
    use mpi_f08
    implicit none

    type(MPI_Comm) :: own
    logical, volatile :: ending = .false.
    integer, volatile :: rounds = 0

    interface
        integer(c_int) function pthread_create(thread, how, start, given) bind(c)
            import c_int, c_intptr_t, c_funptr, c_ptr
            integer(c_intptr_t), intent(out) :: thread
            type(c_ptr), value :: how, given
            type(c_funptr), value :: start
        end function
        integer(c_int) function pthread_join(thread, result) bind(c)
            import c_int, c_intptr_t, c_ptr
            integer(c_intptr_t), value :: thread
            type(c_ptr), value :: result
        end function
        integer(c_int) function usleep(microseconds) bind(c)
            import c_int
            integer(c_int), value :: microseconds
        end function
    end interface

contains

    function probe(given) bind(c) result(none)
        type(c_ptr), value :: given
        type(c_ptr) :: none
        integer(c_int) :: rc
        logical :: there

        none = given
        do while (.not. ending)
            call MPI_Iprobe(MPI_ANY_SOURCE, 5, own, there, MPI_STATUS_IGNORE)
            rounds = rounds + 1
            rc = usleep(200)
        end do
    end function

    subroutine look(comm, key, attribute, extra, error)
        type(MPI_Comm) :: comm
        integer :: key, error, before
        integer(MPI_ADDRESS_KIND) :: attribute, extra
        integer(c_int) :: rc

        rc = usleep(20000)
        before = rounds
        rc = usleep(20000)
        if (rounds /= before) stop 3, quiet=.true.
        error = MPI_SUCCESS
    end subroutine
end module

program helper_f08
    use helper
    use mitosis
    implicit none

    integer, parameter :: points = 10000
    integer :: provided, key, rank, ranks, steps, step = 0, first = 0, rows, i
    integer(8), allocatable :: x(:)
    integer(8) :: total
    integer(c_intptr_t) :: thread
    integer(c_int) :: rc
    character(len=16) :: word

    call get_command_argument(1, word)
    read (word, *) steps
    call MPI_Init_thread(MPI_THREAD_MULTIPLE, provided)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    rows = points / ranks
    if (rank < mod(points, ranks)) rows = rows + 1
    call MPI_Exscan(rows, first, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    x = [(int(first + i, 8), i = 0, rows - 1)]
    call MPI_Comm_dup(MPI_COMM_SELF, own)
    call MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, look, key, &
                                0_MPI_ADDRESS_KIND)
    call MPI_Comm_set_attr(MPI_COMM_SELF, key, 0_MPI_ADDRESS_KIND)
    rc = pthread_create(thread, c_null_ptr, c_funloc(probe), c_null_ptr)
    call mito_register('step', step)
    call mito_register('x', x, halo=0)
    do while (step < steps)
        call mito_sync()
        rc = usleep(5000)
        x = mod(x * 3 + step, 1000003_8)
        call MPI_Barrier(MPI_COMM_WORLD)
        step = step + 1
    end do
    ending = .true.
    rc = pthread_join(thread, c_null_ptr)
    call MPI_Comm_free(own)
    call MPI_Reduce(sum(x), total, 1, MPI_INTEGER8, MPI_SUM, 0, MPI_COMM_WORLD)
    if (rank == 0) print '(a, i0)', 'sum ', total
    call MPI_Finalize()
end program
