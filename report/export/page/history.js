// history.js - many runs: how long each took, how efficient they were, and how
// it goes with the number of ranks
//
// SPDX-License-Identifier: BSD-3-Clause

const LEFT = 62;  // of the axis
const RIGHT = 12; // room beyond the last run
const TOP = 26;   // above, for the marks of changes
const HIGH = 180; // of a curve
const DOT = 8;    // runs that are closer have no dots

const FIGURES = [["parallel", "parallel efficiency"],
    ["load_balance", "load balance"],
    ["communication", "communication efficiency"]];

function percent(part) {
    return `${(100 * part).toFixed(0)}${TIED}%`;
}

function moment(text) {
    return text.slice(0, 16).replace("T", " ");
}

function file_name(file) {
    return file.slice(file.lastIndexOf("/") + 1);
}

// ---- a curve over the runs of a series ----

class Runs {
    constructor(series, width, high) {
        this.runs = series.runs;
        this.width = width - LEFT - RIGHT;
        this.high = high;
        this.n = series.runs.length;
    }

    x(at) {
        return LEFT + this.width * (this.n > 1 ? at / (this.n - 1) : 0.5);
    }

    y(value) {
        return TOP + HIGH * (1 - Math.min(1, value / this.high));
    }

    at(x) {
        const i = Math.round((x - LEFT) / this.width * (this.n - 1));
        return Math.max(0, Math.min(this.n - 1, i || 0));
    }

    axes(tell) {
        const first = moment(this.runs[0].started).slice(0, 10);
        const last = moment(this.runs[this.n - 1].started).slice(0, 10);
        const bottom = TOP + HIGH + 18;
        return [...[0, 0.5, 1].flatMap((part) => axis(LEFT,
            this.y(part * this.high), this.width, tell(part * this.high))),
        svg("text", { x: LEFT, y: bottom }, first),
        ...(this.n > 1 && last !== first ? [svg("text", { y: bottom,
            x: LEFT + this.width, "text-anchor": "end" }, last)] : [])];
    }

    // The points of a figure, without runs that do not have it.
    points(value) {
        return this.runs.flatMap((run, i) => value(run) > 0
            ? [[this.x(i), this.y(value(run)), run]] : []);
    }

    line(look, value) {
        const points = this.points(value);
        const dots = this.width / Math.max(1, this.n - 1) < DOT ? [] : points;
        return [svg("polyline", { class: `curve ${look}`,
            points: points_of(points) }),
            ...dots.map(([cx, cy]) =>
                svg("circle", { class: `run ${look}`, cx, cy, r: 3 }))];
    }

    // From the fastest to the slowest tenth of each run's iterations.
    band() {
        const up = this.points((run) => run.slow_seconds);
        const down = this.points((run) => run.fast_seconds).reverse();
        return up.length < 2 ? [] : [svg("polygon", { class: "band",
            points: points_of([...up, ...down]) })];
    }

    // Where each change begins, and the levels on both sides of it.
    changes(changes) {
        return changes.flatMap((change, i) => {
            const end = changes[i + 1]?.run ?? this.n - 1;
            const from = i > 0 ? changes[i - 1].run : 0;
            const x = this.x(change.run);
            const level = (a, b, seconds) => svg("line", { class: "level",
                x1: this.x(a), x2: this.x(b), y1: this.y(seconds),
                y2: this.y(seconds) });
            return [
                ...(i === 0 ? [level(from, change.run,
                    change.before_seconds)] : []),
                level(change.run, end, change.after_seconds),
                svg("line", { class: `change ${change.verdict}`, x1: x, x2: x,
                    y1: TOP - 8, y2: TOP + HIGH }),
                svg("circle", { class: `dot ${change.verdict}`, cx: x,
                    cy: TOP - 13, r: 9 }),
                svg("text", { class: "number", x, y: TOP - 9 },
                    String(i + 1)),
            ];
        });
    }
}

function run_lines(series, run) {
    const f = run.efficiency;
    return [file_name(run.file), `started ${moment(run.started)} UTC`,
        run.complete ? `${series.of} ${time(run.seconds || 0)}`
            + (run.slow_seconds ? `, ${time(run.fast_seconds)} to `
                + time(run.slow_seconds) : "") : "did not complete",
        ...(f ? FIGURES.map(([key, name]) => `${name} ${percent(f[key])}`)
            : []),
        ...(run.cause ? [`limited by: ${run.cause}`] : [])];
}

