/* cluster_print_svg.c - the nodes and jobs of a cluster over time, as a
 * picture
 *
 * Each of two parts has a scale of its own.  A curve is drawn of means over
 * short stretches of time, one for every other pixel, so that a picture of a
 * million jobs is as large as one of ten.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "foresee/cluster/cluster_print.h"

enum {
    WIDTH = 900,
    HEIGHT = 520,
    LEFT = 60,
    RIGHT = 20,
    TOP = 44,
    PART = 180, /* how high each part is */
    GAP = 52,
    STRETCHES = (WIDTH - LEFT - RIGHT) / 2,
    MARKS = 7, /* along the time, at most */
    CURVES = 2,
};

enum curve { NODES, RUNNING, WAITING, ALL_CURVES };

/* Means over the stretches of time from 'begin' on. */
struct evolution {
    double begin;
    double stretch; /* seconds */
    double mean[ALL_CURVES][STRETCHES];
};

/* ---- what is drawn ---- */

/* There are 'amount' more from a moment to another one. */
static void add(struct evolution *e,
                enum curve curve,
                double from,
                double to,
                double amount)
{
    double first = (from - e->begin) / e->stretch;
    double last = (to - e->begin) / e->stretch;

    for (int i = (int)first; i < STRETCHES && i < last; i++) {
        double begin = i > first ? i : first;
        double end = i + 1 < last ? i + 1 : last;

        e->mean[curve][i] += amount * (end - begin);
    }
}

static void evolve(struct evolution *e, const struct cluster_result *r)
{
    for (size_t i = 0; i < r->jobs; i++) {
        const struct cluster_job *job = &r->job[i];

        add(e, WAITING, job->submit, job->start, 1);
        add(e, RUNNING, job->start, job->end, 1);
        for (size_t k = 0; k < job->sizes; k++)
            add(e, NODES, job->size[k].when, cluster_result_until(job, k),
                job->size[k].nodes);
    }
}

static double most_of(const struct evolution *e, enum curve curve)
{
    double most = 1;

    for (int i = 0; i < STRETCHES; i++)
        most = fmax(most, e->mean[curve][i]);
    return most;
}

/* ---- parts ---- */

/* One part of the picture: from 0 at 'base' to 'most'. */
struct part {
    int base;
    double most;
    FILE *out;
};

static void print_words(const struct part *p,
                        double x,
                        double y,
                        const char *how,
                        const char *text)
{
    fprintf(p->out, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, how,
            text);
}

static void print_curve(const struct part *p,
                        const double mean[STRETCHES],
                        const char *look)
{
    fprintf(p->out, "<path %s d=\"", look);
    for (int i = 0; i < STRETCHES; i++) {
        double y = p->base - PART * mean[i] / p->most;

        fprintf(p->out, "%c%d %.1fH%d", i > 0 ? 'L' : 'M', LEFT + 2 * i, y,
                LEFT + 2 * i + 2);
    }
    fprintf(p->out, "\"/>\n");
}

/* A unit of time, and how many of them are a step that people count in. */
static const struct step {
    double unit;
    const char *name;
    double count;
} steps[] = {
    { 1, "s", 1 },     { 1, "s", 2 },     { 1, "s", 5 },
    { 1, "s", 10 },    { 1, "s", 20 },    { 60, "min", 0.5 },
    { 60, "min", 1 },  { 60, "min", 2 },  { 60, "min", 5 },
    { 60, "min", 10 }, { 60, "min", 20 }, { 3600, "h", 0.5 },
    { 3600, "h", 1 },  { 3600, "h", 2 },  { 3600, "h", 4 },
    { 3600, "h", 8 },  { 3600, "h", 12 }, { 86400, "d", 1 },
    { 86400, "d", 2 }, { 86400, "d", 5 },
};

/* The first of them that has few enough marks; ever longer ones of the last
 * for what takes ages, shorter ones of the first for what is over at once.
 */
static struct step find_step(double seconds)
{
    size_t count = sizeof(steps) / sizeof(steps[0]), i = 0;
    struct step s;

    while (i < count - 1 && steps[i].unit * steps[i].count * MARKS < seconds)
        i++;
    s = steps[i];
    while (s.unit * s.count * MARKS < seconds)
        s.count *= 2;
    while (i == 0 && s.unit * s.count * 2 > seconds)
        s.count /= 10;
    return s;
}

