#!/usr/bin/env lua5.4
-- readme_sample.lua - make the README's sample report anew, of a run of its own
-- commands
--
--     readme_sample.lua BUILDDIR
--
-- Which verdict it has depends on what else the machine does.  What is left
-- out is said below the sample.
--
-- SPDX-License-Identifier: BSD-3-Clause
local build = arg[1] or error("usage: readme_sample.lua BUILDDIR", 0)

-- The sections that are shown, and where they are cut.
local sections = {
    { "What limits it" },
    { "How efficient is it" },
    { "Where did the time go", "\n\n  call " },
    { "Is it balanced", "\n\n  host  " },
    { "Who talks to whom", "\n\n  size up to " },
    { "Which lines of code", lines = 9 },
    { "How did it develop" },
    { "What watching cost" },
}

local function output_of(command)
    local pipe = assert(io.popen(command))
    local text = pipe:read("a")
    assert(pipe:close(), "failed: " .. command)
    return text
end

local function report()
    return output_of("build='" .. build .. "'" .. [[

        scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT &&
        ln -s "$(cd "$build" && pwd -P)" "$scratch/build-quickstart" &&
        cd "$scratch" && build-quickstart/mitosis run -n 4 \
            build-quickstart/examples/plain/heat 2000 2000 100 >run 2>&1 &&
        build-quickstart/mitosis report heat-*.mitosis.json]])
end

-- The text of a section, from its title to the next one's.
local function section(text, title)
    local from = assert(text:find("\n" .. title .. "\n", 1, true),
                        "no section " .. title) + 1
    local to = text:find("\n\n[^\n ][^\n]*\n\u{2500}", from)
    return text:sub(from, to and to - 1)
end

local function first_lines(text, count)
    local lines = {}
    for line in text:gmatch("[^\n]+") do
        if #lines < count then
            lines[#lines + 1] = line
        end
    end
    return table.concat(lines, "\n")
end

local function sample(text)
    local parts = { (text:match("^(.-)\n\n")) }
    for _, is in ipairs(sections) do
        local part = section(text, is[1])
        local cut = is[2] and part:find(is[2], 1, true)
        part = cut and part:sub(1, cut - 1) or part
        parts[#parts + 1] = is.lines and first_lines(part, is.lines) or part
    end
    return ("\n" .. table.concat(parts, "\n\n")):gsub("\n([^\n])", "\n    %1")
        :gsub(" +\n", "\n"):gsub("%s+$", ""):sub(2)
end

local file = assert(io.open("README.md"))
local readme = file:read("a")
file:close()
local from = assert(readme:find("\n    build-quickstart/examples/plain/heat "
    .. "2000 2000 100\n", 1, true), "no sample in README.md")
local to = assert(readme:find("\n\nThis is a part of it", from, true))
local text = sample(report())
file = assert(io.open("README.md", "w"))
file:write(readme:sub(1, from), text, readme:sub(to))
file:close()
