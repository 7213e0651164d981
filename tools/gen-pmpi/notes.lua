-- notes.lua - turns the notes of a call into C
--
-- SPDX-License-Identifier: BSD-3-Clause
local kinds = require "kinds"
local words = require "words"

-- The argument 'name' of a call; of a|b whichever there is.
local function argument(call, name)
    for choice in name:gmatch("[^|]+") do
        local found = call.proto.arguments[choice]
        if found then return found end
    end
    words.fail(call.where, "%s has no argument '%s'", call.name, name)
end

-- The name of the one argument that has the type of 'role'.
local function argument_of_role(call, role)
    local found = {}
    for _, a in ipairs(call.proto.arguments) do
        if a.type == kinds.type_of_role[role] then
            table.insert(found, a.name)
        end
    end
    if #found ~= 1 then
        words.fail(call.where, "%s has %d arguments of type '%s', not one",
             call.name, #found, kinds.type_of_role[role])
    end
    return found[1]
end

-- Arguments that are always called the same, but are not always there.
local name_of_role = {
    sendtag = "sendtag|tag", recvtag = "recvtag|tag", tag = "tag",
    root = "root",
}

local function argument_of_name(call, role)
    for choice in name_of_role[role]:gmatch("[^|]+") do
        if call.proto.arguments[choice] then return choice end
    end
    return "TRACE_NONE"
end

-- Fill in the words with a $, from 'values' or with the call's arguments.
local function fill(template, call, values)
    return (template:gsub("%$(%w+)", function(word)
        return values and values[word]
            or name_of_role[word] and argument_of_name(call, word)
            or argument_of_role(call, word)
    end):gsub(" \n", "\n"))
end

-- A factor: the size of a group, a number, or an argument.
local function factor(call, word)
    if kinds.group_of[word] then return fill(kinds.group_of[word], call) end
    return word:match("^%d+$") or argument(call, word).name
end

-- COUNT*TYPE, as a call of the function that knows its bytes.
local function bytes_of(call, count, type)
    local datatype = argument(call, type)
    local array, group = count:match("^sum%(([%w_]+), ([%w_]+)%)$")
    if array then
        local counts = argument(call, array)
        -- Of the neighbours it is not enough to know how many there are.
        local neighbours = group == "destinations"
        return ("%sbytes_of_%s%s(%s, %s, %s)"):format(
            neighbours and "neighbour_" or "",
            datatype.type:match("[%[%*]") and "types" or "counts",
            counts.type:match("MPI_Count") and "_c" or "",
            counts.name, neighbours and fill("$comm", call)
                or factor(call, group), datatype.name)
    end
    local element, index = count:match("^([%w_]+)%[([%w_]+)%]$")
    if element then
        return ("bytes_of(%s[%s], %s)"):format(
            argument(call, element).name, factor(call, index), datatype.name)
    end
    return ("bytes_of(%s, %s)"):format(factor(call, count), datatype.name)
end

-- DATA without a condition.
local function product(call, text)
    if text == "0" then return "0" end
    local factors = {}
    for word in text:gmatch("[^%*]+") do table.insert(factors, word) end
    if #factors < 2 then
        words.fail(call.where, "expected COUNT*TYPE, got '%s'", text)
    end
    local type, count = table.remove(factors), table.remove(factors)
    for i, word in ipairs(factors) do factors[i] = factor(call, word) end
    table.insert(factors, bytes_of(call, count, type))
    return table.concat(factors, " * ")
end

-- One DATA, or several with their conditions, or what the status tells.
local function data(call, choices)
    if #choices == 0 then
        return fill("note_status_bytes($status)", call)
    end
    local lines = {}
    for i, choice in ipairs(choices) do
        local text, word = choice:match("^(.-) if (%S+)$")
        if (word == nil) ~= (i == #choices) then
            words.fail(call.where, "all DATA but the last need a condition")
        elseif word and not kinds.condition_of[word] then
            words.fail(call.where, "unknown condition '%s'", word)
        end
        lines[i] = product(call, text or choice)
        if word then
            lines[i] = fill(kinds.condition_of[word], call) .. " ? " .. lines[i]
        end
    end
    return #lines == 1 and lines[1]
        or "\n          " .. table.concat(lines, "\n          : ")
end

-- What stands between the parentheses of a note, by what it is.  Data comes
-- last and takes all that is left.
local function note_values(call, note, takes)
    local values = {}
    local given = note.arguments
    for i, what in ipairs(takes) do
        if what == "data" then
            values.data = data(call, table.move(given, i, #given, 1, {}))
        elseif given[i] then
            values[what] = argument(call, given[i]).name
        end
    end
    if #given < #takes and takes[#given + 1] ~= "data"
        or #given > #takes and takes[#takes] ~= "data" then
        words.fail(call.where, "expected %s(%s)", note.name,
             table.concat(takes, ", "))
    end
    return values
end

-- Whether a call does what it is for, begins it, or prepares it.
local function stage(call)
    for _, a in ipairs(call.proto.arguments) do
        if a.type == kinds.type_of_role.request then
            return call.line.start and "start" or "init"
        end
    end
    return "now"
end

-- Sets call.before and call.after.
local function compile(call)
    local last_stage = stage(call)
    local has_request = last_stage == "start"
    call.before, call.after = {}, {}
    call.lasting = last_stage == "init" and #call.line.notes > 0
    for i, note in ipairs(call.line.notes) do
        local kind = kinds.notes[note.name]
        local at = i == #call.line.notes and last_stage or "now"
        local code = kind[at] or at == "start" and kind.now
        local values = note_values(call, note, kind.takes)
        call.lasting = call.lasting or kind.lasts
        if kind.before then
            table.insert(call.before, fill(kind.before, call, values))
        elseif code then
            table.insert(call.after, fill(code, call, values))
            has_request = has_request and code ~= kind.start
        else
            words.fail(call.where, "%s cannot have the note %s", call.name,
                 note.name)
        end
    end
    if has_request then
        table.insert(call.after,
                     fill("note_request(&span, *$request);", call))
    end
end

return { compile = compile }
