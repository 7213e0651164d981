-- header.lua - reads what the preprocessor leaves of mpi.h
--
-- SPDX-License-Identifier: BSD-3-Clause
local words = require "words"

-- 'const int counts[]' has the name counts and the type 'int []'.
local function parse_argument(text)
    local before, name, after = text:match("^(.+)%f[%w_]([%a_][%w_]*) ?(.*)$")
    if not name or not after:match("^[%[%]%d ]*$") then return nil end
    local type = before:gsub("%f[%w_]const%f[^%w_]", "")
        :gsub("%*", " * ") .. after
    return { name = name, declaration = text,
             type = words.trim(type:gsub("%s+", " ")) }
end

-- What no wrapper can pass on is marked so: "..." is, for one.
local function parse_prototype(result, name, text)
    local proto = { name = name, result = result, arguments = {} }
    for _, part in ipairs(text ~= "void" and words.split(text) or {}) do
        local argument = parse_argument(part)
        if not argument then
            return { name = name, odd = true }
        end
        table.insert(proto.arguments, argument)
        proto.arguments[argument.name] = argument
    end
    return proto
end

-- The functions that the preprocessed header 'path' declares, in order and
-- by name.
local function read(path)
    local protos, macros = {}, {}
    local text = assert(io.open(path)):read("a")
    for name in text:gmatch("#define (MPIX?_[%w_]+)") do
        macros[name] = true
    end
    text = text:gsub("#[^\n]*", ""):gsub("%s+", " ")
        :gsub("__attribute__ ?%b()", ""):gsub("%f[%w_]extern ", "")
    for statement in text:gmatch("[^;{}]+") do
        local result, name, arguments = words.trim(statement)
            :match("^([%w_ %*]-) ?%f[%w_](MPIX?_[%w_]+) ?(%b())$")
        if name and result ~= "" and not result:match("^typedef") then
            protos[name] = parse_prototype(result, name,
                                           words.trim(arguments:sub(2, -2)))
            protos[name].macro = macros[name]
            table.insert(protos, protos[name])
        end
    end
    if #protos == 0 then words.fail(path, "it declares no MPI call") end
    return protos
end

return { read = read }
