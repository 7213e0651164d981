-- smooth.lua - a profile: what has been idle or crowded for a while
--
-- A load that comes and goes in a second is no reason to move a rank.  This
-- one shows policies and protocols the running means of what others want, of
-- idle cores and of cores too few, in place of what was seen last.
--
-- Learn from it: a profile returns a table.  Numbers in it that have the name
-- of something measured take its place; all else is 'profile' of the host.
--
-- SPDX-License-Identifier: BSD-3-Clause
local mean = {} -- what is remembered

return {
    kind = "profile",
    help = "Load, idle cores and cores too few as running means.",
    options = {
        memory = { type = "number", default = 0.7,
                   help = "The share of what came before, 0 to 1." },
    },
    derive = function(self, options)
        for _, name in ipairs { "demand", "free", "over" } do
            local now = self.host[name]
            if now then -- it may not be known yet
                mean[name] = now + options.memory * ((mean[name] or now) - now)
            end
        end
        return mean
    end,
}
