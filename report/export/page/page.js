// page.js - what is on the page, from top to bottom
//
// SPDX-License-Identifier: BSD-3-Clause

// ---- the figures at the top ----

function slowest_figure() {
    const i = load.indexOf(most(load));
    if (!timed || load.length < 2 || i < 0 || !(mean_load > 0))
        return [];
    const matters = report.compute_seconds > 0.02 * report.rank_seconds;
    const uneven = matters && load[i] > 1.02 * mean_load;
    return [["slowest rank", uneven ? `rank ${ranks.rank[i]}` : "none",
        uneven ? `computes ${load_text(i)}` + (alike ? "" : ", mean "
            + `${(100 * mean_load).toFixed(1)}${TIED}%`)
            + (report.hosts.length > 1 ? `, on ${host_name(i)}` : "")
            : matters ? "all compute alike" : "they hardly compute"]];
}

// As run_change_waited() in report/model/run_change.c.
function waited_words() {
    const all = (seconds_of) => sum(report.changes.filter(is_done)
        .map((change) => seconds_of(change) || 0));
    const waited = all(({ phases }) => phases?.stop);
    return waited > all(({ stopped_seconds }) => stopped_seconds)
        ? `, after the first ranks had waited ${time(waited)}` : "";
}

function figures() {
    const sizes = report.generations.map(({ ranks: n }) => n);
    const least = Math.min(report.size, ...sizes);
    const list = [
        ["time", (report.at_least ? "at least " : "")
            + time(report.wall_seconds), report.complete ? "to the end" : "not complete"],
        ["ranks", least < report.size ? `${least} to ${report.size}`
            : String(report.size), `on ${plural(report.hosts.length, "host")}`],
        ...slowest_figure(),
    ];
    if (timed)
        list.push(["computing", share(report.compute_seconds,
            report.rank_seconds), "of the ranks' time"],
        ["waiting", share(report.waiting_seconds, report.rank_seconds),
            "for other ranks"]);
    if (rounds.found)
        list.push(["iteration", time(rounds.median_seconds),
            `${count(rounds.count)} of them`]);
    if (report.changes.length > 0)
        list.push(["changes", String(report.changes.filter(is_done).length),
            `${stood()} still ${time(sum(report.changes.map((change) =>
                change.stopped_seconds || 0)))}${waited_words()}`]);
    return el("dl", { class: "figures" }, ...list.map(([name, value, more]) =>
        el("div", { class: name.replace(" ", "-") }, el("dt", {}, name),
            el("dd", {}, value, el("small", {}, more)))));
}

// ---- how well the ranks' time is used ----

function efficiency_row(name, key, ...of) {
    return el("tr", {}, el("th", { scope: "row" }, name),
        ...of.map((figures) => !(figures[key] > 0) ? el("td")
            : el("td", { class: "number" }, share(figures[key], 1), " ",
                el("span", { class: figures[key] < GOOD ? "low" : "fine" },
                    figures[key] < GOOD ? "low" : "fine"))));
}

function efficiency_section() {
    const of = [["whole run", report.efficiency],
        ["iterations", rounds.efficiency]].filter(([, figures]) => figures);
    if (of.length === 0)
        return null;
    const figures = of.map(([, all]) => all);
    return section("How efficient is it", "",
        el("div", { class: "scroll" }, el("table", { class: "efficiency" },
            el("tr", {}, el("td"), ...of.map(([name]) =>
                el("th", { class: "number", scope: "col" }, name))),
            efficiency_row("parallel efficiency", "parallel", ...figures),
            efficiency_row(`=${TIED}load balance`, "load_balance", ...figures),
            efficiency_row(`\u00d7${TIED}communication efficiency`,
                "communication", ...figures),
            ...figures[0].transfer > 0 ? [
                efficiency_row(`=${TIED}serialisation`, "serialisation",
                    ...figures),
                efficiency_row(`\u00d7${TIED}transfer`, "transfer",
                    ...figures),
            ] : [])),
        el("p", { class: "note" }, "Parallel efficiency is the share of "
            + `the time in which the ranks compute; ${100 * GOOD}${TIED}% or `
            + `more is fine. ${drawn.caution} ${drawn.advice}`));
}

// ---- ranks that did not finish ----

