// matrix.js - who sends to whom, as a heat map
//
// SPDX-License-Identifier: BSD-3-Clause

const MARGIN = 44;     // for names beside the matrix, on an ordinary screen
const SIDE = 720;      // pixels at most, there
const NUMBERED = 12;   // cells in a row that have room for numbers

// ---- drawing ----

function number_of(what, value) {
    return what === "count" ? count(value) : bytes(value);
}

// Where a value is between the least and the most, by magnitude; what is nearly as
// much as the most looks so.
function heat_range(values, full) {
    const high = most(values);
    let least = high;
    for (let i = 0; i < values.length; i++)
        if (full[i] > 0 && values[i] > 0 && values[i] < least)
            least = values[i];
    const low = Math.max(Math.min(least, high / 10), high / 1e6, 1e-9);
    const wide = Math.log(high / low);
    return { least: Math.max(least, low), high,
        of: (x) => 0.08 + 0.92 * Math.log(Math.max(x, low) / low) / wide };
}

// 1, 2, 5, 10, 20 ..., at least 'least'.
function round_step(least) {
    let step = 1;
    for (let i = 0; step < least; i++)
        step *= i % 3 === 1 ? 2.5 : 2;
    return step;
}

function draw_names(context, cells, side, across) {
    const scale = larger(), margin = MARGIN * scale;
    const size = side / (cells.per * cells.n);
    const step = round_step(46 * scale / size);
    context.fillStyle = colour("soft");
    for (let i = Math.ceil(cells.first / step) * step; i < cells.end;
        i += step) {
        const middle = margin + (i - cells.first + 0.5) * size;
        context.textAlign = across ? "center" : "right";
        context.fillText(cells.label(i), across ? middle : margin - 6,
            across ? margin - 8 : middle + 4);
    }
    context.textAlign = across ? "left" : "right";
    context.fillText(across ? "to" : "from", across ? margin : margin - 6,
        across ? 12 * scale : margin - 22 * scale);
}

function draw_cells(context, sight, values, range, side) {
    const margin = MARGIN * larger();
    const scale = heat_scale(), small = document.createElement("canvas");
    small.width = sight.columns.n;
    small.height = sight.rows.n;
    const pen = small.getContext("2d");
    const image = pen.createImageData(small.width, small.height);
    for (let i = 0; i < values.length; i++)
        if (sight.count[i] > 0)
            image.data.set([...scale(range.of(values[i])), 255], 4 * i);
    pen.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(small, margin, margin, side, side);
    context.strokeStyle = colour("line");
    context.strokeRect(margin - 0.5, margin - 0.5, side + 1, side + 1);
}

function draw_numbers(context, sight, what, values, range, side) {
    const { rows, columns } = sight, scale = heat_scale();
    const margin = MARGIN * larger();
    const points = (side / columns.n < 56 * larger() ? 10 : 12) * larger();
    context.textAlign = "center";
    context.font = `${points}px system-ui, sans-serif`;
    for (let r = 0; r < rows.n; r++)
        for (let c = 0; c < columns.n; c++) {
            const at = sight.at(r, c);
            if (!(sight.count[at] > 0))
                continue;
            const [red, green, blue] = scale(range.of(values[at]));
            const light = 0.3 * red + 0.6 * green + 0.1 * blue > 128;
            context.fillStyle = light ? "#101418" : "#ffffff";
            context.fillText(number_of(what, values[at])
                .replace(/\u00a0?B$/, ""),
                margin + (c + 0.5) * side / columns.n,
                margin + (r + 0.5) * side / rows.n + 4, side / columns.n - 4);
        }
}

// ---- the section ----

class Matrix {
    constructor(kinds_of) {
        this.kinds = kinds_of.map(({ kind, grids }) =>
            ({ kind, ranks: unpack(grids[0]), hosts: unpack(grids[1]) }));
        this.kind = this.kinds[0];
        this.what = "bytes";
        this.by = "ranks";
        this.canvas = el("canvas", { tabindex: "0", role: "img",
            "aria-label": "matrix of who sends to whom; arrow keys move" });
        this.cell = el("div", { class: "cell", hidden: "" });
        this.box = el("div", { class: "matrix" }, this.canvas, this.cell);
        this.low = el("span");
        this.colours = el("i");
        this.high = el("span");
        this.told = el("p", { class: "note", role: "status" });
        this.back = el("button", { type: "button", hidden: "" },
            "whole matrix");
        this.back.addEventListener("click", () => this.look());
        this.look();
        this.draw = picture(this.box, (width) => this.paint(width));
        this.listen();
    }

