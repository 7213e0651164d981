#!/bin/sh
# t0515-restart.t - an agent that is killed is started again, and carries on
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/restart.sh"

# ---- nothing is under way ----

start idle long
lose
check 'it knows of the first generation' is_now '2 ranks, generation 1, '
works resize 3
lose
check 'and of a later one' is_now '3 ranks, generation 2, '
ctl why >said 2>&1
check 'and tells how often it was lost' \
    grep '^the agent was lost and started again 2 times' said
works resize 2
ends 2 'resize 2 3 done' 'resize 3 2 done'

# ---- what comes later ----

cat >grow.lua <<'END'
return { every = 0.1, decide = function() end }
END
export MITOSIS_POLICY=./grow.lua MITOSIS_LIMITS=1-4
start policy long
lose
cat >other.lua <<'END'
return { every = 0.1, decide = function(job)
    if job.size < 3 then return { resize = 3, why = "it was told to" } end
end }
END
mv other.lua grow.lua
check 'a policy goes on deciding' until_true is_now '3 ranks, generation 2, '
lose
sed 's/< 3/< 4/; s/= 3/= 4/' grow.lua >other.lua
mv other.lua grow.lua
check 'in a later generation, too' until_true is_now '4 ranks, generation 3, '
ends 2 'resize 2 3 done' 'resize 3 4 done'
unset MITOSIS_POLICY MITOSIS_LIMITS

# The next steps are too far for their changes to begin at the gate.
export MITOSIS_SCRIPT='3 resize 3; 2000 resize 2; 3000 resize 1'
length=4000
begin script 2 - "$scratch/gate"
at_gate 3
lose
ctl status >now
check 'a script goes on with the next step' \
    grep -x 'next in the script: resize 2 at sync 2000' now
ends 1 'resize 2 3 done' 'resize 3 2 done' 'resize 2 1 done'
unset MITOSIS_SCRIPT length

# ---- not again ----

start stopped long
stopped=$(agent)
kill -STOP "$stopped"
folder=$(echo "$MITOSIS_PAGES"/*)
held() { ! flock --nonblock "$folder/head" true; }
check 'an agent that is stopped is still the one' held
gives_up() {
    ctl resize 4 >ctl.out 2>&1
    set -- $?
    cat ctl.out
    test "$1" -eq 1 && grep 'is stopped' ctl.out
}
check 'who asks it is told that it is stopped' gives_up
kill -CONT "$stopped"
works resize 3
check 'it does nothing that was given up meanwhile, and goes on as it was' test "$(agent)" = "$stopped"
ends 0 'resize 2 3 done'

start often long
given_up() {
    grep -x "mitosis: .*the agent is lost and not started again (it was killed 3 times within 10 s); the program goes on, but cannot be changed any more" often.err
}
kill_again() { given_up || { kill -KILL "$(agent)"; false; }; }
check 'one that is killed again and again is not' until_true kill_again
check 'and ctl says so' sh -c "! $top_builddir/mitosis ctl status"
finish
check 'the program ends well' ended_well
check 'which is in the report' \
    sh -c "jq -r '.incidents[-1]' often.json | grep 'not started again'"
gone

# ---- at the end ----

begin end 2 - "$scratch/gate"
at_gate 2
kill -KILL "$(agent)"
finish
check 'end: a job that ends without an agent ends well' ended_well
gone

export MITOSIS_SCRIPT='3 resize 3'
begin 'later end' 2 - "$scratch/gate"
at_gate 3
kill -KILL "$(agent)"
finish
check 'later end: a job that ends without an agent ends well' ended_well
gone
tap_done
