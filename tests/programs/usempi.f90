! usempi.f90 - a known number of calls through the binding "use mpi"
!
! Messages, r+1 being 0 after the last rank:
!   r -> r+1   4 of 200 bytes, by MPI_Isend, taken by MPI_Irecv, in exchange
!   r -> r+1   3 of 80 bytes, by MPI_Isend, taken by MPI_Irecv, in settle
!   r -> r+1   2 of 4 bytes, by MPI_Send, taken by MPI_Recv, in token
! Calls on each rank: MPI_Isend 7, MPI_Irecv 7, MPI_Waitall 4 (of 2 requests,
! statuses ignored), MPI_Wait 6, MPI_Send 2, MPI_Recv 2, MPI_Allreduce 6 (of 8
! bytes, in share), MPI_Barrier 1.  Takes at least 2 ranks.
!
! SPDX-License-Identifier: BSD-3-Clause
program usempi
    use mpi
    implicit none

    integer :: rank, ranks, left, right, i, error
    double precision, asynchronous :: sent(25) = 0, got(25)
    double precision :: total

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    left = modulo(rank - 1, ranks)
    right = modulo(rank + 1, ranks)
    do i = 1, 4
        call exchange()
    end do
    do i = 1, 3
        call settle()
    end do
    do i = 1, 2
        call token()
    end do
    do i = 1, 6
        call share()
    end do
    call MPI_Barrier(MPI_COMM_WORLD, error)
    if (rank == 0) print '(a, i0, a)', 'usempi: ', nint(total), ' ranks'
    call MPI_Finalize(error)

contains

    subroutine exchange()
        integer :: requests(2)

        call MPI_Irecv(got, 25, MPI_DOUBLE_PRECISION, left, 1, &
                       MPI_COMM_WORLD, requests(1), error)
        call MPI_Isend(sent, 25, MPI_DOUBLE_PRECISION, right, 1, &
                       MPI_COMM_WORLD, requests(2), error)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
    end subroutine

    subroutine settle()
        integer :: receive, send, status(MPI_STATUS_SIZE)

        call MPI_Irecv(got, 10, MPI_DOUBLE_PRECISION, left, 2, &
                       MPI_COMM_WORLD, receive, error)
        call MPI_Isend(sent, 10, MPI_DOUBLE_PRECISION, right, 2, &
                       MPI_COMM_WORLD, send, error)
        call MPI_Wait(receive, status, error)
        call MPI_Wait(send, MPI_STATUS_IGNORE, error)
    end subroutine

    subroutine token()
        integer :: number

        if (rank > 0) call MPI_Recv(number, 1, MPI_INTEGER, left, 3, &
                                    MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
        call MPI_Send(rank, 1, MPI_INTEGER, right, 3, MPI_COMM_WORLD, error)
        if (rank == 0) call MPI_Recv(number, 1, MPI_INTEGER, left, 3, &
                                     MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
    end subroutine

    subroutine share()
        call MPI_Allreduce(1d0, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
                           MPI_COMM_WORLD, error)
    end subroutine
end program
