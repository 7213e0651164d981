// curve.js - the times of the iterations as a picture
//
// SPDX-License-Identifier: BSD-3-Clause

const LEFT = 62;     // of the axis
const HIGH = 200;    // of the curve
const TOP = 26;      // above it, for the marks of changes
const STRIP = 26;    // below it, for how many ranks there were

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
