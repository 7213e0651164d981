-- kinds.lua - the notes that a call may have in the list, and their C
--
-- SPDX-License-Identifier: BSD-3-Clause
local kinds = {}

-- Arguments that are found by their type, and not by name.
kinds.type_of_role = {
    comm = "MPI_Comm", newcomm = "MPI_Comm *",
    win = "MPI_Win", newwin = "MPI_Win *",
    file = "MPI_File", newfile = "MPI_File *",
    op = "MPI_Op", request = "MPI_Request *", status = "MPI_Status *",
}

-- The notes, by their names in the list.  'takes' says what stands between
-- the parentheses; the rest is the C they become: 'now' in general, 'start'
-- when the call began it and gave back a request, 'init' when it prepared it,
-- 'before' when the call would be too late; that happens even while we do not
-- watch, for a handle that is freed then may come again.  What 'lasts', and
-- what is prepared, is noted even while the program pauses us.  Words with a $
-- are what 'takes' has, or arguments by their role.
kinds.notes = {
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
        now = "note_start_all(&span, $count, $requests);",
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
        lasts = true,
        now = "note_comm_made(*$newcomm, $comm, $tag);",
    },
    comm_joined = {
        takes = {},
        lasts = true,
        now = "note_comm_made(*$newcomm, MPI_COMM_NULL, TRACE_NONE);",
    },
    comm_begun = {
        takes = {},
        lasts = true,
        start = "note_comm_begun(&span, *$newcomm, $comm, *$request);",
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
    file_opened = {
        takes = { "text" },
        lasts = true,
        now = "note_file_opened(*$newfile, $text);",
    },
    file_closed = {
        takes = {},
        before = "if ($newfile)\n    note_file_closed(*$newfile);",
    },
    file_shared = {
        takes = {},
        lasts = true,
        now = "note_file_shared($file);",
    },
}

-- Numbers and conditions that the list has words for.
kinds.group_of = {
    rank = "note_rank($comm)",
    own_size = "note_own_size($comm)",
    size = "note_size($comm)",
    destinations = "note_destinations($comm)",
}
kinds.condition_of = {
    in_place = "sendbuf == MPI_IN_PLACE",
    at_root = "note_is_root($comm, root)",
    aside = "root == MPI_PROC_NULL",
    receiver = "root == MPI_PROC_NULL || root == MPI_ROOT",
}

return kinds