function runs_picture(series, label, high, tell, draw) {
    let chart;
    const box = drawing(label, TOP + HIGH + 24, (width) => {
        chart = new Runs(series, width, high);
        return [...chart.axes(tell), ...draw(chart)];
    });
    tips(box, (x) => chart
        && run_lines(series, series.runs[chart.at(x / larger())]));
    return box;
}

function time_picture(series) {
    const high = 1.08 * most(series.runs.flatMap((run) =>
        [run.seconds || 0, Math.min(run.slow_seconds || 0,
            3 * (run.seconds || 0))]), 1e-12);
    return runs_picture(series, `time of ${series.of === "run" ? "a run"
        : "an iteration"} in each run`, high, time, (chart) =>
        [...chart.band(), ...chart.line("", (run) => run.seconds),
            ...chart.changes(series.changes)]);
}

function efficiency_picture(series) {
    return runs_picture(series, "efficiencies of each run", 1, percent,
        (chart) => [svg("line", { class: "good", x1: LEFT,
            x2: LEFT + chart.width, y1: chart.y(GOOD), y2: chart.y(GOOD) }),
        ...[...FIGURES].reverse().flatMap(([key]) =>
            chart.line(key, (run) => run.efficiency?.[key]))]);
}

// ---- the runs of a series ----

function efficiency_column(title, key) {
    return { title, value: (run) => run.efficiency?.[key] || 0,
        show: (run) => run.efficiency ? percent(run.efficiency[key]) : "-" };
}

function runs_table(series) {
    return new Table([
        { title: "started (UTC)", text: true, value: (run) => run.started,
            show: (run) => moment(run.started) },
        { title: "report", text: true, value: (run) => file_name(run.file) },
        { title: series.of, value: (run) => run.seconds || 0,
            show: (run) => !run.complete ? "did not complete"
                : run.seconds ? time(run.seconds) : "-" },
        { title: "spread", value: (run) =>
            (run.slow_seconds - run.fast_seconds) / run.seconds || 0,
        show: (run) => run.slow_seconds && run.seconds
            ? percent((run.slow_seconds - run.fast_seconds) / run.seconds)
            : "-" },
        efficiency_column("parallel", "parallel"),
        efficiency_column("balance", "load_balance"),
        efficiency_column("communication", "communication"),
        { title: "limited by", text: true, value: (run) => run.cause || "" },
    ], series.runs, { sort: 0, noun: "run", limit: 12 }).element;
}

function series_words(series) {
    if (series.changes.length === 0)
        return [el("p", {}, series.words)];
    return [el("ol", { class: "told" }, ...series.changes.map((change) =>
        el("li", { class: change.verdict === "slower" ? "alarm" : undefined },
            change.words)))];
}

function series_section(program, series) {
    const many = series.runs.length > 1;
    const some = series.runs.some((run) => run.efficiency);
    const curves = many ? [el("h3", {}, series.of === "run"
        ? "Time of a run" : "Time of an iteration, with its spread"),
    time_picture(series)] : [];
    if (many && some)
        curves.push(el("h3", {}, "Efficiency"), legend(FIGURES),
            efficiency_picture(series));
    return section(`${program.program || "a program"}, ${series.name}`
        + (series.arguments ? `, ${series.arguments}` : ""), "",
    ...series_words(series), ...curves, runs_table(series));
}

// ---- over sizes ----

function known(title, key, show) {
    return { title, value: (row) => row[key] || 0,
        show: (row) => row[key] > 0 ? show(row[key]) : "-" };
}

function sizes_table(scaling) {
    return new Table([
        { title: "ranks", text: true, value: (size) => size.ranks },
        known(scaling.of, "seconds", time),
        known("speed-up", "speed_up", (x) => x.toPrecision(3)),
        known("of ideal", "of_ideal", percent),
        efficiency_column("parallel", "parallel"),
        efficiency_column("balance", "load_balance"),
        efficiency_column("communication", "communication"),
        known("computation", "computation_scaling", percent),
        { title: "report", text: true, value: (size) => file_name(size.file) },
    ], scaling.sizes, { sort: 0, noun: "size" }).element;
}

