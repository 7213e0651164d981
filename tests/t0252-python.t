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
if command -v python3 >/dev/null; then
    check 'without a library nothing happens' alone
    check 'its structs are those of mitosis.h' alike
    check 'a hook that comes too late is told with its place' is_told_late
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
tap_done
