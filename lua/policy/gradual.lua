-- gradual.lua - small steps for small fluctuations, one large for large ones
--
-- Splitting or merging one rank disturbs two; changing the number of ranks at
-- once disturbs all, but only once.  When a processor or two come or go, go
-- after them one by one; when half of them do, do it all in one change.
--
-- Learn from it: the price of a change, 'change_seconds', against what it can
-- bring in the iterations that are left.
--
-- SPDX-License-Identifier: BSD-3-Clause
-- Those of a host that nobody has measured count: a resize goes to those that
-- are known to be free first, and what is there is measured then.
local function processors(job)
    local all = 0
    for _, name in ipairs(job.host_names) do
        local host = job.hosts[name]
        if host.state ~= "leaving" then
            all = all + math.max(0,
                                 host.cores - math.floor((host.demand or 0) + 0.3))
        end
    end
    return math.max(1, all)
end

-- Whether so many ranks can be had.
local function can_have(job, size)
    return nearest(job.sizes, size, size, size) ~= nil
end

return {
    help = "Follow the number of processors: in small steps, or in one large.",
    every = 2.0,
    pause = 4, -- seconds, after a change
    options = {
        small = { type = "number", default = 2,
                  help = "So many processors are a small fluctuation." },
    },
    decide = function(job, options)
        local all = processors(job)
        local wanted = nearest(job.sizes, all, job.limits.min, job.limits.max)
                       or job.size
        local more = wanted - job.size
        if more == 0 then
            return nil, "as many ranks as go with the processors for us: " .. all
        end
        -- If all computing were spread over the processors that there are.
        local gain = (job.efficiency or 0) * (1 - job.size / wanted)
        local left = (job.iterations_left or 0) * (job.iteration_time or 0)
        if more > 0 and job.change_seconds
                and gain * left < job.change_seconds then
            return nil, "it would not pay any more"
        end
        local why = string.format("processors: %d, ranks: %d", all,
                                  job.size)
        if math.abs(more) > options.small or job.even_shares
                or not can_have(job, job.size + (more > 0 and 1 or -1)) then
            return { resize = wanted, gain = gain, why = why }
        elseif more > 0 then
            return { split = job.slowest and job.slowest.rank or 0, why = why }
        end
        local r = job.fastest and job.fastest.rank or 0
        return { merge = { r, r > 0 and r - 1 or r + 1 }, why = why }
    end,
}
