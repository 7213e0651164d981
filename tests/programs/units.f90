! units.f90 - a malleable program that writes to Fortran units of all kinds
!
!     units [input | ask | anew | over]
!
! input: rank 0 reads a number in its start-up, if there is one.  ask: the
! program asks for a change and goes on until that is made, so that new ranks
! open their files while the old ones write; and then for 60 steps more.
! anew: a process that carries on begins its files anew.  over: it opens them as
! they are, and writes a heading and reads what it is given in its start-up.
!
! Each of 60 steps is one line in each file, and on stdout.  Rank 0 has most of
! them, the last rank one of its own.  Nothing is flushed by the program.
!
! SPDX-License-Identifier: BSD-3-Clause
program units
    use mitosis
    use mpi
    implicit none

    integer, parameter :: steps = 60
    integer, target, save :: step = 0
    integer :: rank, ranks, error, new, bytes, last, after, i, many(20)
    integer :: own = 0, lines, joined, numbered, headed, stated, given, seven
    character(len=16) :: text, way = '', place = 'append', status = 'unknown', &
                         stream_place = 'append'
    real(kind(1d0)) :: began

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    call mito_register('step', step)
    if (command_argument_count() > 0) call get_command_argument(1, way)
    if (way == 'anew') then
        place = 'asis'
        stream_place = 'asis'
        status = 'replace'
    end if
    if (way == 'over') place = 'asis'
    if (rank == 0 .and. way == 'input') &
        read (*, *, iostat=error) i
    if (rank == 0) then
        open (unit=10, file='plain', status=status, position=place)
        open (newunit=new, file='new', status=status, position=place)
        open (newunit=bytes, file='bytes', status=status, position=stream_place, &
              access='stream', form='unformatted')
        open (newunit=lines, file='lines', status=status, position=stream_place, &
              access='stream', form='formatted')
        open (newunit=joined, file='joined', status=status, position=stream_place, &
              access='stream', form='formatted', action='write')
        open (newunit=numbered, file='numbered', access='direct', &
              form='formatted', recl=8)
        open (unit=11, file='pieces', status=status, position=place)
        open (unit=1000000, file='high', status=status, position=place)
        if (way == 'over') call begin_over()
        do i = 1, 20
            open (newunit=many(i), status='scratch')
        end do
        open (newunit=after, file='after', status=status, position=place)
        do i = 1, 20
            close (many(i))
        end do
    end if
    if (rank == ranks - 1) open (newunit=last, file='last', status=status, position=place)
    do while (goes_on())
        call mito_sync()
        write (text, '(i0)') step
        if (rank == 0) then
            write (10, '(a)') trim(text)
            write (new, '(a)') trim(text)
            write (bytes) trim(text), achar(10)
            write (lines, '(a)') trim(text)
            if (step > 0) write (joined, '(a)', advance='no') new_line('a')
            write (joined, '(a)', advance='no') trim(text)
            write (numbered, '(i7, a)', rec=step + 1) step, new_line('a')
            write (11, '(a)', advance='no') trim(text)
            write (11, '(a)') ''
            write (1000000, '(a)') trim(text)
            write (after, '(a)') trim(text)
            if (way == 'over') then
                write (headed, '(a)') trim(text)
                write (stated, '(a)') trim(text)
                if (step == 0) flush (stated)
            end if
            write (*, '(a)') trim(text)
        end if
        if (rank == ranks - 1) write (last, '(a)') trim(text)
        step = step + 1
        own = own + 1
        if (rank == 0 .and. own == 10 .and. way == 'ask' &
            .and. .not. mito_resumed()) call mito_request('resize 3')
        call MPI_Barrier(MPI_COMM_WORLD, error)
    end do
    call MPI_Finalize(error)

contains

    subroutine begin_over()
        open (newunit=headed, file='headed', action='write')
        write (headed, '(a)') 'first'
        write (headed, '(a)') 'second'
        open (newunit=stated, file='stated', access='sequential')
        open (newunit=given, file='given')
        read (given, *) seven
        if (seven /= 7) error stop 'not what was given'
        if (.not. mito_resumed()) return
        read (stated, *) i
        if (i /= 0) error stop 'not what the old ranks wrote'
    end subroutine

    function goes_on()
        logical :: goes_on

        if (way /= 'ask' .or. mito_resumed()) then
            goes_on = own < steps .and. (way == 'ask' .or. step < steps)
            return
        end if
        goes_on = step < 100000 ! a minute or two
        began = MPI_Wtime()
        do while (MPI_Wtime() < began + 1d-3)
        end do
    end function

end program
