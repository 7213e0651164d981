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
-- Learn from it: 'job.queue', which is nil without a batch system; then idle
-- cores stand for idle nodes.
--
-- SPDX-License-Identifier: BSD-3-Clause

-- As many more as there are idle, but not beyond the largest size.
local function expand(job, idle, why)
    local most = math.min(job.size + idle, job.limits.max)
    local size = nearest(job.sizes, most, job.size + 1, most)
    if not size then
        return nil, idle >= 1 and "no more ranks can be had with what is idle"
                    or "nothing is idle"
    end
    return { resize = size, why = why }
end

-- Those that are known to be free, else those that are to be tried.
local function idle_cores(job)
    return job.free_cores >= 1 and math.floor(job.free_cores) or job.untried_cores
end

-- Nor take what is idle, as that is being collected.
local function give(job)
    local least = job.limits.preferred
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
        local idle = queue and queue.idle_nodes or idle_cores(job)
        if job.size < job.limits.preferred then
            return expand(job, idle, "fewer ranks than preferred")
        end
        if queue and queue.pending > 0 then
            local missing = (queue.least_nodes or 0) - idle
            if missing <= 0 then
                return nil, "a job that waits is about to start"
            end
            local enough = nearest(job.sizes, job.size - missing,
                                   job.limits.preferred, job.size - missing)
            if enough then
                return { resize = enough, why = "another job can start then" }
            end
            if options.together then
                return give(job)
            end
        end
        return expand(job, idle, "nobody else needs them")
    end,
}
