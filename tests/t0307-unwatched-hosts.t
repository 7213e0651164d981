#!/bin/sh
# t0307-unwatched-hosts.t - a job on several hosts, of which one rank is not
# watched, cannot be changed
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/hosts.sh"
hosts_up 2
export MITOSIS_SCRIPT='5 resize 3'
export MITOSIS_PAGES="$scratch/pages"
fickle=$programs/fickle
# On one host: over a network MPI_Finalize() of this MPI may hang without us.
keep plain timeout 120 "$mpiexec" -n 2 "$fickle" 40 </dev/null

# taken RANK  - its page cannot be made, as there is a file
taken() {
    for host in h1 h2; do
        mkdir -m 700 "$MITOSIS_PAGES/mitosis-0-$host@taken"
    done
    touch "$MITOSIS_PAGES/mitosis-0-h$(($1 + 1))@taken/rank-$1.page"
    MITOSIS_JOB=taken run_watched "taken-$1" -hosts h1,h2 -n 2 "$fickle" 40
    rm -r "${MITOSIS_PAGES:?}"/*
}

# told RANK  - by the other one, once, and the former one says why
told() {
    cat "$job.out" "$job.err"
    cmp plain.out "$job.out" && grep -qx 'exit status 0' "$job.status" \
        && test "$(grep -c '^mitosis' "$job.err")" = 2 \
        && grep -q "^mitosis: rank $1: .*page: File exists; not watched\$" "$job.err" \
        && grep -q "^mitosis: rank $((1 - $1)): rank $1 is not watched; the job cannot be changed\$" "$job.err"
}
taken 0
check 'the first rank is not watched: no agent is waited for' told 0
taken 1
check 'one on another host is not watched: no change is tried' told 1
tap_done
