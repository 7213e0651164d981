#!/bin/sh
# t0328-slurm-qos.t - companions that are of a quality of service which others
# preempt are left in time when that happens
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
needs slurmdbd mariadbd
slurm_up 3 AccountingStorageType=accounting_storage/slurmdbd \
    PreemptType=preempt/qos PreemptMode=CANCEL
as_root() { slurm_do run timeout 300 "$@"; }
as_root sacctmgr -i add qos cheap GraceTime=300 PreemptMode=cancel >made
as_root sacctmgr -i add qos safe Preempt=cheap >>made
# is_known QOS  - to slurmctld, too, which slurmdbd tells
is_known() { on_h1 scontrol show assoc_mgr flags=qos | grep -q "QOS=$1"; }
until_true is_known safe
become_user || echo '# as root, for want of another user who can get here'

# As doc/hosts.md says it.
# shellcheck disable=SC2016
start core salloc -Q --qos=safe -N1 -w h1 -t 60 sh -c \
    '"$0" run --batch slurm:qos=cheap -hosts "$(hostname)" -n 2 "$@"' "$mitosis"
ask_for request 2
check 'cheap nodes are granted' until_true lists 'h[23]: 0 ranks, on offer, granted'
check 'of the quality of service that was chosen' until_true eval \
    "test \"\$(on_h1 squeue -h -t R -o '%q %N' | sort | tr '\n' ' ')\" = 'cheap h2 cheap h3 safe h1 '"
check 'all' until_true eval "lists 'h2: .*granted' && lists 'h3: .*granted'"
check 'ranks are there' ask_for resize 3 --hosts h1,h2,h3
as_root sbatch -Q --qos=safe -w h2 -J needed -o /dev/null --wrap 'exec sleep 5000'
check 'that Slurm takes one is told' until_true told \
    'Slurm ends job [0-9_]*, which holds h2, in [0-9]+ s, before its time is over'
check 'and it is empty before it goes' until_true told \
    'h2 has no ranks any more, [0-9.]+ s before it goes$'
check 'it is the other job that has it' until_true queued '^RUNNING h2 needed'
not_on() { ctl status >now && ! grep "on $1" now; }
check 'no rank is there any more' not_on h2
check 'and the job goes on, on the other one, too' eval \
    "until_true lists 'h3: [1-3] ranks?, granted' && until_true is_on"
finish
check 'the job ends well' ended 0
check 'with the result of one that was not changed' same_sum
as_root scancel -n needed
check 'nothing of it is in the queue' until_true companions 0 '[A-Z]*'
check 'and no process is left' until_true gone
tap_done
