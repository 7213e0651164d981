-- spread_evenly.lua - the same ranks, as many on each host
--
-- What can be done where ranks can move and cannot be split or merged; a study
-- compares it with what goes beyond that.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "Have as many ranks on each host, by migration alone.",
    every = 1.0,
    decide = function(job)
        local of, names, moves = {}, {}, {}
        for _, name in ipairs(job.host_names) do
            if job.hosts[name].state ~= "leaving" then
                of[name], names[#names + 1] = {}, name
            end
        end
        for r = 0, job.size - 1 do
            local host = job.ranks[r].host
            if not of[host] then
                return nil, host .. " is being left"
            end
            table.insert(of[host], r)
        end
        while true do
            local most, least = names[1], names[1]
            for _, name in ipairs(names) do
                most = #of[name] > #of[most] and name or most
                least = #of[name] < #of[least] and name or least
            end
            if #of[most] - #of[least] < 2 then
                break
            end
            local r = table.remove(of[most])
            table.insert(of[least], r)
            moves[#moves + 1] = { rank = r, to = least }
        end
        if #moves == 0 then
            return nil, "hosts have as many ranks each"
        end
        return { migrate = moves, gain = 0.5,
                 why = "there are " .. #names .. " hosts" }
    end,
}
