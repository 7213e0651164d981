# arrays.py - registers what programs in Python keep their data in
#
#     arrays.py [MISTAKE]
#
# There are ALL rows of everything, spread over the ranks.  Each step counts
# every value up by one, so at any time it is known what each is to be; the
# first thing that is not is said.
#
# SPDX-License-Identifier: BSD-3-Clause
import sys
import time

import mitosis
import numpy as np
from mpi4py import MPI

ALL, STEPS = 60, 30
comm = MPI.COMM_WORLD
rank, ranks = comm.rank, comm.size
first, last = ALL * rank // ranks, ALL * (rank + 1) // ranks
mistake = sys.argv[1] if len(sys.argv) > 1 else ""


class Field:
    """Rows as attributes of an object, with more than one of them in a row."""

    def __init__(self):
        self.now = np.zeros((last - first + 2, 3, 2))
        self.now[1:-1] = np.arange(first, last)[:, None, None] * 1000.0
        self.old = self.now.copy()
        self.width, self.is_even = 0.5, True


def expect(right, what):
    if not comm.allreduce(bool(right), MPI.LAND):
        if rank == 0:
            print("arrays: step %d: %s is wrong" % (step, what))
        comm.Abort(1)


def check():
    rows = len(field.now) - 2
    begin = comm.scan(rows) - rows
    which = np.arange(begin, begin + rows)
    expect(field.now.shape == field.old.shape
           and np.all(field.now[1:-1] == which[:, None, None] * 1000 + step),
           "an attribute with a halo")
    expect(count == rows and len(spare) >= count
           and np.all(spare[:count] == which + step), "one with a count")
    expect(sum(comm.allgather(int(bag["number"].sum()))) == ALL * (ALL - 1) / 2
           and np.all(bag["place"] == step), "a bag of records")
    expect(np.array_equal(lengths, which % 3)
           and np.array_equal(ragged, np.repeat(which, which % 3) + step),
           "ragged rows")
    expect(np.array_equal(table, np.arange(4) + 1j * step), "what all share")
    begin = ALL * rank // ranks
    expect(np.all(sheet[1:-1, 1:-1] == np.arange(
        begin, ALL * (rank + 1) // ranks)[:, None] + step), "a grid")
    expect(field.width == 0.5 + step and field.is_even == (step % 2 == 0),
           "an attribute that is a number")
    expect(type(step) is int and type(field.is_even) is bool, "a type")


def go_on():
    global spare, bag, ragged, table, sheet, step
    field.old = field.now + 1
    field.now, field.old = field.old, field.now
    spare = spare + 1
    bag["place"] += 1
    ragged = ragged + 1
    table = table + 1j
    sheet = np.asfortranarray(sheet + 1)  # which is brought back in one piece
    field.width += 1
    field.is_even = not field.is_even
    step += 1


def fail():
    raise RuntimeError("no room\non the disk")


def leave():
    sys.exit(7)


def be_wrong():
    global five
    five = np.zeros(5)
    if mistake == "twice":
        mitosis.register("step")
    if mistake == "missing":
        mitosis.register("missing")
    if mistake == "list":
        five = [1, 2, 3, 4, 5]
    if mistake == "pieces":
        five = np.zeros(10)[::2]
    if mistake == "objects":
        five = np.array([None])
    if mistake == "masked":
        five = np.ma.masked_array(five)
    if mistake == "overlap":
        five = spare[1:]
    if mistake == "raises":
        mitosis.before(fail)
    if mistake == "ends":
        mitosis.after(fail)
    if mistake == "leaves":
        mitosis.before(leave)
    if mistake == "narrow":
        mitosis.register("five", halo=3)
    elif mistake == "count":
        mitosis.register("five", count="nothing")
    elif mistake:
        mitosis.register("five")
    if mistake == "later":
        five = five.astype("f4")


def before():
    global hooked
    hooked = "told"


def after():
    global calls
    calls += count == len(field.now) - 2 and (hooked == "told"
                                              or mitosis.resumed())


field = Field()
count = last - first
spare = np.arange(first, last + 5, dtype="i4")
bag = np.zeros(count, [("place", "f8"), ("number", "i4"), ("kind", "S3")])
bag["number"] = np.arange(first, last)
lengths = np.arange(first, last) % 3
ragged = np.repeat(np.arange(first, last), lengths)
table = np.arange(4) + 0j
if mitosis.resumed():
    table = np.zeros(2, complex)
sheet = np.zeros((count + 2, 7))
sheet[1:-1, 1:-1] = np.arange(first, last)[:, None]
step = calls = 0
hooked = ""
mitosis.register("step")
for name in "now", "old":
    mitosis.register(name, field, halo=1)
mitosis.register("width", field)
mitosis.register("is_even", field)
mitosis.register("spare", count="count")
mitosis.register("bag", spread=mitosis.BAG)
mitosis.register("lengths")
mitosis.register("ragged", lengths="lengths")
mitosis.register("table", spread=mitosis.REPLICATED)
mitosis.register("sheet", halo=1,
                 grid=([ALL, 5], [first, 0], [count, 5]))
mitosis.before(before)
mitosis.after(after)
be_wrong()
changes = 0
while step < STEPS:
    changes += mitosis.sync()
    check()
    go_on()
    time.sleep(0.002)
check()
expect(mistake or calls == changes, "how often a hook was called")
if rank == 0:
    print("arrays: ok, %d ranks" % ranks)
