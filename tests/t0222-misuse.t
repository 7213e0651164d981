#!/bin/sh
# t0222-misuse.t - each way to use mitosis.h wrongly is told in one message, and
# the program runs on as it would without us
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
where='misuse.c:[0-9]*'

# mistake WORD CHANGE PATTERN  - one line, which is this, and an unchanged end
mistake() {
    job=$(printf %s "$1" | tr ' ' _) pattern="^mitosis: $3\$"
    MITOSIS_SCRIPT=$2 run_watched "$job" -n "$ranks" "$programs/misuse" "$1" 25
    check "$1: $3" told
}
told() {
    cat "$job.out" "$job.err"
    test "$(cat "$job.out")" = "misuse: ok, $ranks ranks" \
        && test "$(grep -c '^mitosis' "$job.err")" = 1 \
        && grep -q -x "$pattern" "$job.err"
}

# refused WORD PATTERN  - the change, too, is told to be given up
refused() {
    job=$1 pattern="^mitosis: rank [0-2]: $where: $2; the job cannot be changed\$"
    reason="^mitosis: resize 3 was given up: rank [01]: $where: $2\$"
    MITOSIS_SCRIPT='10 resize 3' run_watched "$job" -n 2 "$programs/misuse" \
        "$1" 25
    check "$1: $2" told_twice
}
told_twice() {
    cat "$job.out" "$job.err"
    test "$(cat "$job.out")" = 'misuse: ok, 2 ranks' \
        && test "$(grep -c '^mitosis' "$job.err")" = 2 \
        && grep -q -x "$pattern" "$job.err" && grep -q -x "$reason" "$job.err"
}

# at_once WORD TEXT  - it is told when it is registered, with the place
at_once() {
    mistake "$1" '10 resize 3' \
        "rank [01]: $where: $2; the job cannot be changed"
}

# at_first WORD TEXT  - it is told at the first mito_sync()
at_first() {
    mistake "$1" '10 resize 3' "rank [01]: $2; the job cannot be changed"
}

# at_change WORD TEXT  - when ranks have to agree
at_change() {
    mistake "$1" '10 resize 3' "resize 3 was given up: new rank [012]: $2"
}

ranks=2 # which make the same mistake
at_once twice       "\"step\" is registered already, at $where"
at_once 'packed twice' "\"step\" is registered already, at $where"
mistake early '10 resize 1' "rank 0: $where: \"early\" is registered too early, before MPI_Init(); the job cannot be changed"
ranks=1 # is enough to see what is told
at_once pointer     '"cells" is an array: the address of the pointer to it is wanted, &cells'
at_once array       '"array" is an array that stays where it is: its layout needs .memory = MITO_FIXED'
at_once null        '"null" has NULL as its address'
at_once halo        '"cells" has a negative halo'
at_once 'cyclic halo' "\"cells\" has a halo or shared rows, which only blocks and grids can"
at_once 'shared cyclic' "\"cells\" has a halo or shared rows, which only blocks and grids can"
at_once 'two halos' "\"cells\" has both a 'halo' and one of each side"
at_once 'flat halo' "\"cells\" has a halo, or is staggered, in dimension 1, and has fewer"
at_once 'staggered block' "\"cells\" is staggered, as only grids can"
at_once 'staggered and shared' "\"cells\" has both 'stagger' and 'shared', and the former shares by itself"
at_once type        '"cells": its type is not committed'
at_once 'no type'   '"cells": its type is MPI_DATATYPE_NULL'
at_once 'no name'   'the name of a registration is missing'
at_once 'steering name' 'the name of a registration has control characters'
at_once 'name of lines' 'the name of a registration has control characters'
at_once offsets     '"cells" tells the lengths of rows, so it must be a block array of integers of 4 or 8 bytes, one a row, without halo'
at_once 'no count'  '"cells" needs a count'
at_once 'no capacity' "\"array\" needs a 'capacity'"
at_once object      "\"array\" is an object and needs 'find'"
at_once 'split object' "\"array\" is an object, which 'split' and 'merge' do not know: 'pack' and 'unpack' are for that"

at_once 'two owners' "\"cells\" has both an 'owner' and 'owners'"
at_once 'cyclic owner' "\"cells\" has an owner of each item, as only bags can"
at_once 'owners of blocks' "\"cells\" has 'owners', as only bags can"
at_once 'no places' "\"cells\" has 'taken', and no 'places'"
at_once 'places of blocks' "\"cells\" has 'places', as only bags can"
at_once 'places elsewhere' "\"cells\" has 'places', so its memory stays where it is: MITO_FIXED"
at_once 'places without count' '"cells" needs a count'
at_once 'other places' "\"more\" has 3 places in a cell, what has the same 'taken' 4"
at_once 'one end' "\"cells\" has 'low', and no 'high'"
at_once 'bounds and owner' "\"cells\" has both bounds and an 'owner'"
at_once 'bounds of blocks' "\"cells\" has bounds, as only bags can"
at_once 'bounds without dimensions' "\"cells\" has bounds in 0 dimensions: 1 to 3 can be"
at_once 'bounds too far' "\"cells\" has items of 24 bytes, which have no coordinates of 24 bytes at 8"
at_once 'lost position' "\"cells\" has a 'position', and no 'low' and 'high'"

