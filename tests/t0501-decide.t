#!/bin/sh
# t0501-decide.t - a job's policy is asked while it runs, and obeyed
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis
tempo=$programs/tempo

# run_policy NAME POLICY RANKS STEPS US HOW [OPTION...]  - tempo under it
run_policy() {
    job=$1 policy=$2 ranks=$3 steps=$4 us=$5 how=$6; shift 6
    rm -f "$job.stop"
    keep "$job" timeout 90 "$mitosis" run --output "$scratch/$job.json" \
        --policy "$policy" "$@" -n "$ranks" "$tempo" "$steps" "$us" "$how" \
        "$job.stop"
}

# wait_until COMMAND...  - it succeeds, within a while
wait_until() {
    for _ in $(seq 300); do
        "$@" && return
        sleep 0.2
    done
    cat whys
    return 1
}
# why TEXT  - 'ctl why' says so
why() {
    "$mitosis" ctl why >whys 2>&1
    grep -q "$1" whys
}

# right  - the program saw nothing of all that
right() {
    check "$job ends well and its state is whole" whole
}
whole() {
    cat "$job.status" "$job.out" "$job.err"
    grep -qx 'exit status 0' "$job.status" \
        && grep -qE "^tempo: ([0-9]+) steps, the rows' sum is \\1000\$" \
            "$job.out"
}

# says TEXT [TIMES]  - in its messages, as often
says() {
    cat "$job.err"
    test "$(grep -c -- "$1" "$job.err")" -eq "${2:-1}"
}
silent() { cat "$job.err"; ! grep . "$job.err"; }

# Grow once, in a run and under plain mpiexec
cat >grow.lua <<'END'
return {
    every = 0.1,
    options = { to = { type = "number" } },
    decide = function(job, options)
        if job.size < options.to and job.iteration > 20 then
            return { resize = options.to, why = "because" }
        end
    end,
}
END
run_policy grown grow.lua 1 9999 30000 divided --policy-option to=2 \
    --limits 1-2 &
check 'a job grows' wait_until why 'done: iterations take'
touch grown.stop
wait
job=grown
right
check 'and nothing is said' silent

fact 'the change is what was decided' \
    '[.changes[] | [.what, .from, .to, .outcome]]' \
    '[["resize",1,2,"done"]]'
fact 'and why is kept' '.changes[0].why' 'grow.lua: because'
fact 'what it would cost was said before' \
    '.changes[0].predicted_seconds | . > 0 and . < 1' true
fact 'and what it brought is said' '.changes[0]
    | .before_seconds >= 0.029 and .after_seconds >= 0.0145
        and (.realised_gain - 1 + .after_seconds / .before_seconds | fabs) < 1e-3' true

MITOSIS_OUTPUT="$scratch/plain.json" MITOSIS_POLICY=./grow.lua \
    MITOSIS_POLICY_OPTIONS=to=2 MITOSIS_LIMITS=1-2 \
    keep plain launch -genv LD_PRELOAD "$preload" -n 1 "$tempo" 9999 10000 \
    even plain.stop &
wait_until why '2 ranks'
touch plain.stop
wait
job=plain
right
fact 'plain mpiexec does the same' '[.changes[] | [.why, .to, .outcome]]' \
    '[["grow.lua: because",2,"done"]]'

# Of the numbers that can be had
cat >choosy.lua <<'END'
local asked = 0
return {
    every = 0.1,
    decide = function(job)
        local more = nearest(job.sizes, job.size + 1, job.size + 1, 4)
        asked = asked + 1
        if asked > 4 and more then
            return { resize = more, why = table.concat(job.sizes, " ") }
        end
        return more and { resize = 3, why = "too early" } or nil
    end,
}
END
run_policy choosy choosy.lua 1 9999 10000 divided --limits 1-8 \
    --sizes 1,powers-of-4,6 &
wait_until why '4 ranks' >/dev/null
check 'a number of ranks that cannot be had is refused' \
    why 'nothing: resize 3 is refused: 3 ranks do not go with --sizes 1,powers-of-4,6: 1 or 4 would; too early'
touch choosy.stop
wait
job=choosy
right
check 'which is told once' \
    says '^mitosis: .*3 ranks do not go with --sizes 1,powers-of-4,6: 1 or 4 would'
fact 'and one is found among those that can' \
    '[.changes[] | [.why, .to, .outcome]]' '[["choosy.lua: 1 4 6",4,"done"]]'

# What is of no use is not repeated
cat >restless.lua <<'END'
return {
    every = 0.1,
    decide = function(job)
        return { resize = 3 - job.size, gain = job.size == 1 and 0.5 or -2 }
    end,
}
END
run_policy restless restless.lua 1 9999 10000 added --limits 1-2 &
check 'growing does not pay' wait_until why 'growing did not pay; not again'
sleep 1
touch restless.stop
wait
job=restless
right
fact 'growing that does not pay is not repeated' \
    '[.changes[] | .to]' '[2,1]'
fact 'what it promised is kept' '[.changes[] | .predicted_gain]' '[0.5,-2]'

# Policies that fail
echo 'return { every = 0.02, decide = function(job) while true do pcall(error)
    end end }' >endless.lua
echo 'return { every = 0.02, decide = function(job) local t = {}
    for i = 1, 1e9 do t[i] = {} end end }' >greedy.lua
echo 'return { every = 0.02, decide = function(job) return { resize = "x" } end
}' >wrong.lua
echo 'return { every = 0.02, decide = function(job)
    local function f() return 1 + f() end return f() end }' >deep.lua
