#!/bin/sh
# t0130-accidents.t - whatever happens to a rank, the report tells of all of
# them up to that moment
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
accident=$programs/accident

# When two ranks end by accident it is chance whose status Hydra takes.  So
# what counts is the one that it had in the same run.
cat >recorded <<END
#!/bin/sh
"${MITOSIS_MPIEXEC:-$mpiexec}" "\$@"
status=\$?
echo "exit status \$status" >"$scratch/mpiexec.status"
exit \$status
END
chmod +x recorded
export MITOSIS_MPIEXEC="$scratch/recorded"

# run_mode MODE  - under 'mitosis run', which makes the report
run_mode() {
    job=$1
    rm -f mpiexec.status
    keep "$job" timeout 120 "$mitosis" run --output "$scratch/$job.json" \
        --summary off -n 2 "$accident" "$job"
}

# plain_mode MODE  - under mpiexec, where the pages stay behind
plain_mode() {
    job=plain-$1
    keep "$job" launch -genv LD_PRELOAD "$preload" -n 2 "$accident" "$1"
}

# ten_each MODE  - each rank came as far as the accident
ten_each() {
    fact "$1: both ranks came as far as that" 'call("MPI_Sendrecv").count' 20
}

for mode in segv abort kill term oom exit _exit return; do
    run_mode "$mode"
    check "$mode: the exit status is that of mpiexec" \
        diff -u mpiexec.status "$mode.status"
    fact "$mode: the report is marked as not complete" .complete false
    ten_each "$mode"
    fact "$mode: the loop was found" .iterations.count 10
    check "$mode: no pages are left" test -z "$(ls "$MITOSIS_PAGES")"
done

# The status of mpiexec is that of the rank that it takes: of one that a signal
# ended 11, with a core 139, or 9 of one that mpiexec killed itself; of one that
# called _exit(4) it is 4, with no word to us either.
job=segv
signal_told() {
    ask .incomplete_reason >came
    cat came "$job.status"
    status=$(sed 's/exit status //' "$job.status")
    grep "status $status: signal $((status % 128)) ([A-Z].*), or an exit status" came
}
check 'segv: the report tells of the signal, and that it may be none' signal_told
check 'and which rank was not in MPI then' \
    grep 'killed or called _exit(), rank 1 outside of MPI and the other' came
job=_exit
check '_exit: nor does the report say that it was one' signal_told
job='exit'
fact 'what a rank returned is no signal' \
    '.incomplete_reason | contains("signal")' false

run_mode abort_mpi
fact 'MPI_Abort: the rank that called it is told' \
    '.ranks[1] | [.state, .abort_code] | tojson' '["aborted",5]'

# One that is done waits for another, and both are killed there.
timeout 120 "$mpiexec" -genv LD_PRELOAD "$preload" -n 2 "$accident" early \
    </dev/null >early.out 2>early.err &
