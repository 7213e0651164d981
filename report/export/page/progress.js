// progress.js - iterations over time, changes and what they brought
//
// SPDX-License-Identifier: BSD-3-Clause

const TOLD = 12; // changes that are told at once

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
    return [`an iteration ${took()} ${time(before)} before and ${time(after)} `
        + `after it${gain}`];
}

function phases_of({ stop, ...phases }) {
    const known = Object.entries(phases)
        .filter(([, seconds]) => seconds > 0)
        .map(([name, seconds]) => `${name} ${time(seconds)}`);
    return (known.length > 0 ? ` (${known.join(", ")})` : "")
        + (stop > 0 ? `, after the first rank had waited ${time(stop)}` : "");
}

// At a sync that was set beforehand the ranks wait for the new ones.
function readiness({ ready_seconds: ready, phases = {} }) {
    return `ready after ${time(ready)}`
        + (phases.stop > ready / 2 ? "" : ", meanwhile the job went on");
}

// What is foreseen would be so, and was not.
function took() {
    return report.foreseen ? "would take" : "took";
}

function stood() {
    return report.foreseen ? "would stand" : "stood";
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
    if (!report.foreseen)
        lines.push(`${bytes(change.bytes)} moved`
            + (change.wire_bytes !== change.bytes
                ? `, ${bytes(change.wire_bytes)} as it travelled` : ""),
        readiness(change));
    lines.push(`${stood()} still for ${time(change.stopped_seconds)}`
            + phases_of(change.phases || {}),
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

// As times_in_each(), find_steps() and print_steps() in report/text/progress.c.
function times_in_each(mark) {
    const calls = report.callsites
        .filter((site) => `${site.call} in ${site.frames[0]}` === mark)
        .reduce((all, site) => all + site.count, 0);
    return Math.floor(calls / ranks.rank.length / rounds.count);
}

function steps_words() {
    for (const loop of rounds.loops ?? []) {
        const within = Math.floor(loop.count / rounds.count);
        if (within < 2 || within * loop.calls > rounds.calls_per_iteration
            || rounds.calls_per_iteration > (within + 1) * loop.calls)
            continue;
        const more = report.generations.length < 2
            && times_in_each(loop.mark) === within + 1;
        return !loop.mark || rounds.manual ? []
            : [`Nearly all of one is ${within} rounds of `
                + `${plural(loop.calls, "MPI call")}, recognised by `
                + `${loop.mark}${more ? `, which is made ${within + 1} times`
                    : ""}: if those are the steps of the program, it `
                + `can say so with MPI_Pcontrol(3) where a step begins.`];
    }
    return [];
}

function course_words() {
    if (!rounds.found)
        return [`No iterations were found: ${rounds.reason
            || "none were looked for"}.`];
    // As print_range() in report/text/progress.c.
    const around = [
        [rounds.start_up_seconds, "before the first"],
        [rounds.wind_down_seconds, "after the last"],
    ].filter(([seconds]) => seconds > 0)
        .map(([seconds, where]) => `${time(seconds)} ${where}`);
    const apart = Math.max(rounds.mean_seconds / rounds.median_seconds,
        rounds.median_seconds / rounds.mean_seconds) > 1.25;
    const words = [`${plural(rounds.count, "iteration")} of `
        + `${time(rounds.median_seconds)} (median`
        + (apart ? `, mean ${time(rounds.mean_seconds)}` : "")
        + `) each, from `
        + `${time(rounds.min_seconds)} to ${time(rounds.max_seconds)}`
        + (around.length > 0 ? `; ${around.join(" and ")}.` : ".")];
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
    return [...words, ...steps_words(), ...slowest_words(), ...beyond_words()];
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
    return section(`How it ${report.foreseen ? "would go" : "went"} on, `
        + "iteration by iteration", "", ...parts);
}
