-- throughput.lua - what is best for the cluster
--
-- Algorithm 2 of DMRlib: a job has a least, a preferred and a largest size.
-- Below the preferred one it expands as soon as it can.  Above it, it shrinks
-- when a job that waits could start with what is given back.  When nobody
-- can be helped, it takes what is idle.
--
-- A job that waits for more than one job can spare is never helped that way.
-- With 'together' jobs give what they can spare, until it is enough.
--
-- Idle cores of the job's hosts and of those on offer are taken at once; in a
-- simulation all idle nodes are on offer.  Otherwise the batch system is asked
-- for idle nodes, which are on offer when they are granted.
--
-- Learn from it: 'job.queue', which is nil without a batch system; 'request',
-- which asks one for hosts, for as long as it is answered.
--
-- SPDX-License-Identifier: BSD-3-Clause

-- Those that are known to be free, else those that are to be tried.
local function idle_cores(job)
    return job.free_cores >= 1 and math.floor(job.free_cores) or job.untried_cores
end

-- How many ranks go on a node.
local function ranks_on_node(job)
    return math.ceil(job.size / math.max(job.queue.own_nodes, 1))
end

-- As many more as there are cores idle, but not beyond the largest size.
local function grow(job, cores)
    local most = math.min(job.size + cores, job.limits.max)
    return nearest(job.sizes, most, job.size + 1, most)
end

local function expand(job, why)
    local idle = job.queue and job.queue.idle_nodes or 0
    local cores = idle_cores(job)
    local size = grow(job, cores)
    if size then
        return { resize = size, why = why }
    end
    size = idle > 0 and grow(job, idle * ranks_on_node(job))
    if size then
        return { request = math.ceil((size - job.size) / ranks_on_node(job)),
                 why = why }
    end
    return nil, math.max(idle, cores) >= 1
                and "no more ranks can be had with what is idle"
                or "nothing is idle"
end

-- The job with as many nodes less, or the nearest size to that.
local function without(job, nodes)
    local size = job.size - nodes * ranks_on_node(job)
    return nearest(job.sizes, size, job.limits.preferred, size)
end

-- Nor take what is idle, as that is being collected.
local function give(job)
    local least = math.max(job.limits.preferred, job.size
                           - job.queue.spare_nodes * ranks_on_node(job))
    local size = nearest(job.sizes, least, least, job.size - 1)
    if not size then
        return nil, "others give to a job that waits"
    end
    return { resize = size,
             why = "another job can start when others give too" }
end

return {
    help = "Shrink for jobs that wait, grow into what is idle.",
    every = 5.0,
    pause = 10, -- seconds, after a change
    options = {
        together = { type = "boolean", default = false,
                     help = "Give what is not enough by itself, as other "
                            .. "jobs will give too." },
    },
    decide = function(job, options)
        local queue = job.queue
        if job.size < job.limits.preferred then
            return expand(job, "fewer ranks than preferred")
        end
        if queue and queue.pending > 0 then
            local missing = (queue.least_nodes or 0) - queue.idle_nodes
            if missing <= 0 then
                return nil, "a job that waits is about to start"
            end
            local enough = missing <= queue.spare_nodes and without(job, missing)
            if enough then
                return { resize = enough, why = "another job can start then" }
            end
            if options.together then
                return give(job)
            end
        end
        return expand(job, "nobody else needs them")
    end,
}
