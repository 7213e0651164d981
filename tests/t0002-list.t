#!/bin/sh
# The list of MPI calls is written by people, so what is wrong in it is told
# with the line.  The header is whatever MPI is installed.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
generator=$top_srcdir/tools/gen-pmpi.lua
list=$scratch/list
header=$scratch/header

cat >"$header" <<'END'
# 1 "mpi.h"
#define MPI_Comm_c2f(comm) (comm)
typedef int MPI_Comm; typedef int (MPI_Odd)(int MPI_Not(int));
struct status { int MPI_SOURCE; };
extern int MPI_Send(const void *buf, int count, MPI_Datatype datatype,
    int dest, int tag, MPI_Comm comm) __attribute__((pointer(MPI,1,3)));
int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype,
    int dest, int tag, MPI_Comm comm) __attribute__((visibility("default")));
int MPI_Isend(const void *buf, int count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Send_init(const void *buf, int count, MPI_Datatype datatype, int dest,
    int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv(void *buf, int count, MPI_Datatype datatype, int source, int tag,
    MPI_Comm comm, MPI_Status *status);
int MPI_Alltoallw(const void *sendbuf, const int sendcounts[],
    const int sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
    const int recvcounts[], const int rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MPI_Alltoallw_c(const void *sendbuf, const MPI_Count sendcounts[],
    const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void *recvbuf,
    const MPI_Count recvcounts[], const MPI_Aint rdispls[],
    const MPI_Datatype recvtypes[], MPI_Comm comm);
int MPI_Comm_free(MPI_Comm *comm);
MPI_Fint MPI_Comm_c2f(MPI_Comm comm);
double MPI_Wtime(void);
int MPI_Pcontrol(const int level, ...);
int MPI_New(int ranges[][3], char ***argv);
int MPI_Secret(int a);
END

generate() { "${LUA:-lua}" "$generator" "$1" "$list" "$header"; }

# refuses NAME LINE MESSAGE  - LINE as the second one of a list is an error
refuses() {
    printf '%s\n' 'MPI_Send p2p send(dest, count*datatype)' "$2" >"$list"
    printf '%s\n' "$list:2: $3" >"$scratch/want"
    check "$1" told
}
told() {
    ! generate calls.h >"$scratch/out" 2>"$scratch/error" \
        && test ! -s "$scratch/out" \
        && diff "$scratch/want" "$scratch/error"
}

refuses 'an unknown trait is refused' 'MPI_Recv p2p,fast' \
    "unknown trait 'fast'"
refuses 'so is a line without traits' 'MPI_Recv' \
    "expected a call, got 'MPI_Recv'"
refuses 'and what is no call' 'mpi_recv p2p' \
    "expected a call, got 'mpi_recv p2p'"
refuses 'a call has one line' 'MPI_Send p2p' \
    "MPI_Send is already in $list:1"
refuses 'and is not left alone as well' 'unwrapped MPI_Send for fun' \
    "MPI_Send is already in $list:1"
refuses 'leaving a call alone has a reason' 'unwrapped MPI_Recv' \
    "expected a call, got 'unwrapped MPI_Recv'"
refuses 'an unknown note is refused' 'MPI_Recv p2p receive(source)' \
    "expected a note, got 'receive(source)'"
refuses 'and what is no note' 'MPI_Recv p2p recv(source) *' \
    "expected a note, got '*'"
refuses 'and a parenthesis too few' 'MPI_Recv p2p recv(source' \
    "expected a note, got '(source'"
refuses 'a model stands further up' 'MPI_Isend p2p,start as MPI_Issend' \
    'there is no MPI_Issend further up'
refuses 'custom calls have no notes' 'MPI_Recv p2p,custom recv(source)' \
    'a custom call has its notes in C'
refuses 'nor have those that are only counted' 'MPI_Recv local recv(source)' \
    'a call that may only be counted has no notes'
refuses 'an unknown argument is refused' 'MPI_Recv p2p recv(dest)' \
    "MPI_Recv has no argument 'dest'"
refuses 'in the data as well' \
    'MPI_Isend p2p,start send(dest, sendcount*datatype)' \
    "MPI_Isend has no argument 'sendcount'"
refuses 'and in the notes of a model' 'MPI_Recv p2p as MPI_Send' \
    "MPI_Recv has no argument 'dest'"
refuses 'a note says all it has to' 'MPI_Recv p2p recv' 'expected recv(rank)'
refuses 'and no more' 'MPI_Recv p2p recv(source, tag)' 'expected recv(rank)'
refuses 'data is a count and a type' 'MPI_Isend p2p,start send(dest, count)' \
    "expected COUNT*TYPE, got 'count'"
refuses 'an unknown condition is refused' \
    'MPI_Alltoallw coll coll(0 if lucky, sum(sendcounts, size)*sendtypes)' \
    "unknown condition 'lucky'"
refuses 'the last data has none' 'MPI_Alltoallw coll coll(0 if in_place)' \
    'all DATA but the last need a condition'
refuses 'a note needs its arguments' 'MPI_Recv p2p comm_made' \
    "MPI_Recv has 0 arguments of type 'MPI_Comm *', not one"
refuses 'only what can be prepared has a request and no start' \
    'MPI_Isend p2p comm_named(buf)' 'MPI_Isend cannot have the note comm_named'

cat >"$list" <<'END'
# all is well here

MPI_Send p2p,data send(dest, count*datatype)
MPI_Isend p2p,start,data as MPI_Send
MPI_Send_init p2p as MPI_Send
MPI_Gone p2p send(dest, count*datatype)
MPI_Recv p2p recv(other|source)
MPI_Alltoallw coll coll(0 if in_place, sum(sendcounts, size)*sendtypes)
MPI_Comm_free comm comm_freed
MPI_Pcontrol local,custom
MPI_Wtime local
unwrapped MPI_Secret for the test
END
for file in calls.h calls.c wrappers.c; do
    check "a good list gives $file" generate "$file"
    cp "$scratch/check" "$scratch/$file"
done

calls() { grep -o 'CALL_MPI[A-Za-z0-9_]*' "$scratch/calls.h" | tr '\n' ' '; }
wrapper() { sed -n "/^EXPORT.* $1(/,/^}/p" "$scratch/wrappers.c"; }
# says CALL TEXT  - the wrapper of CALL has TEXT in it
says() { wrapper "$1" | tr -s ' \n' ' ' | grep -F -e "$2" \
    || { wrapper "$1"; false; }; }
without() { ! wrapper "$1" | grep -e "$2"; }
all_calls() {
    test "$(calls)" = 'CALL_MPI_Send CALL_MPI_Send_c CALL_MPI_Isend '\
'CALL_MPI_Send_init '\
'CALL_MPI_Recv CALL_MPI_Alltoallw CALL_MPI_Alltoallw_c CALL_MPI_Comm_free '\
'CALL_MPI_Pcontrol CALL_MPI_Wtime CALL_MPI_Comm_c2f CALL_MPI_New ' \
        || { calls; false; }
}
check 'calls are those of the header, in the order of the list' all_calls
check 'a line has its traits' grep -F \
    '[CALL_MPI_Isend] = { "MPI_Isend", TRAIT_P2P | TRAIT_START | TRAIT_DATA }' \
    "$scratch/calls.c"
check 'and stands for the large count, too' grep -F \
    '[CALL_MPI_Send_c] = { "MPI_Send_c", TRAIT_P2P | TRAIT_DATA }' \
    "$scratch/calls.c"
check 'a call that the list lacks has none' grep -F \
    '[CALL_MPI_New] = { "MPI_New", 0 }' "$scratch/calls.c"
check 'and a wrapper with the arguments of the header' \
    says MPI_New 'int MPI_New(int ranges[][3], char ***argv)'
check 'that notes nothing' without MPI_New note_
check 'a note comes after success' says MPI_Send 'if (rc == MPI_SUCCESS) '\
'note_send_leave(&span, comm, dest, tag, bytes_of(count, datatype)); else span_leave'
check 'with the request of what was begun' \
    says MPI_Isend 'bytes_of(count, datatype), *request);'
check 'one before the call if it must, watched or not' says MPI_Comm_free \
    'note_comm_freed(*comm); if (!span_enter('
check 'what it makes is noted while the program pauses us' says MPI_Send_init \
    'if (!span_enter_lasting('
check 'an ignored status is asked for all the same' says MPI_Recv \
    'status = &own_status; rc = NEXT(MPI_Recv)'
check 'data has its conditions' says MPI_Alltoallw \
    'sendbuf == MPI_IN_PLACE ? 0 : bytes_of_types('
check 'and its large counts' says MPI_Alltoallw_c \
    'bytes_of_types_c(sendcounts, note_size(comm), sendtypes)'
check 'a local call is counted' says MPI_Wtime 'span_count(CALL_MPI_Wtime)'
check 'and not more' without MPI_Wtime span_enter
check 'a custom call has no wrapper' without MPI_Pcontrol EXPORT
check 'but its place in the table' grep -F \
    '[CALL_MPI_Pcontrol] = (void *)MPI_Pcontrol' "$scratch/wrappers.c"
check 'a macro does not hide a call' grep -x '#undef MPI_Comm_c2f' \
    "$scratch/wrappers.c"

echo 'int main(void);' >"$header"
empty() { ! generate calls.h 2>"$scratch/error" \
    && grep -Fx "$header: it declares no MPI call" "$scratch/error"; }
check 'a header without MPI is refused' empty
tap_done
