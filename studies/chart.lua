-- chart.lua - bars or lines over a few groups, as SVG
--
-- Beside what a study found stands what a paper has: a chart draws both, ours
-- full and the paper's as a mark with its number.
--
-- SPDX-License-Identifier: BSD-3-Clause

local WIDTH, HEIGHT = 900, 360
local LEFT, RIGHT, TOP, BOTTOM = 64, 20, 86, 52
local MOST_NAMES, MOST_POINTS = 12, 24 -- of groups, beside each other
local colours = { "#2463a8", "#b3541e", "#1d7d46", "#7a4fa3", "#8a6d1a",
                  "#3f7f8f" }

local function escape(text)
    return (text:gsub("&", "&amp;"):gsub("<", "&lt;"):gsub(">", "&gt;"))
end

local function text(x, y, how, words)
    return string.format('<text x="%.1f" y="%.1f" %s>%s</text>\n', x, y, how,
                         escape(words))
end

-- The smallest of 1, 2 and 5 times a power of ten that is not below.
local function round_up(number)
    local power = 10 ^ math.floor(math.log(number, 10))
    for _, times in ipairs { 1, 2, 5 } do
        if times * power >= number * (1 - 1e-9) then
            return times * power
        end
    end
    return 10 * power
end

local function each_number(c, act)
    for s, series in ipairs(c.series) do
        for g = 1, #c.groups do
            if series.values[g] then
                act(s, g, series.values[g])
            end
            if series.paper and series.paper[g] then
                act(s, g, series.paper[g])
            end
        end
    end
end

local function height_of(share)
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share
end

local function draw_grid(y, number, out)
    out[#out + 1] = string.format('<path class="grid" d="M%d %.1fH%d"/>\n',
                                  LEFT, y, WIDTH - RIGHT)
        .. text(LEFT - 6, y + 4, 'text-anchor="end"',
                string.format("%.6g", number))
end

-- Where a number is, and lines at round ones.
local function draw_scale(c, out)
    local least, most, step = 0, 0, nil
    each_number(c, function(_, _, number)
        least, most = math.min(least, number), math.max(most, number)
    end)
    step = round_up((most - least) / 5)
    least = step * math.floor(least / step + 1e-9)
    most = step * math.ceil(most / step - 1e-9)
    local function at(number)
        return height_of((number - least) / (most - least))
    end
    for i = math.floor(least / step + 0.5), math.floor(most / step + 0.5) do
        draw_grid(at(i * step), i * step, out)
    end
    return at
end

-- The same with as much height for each power of ten.
local function draw_log_scale(c, out)
    local least, most = math.huge, 0
    each_number(c, function(_, _, number)
        if number > 0 then
            least, most = math.min(least, number), math.max(most, number)
        end
    end)
    least = math.floor(math.log(least, 10) + 1e-9)
    most = math.max(math.ceil(math.log(most, 10) - 1e-9), least + 1)
    local function at(number)
        return height_of((math.log(number, 10) - least) / (most - least))
    end
    for power = least, most do
        draw_grid(at(10.0 ^ power), 10.0 ^ power, out)
    end
    return at
end

