-- gen-pmpi.lua - turn the list of MPI calls and MPI's header into C
--
-- Usage: lua gen-pmpi.lua calls.h|calls.c|wrappers.c LIST HEADER > output
--
-- LIST is pmpi/mpi.list, which says what the calls mean; HEADER is mpi.h as
-- the preprocessor leaves it (cc -E -dD), which says what their arguments are.
--
-- SPDX-License-Identifier: BSD-3-Clause

-- What the traits column may say: traits, and words for ourselves.
local is_trait = {
    p2p = true, coll = true, rma = true, io = true, blocking = true,
    poll = true, data = true, start = true, complete = true, ["local"] = true,
    comm = true, setup = true,
}
-- 'await': a call that may stand for a sync while it waits.
local is_mark = { custom = true, answer = true, await = true }

-- Arguments that are found by their type, and not by name.
local type_of_role = {
    comm = "MPI_Comm", newcomm = "MPI_Comm *",
    win = "MPI_Win", newwin = "MPI_Win *",
    op = "MPI_Op", request = "MPI_Request *", status = "MPI_Status *",
}

-- The notes, by their names in the list.  'takes' says what stands between
-- the parentheses; the rest is the C they become: 'now' in general, 'start'
-- when the call began it and gave back a request, 'init' when it prepared it,
-- 'before' when the call would be too late; that happens even while we do not
-- watch, for a handle that is freed then may come again.  What 'lasts', and
-- what is prepared, is noted even while the program pauses us.  Words with a $
-- are what 'takes' has, or arguments by their role.
local note_of = {
    send = {
        takes = { "rank", "data" },
        now = "note_send(&span, $comm, $rank, $sendtag, $data);",
        start = "note_send_start(&span, $comm, $rank, $sendtag, $data, "
            .. "*$request);",
        init = "note_send_init(&span, $comm, $rank, $sendtag, $data, "
            .. "*$request);",
    },
    recv = {
        takes = { "rank" },
        now = "note_recv(&span, $comm, $status);",
        start = "note_recv_start(&span, $comm, $rank, $recvtag, *$request);",
        init = "note_recv_init(&span, $comm, $rank, $recvtag, *$request);",
    },
    start = {
        takes = {},
        start = "note_start(&span, *$request);",
    },
    start_all = {
        takes = { "count", "requests" },
        now = "for (int i = 0; i < $count; i++)\n"
            .. "    note_start(&span, $requests[i]);",
    },
    coll = {
        takes = { "data" },
        now = "note_coll(&span, $comm, $root, $data);",
        start = "note_coll_start(&span, $comm, $root, $data, *$request);",
        init = "note_coll_init(&span, $comm, $root, $data, *$request);",
    },
    put = {
        takes = { "rank", "data" },
        now = "note_put(&span, $win, $rank, $data);",
    },
    get = {
        takes = { "rank", "data" },
        now = "note_get(&span, $win, $rank, $data);",
    },
    change = {
        takes = { "rank", "data" },
        now = "if ($op != MPI_NO_OP)\n"
            .. "    note_put(&span, $win, $rank, $data);",
    },
    read = {
        takes = { "data" },
        now = "note_read(&span, $data);",
    },
    write = {
        takes = { "data" },
        now = "note_write(&span, $data);",
    },
    comm_made = {
        takes = {},
        now = "note_comm_made(*$newcomm);",
    },
    comm_freed = {
        takes = {},
        before = "if ($newcomm)\n    note_comm_freed(*$newcomm);",
    },
    comm_named = {
        takes = { "text" },
        lasts = true,
        now = "note_comm_named($comm, $text);",
    },
    win_made = {
        takes = {},
        lasts = true,
        now = "note_win_made(*$newwin, $comm);",
    },
    win_freed = {
        takes = {},
        before = "if ($newwin)\n    note_win_freed(*$newwin);",
    },
}

-- Numbers and conditions that the list has words for.
local group_of = {
    rank = "note_rank($comm)",
    own_size = "note_own_size($comm)",
    size = "note_size($comm)",
    destinations = "note_destinations($comm)",
}
local condition_of = {
    in_place = "sendbuf == MPI_IN_PLACE",
    at_root = "note_is_root($comm, root)",
    aside = "root == MPI_PROC_NULL",
    receiver = "root == MPI_PROC_NULL || root == MPI_ROOT",
}

local function fail(where, ...)
    error(where .. ": " .. string.format(...), 0)
end

local function trim(text)
    return text:match("^%s*(.-)%s*$")
end

-- The parts of 'text' between commas, but for those within parentheses.
local function split(text)
    local parts, depth, part = {}, 0, ""
    for c in (text .. ","):gmatch(".") do
        depth = depth + (c == "(" and 1 or c == ")" and -1 or 0)
        if c == "," and depth == 0 then
            table.insert(parts, trim(part))
            part = ""
        else
            part = part .. c
        end
    end
    return text ~= "" and parts or {}
