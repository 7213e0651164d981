// timeline.js - what each rank did when, to be looked at closer and closer
//
// SPDX-License-Identifier: BSD-3-Clause

const NAMES = 52;        // of ranks, left of the timeline, on an ordinary screen
const AXIS = 24;         // below it
const FLAGS = 20;        // above it, for changes and generations
const LANE = 26;         // of a rank at most, and of all together:
const LANES = 460;
const ARROWS = 600;      // messages that can be told apart
const CLOSEST = 1e-6;    // seconds in view at least

class Timeline {
    constructor() {
        this.ranks = most(moments.parts.map((part) => part.ranks));
        this.canvas = el("canvas", { tabindex: "0", role: "img",
            "aria-label": "timeline of the ranks; plus and minus zoom, arrow "
                + "keys move" });
        this.box = el("div", { class: "timeline" }, this.canvas);
        this.told = el("p", { class: "note", role: "status" });
        this.fingers = new Map();
        this.all();
        this.draw = picture(this.box, (width) => this.paint(width));
        this.listen();
    }

    // ---- what is in view ----

    all() {
        this.ranks_in_view(0, this.ranks);
        this.look(0, moments.seconds);
    }

    look(from, to) {
        const length = Math.min(moments.seconds,
            Math.max(CLOSEST, to - from));
        this.from = Math.max(0, Math.min(moments.seconds - length,
            (from + to - length) / 2));
        this.to = this.from + length;
        this.again();
    }

    ranks_in_view(first, end) {
        const length = Math.min(this.ranks, Math.max(1, end - first));
        this.first = Math.max(0, Math.min(this.ranks - length, first));
        this.end = this.first + length;
    }

    again() {
        if (this.draw && !this.asked) {
            this.asked = true;
            requestAnimationFrame(() => {
                this.asked = false;
                this.draw();
            });
        }
    }

    // So much closer, where 'at' stays in its place.
    zoom(factor, at = (this.from + this.to) / 2) {
        const length = Math.min(moments.seconds,
            Math.max(CLOSEST, (this.to - this.from) / factor));
        const part = (at - this.from) / (this.to - this.from);
        this.look(at - part * length, at + (1 - part) * length);
    }

    zoom_ranks(factor) {
        const middle = (this.first + this.end) / 2;
        const half = Math.max(1, (this.end - this.first) / factor) / 2;
        this.ranks_in_view(Math.round(middle - half),
            Math.round(middle + half));
        this.again();
    }

    // By parts of what is in view.
    move(right, down = 0) {
        const seconds = right * (this.to - this.from);
        const lanes = Math.sign(down) * Math.ceil(Math.abs(down)
            * (this.end - this.first));
        this.ranks_in_view(this.first + lanes, this.end + lanes);
        this.look(this.from + seconds, this.to + seconds);
    }

    x(at) {
        return this.left + this.width * (at - this.from)
            / (this.to - this.from);
    }

    y(rank) {
        return this.top + this.high * (rank - this.first)
            / (this.end - this.first);
    }

    at(x) {
        return this.from + (x - this.left) / this.width
            * (this.to - this.from);
    }

    // ---- drawing ----

    paint(width) {
        const scale = larger(), lane = LANE * scale;
        this.left = NAMES * scale;
        this.top = FLAGS * scale;
        this.width = Math.max(60, width - this.left - 2);
        this.high = Math.min(LANES * scale, Math.max(1, this.end
            - this.first) * lane);
        const pen = paper(this.canvas, width, this.top + this.high
            + AXIS * scale);
        this.pen = pen;
        this.drawn = 0;
        pen.save();
        pen.beginPath();
        pen.rect(this.left, this.top, this.width, this.high);
        pen.clip();
        moments.parts.forEach((part, i) => this.paint_part(part, i));
        this.paint_lanes();
        this.paint_arrows();
        pen.restore();
        this.paint_chosen();
        this.paint_flags();
        this.paint_names();
        this.paint_axis();
        this.told.textContent = this.words();
    }

    // Single calls are drawn where a column would be wider than some pixels.
    is_close(part) {
        return this.width * part.column / (this.to - this.from) > 2;
    }

