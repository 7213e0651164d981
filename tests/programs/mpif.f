! mpif.f - a known number of calls through the binding "include 'mpif.h'"
!
! Messages, r+1 being 0 after the last rank:
!   r -> r+1   4 of 200 bytes, by MPI_Isend, taken by MPI_Irecv, in
!              exchange
!   r -> r+1   3 of 80 bytes, by MPI_Isend, taken by MPI_Irecv, in settle
!   r -> r+1   2 of 4 bytes, by MPI_Send, taken by MPI_Recv, in token
! Calls on each rank: MPI_Isend 7, MPI_Irecv 7, MPI_Waitall 4 (of 2
! requests, statuses ignored), MPI_Wait 6, MPI_Send 2, MPI_Recv 2,
! MPI_Allreduce 6 (of 8 bytes, in share), MPI_Barrier 1.  Takes at least
! 2 ranks.
!
! SPDX-License-Identifier: BSD-3-Clause
      program mpif
      implicit none
      include 'mpif.h'
      integer rank, ranks, left, right, i, error
      double precision total

      call MPI_Init(error)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
      call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
      left = modulo(rank - 1, ranks)
      right = modulo(rank + 1, ranks)
      do i = 1, 4
         call exchange(left, right)
      end do
      do i = 1, 3
         call settle(left, right)
      end do
      do i = 1, 2
         call token(rank, left, right)
      end do
      do i = 1, 6
         call share(total)
      end do
      call MPI_Barrier(MPI_COMM_WORLD, error)
      if (rank .eq. 0) print '(a, i0, a)', 'mpif: ', nint(total),
     &   ' ranks'
      call MPI_Finalize(error)
      end

      subroutine exchange(left, right)
      implicit none
      include 'mpif.h'
      integer left, right, requests(2), error
      double precision sent(25), got(25)

      sent = 0
      call MPI_Irecv(got, 25, MPI_DOUBLE_PRECISION, left, 1,
     &               MPI_COMM_WORLD, requests(1), error)
      call MPI_Isend(sent, 25, MPI_DOUBLE_PRECISION, right, 1,
     &               MPI_COMM_WORLD, requests(2), error)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
      end

      subroutine settle(left, right)
      implicit none
      include 'mpif.h'
      integer left, right, receive, send, error
      integer status(MPI_STATUS_SIZE)
      double precision sent(10), got(10)

      sent = 0
      call MPI_Irecv(got, 10, MPI_DOUBLE_PRECISION, left, 2,
     &               MPI_COMM_WORLD, receive, error)
      call MPI_Isend(sent, 10, MPI_DOUBLE_PRECISION, right, 2,
     &               MPI_COMM_WORLD, send, error)
      call MPI_Wait(receive, status, error)
      call MPI_Wait(send, MPI_STATUS_IGNORE, error)
      end

      subroutine token(rank, left, right)
      implicit none
      include 'mpif.h'
      integer rank, left, right, number, error

      if (rank .gt. 0) call MPI_Recv(number, 1, MPI_INTEGER, left, 3,
     &   MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
      call MPI_Send(rank, 1, MPI_INTEGER, right, 3, MPI_COMM_WORLD,
     &              error)
      if (rank .eq. 0) call MPI_Recv(number, 1, MPI_INTEGER, left, 3,
     &   MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
      end

      subroutine share(total)
      implicit none
      include 'mpif.h'
      double precision total
      integer error

      call MPI_Allreduce(1d0, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM,
     &                   MPI_COMM_WORLD, error)
      end
