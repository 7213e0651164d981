-- threshold.lua - leave an overloaded host
--
-- The oldest of all policies: when others keep a host busy and another host
-- has a core to spare, move one rank there.  One at a time: after each the
-- measurements are fresh, and there is nothing to undo when the load turns out
-- to have been a short one.
--
-- Learn from it: 'job.hosts' by name, a decision with 'why' and 'gain'.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "Move a rank from a host that others keep busy to an idle one.",
    every = 2.0,
    options = {
        busy = { type = "number", default = 0.5,
                 help = "Leave a host on which others want more cores." },
        idle = { type = "number", default = 0.2,
                 help = "Go to one on which they want fewer." },
    },
    decide = function(job, options)
        local slow, to = job.slowest, job.idlest_host
        if not slow then
            return nil, "the ranks' times are not known yet"
        end
        local from = job.hosts[slow.host]
        if (from.demand or 0) <= options.busy then
            return nil, "the slowest rank's host has no other load"
        end
        -- Where nobody has measured it, that is to be tried.
        if (to.demand or 0) >= options.idle
                or (to.free or to.cores - to.ranks) < 0.7 then
            return nil, "no host is idle"
        end
        -- There it will take as long as the ranks that nobody disturbs.
        return { migrate = { rank = slow.rank, to = to.name },
                 gain = 1 - math.min(1, job.fastest.time / slow.time),
                 why = "others want " .. string.format("%.1f", from.demand)
                       .. " cores of " .. from.name }
    end,
}
