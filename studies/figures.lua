-- figures.lua - what a study has measured: numbers by experiment, kind and turn
--
--     local figures = require("figures").read(path, stop)
--
-- Each line of the file is a number: of which experiment, kind of run and turn, what
-- it is, and at which part of the run, iteration, number of ranks or megabytes.
--
-- SPDX-License-Identifier: BSD-3-Clause

local figures = {}
figures.__index = figures

local function key(...)
    return table.concat({ ... }, ",")
end

-- Read 'path', which is a figures.csv; stop(...) is called if it cannot be.
local function read(path, stop)
    local self = setmetatable({ found = {}, places = {} }, figures)
    local file = io.open(path)
    for line in (file or stop("there is no %s", path)):lines() do
        local experiment, kind, turn, what, at, value = line:match(
            "^([^,]*),([^,]*),(%d+),([^,]*),([^,]*),([^,]*)$")
        if experiment then
            local name = key(experiment, kind, what, at)
            if not self.found[name] then
                self.found[name] = {}
                local row = key(experiment, kind, what)
                self.places[row] = self.places[row] or {}
                table.insert(self.places[row], tonumber(at) or at)
            end
            self.found[name][tonumber(turn)] = tonumber(value)
        end
    end
    file:close()
    return self
end

local function median(values)
    local sorted = {}
    for _, value in pairs(values or {}) do
        sorted[#sorted + 1] = value
    end
    table.sort(sorted)
    local n = #sorted
    return n > 0 and (sorted[(n + 1) // 2] + sorted[n // 2 + 1]) / 2 or nil
end

-- A value for each turn, or nil.
function figures:turns(experiment, kind, what, at)
    return self.found[key(experiment, kind, what, at or "")]
end

-- The median over the turns, or nil.
function figures:value(experiment, kind, what, at)
    return median(self:turns(experiment, kind, what, at))
end

-- The median over the turns of what 'of' makes of the numbers of several kinds
-- of run in the same turn.
function figures:compare(experiment, what, at, kinds, of)
    local each, values = {}, {}
    for i, kind in ipairs(kinds) do
        each[i] = self:turns(experiment, kind, what, at) or {}
    end
    for turn in pairs(each[1]) do
        local numbers = {}
        for i = 1, #kinds do
            numbers[i] = each[i][turn]
        end
        if #numbers == #kinds then
            values[turn] = of(table.unpack(numbers))
        end
    end
    return median(values)
end

-- At which places there is a value, in order.
function figures:at(experiment, kind, what)
    local places = self.places[key(experiment, kind, what)] or {}
    table.sort(places)
    return places
end

function figures:has(experiment)
    for name in pairs(self.found) do
        if name:match("^" .. experiment .. ",") then
            return true
        end
    end
    return false
end

return { read = read, median = median }
