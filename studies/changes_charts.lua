#!/usr/bin/env lua5.4
-- changes_charts.lua - what changes.sh has measured, as pictures and words
--
--     studies/changes_charts.lua FOLDER
--
-- Reads figures.csv there (figures.lua tells of its lines), draws what is in it and
-- prints the tables of studies/README.md.
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local chart = require("chart")
local study = require("study")("changes")
local folder = arg[1] or top .. "/changes"
local figures = require("figures").read(folder .. "/figures.csv", study.stop)

local function write(name, c)
    study.write(folder .. "/" .. name .. ".svg", chart.draw(c))
end

-- A row of a table; a number that is not known is left out.
local function tell(...)
    local cells = table.pack(...)
    for i = 1, cells.n do
        if type(cells[i]) ~= "string" then
            cells[i] = cells[i] and string.format("%.3g", cells[i]) or ""
        end
    end
    print("| " .. table.concat(cells, " | ") .. " |")
end

local function head(...)
    print("")
    tell(...)
    print("|" .. ("---|"):rep(select("#", ...)))
end

local function times(number, factor)
    return number and number * factor
end

---- by bytes ----

local kinds = { { "2 to 2", "2 ranks to 2 others" }, { "2 to 3", "2 to 3" },
                { "3 to 2", "3 to 2" }, { "2 to 1", "2 to 1" },
                { "copy by 2", "copied by two processes" },
                { "copy by 1", "copied by one" } }

