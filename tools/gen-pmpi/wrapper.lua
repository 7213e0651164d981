-- wrapper.lua - the C of a call's wrapper
--
-- SPDX-License-Identifier: BSD-3-Clause

-- Statements, indented as far as 'by'.
local function indent(statements, by)
    local text = ""
    for _, statement in ipairs(statements) do
        text = text .. by .. statement:gsub("\n", "\n" .. by) .. "\n"
    end
    return text
end

-- Those that close the span as well, when they come last.
local leaves = {
    note_send = true, note_send_start = true, note_recv = true,
    note_recv_start = true, note_coll = true, note_coll_start = true,
}

-- The notes of a call that has a wrapper for the short way, on that way; nil
-- of any other call, as one for large counts, which are few.
local function short_notes(call)
    local notes = { table.unpack(call.after) }
    local note = (notes[#notes] or ""):match("^[%w_]+")
    if not leaves[note] or #call.before > 0 or call.line.poll
        or call.lasting or call.name:match("_c$") then
        return nil
    end
    notes[#notes] = notes[#notes]:gsub(note, note .. "_leave", 1)
    return notes
end

-- The notes that are true when MPI says so.
local function if_success(notes)
    if #notes == 0 then return "" end
    local simple = #notes == 1 and not notes[1]:match("\n")
    return "    if (rc == MPI_SUCCESS)" .. (simple and "\n" or " {\n")
        .. indent(notes, "        ") .. (simple and "" or "    }\n")
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
${ask}${awaits}${await}    rc = NEXT($name)($names);
    span_stop(&span);
${after}    span_leave(&span, $success);
    return rc;
}
]]

-- A call that is made often goes the short way by itself, and the other one
-- elsewhere.
local short = [[

${undef}static OTHER $result other_$name($declarations, void *address, char *frame)
{
    struct span span;
${status}    $result rc;

    if (!span_enter_other(&span, CALL_$name, address, frame))
        return NEXT($name)($names);
${ask}${awaits}${await}    rc = NEXT($name)($names);
    span_stop(&span);
${after}    span_leave(&span, $success);
    return rc;
}

EXPORT $result $name($declarations)
{
    struct span span;
${status}    $result rc;

    if (!span_enter_short(&span, CALL_$name, SPAN_ADDRESS, SPAN_FRAME))
        return other_$name($names, SPAN_ADDRESS, SPAN_FRAME);
${ask}${awaits}${await}    rc = NEXT($name)($names);
    span_stop(&span);
${shortly}    else
        span_leave_short(&span, false);
    return rc;
}
]]

-- Whom a call waits for: it blocks until that rank has come to it, too.  The
-- root of a collective, where the list says so; of a message who sends it,
-- rather than who gets the one that goes the other way.  It is noted before all
-- that waits, standing for a sync in place of the call, too.
local function awaited(call)
    local arguments = call.proto.arguments
    if not call.line.blocking then return nil end
    if call.line.root then return "root" end
    return call.line.p2p and arguments.comm
        and (arguments.source and "source" or arguments.dest and "dest")
end

local function wrapper(call)
    local proto, line = call.proto, call.line
    local declarations, names = {}, {}
    for i, a in ipairs(proto.arguments) do
        declarations[i], names[i] = a.declaration, a.name
    end
    local is_code = proto.result == "int" and not line.answer
    local rank = awaited(call)
    local asks = table.concat(call.after):match("%f[%w_]status%f[^%w_]")
    local shortly = short_notes(call)
    local template = line["local"] and counting or shortly and short
        or spanning
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
            and "    hold_in_receive(source, tag, comm);\n" or "",
        awaits = rank and "    note_awaits(&span, comm, " .. rank .. ");\n" or "",
        before = indent(call.before, "    "),
        after = if_success(call.after),
        shortly = if_success(shortly or {}),
        success = is_code and "rc == MPI_SUCCESS" or "true",
    }))
end

return { of = wrapper }
