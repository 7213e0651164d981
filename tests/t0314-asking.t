#!/bin/sh
# t0314-asking.t - who asks a job's agent is answered, or told why not
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"

# ---- one that is stopped ----

begin stopped 2 long "$scratch/gate"
until_true ctl status
stopped=$(agent)
kill -STOP "$stopped"
is_stopped="mitosis: .*the job's agent, process $stopped, is stopped (state T, by a signal); 'kill -CONT $stopped' lets it go on"
for words in status metrics why hosts 'resize 3' wait; do
    # shellcheck disable=SC2086 # it may be several words
    check "while the agent is stopped '$words' says so" \
        refused 1 "$is_stopped" ctl $words
done
check "and so does 'invite'" refused 1 "$is_stopped" ctl invite ticket
check 'report --now does not need it' \
    timeout 120 "$top_builddir/mitosis" report --now "$MITOSIS_PAGES"/*
kill -CONT "$stopped"
check 'when it goes on it answers' until_true ctl status
finish
check 'the program ends as if nothing had been' \
    grep -qx 'exit status 0' "$job.status"
gone

# ---- a program that ends while a change is under way ----

begin ending 2 tardy "$scratch/gate"
touch gate.start
until_true ctl status
check 'a job is changed' ctl rebalance 1 2
rm gate.start
ask_for resize 3
phase 'getting the new ranks ready'
touch gate
wait "$asking"
check 'a change that the end of the program cuts short is told as that' \
    grep -x 'resize 3 was given up: the program is ending' ctl.out
touch gate.start
wait "$running"
asking=
gone

# ---- another user ----

nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
launch_as_nobody() { nobody timeout 120 "$mpiexec" "$@" </dev/null; }
if test "$(id -u)" -eq 0 && nobody test -x "$programs/fickle"; then
    mkdir others
    chmod 777 others
    chmod 777 . # for the report
    MITOSIS_PAGES=$scratch/others
    launcher=launch_as_nobody
    begin others 1 long "$scratch/gate"
    asked() { ctl --job "$(echo "$scratch"/others/*)" status; }
    check "root may ask for another user's job by its folder" \
        until_true asked
    finish
    gone
fi
tap_done