    view() {
        if (this.by === "hosts")
            return view_hosts(this.kind.hosts);
        return this.by === "ranks" ? view_ranks(this.kind.ranks)
            : view_comm(this.kind.ranks, report.communicators[this.by]);
    }

    look() {
        this.seen = this.view();
        this.zoom_to([0, this.seen.side], [0, this.seen.side]);
    }

    zoom_to(from, to) {
        this.zoom = { from, to };
        this.back.hidden = from[1] - from[0] === this.seen.side;
        this.cell.hidden = true;
        if (this.draw)
            this.draw();
    }

    paint(width) {
        const margin = MARGIN * larger();
        const side = Math.max(120, Math.min(width - margin - 2,
            SIDE * larger()));
        const { seen } = this;
        this.side = side;
        this.margin = margin;
        this.sight = new Sight(seen, this.zoom, Math.floor(side / 2));
        const { rows, columns } = this.sight;
        rows.label = columns.label = seen.label;
        const values = this.sight.values(this.what);
        const range = heat_range(values, this.sight.count);
        const context = paper(this.canvas, side + margin + 2,
            side + margin + 2);
        draw_names(context, rows, side, false);
        draw_names(context, columns, side, true);
        draw_cells(context, this.sight, values, range, side);
        if (rows.n <= NUMBERED)
            draw_numbers(context, this.sight, this.what, values, range, side);
        this.tell_range(range);
        this.told.textContent = this.blocks();
    }

    // The colours that there are, from the least value to the most.
    tell_range(range) {
        const [least, high] = [range.least, range.high].map((value) =>
            number_of(this.what, value));
        const unused = Math.min(0.99, range.of(range.least));
        this.low.textContent = least === high ? "" : least;
        this.high.textContent = high;
        this.colours.style.backgroundSize = `${100 / (1 - unused)}% 100%`;
    }

    blocks() {
        const per = this.seen.grid.per * this.sight.rows.per;
        const whole = this.seen.grid.per;
        if (per === 1)
            return "";
        return `A cell is ${per} by ${per}. ` + (this.sight.rows.per > 1
            ? "Click on one to look closer."
            : `The report has more pairs than this page keeps apart; `
            + `blocks of ${whole} are the closest look.`);
    }

    // The cell at a place on the canvas, or nothing.
    find(x, y) {
        const row = Math.floor((y - this.margin) / this.side
            * this.sight.rows.n);
        const column = Math.floor((x - this.margin) / this.side
            * this.sight.columns.n);
        return row >= 0 && row < this.sight.rows.n && column >= 0
            && column < this.sight.columns.n ? { row, column } : null;
    }

    mark(cell) {
        this.at = cell;
        this.cell.hidden = !cell;
        if (!cell)
            return null;
        const high = this.side / this.sight.rows.n;
        const wide = this.side / this.sight.columns.n;
        Object.assign(this.cell.style, {
            left: `${this.margin + cell.column * wide}px`, width: `${wide}px`,
            top: `${this.margin + cell.row * high}px`, height: `${high}px`,
        });
        return this.sight.tell(cell.row, cell.column);
    }

    closer(cell) {
        const part = (cells, i) => {
            const length = Math.max(16, Math.ceil((cells.end - cells.first)
                / 4));
            const middle = cells.first + (i + 0.5) * cells.per;
            const first = Math.max(0, Math.min(this.seen.side - length,
                Math.round(middle - length / 2)));
            return [first, Math.min(this.seen.side, first + length)];
        };
        if (cell && this.sight.rows.per > 1)
            this.zoom_to(part(this.sight.rows, cell.row),
                part(this.sight.columns, cell.column));
    }

    step(key) {
        const moves = { ArrowUp: [-1, 0], ArrowDown: [1, 0],
            ArrowLeft: [0, -1], ArrowRight: [0, 1] };
        if (!moves[key])
            return false;
        const { row, column } = this.at || { row: -1, column: 0 };
        const next = { row: row + moves[key][0],
            column: column + moves[key][1] };
        if (next.row < 0 || next.row >= this.sight.rows.n || next.column < 0
            || next.column >= this.sight.columns.n)
            return true;
        const lines = this.mark(next);
        const box = this.cell.getBoundingClientRect();
        show_tip(box.right, box.bottom, lines);
        return true;
    }

