#!/bin/sh
# t0505-links.t - how the network between hosts is, is seen in real traffic
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
hosts_up 4

# Of each pair, whether something is known, and nothing that cannot be.
cat >see.lua <<'END'
return {
    every = 0.2,
    decide = function(job)
        local seen = {}
        for _, from in ipairs(job.host_names) do
            for _, to in ipairs(job.host_names) do
                local far = job.hosts[from].distance[to]
                local fast = job.hosts[from].bandwidth[to]
                if far and (far < 0 or far > 1e6) or from == to and far ~= 0
                        or fast and (fast < 1 or fast > 1e12) then
                    error(from .. " to " .. to .. " cannot be")
                end
                if from ~= to and far then
                    seen[#seen + 1] = from .. to .. (fast and "" or "?")
                end
            end
        end
        return nil, table.concat(seen, " ")
    end,
}
END
export MITOSIS_POLICY="$scratch/see.lua"
echo h4 >hostfile # nobody speaks to it
export MITOSIS_HOSTS_FILE="$scratch/hostfile"
# shellcheck disable=SC2046
start seen -hosts h1,h2,h3 -n 3 $(tempo 2000 even)
check 'a policy sees who is how far, who spoke to each other' \
    wait_until why 'nothing: h1h2 h1h3 h2h1 .*h3h1'
silent_of() { ctl why >said && ! grep "nothing:.*$1" said; }
check 'and of who did not, nothing' silent_of h4
finish
check 'nothing is said' silent
tap_done