// Whether a rank that was in no call computed: what starts and ends MPI is none
// that is noted, and no call is where they are only counted.
function computed({ state }) {
    return timed && state !== "starting" && state !== "finishing";
}

// "rank 3 was killed in MPI_Recv from ...", one line for ranks alike.
function fate_section() {
    if (report.complete || ranks.unfinished.length === 0)
        return null;
    const rows = ranks.unfinished;
    return section("Where the ranks were last seen", "", new Table([
        { title: "rank", text: true, value: (row) => row.rank },
        { title: "state", text: true, value: (row) => row.state_words
            + (row.abort_code === undefined ? "" : ` (${row.abort_code})`) },
        { title: "in", text: true, value: (row) => row.call
            || (computed(row) ? "computing" : "-") },
        { title: "for", value: (row) => row.seconds || 0,
            show: (row) => row.seconds ? time(row.seconds)
                + (row.at_least ? " or more" : "") : "-" },
        { title: "with", value: (row) => row.peer ?? -1,
            show: (row) => row.peer >= 0 ? `rank ${row.peer}` : "-" },
        { title: "at", text: true, value: (row) => row.where || "",
            show: (row) => el("span", {}, ...frame_of(row.where || "")) },
    ], rows, { sort: 0, noun: "rank" }).element);
}

// ---- lines of code ----

// What calls and lines have a share of.  Those of all threads are no part of
// the time of the ranks, which is that of the main ones.
function whole_of_calls() {
    const threads = ranks.threads_mpi.reduce((all, one) => all + one, 0);
    return threads > 0.01 * report.rank_seconds ? 0 : report.rank_seconds;
}

function seconds_column(title, name, whole) {
    return { title, value: (row) => row[name] || 0,
        show: (row) => row[name] > 0 ? time(row[name])
            + (whole ? ` (${share(row[name], whole)})` : "") : "-" };
}

function bytes_column(row_bytes = (row) => row.bytes) {
    return { title: "bytes", value: row_bytes,
        show: (row) => row_bytes(row) > 0 ? bytes(row_bytes(row)) : "-" };
}

const source_paths = new Map((report.sources || []).map(({ name, path }) =>
    [name, path]));

// Where a line of code is to be seen, or nothing.
function address_of(name, line) {
    const path = source_paths.get(name);
    if (!path || !drawn.link)
        return undefined;
    const file = path.split("/").map(encodeURIComponent).join("/");
    return drawn.link.replace(/%[fl]/g, (word) =>
        word === "%f" ? file : line);
}

// "exchange (heat.c:120)", or with a column behind the line, which leads to that line when the file is known.
function frame_of(frame) {
    const [, before, name, line, column = ""] =
        frame.match(/^(.*) \((.*?):([0-9]+)(:[0-9]+)?\)$/s) || [];
    const href = name === undefined ? undefined : address_of(name, line);
    return href === undefined ? [frame]
        : [`${before} (`, el("a", { href, target: "_blank", rel: "noopener" },
            `${name}:${line}${column}`), ")"];
}

function path_of(site) {
    return el("div", { class: "path" }, ...site.frames.map((frame, i) =>
        el("div", {}, `${i === 0 ? "at" : "from"} `, ...frame_of(frame))));
}

function sites_section() {
    if (report.callsites.length === 0)
        return section("Lines of code", "",
            el("p", {}, "Call sites were not noted."));
    return section("Lines of code", "", new Table([
        { title: "where", text: true, value: (site) => site.frames[0] || "",
            show: path_of },
        { title: "call", text: true, value: (site) => site.call },
        seconds_column("time", "seconds", whole_of_calls()),
        seconds_column("waiting", "waiting_seconds"),
        { title: "calls", value: (site) => site.count,
            show: (site) => count(site.count) },
        bytes_column(),
        { title: "ranks", value: (site) => site.ranks },
    ], report.callsites, { sort: timed ? 2 : 4, noun: "place" }).element);
}

function calls_section() {
    if (report.calls.length === 0)
        return null;
    return section("MPI calls", "", new Table([
        { title: "call", text: true, value: (call) => call.name },
        { title: "calls", value: (call) => call.count,
            show: (call) => count(call.count) },
        seconds_column("time", "seconds", whole_of_calls()),
        seconds_column("waiting", "waiting_seconds"),
        bytes_column(),
    ], report.calls, { sort: timed ? 2 : 1, noun: "call" }).element);
}

