#!/bin/sh
# t0216-killed.t - processes that are killed at any moment of a change
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/change.sh"
fickle=$programs/fickle
program=fickle
keep fickle.first launch -n 2 "$fickle" 40

# goes_on REASON  - the program does, with its result, and ctl told why
goes_on() {
    check "$job: the program goes on as if nothing had been" same_result
    check 'and who asked is told why' is_answered "$1"
    gone
}
is_answered() {
    cat ctl.out "$job.err"
    grep -Ex "$1" ctl.out
}
given_up='resize 3 was given up: '

# ---- the launcher ----

mpiexec_before=$(command -v "$mpiexec")
cp "$mpiexec_before" "${mpiexec_before%/*}/hydra_pmi_proxy" .
cp "$mpiexec_before" mpiexec
mpiexec=$scratch/mpiexec
# relaunch SCRIPT  - what the agent starts is something else
relaunch() {
    printf '#!/bin/sh\n%s\n' "$1" >other
    chmod +x other
    mv other mpiexec
}
begin 'launcher fails' 2 - "$scratch/gate"
at_gate 2
relaunch 'echo no more licences >&2; exit 9'
ask_for resize 3
finish
goes_on "$given_up$ranks_ended"
check 'with what it said' grep -q 'it said: no more licences' "$job.err"

cp "$mpiexec_before" other
mv other mpiexec
export MITOSIS_PATIENCE=1
begin 'launcher hangs' 2 - "$scratch/gate"
at_gate 2
relaunch 'exec env --ignore-signal=TERM sleep 100'
ask_for resize 3
finish
goes_on "${given_up}getting the new ranks ready took longer than 1 s"
unset MITOSIS_PATIENCE
mpiexec=$mpiexec_before

# ---- new ranks ----

begin 'killed taking over' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
victim=$(one 2 fickle)
kill -STOP "$victim"
touch gate
phase 'moving'
kill -KILL "$victim"
finish
goes_on "$given_up$ranks_ended"

# ---- the agent ----

lost="the job's agent is gone"
begin 'agent killed at launch' 2 late "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'getting the new ranks ready'
until_true one 2 fickle
kill -KILL "$(agent)"
finish
goes_on "mitosis: $lost"

begin 'agent killed at agreeing' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -KILL "$(agent)"
finish
goes_on "mitosis: $lost"
says_once() {
    cat "$job.err"
    grep 'the agent' "$job.err" >about
    echo 'mitosis: the agent was lost and is there again; resize 3 was given up' \
        | diff -u - about
}
check 'that it is there again is said once' says_once

begin 'agent killed at the move' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
kill -STOP "$(one 2 fickle)"
touch gate
phase 'moving'
kill -KILL "$(agent)"
finish
goes_on "mitosis: $lost"
check 'that it is there again is said once' says_once

export MITOSIS_SCRIPT='3 resize 3'
begin 'agent killed after the commit' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(agent)"
finish
check "$job: the program goes on" same_result
check 'its end is told' grep -qx 'exit status 0' "$job.status"
is_changed_to() { ask '.changes[] | "\(.to) \(.outcome)"' | grep -x "$1"; }
check 'and the change is in the report' is_changed_to '3 done'
gone
begin 'agent killed, status' 2 status "$scratch/gate"
at_gate 3
kill -KILL "$(agent)"
finish
check "$job: it is that of the program" grep -qx 'exit status 5' "$job.status"
gone

# ---- who runs mpiexec ----

runner() { belongs "$job" | awk '/ mitosis keep / { print $1 }'; }
begin 'runner killed' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(runner)"
finish
check "$job: that is told" \
    grep -qx 'mitosis: how the job ended is not known' "$job.err"
gone
unset MITOSIS_SCRIPT

# ---- an agent that says nothing ----

export MITOSIS_PATIENCE=2
begin 'agent stopped' 2 - "$scratch/gate"
at_gate 2
ask_for resize 3
phase 'agreeing'
stopped=$(agent)
kill -STOP "$stopped"
touch gate
wait "$running"
check "$job: the program goes on as if nothing had been" same_result
check 'that it is there again is said once' says_once
kill -KILL "$stopped"
wait "$asking"
asking=
gone
unset MITOSIS_PATIENCE
tap_done
