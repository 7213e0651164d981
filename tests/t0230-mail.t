#!/bin/sh
# t0230-mail.t - messages that are under way when a job is changed
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
host=$(hostname)

# changed NAME SCRIPT WORD...  - run a job with changes
changed() {
    name=$1 script=$2; shift 2
    MITOSIS_SCRIPT=$script run_watched "$name" "$@"
}

# outcomes NAME  - how its changes ended, a line each
outcomes() { jq -r '.changes[].outcome' "$scratch/$1.json"; }
all_done() { test "$(outcomes "$1" | sort | uniq -c | tr -s ' ')" = " $2 done"; }
given_up() { outcomes "$1" | tee came | grep -q "$2" || ! cat came; }
sent() { jq '[.ranks[].sent_count] | add' "$scratch/$1.json"; }
same_count() { test "$(sent "$1")" -gt 0 && test "$(sent "$1")" = "$(sent "$2")"; }

run_watched undisturbed -n 3 "$programs/latent" 120
changed moved "20 migrate 1 $host; 50 migrate 0 $host; 80 migrate 2 $host" \
    -n 3 "$programs/latent" 120
check 'a rank moves while messages are under way' all_done moved 3
check 'they arrive, in order' cmp undisturbed.out moved.out
check 'each is counted once' same_count undisturbed moved

changed resized '20 resize 2' -n 3 "$programs/latent" 150
check 'with another number of ranks they cannot be carried over' \
    given_up resized 'messages* from rank [0-9] to rank [0-9] .* not received'
check 'the user is told' grep -q 'resize 2 was given up' resized.err
run_watched undisturbed -n 3 "$programs/latent" 150
check 'and the program goes on' cmp undisturbed.out resized.out

run_watched undisturbed -n 3 "$programs/uneven" 200
changed apart "21 migrate 1 $host; 80 migrate 0 $host" -n 3 "$programs/uneven" 200
check 'ranks that are out of step move, who waits having something to receive' \
    all_done apart 2
check 'and all of that arrives' cmp undisturbed.out apart.out
check 'once' same_count undisturbed apart
tap_done
