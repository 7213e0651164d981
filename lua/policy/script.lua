-- script.lua - changes at given iterations
--
-- For experiments, and for tests of everything behind a decision: what to do
-- when is given, nothing is measured.
--
--     mitosis run --policy script \
--         --policy-option 'changes=100 resize 4; 250 split 0 and merge 2 3'
--
-- (MITOSIS_SCRIPT does the same at exactly these iterations; here a step is
-- taken at the first question after them.)
--
-- Learn from it: a policy has no memory of its own and needs none.  Which
-- step is next follows from how many changes there were.
--
-- SPDX-License-Identifier: BSD-3-Clause

-- The parts of a text between separators; there are no patterns here.
local function parts(text, separator)
    local list, start = {}, 1
    for i = 1, #text + 1 do
        if i > #text or text:sub(i, i) == separator then
            if i > start then
                list[#list + 1] = text:sub(start, i - 1)
            end
            start = i + 1
        end
    end
    return list
end

local function number(word)
    return tonumber(word) or error("'" .. tostring(word) .. "' is no number")
end

-- The words from 'first' to before the next "and", and where that is.
local function part(words, first)
    local last = first
    while words[last] and words[last] ~= "and" do
        last = last + 1
    end
    return { table.unpack(words, first, last - 1) }, last
end

-- Each kind of change takes a list, so one more of it goes to its end.
local function append(answer, kind, value)
    answer[kind] = answer[kind] or {}
    table.insert(answer[kind], value)
end

-- Add "split 0 3" to a decision.
local function add(answer, words)
    local what, numbers = words[1], {}
    if what == "migrate" then
        append(answer, what, { rank = number(words[2]), to = words[3] })
        return
    end
    for i = 2, #words do
        numbers[#numbers + 1] = number(words[i])
    end
    if what == "resize" then
        answer.resize = numbers[1]
    elseif what == "split" then
        append(answer, what, { rank = numbers[1], parts = numbers[2] })
    elseif what == "merge" then
        append(answer, what, numbers)
    elseif what == "rebalance" then
        answer.rebalance = numbers
    else
        error("'" .. tostring(what) .. "' is no change")
    end
end

return {
    help = "Make the changes that the option 'changes' lists.",
    every = 0.1,
    options = {
        changes = { type = "text", default = "",
                    help = "Such as '100 resize 4; 250 split 0 3'." },
    },
    decide = function(job, options)
        local step = parts(options.changes, ";")[job.changes + 1]
        if not step then
            return nil, "all changes are done"
        end
        local words = parts(step, " ")
        if job.iteration < number(words[1]) then
            return nil, "iteration " .. words[1] .. " is to come"
        end
        local answer, at = {}, 1
        repeat
            local next_part
            next_part, at = part(words, at + 1)
            add(answer, next_part)
        until not words[at]
        answer.why = "step " .. job.changes + 1 .. " of the script"
        answer.gain = -9 -- whatever it costs: it is not made to save time
        return answer
    end,
}
