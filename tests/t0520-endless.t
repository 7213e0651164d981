#!/bin/sh
# t0520-endless.t - policies and protocols that would keep Lua busy for good
#
# Their tables have hardly anything in them and a length of 2^62.
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
mitosis=$top_builddir/mitosis

long='local t = {} for k = 62, 0, -1 do t[1 << k] = 1 end'

# module NAME BODY  - a policy, a protocol and a profile that do so
module() {
    echo "return { every = 0.1, decide = function(job) $long $2 end }" \
        >"$1-policy.lua"
    echo "return { kind = 'protocol', every = 0.1,
        tick = function(self) $long $2 end }" >"$1-protocol.lua"
    echo "return { kind = 'profile',
        derive = function(self) $long $2 return {} end }" >"$1-profile.lua"
    echo "$long $2 return { decide = function() end }" >"$1-file.lua"
}
module remove 'table.remove(t, 1)'
module insert 'table.insert(t, 1, 1)'
module concat 'table.concat(t)'
module sort 'for k = 62, 31, -1 do t[1 << k] = nil end table.sort(t, pcall)'

# ends TEXT COMMAND...  - by itself, with status 1 and TEXT in what it says
ends() {
    text=$1; shift
    timeout 120 "$@" >said 2>&1
    came=$?
    cat said
    test "$came" -eq 1 && grep -q "$text" said
}
for what in remove insert concat sort; do
    for kind in policy protocol profile; do
        check "$what: a $kind that does it is checked" \
            ends 'FAILS: .* is spent' "$mitosis" policy check \
            "$what-$kind.lua"
    done
    check "$what: a file that does it does not load" ends ' is spent' \
        "$mitosis" policy show "$what-file.lua"
done

# A job runs on, and its agent answers.
answers_ctl() { timeout 60 "$mitosis" ctl status; }
whys() { "$mitosis" ctl why >said 2>&1; grep -q "$1" said; }
ends_well() { cat "$job.status" "$job.err"; grep -qx 'exit status 0' "$job.status"; }
for what in remove sort; do
    job=$what
    rm -f stop
    keep "$job" timeout 120 "$mitosis" run --policy "./$what-policy.lua" \
        --output "$scratch/$job.json" -n 2 \
        "$programs/tempo" "$steps" 3000 even stop &
    check "$what: the policy of a job is switched off" \
        wait_until whys 'it failed and is off'
    check 'and ctl is answered' answers_ctl
    touch stop
    wait
    check 'and the program ends well' ends_well
    check 'what was wrong is told once' test \
        "$(grep -c "$what-policy.*is spent" "$job.err")" -eq 1
done

# So it is on every host.
hosts_up 2
export MITOSIS_PROTOCOL="$scratch/remove-protocol.lua"
start hosts -hosts h1,h2 -n 2 $(tempo 3000 even)
said() { cat "$job.err"; grep -q "$1" "$job.err"; }
check 'a protocol is off on the first host' wait_until why \
    '^  h1 fails: remove-protocol.*is spent'
check 'and on the other' wait_until said 'h2.*remove-protocol.*is spent'
check 'ctl is answered' timeout 60 "$top_srcdir/tools/hosts" run "$hosts" h1 \
    "$mitosis" ctl status
finish
tap_done
