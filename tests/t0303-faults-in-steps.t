#!/bin/sh
# t0303-faults-in-steps.t - what goes wrong between hosts in the steps of a
# change: before the commit the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4
export MITOSIS_PATIENCE=6
patience=100

# stand NAME WAY WORD...  - a job that stands at its gate, so that a change
# waits: for "late" new ranks if it is late, else for the old ones
stand() {
    job=$1 way=$2; shift 2
    rm -f gate gate.start
    MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" launch \
        -genv LD_PRELOAD "$preload" "$@" "$programs/fickle" 40 "$way" gate &
    running=$!
    until_true stands || check "$job comes to its gate" false
}
stands() {
    ctl status >now && grep -q 'rank 0: .*, running, sync 6$' now \
        && grep -q 'rank 1: on h2, running' now
}
# begin CHANGE...  - until it is in the phase of that name
begin() {
    phase=$1; shift
    ctl "$@" >said 2>&1 &
    asking=$!
    until_true in_phase || check "$job: it comes to $phase" false
}
in_phase() { ctl status | grep "^under way: .*: $phase"; }
given_up() {
    wait "$asking"
    check "$job: the change is given up, and why" gave_up "given up: .*($1)"
}
gave_up() { says "$1" || ! cat said; }
open_gate() { touch gate gate.start; }

# ---- getting the new ranks ready ----

stand cut_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
hosts_do cut h3
given_up 'getting the new ranks ready took longer than 6 s|h3'
hosts_do mend h3
open_gate
finish

stand killed_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
kill_all h3 "^$programs/fickle"
given_up 'new rank|the new ranks ended'
open_gate
finish

stand agent_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
kill_all h1 'mitosis agent'
wait "$asking"
check 'ctl is told that the agent is gone' test -s said
open_gate
finish

# A launcher that hangs, and a proxy that does.
stand stuck '' -hosts h1,h2 -n 2
mv "$hosts/ssh" "$hosts/ssh.real"
cat >"$hosts/ssh" <<END
#!/bin/sh
case "\$*" in *h3*) exec sleep 300 ;; esac
exec "$hosts/ssh.real" "\$@"
END
chmod +x "$hosts/ssh"
ask_for migrate 1 h3
check 'a launcher that hangs is given up' says 'ready took longer than 6 s'
mv "$hosts/ssh.real" "$hosts/ssh"
open_gate
finish
tap_done
