-- steal-network.lua - steal from hosts that are near
--
-- State travels through the network, and so do the messages of a rank that
-- went away.  An idle host looks for crowded hosts nearby first: in its rack,
-- then behind the next switch.
--
-- Learn from it: 'distance', which is nil for hosts that nothing was said to.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "A host with an idle core takes a rank from a near crowded one.",
    every = 1.0,
    options = {
        farthest = { type = "number", default = 1000000,
                     help = "Microseconds: do not steal from hosts farther "
                            .. "away; those that nobody knows are so far." },
    },
    decide = function(job, options)
        local thief, near, least = job.idlest_host, nil, nil
        -- Something always runs.  Where nobody has measured it, that is tried.
        if (thief.free or thief.cores - thief.ranks) < 0.7 then
            return nil, "no host has an idle core"
        end
        for _, name in ipairs(job.host_names) do
            local distance = thief.distance[name] or options.farthest
            if name ~= thief.name and job.hosts[name].over > 0.5
                    and distance <= options.farthest
                    and (not least or distance < least) then
                near, least = name, distance
            end
        end
        if not near then
            return nil, "no host that is near enough is crowded"
        end
        for r = 0, job.size - 1 do
            if job.ranks[r].host == near then
                return { migrate = { rank = r, to = thief.name },
                         why = near .. " is the nearest crowded host" }
            end
        end
    end,
}
