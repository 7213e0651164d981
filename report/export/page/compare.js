// compare.js - this run beside another one
//
// SPDX-License-Identifier: BSD-3-Clause

function by_how_much([, before, after]) {
    return after - before;
}

// Less to the left of the middle, more to the right.
function difference(more, high) {
    const line = el("i", { class: more < 0 ? "less" : "more" });
    line.style.width = `${50 * Math.abs(more) / high}%`;
    return el("div", { class: "difference" }, line);
}

function relative([, before, after]) {
    const more = after - before;
    return before > 0 ? `${more < 0 ? "" : "+"}`
        + `${(100 * more / before).toFixed(0)} %` : "new";
}

function compare_table(noun, rows) {
    const high = most(rows.map((row) => Math.abs(by_how_much(row))), 1e-12);
    const sign = (more) => `${more < 0 ? "-" : "+"}${time(Math.abs(more))}`;
    return new Table([
        { title: noun, text: true, value: ([name]) => name },
        { title: "before", value: ([, before]) => before,
            show: ([, before]) => time(before) },
        { title: "after", value: ([, , after]) => after,
            show: ([, , after]) => time(after) },
        { title: "difference", value: (row) => Math.abs(by_how_much(row)),
            show: (row) => sign(by_how_much(row)) },
        { title: "of it", value: ([, before, after]) => after / before,
            show: relative },
        { title: "less or more", text: true, value: by_how_much,
            show: (row) => difference(by_how_much(row), high) },
    ], rows, { sort: 3, noun, limit: 12 }).element;
}

function compare_section() {
    const { compare: lists } = drawn;
    if (!lists || report.foreseen)
        return null;
    const titles = [["parts", "kind", "kinds of time, of a rank on average"],
        ["sites", "place", "places, of a rank on average"],
        ["calls", "call", "calls, of a rank on average"],
        ["ranks", "rank", "ranks, their computing"]];
    return section("What got faster, what slower", "",
        ...titles.filter(([key]) => lists[key].length > 0)
            .flatMap(([key, noun, title]) => [el("h3", {}, `By ${title}`),
                compare_table(noun, lists[key])]));
}
