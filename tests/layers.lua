#!/usr/bin/env lua5.4
-- layers.lua - who includes whom, computed from the sources, and what of it
-- is against the order of the folders
--
--     layers.lua layers     includes that the table below does not allow
--     layers.lua circles    modules that include each other in a circle
--     layers.lua astray     functions that another header declares than that
--                           of the file that defines them
--
-- The list of sources is on stdin, a path a line.  Prints a line for each
-- finding, and exits with 1 if there is one.  A module is a .c file, its
-- header and what goes with it: plan_grid.c belongs to plan.h, which it
-- includes.
--
-- SPDX-License-Identifier: BSD-3-Clause

-- The folders from below to above: each may include itself and any before it
-- in this list, but for those in the same pair of braces.
local order = {
    { "base", "suggest" },
    { "base/system" },
    { "net", "profile" },
    { "migrate/layout" },
    { "job" },
    { "migrate/transfer" },
    { "pmpi/mpi", "report/model", "agent/launch", "agent/batch" },
    { "report/diagnose" },
    { "pmpi/handles", "report/json", "report/code", "report/trace" },
    { "pmpi/watch", "report/gather" },
    { "pmpi/files", "report/text", "report/live", "probe" },
    { "pmpi/calls" },
    { "pmpi/state", "policy/lua" },
    { "pmpi/change", "report/export", "policy" },
    { "pmpi", "agent/peers", "foresee/record", "report/history" },
    { "foresee/platform" },
    { "foresee/replay" },
    { "foresee/sizes" },
    { "foresee" },
    { "foresee/cluster" },
    { "agent/host" },
    { "agent/core" },
    { "agent/change" },
    { "agent/decide" },
    { "agent/head" },
    { "command/common" },
    { "command/run", "command/doctor", "command/top", "command/policy" },
    { "command/prove" },
    { "command/suggest" },
    { "command" },
}

-- Who must not know whom although it stands higher.
local strangers = {
    { "^report/", "^pmpi" }, { "^policy", "^pmpi" }, { "^agent/", "^pmpi" },
    { "^command", "^pmpi" }, { "^pmpi", "^report/" }, { "^pmpi", "^policy" },
    { "^pmpi", "^agent/" }, { "^probe", "^report/" },
    { "^report/", "^agent/" }, { "^report/", "^migrate/" },
    { "^policy", "^agent/" }, { "^foresee", "^pmpi" },
    { "^foresee", "^agent/" }, { "^foresee", "^migrate/transfer" },
}

local level = {}
for at, folders in ipairs(order) do
    for _, folder in ipairs(folders) do
        level[folder] = at
    end
end

local function read(path)
    local file <close> = assert(io.open(path))
    return file:read("a")
end

local function folder_of(path)
    return path:match("^(.*)/[^/]*$") or ""
end

local sources, includes = {}, {}
for path in io.lines() do
    if path:match("%.[ch]$") and level[folder_of(path)] then
        local text = read(path)
        sources[path] = text
        includes[path] = {}
        for other in text:gmatch('#%s*include%s*"([^"]+)"') do
            table.insert(includes[path], other)
        end
    end
end

local found = {}
local function find(...)
    found[#found + 1] = string.format(...)
end

local function may(from, to)
    if from == to then
        return true
    end
    for _, pair in ipairs(strangers) do
        if from:match(pair[1]) and to:match(pair[2]) then
            return false
        end
    end
    return level[to] < level[from]
end

local function layers()
    for path, others in pairs(includes) do
        for _, other in ipairs(others) do
            local to = folder_of(other)
            if level[to] and not may(folder_of(path), to) then
                find("%s includes %s", path, other)
            end
        end
    end
end

-- The module of a file: the shortest stem of its name whose header it
-- includes, or its own.
local function module_of(path)
    local folder, stem = path:match("^(.*)/([^/]*)%.[ch]$")
    local mine = folder .. "/" .. stem
    local included = {}
    for _, other in ipairs(includes[path] or {}) do
        included[other] = true
    end
    for at = 1, #stem - 1 do
        if stem:sub(at + 1, at + 1) == "_" then
            local of = folder .. "/" .. stem:sub(1, at)
            if included[of .. ".h"] or included[of .. "_internal.h"] then
                return of
            end
        end
    end
    if stem:match("_internal$") then
        return folder .. "/" .. stem:gsub("_internal$", "")
    end
    return mine
end

-- Tarjan's algorithm: groups of modules each of which reaches all others.
local function circles()
    local edges, nodes = {}, {}
    for path, others in pairs(includes) do
        local from = module_of(path)
        if not edges[from] then
            edges[from] = {}
            nodes[#nodes + 1] = from
        end
        for _, other in ipairs(others) do
            if sources[other] then
                local to = module_of(other)
                if to ~= from then
                    edges[from][to] = true
                end
            end
        end
    end
    table.sort(nodes)
    local index, low, on, stack, count = {}, {}, {}, {}, 0
    local function visit(v)
        count = count + 1
        index[v], low[v], on[v] = count, count, true
        stack[#stack + 1] = v
        for w in pairs(edges[v] or {}) do
            if not index[w] then
                visit(w)
                low[v] = math.min(low[v], low[w])
            elseif on[w] then
                low[v] = math.min(low[v], index[w])
            end
        end
        if low[v] == index[v] then
            local group = {}
            repeat
                local w = table.remove(stack)
                on[w] = false
                group[#group + 1] = w
            until w == v
            table.sort(group)
            if #group > 1 then
                find("%d modules in a circle: %s", #group,
                     table.concat(group, " "))
            end
        end
    end
    for _, v in ipairs(nodes) do
        if not index[v] then
            visit(v)
        end
    end
end

local function declared(text)
    local names = {}
    text = text:gsub("/%*.-%*/", ""):gsub("%b{}", "")
    for name in text:gmatch("\n[%w_][%w_%s%*]-[%s%*]([%l][%w_]*)%(") do
        names[name] = true
    end
    return names
end

local function astray()
    local home, all = {}, 0
    for path, text in pairs(sources) do
        if path:match("%.h$") then
            for name in pairs(declared(text)) do
                home[name] = home[name] or path
            end
        end
    end
    for path, text in pairs(sources) do
        if path:match("%.c$") then
            local plain = text:gsub("/%*.-%*/", "")
            for kind, name in plain:gmatch(
                "\n([%w_][%w_%s%*]-[%s%*])([%l][%w_]*)%b()\n{") do
                local of = not kind:match("^static") and home[name]
                if of then
                    all = all + 1
                    if module_of(path) .. ".h" ~= of
                        and path:gsub("%.c$", ".h") ~= of
                        and module_of(path) .. "_internal.h" ~= of then
                        find("%s is defined in %s and declared in %s", name,
                             path, of)
                    end
                end
            end
        end
    end
    io.stderr:write(all, " public functions\n")
end

local what = { layers = layers, circles = circles, astray = astray }
what[arg[1]]()
table.sort(found)
for _, line in ipairs(found) do
    print(line)
end
os.exit(#found == 0)
