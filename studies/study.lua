-- study.lua - what the scripts of studies share: failing, and writing files
--
--     local study = require("study")("adaptation")
--
-- SPDX-License-Identifier: BSD-3-Clause

-- The script is called 'name' where it fails.
return function(name)
    local function stop(...)
        io.stderr:write(name, ": ", string.format(...), "\n")
        os.exit(1)
    end

    local function write(path, text)
        local file, why = io.open(path, "w")
        if not file or not file:write(text) or not file:close() then
            stop("%s", why or path .. ": it cannot be written")
        end
        return path
    end

    -- A word for a shell.
    local function quote(word)
        return "'" .. word:gsub("'", "'\\''") .. "'"
    end

    return { stop = stop, write = write, quote = quote }
end