    listen() {
        tips(this.canvas, (x, y) => this.mark(this.find(x, y)));
        this.canvas.addEventListener("pointerleave", () => this.mark(null));
        this.canvas.addEventListener("click", (event) => {
            const box = this.canvas.getBoundingClientRect();
            this.closer(this.find(event.clientX - box.left,
                event.clientY - box.top));
        });
        this.canvas.addEventListener("keydown", (event) => {
            if (this.step(event.key))
                event.preventDefault();
        });
        this.canvas.addEventListener("blur", hide_tip);
    }

    controls() {
        const set = (name) => (value) => {
            this[name] = value;
            this.look();
        };
        const by = [["ranks", "by rank"]];
        if (report.hosts.length > 1)
            by.push(["hosts", "by host"]);
        report.communicators.forEach((comm, i) => {
            if (comm.members && comm.size > 1 && comm.size < report.size
                && by.length < 200)
                by.push([String(i), `in ${comm_name(comm)}`]);
        });
        const list = [choice("color", [["bytes", "bytes"],
            ["count", "messages"], ["each", "bytes a message"]], set("what"))];
        if (by.length > 1)
            list.unshift(choice("look", by, set("by")));
        if (this.kinds.length > 1)
            list.unshift(choice("of", this.kinds.map(({ kind }, i) =>
                [String(i), kind]), (i) => {
                this.kind = this.kinds[i];
                this.look();
            }));
        return el("div", { class: "controls" }, ...list, this.back);
    }

    // The pairs with most bytes, which a heat map does not put into words.
    pairs() {
        const { grid, name } = view_ranks(this.kind.ranks);
        return new Table([
            { title: "from", text: true,
                value: (i) => name(grid.from[i], grid.from[i] + 1) },
            { title: "to", text: true,
                value: (i) => name(grid.to[i], grid.to[i] + 1) },
            { title: "messages", value: (i) => grid.count[i],
                show: (i) => count(grid.count[i]) },
            { title: "bytes", value: (i) => grid.bytes[i],
                show: (i) => bytes(grid.bytes[i]) },
        ], grid.from.map((_, i) => i),
        { sort: 3, noun: "pair", limit: 12 }).element;
    }
}

function comm_name(comm) {
    return `${comm.name || "a communicator"} (${comm.members})`;
}

function matrix_section() {
    const title = "Who sends to whom";
    const collective = sum(report.collectives.map((coll) => coll.bytes));
    const besides = collective > 0 ? [el("p", {}, `The ranks handed in `
        + `${bytes(collective)} to collective calls besides.`)] : [];
    if (drawn.grids.length === 0)
        return section(title, "half",
            el("p", {}, "No messages from rank to rank were sent."),
            ...besides);
    const matrix = new Matrix(drawn.grids);
    return section(title, "half", matrix.controls(), matrix.box,
        el("div", { class: "scale" }, matrix.low, matrix.colours,
            matrix.high),
        matrix.told, ...besides);
}

// ---- sizes, and the largest pairs ----

function size_bars(rows) {
    const high = most(rows.map(([, n]) => n));
    const all = sum(rows.map(([, n]) => n));
    return el("div", { class: "bars" }, ...rows.flatMap(([limit, n]) =>
        [el("span", {}, `up to ${bytes(limit)}`),
            el("span", {}, `${count(n)}, ${share(n, all)}`),
            bar([["compute", n]], high)]));
}

// What ranks hand in to collectives, by size.
function collective_sizes() {
    const sizes = new Map();
    for (const coll of report.collectives)
        for (const [limit, n] of Object.entries(coll.sizes))
            sizes.set(Number(limit), (sizes.get(Number(limit)) || 0) + n);
    return [...sizes].sort(([a], [b]) => a - b);
}

function sizes_section() {
    const parts = [], collective = collective_sizes();
    if (drawn.sizes.length > 0)
        parts.push(size_bars(drawn.sizes));
    if (drawn.grids.length > 0)
        parts.push(el("h3", {}, "Most bytes"),
            new Matrix(drawn.grids).pairs());
    if (collective.length > 0)
        parts.push(el("h3", {}, "What a rank hands in to a collective"),
            size_bars(collective));
    return parts.length === 0 ? null
        : section("How large the messages are", "half", ...parts);
}
