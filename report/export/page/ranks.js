// ranks.js - where the time went, in all and in each rank
//
// SPDX-License-Identifier: BSD-3-Clause

// As far as it is known what ranks did while they computed, that is told.
const known = ranks.compute.some((_, i) =>
    ranks.on_core[i] + ranks.no_core[i] + ranks.asleep[i] > 0);
const KINDS = [
    ...known ? [["on_core", "computing on a core"],
        ["no_core", "ready, but no core"], ["asleep", "asleep"]] : [],
    ["compute", "computing"],
    ["transfer", "transfer"],
    ["other", "other MPI"],
    ["stopped", report.foreseen ? "standing still" : "stood still"],
    ["paused", "not watched"], ["waiting", "waiting for others"],
];
const BARS = 64;    // ranks with a bar each
const FIRST = 10;   // of more ranks, so many with a bar

// What is left of computing is a part of it, too.
function spent(kind, i) {
    const seconds = ranks[kind][i];
    const split = kind === "compute" && known
        ? ranks.on_core[i] + ranks.no_core[i] + ranks.asleep[i] : 0;
    return split > 0 ? 0 : seconds;
}

const spent_by_all = Object.fromEntries(KINDS.map(([kind]) =>
    [kind, sum(ranks[kind].map((_, i) => spent(kind, i)))]));
const kinds = KINDS.filter(([kind]) => spent_by_all[kind] > 0);

// Ranks that were there for different times are compared by the share of it
// in which they computed.
const longest = most(ranks.wall);
const alike = ranks.wall.every((wall) => wall > 0.9 * longest);
const load = ranks.compute.map((x, i) =>
    alike ? x : ranks.wall[i] > 0 ? x / ranks.wall[i] : 0);
const mean_load = load.length > 0 ? sum(load) / load.length : 0;

function host_name(i) {
    const host = report.hosts[ranks.host[i]];
    return host ? host.name : "?";
}

// "1.62 × the mean", or of a share "48 %, the mean is 30 %".
function load_text(i) {
    if (!(mean_load > 0))
        return "";
    return alike ? `${(load[i] / mean_load).toFixed(2)}${TIED}×${TIED}mean`
        : `${(100 * load[i]).toFixed(1)}${TIED}% of its time`;
}

function rank_tip(i) {
    return [`rank ${ranks.rank[i]} on ${host_name(i)}`,
        ...kinds.map(([kind, name]) => `${name} ${time(spent(kind, i))}, `
            + share(spent(kind, i), ranks.wall[i])),
        `computes ${load_text(i)}`];
}

function bar(pieces, whole, mark) {
    const element = el("div", { class: "bar" });
    for (const [kind, value] of pieces) {
        const piece = el("i", { class: kind });
        piece.style.width = `${100 * value / whole}%`;
        element.append(piece);
    }
    if (mark !== undefined) {
        const line = el("b");
        line.style.left = `${100 * mark / whole}%`;
        element.append(line);
    }
    return element;
}

// ---- a bar for each of these ranks ----

function rank_bars(order) {
    const mark = alike ? mean_load : undefined;
    const slowest = load.indexOf(most(load));
    return el("div", { class: "bars" }, ...order.flatMap((i) => {
        const line = bar(kinds.map(([kind]) => [kind, spent(kind, i)]),
            longest, mark);
        const look = i === slowest && load[i] > 1.02 * mean_load ? "first"
            : "";
        tips(line, () => rank_tip(i));
        return [el("span", { class: look }, `rank ${ranks.rank[i]}`),
            el("span", { class: look }, load_text(i)), line];
    }));
}

// ---- all ranks of a large job side by side ----

// Of the ranks that share a column of pixels, the one that computes most.
function foremost(order, from, to) {
    let best = order[from];
    for (let at = from + 1; at < to; at++)
        if (load[order[at]] > load[best])
            best = order[at];
    return best;
}

function draw_column(context, i, x, wide, height) {
    let y = height;
    for (const [kind] of kinds) {
        const up = spent(kind, i) * height / longest;
        context.fillStyle = colour_of[kind];
        context.fillRect(x, y - up, wide, up);
        y -= up;
    }
}

function draw_skyline(canvas, width, order) {
    const height = 176 * larger(), context = paper(canvas, width, height);
    const columns = Math.min(width, order.length);
    const edge = (part, of) => Math.floor(part * of / columns);
    for (let c = 0; c < columns; c++) {
        const x = edge(c, width);
        draw_column(context, foremost(order, edge(c, order.length),
            edge(c + 1, order.length)), x, edge(c + 1, width) - x, height);
    }
    if (alike) {
        const y = height - mean_load * height / longest;
        context.strokeStyle = colour_of.ink;
        context.setLineDash([4, 3]);
        context.beginPath();
        context.moveTo(0, y);
        context.lineTo(width, y);
        context.stroke();
    }
}

