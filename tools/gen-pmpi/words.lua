-- words.lua - what the other parts do with texts
--
-- SPDX-License-Identifier: BSD-3-Clause
local words = {}

-- End with a message that says where.
function words.fail(where, ...)
    error(where .. ": " .. string.format(...), 0)
end

function words.trim(part)
    return part:match("^%s*(.-)%s*$")
end

-- The parts of 'list' between commas, but for those within parentheses.
function words.split(list)
    local parts, depth, part = {}, 0, ""
    for c in (list .. ","):gmatch(".") do
        depth = depth + (c == "(" and 1 or c == ")" and -1 or 0)
        if c == "," and depth == 0 then
            table.insert(parts, words.trim(part))
            part = ""
        else
            part = part .. c
        end
    end
    return list ~= "" and parts or {}
end

return words
