#!/bin/sh
# t0131-generations.t - the ranks of several generations of a job share its
# folder, and there is one report
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
ring=$programs/ring
folder=$MITOSIS_PAGES/mitosis-$(id -u)-moving

# generation G RANKS  - run as the ranks of a job that somebody else reports
generation() {
    keep "generation-$1" launch -genv LD_PRELOAD "$preload" \
        -genv MITOSIS_JOB moving -genv MITOSIS_GENERATION "$1" -n "$2" "$ring"
}
quiet() { cat "$1.err"; test ! -s "$1.err"; }
# unfolded FOLDER REASON  - it is refused
unfolded() { refused 1 "^mitosis: $1: $2" "$mitosis" collect --fold "$1"; }
ends_well() { cat "$1.status"; grep -qx 'exit status 0' "$1.status"; }
names() { (cd "$folder" && echo *); }

generation 1 2
generation 2 3
check 'each rank has a page of its own' test "$(names)" = \
    '2.rank-0.page 2.rank-1.page 2.rank-2.page host job rank-0.page rank-1.page'
check 'nobody complains'                quiet generation-2
check 'and no rank makes the report'    test -z "$(ls ./*.json 2>/dev/null)"

echo '{"what":"resize","from":2,"to":3,"outcome":"cancelled"}' \
    >"$folder/changes"
job=given-up
check 'there is a report'               "$mitosis" report "$folder" \
    --output "$job.json"
fact 'of the generation that did not hand over' \
    '[.size, .complete, (.generations | length)] | tojson' '[2,true,1]'
fact 'with the change that was given up' \
    '.changes[0] | [.what, .from, .to, .outcome] | tojson' \
    '["resize",2,3,"cancelled"]'
check 'nothing is to be folded'         "$mitosis" collect --fold "$folder"
check 'so nothing is'                   test -f "$folder/rank-1.page"
check 'a folder that is none is told'   unfolded nowhere 'No such'
mkdir empty
check 'and one that no rank was in'     unfolded empty 'no page of a rank$'
check 'all of it can be removed' \
    sh -c "'$mitosis' report moving --remove >/dev/null"
check 'and nothing is left'             test ! -e "$folder"

generation 2 3
none_made() {
    cat generation-2.*
    test ! -e "$folder" && grep -q 'moving: No such file.*not watched' \
        generation-2.err
}
check 'who comes when all is over makes no folder' none_made
check 'and runs'                        ends_well generation-2
tap_done
