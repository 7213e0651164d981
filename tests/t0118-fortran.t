#!/bin/sh
# Fortran: the same program in the three bindings gives the same report, and
# call sites are lines of the program, not of the binding.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"

if ! test -x "$programs/mpif"; then
    echo '1..0 # SKIP built without Fortran'
    exit 0
fi

# binding PROGRAM [ERROR]  - what holds for each of them; ERROR is the last
# argument, if there is one
binding() {
    watch_job "$1" 3 "$1"
    same_output
    sound
    table "messages are those of $1" messages <<'END'
0>1 9 1048 4:2 128:3 256:4
1>2 9 1048 4:2 128:3 256:4
2>0 9 1048 4:2 128:3 256:4
END
    table 'calls are, too, each once' calls <<'END'
MPI_Allreduce 18 144
MPI_Barrier 3 0
MPI_Irecv 21 3120
MPI_Isend 21 3120
MPI_Recv 6 24
MPI_Send 6 24
MPI_Wait 18 0
MPI_Waitall 12 0
END
    table 'from the start to the end' own_calls <<'END'
MPI_Comm_rank 3 0
MPI_Comm_size 3 0
MPI_Finalize 3 0
MPI_Init 3 0
END
    sites 'call sites are lines of the program' <<END
MPI_Allreduce 18 144 share: MPI_Allreduce(1d0, total < $1: share(
MPI_Barrier 3 0 $1: MPI_Barrier(MPI_COMM_WORLD$2
MPI_Irecv 12 2400 exchange: MPI_Irecv(got, 25 < $1: exchange(
MPI_Irecv 9 720 settle: MPI_Irecv(got, 10 < $1: settle(
MPI_Isend 12 2400 exchange: MPI_Isend(sent, 25 < $1: exchange(
MPI_Isend 9 720 settle: MPI_Isend(sent, 10 < $1: settle(
MPI_Recv 2 8 token: MPI_Recv(number, 1 < $1: token(
MPI_Recv 4 16 token: MPI_Recv(number, 1 < $1: token(
MPI_Send 6 24 token: MPI_Send(rank, 1 < $1: token(
MPI_Wait 9 0 settle: MPI_Wait(receive, status < $1: settle(
MPI_Wait 9 0 settle: MPI_Wait(send, MPI_STATUS_IGNORE < $1: settle(
MPI_Waitall 12 0 exchange: MPI_Waitall(2, requests < $1: exchange(
END
}

export MITOSIS_DEPTH=2
binding mpif ', error'
binding usempi ', error'
binding f08

# Without its callers a site is the same line.
unset MITOSIS_DEPTH
run_watched f08 -n 3 "$programs/f08"
fact 'at depth 1, too' '[.callsites[] | select(.call == "MPI_Send") | .frames]
    | [length, (.[0] | length), .[0][0]] | tojson' \
    "[1,1,\"token (f08.f90:$(line f08.f90 'call MPI_Send('))\"]"

# What is compiled without optimisation has the code of a contained procedure
# outside of that of its program.
cat >contained.f90 <<'PROGRAM'
program contained
    use mpi
    implicit none
    integer :: ierr
    real(8) :: x

    call MPI_Init(ierr)
    x = 1
    call add_up()
    call MPI_Finalize(ierr)
contains
    subroutine add_up()
        call MPI_Allreduce(MPI_IN_PLACE, x, 1, MPI_DOUBLE_PRECISION, &
                           MPI_SUM, MPI_COMM_WORLD, ierr)
    end subroutine
end program
PROGRAM
compiled() { "$MPIFC" -g -O0 -o contained contained.f90; }
check 'a program with a procedure in it is compiled' compiled
run_watched contained -n 2 ./contained
fact 'which has its lines, too' '[.callsites[]
    | select(.call == "MPI_Allreduce") | .frames[0]
    | sub(":1[34][)]"; ":13)")] | tojson' '["add_up (contained.f90:13)"]'

# All but Debian call the libraries of MPICH libmpi and libmpifort.
called() {
    ln -s "$(ldd "$programs/f08" | awk -v n="$1.so" 'index($1, n) == 1 { print $3 }')" "$2"
}
called libmpich libmpi.so.12
called libmpichfort libmpifort.so.12
export MITOSIS_DEPTH=2
preload=$preload:$scratch/libmpi.so.12:$scratch/libmpifort.so.12
binding f08
tap_done
