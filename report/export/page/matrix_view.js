// matrix_view.js - what of a matrix is looked at, and at what distance
//
// A view says which rows and columns there are; a sight adds up what is in a
// part of them, in as many cells as there is room for.
//
// SPDX-License-Identifier: BSD-3-Clause

// The lists of a grid, one entry for each cell.
function unpack(grid) {
    const cells = { from: [], to: [], count: [], bytes: [] };
    grid.rows.forEach((row, from) => {
        for (let i = 0; i < row.length; i += 3) {
            cells.from.push(from);
            cells.to.push(row[i]);
            cells.count.push(row[i + 1]);
            cells.bytes.push(row[i + 2]);
        }
    });
    return { ...grid, ...cells };
}

function span_name(one, several, per, side) {
    return (from, to) => {
        const first = from * per, last = Math.min(side, to * per) - 1;
        return first === last ? `${one} ${first}`
            : `${several} ${first} to ${last}`;
    };
}

function view_ranks(grid) {
    return { grid, side: grid.side, place: (i) => i,
        label: (i) => String(i * grid.per),
        name: span_name("rank", "ranks", grid.per, report.size) };
}

function view_hosts(grid) {
    const several = span_name("host", "hosts", grid.per, report.hosts.length);
    return { grid, side: grid.side, place: (i) => i,
        label: (i) => String(i * grid.per),
        name: (from, to) => to - from > 1 || grid.per > 1
            ? several(from, to) : report.hosts[from].name };
}

// "0-3,8" and, of an inter-communicator, "0-1|2-3" as a list of ranks.
function members_of(comm) {
    return comm.members.split(/[,|]/).filter(Boolean).flatMap((part) => {
        const [first, last = first] = part.split("-").map(Number);
        return Array.from({ length: last - first + 1 }, (_, i) => first + i);
    });
}

// The members only, in their order; of blocks, those that have one.
function view_comm(grid, comm) {
    const list = [...new Set(members_of(comm).map((rank) =>
        Math.floor(rank / grid.per)))];
    const at = new Int32Array(grid.side).fill(-1);
    list.forEach((block, i) => { at[block] = i; });
    const one = span_name("rank", "ranks", grid.per, report.size);
    return { grid, side: list.length, place: (i) => at[i],
        label: (i) => String(list[i] * grid.per),
        name: (from, to) => to - from === 1 ? one(list[from], list[from] + 1)
            : `${to - from} of its ranks, from ${list[from] * grid.per} on` };
}

// ---- what is in sight, in as many cells as there is room for ----

class Sight {
    constructor(view, zoom, most_cells) {
        const { from, to } = zoom;
        this.zoom = zoom;
        this.view = view;
        this.rows = this.cells(from, most_cells);
        this.columns = this.cells(to, most_cells);
        this.count = new Float64Array(this.rows.n * this.columns.n);
        this.bytes = new Float64Array(this.rows.n * this.columns.n);
        this.add_up();
    }

    cells([first, end], most_cells) {
        const per = Math.ceil((end - first) / most_cells);
        return { first, end, per, n: Math.ceil((end - first) / per) };
    }

    add_up() {
        const { grid, place } = this.view, { rows, columns } = this;
        for (let i = 0; i < grid.from.length; i++) {
            const r = place(grid.from[i]), c = place(grid.to[i]);
            if (r < rows.first || r >= rows.end
                || c < columns.first || c >= columns.end)
                continue;
            const at = this.at(Math.floor((r - rows.first) / rows.per),
                Math.floor((c - columns.first) / columns.per));
            this.count[at] += grid.count[i];
            this.bytes[at] += grid.bytes[i];
        }
    }

    at(row, column) {
        return row * this.columns.n + column;
    }

    name(cells, i) {
        const first = cells.first + i * cells.per;
        return this.view.name(first, Math.min(cells.end, first + cells.per));
    }

    tell(row, column) {
        const at = this.at(row, column), n = this.count[at];
        return [`${this.name(this.rows, row)} to `
            + this.name(this.columns, column), n > 0
            ? `${plural(n, "message")}, ${bytes(this.bytes[at])}, `
                + `${bytes(this.bytes[at] / n)} each`
            : "nothing"];
    }

    values(what) {
        return what === "count" ? this.count : what === "bytes" ? this.bytes
            : this.bytes.map((sum_of, i) =>
                this.count[i] > 0 ? sum_of / this.count[i] : 0);
    }
}
