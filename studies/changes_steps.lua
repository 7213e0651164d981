#!/usr/bin/env lua5.4
-- changes_steps.lua - what changes cost a job, by when its steps were
--
--     studies/changes_steps.lua STEPS [ASKED...]
--
-- STEPS is what restartable.c prints.  For each change prints the number of ranks
-- before and after, and how long no rank was in a step.  When it was ASKED for,
-- also how much later than otherwise the job was where it is 100 steps after it:
-- what steps took from then on, without what as many took before it was asked for
-- and after all, by the median.
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local median = require("figures").median
local study = require("study")("changes_steps")

local AFTERWARDS = 100 -- steps

local function read(path)
    local parts = {} -- of each generation its steps
    local file = io.open(path) or study.stop("there is no %s", path)
    for line in file:lines() do
        local ranks, began, done, note =
            line:match("^%d+ (%d+) (%d+%.%d+) (%d+%.%d+)(.*)$")
        if ranks then
            if note == " first" then
                parts[#parts + 1] = { ranks = ranks }
            end
            table.insert(parts[#parts], { began = tonumber(began),
                                          done = tonumber(done) })
        end
    end
    file:close()
    return parts
end

-- What steps take, from the end of one to the end of the next, between two
-- moments: all of them together, how many they are, and the median.
local function took(part, since, till)
    local each, sum = {}, 0
    for i = 2, #part do
        if part[i].done > since and part[i].done <= till then
            each[#each + 1] = part[i].done - part[i - 1].done
            sum = sum + each[#each]
        end
    end
    return sum, #each, median(each)
end

local function lost(old, new, asked)
    local last = new[math.min(#new, AFTERWARDS)].done
    local _, _, before = took(old, 0, asked)
    local _, _, after = took(new, 0, math.huge)
    local spent, steps = took(old, asked, math.huge)
    local spent_after, steps_after = took(new, 0, last)
    if not before or not after then
        return nil
    end
    -- The first step of the new ones is after the gap.
    return spent - steps * before + (new[1].done - old[#old].done) - after
        + spent_after - steps_after * after
end

local parts = read(arg[1] or study.stop("the steps of which job?"))
for i = 2, #parts do
    local old, new = parts[i - 1], parts[i]
    local asked = tonumber(arg[i])
    local all = asked and lost(old, new, asked)
    print(string.format("%s %s %.6f%s", old.ranks, new.ranks,
                        new[1].began - old[#old].done,
                        all and string.format(" %.6f", all) or ""))
end