const colour_of = {};

function skyline(order) {
    const canvas = el("canvas", {
        class: "skyline", role: "img", "aria-label":
        "the time of all ranks, side by side",
    });
    const box = el("div", {}, canvas);
    picture(box, (width) => {
        for (const [kind] of [...KINDS, ["ink"]])
            colour_of[kind] = colour(kind);
        draw_skyline(canvas, width, order);
    });
    tips(canvas, (x) => {
        const at = Math.floor(x / canvas.clientWidth * order.length);
        return order[at] === undefined ? null : rank_tip(order[at]);
    });
    return box;
}

// ---- the section ----

const ORDERS = {
    slow: ["by computing, the slowest first", (a, b) => load[b] - load[a]],
    wait: ["by waiting, the longest first",
        (a, b) => ranks.waiting[b] - ranks.waiting[a]],
    rank: ["by rank", (a, b) => a - b],
    host: ["by host", (a, b) => ranks.host[a] - ranks.host[b] || a - b],
};

function show_ranks(box, which) {
    const order = ranks.rank.map((_, i) => i)
        .sort((a, b) => ORDERS[which][1](a, b) || a - b);
    if (order.length <= BARS) {
        box.replaceChildren(rank_bars(order));
        return;
    }
    box.replaceChildren(
        el("p", { class: "note" }, `All ${order.length} ranks from left to `
            + `right; the first ${FIRST} of them follow.`),
        skyline(order), el("h3", {}, `The first ${FIRST}`),
        rank_bars(order.slice(0, FIRST)));
}

// What is told of computing, where it is more than that.
function split_words() {
    const told = ["no_core", "asleep"].filter((kind) =>
        known && spent_by_all[kind] > 0.01 * report.rank_seconds);
    const threads = sum(ranks.threads), in_mpi = sum(ranks.threads_mpi);
    const busy = threads >= 0.05 * sum(ranks.compute);
    return (told.length === 0 ? ""
        : " Ranks that were ready and had no core, or slept as one does "
        + "that waits for a disk, were not in MPI: that counts as computing "
        + "in the other figures.") + (!busy ? ""
        : ` Other threads of the ranks took ${time(threads)} of processor `
        + "time besides; what is told of computing is of the main threads, "
        + "which sleep while they wait for the others.")
        + (in_mpi <= 0.01 * report.rank_seconds ? ""
        : ` ${busy ? "They" : "Other threads of the ranks"} were in MPI for `
        + `${time(in_mpi)}, which is in the tables of calls and lines of code `
        + "only.");
}

function energy(joules) {
    return joules >= 999.5e3 ? three(joules / 1e6, "MJ")
        : joules >= 999.5 ? three(joules / 1e3, "kJ") : three(joules, "J");
}

// As hardware_print() in report/text/hardware.c.
function hardware_words() {
    const joules = sum(report.hosts.map((host) => host.energy_joules || 0));
    const missing = (what, why) => why?.includes('"')
        ? [`${what} not known: ${why}.`] : [];
    return [
        ...report.instructions_per_cycle > 0 ? ["On a core the ranks did "
            + `${report.instructions_per_cycle.toFixed(2)} instructions per `
            + "cycle."]
            : missing("Instructions per cycle are", report.counters_missing),
        ...joules > 0 && report.wall_seconds > 0 ? ["The processors of the "
            + `host${report.hosts.length === 1 ? "" : "s"} took `
            + `${energy(joules)}, ${(joules / report.wall_seconds)
                .toPrecision(3)} W on average, for all that ran there.`]
            : missing("The energy that it took is", report.energy_missing),
    ].join(" ");
}

function time_section() {
    const whole = report.rank_seconds, box = el("div");
    const line = bar(kinds.map(([kind]) => [kind, spent_by_all[kind]]),
        whole);
    tips(line, () => kinds.map(([kind, name]) => `${name} `
        + `${time(spent_by_all[kind])}, ${share(spent_by_all[kind], whole)}`));
    show_ranks(box, "slow");
    return section(`Where the time ${report.foreseen ? "would go" : "went"}, `
        + "rank by rank", "",
        legend(kinds),
        el("p", {}, kinds.map(([kind, name]) => `${name} `
            + share(spent_by_all[kind], whole)).join(", ")
            + ` of ${time(whole)} in all ranks together.` + split_words()),
        line, el("p", { class: "note" }, hardware_words()),
        el("h3", {}, "Each rank"),
        el("div", { class: "controls" },
            choice("order", Object.entries(ORDERS).map(([key, [text]]) =>
                [key, text]), (which) => show_ranks(box, which)),
            el("span", { class: "note" }, alike
                ? "The dotted line is the mean of computing."
                : "Ranks were there for different times; they are compared "
                + "by the share of it in which they computed.")),
        box);
}
