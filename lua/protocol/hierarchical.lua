-- hierarchical.lua - clusters of hosts with a head each
--
-- A protocol: each host's agent runs this file for itself.  Hosts form
-- clusters in the order of their names, and the first of each is its head.
-- The others tell it how they are; it moves ranks within the cluster, and
-- tells the heads of others when there are cores left.  So nobody talks to
-- more than its cluster and the heads.
--
-- Learn from it: 'neighbours' limits whom an agent is in contact with.  When a
-- host comes or goes, 'host_names' changes, and with it who is a head.
--
-- SPDX-License-Identifier: BSD-3-Clause
local told = {} -- by host: what was said of it last

-- The heads of all clusters, and that of ours.
local function heads(self, size)
    local all, ours = {}, nil
    for i, name in ipairs(self.host_names) do
        if (i - 1) % size == 0 then
            all[#all + 1] = name
        end
        ours = name == self.name and all[#all] or ours
    end
    return all, ours
end

-- Of what was told lately, that with most of 'what', if it is so much.
local function most(self, what, least)
    local best
    for _, name in ipairs(self.host_names) do
        local t = told[name]
        if t and self.time - t.time < 3 and t[what] >= (best and best[what] or least) then
            best = t
        end
    end
    return best
end

return {
    kind = "protocol",
    help = "Hosts form clusters with a head each, which moves ranks.",
    every = 1.0,
    pause = 3, -- seconds, after which all that was told is new
    options = { size = { type = "number", default = 4,
                         help = "Hosts in a cluster." } },
    neighbours = function(self, options)
        local all, ours = heads(self, options.size)
        return ours == self.name and all or { ours }
    end,
    tick = function(self, options)
        local _, head = heads(self, options.size)
        local mine = { to = head, host = self.name, rank = self.here[1], time = self.time,
                       free = self.host.free, over = self.host.over }
        if head ~= self.name then
            return { send = mine, why = "tells " .. head }
        end
        told[self.name] = mine
        local from, to = most(self, "over", 0.5), most(self, "free", 0.7)
        if from and to then
            return { propose = { migrate = { rank = from.rank, to = to.host },
                                 why = from.host .. " is crowded" } }
        end
        return { send = to and { to = "all", host = to.host, free = to.free, over = 0 },
                 why = "nothing to move" }
    end,
    receive = function(self, message)
        message.time = self.time
        told[message.host] = message
    end,
}
