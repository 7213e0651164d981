// elements.js - elements, colours, numbers as people read them, and the tip
//
// Texts of the report become text nodes and attributes, never markup.
//
// SPDX-License-Identifier: BSD-3-Clause

const data = JSON.parse(document.getElementById("data").textContent);

// ---- elements ----

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes))
        if (value !== undefined)
            element.setAttribute(name, value);
    element.append(...children);
    return element;
}

function el(name, attributes = {}, ...children) {
    return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes = {}, ...children) {
    return fill(document.createElementNS("http://www.w3.org/2000/svg", name),
        attributes, children);
}

function section(title, look, ...children) {
    return el("section", { class: look },
        ...(title ? [el("h2", {}, title)] : []), ...children);
}

// What each colour stands for, [[class, name], ...].
function legend(kinds) {
    return el("ul", { class: "legend" }, ...kinds.map(([kind, name]) =>
        el("li", {}, el("span", { class: `swatch ${kind}` }), name)));
}

function choice(label, options, changed) {
    const select = el("select", {}, ...options.map(([value, text]) =>
        el("option", { value }, text)));
    select.addEventListener("change", () => changed(select.value));
    return el("label", {}, `${label} `, select);
}

// ---- numbers, as report/model/units.c writes them, on one line with their unit ----

const TIED = "\u00a0";
const GOOD = 0.8; // efficiency_good in report/model/efficiency.c

function three(x, unit) {
    const decimals = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
    return `${x.toFixed(decimals)}${TIED}${unit}`;
}

function time(seconds) {
    const units = [
        [999.5e-9, 1e9, "ns"], [999.5e-6, 1e6, "µs"], [999.5e-3, 1e3, "ms"],
        [600, 1, "s"], [7200, 1 / 60, "min"], [Infinity, 1 / 3600, "h"],
    ];
    if (!(seconds >= 0.5e-9))
        return `0${TIED}s`;
    const [, scale, unit] = units.find(([below]) => seconds < below);
    return three(seconds * scale, unit);
}

function bytes(n) {
    const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let i = 0;
    for (; n >= 999.5 && i < 6 && (i > 0 || n >= 1024); i++)
        n /= 1024;
    return i > 0 && n % 1 ? three(n, units[i])
        : `${n.toFixed(0)}${TIED}${units[i]}`;
}

function count(n) {
    if (n >= 999.5e6)
        return three(n / 1e9, "G");
    return n >= 1e6 ? three(n / 1e6, "M") : n.toFixed(0);
}

function share(part, whole) {
    return whole > 0 ? `${(100 * part / whole).toFixed(1)}${TIED}%` : "-";
}

function plural(n, word) {
    return `${count(n)} ${word}${n === 1 ? "" : "s"}`;
}

function sum(list) {
    let all = 0;
    for (const x of list)
        all += x;
    return all;
}

function most(list, least = 0) {
    for (const x of list)
        least = x > least ? x : least;
    return least;
}

// ---- colours, which are all in page.css ----

function colour(name) {
    return getComputedStyle(document.documentElement)
        .getPropertyValue(`--${name}`).trim();
}

// From 0, which is little, to 1, which is much, as [red, green, blue].
function heat_scale() {
    const stops = [0, 1, 2, 3, 4, 5].map((i) => {
        const hex = colour(`heat-${i}`);
        return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    });
    return (x) => {
        const at = Math.min(4.999, Math.max(0, x) * 5), i = Math.floor(at);
        return [0, 1, 2].map((k) =>
            stops[i][k] + (stops[i + 1][k] - stops[i][k]) * (at - i));
    };
}

// ---- pictures, which are drawn again when their room or colours change ----

const pictures = [];

function redraw() {
    for (const { again } of pictures)
        again();
}

// Draw what is on the page now and was not drawn before.
function draw_all() {
    for (const { fit } of pictures)
        fit();
}

for (const query of ["print", "(prefers-color-scheme: dark)"])
    matchMedia(query).addEventListener("change", redraw);

// Have draw(width) draw into 'box' whenever its width is another one.
function picture(box, draw) {
    let width = 0;
    const again = () => width > 0 && draw(width);
    const fit = () => {
        if (box.clientWidth !== width) {
            width = box.clientWidth;
            again();
        }
    };
    pictures.push({ again, fit });
    // What is drawn may be higher, which is news to the observer.
    new ResizeObserver(() => requestAnimationFrame(fit)).observe(box);
    return again;
}

// How much larger all is than on an ordinary screen, see page.css.
function larger() {
    return parseFloat(getComputedStyle(document.documentElement).fontSize)
        / 16;
}

// A picture 'height' units high, of what draw(width) gives for its width in
// units, and of what below() has below it.
function drawing(label, height, draw, below = () => []) {
    const box = el("div");
    picture(box, (width) => {
        const scale = larger();
        box.replaceChildren(svg("svg", {
            viewBox: `0 0 ${width / scale} ${height}`,
            height: height * scale, role: "img", "aria-label": label,
        }, ...draw(width / scale)), ...below());
    });
    return box;
}

// A line across, with its value before it.
function axis(x1, y, width, text) {
    return [svg("line", { class: "axis", x1, y1: y, x2: x1 + width, y2: y }),
        svg("text", { x: x1 - 6, y: y + 4, "text-anchor": "end" }, text)];
}

function points_of(points) {
    return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
}

// A canvas's context, in which a unit is a pixel of the page.
function paper(canvas, width, height) {
    const scale = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d");
    context.scale(scale, scale);
    context.font = `${12 * larger()}px system-ui, sans-serif`;
    return context;
}

// ---- the tip beside the pointer ----

const tip = el("div", { class: "tip", role: "status", hidden: "" });
document.body.append(tip);

function show_tip(x, y, lines) {
    tip.replaceChildren(...lines.map((line) => el("div", {}, line)));
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.min(x + 14, window.innerWidth - width - 6);
    const top = y + 18 + height < window.innerHeight ? y + 18
        : y - height - 10;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${Math.max(4, top)}px`;
}

function hide_tip() {
    tip.hidden = true;
}

// Over 'element', tell what tell(x, y) has to say: lines, or nothing.
function tips(element, tell) {
    const move = (event) => {
        const box = element.getBoundingClientRect();
        const lines = tell(event.clientX - box.left, event.clientY - box.top);
        if (lines)
            show_tip(event.clientX, event.clientY, lines);
        else
            hide_tip();
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerdown", move);
    element.addEventListener("pointerleave", hide_tip);
}
