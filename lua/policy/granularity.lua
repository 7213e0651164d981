-- granularity.lua - one rank for each processor, as processors come and go
--
-- Too few ranks leave cores idle, too many wait for each other.  So keep as many
-- as there are processors for us, in steps of one: split the largest when a
-- processor comes and have one half go there, merge two small neighbours when
-- one goes, and move one that is only in the wrong place.
--
-- Learn from it: a decision of two parts, and a pause after each, so that what
-- others do in a moment does not make us do it, too.
--
-- SPDX-License-Identifier: BSD-3-Clause
-- Processors for us on a host: its cores but those that others want.
local function processors(host, margin)
    local ours = math.max(0, host.cores - math.floor((host.demand or 0) + margin))
    return host.state == "leaving" and 0 or ours
end

local function rows(job, r)
    return job.ranks[r].rows or job.ranks[r].compute or 1
end

local function largest(job)
    local best = 0
    for r = 1, job.size - 1 do
        if rows(job, r) > rows(job, best) then
            best = r
        end
    end
    return best
end

-- Of the neighbours of which one is on 'host', the first that have the least.
local function smallest_pair(job, host)
    local best, least
    for r = 0, job.size - 2 do
        local together = rows(job, r) + rows(job, r + 1)
        if (job.ranks[r].host == host or job.ranks[r + 1].host == host)
                and (not least or together < least) then
            best, least = r, together
        end
    end
    return best
end

-- Merge them, where there is room.
local function merge(job, r, full, why)
    local answer = { merge = { r, r + 1 }, why = why }
    if job.ranks[r].host == full and job.ranks[r + 1].host ~= full then
        answer.migrate = { rank = r, to = job.ranks[r + 1].host }
    end
    return answer
end

-- What goes best with the processors, where a step of one is not to be had.
local function jump(job, step, all)
    local one, size = job.size + step, nearest(job.sizes, all, job.limits.min, job.limits.max)
    return (job.even_shares or not nearest(job.sizes, one, one, one))
           and { resize = size or job.size, why = "there are " .. all .. " processors" }
end

return {
    help = "Keep one rank for each processor: split, merge, migrate.",
    every = 2.0,
    pause = 4, -- seconds, after a change
    options = {
        margin = { type = "number", default = 0.3,
                   help = "Others have a core if they want 1 - margin of it." },
    },
    decide = function(job, options)
        local all, full, free, untried = 0, nil, nil, nil
        for _, name in ipairs(job.host_names) do
            local host = job.hosts[name]
            local ours = processors(host, options.margin)
            all = all + ours
            if host.ranks > ours then
                full = full or name
            elseif host.ranks < ours then
                free = free or host.demand and name
                untried = untried or name
            end
        end
        free = free or untried -- by nobody measured
        if full and free then
            for r = 0, job.size - 1 do
                if job.ranks[r].host == full then
                    return { migrate = { rank = r, to = free },
                             why = free .. " has a processor to spare" }
                end
            end
        elseif free and job.size < job.limits.max then
            return jump(job, 1, all) or { split = { rank = largest(job), to = free },
                                          why = "there are " .. all .. " processors" }
        elseif full and job.size > math.max(1, job.limits.min) then
            return jump(job, -1, all) or merge(job, smallest_pair(job, full), full,
                                               all == 1 and "only 1 processor is left"
                                               or "only " .. all .. " processors are left")
        end
        return nil, "there is a rank for each processor"
    end,
}
