// timeline_data.js - what the timeline shows: calls, messages, shares, and images
// of them
//
// SPDX-License-Identifier: BSD-3-Clause

const TENTH = 1e-7; // of a microsecond, in which calls are told
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
const FULL = DIGITS.length - 1;
const SPENT = [["compute", "computing"], ["other", "other MPI"],
    ["waiting", "waiting for others"]];

// ---- single calls ----

// One rank's calls, in lists: start, end, until it waited, and site.
function calls_of([rank, ...numbers], start) {
    const calls = { rank, start: [], end: [], waited: [], site: [] };
    let at = start;
    for (let i = 0; i < numbers.length; i += 4) {
        at += numbers[i] * TENTH;
        calls.start.push(at);
        calls.waited.push(at + numbers[i + 2] * TENTH);
        at += numbers[i + 1] * TENTH;
        calls.end.push(at);
        calls.site.push(numbers[i + 3]);
    }
    return calls;
}

// The first call that ends after 'at'.
function call_after(calls, at) {
    let low = 0, high = calls.end.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (calls.end[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// A stretch of time with its calls by rank, and its messages.
class Detail {
    constructor({ part, start, end, all_messages, rows, messages }, of) {
        Object.assign(this, { part, start, end, all_messages });
        this.whole = start <= of.start && end >= of.end;
        this.rows = new Map(rows.map((row) => [row[0],
            calls_of(row, start)]));
        this.messages = messages.map(([from, to, sent, took, size]) => ({
            from, to, bytes: size, sent: start + sent * TENTH,
            received: start + (sent + took) * TENTH }));
    }

    calls() {
        return sum([...this.rows.values()].map(({ end }) => end.length));
    }

    // From when to when a rank is drawn: where all its calls are kept, from the
    // first one to the last.
    since(calls) {
        return this.whole ? calls.start[0] ?? Infinity : this.start;
    }

    until(calls) {
        return this.whole ? calls.end.at(-1) ?? -Infinity : this.end;
    }
}

// ---- shares ----

// A generation of the job, and what its ranks did in each of the columns.
class Part {
    constructor(part) {
        Object.assign(this, part);
        this.columns = part.compute[0]?.length || 1;
        this.rows = part.compute.length;
        this.column = (this.end - this.start) / this.columns;
        this.seen_from = this.start;
        this.seen_to = this.end;
    }

    // Of 1, what a row spent in a column so.
    share(kind, row, column) {
        return DIGITS.indexOf(this[kind][row][column]) / FULL;
    }

    // A pixel is a part of a row in a column: computing at the bottom, waiting
    // at the top, nothing where the rank was not there.
    image() {
        const high = this.rows > 64 ? 4 : 16;
        const canvas = document.createElement("canvas");
        canvas.width = this.columns;
        canvas.height = this.rows * high;
        const pen = canvas.getContext("2d");
        const colours = SPENT.map(([kind]) => colour(kind));
        for (let row = 0; row < this.rows; row++)
            for (let column = 0; column < this.columns; column++) {
                let bottom = (row + 1) * high;
                SPENT.forEach(([kind], i) => {
                    const top = bottom
                        - this.share(kind, row, column) * high;
                    pen.fillStyle = colours[i];
                    pen.fillRect(column, top, 1, bottom - top);
                    bottom = top;
                });
            }
        return canvas;
    }
}

// What new ranks did before they took over is not drawn over what the old ones
// did until then.
function parts_of(list) {
    const parts = list.map((part) => new Part(part));
    parts.slice(1).forEach((part, i) => {
        const took_over = report.generations.find(({ generation }) =>
            generation === part.generation)?.start;
        part.seen_from = Math.min(part.end, Math.max(part.start,
            took_over || 0));
        parts[i].seen_to = Math.min(parts[i].end, part.seen_from);
    });
    return parts;
}

const moments = drawn.timeline && {
    ...drawn.timeline,
    parts: parts_of(drawn.timeline.parts),
    details: drawn.timeline.details.map((detail) => new Detail(detail,
        drawn.timeline.parts[detail.part])),
};