end

-- The list -------------------------------------------------------------------

local function parse_traits(text, line)
    line.traits = {}
    for word in text:gmatch("[^,]+") do
        if is_trait[word] then
            table.insert(line.traits, word)
        elseif not is_mark[word] and text ~= "-" then
            fail(line.where, "unknown trait '%s'", word)
        end
        line[word] = true
    end
end

-- Notes are words, each followed by its arguments in parentheses or by none.
local function parse_notes(text, line)
    line.notes = {}
    while text ~= "" do
        local word, rest = text:match("^([%w_]+)(.*)$")
        if not note_of[word] then
            fail(line.where, "expected a note, got '%s'", text)
        end
        local arguments, after = rest:match("^(%b())(.*)$")
        table.insert(line.notes, {
            name = word,
            arguments = split(arguments and arguments:sub(2, -2) or ""),
        })
        text = trim(after or rest)
    end
end

local function parse_call(text, line, lines)
    local traits, notes = text:match("^(%S+)%s*(.-)%s*$")
    local model = notes:match("^as%s+(%S+)$")
    parse_traits(traits, line)
    if model then
        if not lines[model] or not lines[model].notes then
            fail(line.where, "there is no %s further up", model)
        end
        line.notes = lines[model].notes
    else
        parse_notes(notes, line)
    end
    if line.custom and #line.notes > 0 then
        fail(line.where, "a custom call has its notes in C")
    elseif (line["local"] or line.poll) and #line.notes > 0 then
        fail(line.where, "a call that may only be counted has no notes")
    end
end

-- The calls of the file 'path', in order and by name.
local function read_list(path)
    local lines = {}
    local number = 0
    for text in assert(io.open(path)):lines() do
        number = number + 1
        local line = { where = path .. ":" .. number }
        local name, rest = text:match("^(MPIX?_[%w_]+)%s+(%S.*)$")
        local unwrapped = text:match("^unwrapped%s+(MPIX?_[%w_]+)%s+%S")
        line.name = name or unwrapped
        if line.name and lines[line.name] then
            fail(line.where, "%s is already in %s", line.name,
                 lines[line.name].where)
        elseif name then
            parse_call(rest, line, lines)
        elseif unwrapped then
            line.unwrapped = true
        elseif text:match("^[^#]") then
            fail(line.where, "expected a call, got '%s'", text)
        end
        if line.name then
            lines[line.name] = line
            table.insert(lines, line)
        end
    end
    return lines
end

-- The header -----------------------------------------------------------------

-- 'const int counts[]' has the name counts and the type 'int []'.
local function parse_argument(text)
    local before, name, after = text:match("^(.+)%f[%w_]([%a_][%w_]*) ?(.*)$")
    if not name or not after:match("^[%[%]%d ]*$") then return nil end
    local type = before:gsub("%f[%w_]const%f[^%w_]", "")
        :gsub("%*", " * ") .. after
    return { name = name, declaration = text,
             type = trim(type:gsub("%s+", " ")) }
end

-- What no wrapper can pass on is marked so: "..." is, for one.
local function parse_prototype(result, name, text)
    local proto = { name = name, result = result, arguments = {} }
    for _, part in ipairs(text ~= "void" and split(text) or {}) do
        local argument = parse_argument(part)
        if not argument then
            return { name = name, odd = true }
        end
        table.insert(proto.arguments, argument)
        proto.arguments[argument.name] = argument
    end
    return proto
end

-- The functions that the preprocessed header 'path' declares, in order and
-- by name.
local function read_header(path)
    local protos, macros = {}, {}
    local text = assert(io.open(path)):read("a")
    for name in text:gmatch("#define (MPIX?_[%w_]+)") do
        macros[name] = true
    end
    text = text:gsub("#[^\n]*", ""):gsub("%s+", " ")
        :gsub("__attribute__ ?%b()", ""):gsub("%f[%w_]extern ", "")
    for statement in text:gmatch("[^;{}]+") do
        local result, name, arguments = trim(statement)
            :match("^([%w_ %*]-) ?%f[%w_](MPIX?_[%w_]+) ?(%b())$")
        if name and result ~= "" and not result:match("^typedef") then
            protos[name] = parse_prototype(result, name,
                                           trim(arguments:sub(2, -2)))
            protos[name].macro = macros[name]
            table.insert(protos, protos[name])
        end
    end
    if #protos == 0 then fail(path, "it declares no MPI call") end
    return protos
end

-- Notes to C -----------------------------------------------------------------

