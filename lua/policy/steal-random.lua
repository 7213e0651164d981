-- steal-random.lua - idle hosts steal work at random
--
-- Work stealing needs no overview: who has nothing to do asks somebody, and
-- tries another one the next time if there was nothing to get.  Asking at
-- random spreads the asking, and that is enough in theory and in practice.
--
-- Learn from it: 'job.random' instead of math.random, so that the same job
-- gets the same answer when it is tried again.
--
-- SPDX-License-Identifier: BSD-3-Clause

return {
    help = "A host with an idle core takes a rank from a random other one.",
    every = 1.0,
    decide = function(job)
        local thief = job.idlest_host
        -- Something always runs.  Where nobody has measured it, that is tried.
        if (thief.free or thief.cores - thief.ranks) < 0.7 then
            return nil, "no host has an idle core"
        end
        local others = {}
        for _, name in ipairs(job.host_names) do
            if name ~= thief.name then
                others[#others + 1] = job.hosts[name]
            end
        end
        if #others == 0 then
            return nil, "there is no other host"
        end
        local victim = others[math.floor(job.random * #others) + 1]
        if victim.over <= 0.5 then
            return nil, victim.name .. " has no rank to spare"
        end
        for r = 0, job.size - 1 do
            if job.ranks[r].host == victim.name then
                return { migrate = { rank = r, to = thief.name },
                         why = thief.name .. " steals from " .. victim.name }
            end
        end
    end,
}
