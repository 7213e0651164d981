// data.js - the report that a page shows
//
// SPDX-License-Identifier: BSD-3-Clause

const { report, drawn } = data;
const ranks = drawn.ranks;
const timed = report.level !== "counts" && report.level !== "off";
