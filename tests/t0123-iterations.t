#!/bin/sh
# Iterations of programs that do not know that anybody wants to know.
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2016 # the variables are those of jq
. "$top_srcdir/tests/job.sh"
examples=$top_builddir/examples/plain

# iterations JOB COUNT CALLS MARK PROGRAM...  - it goes round COUNT times
iterations() {
    job=$1 count=$2 calls=$3 mark=$4; shift 4
    watch_job "$job" 2 "$@"
    same_output
    sound
    fact "$job has its iterations" '.iterations
        | [.found, .agreed, .manual, .count, .calls_per_iteration]' \
        "[true,true,false,$count,$calls]"
    fact 'with a time for each of them' '.iterations
        | [(.seconds | length), .iterations_per_sample, .min_seconds > 0,
            .min_seconds <= .median_seconds, .median_seconds <= .max_seconds]
        | tojson' "[$count,1,true,true,true]"
    fact 'and the call that they are told by' \
        '.iterations.mark | sub(":[0-9]+[)]"; ")")' "$mark"
}

iterations nested 12 8 'MPI_Allreduce in main (nested.c)' nested
"$top_builddir/mitosis" report nested.json >text 2>&1
check 'the text tells the rounds of the loop within them, too' \
    grep -E '^ +87 .*MPI_Sendrecv in pass_on' text
iterations steps 30 5 'MPI_Irecv in step (steps.c)' steps 30 5000
fact 'each as long as it takes' '.wall_seconds as $wall | .iterations
    | ([.seconds[], .median_seconds] | all(. > 0.005))
        and (.seconds | add) < $wall' true
iterations heat 25 6 'MPI_Irecv in exchange (heat.c)' \
    "$examples/heat" 40 40 25
iterations cg 6 52 'MPI_Allgatherv in multiply (cg.c)' "$examples/cg" 8 6
if test -x "$examples/heat_f"; then
    iterations heat_f 25 6 'MPI_Irecv in exchange (heat_f.f90)' \
        "$examples/heat_f" 40 40 25
    iterations heat_f08 25 6 'MPI_Irecv in exchange (heat_f08.f90)' \
        "$examples/heat_f08" 40 40 25
fi

watch_job noloop 2 noloop
same_output
sound
fact 'where there is no loop the report says so' \
    '.iterations | [.found, .count, .seconds, .reason != ""]' \
    '[false,0,[],true]'

watch_job farm 3 "$examples/farm" 30 40
same_output
sound
fact 'master and workers do not go round together' \
    '.iterations | .found and .agreed' false
tap_done
