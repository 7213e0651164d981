-- gen-fortran.lua - makes include/mitosis.f90 from mitosis.f90.in
--
--     lua gen-fortran.lua include/mitosis.f90.in >mitosis.f90
--
-- Fortran has no templates, and wants each call once for each type and rank.
-- What stands between a line @each_type and a line @end comes once for each
-- type, after @each_array once for each type and rank from 1 to 3, after
-- @each_owner once for each type and for allocatable and pointer arrays, with
-- these words replaced: @type (as declared), @t (in names), @mpi (its datatype),
-- @r (the rank), @colons and @bounds (for as many dimensions); @owner (as
-- declared), @o (in names), @there (the function that tells whether it is).
--
-- SPDX-License-Identifier: BSD-3-Clause
local types = {
    { "integer(int32)", "i4", "MPI_INTEGER4" },
    { "integer(int64)", "i8", "MPI_INTEGER8" },
    { "real(real32)", "r4", "MPI_REAL4" },
    { "real(real64)", "r8", "MPI_REAL8" },
    { "complex(real32)", "c4", "MPI_COMPLEX8" },
    { "complex(real64)", "c8", "MPI_COMPLEX16" },
    { "logical", "l", "MPI_LOGICAL" },
}

local owners = {
    { "allocatable, target", "allocatable", "allocated" },
    { "pointer", "pointer", "associated" },
}

-- How often a block comes for each type.
local times = { type = 1, array = 3, owner = #owners }

local function words(type, rank)
    local owner = owners[rank] or {}
    local colons, bounds = {}, {}
    for d = 1, rank do
        colons[d] = ":"
        bounds[d] = "s%lower(" .. d .. "):"
    end
    return {
        type = type[1], t = type[2], mpi = type[3], r = rank,
        colons = table.concat(colons, ", "),
        bounds = table.concat(bounds, ", "),
        owner = owner[1], o = owner[2], there = owner[3],
    }
end

-- Names come apart at an underscore, so "@t_@r" is two words.
local function fill(text, with)
    return (text:gsub("@(%l+)", function(word)
        return assert(with[word], "what is @" .. word .. "?")
    end))
end

local function each(kind, text)
    for _, type in ipairs(types) do
        for rank = 1, times[kind] do
            io.write(fill(text, words(type, rank)))
        end
    end
end

local kind, block
for line in io.lines(arg[1]) do
    local begins, rest = line:match("^@each_(%l+)(.*)$")
    if begins then
        kind, block = begins, rest ~= "" and { rest .. "\n" } or {}
    elseif line == "@end" then
        each(kind, table.concat(block))
        kind = nil
    elseif kind then
        block[#block + 1] = line .. "\n"
    else
        io.write(line, "\n")
    end
end
assert(not kind, "there is no @end")
