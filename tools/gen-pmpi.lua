-- gen-pmpi.lua - turn the list of MPI calls and MPI's header into C
--
-- Usage: lua gen-pmpi.lua calls.h|calls.c|wrappers.c LIST HEADER > output
--
-- LIST is pmpi/mpi/mpi.list, which says what the calls mean; HEADER is mpi.h as
-- the preprocessor leaves it (cc -E -dD), which says what their arguments are.
--
-- Its parts are in gen-pmpi/ beside it.
--
-- SPDX-License-Identifier: BSD-3-Clause
package.path = arg[0]:gsub("%.lua$", "/?.lua") .. ";" .. package.path
local header = require "header"
local list = require "list"
local notes = require "notes"
local wrapper = require "wrapper"

-- Every call that gets a wrapper: what is in both files, each with its
-- large-count variant, then what only the header knows.
local function join(lines, protos)
    local calls, seen = {}, {}
    local function add(line, name)
        local proto = protos[name]
        seen[name] = true
        if not proto or line.unwrapped or proto.odd and not line.custom then
            return
        end
        local call = { name = name, line = line, proto = proto,
                       where = line.where }
        if not line.custom then notes.compile(call) end
        table.insert(calls, call)
    end
    for _, line in ipairs(lines) do
        add(line, line.name)
        if not lines[line.name .. "_c"] then add(line, line.name .. "_c") end
    end
    for _, proto in ipairs(protos) do
        if not seen[proto.name] then
            add({ traits = {}, notes = {} }, proto.name)
        end
    end
    return calls
end

local write = {}

write["calls.h"] = function(calls)
    io.write("#ifndef MITOSIS_CALLS_H\n#define MITOSIS_CALLS_H\n\n",
             "enum call {\n")
    for _, call in ipairs(calls) do
        io.write("    CALL_", call.name, ",\n")
    end
    io.write([[
    CALL_COUNT
};

/* EACH(number, name) for every call, the number as digits. */
#define CALLS(EACH) \
]])
    for i, call in ipairs(calls) do
        io.write(("    EACH(%d, %s)%s\n"):format(
            i - 1, call.name, i < #calls and " \\" or ""))
    end
    io.write([[

/* What the list says about each call; 'traits' are of enum call_trait. */
struct call_info {
    const char *name;
    unsigned traits;
};

extern const struct call_info call_info[CALL_COUNT];

/* The address of our own wrapper of each call. */
extern void *const call_wrapper[CALL_COUNT];

#endif /* !MITOSIS_CALLS_H */
]])
end

write["calls.c"] = function(calls)
    io.write('#include "pmpi/mpi/calls.h"\n#include "profile/page.h"\n\n',
             "_Static_assert((int)CALL_COUNT <= (int)PAGE_CALLS,\n",
             '               "a page has room for all calls");\n\n',
             "const struct call_info call_info[CALL_COUNT] = {\n")
    for _, call in ipairs(calls) do
        local bits = {}
        for i, trait in ipairs(call.line.traits) do
            bits[i] = "TRAIT_" .. trait:upper()
        end
        io.write(('    [CALL_%s] = { "%s", %s },\n'):format(
            call.name, call.name,
            #bits > 0 and table.concat(bits, " | ") or "0"))
    end
    io.write("};\n")
end

write["wrappers.c"] = function(calls)
    io.write('#include <mpi.h>\n\n#include "pmpi/mpi/calls.h"\n',
             '#include "pmpi/change/hold_in_receive.h"\n',
             '#include "pmpi/mpi/next.h"\n#include "pmpi/calls/note_leave.h"\n',
             '#include "pmpi/watch/span.h"\n')
    for _, call in ipairs(calls) do
        if not call.line.custom then io.write(wrapper.of(call)) end
    end
    io.write("\nvoid *const call_wrapper[CALL_COUNT] = {\n")
    for _, call in ipairs(calls) do
        io.write(("    [CALL_%s] = (void *)%s,\n"):format(call.name,
                                                          call.name))
    end
    io.write("};\n")
end

local what, list_path, header_path = table.unpack(arg)
if not write[what] or not header_path then
    io.stderr:write("usage: gen-pmpi.lua calls.h|calls.c|wrappers.c ",
                    "LIST HEADER\n")
    os.exit(2)
end
local good, calls = pcall(function()
    return join(list.read(list_path), header.read(header_path))
end)
if not good then
    io.stderr:write(calls, "\n")
    os.exit(1)
end
io.write("/* Made from pmpi/mpi/mpi.list by tools/gen-pmpi.lua: edit those. */\n")
write[what](calls)
