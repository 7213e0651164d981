-- smooth.lua - a profile: what has been idle or crowded for a while
--
-- A load that comes and goes in a second is no reason to move a rank.  This
-- one gives a protocol the running mean of idle cores, and of ranks too many,
-- in place of what was seen last.
--
-- Learn from it: a profile returns a table, and that is the self.profile of
-- the protocol.
--
-- SPDX-License-Identifier: BSD-3-Clause
local spare, over -- what is remembered

local function mix(before, now, weight)
    return (before or now) * weight + now * (1 - weight)
end

return {
    kind = "profile",
    help = "Idle cores and ranks too many as a running mean.",
    options = {
        memory = { type = "number", default = 0.7,
                   help = "The share of what came before, 0 to 1." },
    },
    derive = function(self, options)
        spare = mix(spare, self.host.free, options.memory)
        over = mix(over, self.host.over, options.memory)
        return { spare = spare, over = over }
    end,
}
