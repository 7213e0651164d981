#!/bin/sh
# t0252-python.t - what programs in Python keep their data in goes through all
# kinds of changes, and what cannot is said in a sentence
#
# It needs numpy and an mpi4py that was built against MPICH; PYTHONPATH may say
# where.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
export PYTHONPATH="$top_srcdir/include${PYTHONPATH:+:$PYTHONPATH}"
export PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1
python=
for candidate in python3 /usr/bin/python3; do
    launch -n 1 "$candidate" -c 'import numpy
from mpi4py import MPI
print(MPI.get_vendor()[0])' 2>/dev/null | grep -q '^MPICH$' \
        && python=$candidate && break
done

# Without numpy, mpi4py and a library it can be imported and does nothing.
alone() {
    python3 -c 'import mitosis
step = 1
assert mitosis.register("step") == mitosis.OK and not mitosis.sync()
assert not mitosis.resumed() and mitosis.request("resize 2") == mitosis.OK
assert mitosis.before(print) == mitosis.OK' 2>&1 || return
}
# What it tells the library is laid out as in C.
cat >offsets.c <<'END'
#include <mitosis.h>
#include <stdio.h>
#define SHOW(struct, field) printf("%zu ", offsetof(struct, field))
int main(void)
{
    SHOW(mito_layout, lengths);
    SHOW(mito_layout, find);
    SHOW(mito_layout, resize);
    SHOW(struct mito_registration, line);
    printf("%zu\n", sizeof(struct mito_registration));
    return 0;
}
END
alike() {
    "$MPICC" -I"$top_srcdir/include" -o offsets offsets.c \
        && ./offsets >expected && python3 -c 'import ctypes, mitosis
layout, told = mitosis._Layout, mitosis._Registration
print(layout.lengths.offset, layout.find.offset, layout.resize.offset,
      told.line.offset, ctypes.sizeof(told))' >came && diff expected came
}
# Nor is MPI needed to be told where a call is wrong.
cat >late.py <<'END'
import mitosis
mitosis.sync()
mitosis.before(print)
END
is_told_late() {
    LD_PRELOAD=$preload python3 late.py 2>&1 | grep -x 'mitosis: .*late.py:3: mito_before() is called too late, after the first mito_sync(); the job cannot be changed'
}
# Arguments that are none, and numbers that cannot be kept.
cat >misused.py <<'END'
import fractions
import mitosis
step, t, third, wide, both = 1, 0, fractions.Fraction(1, 3), 2 ** 70, 1j
mitosis.register(step)
mitosis.register("step", spread="BAG")
mitosis.register("step", halo=0.5)
mitosis.register("step", grid=(20, 0, 3))
mitosis.register("step", grid=((20,), (0, 0), (3,)))
mitosis.register("step", count=step)
mitosis.register("third")
mitosis.register("wide")
mitosis.register("both")
mitosis.before(None)
mitosis.after(5)
assert mitosis.request(5) == mitosis.WRONG
print("goes on")
END
only='and of numbers only int, float, bool, those of numpy up to 64 bits and IntEnum are kept as they are'
grid='has a grid that is not (shape, origin, extent), each with a number for each axis'
cat >misused <<END
"mitosis.register()" at misused.py:4 is given no name: mitosis.register("u") is meant
"step" at misused.py:5 has spread='BAG', which is none of mitosis.BAG and the others
"step" at misused.py:6 has halo=0.5, which is no whole number
"step" at misused.py:7 $grid
"step" at misused.py:8 $grid
"step" at misused.py:9 has a count that is no name: count="n" is meant
"third" at misused.py:10 is a Fraction, $only
"wide" at misused.py:11 is a number that 64 bits do not hold
"both" at misused.py:12 is a complex, $only
"mitosis.before()" at misused.py:13 is given no function
"mitosis.after()" at misused.py:14 is given no function
END
is_told_misuse() {
    sed 's/.*/mitosis: rank 0: &; the job cannot be changed/' misused >expected
    echo 'mitosis: rank 0: mito_request(): "5" is no change; there are resize, split,' \
        'merge, migrate and rebalance' >>expected
    LD_PRELOAD=$preload python3 misused.py >came 2>told
    grep -x 'goes on' came && diff -u expected told
}
# What a sync is to find by itself.
cat >cut.py <<'END'
import mitosis
t = 0
mitosis.register("t")
t = 1.5
try:
    mitosis.sync()
except TypeError as e:
    print(e)
