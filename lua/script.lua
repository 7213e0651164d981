-- script.lua - changes at given iterations
--
-- For experiments, and for tests of everything behind a decision: what to do
-- when is given, nothing is measured.
--
--     mitosis run --policy script \
--         --policy-option 'changes=100 resize 4; 250 split 0; 400 merge 0 1'
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

-- "split 0 3" as a decision.
local function decision(words)
    local what = words[2]
    if what == "resize" then
        return { resize = number(words[3]) }
    elseif what == "split" then
        return { split = { rank = number(words[3]),
                           parts = words[4] and number(words[4]) } }
    elseif what == "migrate" then
        return { migrate = { rank = number(words[3]), to = words[4] } }
    elseif what ~= "merge" and what ~= "rebalance" then
        error("'" .. tostring(what) .. "' is no change")
    end
    local list = {}
    for i = 3, #words do
        list[#list + 1] = number(words[i])
    end
    return { [what] = list }
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
        local answer = decision(words)
        answer.why = "step " .. job.changes + 1 .. " of the script"
        answer.gain = -9 -- whatever it costs: it is not made to save time
        return answer
    end,
}