    paint_part(part, which) {
        const seen_from = Math.max(this.from, part.seen_from);
        const seen_to = Math.min(this.to, part.seen_to);
        if (seen_from >= seen_to)
            return;
        const left = this.x(seen_from);
        this.pen.save();
        this.pen.beginPath();
        this.pen.rect(left, this.top, this.x(seen_to) - left, this.high);
        this.pen.clip();
        part.image_now = part.image_of === colour("compute") ? part.image_now
            : part.image();
        part.image_of = colour("compute");
        const x = this.x(part.start), y = this.y(0);
        const lanes = this.y(part.rows * part.per) - y;
        this.pen.imageSmoothingEnabled = lanes < part.image_now.height
            && !this.is_close(part);
        this.pen.drawImage(part.image_now, x, y, this.x(part.end) - x, lanes);
        if (this.is_close(part))
            for (const detail of moments.details)
                if (detail.part === which)
                    this.paint_detail(detail, seen_from, seen_to);
        this.pen.restore();
    }

    paint_detail(detail, seen_from, seen_to) {
        const from = Math.max(detail.start, seen_from);
        const to = Math.min(detail.end, seen_to);
        if (from >= to)
            return;
        const lane = this.y(1) - this.y(0);
        for (const [rank, calls] of detail.rows)
            if (rank + 1 > this.first && rank < this.end)
                this.paint_calls(calls, Math.max(from, detail.since(calls)),
                    Math.min(to, detail.until(calls)), this.y(rank), lane);
    }

    // Before, between and after calls it computes.
    paint_calls(calls, from, to, y, lane) {
        const fill = (name, start, end) => {
            if (end <= from || start >= to)
                return;
            const x = this.x(Math.max(from, start));
            this.pen.fillStyle = colours[name];
            this.pen.fillRect(x, y, this.x(Math.min(to, end)) - x, lane);
        };
        const colours = Object.fromEntries(SPENT.map(([kind]) =>
            [kind, colour(kind)]));
        fill("compute", from, to);
        for (let i = call_after(calls, from); i < calls.end.length
            && calls.start[i] < to; i++) {
            this.drawn++;
            fill("other", calls.start[i], calls.end[i]);
            fill("waiting", calls.start[i], calls.waited[i]);
        }
    }

    paint_lanes() {
        const lane = this.y(1) - this.y(0);
        if (lane < 6)
            return;
        this.pen.fillStyle = colour("paper");
        for (let rank = Math.floor(this.first); rank <= this.end; rank++)
            this.pen.fillRect(this.left, this.y(rank) - 1, this.width, 2);
    }

    messages() {
        return moments.details.filter((detail) => detail.end > this.from
            && detail.start < this.to
            && this.is_close(moments.parts[detail.part]))
            .flatMap((detail) => detail.messages.filter((one) =>
                one.received > this.from && one.sent < this.to
                && Math.max(one.from, one.to) >= this.first
                && Math.min(one.from, one.to) < this.end));
    }

    paint_arrows() {
        const arrows = this.messages();
        this.arrows = arrows.length <= ARROWS ? arrows : [];
        this.hidden_arrows = arrows.length - this.arrows.length;
        this.pen.strokeStyle = this.pen.fillStyle = colour("ink");
        this.pen.lineWidth = larger();
        for (const { from, to, sent, received } of this.arrows)
            this.paint_arrow(this.x(sent), this.y(from + 0.5),
                this.x(received), this.y(to + 0.5));
    }

    paint_arrow(x, y, to_x, to_y) {
        const { pen } = this, size = 6 * larger();
        const turn = Math.atan2(to_y - y, to_x - x);
        pen.beginPath();
        pen.moveTo(x, y);
        pen.lineTo(to_x, to_y);
        pen.stroke();
        pen.beginPath();
        pen.moveTo(to_x, to_y);
        for (const side of [-0.4, 0.4])
            pen.lineTo(to_x - size * Math.cos(turn + side),
                to_y - size * Math.sin(turn + side));
        pen.fill();
    }

    paint_chosen() {
        if (!this.chosen)
            return;
        const x = Math.max(this.left, this.x(this.chosen.start));
        const to = Math.min(this.left + this.width, this.x(this.chosen.end));
        if (to <= x)
            return;
        this.pen.strokeStyle = colour("alarm");
        this.pen.lineWidth = 2;
        this.pen.strokeRect(x, this.top - 1, to - x, this.high + 2);
    }