END
is_told_cut() {
    LD_PRELOAD=$preload python3 cut.py | grep -x 'mitosis: "t" at cut.py:3 was registered as a number of type int, and is 1.5 now'
}
# What Python's buffers hold, before the state is read.
cat >full.py <<'END'
import mitosis, os
full, good, text = open("/dev/full", "wb"), open("good", "wb"), open("text", "w")
full.write(b"lost\n")
good.write(b"good\n")
text.write("text\n")
mitosis._get_ready()
os.system("cat good text")
os._exit(0)
END
is_told_full() {
    printf 'good\ntext\n' >expected
    LD_PRELOAD=$preload python3 full.py >came 2>told
    cat told
    grep -qx 'mitosis: rank 0: "/dev/full" could not be written: .*; the job cannot be changed' told && diff -u expected came
}
if command -v python3 >/dev/null; then
    check 'without a library nothing happens' alone
    check 'its structs are those of mitosis.h' alike
    check 'a hook that comes too late is told with its place' is_told_late
    check 'arguments that are none are told, and the program runs on' \
        is_told_misuse
    check 'an int that has become a float is a TypeError' is_told_cut
    check 'a buffer that cannot be written is told, and the others are' \
        is_told_full
fi
if test -z "$python"; then
    points=$((points + 1))
    echo "ok $points - changes # SKIP no numpy, or no mpi4py of MPICH"
    tap_done
    exit 0
fi

# changes JOB PROGRAM ARGUMENT...  - run it through all kinds of them
changes() {
    program=arrays job=$1; shift
    MITOSIS_SCRIPT="3 resize 3; 6 resize 2; 9 resize 4; 12 resize 1;
        15 split 0 3; 18 merge 0 2; 21 migrate 1 $(uname -n)" \
        MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n 1 "$python" "$@"
}
went() {
    through "$1" 'resize 1 3' 'resize 3 2' 'resize 2 4' 'resize 4 1' \
        'split 1 3' 'merge 3 2' 'migrate 2 2'
    quietly
    sound
    gone
}
right() { cat "$job.err" "$job.out"; grep -qx "arrays: ok, 2 ranks" "$job.out"; }
job=arrays.first
keep $job launch -n 2 "$python" "$top_srcdir/tests/programs/arrays.py"
check 'a program runs without a library' right
changes arrays "$top_srcdir/tests/programs/arrays.py"
went 'variables and attributes go along'
check 'with each value where it belongs, and hooks called' right

heat="$top_srcdir/examples/heat.py 50 30"
# shellcheck disable=SC2086
keep heat.first launch -n 1 "$python" $heat
# shellcheck disable=SC2086
changes heat $heat
went 'heat goes along'
same() { cat heat.out && diff heat.first.out heat.out && grep ': ok, ' heat.out; }
check 'with the result of an undisturbed run' same
# shellcheck disable=SC2086
run_watched watched -n 2 "$python" $heat
table 'what an MPI sends that was loaded late is seen' messages <<'END'
0>1 30 240 8:30
1>0 30 240 8:30
END
# shellcheck disable=SC2086
check 'an interpreter is nothing that lines are proposed for' \
    refused 1 'seems to be an interpreter' \
    "$top_builddir/mitosis" suggest -n 2 "$python" $heat
few_lines() { test "$(grep -c mitosis "$top_srcdir/examples/heat.py")" -le 4; }
check 'and takes four lines' few_lines

# What programs do without a thought: files that nobody flushes, with little in
# them or much; two names of one array; numbers and arrays of all types.
cat >kept.py <<'END'
import enum
import sys
import time

import mitosis
import numpy as np
from mpi4py import MPI

STEPS, ALL = 24, 20
comm = MPI.COMM_WORLD
rank, ranks = comm.rank, comm.size
lines = int(sys.argv[1])
first, last = ALL * rank // ranks, ALL * (rank + 1) // ranks


class Phase(enum.IntEnum):
    WARM, RUN = 0, 1


phase, octet, wide = Phase.RUN, np.uint8(250), np.uint64(2 ** 64 - 3)
single, truth, drift = np.float32(0), np.bool_(True), 0
u = np.arange(first, last) * 1.0
prev, which = u, u.copy()
a = b = c = np.zeros(last - first)
table = np.asmatrix(np.arange(first, last) * 1.0).T
step = 0
for name in "step", "phase", "octet", "wide", "single", "truth", "drift":
    mitosis.register(name)
for name in "u", "prev", "which", "a", "b", "c", "table":
    mitosis.register(name)
before = table
if rank == 0:
    files = open("begun", "w"), open("added", "a"), open("bytes", "wb")
    files[0].write("begin\n")
while step < STEPS:
    if mitosis.sync():
        before = table
    assert table is before
    if rank == 0:
        for i in range(lines):
            text = "%d %d %s\n" % (step, i, "x" * 30)
            files[0].write(text)
            files[1].write(text)
            files[2].write(text.encode())
    prev, u = u, 2 * u - prev + 1
    a, b, c = a + which, b + 2 * a, b - a
    single = single + np.float32(0.1)
    drift = drift + np.int32(1)
    table = before = table * np.asmatrix([[1.0]]) + 1
    step += 1
    time.sleep(0.002)