static void print_moments(const struct part *p, double seconds)
{
    struct step s = find_step(seconds);
    int wide = WIDTH - LEFT - RIGHT;

    for (int i = 0; i * s.unit * s.count <= seconds; i++) {
        double x = LEFT + wide * i * s.unit * s.count / seconds;
        char text[32];

        fprintf(p->out, "<path class=\"grid\" d=\"M%.1f %dv4\"/>\n", x,
                p->base);
        snprintf(text, sizeof(text), "%.6g %s", i * s.count, s.name);
        print_words(p, x, p->base + 18,
                    x > LEFT + wide - 20 ? "text-anchor=\"end\""
                    : i == 0             ? ""
                                         : "text-anchor=\"middle\"",
                    text);
    }
}

/* Lines for 0, the half and the most, and marks for moments. */
static void print_axes(const struct part *p, double seconds)
{
    for (int i = 0; i <= 2; i++) {
        double y = p->base - PART * i / 2.0;
        char text[32];

        fprintf(p->out, "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", LEFT, y,
                WIDTH - RIGHT);
        snprintf(text, sizeof(text), "%.10g", p->most * i / 2);
        if (!strchr(text, '.')) /* half a node is nothing to be counted */
            print_words(p, LEFT - 6, y + 4, "text-anchor=\"end\"", text);
    }
    print_moments(p, seconds);
}

/* A line of that look, and what it stands for; returns where the next one may
 * begin.
 */
static int print_key(
    const struct part *p, int x, const char *look, const char *text, int wide)
{
    int y = p->base - PART - 14;

    fprintf(p->out, "<path %s d=\"M%d %dh22\"/>\n", look, x, y - 4);
    print_words(p, x + 28, y, "", text);
    return x + 28 + wide;
}

/* ---- the whole ---- */

static const char style[] =
    "<style>text{font:12px Verdana,DejaVu Sans,sans-serif;fill:#3f4650}"
    "path{fill:none;stroke-width:1.5}.grid{stroke:#d5d9de;stroke-width:1}"
    ".nodes{stroke:#2463a8}.run{stroke:#1d7d46}.wait{stroke:#b3541e}"
    ".was{stroke-dasharray:3 3;opacity:.55}</style>\n";

static void print_nodes(const struct evolution *is,
                        const struct evolution *was,
                        double nodes,
                        double seconds,
                        FILE *out)
{
    struct part p = { TOP + PART, nodes, out };
    int x = LEFT;

    print_axes(&p, seconds);
    if (was)
        print_curve(&p, was->mean[NODES], "class=\"nodes was\"");
    print_curve(&p, is->mean[NODES], "class=\"nodes\"");
    x = print_key(&p, x, "class=\"nodes\"", "nodes in use", 100);
    if (was)
        print_key(&p, x, "class=\"nodes was\"", "before", 60);
}

static void print_jobs(const struct evolution *is,
                       const struct evolution *was,
                       double seconds,
                       FILE *out)
{
    static const char *const now[] = { "class=\"run\"", "class=\"wait\"" };
    static const char *const then[] = { "class=\"run was\"",
                                        "class=\"wait was\"" };
    static const char *const text[] = { "jobs that run", "jobs that wait" };
    struct part p = { TOP + 2 * PART + GAP, 1, out };
    int x = LEFT;

    for (int i = 0; i < CURVES; i++) {
        p.most = fmax(p.most, ceil(most_of(is, RUNNING + i)));
        if (was)
            p.most = fmax(p.most, ceil(most_of(was, RUNNING + i)));
    }
    print_axes(&p, seconds);
    for (int i = 0; i < CURVES; i++) {
        if (was)
            print_curve(&p, was->mean[RUNNING + i], then[i]);
        print_curve(&p, is->mean[RUNNING + i], now[i]);
        x = print_key(&p, x, now[i], text[i], 110);
    }
    if (was)
        print_key(&p, x, "class=\"was\" stroke=\"#3f4650\"", "before", 60);
}

void cluster_print_svg(const struct cluster_result *r,
                       const struct cluster_result *before,
                       FILE *out)
{
    struct evolution is = { .begin = cluster_result_begin(r) };
    struct evolution was = { 0 };
    double seconds = cluster_result_end(r) - is.begin;
    double nodes = r->nodes;

    if (before) {
        was.begin = cluster_result_begin(before);
        seconds = fmax(seconds, cluster_result_end(before) - was.begin);
        nodes = fmax(nodes, before->nodes);
    }
    if (!(seconds > 0))
        seconds = 1;
    is.stretch = was.stretch = seconds / STRETCHES;
    evolve(&is, r);
    if (before)
        evolve(&was, before);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
            "height=\"%d\" role=\"img\">\n"
            "<title>%zu jobs on %d nodes</title>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n%s",
            WIDTH, HEIGHT, r->jobs, r->nodes, WIDTH, HEIGHT, style);
    print_nodes(&is, before ? &was : NULL, nodes, seconds, out);
    print_jobs(&is, before ? &was : NULL, seconds, out);
    fputs("</svg>\n", out);
}
