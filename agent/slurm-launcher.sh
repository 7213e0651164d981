#!/bin/sh
# slurm-launcher.sh - start one of Hydra's proxies within a job of Slurm
#
#     mpiexec -launcher ssh -launcher-exec mitosis-slurm-launcher ...
#
# Hydra's own launcher "slurm" has one srun start all proxies, and srun sorts
# the hosts, so ranks are not where they were asked for.  This is called as ssh
# would be, once for each host: OPTION... HOST WORD...  The host may be that of a
# companion which the job has asked for (agent/batch/slurm_job.h).
#
# SPDX-License-Identifier: BSD-3-Clause
while test "${1#-}" != "$1"; do shift; done
host=$1; shift
job=${SLURM_JOB_ID-}
if test -z "$job"; then
    echo 'mitosis-slurm-launcher: this is not in a job of Slurm' >&2
    exit 1
fi
# holder  - the job of ours that has the host: this one, or a companion
holder() {
    squeue --noheader --me --states=R --nodelist="$host" --format='%A %j' \
        2>/dev/null | while read -r id name; do
        test "$id" = "$job" && echo "1 $id"
        case $name in mitosis-"$job"-*) echo "2 $id" ;; esac
    done | sort | sed -n '1s/.* //p'
}
# What is meant for the ranks, srun would take for orders.
for name in $(env | sed -n 's/^\(SLURM_[A-Z0-9_]*\)=.*/\1/p'); do
    test "$name" = SLURM_CONF || unset "$name"
done
held=$(holder)
# Who is preempted is told by a SIGTERM to all that runs there, and has some time
# then, which ranks need to go elsewhere.
keep=$(dirname "$0")/mitosis-without-sigterm
if test "${held:-$job}" = "$job" || ! test -x "$keep"
then keep=
else keep="exec '$keep' "
fi
exec srun --jobid="${held:-$job}" --overlap --overcommit --quiet --mpi=none \
    --input=none --nodes=1 --ntasks=1 --nodelist="$host" \
    sh -c "$keep$*"
