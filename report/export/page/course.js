// course.js - iterations over time, changes and what they brought, and hosts
//
// SPDX-License-Identifier: BSD-3-Clause

const LEFT = 62;     // of the axis
const HIGH = 200;    // of the curve
const TOP = 26;      // above it, for the marks of changes
const STRIP = 26;    // below it, for how many ranks there were
const TOLD = 12;     // changes that are told at once

const rounds = report.iterations;
const stride = Math.max(1, rounds.iterations_per_sample || 1);

function generation_at(sample) {
    let seen = 0;
    for (const generation of report.generations) {
        seen += generation.samples;
        if (sample < seen)
            return generation;
    }
    return null;
}

// The highest value but for a few that would flatten all others.
function ceiling(list) {
    const sorted = [...list].sort((a, b) => a - b);
    const usual = sorted[Math.floor(0.98 * (sorted.length - 1))];
    return Math.min(sorted[sorted.length - 1], 1.6 * usual) * 1.08 || 1;
}

// ---- the curve ----

class Curve {
    constructor(width) {
        this.width = width - LEFT - 8;
        this.n = rounds.seconds.length;
        this.high = ceiling(rounds.seconds);
    }

    x(sample) {
        return LEFT + this.width * (this.n > 1 ? sample / (this.n - 1) : 0.5);
    }

    y(seconds) {
        return TOP + HIGH * (1 - Math.min(1, seconds / this.high));
    }

    sample_at(x) {
        return Math.max(0, Math.min(this.n - 1,
            Math.round((x - LEFT) / this.width * (this.n - 1))));
    }

    axes() {
        const lines = [0, 0.5, 1].flatMap((part) => {
            const y = TOP + HIGH * (1 - part);
            return [svg("line", { class: "axis", x1: LEFT, y1: y,
                x2: LEFT + this.width, y2: y }),
            svg("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" },
                time(part * this.high))];
        });
        const bottom = TOP + HIGH + STRIP + 16;
        return [...lines,
            svg("text", { x: LEFT, y: bottom }, "iteration 1"),
            svg("text", { x: LEFT + this.width, y: bottom,
                "text-anchor": "end" }, count(rounds.count))];
    }

    line() {
        return svg("polyline", { class: "curve", points:
            rounds.seconds.map((seconds, i) => `${this.x(i).toFixed(1)},`
                + this.y(seconds).toFixed(1)).join(" ") });
    }

    // Where the curve is higher than the picture.
    beyond() {
        return rounds.seconds.flatMap((seconds, i) => seconds > this.high
            ? [svg("path", { class: "beyond",
                d: `M${(this.x(i) - 4).toFixed(1)},${TOP}h8l-4,-6z` })] : []);
    }

    // How many ranks there were, below the curve.
    strip() {
        let seen = 0;
        return report.generations.flatMap((generation) => {
            const from = this.x(seen);
            seen += generation.samples;
            const wide = Math.max(0, this.x(Math.min(seen, this.n - 1))
                - from);
            if (generation.samples === 0)
                return [];
            const text = wide > 60 ? plural(generation.ranks, "rank")
                : wide > 22 ? String(generation.ranks) : "";
            return [svg("rect", { class: "block", x: from, width: wide,
                y: TOP + HIGH + 4, height: STRIP - 6 }),
            svg("text", { x: from + wide / 2, y: TOP + HIGH + STRIP - 7 },
                text)];
        });
    }

    // Where there are too many for numbers, the marks are small.
    marks() {
        const small = report.changes.length > this.width / 24;
        return report.changes.map((change, i) => {
            const x = this.x(Math.min(this.n - 1, change.iteration / stride));
            const look = is_done(change) ? "change" : "change undone";
            return svg("g", { class: small ? "small mark" : "mark" },
                svg("line", { class: look, x1: x, x2: x, y1: TOP - 8,
                    y2: TOP + HIGH }),
                svg("circle", { class: "dot", cx: x, cy: TOP - 13,
                    r: small ? 3 : 9 }),
                svg("text", { class: "number", x, y: TOP - 9 },
                    small ? "" : String(i + 1)));
        });
    }

    // The change that is marked near 'x', or none.
    change_at(x, y) {
        if (y > TOP)
            return -1;
        const away = report.changes.map((change) => Math.abs(x - this.x(
            Math.min(this.n - 1, change.iteration / stride))));
        const nearest = away.indexOf(Math.min(...away));
        return away[nearest] < 10 ? nearest : -1;
    }

    tell(x, y) {
        const change = this.change_at(x, y);
        if (change >= 0)
            return change_lines(report.changes[change], change);
        const i = this.sample_at(x), generation = generation_at(i);
        const first = i * stride + 1;
        const name = stride === 1 ? `iteration ${first}`
            : `iterations ${first} to ${first + stride - 1}`;
        return [`${name}: ${time(rounds.seconds[i])}`,
            ...(generation ? [plural(generation.ranks, "rank")] : [])];
    }
}

