-- terminal_svg.lua - an animated picture of what a program drew on a terminal
--
--     script -m classic -O RAW -T TIMES -c 'mitosis top'
--     lua terminal_svg.lua COLUMNS SECONDS RAW TIMES
--
-- A screen is what is drawn after the cursor went home.  Those are taken that
-- were to be seen every SECONDS, and the last one is shown for longer.  A line
-- that stays the same over several screens is written once.
--
-- SPDX-License-Identifier: BSD-3-Clause
local columns, seconds, raw, times = tonumber(arg[1]), tonumber(arg[2]), arg[3], arg[4]
local last_seconds = 4
local wide, high, size = 7.83, 17, 13
local colours = {
    [30] = "#484f58", [31] = "#ff7b72", [32] = "#3fb950", [33] = "#d29922",
    [34] = "#58a6ff", [35] = "#bc8cff", [36] = "#39c5cf", [37] = "#e6edf3",
    [90] = "#8b949e",
}

-- The looks of a piece of text after a code like "1;32".
local function look_after(look, code)
    local new = { bold = look.bold, pale = look.pale, colour = look.colour,
                  turned = look.turned }
    for number in (code == "" and "0" or code):gmatch("%d+") do
        local n = tonumber(number)
        if n == 0 then
            new = {}
        elseif n == 1 then
            new.bold = true
        elseif n == 2 then
            new.pale = true
        elseif n == 7 then
            new.turned = true
        elseif n == 22 then
            new.bold, new.pale = nil, nil
        elseif n == 39 then
            new.colour = nil
        elseif colours[n] then
            new.colour = colours[n]
        end
    end
    return new
end

local function escape(text)
    return (text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" }))
end

local function style(look)
    local style = ""
    if look.colour then
        style = style .. ' fill="' .. look.colour .. '"'
    end
    if look.bold then
        style = style .. ' font-weight="bold"'
    end
    if look.pale then
        style = style .. ' opacity="0.6"'
    end
    return style
end

-- A piece of text in its column.  Bars keep their length in any font.
local function draw_piece(column, text, look)
    local length = utf8.len(text) or #text
    local fixed = text:find("[\128-\255]")
        and (' textLength="%.1f" lengthAdjust="spacingAndGlyphs"'):format(length * wide)
        or ""

    return ('<tspan x="%.1f"%s%s>%s</tspan>'):format(column * wide + 12, fixed,
        style(look), escape(text))
end

-- A line as such pieces: what has the same looks and no wide gap.
local function draw_line(line)
    local pieces, look, column = {}, {}, 0
    for before, code, final in (line .. "\27[0m"):gmatch("([^\27]*)\27%[([%d;?]*)(%a)") do
        for text, gap in (before:gsub("%c", "") .. "  "):gmatch("(.-)(  +)") do
            if text ~= "" then
                pieces[#pieces + 1] = draw_piece(column, text, look)
            end
            column = column + (utf8.len(text) or #text) + #gap
        end
        column = column - 2
        if final == "m" then
            look = look_after(look, code)
        end
    end
    return table.concat(pieces)
end

local function read_lines(drawn)
    local screen = {}
    for line in (drawn .. "\n"):gmatch("(.-)\r*\n") do
        screen[#screen + 1] = draw_line(line)
    end
    return screen
end

-- The whole of RAW, and the time at which each part of it came.
local file = assert(io.open(raw, "rb"))
local all = file:read("a"):gsub("^Script started[^\n]*\n", "")
file:close()
local came, at, bytes = {}, 0, 0
for line in io.lines(times) do
    local delay, count = line:match("^([%d.]+) (%d+)$")
    if delay then
        at, bytes = at + tonumber(delay), bytes + tonumber(count)
        came[#came + 1] = { at = at, bytes = bytes }
    end
end

local screens, part, next_time = {}, 1, nil
for from, drawn, to in all:gmatch("()\27%[H(.-)\27%[J()") do
    while part < #came and came[part].bytes < to - 1 do
        part = part + 1
    end
    if not next_time or came[part].at >= next_time then
        screens[#screens + 1] = read_lines(drawn)
        next_time = came[part].at + seconds
    end
end
assert(#screens > 0, "nothing was drawn")

local rows = 0
for _, screen in ipairs(screens) do
    rows = math.max(rows, #screen)
end
local whole = (#screens - 1) * seconds + last_seconds

-- When it is seen, as parts of the whole.
local function seen(first, last)
    local from, to = (first - 1) * seconds / whole, last * seconds / whole
    if last == #screens then
        to = 1
    end
    local values, times = {}, {}
    if from > 0 then
        values, times = { "hidden" }, { "0" }
    end
    values[#values + 1] = "visible"
    times[#times + 1] = ("%.4f"):format(from)
    if to < 1 then
        values[#values + 1] = "hidden"
        times[#times + 1] = ("%.4f"):format(to)
    end
    return ('<animate attributeName="visibility" calcMode="discrete" dur="%.1fs" '
        .. 'repeatCount="indefinite" values="%s" keyTimes="%s"/>'):format(
        whole, table.concat(values, ";"), table.concat(times, ";"))
end

local width, height = columns * wide + 24, rows * high + 24
io.write(([[
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f">
<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="%d" fill="#e6edf3">
]]):format(width, height, width, height, size))
for row = 1, rows do
    local first = 1
    while first <= #screens do
        local text, last = screens[first][row] or "", first
        while last < #screens and (screens[last + 1][row] or "") == text do
            last = last + 1
        end
        if text ~= "" then
            local always = first == 1 and last == #screens
            io.write(('<text y="%d"%s>%s%s</text>\n'):format(row * high + 6,
                (first == 1) and "" or ' visibility="hidden"', text,
                always and "" or seen(first, last)))
        end
        first = last + 1
    end
end
io.write("</g>\n</svg>\n")