// ---- communicators ----

function comms_section() {
    const rows = report.communicators.map((comm, i) => {
        const colls = report.collectives.filter((coll) => coll.comm === i);
        return { comm, colls, seconds: sum(colls.map((c) => c.seconds)),
            bytes: sum(colls.map((c) => c.bytes)),
            count: sum(colls.map((c) => c.count)) };
    });
    if (rows.length === 0)
        return null;
    return section("Communicators and collectives", "", new Table([
        { title: "name", text: true,
            value: ({ comm }) => comm.name || "no name" },
        { title: "members", text: true, value: ({ comm }) => comm.members },
        { title: "size", value: ({ comm }) => comm.size },
        { title: "made", value: ({ comm }) => comm.made,
            show: ({ comm }) => comm.made > 1 ? count(comm.made) : "-" },
        { title: "collectives", value: (row) => row.count,
            show: (row) => row.colls.length === 0 ? "-" : el("div", {},
                ...row.colls.map((coll) => el("div", {},
                    `${coll.call} ${count(coll.count)}`))) },
        seconds_column("time", "seconds"),
        bytes_column(),
    ], rows, { sort: timed ? 5 : 4, noun: "communicator", limit: 12 }).element);
}

// ---- each rank in numbers ----

function numbers_section() {
    const at = (name) => (i) => ranks[name][i];
    const seconds = (title, name) => ({ title, value: at(name),
        show: (i) => time(ranks[name][i]) });
    const amount = (title, name) => ({ title, value: at(name),
        show: (i) => bytes(ranks[name][i]) });
    // Of one that was killed it is known as of the last look at it.
    const killed = new Set(ranks.unfinished.filter(({ state }) =>
        state === "killed" || state === "lost").map(({ rank }) => rank));
    const used = (column) => ({ ...column, show: (i) =>
        (killed.has(ranks.rank[i]) ? "at least " : "") + column.show(i) });
    return section("Each rank in numbers", "", new Table([
        { title: "rank", text: true, value: at("rank") },
        { title: "host", text: true, value: host_name },
        seconds("computing", "compute"), seconds("waiting", "waiting"),
        seconds("transfer", "transfer"), used(seconds("user", "user")),
        { title: "calls", value: at("calls"),
            show: (i) => count(ranks.calls[i]) },
        amount("sent", "sent"), amount("received", "received"),
        used(amount("memory", "memory")),
    ], ranks.rank.map((_, i) => i),
    { sort: 0, noun: "rank", limit: 16 }).element);
}

// ---- what it cost ----

function cost_section() {
    const { cost, unseen } = report;
    const each = cost.samples > 0 ? `${time(cost.ns_per_call * 1e-9)} a call, `
        + `measured in ${plural(cost.samples, "call")}`
        : "too few calls to measure one";
    return section("What watching cost, and what was not seen", "",
        el("p", {}, `${cost.percent.toPrecision(2)} % of the ranks' processor `
            + `time: ${each}; ${time(cost.setup_seconds)} to start and end; `
            + `${bytes(cost.memory_bytes / Math.max(1, ranks.rank.length))}`
            + ` of memory a rank.`),
        unseen.length === 0
            ? el("p", {}, "What was not seen: nothing that we know of.")
            : el("ul", {}, ...unseen.map((line) => el("li", {}, line))));
}

function footer() {
    if (report.foreseen)
        return ["Foreseen by mitosis sim, and drawn by mitosis."];
    return [`Job ${report.job}, ${report.mpi || "MPI not started"}, started `
        + `${report.started}, in ${report.folder}. Drawn by mitosis.`];
}

document.getElementById("answer").append(figures());
document.getElementById("main").append(...[
    efficiency_section(),
    compare_section(),
    fate_section(),
    timed && ranks.rank.length > 0 ? time_section() : null,
    course_section(),
    timeline_section(),
    ...(report.foreseen ? [] : [matrix_section(), sizes_section()]),
    hosts_section(),
    ...(report.foreseen ? [] : [
        sites_section(),
        calls_section(),
        comms_section(),
        numbers_section(),
        cost_section(),
    ]),
].filter(Boolean));
document.getElementById("footer").append(...footer());
draw_all();
