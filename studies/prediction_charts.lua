#!/usr/bin/env lua5.4
-- prediction_charts.lua - what prediction.sh has foreseen and measured, as
-- pictures and words
--
--     studies/prediction_charts.lua FOLDER
--
-- Reads figures.csv there, whose lines are a run each, and efficiency.csv, whose
-- lines are a step of one of them, and prints the table of studies/README.md.
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local chart = require("chart")
local study = require("study")("prediction")
local stop = study.stop
local folder = arg[1] or top .. "/prediction"

local function write(name, text)
    study.write(folder .. "/" .. name, text)
end

-- The lines of a file, each as a table by the words of the first one.
local function read(name)
    local path, names, rows = folder .. "/" .. name, nil, {}
    local file = io.open(path) or stop("there is no %s", path)
    for line in file:lines() do
        local words = {}
        for word in (line .. ","):gmatch("([^,]*),") do
            words[#words + 1] = word
        end
        if names then
            local row = {}
            for i, key in ipairs(names) do
                row[key] = tonumber(words[i]) or words[i]
            end
            rows[#rows + 1] = row
        else
            names = words
        end
    end
    file:close()
    return #rows > 0 and rows or stop("there is nothing in %s", path)
end

local runs, steps = read("figures.csv"), read("efficiency.csv")

-- What was foreseen for a machine that is as fast as it was in the run, and as
-- it was in the recording.
local at_speed, as_recorded = "foreseen_at_speed", "foreseen"

-- The share of some runs that is foreseen to so many percent.
local function within(percent, foreseen, chosen)
    local count, all = 0, 0
    for _, run in ipairs(runs) do
        if not chosen or chosen(run) then
            local off = 100 * math.abs(run[foreseen] / run.measured - 1)
            all = all + 1
            count = count + (off <= percent and 1 or 0)
        end
    end
    return all > 0 and 100 * count / all or 0, all
end

---- pictures ----

local bounds = { 2, 4, 6, 8, 12, 20, 40 }
local paper = { [4] = 71.4, [6] = 81.6, [12] = 95 }

local function draw_errors()
    local c = { title = "Runs whose time is foreseen that well (DPS, Fig. 13)",
                below = "% of the runs, by how far off the time at most is",
                groups = {},
                series = { { name = "ours, at the speed that the machine had then",
                             values = {}, paper = {} },
                           { name = "at the speed that it had when recorded",
                             values = {} } } }
    for i, bound in ipairs(bounds) do
        c.groups[i] = bound .. " %"
        c.series[1].values[i] = within(bound, at_speed)
        c.series[1].paper[i] = paper[bound]
        c.series[2].values[i] = within(bound, as_recorded)
    end
    write("errors.svg", chart.draw(c))
end

local function draw_runs()
    local sorted = table.pack(table.unpack(runs))
    local c = { title = "All runs, foreseen and measured (DPS, Fig. 8 to 10 and 12)",
                below = "seconds in the loop; runs by the time they took",
                groups = {}, lines = true,
                series = { { name = "measured", values = {} },
                           { name = "foreseen", values = {}, dashed = true } } }
    table.sort(sorted, function(a, b) return a.measured < b.measured end)
    for i, run in ipairs(sorted) do
        c.groups[i] = tostring(i)
        c.series[1].values[i] = run.measured
        c.series[2].values[i] = run[at_speed]
    end
    write("runs.svg", chart.draw(c))
end

local function draw_efficiency()
    local c = { title = "Dynamic efficiency, the second of two hosts left after "
                    .. "half of the steps (DPS, Fig. 11)",
                below = "% of what the hosts have, in each step",
                groups = {}, lines = true,
                series = { { name = "measured", values = {} },
                           { name = "foreseen", values = {}, dashed = true } } }
    for i, step in ipairs(steps) do
        c.groups[i] = tostring(step.step)
        c.series[1].values[i] = 100 * step.measured
        c.series[2].values[i] = 100 * step.foreseen
    end
    write("efficiency.svg", chart.draw(c))
end

---- words ----

local function line(what, foreseen, chosen)
    local cells, all = {}, nil
    for _, bound in ipairs { 4, 6, 12 } do
        local share
        share, all = within(bound, foreseen, chosen)
        cells[#cells + 1] = string.format("%.0f", share)
    end
    print(string.format("| %s | %d | %s |", what, all,
                        table.concat(cells, " | ")))
end

local function lines(key, words)
    local seen = {}
    for _, run in ipairs(runs) do
        local value = run[key]
        if not seen[value] then
            seen[value] = true
            line(string.format(words, value), at_speed,
                 function(other) return other[key] == value end)
        end
    end
end

draw_errors()
draw_runs()
draw_efficiency()
print("| runs | how many | within 4 % | 6 % | 12 % |")
print("|---|---|---|---|---|")
print("| the paper | 168 | 71.4 | 81.6 | 95 |")
line("all of ours, on a machine as fast as it was then", at_speed)
line("all of ours, as fast as it was when recorded", as_recorded)
lines("what", "%s")
lines("how", "%s")
lines("rate", "link: %s")
lines("width", "blocks of %s columns")
