-- steal-network.lua - idle agents ask near ones for work
--
-- A protocol: each host's agent runs this file for itself.  State travels
-- through the network, and so do the messages of a rank that went away.  So
-- an agent with an idle core asks its nearest neighbour first, and one that is
-- farther only when nothing came of it.
--
-- Learn from it: 'neighbours' has the nearest first, 'distance' is measured.
--
-- SPDX-License-Identifier: BSD-3-Clause
local asked = 0 -- so many neighbours, since a core became idle

return {
    kind = "protocol",
    help = "An agent with an idle core asks its nearest neighbours first.",
    every = 1.0,
    options = { farthest = { type = "number", default = 1000000,
                             help = "Ask nobody who is farther, microseconds." } },
    tick = function(self, options)
        if self.host.free < 0.7 then -- something always runs
            asked = 0
            return nil, "no core is idle"
        end
        local who = self.neighbours[asked + 1]
        if not who or (self.host.distance[who] or 0) > options.farthest then
            asked = 0
            return nil, "nobody near has a rank to spare"
        end
        asked = asked + 1
        return { send = { to = who, want = "rank" }, why = "asks " .. who }
    end,
    receive = function(self, message)
        if self.host.over > 0.5 then
            return { propose = { migrate = { rank = self.here[1], to = message.from },
                                 why = message.from .. " is near and idle" } }
        end
    end,
}
