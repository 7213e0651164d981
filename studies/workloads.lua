#!/usr/bin/env lua5.4
-- workloads.lua - hundreds of jobs on 128 nodes: fixed, moldable, malleable,
-- flexible and mixed, simulated
--
--     studies/workloads.lua [--quick] [--mitosis PROGRAM] [--to FOLDER]
--
-- Does the workloads of the paper on DMRlib again (sections 5.4 to 5.6), by
-- 'mitosis sim cluster'.  Writes figures.csv and pictures into FOLDER, which
-- is studies/workloads without --to, and prints what the paper has beside what
-- we have.  --quick takes a workload of 100 and one of 250 jobs, drawn once;
-- else there are five, up to 2,000 jobs, and each is drawn by three seeds.
--
-- Needs jq.
--
-- SPDX-License-Identifier: BSD-3-Clause

local top = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = top .. "/?.lua"
local chart = require("chart")
local study = require("study")("workloads")
local stop, quote = study.stop, study.quote
local applications = require("workloads_applications")

local o = { mitosis = "mitosis", to = top .. "/workloads", quick = false }
local NODES, ARRIVAL = 128, 2.3
local parts = "parts" -- of 'o.to', for files that are not kept

local function write(name, text)
    return study.write(o.to .. "/" .. name, text)
end

---- simulations ----

local names = { "makespan", "waiting", "execution", "completion",
                "allocation", "jobs_per_second", "energy", "changes" }

