-- application-topology.lua - steal, and keep ranks together that talk much
--
-- A protocol: each host's agent runs this file for itself.  One with an idle
-- core asks all neighbours.  Those that are crowded offer the rank that talks
-- most with the ranks of the one who asks and least with those it would
-- leave.  At the next tick the best offer is taken.
--
-- Learn from it: 'sent' is known of the ranks here only, but where all ranks
-- are is known everywhere; and local variables last from call to call.
--
-- SPDX-License-Identifier: BSD-3-Clause
local best -- the offer that is to be beaten, since the last tick

-- Bytes that rank r sends to ranks on that host, in an iteration.
local function talk(self, r, host)
    local bytes = 0
    for other, sent in pairs(self.ranks[r].sent) do
        if other ~= r and self.ranks[other].host == host then
            bytes = bytes + sent
        end
    end
    return bytes
end

local function offer(self, thief)
    local rank, most
    for _, r in ipairs(self.here) do
        local won = talk(self, r, thief) - talk(self, r, self.name)
        if not most or won > most then
            rank, most = r, won
        end
    end
    return { send = { to = thief, rank = rank, won = most } }
end

return {
    kind = "protocol",
    help = "An agent with an idle core takes the rank that talks most with it.",
    every = 1.0,
    tick = function(self)
        local taken = best
        best = nil
        if (self.profile.spare or self.host.free) < 1 then
            return nil, "no core is idle"
        elseif taken and self.ranks[taken.rank].host == taken.from then
            return { propose = { migrate = { rank = taken.rank, to = self.name },
                                 why = "rank " .. taken.rank .. " fits best here" } }
        end
        return { send = { to = "all", want = "rank" }, why = "asks all" }
    end,
    receive = function(self, message)
        if message.want and (self.profile.over or self.host.over) > 0.5 then
            return offer(self, message.from)
        elseif message.rank and (not best or message.won > best.won) then
            best = message
        end
    end,
}