pid=$!
wait_at_the_end() {
    "$mitosis" report --now "$MITOSIS_PAGES"/* >now 2>&1
    grep -q '^ *rank 1: finishing' now && grep -q '^ *rank 0: .*MPI_Barrier' now
}
until_true wait_at_the_end
kill "$pid"
wait "$pid" 2>/dev/null
job=early
folder=$(echo "$MITOSIS_PAGES"/*)
"$mitosis" report "$folder" --output early.json >out 2>&1
"$mitosis" report "$folder" --remove >out 2>&1
check 'a rank that was killed in MPI_Finalize is seen there' \
    grep 'rank 1: killed, in MPI_Finalize' out
fact 'and not told to be outside of MPI' \
    '.incomplete_reason | contains("outside")' false

for mode in kill abort_mpi; do
    plain_mode "$mode"
    folder=$(echo "$MITOSIS_PAGES"/*)
    name=$(basename "$folder" | sed 's/^mitosis-[0-9]*-//')
    check "$mode under mpiexec: 'mitosis report' finds what stayed behind" \
        "$mitosis" report "$name" --output "$job.json"
    fact 'and makes a report of it' .complete false
    ten_each "$mode"
    "$mitosis" report "$folder" --remove >out 2>&1
    check 'and removes it when told to' test ! -e "$folder"
done

# A job that hangs is looked at while it does.
timeout 120 "$mpiexec" -genv LD_PRELOAD "$preload" -n 2 "$accident" hang \
    </dev/null >hang.out 2>hang.err &
pid=$!
stuck() {
    "$mitosis" report --now "$MITOSIS_PAGES"/* >now 2>&1
    grep -q '^ *rank 1: .*MPI_Recv' now && grep -q '^ *rank 0: .*MPI_Barrier' now
}
until_true stuck
check 'a rank that hangs is seen where it hangs' \
    grep -E 'rank 1: .*MPI_Recv at meet_end \(accident\.c:[0-9]+\)' now
check 'and the others where they wait for it' \
    grep -E 'rank 0: .*MPI_Barrier at main \(accident\.c:[0-9]+\)' now
unnamed() {
    "$mitosis" report --now >alone 2>&1
    cat alone
    grep -q '^ *rank 1: .*MPI_Recv' alone
}
check 'the only job that runs need not be named' unnamed
check 'the job goes on' kill -0 "$pid"
kill "$pid"
wait "$pid" 2>/dev/null
"$mitosis" report "$(echo "$MITOSIS_PAGES"/*)" --remove >out 2>&1
check 'nothing is left' test -z "$(ls "$MITOSIS_PAGES")"

# So is whom a rank waits for, and also in the first call that it makes.
timeout 120 "$mpiexec" -genv LD_PRELOAD "$preload" -n 6 "$programs/stuck" \
    </dev/null >stuck.out 2>stuck.err &
pid=$!
job=stuck
all_stuck() {
    "$mitosis" report --now "$MITOSIS_PAGES"/* --output stuck.json >now 2>&1 \
        && test "$(ask '[.ranks[].inside.where // empty] | length')" -eq 6 \
        && test "$(ask '.ranks[4].inside.call')" = MPI_Waitall \
        && test "$(ask '.ranks[5].inside.call')" = MPI_Recv
}
until_true all_stuck
table 'whom each rank waits for is seen, and where' \
    '.ranks[].inside | "\(.call) \(.peer) \(.where | sub(" .*"; ""))"' <<'END'
MPI_Recv -1 receive
MPI_Recv 0 receive
MPI_Ssend 0 main
MPI_Bcast 0 main
MPI_Waitall 0 wait_for_two
MPI_Recv 4 receive
END
"$mitosis" report --now "$MITOSIS_PAGES"/* >now 2>&1
check 'and is told' grep -E \
    'rank 3: running, in MPI_Bcast at main \(stuck\.c:[0-9]+\), waiting for' now
kill "$pid"
wait "$pid" 2>/dev/null
"$mitosis" report "$(echo "$MITOSIS_PAGES"/*)" --remove >out 2>&1

# What cannot be written is told once, and the program runs on.
mkdir locked
chmod 500 locked
if test "$(id -u)" -ne 0; then
    cd locked || exit 1
    job=locked
    MITOSIS_OUTPUT='' keep ../locked launch -genv LD_PRELOAD "$preload" \
        -n 2 "$programs/ring"
    cd .. || exit 1
fi
MITOSIS_OUTPUT=$scratch/no/such/folder.json keep nofolder \
    launch -genv LD_PRELOAD "$preload" -n 2 "$programs/ring"
check 'a report that cannot be written is told once' \
    test "$(grep -c 'no/such/folder' nofolder.err)" -eq 1
check 'and costs the program nothing' grep -qx 'exit status 0' nofolder.status
check 'and its pages are kept' test -n "$(ls "$MITOSIS_PAGES")"
"$mitosis" report "$(echo "$MITOSIS_PAGES"/*)" --remove >out 2>&1

MITOSIS_PAGES=$scratch/none keep nopages \
    launch -genv LD_PRELOAD "$preload" -n 2 "$programs/ring"
check 'no place for pages: the program runs on' \
    grep -qx 'exit status 0' nopages.status
check 'and one rank of the host says so once' \
    test "$(grep -c 'not watched' nopages.err)" -eq 1

# Whether the program can do with files that are so small or not.
# shellcheck disable=SC2016 # it is a shell's that runs it
keep small sh -c 'ulimit -f 100 && exec "$@"' - \
    "$mitosis" run -n 2 --output small.json "$programs/ring"
told_once() {
    cat small.err
    test "$(grep -c 'not watched' small.err)" -eq 1 \
        && ! grep -E 'told anything|came to MPI_Init' small.err
}
check 'nor is another reason told where a page cannot be made' told_once
tap_done
