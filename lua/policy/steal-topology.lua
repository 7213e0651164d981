-- steal-topology.lua - steal, and keep ranks that talk much together
--
-- A rank that is torn from those it talks to pays for it in every iteration.
-- So an idle host takes, of all ranks that sit on crowded hosts, the one that
-- talks most with its own ranks and least with those it would leave.
--
-- Learn from it: 'talk', what a rank sends to those on each host.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "A host with an idle core takes the rank that talks most with it.",
    every = 1.0,
    decide = function(job)
        local thief, best, most = job.idlest_host, nil, nil
        -- Something always runs.  Where nobody has measured it, that is tried.
        if (thief.free or thief.cores - thief.ranks) < 0.7 then
            return nil, "no host has an idle core"
        end
        for r = 0, job.size - 1 do
            local from = job.ranks[r].host
            if from ~= thief.name and job.hosts[from].over > 0.5 then
                local talk = job.ranks[r].talk
                local won = talk and (talk[thief.name] or 0) - (talk[from] or 0)
                if won and (not most or won > most) then
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
