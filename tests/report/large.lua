-- large.lua - the report of a job that nobody has to run
--
--     lua large.lua [RANKS [SHAPE]] >large.mitosis.json
--
-- For trying what reports are turned into: a job of RANKS ranks (4096) on
-- hosts of 64 cores, in the SHAPE of a 'grid' (each rank talks to its
-- neighbours in two dimensions), 'all' (each to each) or 'pair' (two coupled
-- groups, and it was changed while it ran, from half as many ranks).  Rank
-- RANKS // 3 is slow, and so, less, are the ranks of one host.  The numbers
-- are the same each time.
--
-- SPDX-License-Identifier: BSD-3-Clause
local size = math.tointeger(arg[1] or 4096)
local shape = arg[2] or "grid"
local per_host = 64
local wall, rounds = 120.0, 6000
local slow = size // 3
math.randomseed(4096)

local function put(...)
    io.write(string.format(...))
end

local function list(n, each)
    for i = 0, n - 1 do
        io.write(i > 0 and ",\n  " or "\n  ", each(i))
    end
end

-- Fractions of its time in which a rank computes.
local function computes(rank)
    local x = 0.55 + 0.04 * math.random()
    if rank == slow then
        return 0.93
    end
    return rank // per_host == 2 and x + 0.08 or x
end

local function rank_line(rank)
    local compute = wall * computes(rank)
    local waiting = wall * 0.95 - compute
    return string.format('{"rank":%d,"host":"node%03d","pid":%d,'
        .. '"state":"finished","start":0,"end":%g,"wall":%g,"mpi":%g,'
        .. '"compute":%.6f,"waiting":%.6f,"transfer":%g,"other":%g,'
        .. '"init":1,"calls":%d,"sent_bytes":%d,"sent_count":%d,'
        .. '"received_bytes":%d,"received_count":%d,'
        .. '"memory_peak_bytes":%d,"user_seconds":%.3f,"load":64}',
        rank, rank // per_host, 1000 + rank, wall, wall, wall - compute,
        compute, waiting, wall * 0.03, wall * 0.02, rounds * 9,
        rounds * 4 * 65536, rounds * 4, rounds * 4 * 65536, rounds * 4,
        500 << 20, compute + waiting)
end

