-- rebalance-speed.lua - work in proportion to speed
--
-- When a host is slower than the others, or others use it as well, equal
-- shares make all wait for it.  A rank's speed is what it got through: the
-- rows it holds by the time it computes.  Shares in that proportion let all
-- be ready at the same time.
--
-- Learn from it: a decision about all ranks at once, and a gain that follows
-- from what was measured.
--
-- SPDX-License-Identifier: BSD-3-Clause
return {
    help = "Give each rank rows in proportion to how fast it is.",
    every = 2.0,
    pause = 4, -- seconds, after a change
    options = {
        imbalance = { type = "number", default = 0.15,
                      help = "Act when the slowest rank computes longer than "
                             .. "the mean by this share." },
    },
    decide = function(job, options)
        if job.even_shares then
            return nil, "its ranks can only have even shares"
        end
        local weights, rows, speed, slowest, sum = {}, 0, 0, 0, 0
        for r = 0, job.size - 1 do
            local rank = job.ranks[r]
            if not rank.rows or not rank.compute or rank.rows < 1
                    or rank.compute <= 0 then
                return nil, "how fast the ranks are is not known yet"
            end
            weights[r] = rank.rows / rank.compute
            rows, speed = rows + rank.rows, speed + weights[r]
            slowest = math.max(slowest, rank.compute)
            sum = sum + rank.compute
        end
        local imbalance = slowest * job.size / sum - 1
        if imbalance < options.imbalance then
            return nil, string.format("the ranks differ by %.0f %% only",
                                      100 * imbalance)
        end
        -- All would compute for rows / speed, a share of today's iteration.
        return { rebalance = weights, gain = slowest - rows / speed,
                 why = string.format("the slowest rank computes %.0f %% longer "
                                     .. "than the mean", 100 * imbalance) }
    end,
}