function curve_picture() {
    const box = el("div");
    let curve;
    picture(box, (width) => {
        const scale = larger(), height = TOP + HIGH + STRIP + 22;
        curve = new Curve(width / scale);
        box.replaceChildren(svg("svg", {
            viewBox: `0 0 ${width / scale} ${height}`,
            height: height * scale, role: "img",
            "aria-label": "time of an iteration over the run" },
        ...curve.axes(), curve.line(), ...curve.beyond(),
        ...curve.strip(), ...curve.marks()));
    });
    tips(box, (x, y) => curve && curve.tell(x / larger(), y / larger()));
    return box;
}

// ---- changes in words ----

function is_done(change) {
    return change.outcome === "done";
}

function pace(before, after) {
    if (!(before > 0 && after > 0))
        return [];
    const ratio = after / before;
    const gain = ratio < 0.98 ? `, ${(100 - 100 * ratio).toFixed(0)} % less`
        : ratio > 1.02 ? `, ${(100 * ratio - 100).toFixed(0)} % more` : "";
    return [`an iteration took ${time(before)} before and ${time(after)} `
        + `after it${gain}`];
}

function phases_of(change) {
    const known = Object.entries(change.phases || {})
        .filter(([, seconds]) => seconds > 0)
        .map(([name, seconds]) => `${name} ${time(seconds)}`);
    return known.length > 0 ? ` (${known.join(", ")})` : "";
}

function change_lines(change, i) {
    const lines = [`${i + 1}. ${change.order || change.what} at ${time(change.at)}, `
        + (change.from === change.to ? plural(change.to, "rank")
            : `from ${change.from} to ${plural(change.to, "rank")}`)];
    if (change.why)
        lines.push(`why: ${change.why}`);
    if (!is_done(change)) {
        lines.push(`given up: ${change.outcome}`);
        return lines;
    }
    if (change.hosts && change.hosts.length > 0)
        lines.push(`to ${[...new Set(change.hosts)].join(", ")}`);
    lines.push(`${bytes(change.bytes)} moved`
        + (change.wire_bytes !== change.bytes
            ? `, ${bytes(change.wire_bytes)} as it travelled` : ""),
    `ready after ${time(change.ready_seconds)}, meanwhile the job went on`,
    `stood still for ${time(change.stopped_seconds)}${phases_of(change)}`,
    ...pace(change.before_seconds, change.after_seconds));
    return lines;
}

function changes_from(first, end) {
    return el("ol", { class: "told", start: first + 1 },
        ...report.changes.slice(first, end).map((change, i) => {
            const [head, ...rest] = change_lines(change, i);
            return el("li", { class: is_done(change) ? undefined : "alarm" },
                el("strong", {}, head.replace(/^\d+\. /, "")),
                `; ${rest.join("; ")}.`);
        }));
}

function changes_list() {
    const n = report.changes.length;
    if (n <= TOLD)
        return [changes_from(0, n)];
    return [changes_from(0, TOLD), el("details", {},
        el("summary", {}, `and ${plural(n - TOLD, "other")}`),
        changes_from(TOLD, n))];
}

// ---- policies ----

function answer_line(a) {
    const many = a.times > 1;
    const seen = a.ranks > 0 ? [plural(a.ranks, "rank"),
        ...a.iteration_seconds > 0
            ? [`${time(a.iteration_seconds)} an iteration`] : [],
        ...a.efficiency > 0
            ? [`efficiency ${(100 * a.efficiency).toFixed(0)} %`] : [],
        `${a.free_cores.toFixed(1)} cores free`] : [];
    return `at ${time(a.since)}`
        + (many ? ` to ${time(a.until)}, ${a.times} times` : "")
        + (a.who ? `, ${a.who} proposed` : "") + `: ${a.answer}`
        + (a.outcome ? `; ${a.outcome}` : "")
        + (seen.length > 0 ? ` (${seen.join(", ")})` : "");
}

function policy_words(p) {
    return `The ${p.kind} ${p.name}${p.options ? ` (${p.options})` : ""}`
        + `${p.limits ? `, with the limits ${p.limits},` : ""} was `
        + (p.asked > 0 ? `asked ${plural(p.asked, "time")}, every `
            + `${time(p.every_seconds)}` : "never asked")
        + (p.figures ? `, shown the figures of ${p.figures}` : "")
        + (p.off ? "; it failed and was switched off" : "") + "."
        + (p.fault ? ` Wrong with it: ${p.fault}.` : "");
}