# told_once  - nothing is told twice; where all is slow, its time may be spent
# before its instructions and not always
told_once() {
    cat "$job.err"
    grep "^mitosis: $job.lua[ :]" "$job.err" >told && ! sort told | uniq -d | grep .
}
for policy in endless greedy deep wrong; do
    run_policy "$policy" "$policy.lua" 2 9999 10000 even &
    job=$policy
    wait_until says 'in a row and is switched off' >/dev/null 2>&1
    touch "$job.stop"
    wait
    right
    check 'it is told once' told_once
    check 'and that it is switched off' says 'in a row and is switched off'
    fact 'nothing changed' '.changes' '[]'
done

# Policies that are none
keep none "$mitosis" run --policy treshold -n 1 "$tempo" 1 1 even
check 'a policy that is none is told at once' \
    grep -qx "mitosis: --policy: there is no policy, protocol or profile 'treshold'; did you mean .threshold'?" none.err
check 'and nothing is run' grep -qx 'exit status 2' none.status
keep none "$mitosis" run --policy grow.lua -n 1 "$tempo" 1 1 even
check 'so is an option that is missing' \
    grep -qx 'mitosis: --policy: grow.lua: its option to must be given' none.err
job=plainly
keep plainly "$mitosis" run --policy threshold --output "$scratch/o.json" \
    -n 2 "$programs/ring"
check 'a program that cannot be changed is told' \
    says 'the policy was never asked: .*/ring did not register its state'
job=stays steps=5
MITOSIS_POLICY=treshold keep stays "$mitosis" run --output "$scratch/o.json" \
    -n 1 "$tempo" 5 1000 even
right
check 'in the environment it is told and passed over' \
    says "no policy, protocol or profile 'treshold'.*; the job runs without a policy"

# What means nothing without another setting
cat >expected <<'END'
mitosis: MITOSIS_POLICY_OPTIONS is of no use without MITOSIS_POLICY
mitosis: MITOSIS_PROTOCOL_OPTIONS is of no use without MITOSIS_PROTOCOL
mitosis: MITOSIS_FIGURES is of no use without MITOSIS_POLICY or MITOSIS_PROTOCOL
mitosis: MITOSIS_GIVE_BACK is of no use without MITOSIS_BATCH
END
job=idle
MITOSIS_POLICY_OPTIONS=a=1 MITOSIS_PROTOCOL_OPTIONS=a=1 MITOSIS_FIGURES=smooth \
    MITOSIS_GIVE_BACK=on keep idle "$mitosis" run \
    --output "$scratch/idle.json" -n 1 "$tempo" 5 1000 even
right
check 'a setting that means nothing without another one is told' \
    diff expected idle.err
MITOSIS_FIGURES_OPTIONS=a=1 MITOSIS_GIVE_BACK=off keep idle "$mitosis" run \
    --output "$scratch/idle.json" -n 1 "$tempo" 5 1000 even
check 'so are the options of a profile' \
    says 'MITOSIS_FIGURES_OPTIONS is of no use without MITOSIS_FIGURES$'
check 'and not what is as it was' says 'of no use'

# Changed while the job runs, and asked why
cat >first.lua <<'END'
return { every = 0.05, decide = function() return nil, "the first one" end }
END
cat >second.lua <<'END'
return {
    every = 0.05,
    decide = function(job)
        if job.size == 1 then
            return { split = 0, why = "the second one" }
        end
        return nil, "it is done"
    end,
}
END
cp first.lua changing.lua
run_policy changing changing.lua 1 9999 10000 divided --limits 1-2 &
check 'ctl why tells what was decided' wait_until why 'nothing: the first one'
check 'about what' grep -qE 'sync [0-9]+, 1 rank, [0-9.]+ ms an iteration' whys
echo 'return { decide = ' >broken.lua
mv broken.lua changing.lua
check 'a wrong new file is told' \
    wait_until grep -q 'near <eof>; the policy stays as it was' changing.err
check 'and passed over' why 'nothing: the first one'
cp second.lua new.lua && mv new.lua changing.lua
check 'a good one is loaded' wait_until why 'split 0: the second one'
check 'and decides' wait_until why 'nothing: it is done'
check 'what came of it is told' \
    grep -qE 'done: iterations take [0-9]+ % (less|more) time' whys
touch changing.stop
wait
job=changing
right
check 'the wrong one was told once' says 'the policy stays as it was'
check 'the good one, too' says 'changing.lua was loaded anew'
keep left "$mitosis" ctl why
check 'without a job there is nothing to tell' \
    grep -q 'no job that can be changed' left.err

# What other numbers of ranks would bring is known once there were two
cat >ask.lua <<'END'
return {
    every = 0.1,
    decide = function(job)
        local seconds, how = job.predict(3)
        if not seconds then
            return job.size < 2 and { resize = 2, why = how } or nil, how
        end
        return nil, "3 ranks would be " .. (seconds < job.iteration_time
            and "faster, " or "slower, ") .. how
    end,
}
END
run_policy asked ask.lua 1 9999 60000 divided --limits 1-2 &
check 'a job that went from one to two ranks tells of three' \
    wait_until why '3 ranks would be faster, extrapolated'
touch asked.stop
wait
job=asked
right
tried() {
    "$mitosis" policy try ask.lua --profile asked.json >said
    cat said
    grep -q 'measured with 1 rank only, and two' said \
        && grep -q '3 ranks would be faster, extrapolated' said
}
check 'so does its record, from the change on' tried
tap_done
