// table.js - tables that sort by a click on a head, and filter
//
// SPDX-License-Identifier: BSD-3-Clause

const ROWS = 40; // shown until more are asked for

function compare(a, b) {
    return typeof a === "string" ? a.localeCompare(b) : a - b;
}

// Columns have a title, value(row) to sort by, and may have show(row), a text
// or an element, and 'text', which makes them wide and sort upwards at first.
// Those that have nothing to tell, "-" in each row, are left out.
class Table {
    constructor(all_columns, rows, { sort = 0, noun = "row", limit = ROWS }) {
        const columns = all_columns.filter((column) => column.text
            || rows.some((row) => this.text(column, row) !== "-"));
        this.columns = columns;
        this.rows = rows;
        this.noun = noun;
        this.limit = limit;
        this.wanted = "";
        this.words = [];
        this.body = el("tbody");
        this.told = el("span", { class: "note", role: "status" });
        this.more = el("button", { class: "more", type: "button" });
        this.more.addEventListener("click", () => {
            this.limit = Infinity;
            this.fill();
        });
        this.heads = columns.map((column, i) => this.head(column, i));
        this.element = el("div", {}, ...this.filter(),
            el("div", { class: "scroll" }, el("table", {},
                el("thead", {}, el("tr", {}, ...this.heads)), this.body)),
            this.more);
        this.sort(Math.max(0, columns.indexOf(all_columns[sort])));
    }

    head(column, i) {
        const button = el("button", { type: "button" }, column.title);
        button.addEventListener("click", () => this.sort(i));
        return el("th", {
            class: column.text ? "text" : "number", scope: "col",
        }, button);
    }

    filter() {
        if (this.rows.length < 6)
            return [];
        const input = el("input", {
            type: "search", placeholder: "filter", "aria-label":
            `show only ${this.noun}s with this text`,
        });
        input.addEventListener("input", () => {
            this.wanted = input.value.toLowerCase();
            this.fill();
        });
        return [el("div", { class: "controls" }, input, this.told)];
    }

    text(column, row) {
        const shown = column.show ? column.show(row) : column.value(row);
        return shown instanceof Node ? shown.textContent : String(shown);
    }

    // By another column, or by this one the other way round.
    sort(i) {
        const up = i === this.by ? !this.up : !!this.columns[i].text;
        const { value } = this.columns[i];
        const keys = this.rows.map(value);
        this.by = i;
        this.up = up;
        this.order = keys.map((_, at) => at).sort((a, b) =>
            (up ? 1 : -1) * compare(keys[a], keys[b]) || a - b);
        this.heads.forEach((head, k) => head.setAttribute("aria-sort",
            k !== i ? "none" : up ? "ascending" : "descending"));
        this.fill();
    }

    // What is found in a row; of very many rows only who filters waits for it.
    words_of(at) {
        this.words[at] ??= this.columns.map((column) =>
            this.text(column, this.rows[at])).join("\n").toLowerCase()
            .replaceAll(TIED, " ");
        return this.words[at];
    }

    fill() {
        const found = this.wanted === "" ? this.order
            : this.order.filter((at) =>
                this.words_of(at).includes(this.wanted));
        const shown = found.slice(0, this.limit);
        this.body.replaceChildren(...shown.map((at) => this.row(at)));
        this.told.textContent = found.length === this.rows.length
            ? plural(found.length, this.noun)
            : `${found.length} of ${plural(this.rows.length, this.noun)}`;
        this.more.hidden = shown.length === found.length;
        this.more.textContent = `show all ${found.length}`;
    }

    row(at) {
        return el("tr", {}, ...this.columns.map((column) => {
            const row = this.rows[at];
            const shown = column.show ? column.show(row) : column.value(row);
            return el("td", { class: column.text ? "text" : "number" },
                shown instanceof Node ? shown : String(shown));
        }));
    }
}