-- What the colours stand for, in as many lines as it takes.
local function draw_keys(c, out)
    local x, y = LEFT, 42
    local function key(look, words)
        local wide = math.floor(40 + 7.2 * #words)
        if x + wide > WIDTH then
            x, y = LEFT, y + 18
        end
        out[#out + 1] = string.format(look, x, y) .. text(x + 19, y + 4, "",
                                                          words)
        x = x + wide
    end
    for s, series in ipairs(c.series) do
        key('<path stroke="' .. colours[s] .. '" stroke-width="'
            .. (c.lines and 2 or 12) .. '"'
            .. (series.dashed and ' stroke-dasharray="5 3"' or "")
            .. ' d="M%d %dh14"/>\n', series.name)
    end
    if c.has_paper then
        key('<path class="paper" d="M%d %dh14"/>\n',
            c.lines and "the paper's, in the colour of ours" or "the paper's")
    end
end

local function draw_heads(c, out)
    out[#out + 1] = text(12, 20, 'class="head"', c.title)
    draw_keys(c, out)
    local wide = (WIDTH - LEFT - RIGHT) / #c.groups
    for g = 1, #c.groups, (#c.groups - 1) // MOST_NAMES + 1 do
        out[#out + 1] = text(LEFT + wide * (g - 0.5), HEIGHT - BOTTOM + 18,
                             'text-anchor="middle"', c.groups[g])
    end
    out[#out + 1] = text(LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 12,
                         'text-anchor="middle"', c.below)
end

-- The paper's number: a line where the bar or the point would end.
local function draw_paper(out, x, y, wide, number, colour)
    out[#out + 1] = string.format(
        '<path class="paper"%s d="M%.1f %.1fh%.1f"/>\n',
        colour and ' style="stroke:' .. colour .. '"' or "", x, y, wide)
        .. text(x + wide / 2, y - 5, 'text-anchor="middle" class="number"',
                string.format("%.4g", number))
end

local function draw_bars(c, at, out)
    local group = (WIDTH - LEFT - RIGHT) / #c.groups
    local wide = group * 0.8 / #c.series
    for s, series in ipairs(c.series) do
        for g = 1, #c.groups do
            local x = LEFT + group * (g - 0.9) + wide * (s - 1)
            local value = series.values[g]
            if value then
                out[#out + 1] = string.format(
                    '<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" '
                    .. 'fill="%s"><title>%s, %s: %.4g</title></rect>\n', x,
                    math.min(at(0), at(value)), wide - 2,
                    math.abs(at(0) - at(value)), colours[s],
                    escape(series.name), escape(c.groups[g]), value)
            end
            if series.paper and series.paper[g] then
                draw_paper(out, x, at(series.paper[g]), wide - 2,
                           series.paper[g])
            end
        end
    end
end

local function draw_lines(c, at, out)
    local group = (WIDTH - LEFT - RIGHT) / #c.groups
    for s, series in ipairs(c.series) do
        local path = {}
        for g = 1, #c.groups do
            local x, value = LEFT + group * (g - 0.5), series.values[g]
            if value then
                path[#path + 1] = string.format(
                    "%s%.1f %.1f", series.values[g - 1] and "L" or "M", x,
                    at(value))
            end
            if value and #c.groups <= MOST_POINTS then
                out[#out + 1] = string.format(
                    '<circle cx="%.1f" cy="%.1f" r="3.5" fill="%s"/>\n', x,
                    at(value), colours[s])
            end
            if series.paper and series.paper[g] then
                draw_paper(out, x - 16, at(series.paper[g]), 32,
                           series.paper[g], colours[s])
            end
        end
        out[#out + 1] = string.format(
            '<path fill="none" stroke="%s" stroke-width="1.8"%s d="%s"/>\n',
            colours[s], series.dashed and ' stroke-dasharray="5 3"' or "",
            table.concat(path))
    end
end

-- c = { title, below, groups = { name, ... }, lines = true for lines,
--       log = true for lines of positive numbers on a logarithmic scale,
--       series = { { name, values = { ... }, paper = { [group] = number },
--                    dashed }, ... } }: the picture as text.
local function draw(c)
    local out = { string.format(
        '<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" '
        .. 'role="img">\n<title>%s</title>\n'
        .. '<style>text{font:12px Verdana,DejaVu Sans,sans-serif;'
        .. 'fill:#3f4650}.head{font-weight:bold}.number{font-size:11px;'
        .. 'fill:#111;stroke:#fff;stroke-width:3;paint-order:stroke}'
        .. '.grid{stroke:#d5d9de;stroke-width:1}'
        .. '.paper{stroke:#111;stroke-width:2.5}</style>\n'
        .. '<rect width="%d" height="%d" fill="#fff"/>\n', WIDTH, HEIGHT,
        escape(c.title), WIDTH, HEIGHT) }
    for _, series in ipairs(c.series) do
        c.has_paper = c.has_paper or series.paper ~= nil
    end
    local at = (c.log and draw_log_scale or draw_scale)(c, out)
    draw_heads(c, out);
    (c.lines and draw_lines or draw_bars)(c, at, out)
    out[#out + 1] = "</svg>\n"
    return table.concat(out)
end

return { draw = draw }