local function do_bytes()
    local c = { title = "How long a job stands still, by the bytes of its state",
                below = "MB of all ranks together; ms", lines = true, log = true,
                groups = {}, series = {} }
    local names = {}
    for i, kind in ipairs(kinds) do
        names[i] = kind[2]
        c.series[i] = { name = kind[2], values = {}, dashed = i > 4 }
    end
    head("MB, ms", table.unpack(names))
    for g, mb in ipairs(figures:at("bytes", "2 to 2", "still")) do
        local row = {}
        c.groups[g] = string.format("%d", mb)
        for i, kind in ipairs(kinds) do
            row[i] = times(figures:value("bytes", kind[1], "still", mb), 1000)
            c.series[i].values[g] = row[i]
        end
        tell(c.groups[g], table.unpack(row, 1, #kinds))
    end
    write("bytes", c)
end

---- many of one job ----

local function values_of(kind, what, factor)
    local values = {}
    for i, at in ipairs(figures:at("many", kind, what)) do
        values[i] = figures:value("many", kind, what, at) * (factor or 1)
    end
    return values
end

local function mean(values, first, last)
    local sum = 0
    for i = first, last do
        sum = sum + values[i]
    end
    return sum / (last - first + 1)
end

-- What each change adds, by the line that fits best.
local function slope(values)
    local n = #values
    local middle, all, across, along = (n + 1) / 2, mean(values, 1, n), 0, 0
    for i = 1, n do
        across = across + (i - middle) * (values[i] - all)
        along = along + (i - middle) ^ 2
    end
    return across / along
end

local shown = {
    { "agent", "rss", "agent: resident, MiB", 1 / 1024 },
    { "agent", "pss", "agent: its share (PSS), MiB", 1 / 1024 },
    { "rank", "rss", "rank: resident, MiB", 1 / 1024 },
    { "rank", "pss", "rank: its share (PSS), MiB", 1 / 1024 },
    { "agent", "descriptors", "agent: descriptors" },
    { "rank", "descriptors", "rank: descriptors" },
    { "job", "processes", "processes" },
    { "job", "files", "files of the job" },
    { "job", "folder", "bytes of these files, KiB" },
    { "job", "still", "standing still, ms", 1000 },
    { "job", "ready", "until the new ranks are ready, ms", 1000 },
}

local function draw_many(name, title, below, first, last)
    local c = { title = title, below = below, lines = true, groups = {},
                series = {} }
    for i = first, last do
        local kind, what, words, factor = table.unpack(shown[i])
        c.series[#c.series + 1] = { name = words,
                                    values = values_of(kind, what, factor) }
    end
    for i = 1, #c.series[1].values do
        c.groups[i] = tostring(i)
    end
    write(name, c)
end

-- Every fourth change is of the same kind, so parts that are compared have as
-- many of each.
local function do_many()
    local count = #figures:at("many", "agent", "rss")
    local part = count >= 40 and 20 or count // 8 * 4
    head(count .. " changes", "first " .. part, "last " .. part,
         "each 100 changes add")
    for _, one in ipairs(shown) do
        local values = values_of(one[1], one[2], one[4])
        tell(one[3], mean(values, 1, part),
             mean(values, #values - part + 1, #values), 100 * slope(values))
    end
    draw_many("many-memory", "Memory of one job through many changes",
              "changes; MiB, of a rank the mean", 1, 4)
    draw_many("many-open", "Descriptors, processes and files of the same job",
              "changes; of a rank the mean", 5, 8)
end

---- foreseen and come ----

local runs = { { "asked for", "asked for, one host" }, { "policy", "`granularity`, one host" },
               { "loaded", "a host gets a load" },
               { "fresh", "and a fresh one joins" }, { "slow", "a slow one" },
               { "gradual", "nine events" }, { "expansion", "twice the hosts" },
               { "components", "hosts come and go" } }

-- Of each change of a run that was to save time, what was foreseen and what came.
-- Other changes are made for something else, such as room for somebody.
local function gains_of(run)
    local list = {}
    for _, at in ipairs(figures:at("gain", run, "predicted")) do
        local came = figures:turns("gain", run, "realised", at)
        for turn, value in pairs(figures:turns("gain", run, "predicted", at)) do
            if value > 0 then
                list[#list + 1] = { predicted = 100 * value,
                                    realised = 100 * came[turn] }
            end
        end
    end
    return list
end

local function tell_gains(name, list)
    local predicted, realised = 0, 0
    for _, one in ipairs(list) do
        predicted = predicted + one.predicted
        realised = realised + one.realised
    end
    if #list > 0 then
        tell(name, string.format("%d", #list), predicted / #list, realised / #list,
             100 * realised / predicted)
    end
end

local function draw_gains(all)
    local c = { title = "What each change was to save, and what it saved",
                below = "changes; % of the time of an iteration", groups = {},
                series = { { name = "was to save", values = {} },
                           { name = "saved", values = {} } } }
    table.sort(all, function(a, b) return a.predicted < b.predicted end)
    for i, one in ipairs(all) do
        c.groups[i] = tostring(i)
        c.series[1].values[i] = one.predicted
        c.series[2].values[i] = one.realised
    end
    if #all > 0 then
        write("gain", c)
    end
end

local function do_gain()
    local all = {}
    head("% of the time of an iteration", "changes", "were to save", "saved",
         "share that came, %")
    for _, run in ipairs(runs) do
        local list = gains_of(run[1])
        tell_gains(run[2], list)
        table.move(list, 1, #list, #all + 1, all)
    end
    tell_gains("all", all)
    draw_gains(all)
end

---- a restart file ----

local function do_restart()
    local ways, directions = { "file", "mitosis" }, { "2 to 1", "1 to 2" }
    local c = { title = "A job goes on with another number of ranks: by its own "
                    .. "restart file, and by Mitosis",
                below = "MB of all ranks together; s, the mean of two to one rank "
                    .. "and back", lines = true, log = true, groups = {},
                series = { { name = "file: no step", values = {} },
                           { name = "Mitosis: no step", values = {} },
                           { name = "file: lost in all", values = {},
                             dashed = true },
                           { name = "Mitosis: lost in all", values = {},
                             dashed = true } } }
    head("MB", "ranks", "no step by file, s", "by Mitosis, s", "times",
         "lost in all by file, s", "by Mitosis, s", "times")
    for g, mb in ipairs(figures:at("restart", "file 2 to 1", "still")) do
        c.groups[g] = string.format("%d", mb)
        for _, direction in ipairs(directions) do
            local row = {}
            for s, what in ipairs { "still", "lost" } do
                for w, way in ipairs(ways) do
                    local value = figures:value("restart", way .. " " .. direction,
                                                what, mb)
                    local values = c.series[2 * s - 2 + w].values
                    row[3 * s - 3 + w] = value
                    values[g] = value and (values[g] or 0) + value / 2
                    -- Steps differ by more than what is lost of small ones.
                    values[g] = (values[g] or 0) > 0 and values[g] or nil
                end
                local file, ours = row[3 * s - 2], row[3 * s - 1]
                row[3 * s] = file and ours and file / ours
            end
            tell(c.groups[g], direction, table.unpack(row, 1, 6))
        end
    end
    write("restart", c)
end

for _, one in ipairs { { "bytes", do_bytes }, { "many", do_many },
                       { "gain", do_gain }, { "restart", do_restart } } do
    if figures:has(one[1]) then
        one[2]()
    end
end
