-- efficiency.lua - release ranks when they are not worth it any more
--
-- An LU factorization has less to do in each iteration: ranks that were all
-- busy at the beginning mostly wait at the end.  The dynamic efficiency, the
-- share of the ranks' time that goes into computing, says when to give some
-- of them back.
--
-- Learn from it: a change that is not to save time but processors, which
-- says so by a 'gain' below 0.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "Release ranks when efficiency falls, take them back when it rises.",
    every = 2.0,
    pause = 4, -- seconds, after a change
    options = {
        low = { type = "number", default = 0.5,
                help = "Release ranks when efficiency is below this." },
        high = { type = "number", default = 0.9,
                 help = "Take cores that are free when it is above this." },
        aim = { type = "number", default = 0.75,
                help = "Release so many that it is about this." },
        loss = { type = "number", default = 0.2,
                 help = "The share by which iterations may become longer." },
    },
    decide = function(job, options)
        local now = job.efficiency
        if not now then
            return nil, "efficiency is not known yet"
        end
        local why = string.format("efficiency is %.0f %%", 100 * now)
        if now < options.low then
            -- The same computing by fewer ranks.
            local wanted = math.floor(job.size * now / options.aim)
            local size = wanted < job.size
                         and nearest(job.sizes, wanted, job.limits.min, job.size - 1)
            if size then
                return { resize = size, gain = -options.loss, why = why }
            end
        elseif now > options.high then
            -- Cores that are known to be free, else those that are to be tried.
            local free = job.free_cores >= 1 and math.floor(job.free_cores)
                         or job.untried_cores
            local most = math.min(job.limits.max, job.size + free)
            local size = nearest(job.sizes, most, job.size + 1, most)
            if size then
                return { resize = size, why = why }
            end
        end
        return nil, why
    end,
}
