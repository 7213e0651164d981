#!/usr/bin/env lua5.4
-- adaptation_charts.lua - what adaptation.sh has measured, as pictures and words
--
--     studies/adaptation_charts.lua FOLDER
--
-- Reads figures.csv there (figures.lua tells of its lines) and draws what is in it.
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local chart = require("chart")
local study = require("study")("adaptation")
local folder = arg[1] or top .. "/adaptation"

local function write(name, text)
    study.write(folder .. "/" .. name, text)
end

---- what was measured ----

local figures = require("figures").read(folder .. "/figures.csv", study.stop)

local function value_of(...)
    return figures:value(...)
end

local function compare(...)
    return figures:compare(...)
end

-- How many iterations a second there were in each part of a run.
local function rates(experiment, kind)
    local values, at = {}, 0
    repeat
        local rate = value_of(experiment, kind, "rate", at)
        at = at + 1
        values[at] = rate
    until not rate
    return values
end

---- what is told ----

-- A row of a table as studies/README.md has it.
local function tell(what, ours, theirs, where)
    print(string.format("| %s | %s | %s |", what,
                        theirs and theirs .. (where and " (" .. where .. ")" or "")
                        or "", ours and string.format("%.3g", ours) or ""))
end

local function head(what)
    print("| **" .. what .. "** | | |")
end

local function saved(before, after)
    return 100 * (1 - after / before)
end

local paper = { -- what the texts say
    loaded = { saved = 33, figure = "MPI/IOS, Fig. 8" },
    fresh = { saved = 43, figure = "MPI/IOS, Fig. 6 and 7" },
    slow = { saved = 79, figure = "MPI/IOS, Fig. 9" },
    overhead = { most = 11, figure = "PCM, Fig. 8" },
    components = { [2] = 6, [3] = 0, [4] = 15, [5] = 13, all = 5,
                   figure = "components, Fig. 7" },
}
local titles = {
    loaded = "One of four hosts gets a load",
    fresh = "One of four hosts gets a load, and a fifth host joins",
    slow = "A slow host among three fast ones gets a load, a fast one joins",
}
local disturbed = { "loaded", "fresh", "slow" }