    // A line and a few words at a moment, if it is in view.
    paint_flag(at, text, name, dashed) {
        const x = this.x(at), { pen } = this;
        if (x < this.left - 1 || x > this.left + this.width)
            return;
        pen.strokeStyle = pen.fillStyle = colour(name);
        pen.lineWidth = 1.5;
        pen.setLineDash(dashed ? [4, 4] : []);
        pen.beginPath();
        pen.moveTo(x, 2);
        pen.lineTo(x, this.top + this.high);
        pen.stroke();
        pen.setLineDash([]);
        const wide = pen.measureText(text).width;
        const start = Math.min(x + 4, this.left + this.width - wide);
        if (start < this.words_end)
            return;
        this.words_end = start + wide + 4;
        pen.textAlign = "left";
        pen.fillText(text, start, this.top - 6 * larger());
    }

    paint_generation(part) {
        const change = report.changes.findIndex((one) => is_done(one)
            && one.generation === part.generation);
        this.paint_flag(part.seen_from, (change < 0 ? "" : `${change + 1}. `)
            + `generation ${part.generation}, ${plural(part.ranks, "rank")}`,
        change < 0 ? "soft" : "alarm", false);
    }

    paint_flags() {
        this.words_end = this.left;
        if (moments.parts.length > 1)
            for (const part of moments.parts)
                this.paint_generation(part);
        report.changes.forEach((change, i) => {
            if (!is_done(change))
                this.paint_flag(change.at, `${i + 1}.`, "alarm", true);
        });
    }

    paint_names() {
        const lane = this.y(1) - this.y(0), { pen } = this;
        const step = round_step(18 * larger() / lane);
        pen.fillStyle = colour("soft");
        pen.textAlign = "right";
        for (let rank = Math.ceil(this.first / step) * step; rank < this.end;
            rank += step)
            pen.fillText(String(rank), this.left - 6,
                this.y(rank) + Math.min(lane, 18 * larger()) / 2
                    + 4 * larger());
        pen.textAlign = "left";
        pen.fillText("rank", 0, this.top - 6 * larger());
    }

    paint_axis() {
        const { pen } = this, scale = larger();
        const length = this.to - this.from;
        const magnitude = 10 ** Math.floor(Math.log10(length)) / 1000;
        const step = magnitude * round_step(length / magnitude
            / Math.max(1, this.width / (110 * scale)));
        const bottom = this.top + this.high;
        pen.fillStyle = colour("soft");
        for (let i = Math.ceil(this.from / step); i * step <= this.to; i++) {
            const x = this.x(i * step);
            pen.fillRect(x, bottom, 1, 5);
            pen.textAlign = x < this.left + 30 * scale ? "left"
                : x > this.left + this.width - 30 * scale ? "right" : "center";
            pen.fillText(moment_text(i * step, step), x, bottom + 18 * scale);
        }
    }

    // ---- words ----

    words() {
        const ranks_now = this.end - this.first < this.ranks
            ? `, ranks ${this.first} to ${this.end - 1}` : "";
        const close = this.drawn > 0 ? `; ${plural(this.drawn, "call")} and `
            + `${plural(this.arrows.length, "message")} drawn` : "";
        const hidden = this.hidden_arrows > 0 ? `; ${plural(this.hidden_arrows,
            "message")} can be seen closer` : "";
        const length = this.to - this.from;
        const stretch = length < moments.seconds ? `${time(length)} from `
            + `${moment_text(this.from, length / 100)} on`
            : `the whole run, ${time(length)}`;
        return `In view: ${stretch}${ranks_now}${close}${hidden}.`;
    }

    tell(x, y) {
        if (x < this.left || x > this.left + this.width || y < this.top
            || y > this.top + this.high)
            return null;
        const at = this.at(x);
        const rank = Math.floor(this.first + (y - this.top) / this.high
            * (this.end - this.first));
        const part = moments.parts.find((one) => at >= one.seen_from
            && at < one.seen_to && rank < one.ranks);
        return part ? this.tell_call(part, rank, at)
            || this.tell_share(part, rank, at) : null;
    }