local function peers(rank)
    local found = {}
    if shape == "all" then
        for to = 0, size - 1 do
            found[#found + 1] = to ~= rank and to or nil
        end
        return found
    end
    local wide = math.floor(math.sqrt(size))
    local group = shape == "pair" and size // 2 or size
    local first = rank // group * group
    for _, by in ipairs({ -wide, -1, 1, wide }) do
        local to = rank + by
        if to >= first and to < math.min(size, first + group) then
            found[#found + 1] = to
        end
    end
    if shape == "pair" then
        found[#found + 1] = (rank + size // 2) % size
    end
    return found
end

-- Over time; the third host gets other work after a while.
local function loads_of(host)
    local list = {}
    for i = 0, 63 do
        local load = 60 + 4 * i / 63 + (host == 2 and i > 20 and 60 or 0)
        list[#list + 1] = string.format("%g,%g", wall * i / 64, load)
    end
    return table.concat(list, ",")
end

local function message_lines(rank)
    local lines = {}
    for i, to in ipairs(peers(rank)) do
        local bytes = 65536 >> (to + rank) % 3
        lines[i] = string.format('{"from":%d,"to":%d,"count":%d,"bytes":%d,'
            .. '"sizes":{"%d":%d}}', rank, to, rounds, rounds * bytes, bytes,
            rounds)
    end
    return table.concat(lines, ",\n  ")
end

put('{"mitosis": 1, "program": ["./large", "%s"], "job": "large-%s",', shape,
    shape)
put('"mpi": "MPICH 4.0.2", "folder": "/home/user", "size": %d,', size)
put('"complete": true, "wall_seconds": %g, "level": "callsites",', wall)
put('"depth": 1, "rank_seconds": %g, "compute_seconds": %g,', wall * size,
    0.57 * wall * size)
put('"mpi_seconds": %g, "waiting_seconds": %g, "transfer_seconds": %g,',
    0.43 * wall * size, 0.38 * wall * size, 0.03 * wall * size)
put('"other_seconds": %g,', 0.02 * wall * size)
put('"cost": {"samples": 100000, "ns_per_call": 80, "percent": 0.01},')
put('"unseen": [],\n"hosts": [')
list((size + per_host - 1) // per_host, function(i)
    return string.format('{"name":"node%03d","ranks":%d,"cores":%d,'
        .. '"load":%g,"load_first":60,"load_last":64,"loads":[%s],'
        .. '"memory_bytes":%d,"memory_free_bytes":%d}', i,
        math.min(per_host, size - i * per_host), per_host,
        i == 2 and 110 or 63, loads_of(i), 256 << 30, (100 + i) << 30)
end)
put('],\n"ranks": [')
list(size, rank_line)
put('],\n"messages": [')
list(size, message_lines)
put('],\n"calls": [')
put('{"name":"MPI_Waitall","kind":"completion","count":%d,"seconds":%g,'
    .. '"waiting_seconds":%g,"bytes":0},', rounds * size, 0.3 * wall * size,
    0.3 * wall * size)
put('{"name":"MPI_Isend","kind":"point to point","count":%d,"seconds":%g,'
    .. '"bytes":%d}],\n', 4 * rounds * size, 0.02 * wall * size,
    4 * rounds * size * 65536)
put('"callsites": [')
list(300, function(i)
    return string.format('{"call":"%s","frames":["step_%d (large.c:%d)",'
        .. '"main (large.c:900)"],"count":%d,"seconds":%g,'
        .. '"waiting_seconds":%g,"bytes":0,"ranks":%d}',
        i % 2 == 0 and "MPI_Waitall" or "MPI_Isend", i, 100 + i,
        rounds * size, 0.4 * wall * size / (i + 2) ^ 2,
        0.3 * wall * size / (i + 2) ^ 2, size)
end)
put('],\n"communicators": [')
put('{"name":"MPI_COMM_WORLD","members":"0-%d","size":%d,"made":1,'
    .. '"ranks":%d}', size - 1, size, size)
local wide = math.floor(math.sqrt(size))
for row = 0, wide - 1 do
    put(',\n  {"name":"row","members":"%d-%d","size":%d,"made":1,"ranks":%d}',
        row * wide, row * wide + wide - 1, wide, wide)
end
put('],\n"collectives": [{"call":"MPI_Allreduce","comm":0,"count":%d,'
    .. '"seconds":%g,"bytes":%d}],\n', rounds * size, 0.1 * wall * size,
    8 * rounds * size)
put('"iterations": {"found": true, "agreed": true, "mark": '
    .. '"step_0 (large.c:100)", "count": %d, "median_seconds": 0.0195, '
    .. '"calls_per_iteration": 9, "mean_seconds": 0.0199, '
    .. '"min_seconds": 0.019, "max_seconds": 0.08, "p90_seconds": 0.021, '
    .. '"imbalance": 0.6, "start_up_seconds": 1, "wind_down_seconds": 0.1, '
    .. '"iterations_per_sample": 2, "seconds": [', rounds)
list(rounds // 2, function(i)
    return string.format("%.6f", i == 700 and 0.08
        or 0.0195 + 0.002 * math.random() * (1 + math.sin(i / 200)))
end)
put(']}')
if shape == "pair" then
    put(',\n"changes": [{"change":1,"sync":2000,"what":"resize",'
        .. '"why":"half of them wait","from":%d,"to":%d,"bytes":8388608,'
        .. '"wire_bytes":4194304,"at":40.5,"ready_seconds":2.5,'
        .. '"stopped_seconds":0.2,"phases":{"stop":0.05,"copy":0.15},'
        .. '"iteration":2000,"before_seconds":0.04,"after_seconds":0.02,'
        .. '"generation":2,"outcome":"done"},\n', size // 2, size)
    put('{"change":2,"what":"migrate","why":"node002 is busy","from":%d,'
        .. '"to":%d,"at":80,"iteration":4000,'
        .. '"outcome":"the new ranks did not come up"}],\n', size, size)
    put('"generations": [{"generation":1,"ranks":%d,"hosts":["node000"],'
        .. '"start":0,"end":40.5,"samples":1000,"iterations":2000},\n'
        .. '{"generation":2,"ranks":%d,"hosts":["node000","node001"],'
        .. '"start":40.5,"end":120,"samples":2000,"iterations":4000}]',
        size // 2, size)
end
put('}\n')
