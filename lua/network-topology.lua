-- network-topology.lua - idle agents ask near ones for work
--
-- A protocol: each host's agent runs this file for itself.  State travels
-- through the network, and so do the messages of a rank that went away.  So
-- an agent with an idle core asks its nearest neighbour first, and one that is
-- farther only when nothing came of it.
--
-- Learn from it: 'distance' is measured for those that the agent is in contact
-- with.
--
-- SPDX-License-Identifier: BSD-3-Clause
local asked = 0 -- so many neighbours, since a core became idle

-- The neighbours, the nearest one first.
local function by_distance(self)
    local names, distance = self.neighbours, self.host.distance
    table.sort(names, function(a, b)
        local x, y = distance[a] or math.huge, distance[b] or math.huge
        return x < y or x == y and a < b
    end)
    return names
end

return {
    kind = "protocol",
    help = "An agent with an idle core asks its nearest neighbours first.",
    every = 1.0,
    options = {
        farthest = { type = "number", default = 1000000,
                     help = "Ask nobody who is farther, in microseconds." },
    },
    tick = function(self, options)
        local near = by_distance(self)
        if (self.profile.spare or self.host.free) < 1 or #near == 0 then
            asked = 0
            return nil, "no core is idle, or nobody is there"
        end
        local who = near[asked % #near + 1]
        asked = asked + 1
        if (self.host.distance[who] or 0) > options.farthest then
            return nil, who .. " is too far"
        end
        return { send = { to = who, want = "rank" }, why = "asks " .. who }
    end,
    receive = function(self, message)
        if (self.profile.over or self.host.over) < 0.5 then
            return nil, "has no rank for " .. message.from
        end
        return { propose = { migrate = { rank = self.here[1], to = message.from },
                             why = message.from .. " is near and has an idle core" } }
    end,
}
