# heat.py - heat spreading along a rod, with mpi4py and numpy
#
#     heat.py [CELLS STEPS]
#
# In each step every cell becomes the mean of its neighbours; the ends of the
# rod are held at 0.  The cells are spread in blocks, in the order of the ranks;
# each rank keeps one more on each side, a copy of its neighbours'.  The rod
# starts with a wave that keeps its shape and fades, so the right answer is
# known and the program checks its own.
#
# SPDX-License-Identifier: BSD-3-Clause
import sys

import mitosis
import numpy as np
from mpi4py import MPI

comm = MPI.COMM_WORLD
cells, steps = (int(word) for word in (sys.argv[1:] or ["100000", "500"]))
rank, ranks = comm.rank, comm.size
left = rank - 1 if rank > 0 else MPI.PROC_NULL
right = rank + 1 if rank < ranks - 1 else MPI.PROC_NULL


def wave(first, last):
    return np.sin(3 * np.pi * np.arange(first, last) / (cells + 1))


def gathered(mine):
    parts = comm.gather(mine)
    return np.concatenate(parts) if rank == 0 else None


u = wave(cells * rank // ranks, cells * (rank + 1) // ranks + 2)
step = 0
mitosis.register("step")
mitosis.register("u", halo=1)
while step < steps:
    mitosis.sync()
    comm.Sendrecv(u[1:2], left, recvbuf=u[-1:], source=right)
    comm.Sendrecv(u[-2:-1], right, recvbuf=u[:1], source=left)
    new = u.copy()
    new[1:-1] = (u[:-2] + u[2:]) / 2
    u = new
    step += 1

everything = gathered(u[1:-1])
if rank == 0:
    fading = np.cos(3 * np.pi / (cells + 1)) ** steps
    good = np.allclose(everything, fading * wave(1, cells + 1), atol=1e-9)
    print("heat: %s, checksum %.12e"
          % ("ok" if good else "wrong", np.sum(everything ** 2)))
    sys.exit(not good)
