#!/bin/sh
# t0326-slurm-cheap-nodes.t - a job on a node that is safe has cheap ones around
# it, and does not end when Slurm takes them for others
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
slurm_up 3 PreemptType=preempt/partition_prio PreemptMode=CANCEL \
    'PartitionName=main Nodes=ALL Default=YES State=UP PriorityTier=2 PreemptMode=OFF' \
    'PartitionName=cheap Nodes=ALL State=UP PriorityTier=1 GraceTime=300'
as_root() { slurm_do run timeout 300 "$@"; }
become_user || echo '# as root, for want of another user who can get here'

export MITOSIS_BATCH=slurm:partition=cheap
start core salloc -Q -N1 -w h1 -t 60 "$mitosis" run -hosts h1 -n 2
ask_for request 2
check 'cheap nodes are granted' until_true lists 'h3: 0 ranks, on offer, granted'
check 'in the partition that was chosen' test \
    "$(on_h1 squeue -h -p cheap -t R -o %N | sort | tr '\n' ' ')" = 'h2 h3 '
check 'and the job is in its own' test "$(on_h1 squeue -h -p main -o %N)" = h1
check 'ranks are there' ask_for resize 4 --hosts h1,h2,h3,h3
as_root sbatch -Q -N 2 --exclusive -J needed -o /dev/null --wrap 'exec sleep 1000'
check 'that Slurm takes them is told' until_true told \
    'Slurm ends job [0-9_]*, which holds h2, in [0-9]+ s, before its time is over'
check 'of both' until_true told \
    'Slurm ends job [0-9_]*, which holds h3, in [0-9]+ s, before its time is over'
check 'one is empty before it goes' until_true told \
    'h2 has no ranks any more, [0-9.]+ s before it goes$'
check 'and the other' until_true told \
    'h3 has no ranks any more, [0-9.]+ s before it goes$'
check 'they are the others' until_true queued '^RUNNING h\[2-3\] needed'
check 'all ranks go on where it is safe' hosts_are h1 h1 h1 h1
as_root scancel -n needed
check 'when there are some again they can be asked for' ask_for request 1
check 'and are granted' until_true lists 'h[23]: 0 ranks, on offer, granted'
finish
check 'the job ends well' ended 0
check 'with the result of one that was not changed' same_sum
check 'nothing of it is in the queue' until_true companions 0 '[A-Z]*'
check 'and no process is left' until_true gone
tap_done
