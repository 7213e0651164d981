-- workloads_slurm.lua - the jobs of workloads_slurm.sh, and what became of them
--
--     workloads_slurm.lua generate [--quick]
--         when each job is submitted, in ms, and what it is
--     workloads_slurm.lua tell NODES ACCOUNT
--         in a few words what is in Slurm's account
--     workloads_slurm.lua compare [--quick] NODES MITOSIS FROM TO
--         reads account.KIND and changes.KIND in FROM, has MITOSIS simulate the
--         same jobs, writes figures.csv and pictures into TO, and prints the
--         table of studies/README.md
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local chart = require("chart")
local study = require("study")("workloads_slurm")
local stop, quote = study.stop, study.quote

---- the jobs ----

-- The paper's curves (workloads_applications.lua) and limits, with one node of
-- ours for eight of its: 32 of 128 are 4 of 16 there and 4 of 8 here.  Our farm
-- is what HPG-aligner is there, a master with workers.  'words' is what each is
-- told, with so many iterations; a farm has as many pieces of work.
local applications = {
    { name = "cg", least = 1, preferred = 2, most = 4,
      curve = function(n) return (8 * n) ^ -0.5 end,
      words = function(i) return "cg 16 " .. i end },
    { name = "jacobi", least = 1, preferred = 1, most = 4,
      curve = function(n) return 0.4 + 0.6 / (8 * n) end,
      words = function(i) return "jacobi 64 64 " .. i end },
    { name = "nbody", least = 1, preferred = 1, most = 4,
      curve = function(n) return 0.9 + 0.1 / (8 * n) end,
      words = function(i) return "nbody 64 " .. i end },
    { name = "farm", least = 2, preferred = 2, most = 4, master = true,
      curve = function(n) return 0.7 + 0.9 / (3 * n) end,
      words = function(i) return "farm " .. i .. " 16" end },
}

local function sizes(quick)
    return quick and { jobs = 10, seconds = 8, iterations = 60, arrival = 0.8 }
        or { jobs = 40, seconds = 24, iterations = 160, arrival = 1.2 }
end

-- Seconds of all iterations with n nodes; as many for all applications with
-- the nodes that users ask for.
local function seconds_of(a, n, s)
    return s.seconds * a.curve(n) / a.curve(a.most)
end

-- NODE_TIMES: seconds of a step, or of a piece of work of one of the workers.
local function step_times(a, s)
    local list = {}
    for n = a.least, a.most do
        local step = seconds_of(a, n, s) / s.iterations
        list[#list + 1] = string.format("%d=%.4f", n, a.master
                                        and step * (n - 1) or step)
    end
    return (a.master and "workers:" or "") .. table.concat(list, ",")
end

