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

local function leave_last(call)
    local last = call.after[#call.after] or ""
    local note = last:match("^[%w_]+")
    if not leaves[note] then return false end
    call.after[#call.after] = last:gsub(note, note .. "_leave", 1)
    return true
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
${ask}${await}${awaits}    rc = NEXT($name)($names);
    span_stop(&span);
${after}${leave}    span_leave(&span, $success);
    return rc;
}
]]

-- Whom a call waits for: it blocks until that rank has come to it, too.  The
-- root of a collective, where the list says so; of a message who sends it,
-- rather than who gets the one that goes the other way.
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
    local leaves_last = leave_last(call)
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
            and "    hold_in_receive(source, tag, comm);\n" or "",
        awaits = rank and "    note_awaits(&span, comm, " .. rank .. ");\n" or "",
        before = indent(call.before, "    "),
        after = if_success(call),
        leave = leaves_last and "    else\n    " or "",
        success = leaves_last and "false"
            or is_code and "rc == MPI_SUCCESS" or "true",
    }))
end

return { of = wrapper }
