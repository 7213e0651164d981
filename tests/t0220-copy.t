#!/bin/sh
# t0220-copy.t - state that cannot be read goes another way, and state that has
# no room stays where it is
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
rows=$programs/rows

# changed NAME COPY SCRIPT WORD...  - run a job with changes
changed() {
    name=$1 copy=$2 script=$3; shift 3
    MITOSIS_COPY=$copy MITOSIS_SCRIPT=$script run_watched "$name" "$@"
}

# outcomes NAME  - how its changes ended, a line each
outcomes() { jq -r '.changes[].outcome' "$scratch/$1.json"; }
went() {
    cat "$1.out" "$1.err"; outcomes "$1"
    test "$(outcomes "$1" | sort | uniq -c | tr -s ' ')" = " 3 done" \
        && test "$(cat "$1.out")" = 'rows: ok, 3 1 2'
}
gave_up() {
    cat "$1.out" "$1.err"; outcomes "$1"
    outcomes "$1" | grep -q "$2" && test "$(cat "$1.out")" = 'rows: ok,'
}
script='10 resize 3; 20 resize 1; 30 resize 2'

changed direct direct "$script" -n 2 "$rows" 40
check 'state is read from memory' went direct
changed shared shared "$script" -n 2 "$rows" 40
check 'or from files' went shared
check 'of which nothing is left' nothing_left

changed tcp tcp "$script" -n 2 "$rows" 40 101 forbid
check 'or over TCP, as between hosts, from who forbids to read it' went tcp
check 'of which nothing is left' nothing_left
MITOSIS_ENCRYPT=1 MITOSIS_COMPRESS=3 \
    changed hidden tcp "$script" -n 2 "$rows" 40 101 forbid
check 'packed and encrypted, too' went hidden

changed auto auto "$script" -n 2 "$rows" 40 101 forbid
check 'where the kernel forbids to read memory, from files by itself' went auto
check 'of which nothing is left' nothing_left

changed refused direct '10 resize 3' -n 2 "$rows" 40 101 forbid
check 'told to read it nevertheless, the change is given up' \
    gave_up refused 'Operation not permitted'
check 'which the user is told' grep -q 'resize 3 was given up' refused.err
check 'and nothing is left' nothing_left

# A sanitizer takes terabytes of addresses and asks for more at any time.
test -z "$sanitizer" || { tap_done; exit; }
changed short auto '10 merge 0 1' -n 3 "$rows" 30 400000 limit
check 'a lack of memory is found before anything is started' \
    grep 'merge 0 1 at sync 10: a new rank would take about .* MiB of address space, of which a process here may have .* MiB' short.err
check 'the program gets to its end' grep -q '^rows: ok' short.out
check 'and nothing is left' nothing_left
tap_done
