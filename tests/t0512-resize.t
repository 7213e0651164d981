#!/bin/sh
# t0512-resize.t - a resize goes to where cores are free
#
# SPDX-License-Identifier: BSD-3-Clause
# shellcheck disable=SC2046
. "$top_srcdir/tests/live.sh"
hosts_up 4
hosts_share 80 h1 h2 h3 h4
lists_hosts h1 h2 h3 h4

# Says which hosts others keep busy, and leaves it at that.
cat >look.lua <<'END'
return {
    every = 0.4,
    decide = function(job)
        local seen = {}
        for _, name in ipairs(job.host_names) do
            local demand = job.hosts[name].demand
            seen[#seen + 1] = name .. (not demand and " unknown"
                                       or demand > 0.7 and " busy" or " idle")
        end
        return nil, job.size .. " ranks: " .. table.concat(seen, ", ")
    end,
}
END
export MITOSIS_POLICY="$scratch/look.lua"

# shared COUNT...  - so many ranks are on h1, h2, ...
shared() {
    host=0
    for count; do
        host=$((host + 1))
        lists "h$host: $count ranks\\?\\(, the agent\\)\\?\\(, on offer\\)\\?" \
            || return
    done
}

start resize -hosts h1,h2 -n 2 $(tempo 20000 divided)
check 'hosts without ranks are not measured yet' \
    wait_until why '2 ranks: h1 idle, h2 idle, h3 unknown, h4 unknown'
ctl resize 4 >/dev/null
check 'each has a rank when it was to be tried' wait_until shared 1 1 1 1
check 'and is measured' \
    wait_until why '4 ranks: h1 idle, h2 idle, h3 idle, h4 idle'
load_comes h2 4 # to be seen even where the host gets less than its share
check 'a load is seen' wait_until why 'h1 idle, h2 busy, h3 idle, h4 idle'
ctl resize 3 >/dev/null
check 'the host that others keep busy is left' wait_until shared 1 0 1 1
load_ends
check 'the load ends' \
    wait_until why '3 ranks: h1 idle, h3 idle, h4 idle, h2 idle'
ctl resize 2 >/dev/null
check 'ranks stay where they have a core' wait_until shared 1 0 1 0
ctl resize 4 --hosts h1,h4 >/dev/null
check 'hosts that are named are used as they are' wait_until shared 2 0 0 2
finish
tap_done