-- The command that simulates what 'r' is about, drawn by a seed.
local function command(r, seed, more)
    local words = { quote(o.mitosis), "sim cluster --generate applications",
                    "--nodes", NODES, "--arrival", ARRIVAL,
                    "--count", r.jobs, "--seed", seed, "--kinds", r.kinds,
                    "--applications", quote(r.file) }
    if r.asked then
        words[#words + 1] = "--policy throughput --policy-option together="
            .. tostring(not r.alone)
    end
    words[#words + 1] = more or "--json"
    return table.concat(words, " ")
end

local function begin(r, seed)
    local fields = "." .. table.concat(names, ",.")
    return io.popen(command(r, seed) .. " | jq -r '[" .. fields .. "]|@tsv'")
end

local function finish(r, pipe)
    local line, count = pipe:read("a"), 0
    pipe:close()
    for number in line:gmatch("%S+") do
        count = count + 1
        r[names[count]] = (r[names[count]] or 0)
            + tonumber(number) / (o.quick and 1 or 3)
    end
    if count ~= #names then
        stop("no result of: %s", command(r, 1))
    end
end

-- Two at a time, as many machines have no more cores.
local function simulate(rows)
    local under_way = {}
    for _, r in ipairs(rows) do
        for seed = 1, o.quick and 1 or 3 do
            table.insert(under_way, { r, begin(r, seed) })
            if #under_way == 2 then
                finish(table.unpack(table.remove(under_way, 1)))
            end
        end
    end
    for _, one in ipairs(under_way) do
        finish(table.unpack(one))
    end
end

---- what is simulated ----

local kinds = { "rigid", "moldable", "malleable", "flexible" }
local changing = { rigid = "malleable", moldable = "flexible" }
local words = { rigid = "fixed", moldable = "moldable",
                malleable = "malleable", flexible = "flexible" }

local function sizes()
    return o.quick and { 100, 250 } or { 100, 250, 500, 1000, 2000 }
end

local function largest() -- that the paper looks at in detail
    return o.quick and 250 or 1000
end

-- A row for each size of workload and kind of job; malleable ones also with
-- the policy by which one job alone gives.
local function add_kinds(rows)
    local file = write("applications-equal.json",
                       applications.as_json("equal"))
    for _, jobs in ipairs(sizes()) do
        for _, kind in ipairs(kinds) do
            local asked = kind == "malleable" or kind == "flexible"
            for _, alone in ipairs(asked and { false, true } or { false }) do
                rows[#rows + 1] = { set = "kinds", jobs = jobs, kinds = kind,
                                    mix = alone and "alone" or "all",
                                    file = file, alone = alone,
                                    asked = asked }
            end
        end
    end
end

-- Some of the jobs can be changed, or those of one application only.
local function add_mixes(rows, lengths)
    for _, base in ipairs { "rigid", "moldable" } do
        local file = write("applications-" .. lengths .. ".json",
                           applications.as_json(lengths))
        local function add(mix, kinds_of, asked, with)
            rows[#rows + 1] = { set = lengths, jobs = largest(), mix = mix,
                                base = base, kinds = kinds_of, file = with or
                                file, asked = asked }
        end
        add("none", base, false)
        for _, percent in ipairs { 25, 50, 75 } do
            add(percent .. " %", string.format("%s=%d,%s=%d", changing[base],
                                               percent, base, 100 - percent),
                true)
        end
        for _, name in ipairs(applications.names) do
            local with = string.format("%s/%s-%s-%s.json", parts, lengths,
                                       base, name)
            with = write(with, applications.as_json(lengths, function(other)
                return other == name and changing[base] or base
            end))
            add(name, base, true, with)
        end
        add("all", changing[base], true)
    end
end

---- what is told ----

local function find(rows, wanted)
    for _, r in ipairs(rows) do
        local is = true
        for key, value in pairs(wanted) do
            is = is and r[key] == value
        end
        if is then
            return r
        end
    end
    stop("nothing of that kind was simulated")
end

local function kind_row(rows, jobs, kind, alone)
    return find(rows, { set = "kinds", jobs = jobs, kinds = kind,
                        mix = alone and "alone" or "all" })
end

local function save_csv(rows)
    local lines = { "set,jobs,mix,submitted,kinds,"
                    .. table.concat(names, ",") }
    for _, r in ipairs(rows) do
        local line = { r.set, r.jobs, r.mix, r.base or "",
                       '"' .. r.kinds .. '"' }
        for _, name in ipairs(names) do
            line[#line + 1] = string.format("%.6g", r[name])
        end
        lines[#lines + 1] = table.concat(line, ",")
    end
    write("figures.csv", table.concat(lines, "\n") .. "\n")
end

-- A value for each size of workload.
local function over_sizes(of)
    local values = {}
    for i, jobs in ipairs(sizes()) do
        values[i] = of(jobs)
    end
    return values
end

-- The paper's numbers, which it has for some sizes only.
local function at_sizes(numbers)
    return numbers and over_sizes(function(jobs) return numbers[jobs] end)
end

local function group_names()
    return over_sizes(function(jobs) return string.format("%d jobs", jobs) end)
end

local paper = { -- what its text says
    speedup = { malleable = { completion = { [1000] = 3.25 } },
                flexible = { completion = { [100] = 2.2, [1000] = 1.5 } } },
    time = { rigid = { none = 100, ["75 %"] = 53.77, nbody = 56.39,
                       all = 36.12 },
             moldable = { cg = 25.51, all = 25.15 } },
    allocation = { rigid = { [1000] = 96.37 } },
    energy = { malleable = { [1000] = 30 }, moldable = { [1000] = 45 },
               flexible = { [1000] = 20 } },
}

local function draw_speedup(rows)
    local series = {}
    for _, base in ipairs { "rigid", "moldable" } do
        local kind = changing[base]
        for _, time in ipairs { "waiting", "execution", "completion" } do
            series[#series + 1] = {
                name = words[kind] .. ", " .. time,
                dashed = base == "rigid",
                paper = at_sizes(paper.speedup[kind][time]),
                values = over_sizes(function(jobs)
                    return kind_row(rows, jobs, base)[time]
                        / kind_row(rows, jobs, kind)[time]
                end),
            }
        end
    end
    write("speedup.svg", chart.draw {
        title = "Speed-up by malleability (Fig. 4 of the paper)",
        below = "malleable against fixed, flexible against moldable; means "
                .. "of all jobs",
        lines = true, groups = group_names(), series = series })
end

local function draw_bars(rows, name, title, below, of, numbers)
    local series = {}
    for _, kind in ipairs(kinds) do
        series[#series + 1] = {
            name = words[kind],
            values = over_sizes(function(jobs)
                return of(kind_row(rows, jobs, kind),
                          kind_row(rows, jobs, "rigid"))
            end),
            paper = numbers and at_sizes(numbers[kind]),
        }
    end
    write(name, chart.draw { title = title, below = below,
                             groups = group_names(), series = series })
end

local function draw_mixes(rows, lengths)
    local order = { "none", "25 %", "50 %", "75 %" }
    local series = {}
    for _, name in ipairs(applications.names) do
        order[#order + 1] = name
    end
    order[#order + 1] = "all"
    for _, base in ipairs { "rigid", "moldable" } do
        local s = { name = "submitted " .. base, values = {}, paper = {} }
        local fixed = find(rows, { set = lengths, base = "rigid",
                                   mix = "none" })
        for i, mix in ipairs(order) do
            local r = find(rows, { set = lengths, base = base, mix = mix })
            s.values[i] = 100 * r.makespan / fixed.makespan
            s.paper[i] = paper.time[base][mix]
        end
        series[#series + 1] = s
    end
    write("mixes-" .. lengths .. ".svg", chart.draw {
        title = string.format("%d jobs: time of the workload in %% of that "
                              .. "of fixed jobs (Table 7)", largest()),
        below = "which jobs can be changed as they run",
        groups = order, series = series })
end

-- As in Fig. 5: flexible jobs, and moldable ones in pale.
local function draw_evolution(rows)
    local before = os.tmpname()
    local moldable = kind_row(rows, largest(), "moldable")
    local flexible = kind_row(rows, largest(), "flexible")
    local ok = os.execute(command(moldable, 1) .. " >" .. quote(before))
        and os.execute(command(flexible, 1, "--compare " .. quote(before)
                               .. " --svg " .. quote(o.to .. "/evolution.svg"))
                       .. " >/dev/null")
    os.remove(before)
    if not ok then
        stop("the evolution cannot be drawn")
    end
end

local function draw(rows)
    draw_speedup(rows)
    draw_bars(rows, "completion.svg", "Time of the workload (Fig. 8a)",
              "seconds", function(r) return r.makespan end)
    draw_bars(rows, "execution.svg", "Execution time of a job (Fig. 8b)",
              "seconds, means of all jobs",
              function(r) return r.execution end)
    draw_bars(rows, "allocation.svg", "Allocation rate (Fig. 9)",
              "% of the nodes' time", function(r) return 100 * r.allocation end,
              paper.allocation)
    draw_bars(rows, "energy.svg", "Energy (Fig. 10)", "% of that of fixed jobs",
              function(r, fixed) return 100 * r.energy / fixed.energy end,
              paper.energy)
    draw_mixes(rows, "equal")
    draw_mixes(rows, "long-nbody")
    draw_evolution(rows)
end

local function tell_speedup(rows, jobs, kind, base, alone)
    local a, b = kind_row(rows, jobs, base), kind_row(rows, jobs, kind, alone)
    local published = not alone and paper.speedup[kind].completion[jobs]
    print(string.format("  %5d %-9s %-8s %7.2f %7.2f %9.2f %10.2f  %s", jobs,
                        words[kind], alone and "alone" or "together",
                        a.waiting / b.waiting, a.execution / b.execution,
                        a.completion / b.completion, a.makespan / b.makespan,
                        published or "-"))
end

local function tell_mixes(rows, lengths)
    print(string.format("\nTime (and allocation) of %d jobs in %%, lengths %s",
                        largest(), lengths))
    print("  malleable  submitted     ours   paper  allocation")
    for _, r in ipairs(rows) do
        if r.set == lengths then
            local fixed = find(rows, { set = lengths, base = "rigid",
                                       mix = "none" })
            print(string.format("  %-10s %-10s %7.1f %7s %11.1f", r.mix, r.base,
                                100 * r.makespan / fixed.makespan,
                                paper.time[r.base][r.mix] or "-",
                                100 * r.allocation))
        end
    end
end

local function tell(rows)
    print("Speed-ups against jobs that cannot be changed")
    print("   jobs kind      giving   waiting  execut. completion   workload  "
          .. "paper's completion")
    for _, jobs in ipairs(sizes()) do
        for _, alone in ipairs { false, true } do
            tell_speedup(rows, jobs, "malleable", "rigid", alone)
            tell_speedup(rows, jobs, "flexible", "moldable", alone)
        end
    end
    tell_mixes(rows, "equal")
    tell_mixes(rows, "long-nbody")
end

---- the whole ----

local function read_options()
    local i = 1
    while arg[i] do
        local name = arg[i]:match("^%-%-(%l+)$")
        if name == "quick" then
            o.quick = true
        elseif name == "mitosis" or name == "to" then
            i = i + 1
            o[name] = arg[i] or stop("%s needs a value", arg[i - 1])
        else
            stop("\"%s\": there are --quick, --mitosis PROGRAM and --to "
                 .. "FOLDER", arg[i])
        end
        i = i + 1
    end
end

read_options()
if not os.execute("mkdir -p " .. quote(o.to .. "/" .. parts)) then
    stop("%s cannot be made", o.to)
end
if not os.execute(quote(o.mitosis) .. " help sim cluster >/dev/null 2>&1") then
    stop("%s: it does not run; --mitosis PROGRAM names another one", o.mitosis)
end
local rows = {}
add_kinds(rows)
add_mixes(rows, "equal")
add_mixes(rows, "long-nbody")
simulate(rows)
os.execute("rm -r " .. quote(o.to .. "/" .. parts))
save_csv(rows)
draw(rows)
tell(rows)