// As formatted by scaling_fit_tell(), "0.2 + 3 n^-1".
function model_bar(model, high) {
    const bar = el("span", { class: "share" });
    bar.style.width = `${5 * model.beyond_seconds / high}em`;
    return el("span", {}, bar, time(model.beyond_seconds));
}

function models_table(scaling) {
    const largest = scaling.sizes.at(-1).ranks;
    const high = most(scaling.models.map((model) => model.beyond_seconds),
        1e-12);
    return new Table([
        { title: "place", text: true, value: (model) => model.name },
        { title: "seconds, of n ranks", text: true,
            value: (model) => model.model },
        { title: "misses by", value: (model) => model.error,
            show: (model) => percent(model.error) },
        { title: `with ${largest}`, value: (model) => model.at_most_seconds,
            show: (model) => time(model.at_most_seconds) },
        { title: `with ${2 * largest}`, value: (model) => model.beyond_seconds,
            show: (model) => model_bar(model, high) },
    ], scaling.models, { sort: 4, noun: "place", limit: 12 }).element;
}

// Speed-up over ranks, both by their logarithms, and what would be ideal.
function speed_up_picture(scaling) {
    const sizes = scaling.sizes.filter((size) => size.speed_up > 0);
    const first = Math.log2(sizes[0].ranks);
    const wide = Math.log2(sizes.at(-1).ranks) - first;
    const low = Math.min(0, ...sizes.map((s) => Math.log2(s.speed_up)));
    const high = Math.max(wide, ...sizes.map((s) => Math.log2(s.speed_up)));
    const label = "speed-up over the number of ranks";
    return drawing(label, TOP + HIGH + 24, (width) => {
        const room = width - LEFT - RIGHT;
        const x = (ranks) => LEFT + room * (Math.log2(ranks) - first) / wide;
        const y = (speed_up) => TOP + HIGH
            * (1 - (Math.log2(speed_up) - low) / (high - low));
        const marks = [1, 2 ** Math.round(high / 2), 2 ** Math.round(high)];
        return [
            ...[...new Set(marks)].flatMap((mark) =>
                axis(LEFT, y(mark), room, `${mark}\u00d7`)),
            ...sizes.map((size, i) => svg("text", { x: x(size.ranks),
                y: TOP + HIGH + 18, "text-anchor": i === 0 ? "start"
                    : i === sizes.length - 1 ? "end" : "middle" },
            String(size.ranks))),
            svg("line", { class: "good", x1: x(sizes[0].ranks), y1: y(1),
                x2: x(sizes.at(-1).ranks), y2: y(2 ** wide) }),
            svg("polyline", { class: "curve", points: points_of(sizes.map(
                (size) => [x(size.ranks), y(size.speed_up)])) }),
            ...sizes.map((size) => svg("circle", { class: "run", r: 4,
                cx: x(size.ranks), cy: y(size.speed_up) })),
        ];
    });
}

function scaling_section(program, scaling) {
    const known_sizes = scaling.sizes.filter((size) => size.speed_up > 0);
    return section(`${program.program || "a program"} over numbers of ranks`
        + (scaling.arguments ? `, ${scaling.arguments}` : ""), "",
    el("p", {}, "The newest run of each number of ranks. Speed-up is how many "
        + "times as fast as with the fewest; computation is what all ranks "
        + "there compute together by what they compute here."),
    ...(scaling.words ? [el("p", { class: "note" }, scaling.words)] : []),
    ...(known_sizes.length > 1 ? [el("h3", {}, "Speed-up over ranks; "
        + "dashed, what would be ideal"), speed_up_picture(scaling)] : []),
    sizes_table(scaling),
    ...(scaling.models.length > 0 ? [el("h3", {}, "Places in the program, "
        + "seconds of a rank on average in the whole run"),
    models_table(scaling)] : [el("p", { class: "note" }, "A model of each "
        + "line of code takes timed runs with 3 numbers of ranks or more.")]));
}

document.getElementById("main").append(...data.programs.flatMap((program) => [
    ...program.series.map((series) => series_section(program, series)),
    ...program.scaling.map((scaling) => scaling_section(program, scaling)),
]));
document.getElementById("footer").append("Drawn by mitosis history.");
draw_all();