    tell_call(part, rank, at) {
        const detail = this.is_close(part) && moments.details.find((one) =>
            moments.parts[one.part] === part && at >= one.start
            && at <= one.end && one.rows.has(rank));
        if (!detail)
            return null;
        const calls = detail.rows.get(rank), i = call_after(calls, at);
        if (at < detail.since(calls) || at > detail.until(calls))
            return null;
        if (!(calls.start[i] <= at))
            return [`rank ${rank} computes`, time((calls.start[i]
                ?? detail.end) - (calls.end[i - 1] ?? detail.start))];
        const [call = "in MPI", line] = part.sites[calls.site[i]] || [];
        const waited = calls.waited[i] - calls.start[i];
        return [`rank ${rank}: ${call}`, ...line ? [`at ${line}`] : [],
            time(calls.end[i] - calls.start[i]) + (waited > 0
                ? `, of which it waits ${time(waited)}` : "")];
    }

    tell_share(part, rank, at) {
        const row = Math.floor(rank / part.per);
        const column = Math.min(part.columns - 1,
            Math.floor((at - part.start) / part.column));
        const last = Math.min(part.ranks, (row + 1) * part.per) - 1;
        return [part.per > 1 ? `ranks ${row * part.per} to ${last}`
            : `rank ${rank}`, `${time(part.column)} from ${moment_text(
            part.start + column * part.column, part.column)} on`,
        ...SPENT.map(([kind, name]) => `${name} `
            + share(part.share(kind, row, column), 1))];
    }

    // ---- mouse, fingers and keys ----

    listen() {
        const { canvas } = this;
        tips(canvas, (x, y) => this.fingers.size > 0 ? null
            : this.tell(x, y));
        canvas.addEventListener("wheel", (event) => this.turn(event),
            { passive: false });
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            this.fingers.set(event.pointerId, this.spot(event));
        });
        canvas.addEventListener("pointermove", (event) => this.drag(event));
        for (const name of ["pointerup", "pointercancel"])
            canvas.addEventListener(name, (event) =>
                this.fingers.delete(event.pointerId));
        canvas.addEventListener("dblclick", (event) =>
            this.zoom(4, this.at(this.spot(event).x)));
        canvas.addEventListener("keydown", (event) => {
            if (this.key(event.key))
                event.preventDefault();
        });
    }

    spot(event) {
        const box = this.canvas.getBoundingClientRect();
        return { x: event.clientX - box.left, y: event.clientY - box.top };
    }

    // The wheel scrolls the page, unless the timeline was clicked on before.
    turn(event) {
        if (!event.ctrlKey && document.activeElement !== this.canvas)
            return;
        event.preventDefault();
        if (event.shiftKey)
            this.zoom_ranks(event.deltaX + event.deltaY < 0 ? 2 : 0.5);
        else if (Math.abs(event.deltaX) > Math.abs(event.deltaY))
            this.move(event.deltaX / this.width);
        else
            this.zoom(Math.exp(-event.deltaY / 300),
                this.at(this.spot(event).x));
    }

    // One finger moves what is in view; two take hold of two moments.
    drag(event) {
        const before = this.fingers.get(event.pointerId);
        if (!before)
            return;
        const now = this.spot(event);
        const other = [...this.fingers].find(([id]) =>
            id !== event.pointerId)?.[1];
        this.fingers.set(event.pointerId, now);
        if (other && Math.abs(before.x - other.x) > 4)
            this.zoom(Math.abs(now.x - other.x)
                / Math.abs(before.x - other.x), this.at(other.x));
        else if (!other)
            this.move((before.x - now.x) / this.width,
                this.end - this.first < this.ranks
                    ? this.lanes_dragged(before, now) : 0);
    }

    // Whole lanes only: what is left of one is kept for the next move.
    lanes_dragged(before, now) {
        this.left_over = (this.left_over || 0) + before.y - now.y;
        const lane = this.y(1) - this.y(0);
        const lanes = Math.trunc(this.left_over / lane);
        this.left_over -= lanes * lane;
        return lanes / (this.end - this.first);
    }

    key(key) {
        const keys = {
            "+": () => this.zoom(2), "=": () => this.zoom(2),
            "-": () => this.zoom(0.5), "0": () => this.all(),
            ArrowLeft: () => this.move(-0.2), ArrowRight: () => this.move(0.2),
            ArrowUp: () => this.move(0, -0.2),
            ArrowDown: () => this.move(0, 0.2),
            "]": () => this.zoom_ranks(2), "[": () => this.zoom_ranks(0.5),
        };
        keys[key]?.();
        return key in keys;
    }

    controls() {
        const button = (text, title, action) => {
            const one = el("button", { type: "button", title }, text);
            one.addEventListener("click", action);
            return one;
        };
        const list = [
            button("closer", "key +", () => this.zoom(2)),
            button("wider", "key -", () => this.zoom(0.5)),
            button("\u25c2", "earlier: left arrow key", () =>
                this.move(-0.5)),
            button("\u25b8", "later: right arrow key", () => this.move(0.5)),
            button("whole run", "key 0", () => this.all()),
        ];
        if (this.ranks > 16)
            list.push(button("fewer ranks", "key ]", () =>
                this.zoom_ranks(2)),
            button("more ranks", "key [", () => this.zoom_ranks(0.5)));
        return el("div", { class: "controls" }, ...list);
    }

    // With a little of what was before and after.
    look_at(iteration) {
        const margin = (iteration.end - iteration.start) / 20;
        this.chosen = iteration;
        this.look(iteration.start - margin, iteration.end + margin);
        this.box.scrollIntoView({ block: "nearest" });
    }

    slowest() {
        const look = (one) => {
            const button = el("button", { type: "button",
                title: "look at it" }, count(one.number));
            button.addEventListener("click", () => this.look_at(one));
            return button;
        };
        const several = moments.parts.length > 1;
        return new Table([
            { title: "iteration", value: (one) => one.number,
                show: look },
            ...several ? [{ title: "generation",
                value: (one) => moments.parts[one.part].generation }] : [],
            { title: "took", value: (one) => one.seconds,
                show: (one) => time(one.seconds) },
            { title: "× median", value: (one) => one.seconds,
                show: (one) => rounds.median_seconds > 0
                    ? (one.seconds / rounds.median_seconds).toFixed(1)
                    : "-" },
            { title: "rank", value: (one) => one.rank },
        ], moments.slowest, { sort: several ? 2 : 1,
            noun: "iteration", limit: 6 }).element;
    }
}

