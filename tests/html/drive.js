// drive.js - words for what is on the page of a report
//
// browser.pl has them known to a page before it does anything there, and t0401
// speaks in them.
//
// SPDX-License-Identifier: BSD-3-Clause
"use strict";

// The section with this title.
function titled(title) {
    return [...document.querySelectorAll("section")].find((section) =>
        section.querySelector("h2")?.textContent === title);
}

const time = () => titled("Where the time went, rank by rank");
const course = () => titled("How it went on, iteration by iteration");
const matrix = () => titled("Who sends to whom");
const sizes = () => titled("How large the messages are");
const sites = () => titled("Lines of code");
const timeline = () => titled("What each rank did when");
const drawing = () => timeline().querySelector("canvas");

// What the timeline says it shows.
const in_view = () => timeline().querySelector(".timeline + p").textContent;

// A place in the lane of a rank of so many, where 'part' of the time in view
// is over.
function lane(rank, ranks, part) {
    const canvas = drawing();
    const unit = parseFloat(getComputedStyle(document.documentElement)
        .fontSize) / 16;
    const left = 52 * unit, top = 20 * unit;
    const wide = canvas.clientWidth - left - 2;
    const high = canvas.clientHeight - top - 24 * unit;
    return [canvas, (left + part * wide) / canvas.clientWidth,
        (top + (rank + 0.5) / ranks * high) / canvas.clientHeight];
}

// The colour that is drawn at a place of a canvas.
function drawn_at([canvas, x, y]) {
    const copy = document.createElement("canvas");
    copy.width = copy.height = 1;
    const pen = copy.getContext("2d", { willReadFrequently: true });
    pen.drawImage(canvas, -Math.floor(x * canvas.width),
        -Math.floor(y * canvas.height));
    const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
    const near = ["compute", "waiting", "other", "paper"].find((name) =>
        named(name).every((part, i) =>
            Math.abs(part - [r, g, b][i]) < 12));
    return near || `${r} ${g} ${b}`;
}

// What the tip beside the mouse says.
function tip() {
    const element = document.querySelector(".tip");
    return element.hidden ? "no tip"
        : [...element.children].map((line) => line.textContent).join(" | ");
}

// Where an element is in the window, or a part of it, as browser.pl wants it.
function place(what) {
    const [element, x, y] = Array.isArray(what) ? what : [what, 0.5, 0.5];
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const box = element.getBoundingClientRect();
    return [box.left + x * box.width, box.top + y * box.height];
}

// The margin with the names takes a little of the matrix.
function cell(x, y) {
    const canvas = matrix().querySelector("canvas");
    const size = getComputedStyle(document.documentElement).fontSize;
    const margin = 44 * parseFloat(size) / 16 / canvas.clientWidth;
    return [canvas, margin + x * (1 - margin), margin + y * (1 - margin)];
}

// From what to what the colours of the matrix are said to go.
function heat_legend() {
    return [...matrix().querySelectorAll(".scale span")].map((one) =>
        one.textContent).filter(Boolean).join(" to ");
}

// What became of ranks that did not finish.
function fates() {
    const section = titled("Where the ranks were last seen");
    return section ? rows(section).join("; ") : "all finished";
}

// The changes in words.
function changes() {
    return [...document.querySelectorAll("ol.told li")].map((one) =>
        one.textContent).join("; ");
}

// What a place took in the other run and in this one.
function compared(text) {
    return rows(titled("What got faster, what slower")).find((row) =>
        row.startsWith(text));
}

// The cell of two ranks of so many.
function pair(from, to, ranks) {
    return cell((to + 0.5) / ranks, (from + 0.5) / ranks);
}

function rows(section) {
    return [...section.querySelectorAll("tbody tr")].map((row) =>
        [...row.children].map((one) => one.textContent).join(" | "));
}

// The button that sorts by a column.
function head(section, title) {
    return [...section.querySelectorAll("th button")].find((one) =>
        one.textContent === title);
}

