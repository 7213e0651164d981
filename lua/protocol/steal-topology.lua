-- steal-topology.lua - steal, and keep ranks together that talk much
--
-- A protocol: each host's agent runs this file for itself.  One with an idle
-- core asks all neighbours.  Those that are crowded offer the rank that talks
-- most with the ranks of the one who asks and least with those it would
-- leave.  At the next tick the best offer is taken.
--
-- Learn from it: 'talk' is known of the ranks here only, and nil until they did
-- some iterations; local variables last from call to call.
--
-- SPDX-License-Identifier: BSD-3-Clause
local best -- the offer that is to be beaten, since the last tick

return {
    kind = "protocol",
    help = "An agent with an idle core takes the rank that talks most with it.",
    every = 1.0,
    tick = function(self)
        local taken = best
        best = nil
        if self.host.free < 0.7 then -- something always runs
            return nil, "no core is idle"
        elseif taken and self.ranks[taken.rank].host == taken.from then
            return { propose = { migrate = { rank = taken.rank, to = self.name },
                                 why = "rank " .. taken.rank .. " fits best here" } }
        end
        return { send = { to = "all", want = "rank" }, why = "asks all" }
    end,
    receive = function(self, message)
        if message.rank and (not best or message.won > best.won) then
            best = message
        elseif message.want and self.host.over > 0.5 then
            local rank, most
            for _, r in ipairs(self.here) do
                local talk = self.ranks[r].talk
                local won = talk and (talk[message.from] or 0) - (talk[self.name] or 0)
                if won and (not most or won > most) then
                    rank, most = r, won
                end
            end
            return rank and { send = { to = message.from, rank = rank, won = most } }
        end
    end,
}
