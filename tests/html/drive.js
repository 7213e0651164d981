// drive.js - does with a page of a report what a person does with it
//
// t0400-html.t adds it to a page, opens that in a browser and looks for what
// is told here in the element #driven: a line for each thing that was done,
// "what: what came of it".
//
// SPDX-License-Identifier: BSD-3-Clause
"use strict";
(() => {
    const lines = [];

    function tell(what, came) {
        lines.push(`${what}: ${came}`.replaceAll("\u00a0", " "));
    }

    function titled(title) {
        return [...document.querySelectorAll("section")].find((section) =>
            section.querySelector("h2")?.textContent === title);
    }

    function tip() {
        const element = document.querySelector(".tip");
        return element.hidden ? "no tip"
            : [...element.children].map((line) => line.textContent)
                .join(" | ");
    }

    // Point at a place in an element, given in parts of its size.
    function point(element, x, y, type = "pointermove") {
        const box = element.getBoundingClientRect();
        const event = { clientX: box.left + x * box.width,
            clientY: box.top + y * box.height, bubbles: true };
        element.dispatchEvent(type === "click"
            ? new MouseEvent(type, event) : new PointerEvent(type, event));
    }

    function rows(section) {
        return [...section.querySelectorAll("tbody tr")].map((row) =>
            [...row.children].map((cell) => cell.textContent).join(" | "));
    }

    function sort(section, title) {
        const button = [...section.querySelectorAll("th button")]
            .find((one) => one.textContent === title);
        button.click();
        tell(`sorted by ${title}`, `${button.parentElement
            .getAttribute("aria-sort")} ${rows(section)[0]}`);
    }

    function filter(section, text) {
        const input = section.querySelector("input");
        input.value = text;
        input.dispatchEvent(new Event("input"));
        tell(`filtered ${text}`, `${rows(section).length} rows, ${section
            .querySelector(".controls [role=status]").textContent}`);
    }

    function drive_tables() {
        const sites = titled("Lines of code");
        if (!sites?.querySelector("table"))
            return;
        tell("sites", rows(sites)[0]);
        sort(sites, "calls");
        sort(sites, "calls");
        sort(sites, "where");
        if (!sites.querySelector("input"))
            return;
        filter(sites, "MPI_Isend");
        filter(sites, "no such text");
        filter(sites, "");
    }

    function select(section, label, option) {
        const element = [...section.querySelectorAll("label")].find((one) =>
            one.textContent.startsWith(`${label} `))?.querySelector("select");
        const found = element && [...element.options].find((one) =>
            one.textContent === option);
        if (!found)
            return false;
        element.value = found.value;
        element.dispatchEvent(new Event("change"));
        return true;
    }

    // The margin with the names takes a little of the canvas.
    function cell(canvas, x, y) {
        const margin = 44 / canvas.clientWidth;
        return [margin + x * (1 - margin), margin + y * (1 - margin)];
    }

    function drive_matrix() {
        const section = titled("Who sends to whom");
        const canvas = section?.querySelector("canvas");
        if (!canvas)
            return;
        const note = section.querySelector("p.note");
        point(canvas, ...cell(canvas, 0.001, 0.001));
        tell("first cell", tip());
        point(canvas, 0.001, 0.001);
        tell("beside the cells", tip());
        tell("closeness", note.textContent || "each rank a cell");
        point(canvas, ...cell(canvas, 0.5, 0.5), "click");
        tell("after a click", note.textContent || "each rank a cell");
        canvas.dispatchEvent(new KeyboardEvent("keydown",
            { key: "ArrowDown" }));
        canvas.dispatchEvent(new KeyboardEvent("keydown",
            { key: "ArrowRight" }));
        tell("by keys", tip());
        if (select(section, "look", "by host")) {
            point(canvas, ...cell(canvas, 0.001, 0.001));
            tell("host cell", tip());
        }
        const comms = [...section.querySelectorAll("option")].filter((one) =>
            one.textContent.startsWith("in "));
        if (comms.length > 0) {
            select(section, "look", comms[0].textContent);
            point(canvas, ...cell(canvas, 0.98, 0.98));
            tell("within a communicator", `${comms[0].textContent} | `
                + tip());
        }
    }

    function drive_comparison() {
        const section = titled("What got faster, what slower");
        if (!section)
            return;
        const places = section.querySelectorAll("table")[1].parentElement;
        tell("compared", rows(places.parentElement).find((row) =>
            row.startsWith("MPI_Isend in step_1 ")));
    }

    function drive_ranks() {
        const section = titled("Where the time went, rank by rank");
        if (!section)
            return;
        tell("slowest", section.querySelector(".bars span")?.textContent);
        point(section.querySelector(".bars .bar"), 0.5, 0.5);
        tell("its bar", tip());
        select(section, "order", "by rank");
        tell("first by rank",
            section.querySelector(".bars span")?.textContent);
    }

    function drive_course() {
        const section = titled("How it went on, iteration by iteration");
        const drawing = section.querySelector("svg");
        if (!drawing)
            return;
        point(drawing.parentElement, 0.999, 0.5);
        tell("last iteration", tip());
        drawing.querySelectorAll("circle").forEach((mark, i) => {
            const box = mark.getBoundingClientRect();
            drawing.parentElement.dispatchEvent(new PointerEvent(
                "pointermove", { clientX: box.left + 9,
                    clientY: box.top + 9 }));
            tell(`mark ${i + 1}`, tip());
        });
    }

    function drive() {
        tell("title", document.title);
        tell("sections", document.querySelectorAll("section").length);
        tell("too wide", document.documentElement.scrollWidth
            > window.innerWidth ? "yes" : "no");
        tell("scripts", document.scripts.length);
        tell("strangers", document.querySelectorAll(
            "img, iframe, object, embed, link, a, base, form, [onerror]")
            .length);
        drive_ranks();
        drive_course();
        drive_matrix();
        drive_tables();
        drive_comparison();
        tell("ran", window.ran ? "a script from data" : "only ours");
    }

    try {
        drive();
    } catch (error) {
        tell("stumbled", error.stack);
    }
    const told = document.createElement("pre");
    told.id = "driven";
    told.textContent = `\n${lines.join("\n")}\n`;
    document.body.append(told);
})();
