-- chance.lua - draw changes of a job
--
--     lua chance.lua SEED HOST
--
-- Prints with how many ranks to begin, a script of five changes, and how many
-- ranks there are after each.
--
-- SPDX-License-Identifier: BSD-3-Clause
local MOST, CHANGES = 5, 5

local seed, host = tonumber(arg[1]), arg[2]
local ranks

-- Each returns the words of a change, or nil where it cannot be.
local draw = {
    function()
        local to = math.random(MOST)
        ranks = to ~= ranks and to or to % MOST + 1
        return "resize " .. ranks
    end,
    function()
        if ranks < MOST then
            ranks = ranks + 1
            return "split " .. math.random(ranks - 1) - 1
        end
    end,
    function()
        if ranks > 1 then
            local one = math.random(ranks) - 1
            local other = (one + math.random(ranks - 1)) % ranks
            ranks = ranks - 1
            return "merge " .. one .. " " .. other
        end
    end,
    function()
        return "migrate " .. math.random(ranks) - 1 .. " " .. host
    end,
    function()
        local words = {}
        for rank = 1, ranks do
            words[rank] = math.random(3)
        end
        -- Weights alone are refused where nothing drawn goes by them.
        return "migrate 0 " .. host .. " and rebalance "
            .. table.concat(words, " ")
    end,
}

math.randomseed(seed)
ranks = math.random(MOST - 1)
local first, script, sizes = ranks, {}, {}
while #script < CHANGES do
    local change = draw[math.random(#draw)]()
    if change then
        script[#script + 1] = 5 * (#script + 1) .. " " .. change
        sizes[#script] = ranks
    end
end
print(first)
print(table.concat(script, "; "))
print(table.concat(sizes, " "))
