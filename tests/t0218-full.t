#!/bin/sh
# t0218-full.t - no room for what a change writes down
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
program=fickle
mkdir small
if ! mount -t tmpfs -o size=64m none small 2>/dev/null; then
    echo '1..0 # SKIP a small file system cannot be mounted here'
    exit
fi
trap 'umount "$scratch/small"; remove_left; rm -rf "$scratch"' EXIT
keep fickle.first launch -n 2 "$programs/fickle" 40
export MITOSIS_PAGES="$scratch/small"
fill() { cat /dev/zero >small/filler 2>/dev/null; }

begin 'full before' 2 - "$scratch/gate"
at_gate 2
agent >before
fill
looks() { ctl metrics >looked 2>&1; tail -n 1 looked; grep -qx '# EOF' looked && agent | diff before -; }
check 'who looks at the ranks of a job without room is answered' looks
ask_for resize 3
wait "$asking"
check 'a change is refused when there is no room for it' grep -E \
    'control-2: No space left' ctl.out
asking=
finish
check 'the program goes on as if nothing had been' same_result
rm small/filler
gone

begin 'full meanwhile' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
fill
touch gate
finish
given_up() {
    cat ctl.out "$job.err"
    grep -E '^resize 3 was given up: .*state-1-[01]: No space left' ctl.out
}
check 'it is given up when the ranks find none' given_up
check 'the program goes on as if nothing had been' same_result
rm small/filler
gone

# What is under way to each rank is 100 kB.
rm gate
job='full of mail'
MITOSIS_OUTPUT=$scratch/$job.json keep "$job" launch \
    -genv LD_PRELOAD "$preload" -n 3 "$programs/crossing" 30 many "$scratch/gate" &
running=$!
at_gate 3
ask_for migrate 1 "$(hostname)"
phase 'agreeing'
fill
truncate -s -150K small/filler
touch gate
finish
no_mail_kept() {
    cat ctl.out
    grep -E 'was given up: rank [0-2]: .*/mail-1-[0-2]: No space left' ctl.out
}
check 'messages that there is no room for are not collected' no_mail_kept
check 'and not lost' grep -qx 'crossing: ok after 30 steps' "$job.out"
rm small/filler
gone

# What its memory is compared by takes three megabytes a rank.
cat >full.c <<'PROGRAM'
#include <errno.h>
#include <mpi.h>

static char large[900 * 1024];

static void step(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    errno = 0;
}

int main(int argc, char *argv[])
{
    int wrong = 0;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 20; i++) {
        large[i]++;
        step();
        wrong = wrong || errno != 0;
    }
    MPI_Finalize();
    return wrong ? 3 : 0;
}
PROGRAM
compiled() { "${MPICC:-mpicc}" -g -O0 -o full full.c; }
suggests() { timeout 300 "$top_builddir/mitosis" suggest --sizes same --folder "$1" -n 2 ./full; }
if test -z "$sanitizer" && test "$(uname -m)" = x86_64; then
    check 'a program to be watched is compiled' compiled
    check 'it is watched' suggests room
    fill
    truncate -s -3M small/filler
    suggests small/watched >out 2>err
    not_written() { cat err; grep -qx 'mitosis: .*/rank-[01]: No space left on device' err; }
    check 'without room for what is seen this is told, and its errno is its own' not_written
fi
cd /
tap_done