whole = [np.concatenate(comm.gather(np.asarray(x)) or [x])
         for x in (u, prev, a, b, c, table)]
if rank == 0:
    print([float(x.sum()) for x in whole], repr(single))
    print([type(x).__name__ for x in (phase, octet, wide, single, truth,
                                      drift, table)], octet, wide)
END
# as_ever LINES  - as much by an undisturbed run and by one with changes
as_ever() {
    job=first
    rm -f begun added bytes
    keep first launch -n 1 "$python" kept.py "$1"
    for file in begun added bytes; do mv $file $file.first; done
    changes "kept$1" kept.py "$1"
    went "kept.py, with $1 lines a step, goes along"
    check 'with all names, values and types' diff -u first.out "kept$1.out"
    for file in begun added bytes; do
        check "and all lines of '$file', once" cmp $file.first $file
    done
}
as_ever 1
as_ever 300

# A file that cannot be written has only that change given up.
cat >room.py <<'END'
import os
import sys
import time

import mitosis
from mpi4py import MPI

step = 0
mitosis.register("step")
if not mitosis.resumed():
    log = open("log", "w")
    disk = os.dup(log.fileno())
    read, full = os.pipe()
    if sys.argv[1] == "pipe":
        os.close(read)
    else:
        full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, log.fileno())
while step < 20:
    mitosis.sync()
    if not mitosis.resumed():
        log.write("step %d\n" % step)
        if step == 8:
            os.dup2(disk, log.fileno())
    step += 1
    time.sleep(0.002)
print("ends with step", step)
END
# is_refused_once ERROR
is_refused_once() {
    cat "$job.err"
    cat >expected <<END
2 rank 0: "log" could not be written: $1
2 rank 0: "log" could not be written: $1
2 done
END
    grep -qx 'exit status 0' "$job.status" \
        && ask '.changes[] | "\(.to) \(.outcome)"' >came \
        && diff -u expected came
}
in_order() { seq -f 'step %.0f' 0 10 | diff -u - log; }
# runs_out OF ERROR
runs_out() {
    job=$1
    MITOSIS_SCRIPT='3 resize 2; 6 resize 2; 12 resize 2' \
        MITOSIS_OUTPUT=$scratch/$job.json keep "$job" \
        launch -genv LD_PRELOAD "$preload" -n 1 "$python" room.py "$1"
    check "$1: a change is given up while a file cannot be written, and no other" \
        is_refused_once "$2"
    check 'and all that was written is there, once' in_order
}
runs_out disk '[Errno 28] No space left on device'
runs_out pipe '[Errno 32] Broken pipe'

# wrong WORD TEXT  - it is said once, with the place, and the job runs on
wrong() {
    job=$1 pattern="mitosis: rank [01]: $2; the job cannot be changed"
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$python" "$top_srcdir/tests/programs/arrays.py" "$1"
    check "$1: $2" said_once
}
said_once() {
    right && test "$(sed 's/rank [01]/rank R/' "$job.err" \
        | sort -u | grep -c .)" = 1 && grep -q -x "$pattern" "$job.err"
}
at='at arrays.py:[0-9]*'
wrong twice   "arrays.py:[0-9]*: \"step\" is registered already, $at"
wrong missing "\"missing\" $at is no variable of the module, nor an attribute of its owner"
wrong list    "\"five\" $at is neither a number nor a numpy array"
wrong pieces  "\"five\" $at is not in one piece, row by row"
wrong objects "\"five\" $at holds Python objects, which cannot be moved"
wrong count   "\"five\" $at has a count that is no variable with an int"
wrong narrow  "\"five\" $at has 5 rows, and its halos take 6"
wrong later   "\"five\" $at does not say how many elements it has, and has no count"
wrong masked  "\"five\" $at is a MaskedArray, which may be more than its elements"
wrong overlap "\"five\" $at overlaps \"spare\" $at"

# raises WORD SENTENCE  - what a hook lets out
raises() {
    job=$1
    MITOSIS_SCRIPT='3 resize 3' MITOSIS_OUTPUT=$scratch/$job.json \
        keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 \
        "$python" "$top_srcdir/tests/programs/arrays.py" "$1"
    check "$2" "is_$1"
}
gives_up() {
    cat "$job.status" "$job.err"
    grep -qx "mitosis: rank [01]: \"mitosis.before()\" $at has raised $1, $at; the job cannot be changed" "$job.err"
}
ends() { grep -qx "exit status $1" "$job.status" && ! right; }
is_raises() { gives_up 'RuntimeError: no room on the disk' && right; }
is_leaves() { gives_up 'SystemExit: 7' && ends 7; }
is_ends() { cat "$job.err"; grep -qx 'RuntimeError: no room' "$job.err" && ends 1; }
raises raises 'what a function of before() raises has the change given up'
raises leaves 'and the program ends if it is SystemExit'
raises ends 'what one of after() raises ends the program, with a traceback'
tap_done
