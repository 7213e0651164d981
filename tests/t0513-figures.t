#!/bin/sh
# t0513-figures.t - a policy goes by the figures of a profile
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/job.sh"
mitosis=$top_builddir/mitosis

job=job
put() { cat >new.tmp && mv new.tmp "$1"; }
until_true() {
    for _ in $(seq 300); do
        "$@" >/dev/null 2>&1 && return
        sleep 0.1
    done
    "$mitosis" ctl why
    cat job.err
    return 1
}
why() { "$mitosis" ctl why | grep -e "$1"; }

# A core more than it believes to be free is free when the profile says so.
put policy.lua <<'END'
return {
    every = 0.2,
    decide = function(job)
        local host = job.hosts[job.host_names[1]]
        if job.free_cores == 7 and job.size == 2 then
            return { resize = 3, gain = -9, why = "7 are free" }
        end
        return nil, "asked " .. (host.profile.asked or "never")
    end,
}
END
profile() {
    put profile.lua <<END
local asked = 0
return { kind = "profile", derive = function(self)
    asked = asked + 1
    return { $1 }
end }
END
}

profile 'asked = asked > 2 and "often" or "once"'
keep job timeout 90 "$mitosis" run --output "$scratch/job.json" --policy policy.lua \
    --figures profile.lua --limits 1-3 -n 2 "$programs/tempo" 99999 3000 even stop &
check 'a policy sees figures' until_true why 'nothing: asked once'
check 'of a profile that remembers' until_true why 'nothing: asked often'
check 'which is named' until_true why 'shown the figures of profile.lua'
profile 'free = 7, asked = "anew"'
check 'what they take the place of counts' until_true why 'resize 3: 7 are free'
check 'also after a change' until_true why 'nothing: asked anew'
profile 'free = {}'
check 'when it fails the policy does without' until_true why 'nothing: asked never'
check 'and it is switched off' until_true why 'profile.lua, which failed and is off'
touch stop
wait
check 'the program ends well' grep -q 'exit status 0' job.status
check 'with its result' grep -qE \
    "^tempo: ([0-9]+) steps, the rows' sum is \\1000\$" job.out
fact 'after one change' '[.changes[] | [.what, .outcome, .why]]' \
    '[["resize","done","policy.lua: 7 are free"]]'
told() { cat job.err; test "$(grep -c "$1" job.err)" = 1; }
check 'the fault is told once' told "profile.lua:2: derive: 'free' is a table"
check 'and that it is switched off' told 'profile.lua failed 3 times in a row'
tap_done
