#!/bin/sh
# t0151-other-mpi.t - programs of another MPI than MPICH do the same with the
# library preloaded, and one line says that nothing is watched; 'mitosis run'
# says which launcher they want
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
sources=$top_srcdir/tests/programs
export TMPDIR="$scratch"
line='mitosis: rank 0: the program has Open MPI'
untouched() { ! find "$MITOSIS_PAGES" . -name '*.mitosis.json' -o \
    -path "$MITOSIS_PAGES/*" | grep .; }

# ---- the ABI of MPI 5, for which a library of ours stands in ----

cc -shared -fPIC -DLIBRARY "$sources/abi.c" -o libmpi_abi.so.0
cc "$sources/abi.c" -o abi -L. -l:libmpi_abi.so.0 -Wl,-rpath,"$scratch"
cat >abi.expected <<'END'
Pcontrol 0
Init 0
rank 0, 0: "wide"
f2c wide
Wtime 0.125, Pcontrol 0
END
passes() {
    LD_PRELOAD=$preload "$@" >out 2>err </dev/null
    rc=$?
    cat err
    diff -u abi.expected out && test $rc -eq 0
}
check 'wide handles, many arguments and fractions pass' passes ./abi
check 'and it is said in one line that nothing is watched' \
    test "$(cat err)" = "mitosis: rank 0: the program has the ABI of MPI 5 \
(libmpi_abi.so.0), and only MPICH's calls are watched; it runs as without \
mitosis"
MITOSIS_PROFILE=off LD_PRELOAD=$preload ./abi >out 2>err </dev/null
check 'but nothing is said where nothing was to be watched' test ! -s err
"$mitosis" run -n 1 --summary on ./abi >out 2>err </dev/null
check 'under mitosis run it does the same' diff -u abi.expected out
one_line() { cat err; test "$(wc -l <err)" -eq 1 && grep -q "$1" err; }
check 'and the same line, which is the only one' one_line 'ABI of MPI 5'
check 'no page and no report is left' untouched

# ---- Open MPI ----

if ! command -v mpicc.openmpi >found || ! command -v mpiexec.openmpi >found
then
    points=$((points + 1))
    echo "ok $points - Open MPI # SKIP libopenmpi-dev and openmpi-bin are" \
        "not installed"
    tap_done
    exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none

# build NAME SOURCE WORD...  - with Open MPI's compiler for the language
build() {
    name=$1 source=$2; shift 2
    case $source in
    *.c) compiler=mpicc.openmpi ;;
    *.cc) compiler=mpicxx.openmpi ;;
    *) compiler=mpifort.openmpi ;;
    esac
    "$compiler" -w "$@" "$sources/$source" -o "$name" -lm
}

# both NAME RANKS WORD...  - run it under Open MPI, without us and with
both() {
    job=$1 ranks=$2; shift 2
    mkdir "$job.p" "$job.t" # each its own: a job takes its folder away
    TMPDIR=$scratch/$job.p keep "$job.plain" timeout 120 mpiexec.openmpi \
        -n "$ranks" "$@"
    TMPDIR=$scratch/$job.t MITOSIS_OUTPUT="$scratch/$job.json" \
        keep "$job" timeout 120 \
        mpiexec.openmpi -x LD_PRELOAD="$preload" -n "$ranks" "$@"
}

# What they print may come in another order, and tells times nowhere.
same_but_the_line() {
    grep -cF "$line" "$job.err" >said
    cat "$job.err" "$job.plain.err"
    diff -u "$job.plain.status" "$job.status" || return
    LC_ALL=C sort "$job.plain.out" >plain.sorted
    LC_ALL=C sort "$job.out" | diff -u plain.sorted - || return
    grep -vF "$line" "$job.err" | diff -u "$job.plain.err" - || return
    test "$(cat said)" -eq 1 && test ! -e "$job.json"
}

# stranger NAME RANKS SOURCE WORD...  - it does the same, but for the line
stranger() {
    job=$1 ranks=$2 source=$3; shift 3
    check "$source can be built with Open MPI" build "$job" "$source"
    both "$job" "$ranks" "./$job" "$@"
    check "$source of Open MPI does the same, and one line says why" \
        same_but_the_line
}

stranger ring 3 ring.c
stranger collectives 3 collectives.c
stranger completions 2 completions.c
stranger probes 2 probes.c
stranger wildcard 3 wildcard.c
stranger usempi 2 usempi.f90
stranger f08 2 f08.f90

check 'a plug-in can be built' build plugin.so late_plugin.c -shared -fPIC
both late 2 "$programs/late" ./plugin.so
check 'Open MPI that is loaded late, for the plug-in only, is known as well' \
    same_but_the_line