function policy_list(p) {
    const lines = [...p.answers.map(answer_line),
        ...p.notes.map((note) => `last, ${note}`)];
    return [el("p", {}, policy_words(p)),
        el("ul", { class: "told" }, ...lines.slice(-TOLD)
            .map((line) => el("li", {}, line)))];
}

// ---- the section ----

// As print_slowest() in report/text/progress.c.
function slowest_words() {
    const shared = (rounds.ranks || []).filter((pace) =>
        Math.abs(pace.count - rounds.count) <= rounds.count / 50);
    const high = most(shared.map((pace) => pace.compute_seconds));
    const one = shared.find((pace) => pace.compute_seconds === high);
    const all = load.indexOf(most(load));
    if (!one || rounds.imbalance < 0.01 || report.generations.length > 1)
        return [];
    return [`Rank ${one.rank} computes longest in them, `
        + `${(100 * rounds.imbalance).toPrecision(3)} % longer than the mean`
        + (ranks.rank[all] === one.rank ? "."
            : `; over the whole run rank ${ranks.rank[all]} does.`)];
}

function beyond_words() {
    const high = ceiling(rounds.seconds);
    const beyond = rounds.seconds.filter((seconds) => seconds > high).length;
    return beyond === 0 ? [] : [`${plural(beyond, "point")} of the curve`
        + ` beyond ${time(high)} ${beyond === 1 ? "is" : "are"} marked at its`
        + ` top.`];
}

function course_words() {
    if (!rounds.found)
        return [`No iterations were found: ${rounds.reason
            || "none were looked for"}.`];
    const apart = Math.max(rounds.mean_seconds / rounds.median_seconds,
        rounds.median_seconds / rounds.mean_seconds) > 1.25;
    const words = [`${plural(rounds.count, "iteration")} of `
        + `${time(rounds.median_seconds)} (median`
        + (apart ? `, mean ${time(rounds.mean_seconds)}` : "")
        + `) each, from `
        + `${time(rounds.min_seconds)} to ${time(rounds.max_seconds)}; `
        + `${time(rounds.start_up_seconds)} before the first and `
        + `${time(rounds.wind_down_seconds)} after the last.`];
    // As progress_has_trend() in report/text/progress.c.
    if (report.generations.length < 2 && Math.abs(rounds.trend_percent) >= 1
        && Math.abs(rounds.trend_percent) > 100 * (rounds.spread || 0) / 2)
        words.push(`They get ${rounds.trend_percent > 0 ? "slower" : "faster"}`
            + `, by ${Math.abs(rounds.trend_percent).toFixed(0)} % from the `
            + `first to the last.`);
    if (rounds.mark)
        words.push(`Recognised by ${rounds.mark}.`);
    if (rounds.mark && !rounds.manual && rounds.calls_per_iteration === 1)
        words.push("That is one MPI call: if a step of the program makes "
            + "several of these, each counts as an iteration, unless the "
            + "program calls MPI_Pcontrol(3) where a step begins.");
    return [...words, ...slowest_words(), ...beyond_words()];
}

function course_section() {
    const parts = [el("p", {}, course_words().join(" "))];
    if (rounds.seconds.length > 1)
        parts.push(curve_picture());
    if (report.changes.length > 0)
        parts.push(el("h3", {}, "Changes"), ...changes_list());
    if (report.policies?.length > 0)
        parts.push(el("h3", {}, "What decided"),
            ...report.policies.flatMap(policy_list));
    return section("How it went on, iteration by iteration", "", ...parts);
}

// ---- hosts ----

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
        `${(ROW_WIDE * Math.min(1, at / end)).toFixed(1)},`
        + `${(ROW - 1 - (ROW - 3) * load / most_load).toFixed(1)}`);
    return points.length < 2 ? [] : [svg("polyline", { class: "load",
        points: points.join(" "), "vector-effect": "non-scaling-stroke" })];
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
    return el("span", { class: busy ? "alarm" : undefined },
        busy ? `${text}: busy` : text);
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
        { title: "load", value: ({ host }) => host.load,
            show: ({ host }) => host_load(host) },
        { title: "least free memory",
            value: ({ host }) => host.memory_free_bytes,
            show: ({ host }) => bytes(host.memory_free_bytes) },
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
        columns.splice(1, 0, { title: "ranks and load over time", text: true,
            value: ({ host }) => host.ranks,
            show: ({ host }) => host_timeline(host) });
    const notes = [
        timed ? "Computing and waiting are means of a rank there." : "",
        over_time ? "Over time: blocks are ranks, as many as they are high; "
            + `the line is the load, up to ${most_load.toFixed(1)}.` : "",
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
