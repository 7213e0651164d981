-- steal-random.lua - idle agents ask a random neighbour for work
--
-- A protocol: each host's agent runs this file for itself.  One with an idle
-- core asks a neighbour at random; who has more ranks than cores for them
-- gives one away, who has not passes the request on to somebody else.  There
-- is nobody in the middle who would have to know everything.
--
-- Learn from it: 'to' says whom a message is for, 'from' who sent it, and the
-- rest of the table is yours.
--
-- SPDX-License-Identifier: BSD-3-Clause
local function ask(self, thief, hops)
    local who = self.neighbours[math.floor(self.random * #self.neighbours) + 1]
    if not who then
        return nil, "there is nobody to ask"
    end
    return { send = { to = who, thief = thief, hops = hops },
             why = "asks " .. who .. " for work for " .. thief }
end

return {
    kind = "protocol",
    help = "An agent with an idle core asks a random neighbour for a rank.",
    every = 1.0,
    options = { hops = { type = "number", default = 3,
                         help = "So often a request is passed on." } },
    tick = function(self, options)
        if self.host.free < 0.7 then -- something always runs
            return nil, "no core is idle"
        end
        return ask(self, self.name, options.hops)
    end,
    receive = function(self, message)
        if message.thief ~= self.name and self.host.over > 0.5 then
            return { propose = { migrate = { rank = self.here[1], to = message.thief },
                                 why = message.thief .. " has an idle core" } }
        elseif message.hops > 0 then
            return ask(self, message.thief, message.hops - 1)
        end
    end,
}
