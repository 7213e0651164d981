-- workloads_applications.lua - the four applications of the paper on DMRlib,
-- as curves that its tables allow
--
-- The paper draws how much each doubling gains (Fig. 3) and has no times.
-- What is known is what its Table 5 follows from, in percent of the time with
-- the fewest processes: a doubling gains more than 10 up to the preferred
-- size, less beyond, and more than nothing up to the largest.  Each curve has
-- one free number, and takes it from the middle of what that leaves:
--
--     cg      n^-0.5               only about this power gains 10.4 from 8 to
--                                  16 processes and 7.3 from 16 to 32
--     jacobi  0.4 + 0.6/n          from 0.2 to 0.6 would do
--     nbody   0.9 + 0.1/n          from 0.8 to 1 would do
--     hpg     0.7 + 0.9/n          of 1 with 3 processes, the fewest
--
-- How long a job takes with the nodes that users ask for is not published
-- either.
--
-- SPDX-License-Identifier: BSD-3-Clause

local doublings = { 1, 2, 4, 8, 16, 32 }

-- Iterations, limits and sizes are the paper's (Tables 4, 5 and 6); HPG-aligner
-- has four iterations a worker, and all but two processes are workers.
local all = {
    { name = "cg", nodes = doublings, least = 2, preferred = 16, size = 32,
      iterations = 10000, curve = function(n) return n ^ -0.5 end },
    { name = "jacobi", nodes = doublings, least = 2, preferred = 4, size = 32,
      iterations = 10000, curve = function(n) return 0.4 + 0.6 / n end },
    { name = "nbody", nodes = doublings, least = 1, preferred = 1, size = 32,
      iterations = 50, curve = function(n) return 0.9 + 0.1 / n end },
    { name = "hpg", nodes = { 3, 6, 12 }, least = 6, preferred = 6, size = 12,
      iterations = 40, curve = function(n) return 0.7 + 0.9 / n end },
}

-- Seconds with the nodes asked for.  "equal": as long as makes 1,000 fixed
-- jobs take 30,000 s, about what the paper's figures show.  "long-nbody": as
-- many node-seconds, but N-body jobs are three times as long as others, which
-- is about what the paper's gain by malleable N-body jobs alone asks for.
local seconds = {
    equal = { cg = 136, jacobi = 136, nbody = 136, hpg = 136 },
    ["long-nbody"] = { cg = 86, jacobi = 86, nbody = 258, hpg = 86 },
}

-- A change: launched in a second while the job runs, and a second of standing
-- still, which moves the largest state (8.6 GB, of cg) at 100 Gbit/s.
local CHANGE = '"ready_seconds": 1, "stopped_seconds": 1'

local function one_as_json(a, length, kind)
    local times = {}
    for i, n in ipairs(a.nodes) do
        times[i] = string.format("[%d, %.4g]", n,
                                 length * a.curve(n) / a.curve(a.size))
    end
    return string.format(
        '  { "name": "%s", "times": [%s],\n'
        .. '    "least": %d, "preferred": %d, "size": %d, "most": %d,\n'
        .. '    "iterations": %d, %s%s }', a.name, table.concat(times, ", "),
        a.least, a.preferred, a.size, a.size, a.iterations, CHANGE,
        kind and string.format(', "kind": "%s"', kind) or "")
end

local names = {}
for i, a in ipairs(all) do
    names[i] = a.name
end

return {
    names = names,
    -- A file for --applications; 'kind_of' says of an application's name
    -- which kind its jobs are, nil: as --kinds says.
    as_json = function(lengths, kind_of)
        local parts = {}
        for i, a in ipairs(all) do
            parts[i] = one_as_json(a, seconds[lengths][a.name],
                                   kind_of and kind_of(a.name))
        end
        return '{ "applications": [\n' .. table.concat(parts, ",\n")
            .. " ] }\n"
    end,
}