// How a table is sorted by a column, and what comes first then.
function sorted(section, title) {
    return `${head(section, title).parentElement.getAttribute("aria-sort")}, `
        + rows(section)[0];
}

// How many rows there are, and how many the table says there are.
function found(section) {
    return `${rows(section).length} rows, ${section
        .querySelector(".controls [role=status]").textContent}`;
}

// The colours in the lane of a rank of so many, in their order.
function lane_colours(rank, ranks) {
    return Array.from({ length: 200 }, (_, i) =>
        drawn_at(lane(rank, ranks, (i + 0.5) / 200))).filter((name, i, all) =>
        all.indexOf(name) === i).sort().join(" ");
}

// The middle of where a lane has this colour for longest.
function find_lane(rank, ranks, name) {
    let best = 0, length = 0, run = 0;
    for (let i = 0; i < 400; i++) {
        run = drawn_at(lane(rank, ranks, (i + 0.5) / 400)) === name
            ? run + 1 : 0;
        if (run > length) {
            length = run;
            best = i - run / 2;
        }
    }
    return lane(rank, ranks, (best + 0.5) / 400);
}

// Seconds that are in view, where they begin, and how many there are.
function seconds_of(text) {
    const [, number, unit] = text.match(/([0-9.]+)\s*(\S+)$/);
    return Number(number) * { s: 1, ms: 1e-3, "µs": 1e-6, ns: 1e-9 }[unit];
}

function length_in_view() {
    const [, text] = in_view().match(/(?:In view:|run,) ([0-9.]+\s\S+?)(?: from|[.;,]|$)/);
    return seconds_of(text);
}

const from_in_view = () => seconds_of(in_view().match(/from (\S+\s\S+) on/)[1]);
const whole_run = () => JSON.parse(document.getElementById("data")
    .textContent).drawn.timeline.seconds;
let before; // what was told before

// The select behind a label.
function select(section, label) {
    return [...section.querySelectorAll("label")].find((one) =>
        one.textContent.startsWith(`${label} `)).querySelector("select");
}

// How often to press a key for an option of a select, which gets the keys.
function way_to(element, text) {
    const at = [...element.options].findIndex((one) =>
        one.textContent === text);
    element.focus();
    if (at < 0)
        throw new Error(`there is no option ${text}`);
    return at - element.selectedIndex;
}

// ---- how it looks ----

// Red, green, blue and opacity of a colour as the browser tells it.
function parts_of(colour) {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { rgb: [r, g, b], opacity: a };
}