cat >malleable.c <<'END'
#include "mitosis.h"
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    double *x = calloc(8, sizeof(*x));
    int n = 8, step, rc;
    MPI_Init(&argc, &argv);
    rc = mito_register("x", &x, &n, MPI_DOUBLE, NULL);
    for (step = 0; step < 3; step++)
        rc |= mito_sync();
    printf("%d %d\n", rc, mito_resumed());
    return MPI_Finalize();
}
END
mpicc.openmpi -I"$top_srcdir/include" malleable.c -o malleable
both malleable 2 ./malleable
check 'what is registered there is left alone' same_but_the_line

cat >handles.c <<'END'
#include <mpi.h>
#include <stdio.h>
static void add(void *in, void *out, int *n, MPI_Datatype *type)
{
    for (int i = 0; i < 2 * *n; i++)
        ((int *)out)[i] += ((int *)in)[i] + (*type == MPI_DATATYPE_NULL);
}
int main(int argc, char **argv)
{
    MPI_Comm half, world;
    MPI_Datatype pair;
    MPI_Op sum;
    MPI_Request request[2];
    MPI_Win window;
    MPI_File file;
    MPI_Info info;
    int rank, pairs[2], got[2] = { 0, 0 }, seen = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(world, &rank);
    MPI_Comm_split(world, rank % 2, 0, &half);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(add, 1, &sum);
    pairs[0] = rank;
    pairs[1] = 10 * rank;
    MPI_Allreduce(pairs, got, 1, pair, sum, half);
    MPI_Irecv(pairs, 1, pair, MPI_ANY_SOURCE, 1, world, &request[0]);
    MPI_Isend(got, 1, pair, (rank + 1) % 4, 1, world, &request[1]);
    MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
    MPI_Info_create(&info);
    MPI_Win_create(&seen, sizeof(seen), 1, info, world, &window);
    MPI_Win_fence(0, window);
    MPI_Accumulate(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence(0, window);
    MPI_File_open(world, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, info,
                  &file);
    MPI_File_write_at_all(file, rank * 8, pairs, 1, pair, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    printf("%d: %d %d, %d\n", rank, pairs[0], pairs[1], seen);
    MPI_Win_free(&window);
    MPI_Comm_free(&half);
    MPI_Comm_free(&world);
    return MPI_Finalize();
}
END
mpicc.openmpi handles.c -o handles
both handles 4 ./handles file
check 'handles of all kinds go through' same_but_the_line
check 'to the right results' test "$(LC_ALL=C sort handles.out | tr '\n' ' ')" \
    = '0: 4 40, 6 1: 2 20, 0 2: 4 40, 0 3: 2 20, 0 '

check 'no page and no report is left of any' untouched

# ---- mitosis run ----

check 'mitosis run says what the program is of, and its launcher' \
    refused 2 './ring is a program of Open MPI.*start it with mpiexec.openmpi' \
    "$mitosis" run -n 2 ./ring
check 'so it does where nothing is to be watched' \
    refused 2 './ring is a program of Open MPI' \
    "$mitosis" run --profile off -n 2 ./ring
check 'a Fortran program is known, too' \
    refused 2 './f08 is a program of Open MPI' "$mitosis" run -n 2 ./f08
ln -s "$(command -v mpiexec.openmpi)" mpiexec
check "a plain mpiexec that is Open MPI's is not taken for MPICH's" \
    refused 2 "./mpiexec is Open MPI's launcher.*mpiexec.hydra" \
    "$mitosis" run --mpiexec ./mpiexec -n 2 "$programs/ring"
hidden() {
    "$mitosis" run --summary on -n 1 sh -c ./malleable >out 2>err
    rc=$?
    cat out err
    test $rc -eq 0 && test "$(wc -l <err)" -eq 1 && grep -qF "$line" err \
        && test "$(cat out)" = '0 0'
}
check 'where a script hides the program, the rank says it, and only that' \
    hidden
check 'no page and no report is left here' untouched

# ---- MPICH's programs, Open MPI's launcher ----

cat >single.c <<'END'
#include <mpi.h>
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Finalize();
}
END
"$MPICC" single.c -o single
apart() {
    keep apart timeout 120 mpiexec.openmpi -x LD_PRELOAD="$preload" -n 3 \
        ./single
    cat apart.*
    grep -qx 'exit status 0' apart.status && test "$(grep -c . apart.err)" -eq 1 \
        && grep -q "Open MPI's mpiexec started 3 processes.*mpiexec.hydra" \
            apart.err
}
check "of MPICH's programs under Open MPI's mpiexec each is a world of its own" \
    apart
check 'and no page and no report is left' untouched
tap_done
