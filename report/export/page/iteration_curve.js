// iteration_curve.js - the times of the iterations as a picture
//
// SPDX-License-Identifier: BSD-3-Clause

const LEFT = 62;     // of the axis
const HIGH = 200;    // of the curve
const TOP = 26;      // above it, for the marks of changes
const STRIP = 26;    // below it, for how many ranks there were
const FINE = 3;      // units of width that a point of the curve has at least
const SHORT = 8;     // units of width that are too few for a level

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

function middle(list) {
    const sorted = [...list].sort((a, b) => a - b), n = sorted.length;
    return (sorted[(n - 1) >> 1] + sorted[n >> 1]) / 2;
}

// ---- the curve ----

// A point is an iteration or, where there are more than the picture has room
// for, several: the curve is their median, in a band from the least to the
// most.
class Curve {
    constructor(width) {
        this.width = width - LEFT - 8;
        this.n = rounds.seconds.length;
        this.high = ceiling(rounds.seconds);
        this.per = Math.max(1, Math.ceil(this.n * FINE / this.width));
        this.points = Array.from({ length: Math.ceil(this.n / this.per) },
            (_, i) => this.point(i * this.per));
    }

    point(first) {
        const end = Math.min(this.n, first + this.per);
        const seconds = rounds.seconds.slice(first, end);
        return { first, end, x: this.x((first + end - 1) / 2),
            least: Math.min(...seconds), most: Math.max(...seconds),
            median: middle(seconds) };
    }

    x(sample) {
        return LEFT + this.width * (this.n > 1 ? sample / (this.n - 1) : 0.5);
    }

    y(seconds) {
        return TOP + HIGH * (1 - Math.min(1, seconds / this.high));
    }

    point_at(x) {
        const sample = Math.round((x - LEFT) / this.width * (this.n - 1));
        return this.points[Math.floor(Math.max(0, Math.min(this.n - 1,
            sample)) / this.per)];
    }

    axes() {
        const lines = [0, 0.5, 1].flatMap((part) => axis(LEFT,
            TOP + HIGH * (1 - part), this.width, time(part * this.high)));
        const bottom = TOP + HIGH + STRIP + 16;
        return [...lines,
            svg("text", { x: LEFT, y: bottom }, "iteration 1"),
            svg("text", { x: LEFT + this.width, y: bottom,
                "text-anchor": "end" }, count(rounds.count))];
    }

    path(points, which) {
        return points_of(points.map((point) =>
            [point.x, this.y(point[which])]));
    }

    line() {
        const band = svg("polygon", { class: "band", points:
            `${this.path(this.points, "most")} `
            + this.path([...this.points].reverse(), "least") });
        return [...this.per > 1 ? [band] : [], svg("polyline",
            { class: "curve", points: this.path(this.points, "median") })];
    }

    // Where the curve is higher than the picture.
    beyond() {
        return this.points.flatMap(({ x, most: seconds }) =>
            seconds > this.high ? [svg("path", { class: "beyond",
                d: `M${(x - 4).toFixed(1)},${TOP}h8l-4,-6z` })] : []);
    }

    // From one change to the next, what an iteration took.
    levels() {
        let end = 0;
        const lines = report.generations.flatMap(({ samples }) => {
            const first = end;
            end = Math.min(this.n, end + samples);
            if (end - first < 2 || this.x(end - 1) - this.x(first) < SHORT)
                return [];
            const y = this.y(middle(rounds.seconds.slice(first, end)));
            return [svg("line", { class: "level", x1: this.x(first),
                x2: this.x(end - 1), y1: y, y2: y })];
        });
        return lines.length > 1 ? lines : [];
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
        const point = this.point_at(x), generation = generation_at(point.first);
        const first = point.first * stride + 1;
        const last = Math.min(rounds.count, point.end * stride);
        const name = first === last ? `iteration ${first}`
            : `iterations ${first} to ${last}`;
        return [`${name}: ${time(point.median)}`,
            ...this.per > 1
                ? [`from ${time(point.least)} to ${time(point.most)}`] : [],
            ...generation ? [plural(generation.ranks, "rank")] : []];
    }

    words() {
        return [
            ...this.per > 1 ? ["The curve is the median of every "
                + `${count(this.per * stride)} iterations, in a band from the `
                + "least to the most."] : [],
            ...this.levels().length > 0 ? ["Dashed is the median from one"
                + " change to the next."] : [],
        ].join(" ");
    }
}

function curve_picture() {
    let curve;
    const label = "time of an iteration over the run";
    const box = drawing(label, TOP + HIGH + STRIP + 22, (width) => {
        curve = new Curve(width);
        return [...curve.axes(), ...curve.line(), ...curve.levels(),
            ...curve.beyond(), ...curve.strip(), ...curve.marks()];
    }, () => [el("p", { class: "note" }, curve.words())]);
    tips(box, (x, y) => curve && curve.tell(x / larger(), y / larger()));
    return box;
}
