-- steal-topology.lua - steal, and keep ranks that talk much together
--
-- A rank that is torn from those it talks to pays for it in every iteration.
-- So an idle host takes, of all ranks that sit on crowded hosts, the one that
-- talks most with its own ranks and least with those it would leave.
--
-- Learn from it: 'sent', what a rank sends to each other one in an iteration.
--
-- SPDX-License-Identifier: BSD-3-Clause
local function crowded(host)
    return host.ranks > 0 and host.ranks + (host.demand or 0) > host.cores + 0.5
end

-- Cores that are idle; where nobody has measured it, that is to be tried.
local function idle(host)
    return host.free or host.cores - host.ranks
end

-- Bytes that rank r exchanges with the ranks on a host, in an iteration.
local function talk(job, r, host)
    local bytes = 0
    for other = 0, job.size - 1 do
        if other ~= r and job.ranks[other].host == host then
            bytes = bytes + (job.ranks[r].sent[other] or 0)
                    + (job.ranks[other].sent[r] or 0)
        end
    end
    return bytes
end

return {
    help = "A host with an idle core takes the rank that talks most with it.",
    every = 1.0,
    decide = function(job)
        local thief, best, most = job.idlest_host, nil, nil
        if idle(thief) < 0.7 then -- something always runs
            return nil, "no host has an idle core"
        end
        for r = 0, job.size - 1 do
            local from = job.ranks[r].host
            if from ~= thief.name and crowded(job.hosts[from]) then
                local won = talk(job, r, thief.name) - talk(job, r, from)
                if not most or won > most then
                    best, most = r, won
                end
            end
        end
        if not best then
            return nil, "no host is crowded"
        end
        return { migrate = { rank = best, to = thief.name },
                 why = "rank " .. best .. " fits best to " .. thief.name }
    end,
}
