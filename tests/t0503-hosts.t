#!/bin/sh
# t0503-hosts.t - a policy sees all hosts of a job, and moves ranks there
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 3

# All that is known, in a reason; then one rank goes where rank 0 is not.
cat >see.lua <<'END'
return {
    every = 0.3,
    decide = function(job)
        local seen = {}
        for r = 0, job.size - 1 do
            local rank = job.ranks[r]
            local host = job.hosts[rank.host]
            if not rank.time or not host.load or not rank.rows
                    or not host.memory_free then
                return nil, "rank " .. r .. " is not known yet"
            end
            seen[#seen + 1] = rank.host
        end
        if job.changes > 0 then
            return nil, "all is done"
        end
        return { migrate = { rank = 1, to = "h3" },
                 why = table.concat(seen, " ") }
    end,
}
END
export MITOSIS_POLICY="$scratch/see.lua"
start seen -hosts h1,h2,h3 -n 3 $(tempo 10000 uneven)
check 'a policy sees a job and moves a rank' wait_until why 'nothing: all is done'
finish
check 'nothing is said' silent
fact 'the policy saw all ranks where they were' '.changes[0].why' \
    'see.lua: h1 h2 h3'
fact 'and one was moved' '[.changes[] | [.what, .outcome]]' \
    '[["migrate","done"]]'
fact 'to where it was to be' '[.ranks[].host] | join(" ")' 'h1 h3 h3'

# rebalance-speed needs no more than times
export MITOSIS_POLICY=rebalance-speed
start even -hosts h1,h2 -n 2 $(tempo 60000 uneven)
check 'shares follow speed over hosts, too' \
    wait_until why 'done: iterations take'
finish
fact 'once' '[.changes[] | [.what, .outcome]]' '[["rebalance","done"]]'
fact 'which pays' '.changes[0].realised_gain > 0.1' true
tap_done
