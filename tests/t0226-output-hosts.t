#!/bin/sh
# t0226-output-hosts.t - output and functions of the program when ranks go to
# other hosts, and when they do not go in step
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
examples=$top_builddir/examples
hosts_up 3
seq 0 59 >expected

# over NAME SCRIPT WORD...  - run a job on h1 and h2 with changes
over() {
    name=$1 script=$2; shift 2
    mkdir -p "$name"
    cd "$name" || exit 1
    MITOSIS_SCRIPT=$script MITOSIS_OUTPUT=$scratch/$name.json \
        keep "../$name" launch -genv LD_PRELOAD "$preload" -hosts h1,h2 "$@"
    cd ..
    job=$name
}
all_done() {
    cat "$job.err" && grep -qx 'exit status 0' "$job.status" \
        && test "$(ask '.changes | length')" -eq "$1" \
        && test "$(ask '[.changes[].outcome] | unique | join(" ")')" = 'done'
}

script='10 migrate 0 h3; 20 resize 3 --hosts h2,h3,h1; 30 resize 1 --hosts h3;
    40 split 0; 50 migrate 1 h1'
for program in writes streams units; do
    test -x "$programs/$program" || continue
    over "$program" "$script" -n 2 "$programs/$program"
    check "$program: five changes over hosts" all_done 5
    for file in plain last; do
        check "all lines are in the file '$file'" \
            diff -u expected "$program/$file"
    done
    check 'and on stdout' diff -u expected "$program.out"
done

over hooks "$script" -n 2 "$programs/hooks" 60
for step in 9 19 29 39 49; do
    printf "step $step: %s\n" 'before two' 'before one' 'after one' 'after two'
done >calls
echo 'sum 60000' >>calls
check 'state that is got ready goes over hosts' all_done 5
check 'by functions that are called in all of them' diff -u calls hooks.out

# A master and its workers stand wherever they are; some wait for a message.
cat >told.c <<'END'
#include <mitosis.h>
#include <stdio.h>
static int befores, all, number;
static void before(void *arg)
{
    (void)arg;
    number = 1;
    MPI_Reduce(&number, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    if (number == 0)
        fprintf(stderr, "before %d\n", all);
}
static void after(void *arg)
{
    (void)arg;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    if (number == 0)
        fprintf(stderr, "after %d\n", all);
}
static __attribute__((constructor)) void begin(void)
{
    mito_before(before, NULL);
    mito_after(after, NULL);
}
END
check 'functions may come from a library' "$MPICC" -shared -fPIC \
    -I"$top_srcdir/include" -o told.so told.c
preload=$preload:$scratch/told.so
# On one host: over several Hydra's own end fails now and then.
env -u UCX_TLS -u UCX_NET_DEVICES timeout 120 "$MPIEXEC" -n 3 \
    "$examples/farm" 200 400 >farm.first </dev/null
over farm '3 resize 2; 20 migrate 1 h3; 40 split 1' -n 3 "$examples/farm" 200 400
cat >calls <<'END'
before 3
after 2
before 2
after 2
before 2
after 3
END
check 'ranks that do not go in step are changed' all_done 3
check 'with the result of an undisturbed run' cmp farm.first farm.out
check 'and the functions are called in all of them' diff -u calls farm.err
check 'nothing is left on any host' until_true nothing_left
tap_done