// As in WCAG 2.
function luminance(rgb) {
    const [r, g, b] = rgb.map((part) => {
        const x = part / 255;
        return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b) {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
}

function background(element) {
    for (let at = element; at; at = at.parentElement) {
        const colour = parts_of(getComputedStyle(at).backgroundColor);
        if (colour.opacity > 0)
            return colour.rgb;
    }
    return [255, 255, 255];
}

// A colour of page.css.
function named(name) {
    const hex = getComputedStyle(document.documentElement)
        .getPropertyValue(`--${name}`).trim();
    return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
}

// Texts that do not stand out from what is behind them, or reach beyond it.
function badly_readable() {
    const walk = document.createTreeWalker(document.body,
        NodeFilter.SHOW_TEXT);
    const found = new Set();
    while (walk.nextNode()) {
        const element = walk.currentNode.parentElement;
        if (!walk.currentNode.data.trim() || element.closest("svg, script")
            || !element.checkVisibility())
            continue;
        const style = getComputedStyle(element);
        if (contrast(parts_of(style.color).rgb, background(element)) < 4.5
            || parseFloat(style.fontSize) < 11)
            found.add(walk.currentNode.data.trim().slice(0, 20));
    }
    return [...found].join("; ") || "none";
}

// Whether more is darker all the way, or lighter all the way, which is what
// eyes go by that see no hues.
function heat_order() {
    const lights = [0, 1, 2, 3, 4, 5].map((i) =>
        luminance(named(`heat-${i}`)));
    const steps = lights.slice(1).map((light, i) => light - lights[i]);
    return steps.every((step) => step < 0) ? "darker"
        : steps.every((step) => step > 0) ? "lighter" : "mixed";
}

// What is drawn of the iterations, and what is said of it.
function picture_words() {
    const drawn = course().querySelectorAll.bind(course());
    return `bands ${drawn(".band").length}, levels ${drawn(".level").length}; `
        + [...drawn("svg + .note")].map((p) => p.textContent).join(" ");
}

// Words of the title of which a part is in another line.
function broken_words() {
    const range = document.createRange(), found = [];
    for (const node of document.querySelector("h1").childNodes)
        for (const word of (node.data || "").matchAll(/[^\s-]+/g)) {
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            if (range.getClientRects().length > 1)
                found.push(word[0]);
        }
    return found.join(" ") || "none";
}

// Whether computing can be told from waiting without seeing hues.
function kinds_apart() {
    return contrast(named("compute"), named("waiting")) > 1.5 ? "yes" : "no";
}

// Tables that reach beyond their panel and do not scroll there, or should not
// have to.
function beyond_panels() {
    return [...document.querySelectorAll("section table")].filter((one) =>
        (one.matches(".efficiency") || !one.closest(".scroll"))
        && one.getBoundingClientRect().right
            > one.closest("section").querySelector("h2")
                .getBoundingClientRect().right + 1).length;
}

// Signs before a word that stand in a line of their own.
function signs_alone() {
    const range = document.createRange();
    const top = (node, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().top;
    };
    return [...document.querySelectorAll(".efficiency th")].map((one) =>
        one.firstChild).filter((text) => /^[=×]/.test(text?.data || "")
        && top(text, 0) !== top(text, 2)).length;
}

// The sections with a table that one has to scroll sideways.
function cut_tables() {
    return [...document.querySelectorAll(".scroll")].filter((one) =>
        one.scrollWidth > one.clientWidth + 1).map((one) =>
        one.closest("section").querySelector("h2").textContent)
        .join(", ") || "none";
}

// Whether the edges of tables are shaded where they go on, which what moves
// with them hides elsewhere.
function edges_shaded() {
    return [...document.querySelectorAll(".scroll")].every((one) =>
        getComputedStyle(one).backgroundAttachment
            === "local, local, scroll, scroll") ? "yes" : "no";
}

// How many of some elements are seen.
function sights(selector) {
    return [...document.querySelectorAll(selector)].filter((one) =>
        one.checkVisibility()).length;
}

// The slowest rank, and whether it is in sight without scrolling.
function slowest_figure() {
    const figure = [...document.querySelectorAll(".figures > div")].find(
        (one) => one.firstChild.textContent === "slowest rank");
    if (!figure)
        return "none is told";
    window.scrollTo(0, 0);
    const box = figure.getBoundingClientRect();
    return `${figure.querySelector("dd").firstChild.textContent}, `
        + (box.bottom <= window.innerHeight ? "in sight" : "further down");
}

// What of the page reaches beyond the window, sideways.
function too_wide() {
    return document.documentElement.scrollWidth > window.innerWidth
        ? "yes" : "no";
}

// Elements that a report has no use for, and that data might have made.
function strangers() {
    return document.querySelectorAll("img, iframe, object, embed, link, base, "
        + "form, [onerror], script:not([type]) ~ script").length;
}

// All of this, as it is now.
function looks() {
    return `too wide: ${too_wide()}, beyond panels: ${beyond_panels()}, `
        + `signs alone: ${signs_alone()}, `
        + `badly readable: ${badly_readable()}, kinds apart: ${kinds_apart()}, `
        + `more is ${heat_order()}, slowest: ${slowest_figure()}`;
}

// What changes is observed in one frame, and drawn in the next, which may
// change something else.
async function settled() {
    for (let i = 0; i < 3; i++)
        await new Promise(requestAnimationFrame);
}
