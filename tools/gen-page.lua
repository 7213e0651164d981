-- gen-page.lua - makes a page for the browser from the files in report/export/page/
--
--     lua gen-page.lua NAME report/export/page/page.html FILE.css FILE.js... >FILE.c
--
-- NAME is that of the array in report/export/html_parts.h that it becomes.
-- The page is one file in the end: @style and @script in page.html stand for
-- what is in the other files.  The scripts become one function, in the given
-- order, so that no name of theirs is seen outside.  @style-sum and
-- @script-sum stand for their SHA-256, by which the page's policy knows them.
-- Where @title, @answer and @data are, the text is cut into parts, between
-- which report/export/html.c and report/history/history_page.c put what
-- differs.
--
-- SPDX-License-Identifier: BSD-3-Clause
local places = { "title", "answer", "data" }

local function contents(path)
    local file <close> = assert(io.open(path, "rb"))
    return file:read("a")
end

-- What a reader of the page does not need: the licence and comments that take
-- whole lines.
local function lean(text)
    text = text:gsub("/%*.-%*/\n*", "")
    return (text:gsub("\n%s*//[^\n]*", "\n"):gsub("\n%s*\n+", "\n"))
end

---- SHA-256, as in FIPS 180-4 ----

-- The first 32 bits of the fractional parts of a root of the first primes.
local function fractions(count, root)
    local list, n = {}, 2
    while #list < count do
        local prime = true
        for d = 2, n - 1 do
            prime = prime and n % d ~= 0
        end
        if prime then
            list[#list + 1] = math.floor((n ^ root % 1) * 2 ^ 32)
        end
        n = n + 1
    end
    return list
end

local function rotate(x, n)
    return (x >> n | x << (32 - n)) & 0xffffffff
end

local function schedule(block)
    local w = { string.unpack(">" .. ("I4"):rep(16), block) }
    for i = 17, 64 do
        local a, b = w[i - 15], w[i - 2]
        a = rotate(a, 7) ~ rotate(a, 18) ~ a >> 3
        b = rotate(b, 17) ~ rotate(b, 19) ~ b >> 10
        w[i] = (w[i - 16] + a + w[i - 7] + b) & 0xffffffff
    end
    return w
end

local function digest_block(h, k, block)
    local w = schedule(block)
    local v = { table.unpack(h, 1, 8) }
    for i = 1, 64 do
        local a, b, c, d, e, f, g, l = table.unpack(v)
        local t = l + (rotate(e, 6) ~ rotate(e, 11) ~ rotate(e, 25))
            + (e & f ~ ~e & g) + k[i] + w[i]
        local u = (rotate(a, 2) ~ rotate(a, 13) ~ rotate(a, 22))
            + (a & b ~ a & c ~ b & c)
        v = { (t + u) & 0xffffffff, a, b, c, (d + t) & 0xffffffff, e, f, g }
    end
    for i = 1, 8 do
        h[i] = (h[i] + v[i]) & 0xffffffff
    end
end

local function sha256(text)
    local h, k = fractions(8, 1 / 2), fractions(64, 1 / 3)
    local padded = text .. "\x80" .. ("\0"):rep(-(#text + 9) % 64)
        .. string.pack(">I8", 8 * #text)
    for at = 1, #padded, 64 do
        digest_block(h, k, padded:sub(at, at + 63))
    end
    return string.pack(">" .. ("I4"):rep(8), table.unpack(h, 1, 8))
end

local function base64(bytes)
    local digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        .. "0123456789+/"
    local text = {}
    for at = 1, #bytes, 3 do
        local a, b, c = bytes:byte(at, at + 2)
        local n = a << 16 | (b or 0) << 8 | (c or 0)
        for i = 0, 3 do
            local digit = n >> (18 - 6 * i) & 63
            text[#text + 1] = digits:sub(digit + 1, digit + 1)
        end
    end
    local over = -#bytes % 3
    return table.concat(text, "", 1, #text - over) .. ("="):rep(over)
end

assert(base64(sha256("abc"))
    == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=", "SHA-256 is wrong")

---- the page ----

local function assemble(html, css, scripts)
    local with = {
        style = "\n" .. lean(css),
        script = "\n\"use strict\";\n(() => {\n"
            .. lean(table.concat(scripts, "\n")) .. "})();\n",
    }
    with["style-sum"] = base64(sha256(with.style))
    with["script-sum"] = base64(sha256(with.script))
    return (html:gsub("@([%l-]+)", function(word)
        return with[word]
    end))
end

local function cut(page)
    local parts, at = {}, 1
    for i, place in ipairs(places) do
        local first, last = page:find("@" .. place, at, true)
        assert(first, "there is no @" .. place)
        parts[i] = page:sub(at, first - 1)
        at = last + 1
    end
    parts[#parts + 1] = page:sub(at)
    return parts
end

-- A part as a string of C, a line at a time.
local function quote(part)
    local lines = {}
    for line in part:gmatch("[^\n]*\n?") do
        line = line:gsub("[\\\"]", "\\%0"):gsub("%?%?", "?\\?")
            :gsub("\n", "\\n")
        if line ~= "" then
            lines[#lines + 1] = '    "' .. line .. '"'
        end
    end
    return table.concat(lines, "\n")
end

local scripts = {}
for i = 4, #arg do
    scripts[#scripts + 1] = contents(arg[i])
end
local page = assemble(contents(arg[2]), contents(arg[3]), scripts)
print("/* made by tools/gen-page.lua */\n#include \"report/export/html_parts.h\"\n")
print("const char *const " .. arg[1] .. "[HTML_PLACES + 1] = {")
for _, part in ipairs(cut(page)) do
    print(quote(part) .. ",")
end
print("};")
