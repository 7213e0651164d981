! often.f90 - very many calls through "use mpi_f08", then a few from elsewhere
!
! Usage: often SECONDS
!
! For that many seconds of processor time sends to nobody as often as it can,
! from busily; then 3 times from here and 5 times from there, both called by
! elsewhere.
!
! SPDX-License-Identifier: BSD-3-Clause
program often
    use mpi_f08
    implicit none

    character(len=16) :: word
    double precision :: seconds, start, now

    call get_command_argument(1, word)
    read (word, *) seconds
    call MPI_Init()
    call cpu_time(start)
    now = start
    do while (now - start < seconds)
        call busily()
        call cpu_time(now)
    end do
    call elsewhere()
    call MPI_Finalize()

contains

    subroutine busily()
        integer :: i

        do i = 1, 1000
            call MPI_Send(i, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
        end do
    end subroutine

    subroutine elsewhere()
        integer :: i

        do i = 1, 3
            call here()
        end do
        do i = 1, 5
            call there()
        end do
    end subroutine

    subroutine here()
        call MPI_Send(1, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
    end subroutine

    subroutine there()
        call MPI_Send(1, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD)
    end subroutine
end program
