// hosts.js - hosts, with their ranks and load over time
//
// SPDX-License-Identifier: BSD-3-Clause

// How many of its ranks a generation had on a host.  It says on which hosts it
// was, and only the last one where each rank is; else they were spread evenly,
// as far as we know.
function ranks_on(generation, name) {
    const hosts = generation.hosts, last = report.generations.at(-1);
    if (!hosts.includes(name))
        return { n: 0 };
    if (hosts.length > 1 && generation === last) {
        const n = ranks.host.filter((host, i) => report.hosts[host]?.name
            === name && ranks.rank[i] < generation.ranks).length;
        return { n, text: plural(n, "rank") };
    }
    const n = Math.round(generation.ranks / hosts.length);
    return { n, text: `${hosts.length > 1 ? "about " : ""}`
        + plural(n, "rank") };
}

// Moments and loads of a host, [[seconds, load], ...].
function loads_of({ loads = [] }) {
    return Array.from({ length: Math.floor(loads.length / 2) }, (_, i) =>
        [loads[2 * i], loads[2 * i + 1]]).sort(([a], [b]) => a - b);
}

const ROW = 30, ROW_WIDE = 300; // units of a host's picture over time

// As high as the busiest host or the one with most cores, all alike.
const most_load = most(report.hosts.flatMap((host) =>
    loads_of(host).map(([, load]) => load)), 1);

function load_line(host, end) {
    const points = loads_of(host).map(([at, load]) =>
        [ROW_WIDE * Math.min(1, at / end),
            ROW - 1 - (ROW - 3) * load / most_load]);
    return points.length < 2 ? [] : [svg("polyline", { class: "load",
        points: points_of(points), "vector-effect": "non-scaling-stroke" })];
}

function host_row(host) {
    const end = report.wall_seconds || 1;
    const many = most(report.generations.map((g) => g.ranks), 1);
    const spans = report.generations.length > 0 ? report.generations
        : [{ start: 0, end, ranks: host.ranks, hosts: [host.name] }];
    const blocks = spans.flatMap((generation) => {
        const { n, text } = ranks_on(generation, host.name);
        const x = ROW_WIDE * generation.start / end;
        const width = ROW_WIDE * (generation.end - generation.start) / end;
        const height = 4 + (ROW - 4) * n / Math.max(many, n);
        return n === 0 || !(width > 0) ? [] : [svg("rect", { class: "block",
            x, width, y: ROW - height, height }, svg("title", {}, text))];
    });
    return svg("svg", { viewBox: `0 0 ${ROW_WIDE} ${ROW}`, height: ROW,
        preserveAspectRatio: "none", role: "img", "aria-label":
        `ranks and load of ${host.name} over time` }, ...blocks,
    ...load_line(host, end));
}

function over_time_tip(host, part) {
    const at = part * report.wall_seconds;
    const generation = report.generations.find(({ start, end }) =>
        at >= start && at < end);
    const { text = plural(host.ranks, "rank") } = generation
        ? ranks_on(generation, host.name) : {};
    const [, load] = loads_of(host).findLast(([when]) => when <= at) || [];
    return [`${host.name} at ${time(at)}`, text || "no rank",
        ...(load === undefined ? [] : [`load ${load.toFixed(1)}`])];
}

function host_load(host) {
    const [first, last, mean] = [host.load_first, host.load_last, host.load]
        .map(load => load.toFixed(1));
    const text = first === mean && last === mean ? mean
        : `${first} to ${last}, mean ${mean}`;
    const busy = host.cores > 0 && (host.ranks > host.cores
        || host.load > 1.5 * Math.max(host.cores, host.ranks));
    // A line may end after what punctuation ends, and not within it.
    return el("span", { class: busy ? "load alarm" : "load" },
        (busy ? `${text}: it was busy` : text)
            .replace(/(?<![,:]) /g, TIED));
}

// Of the ranks that were on a host at last.
function mean_on(kind, at) {
    const on = ranks.host.flatMap((host, i) => host === at ? [i] : []);
    return on.length === 0 ? 0
        : sum(on.map((i) => ranks[kind][i])) / on.length;
}

function hosts_section() {
    const rows = report.hosts.map((host, at) => ({ host, at,
        compute: mean_on("compute", at), waiting: mean_on("waiting", at) }));
    const columns = [
        { title: "host", text: true, value: ({ host }) => host.name },
        { title: "ranks", value: ({ host }) => host.ranks },
        { title: "cores", value: ({ host }) => host.cores },
        ...report.foreseen ? [] : [
            { title: "load", value: ({ host }) => host.load,
                show: ({ host }) => host_load(host) },
            { title: "least free memory",
                value: ({ host }) => host.memory_free_bytes,
                show: ({ host }) => bytes(host.memory_free_bytes) },
        ],
    ];
    if (timed)
        columns.splice(3, 0,
            { title: "computing", value: (row) => row.compute,
                show: (row) => time(row.compute) },
            { title: "waiting", value: (row) => row.waiting,
                show: (row) => time(row.waiting) });
    const over_time = report.generations.length > 1
        || report.hosts.some((host) => loads_of(host).length > 1);
    if (over_time)
        columns.splice(1, 0, { title: report.foreseen ? "ranks over time"
            : "ranks and load over time", text: true,
            value: ({ host }) => host.ranks,
            show: ({ host }) => host_timeline(host) });
    const notes = [
        timed ? "Computing and waiting are means of a rank there." : "",
        over_time ? "Over time: blocks are ranks, as many as they are high"
            + (report.foreseen ? "." : "; the line is the load, up to "
                + `${most_load.toFixed(1)}.`) : "",
    ];
    return section("Hosts", "", new Table(columns, rows,
        { sort: timed ? columns.findIndex(({ title }) =>
            title === "computing") : 0, noun: "host", limit: 12 }).element,
    el("p", { class: "note" }, notes.filter(Boolean).join(" ")));
}

function host_timeline(host) {
    const box = el("div", { class: "over-time" }, host_row(host));
    tips(box, (x) => over_time_tip(host, x / box.clientWidth));
    return box;
}