// A moment, so that two that are 'apart' differ.
function moment_text(at, apart) {
    const [scale, unit] = at < 1e-3 && apart < 1e-4 ? [1e6, "µs"]
        : at < 1 && apart < 0.1 ? [1e3, "ms"] : [1, "s"];
    const decimals = Math.max(0, Math.ceil(-Math.log10(apart * scale)
        - 1e-9));
    return `${(at * scale).toFixed(Math.min(9, decimals))}${TIED}${unit}`;
}

// How much of the trace is in this page.
function moments_words() {
    const all = sum(moments.parts.map((part) => part.calls));
    const kept = sum(moments.details.map((detail) => detail.calls()));
    const column = most(moments.parts.map((part) => part.column));
    const missed = sum(moments.details.map((detail) => detail.all_messages
        - detail.messages.length));
    const words = moments.missing ? [`Of this run ${moments.missing}.`] : [];
    if (all === 0)
        return words;
    words.push(kept >= all ? `All ${plural(all, "call")} of the trace can be `
        + `seen here.` : `Of the ${plural(all, "call")} of the trace `
        + `${count(kept)} can be seen one by one, in the slowest iterations; `
        + `of the others there are shares for every ${time(column)}.`);
    if (missed > 0)
        words.push(`${plural(missed, "message")} of these are left out.`);
    return words;
}

function timeline_section() {
    if (!moments)
        return null;
    const title = "What each rank did when";
    const words = el("p", { class: "note" }, moments_words().join(" "));
    if (moments.parts.length === 0)
        return section(title, "", words);
    const timeline = new Timeline();
    return section(title, "",
        legend(SPENT), timeline.controls(), timeline.box, timeline.told,
        ...moments.slowest.length > 0 ? [
            el("h3", {}, "The slowest iterations"), timeline.slowest()] : [],
        words, el("p", { class: "note" }, "Nothing is drawn before a rank's "
            + "first call and after its last one. Drag to move, turn the wheel after "
            + "a click to zoom, or pinch; keys are + - 0, the arrows, and [ "
            + "and ] for more and fewer ranks. Arrows from rank to rank are "
            + "messages, which are drawn where single calls are. An iteration "
            + "lasts from the first rank that begins it to the last one that "
            + "ends it; told is how long the rank took that took longest, and "
            + "they count from 1 in each generation."));
}