-- The argument 'name' of a call; of a|b whichever there is.
local function argument(call, name)
    for choice in name:gmatch("[^|]+") do
        local found = call.proto.arguments[choice]
        if found then return found end
    end
    fail(call.where, "%s has no argument '%s'", call.name, name)
end

-- The name of the one argument that has the type of 'role'.
local function argument_of_role(call, role)
    local found = {}
    for _, a in ipairs(call.proto.arguments) do
        if a.type == type_of_role[role] then table.insert(found, a.name) end
    end
    if #found ~= 1 then
        fail(call.where, "%s has %d arguments of type '%s', not one",
             call.name, #found, type_of_role[role])
    end
    return found[1]
end

-- Arguments that are always called the same, but are not always there.
local name_of_role = {
    sendtag = "sendtag|tag", recvtag = "recvtag|tag", root = "root",
}

local function argument_of_name(call, role)
    for choice in name_of_role[role]:gmatch("[^|]+") do
        if call.proto.arguments[choice] then return choice end
    end
    return "TRACE_NONE"
end

-- Fill in the words with a $, from 'values' or with the call's arguments.
local function fill(template, call, values)
    return (template:gsub("%$(%w+)", function(word)
        return values and values[word]
            or name_of_role[word] and argument_of_name(call, word)
            or argument_of_role(call, word)
    end):gsub(" \n", "\n"))
end

-- A factor: the size of a group, a number, or an argument.
local function factor(call, word)
    if group_of[word] then return fill(group_of[word], call) end
    return word:match("^%d+$") or argument(call, word).name
end

-- COUNT*TYPE, as a call of the function that knows its bytes.
local function bytes_of(call, count, type)
    local datatype = argument(call, type)
    local array, group = count:match("^sum%(([%w_]+), ([%w_]+)%)$")
    if array then
        local counts = argument(call, array)
        return ("bytes_of_%s%s(%s, %s, %s)"):format(
            datatype.type:match("[%[%*]") and "types" or "counts",
            counts.type:match("MPI_Count") and "_c" or "",
            counts.name, factor(call, group), datatype.name)
    end
    local element, index = count:match("^([%w_]+)%[([%w_]+)%]$")
    if element then
        return ("bytes_of(%s[%s], %s)"):format(
            argument(call, element).name, factor(call, index), datatype.name)
    end
    return ("bytes_of(%s, %s)"):format(factor(call, count), datatype.name)
end

-- DATA without a condition.
local function product(call, text)
    if text == "0" then return "0" end
    local factors = {}
    for word in text:gmatch("[^%*]+") do table.insert(factors, word) end
    if #factors < 2 then
        fail(call.where, "expected COUNT*TYPE, got '%s'", text)
    end
    local type, count = table.remove(factors), table.remove(factors)
    for i, word in ipairs(factors) do factors[i] = factor(call, word) end
    table.insert(factors, bytes_of(call, count, type))
    return table.concat(factors, " * ")
end

-- One DATA, or several with their conditions, or what the status tells.
local function data(call, choices)
    if #choices == 0 then
        return fill("note_status_bytes($status)", call)
    end
    local lines = {}
    for i, choice in ipairs(choices) do
        local text, word = choice:match("^(.-) if (%S+)$")
        if (word == nil) ~= (i == #choices) then
            fail(call.where, "all DATA but the last need a condition")
        elseif word and not condition_of[word] then
            fail(call.where, "unknown condition '%s'", word)
        end
        lines[i] = product(call, text or choice)
        if word then
            lines[i] = fill(condition_of[word], call) .. " ? " .. lines[i]
        end
    end
    return #lines == 1 and lines[1]
        or "\n          " .. table.concat(lines, "\n          : ")
end

-- What stands between the parentheses of a note, by what it is.  Data comes
-- last and takes all that is left.
local function note_values(call, note, takes)
    local values = {}
    local given = note.arguments
    for i, what in ipairs(takes) do
        if what == "data" then
            values.data = data(call, table.move(given, i, #given, 1, {}))
        elseif given[i] then
            values[what] = argument(call, given[i]).name
        end
    end
    if #given < #takes and takes[#given + 1] ~= "data"
        or #given > #takes and takes[#takes] ~= "data" then
        fail(call.where, "expected %s(%s)", note.name,
             table.concat(takes, ", "))
    end
    return values
end

-- Whether a call does what it is for, begins it, or prepares it.
local function stage(call)
    for _, a in ipairs(call.proto.arguments) do
        if a.type == type_of_role.request then
            return call.line.start and "start" or "init"
        end
    end
    return "now"
end

-- Turn the notes of a call into C: call.before and call.after.
local function compile_notes(call)
    local last_stage = stage(call)
    local has_request = last_stage == "start"
    call.before, call.after = {}, {}
    call.lasting = last_stage == "init" and #call.line.notes > 0
    for i, note in ipairs(call.line.notes) do
        local kind = note_of[note.name]
        local at = i == #call.line.notes and last_stage or "now"
        local code = kind[at] or at == "start" and kind.now
        local values = note_values(call, note, kind.takes)
        call.lasting = call.lasting or kind.lasts
        if kind.before then
            table.insert(call.before, fill(kind.before, call, values))
        elseif code then
            table.insert(call.after, fill(code, call, values))
            has_request = has_request and code ~= kind.start
        else
            fail(call.where, "%s cannot have the note %s", call.name,
                 note.name)
        end
    end
    if has_request then
        table.insert(call.after,
                     fill("note_request(&span, *$request);", call))
    end
end

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
        if not line.custom then compile_notes(call) end
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

-- The wrappers ---------------------------------------------------------------

-- Statements, indented as far as 'by'.
local function indent(statements, by)
    local text = ""
    for _, statement in ipairs(statements) do
        text = text .. by .. statement:gsub("\n", "\n" .. by) .. "\n"
    end
    return text
end

-- The notes that are true when MPI says so.
local function if_success(call)
    if #call.after == 0 then return "" end
    local simple = #call.after == 1 and not call.after[1]:match("\n")
    return "    if (rc == MPI_SUCCESS)" .. (simple and "\n" or " {\n")
        .. indent(call.after, "        ") .. (simple and "" or "    }\n")
end

-- A call that only asks or sets something here is counted.
local counting = [[

${undef}EXPORT $result $name($declarations)
{
    span_count(CALL_$name);
    return NEXT($name)($names);
}
]]

local spanning = [[

${undef}EXPORT $result $name($declarations)
{
    struct span span;
${status}    $result rc;

${before}    if (${skip}!$enter(&span, CALL_$name, SPAN_ADDRESS, SPAN_FRAME))
        return NEXT($name)($names);
${ask}${await}    rc = NEXT($name)($names);
    span_stop(&span);
${after}    span_leave(&span, $success);
    return rc;
}
]]

local function wrapper(call)
    local proto, line = call.proto, call.line
    local declarations, names = {}, {}
    for i, a in ipairs(proto.arguments) do
        declarations[i], names[i] = a.declaration, a.name
    end
    local is_code = proto.result == "int" and not line.answer
    local asks = table.concat(call.after):match("%f[%w_]status%f[^%w_]")
    local template = line["local"] and counting or spanning
    return (template:gsub("%${?(%w+)}?", {
        undef = proto.macro and "#undef " .. call.name .. "\n" or "",
        result = proto.result,
        name = call.name,
        declarations = #names > 0 and table.concat(declarations, ", ")
            or "void",
        names = table.concat(names, ", "),
        skip = line.poll and "span_skip(CALL_" .. call.name .. ")\n        || "
            or "",
        enter = line.poll and "span_enter_poll"
            or call.lasting and "span_enter_lasting" or "span_enter",
        status = asks and "    MPI_Status own_status;\n" or "",
        ask = asks and "    if (status == MPI_STATUS_IGNORE)\n"
            .. "        status = &own_status;\n" or "",
        await = line.await
            and "    malleable_receive(source, tag, comm);\n" or "",
        before = indent(call.before, "    "),
        after = if_success(call),
        success = is_code and "rc == MPI_SUCCESS" or "true",
    }))
end

-- The three files ------------------------------------------------------------

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
    io.write('#include "pmpi/calls.h"\n#include "profile/page.h"\n\n',
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
    io.write('#include <mpi.h>\n\n#include "pmpi/calls.h"\n#include "pmpi/malleable.h"\n',
             '#include "pmpi/next.h"\n#include "pmpi/note.h"\n',
             '#include "pmpi/span.h"\n')
    for _, call in ipairs(calls) do
        if not call.line.custom then io.write(wrapper(call)) end
    end
    io.write("\nvoid *const call_wrapper[CALL_COUNT] = {\n")
    for _, call in ipairs(calls) do
        io.write(("    [CALL_%s] = (void *)%s,\n"):format(call.name,
                                                          call.name))
    end
    io.write("};\n")
end

local what, list, header = table.unpack(arg)
if not write[what] or not header then
    io.stderr:write("usage: gen-pmpi.lua calls.h|calls.c|wrappers.c ",
                    "LIST HEADER\n")
    os.exit(2)
end
local good, calls = pcall(function()
    return join(read_list(list), read_header(header))
end)
if not good then
    io.stderr:write(calls, "\n")
    os.exit(1)
end
io.write("/* Made from pmpi/mpi.list by tools/gen-pmpi.lua: edit those. */\n")
write[what](calls)
