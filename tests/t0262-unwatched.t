#!/bin/sh
# t0262-unwatched.t - a job of which not all ranks are watched cannot be
# changed, which all know at once
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
export MITOSIS_SCRIPT='5 resize 3'
fickle=$programs/fickle

# told REASON  - by one rank, once, beside why another one is not watched
told() {
    cat "$job.out" "$job.err"
    cmp plain.out "$job.out" && grep -qx 'exit status 0' "$job.status" \
        && test "$(grep -c '^mitosis' "$job.err")" = 2 \
        && grep -q "^mitosis: rank [0-9]: .*page: $1; not watched\$" "$job.err" \
        && grep -q '^mitosis: rank [0-9]: a rank on this host is not watched; the job cannot be changed$' "$job.err"
}

# The page of a rank cannot be made where there is a file.
taken() {
    folder=$MITOSIS_PAGES/mitosis-$(id -u)-taken
    mkdir -m 700 "$folder"
    touch "$folder/rank-$1.page"
    MITOSIS_JOB=taken run_watched "taken-$1" -n 2 "$fickle" 40
    rm -r "$folder"
}
keep plain launch -n 2 "$fickle" 40
taken 0
check 'the first rank is not watched: no agent is waited for' told 'File exists'
taken 1
check 'another one is not watched: no change is tried' told 'File exists'

mkdir small
if mount -t tmpfs -o size=1m none small 2>/dev/null; then
    trap 'umount "$scratch/small"; remove_left; rm -rf "$scratch"' EXIT
    keep plain launch -n 6 "$fickle" 40
    MITOSIS_PAGES=$scratch/small run_watched small -n 6 "$fickle" 40
    check 'there is room for some pages only: the same' \
        told 'No space left on device'
    check 'nothing is left behind' test -z "$(ls -A small)"

    # From the least place that has room for one page, a block more each time.
    tight() {
        umount small && mount -t tmpfs -o "size=$1k" none small
        MITOSIS_SCRIPT='' MITOSIS_PAGES=$scratch/small \
            run_watched tight -n 1 "$fickle" 5
    }
    none=100 one=2100
    while test $((one - none)) -gt 4; do
        middle=$(((none + one) / 2 - (none + one) / 2 % 4))
        tight $middle
        if grep -q 'not watched' tight.err; then none=$middle; else one=$middle; fi
    done
    for more in 0 4 8; do
        tight $((one + more))
        check "a page with room for little more, $more kB: the program ends well" \
            grep -qx 'exit status 0' tight.status
    done
fi
cd /
tap_done
