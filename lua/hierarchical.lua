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
local reports = {} -- by host: what was told of it last

-- The head of that cluster of ours, and how many hosts are before it.
local function head_of(self, name, size)
    for i, other in ipairs(self.host_names) do
        if other == name then
            return self.host_names[i - (i - 1) % size]
        end
    end
end

local function heads(self, size)
    local list = {}
    for i = 1, #self.host_names, size do
        list[#list + 1] = self.host_names[i]
    end
    return list
end

-- How it is here; a profile may know better.
local function report(self, to)
    return { to = to, host = self.name, rank = self.here[1],
             spare = self.profile.spare or self.host.free,
             over = self.profile.over or self.host.over }
end

-- The host with most of 'what', at least so much, told of lately.
local function most(self, what, least)
    local best
    for _, name in ipairs(self.host_names) do
        local r = reports[name]
        if r and self.time - r.time < 5 and r[what] >= (best and best[what] or least) then
            best = r
        end
    end
    return best
end

return {
    kind = "protocol",
    help = "Hosts form clusters with a head each, which moves ranks.",
    every = 1.0,
    options = {
        size = { type = "number", default = 4, help = "Hosts in a cluster." },
    },
    neighbours = function(self, options)
        local head = head_of(self, self.name, options.size)
        return head == self.name and heads(self, options.size) or { head }
    end,
    tick = function(self, options)
        local head = head_of(self, self.name, options.size)
        local mine, send = report(self, head), {}
        if head ~= self.name then
            return { send = mine, why = "tells " .. head }
        end
        mine.time, reports[self.name] = self.time, mine
        local from, to = most(self, "over", 0.5), most(self, "spare", 1)
        if (self.since_change or 9) < 3 then
            return nil, "what is known is from before the last change"
        elseif from and to then
            return { propose = { migrate = { rank = from.rank, to = to.host },
                                 why = from.host .. " is crowded" } }
        end
        for _, other in ipairs(to and heads(self, options.size) or {}) do
            send[#send + 1] = { to = other, host = to.host, spare = to.spare, over = 0 }
        end
        return { send = send, why = "nothing to move" }
    end,
    receive = function(self, message)
        message.time = self.time
        reports[message.host] = message
    end,
}