at_once 'no stride' "\"cells\" has 3 arrays, and no 'stride' from one to the next"
at_once 'count stride' "\"cells\" has a 'count_stride' of no count"
at_once many "\"cells\" has more than 4096 arrays"
at_once 'no arrays' "\"cells\" has a stride, but no 'arrays'"
at_once unlike '"cells" is to be like "plate", which is not registered before it'
at_once 'long name' '"a-name-of-exactly-sixty-letters-which-has-no-room-for-an-in.*" is longer than 63 letters'

at_first 'same memory' "\"more\" at $where is the same memory as \"cells\" at $where"
at_first 'same pointer' "\"more\" at $where is the same memory as \"cells\" at $where"
at_first overlap    "\"more\" at $where overlaps \"cells\" at $where"
at_first nowhere    "\"none\" at $where has 4 rows and points to NULL"
at_first count      "\"cells\" at $where has a count of -5"
at_first capacity   "\"array\" at $where has 4 rows and room for 3"
at_first 'odd object' "\"array\" at $where has 7 elements, which are no whole rows of 2"
at_first 'endless object' "\"array\" at $where does not say how many elements it has, and has no count"
at_first 'uneven object' "\"array\" at $where has 7 rows, and its halos take 8"
at_first 'narrow object' "\"array\" at $where has 7 rows, and its halos take 8"
at_first 'small object' "\"array\" at $where has less memory than its [0-9]* rows need"
at_first 'no lengths' "\"cells\" at $where has rows as long as \"lengths\" says, which is not registered"
at_first 'full cell' "\"cells\" at $where has 5 items in cell 1, and 4 places in each"
at_first 'no owners' "\"cells\" at $where has items whose owners \"list\" says, which is not registered"
at_first 'owners apart' "\"step\" at $where says whose the items of \"cells\" are, so it must be an array of integers, one an item, with the same count"

ranks=2
at_change names     "rank 1 registered \"cell\" at $where, rank 0 did not"
at_change rows      "rank 1 registered \"cells\" with rows of 2 elements at $where, rank 0 with rows of 1 elements at $where"
at_change 'too shared' "rank 0 has 4 rows of \"cells\", registered at $where, and shares 4 of them: there should be none, or more"
at_change generations "the new rank 0 registered \"cell\" at $where, the old rank 0 did not"
at_change types     "the new rank 0 registered \"cells\" with elements of type MPI_LONG at $where, the old rank 0 with elements of type MPI_DOUBLE at $where"
at_change again     "$where: \"step\" is registered already, at $where"
at_change cyclic    "rank [01] has [0-9] rows of \"cells\", registered at $where as cyclic: there should be [0-9]"
at_change boxes     "rank 0 and rank 1 both own cells of \"cells\", registered at $where"

# Of a count that has become too large nothing is read, whosever memory it is.
overrun() {
    mistake "$1" '10 resize 3' \
        "resize 3 was given up: rank [01]: $2"
}
overrun overrun            "\"cells\" at $where has less memory than its 130 rows need"
overrun 'far overrun'      "\"cells\" at $where has less memory than its 1200000000 rows need"
overrun 'overrun of fixed' "\"array\" at $where has less memory than its 1200000000 rows need"
overrun unmapped           "\"cells\" at $where is a pointer to no memory"

refused late '"cells" is registered too late, after the first mito_sync()'
ranks=2
mistake large '10 merge 0 1' \
    "merge 0 1 was given up: new rank 0: \"cells\" at $where would have 2400000000 rows, more than its int can count"

# What asks for a change in too many words can be changed all the same.
MITOSIS_SCRIPT='10 resize 3' run_watched request -n 2 "$programs/misuse" request 25
asked_at_length() {
    cat request.out request.err
    test "$(cat request.out)" = 'misuse: ok, 3 ranks' \
        && test "$(cat request.err)" = 'mitosis: rank 0: a change that takes 40000 letters to ask for is refused'
}
check 'a request that is too long is refused' asked_at_length

# Who asks before there is an agent is heard once there is, and all who ask for the
# same as one; where there will be none that is told.  The steps are as many as the
# change may take.
run_watched early -n 2 "$programs/misuse" 'early request' 60000
asked_early() {
    cat early.out early.err
    test "$(cat early.out)" = 'misuse: ok, 3 ranks' \
        && test "$(cat early.err)" = 'mitosis: rank 1: mito_request(): there are 2 ranks already'
}
check 'a request before the first mito_sync() is passed on in that' asked_early
mistake 'idle request' '' 'rank 1: mito_request(): it has registered nothing before its first mito_sync(); the job cannot be changed'
mistake 'unsynced request' '' 'rank 1: mito_request(): "resize 3" waited for the first mito_sync(), which did not come'
tap_done