-- The same jobs each time.
local function workload(s)
    local jobs, at, state = {}, 0, 17
    local function random()
        state = (state * 16807) % 2147483647
        return state / 2147483647
    end
    for i = 1, s.jobs do
        local a = applications[math.floor(random() * #applications) + 1]
        jobs[i] = { at = at, application = a, name = a.name .. "-" .. i }
        at = at - math.log(random()) * s.arrival
    end
    return jobs
end

local function generate(s)
    for _, job in ipairs(workload(s)) do
        local a = job.application
        print(string.format("%d %s %d %d %d %s %s", math.floor(1000 * job.at),
                            job.name, a.least, a.preferred, a.most,
                            step_times(a, s), a.words(s.iterations)))
    end
end

---- Slurm's account ----

local kinds = { "rigid", "moldable", "malleable", "flexible" }
local words = { rigid = "fixed", moldable = "moldable",
                malleable = "malleable", flexible = "flexible" }

-- Of lines "NAME NUMBER STATE SUBMITTED STARTED ENDED NODES".  A job that became
-- smaller has several; companions are jobs, too, whose nodes count.
local function read_account(path, nodes)
    local file = io.open(path) or stop("%s cannot be read", path)
    local jobs, first, last, node_seconds = {}, math.huge, 0, 0
    for line in file:lines() do
        local name, submit, start, finish, count = line:match(
            "^(%S+) %S+ %S+ (%d+) (%d+) (%d+) (%d+)$")
        if name then
            submit, start, finish = tonumber(submit), tonumber(start),
                                    tonumber(finish)
            node_seconds = node_seconds + tonumber(count) * (finish - start)
            last = math.max(last, finish)
        end
        if name and not name:find("^mitosis%-") then
            local job = jobs[name] or { start = start }
            jobs[name] = job
            first = math.min(first, submit)
            job.submit, job.finish = submit, finish
            job.start = math.min(job.start, start)
        end
    end
    file:close()
    local r = { jobs = 0, waiting = 0, execution = 0, completion = 0,
                makespan = last - first,
                allocation = node_seconds / nodes / (last - first) }
    for _, job in pairs(jobs) do
        r.jobs = r.jobs + 1
        r.waiting = r.waiting + job.start - job.submit
        r.execution = r.execution + job.finish - job.start
        r.completion = r.completion + job.finish - job.submit
    end
    for _, name in ipairs { "waiting", "execution", "completion" } do
        r[name] = r[name] / r.jobs
    end
    r.jobs_per_second = r.jobs / r.makespan
    return r
end

local function tell(nodes, path)
    local r = read_account(path, nodes)
    print(string.format("%d jobs in %d s; each waited %.1f s and ran %.1f s; "
                        .. "%.0f %% of the nodes' time was allocated", r.jobs,
                        r.makespan, r.waiting, r.execution,
                        100 * r.allocation))
end

---- the same, simulated ----

local function median(list, otherwise)
    table.sort(list)
    return list[(#list + 1) // 2] or otherwise
end

-- Of all changes: how long new ranks took to be ready, and the job stood still.
local function read_changes(from)
    local ready, stopped = {}, {}
    for _, kind in ipairs { "malleable", "flexible" } do
        for line in io.lines(from .. "/changes." .. kind) do
            local a, b = line:match("^%[([%d.eE+-]+),([%d.eE+-]+)%]$")
            ready[#ready + 1], stopped[#stopped + 1] = tonumber(a), tonumber(b)
        end
    end
    return median(ready, 1), median(stopped, 0.1)
end

-- What launching takes is what fixed jobs took longer than their iterations.
local function write_applications(path, s, launch, ready, stopped)
    local list = {}
    for number, a in ipairs(applications) do
        local times = {}
        for n = a.least, a.most do
            times[#times + 1] = string.format("[%d, %.4f]", n,
                                              seconds_of(a, n, s) + launch)
        end
        list[number] = string.format(
            '{ "name": "%s", "executable": %d, "times": [%s],\n'
            .. '  "least": %d, "preferred": %d, "size": %d, "most": %d,\n'
            .. '  "iterations": %d, "ready_seconds": %.4f, '
            .. '"stopped_seconds": %.4f }', a.name, number,
            table.concat(times, ", "), a.least, a.preferred, a.most, a.most,
            s.iterations, ready, stopped)
    end
    study.write(path, '{ "applications": [' .. table.concat(list, ",\n") .. "] }\n")
end

local function write_log(path, s, launch)
    local lines = {}
    for i, job in ipairs(workload(s)) do
        local number
        for k, a in ipairs(applications) do
            number = a == job.application and k or number
        end
        lines[i] = string.format("%d %.3f -1 %.4f %d -1 -1 -1 -1 -1 -1 -1 -1 "
                                 .. "%d -1 -1 -1 -1", i, job.at,
                                 s.seconds + launch, job.application.most,
                                 number)
    end
    study.write(path, table.concat(lines, "\n") .. "\n")
end

local names = { "waiting", "execution", "completion", "makespan",
                "allocation", "jobs_per_second" }

local function simulate(mitosis, nodes, from, kind)
    local asked = kind == "malleable" or kind == "flexible"
    local pipe = io.popen(string.format(
        "%s sim cluster --jobs %s/log.swf --applications %s/applications.json "
        .. "--nodes %d --in-order --kinds %s %s --json | jq -r '[.%s] | @tsv'",
        quote(mitosis), quote(from), quote(from), nodes, kind,
        asked and "--policy throughput --policy-option every=1 "
                  .. "--policy-option pause=3 --policy-option together=true"
              or "", table.concat(names, ",.")))
    local r, i = {}, 0
    for number in pipe:read("a"):gmatch("%S+") do
        i = i + 1
        r[names[i]] = tonumber(number)
    end
    pipe:close()
    return i == #names and r or stop("%s jobs were not simulated", kind)
end

---- what is told ----

local paper = {
    completion = { malleable = 3.25, flexible = 1.5 },
    makespan = { rigid = 100, malleable = 36.12, flexible = 25.15 },
    allocation = { rigid = 96.37 },
}

local function save_csv(path, all)
    local lines = { "how,kind," .. table.concat(names, ",") }
    for _, how in ipairs { "slurm", "simulated" } do
        for _, kind in ipairs(kinds) do
            local line = { how, kind }
            for _, name in ipairs(names) do
                line[#line + 1] = string.format("%.6g", all[how][kind][name])
            end
            lines[#lines + 1] = table.concat(line, ",")
        end
    end
    study.write(path, table.concat(lines, "\n") .. "\n")
end

local function by_kind(of)
    local list = {}
    for i, kind in ipairs(kinds) do
        list[i] = of(kind)
    end
    return list
end

local function draw_kinds(path, all, title, below, of, numbers)
    local series = {}
    for _, how in ipairs { "slurm", "simulated" } do
        series[#series + 1] = {
            name = how == "slurm" and "on Slurm" or "simulated",
            values = by_kind(function(kind)
                return of(all[how][kind], all[how].rigid)
            end),
            paper = how == "slurm" and numbers
                    and by_kind(function(kind) return numbers[kind] end) or nil,
        }
    end
    study.write(path, chart.draw {
        title = title, below = below, series = series,
        groups = by_kind(function(kind) return words[kind] end) })
end

local function draw(to, all)
    local base = { malleable = "rigid", flexible = "moldable" }
    local series = {}
    for _, how in ipairs { "slurm", "simulated" } do
        for _, kind in ipairs { "malleable", "flexible" } do
            local one = { name = words[kind] .. " against " .. words[base[kind]]
                                 .. (how == "slurm" and "" or ", simulated"),
                          values = {}, paper = {} }
            for i, time in ipairs { "waiting", "execution", "completion" } do
                one.values[i] = all[how][base[kind]][time]
                    / math.max(all[how][kind][time], 1)
            end
            one.paper[3] = how == "slurm" and paper.completion[kind] or nil
            series[#series + 1] = one
        end
    end
    study.write(to .. "/speedup.svg", chart.draw {
        title = "Speed-up by malleability (Fig. 4 of the paper)",
        below = "means of all jobs", series = series,
        groups = { "waiting", "execution", "completion" } })
    draw_kinds(to .. "/time.svg", all, "Time of the workload (Table 7)",
               "% of that of fixed jobs",
               function(r, fixed) return 100 * r.makespan / fixed.makespan end,
               paper.makespan)
    draw_kinds(to .. "/allocation.svg", all, "Allocation rate (Fig. 9)",
               "% of the nodes' time",
               function(r) return 100 * r.allocation end, paper.allocation)
end

local function print_table(all)
    print("| | paper | on Slurm | simulated |\n|---|---|---|---|")
    local function row(what, published, of)
        print(string.format("| %s | %s | %.3g | %.3g |", what, published or "",
                            of(all.slurm), of(all.simulated)))
    end
    local function speedup(time, kind, base)
        return function(of) return of[base][time] / math.max(of[kind][time], 1) end
    end
    for _, time in ipairs { "completion", "waiting", "execution" } do
        row("malleable against fixed: " .. time .. ", mean, times faster",
            time == "completion" and 3.25 or time == "execution" and "below 1",
            speedup(time, "malleable", "rigid"))
        row("flexible against moldable: " .. time,
            time == "completion" and "1.5 (2.2 of 100 jobs)",
            speedup(time, "flexible", "moldable"))
    end
    for _, kind in ipairs { "moldable", "malleable", "flexible" } do
        row("time of the workload, % of fixed: " .. words[kind],
            paper.makespan[kind], function(of)
                return 100 * of[kind].makespan / of.rigid.makespan
            end)
    end
    for _, kind in ipairs(kinds) do
        row("jobs a minute: " .. words[kind], nil,
            function(of) return 60 * of[kind].jobs_per_second end)
    end
    for _, kind in ipairs(kinds) do
        row("allocation, %: " .. words[kind], paper.allocation[kind],
            function(of) return 100 * of[kind].allocation end)
    end
end

local function compare(s, nodes, mitosis, from, to)
    local all = { slurm = {}, simulated = {} }
    for _, kind in ipairs(kinds) do
        all.slurm[kind] = read_account(from .. "/account." .. kind, nodes)
        if all.slurm[kind].jobs ~= s.jobs then
            stop("of %d %s jobs %d are in Slurm's account", s.jobs, kind,
                 all.slurm[kind].jobs)
        end
    end
    local launch = math.max(all.slurm.rigid.execution - s.seconds, 0)
    local ready, stopped = read_changes(from)
    write_applications(from .. "/applications.json", s, launch, ready, stopped)
    write_log(from .. "/log.swf", s, launch)
    for _, kind in ipairs(kinds) do
        all.simulated[kind] = simulate(mitosis, nodes, from, kind)
    end
    print(string.format("launching takes %.2f s; new ranks are ready after "
                        .. "%.2f s, and stop the job for %.3f s (medians)",
                        launch, ready, stopped))
    save_csv(to .. "/figures.csv", all)
    draw(to, all)
    print_table(all)
end

---- the whole ----

local what, quick, rest = arg[1], false, {}
for i = 2, #arg do
    if arg[i] == "--quick" then
        quick = true
    else
        rest[#rest + 1] = arg[i]
    end
end
if what == "generate" and #rest == 0 then
    generate(sizes(quick))
elseif what == "tell" and #rest == 2 then
    tell(tonumber(rest[1]), rest[2])
elseif what == "compare" and #rest == 4 then
    compare(sizes(quick), tonumber(rest[1]), rest[2], rest[3], rest[4])
else
    stop("see its first lines")
end