local function parts_of(values)
    local names = {}
    for i = 1, #values do
        names[i] = string.format("%.0f %%", 100 * (i - 1) / #values)
    end
    return names
end

local function draw_disturbed(name)
    local quiet = rates(name, "quiet")
    write(name .. ".svg", chart.draw {
        title = titles[name] .. " (" .. paper[name].figure .. ")",
        below = "iterations a second, over the share of iterations done",
        lines = true, groups = parts_of(quiet), series = {
            { name = "undisturbed", values = quiet, dashed = true },
            { name = "left alone", values = rates(name, "alone") },
            { name = "adapted by a policy", values = rates(name, "adapted") },
        } })
end

local function draw_saved()
    local groups, ours, theirs = {}, {}, {}
    for i, name in ipairs(disturbed) do
        groups[i] = name
        ours[i] = compare(name, "seconds", "", { "alone", "adapted" }, saved)
        theirs[i] = paper[name].saved
    end
    write("saved.svg", chart.draw {
        title = "Time that adaptation saves (MPI/IOS, section 5)",
        below = "% of the time of a run that is left alone", groups = groups,
        series = { { name = "ours", values = ours, paper = theirs } } })
end

local function tell_disturbed(name)
    head(titles[name])
    tell("undisturbed, s", value_of(name, "quiet", "seconds"))
    tell("left alone, s", value_of(name, "alone", "seconds"),
         name == "fresh" and "203.97", paper[name].figure)
    tell("adapted, s", value_of(name, "adapted", "seconds"),
         name == "fresh" and "115.27")
    tell("saved, %", compare(name, "seconds", "", { "alone", "adapted" }, saved),
         paper[name].saved)
    tell("won back of what the load costs, %",
         compare(name, "seconds", "", { "quiet", "alone", "adapted" },
                 function(quiet, alone, adapted)
                     return 100 * (alone - adapted) / (alone - quiet)
                 end))
end

-- The part of a run in which an event is, and what follows until the next.
local function mean_rate(values, first, last)
    local seconds = 0
    for i = first, last do
        seconds = seconds + 1 / values[i]
    end
    return (last - first + 1) / seconds
end

local events = { "start", "split", "split", "migrate 2", "none", "split", "split",
                 "migrate 2", "host leaves", "merge" }

local function do_gradual()
    local values, groups, rate = rates("gradual", "adapted"), {}, {}
    local each = #values // #events
    for i, event in ipairs(events) do
        groups[i] = i == 1 and event or string.format("%d %s", i - 1, event)
        -- The change itself left out.
        rate[i] = mean_rate(values, (i - 1) * each + 3, i * each)
        rate[i] = i > 1 and rate[i] / rate[1] or rate[i]
    end
    rate[1] = 1
    write("gradual.svg", chart.draw {
        title = "Nine events, and a change at each (PCM, Fig. 10)",
        below = "iterations a second after each event, beside those at the start",
        groups = groups, series = { { name = "ours", values = rate } } })
    head("Nine events: iterations a second, 1 at the start")
    local said = { [2] = "less", [3] = "less", [4] = "more", [8] = "more",
                   [10] = "more" }
    for i = 2, #events do
        tell("event " .. groups[i], rate[i], said[i], "PCM, Fig. 10")
    end
end

local function do_expansion()
    local values = rates("expansion", "adapted")
    write("expansion.svg", chart.draw {
        title = "Four hosts, and four more in the middle of the run "
                .. "(PCM, Fig. 9: eight and eight)",
        below = "iterations a second, over the share of iterations done",
        lines = true, groups = parts_of(values),
        series = { { name = "ours", values = values } } })
    head("Four hosts, and four more in the middle of the run")
    local half = #values // 2
    tell("iterations a second with eight, 1 with four",
         mean_rate(values, #values - half // 2 + 1, #values)
         / mean_rate(values, 3, half), "more", "PCM, Fig. 9")
end

local function do_granularity()
    local counts, values, groups = { 1, 2, 4, 8, 16 }, {}, {}
    for i, count in ipairs(counts) do
        groups[i] = string.format("%d", count)
        values[i] = compare("granularity", "rate", count, { "adapted" },
                            function(rate) return rate end)
            / value_of("granularity", "adapted", "rate", 1)
    end
    write("granularity.svg", chart.draw {
        title = "Processes on one host with two processors (PCM, Fig. 1)",
        below = "processes; iterations a second, beside those of one",
        lines = true, groups = groups,
        series = { { name = "ours", values = values } } })
    head("Processes on one host: iterations a second, 1 with one process")
    for i, count in ipairs(counts) do
        tell(count == 1 and "1 process" or count .. " processes", values[i])
    end
end

-- Where there are more processes than cores the program alone takes so much
-- longer that nothing else would be seen in a picture.
local function do_overhead()
    local counts, groups, values, own = { 1, 2, 4, 8 }, {}, {}, {}
    head("What the layer costs, % of the time of the program alone")
    for i, count in ipairs(counts) do
        local what = count == 1 and "1 process" or count .. " processes"
        local value = compare("overhead", "seconds", count, { "plain", "adapted" },
                              function(plain, with)
                                  return 100 * (with / plain - 1)
                              end)
        groups[i], values[i] = what, count <= 2 and value or nil
        own[i] = value_of("overhead", "adapted", "account", count)
        tell(what, value, paper.overhead.most .. " at most",
             paper.overhead.figure)
        tell(what .. ", what the library says of itself", own[i],
             "1.5 at most", "components, Fig. 5")
    end
    write("overhead.svg", chart.draw {
        title = "What the layer costs (PCM, Fig. 8: 11 % at most; components, "
                .. "Fig. 5: 1.5 %)",
        below = "% of the time of the program alone", groups = groups,
        series = { { name = "ours, in all", values = values,
                     paper = { 11, 11, 11, 11 } },
                   { name = "what the library says of itself", values = own,
                     paper = { 1.5, 1.5, 1.5, 1.5 } } } })
end

local hosts = { 4, 6, 8, 7, 5, 4 }

-- The time of an iteration with each number of hosts, by the second half of it.
local function stages(kind)
    local values, seconds = rates("components", kind), {}
    local each = #values // #hosts
    for i = 1, #hosts do
        seconds[i] = 1 / mean_rate(values, (i - 1) * each + each // 2 + 1,
                                   i * each)
    end
    return seconds
end

local function do_components()
    local malleable, migrated = stages("malleable"), stages("migrated")
    local groups, gain = {}, {}
    local series = {}
    for i, kind in ipairs { "malleable", "migrated", "neither" } do
        series[i] = { name = ({ "split, merged and migrated", "migrated only",
                                "neither" })[i],
                      values = rates("components", kind), dashed = i == 3 }
    end
    for i, count in ipairs(hosts) do
        groups[i] = count .. " hosts"
        gain[i] = saved(migrated[i], malleable[i])
    end
    write("components.svg", chart.draw {
        title = "4, 6, 8, 7, 5 and 4 hosts (components, Fig. 7: "
                .. "8, 12, 16, 15, 10, 8)",
        below = "iterations a second, over the share of iterations done",
        lines = true, groups = parts_of(series[1].values), series = series })
    write("components-saved.svg", chart.draw {
        title = "Time of an iteration that malleability saves over migration "
                .. "(components, Fig. 7)",
        below = "% of the time with migration only, once changes are made",
        groups = groups,
        series = { { name = "ours", values = gain, paper = paper.components } } })
    head("Time of an iteration that malleability saves over migration, %")
    for i, name in ipairs(groups) do
        tell(name, gain[i], paper.components[i], paper.components.figure)
    end
    tell("all of the run", compare("components", "seconds", "",
                                   { "migrated", "malleable" }, saved),
         paper.components.all, paper.components.figure)
    tell("migration over neither, all of the run",
         compare("components", "seconds", "", { "neither", "migrated" }, saved))
end

local function do_cost()
    local groups, split, migrated = {}, {}, {}
    for count = 2, 8 do
        local s = value_of("cost", "split", "stopped", count)
        if s then
            groups[#groups + 1] = string.format("%d", count)
            split[#groups] = 1000 * s
            migrated[#groups] = 1000 * value_of("cost", "migrated", "stopped", count)
        end
    end
    write("cost.svg", chart.draw {
        title = "How long a job stands still to go to one more host and back "
                .. "(components, Fig. 6)",
        below = "hosts; ms, the mean of both directions", groups = groups,
        series = { { name = "split and merge", values = split },
                   { name = "migration", values = migrated } } })
    head("Time to split and merge, 1 for migration")
    for i, name in ipairs(groups) do
        tell(name .. " hosts", split[i] / migrated[i], "at most 2",
             "components, Fig. 6")
    end
end

print("| | paper | ours |\n|---|---|---|")
for _, name in ipairs(disturbed) do
    if figures:has(name) then
        draw_disturbed(name)
        tell_disturbed(name)
    end
end
if figures:has("loaded") and figures:has("fresh") and figures:has("slow") then
    draw_saved()
end
for _, one in ipairs { { "gradual", do_gradual }, { "expansion", do_expansion },
                       { "granularity", do_granularity },
                       { "overhead", do_overhead },
                       { "components", do_components }, { "cost", do_cost } } do
    if figures:has(one[1]) then
        one[2]()
    end
end
