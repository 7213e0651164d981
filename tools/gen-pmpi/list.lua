-- list.lua - reads pmpi/mpi/mpi.list, which says what the calls mean
--
-- SPDX-License-Identifier: BSD-3-Clause
local kinds = require "kinds"
local words = require "words"

-- What the traits column may say: traits, and words for ourselves.
local is_trait = {
    p2p = true, coll = true, rma = true, io = true, blocking = true,
    poll = true, data = true, start = true, complete = true, ["local"] = true,
    comm = true, setup = true,
}
-- 'await': a call that may stand for a sync while it waits; 'root': one that
-- waits for the root.
local is_mark = { custom = true, answer = true, await = true, root = true }

local function parse_traits(text, line)
    line.traits = {}
    for word in text:gmatch("[^,]+") do
        if is_trait[word] then
            table.insert(line.traits, word)
        elseif not is_mark[word] and text ~= "-" then
            words.fail(line.where, "unknown trait '%s'", word)
        end
        line[word] = true
    end
end

-- Notes are words, each followed by its arguments in parentheses or by none.
local function parse_notes(text, line)
    line.notes = {}
    while text ~= "" do
        local word, rest = text:match("^([%w_]+)(.*)$")
        if not kinds.notes[word] then
            words.fail(line.where, "expected a note, got '%s'", text)
        end
        local arguments, after = rest:match("^(%b())(.*)$")
        table.insert(line.notes, {
            name = word,
            arguments = words.split(arguments and arguments:sub(2, -2) or ""),
        })
        text = words.trim(after or rest)
    end
end

local function parse_call(text, line, lines)
    local traits, notes = text:match("^(%S+)%s*(.-)%s*$")
    local model = notes:match("^as%s+(%S+)$")
    parse_traits(traits, line)
    if model then
        if not lines[model] or not lines[model].notes then
            words.fail(line.where, "there is no %s further up", model)
        end
        line.notes = lines[model].notes
    else
        parse_notes(notes, line)
    end
    if line.custom and #line.notes > 0 then
        words.fail(line.where, "a custom call has its notes in C")
    elseif (line["local"] or line.poll) and #line.notes > 0 then
        words.fail(line.where, "a call that may only be counted has no notes")
    end
end

-- The calls of the file 'path', in order and by name.
local function read(path)
    local lines = {}
    local number = 0
    for text in assert(io.open(path)):lines() do
        number = number + 1
        local line = { where = path .. ":" .. number }
        local name, rest = text:match("^(MPIX?_[%w_]+)%s+(%S.*)$")
        local unwrapped = text:match("^unwrapped%s+(MPIX?_[%w_]+)%s+%S")
        line.name = name or unwrapped
        if line.name and lines[line.name] then
            words.fail(line.where, "%s is already in %s", line.name,
                 lines[line.name].where)
        elseif name then
            parse_call(rest, line, lines)
        elseif unwrapped then
            line.unwrapped = true
        elseif text:match("^[^#]") then
            words.fail(line.where, "expected a call, got '%s'", text)
        end
        if line.name then
            lines[line.name] = line
            table.insert(lines, line)
        end
    end
    return lines
end

return { read = read }
