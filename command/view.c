/* view.c - a look at a running job, as lines for a terminal of any size
 *
 * From the top: the job, its pace, its hosts, its ranks, its changes, and what
 * can be typed.  Ranks get a line each where there is room, or else a few
 * columns each, or else a single character that is the darker the more the
 * rank computes.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "command/lines.h"
#include "command/view.h"
#include "report/paper.h"
#include "report/units.h"

enum {
    NAME = 14,   /* columns of a host's name */
    INSIDE = 26, /* of the call that a rank is in */
    CELL = 19,   /* columns of a rank that has no line of its own */
    SHADES = 5,  /* of a rank that has no cell either */
};

/* What is being drawn, and how much room is left. */
struct sheet {
    const struct view *view;
    const struct live *live;
    struct paper paper;
    FILE *out;
    int width;
    int left; /* lines */
};

void view_note(struct view *v, const struct live *l)
{
    v->rate[v->looks++ % VIEW_HISTORY] = l->rate > 0 ? l->rate : 0;
}

/* ---- pieces ---- */

static void look_like(const struct sheet *s, const char *code)
{
    if (s->view->colour)
        fprintf(s->out, "\033[%sm", code);
}

static void end_line(struct sheet *s)
{
    putc('\n', s->out);
    s->left--;
}

static const char *percent(double share, char text[16])
{
    if (share < 0)
        return "- %";
    snprintf(text, 16, "%.0f %%", 100 * share);
    return text;
}

/* Computing in full, MPI pale. */
static void put_bar(const struct sheet *s, double mpi, int width)
{
    int full = mpi < 0 ? 0 : (int)lround((1 - mpi) * width);

    look_like(s, "34");
    for (int i = 0; i < width; i++) {
        if (i == full)
            look_like(s, "33");
        fputs(paper_shade(&s->paper, mpi < 0 ? 0 : i < full ? 4 : 1), s->out);
    }
    look_like(s, "0");
}

/* ---- the job ---- */

static void draw_job(struct sheet *s)
{
    const struct live *l = s->live;
    char line[1024], compute[16], mpi[16];

    snprintf(line, sizeof(line), "%s: %s", s->view->job, l->program);
    look_like(s, "1");
    fputs(paper_fit(&s->paper, line, (size_t)s->width - 12, true), s->out);
    look_like(s, "0");
    fprintf(s->out, "%11s", unit_time(l->seconds).text);
    end_line(s);
    snprintf(line, sizeof(line),
             "%zu of %d ranks, %zu host%s, generation %u, %zu change%s, "
             "computing %s, in MPI %s",
             l->ranks, l->size, l->hosts, l->hosts == 1 ? "" : "s",
             l->generation, l->changes, l->changes == 1 ? "" : "s",
             percent(l->mpi < 0 ? -1 : 1 - l->mpi, compute),
             percent(l->mpi, mpi));
    fputs(paper_fit(&s->paper, line, (size_t)s->width, false), s->out);
    end_line(s);
}

static void draw_pace(struct sheet *s)
{
    const struct view *v = s->view;
    const struct live *l = s->live;
    double row[VIEW_HISTORY];
    char line[128] = "no iterations recognised so far";
    size_t n = v->looks < VIEW_HISTORY ? v->looks : VIEW_HISTORY;
    int room;

    if (l->has_rounds && l->rate >= 0)
        snprintf(line, sizeof(line), "iteration %" PRIu64 "%s, %.3g a second ",
                 l->rounds, lines_since(l), l->rate);
    else if (l->has_rounds)
        snprintf(line, sizeof(line), "iteration %" PRIu64 "%s ", l->rounds,
                 lines_since(l));
    fputs(paper_fit(&s->paper, line, (size_t)s->width, false), s->out);
    room = s->width - (int)strlen(line);
    if (room > PAPER_WIDTH)
        room = PAPER_WIDTH; /* as wide as a curve can be */
    if (room < (int)n)
        n = room > 0 ? (size_t)room : 0;
    for (size_t i = 0; i < n; i++)
        row[i] = v->rate[(v->looks - n + i) % VIEW_HISTORY];
    if (l->has_rounds && n > 1) {
        look_like(s, "32");
        paper_curve(&s->paper, row, n, (int)n);
        look_like(s, "0");
    }
    end_line(s);
}

static void draw_hosts(struct sheet *s)
{
    const struct live *l = s->live;
    size_t most = s->left > 40 ? 12 : s->left > 16 ? 4 : 1;
    size_t shown = l->hosts <= most ? l->hosts : most - 1;
    char text[128], share[16];

    for (size_t i = 0; i < shown; i++) {
        const struct live_host *host = &l->host[i];
        int room = s->width - NAME - 44;

        fprintf(s->out, "%s ", paper_fit(&s->paper, host->name, NAME, true));
        snprintf(text, sizeof(text), "%u ranks, %u cores, load %.1f",
                 host->ranks, host->cores, host->load);
        fputs(paper_fit(&s->paper, text,
                        (size_t)(room > 4 ? 35 : s->width - NAME - 1),
                        room > 4),
              s->out);
        if (room > 4) {
            putc(' ', s->out);
            put_bar(s, host->mpi, room);
            fprintf(s->out, " %5s",
                    percent(host->mpi < 0 ? -1 : 1 - host->mpi, share));
        }
        end_line(s);
    }
    if (shown < l->hosts) {
        fprintf(s->out, "and %zu other hosts", l->hosts - shown);
        end_line(s);
    }
}

/* ---- the ranks ---- */

/* What it is in, or what became of it. */
static void put_inside(const struct sheet *s, const struct live_rank *rank)
{
    char text[80] = "";

    if (rank->state != RUN_RUNNING)
        snprintf(text, sizeof(text), "%s", run_state_name[rank->state]);
    else if (rank->call[0])
        snprintf(text, sizeof(text), "%.40s %s", rank->call,
                 rank->inside > 1 ? unit_time(rank->inside).text : "");
    fprintf(s->out, "  %s", paper_fit(&s->paper, text, INSIDE - 2, false));
}

static void draw_rank(struct sheet *s, const struct live_rank *rank)
{
    bool wide = s->width >= 70;
    int room = s->width - 10 - 6 - (wide ? NAME + INSIDE : 0);
    const char *host = s->live->host[rank->host].name;
    char share[16];

    fprintf(s->out, "rank %-4d ", rank->rank);
    if (wide)
        fprintf(s->out, "%s ", paper_fit(&s->paper, host, NAME - 1, true));
    put_bar(s, rank->mpi, room);
    fprintf(s->out, " %5s",
            percent(rank->mpi < 0 ? -1 : 1 - rank->mpi, share));
    if (wide)
        put_inside(s, rank);
    end_line(s);
}

static void draw_cells(struct sheet *s, size_t each_line)
{
    const struct live *l = s->live;
    char share[16];

    for (size_t i = 0; i < l->ranks; i++) {
        const struct live_rank *rank = &l->rank[i];

        fprintf(s->out, "%4d ", rank->rank);
        put_bar(s, rank->mpi, CELL - 12);
        fprintf(s->out, " %5s ",
                percent(rank->mpi < 0 ? -1 : 1 - rank->mpi, share));
        if ((i + 1) % each_line == 0 || i + 1 == l->ranks)
            end_line(s);
    }
}

/* The mean of the ranks that share a character. */
static int shade_of(const struct live *l, size_t from, size_t to)
{
    double compute = 0;

    for (size_t i = from; i < to; i++)
        compute += l->rank[i].mpi < 0 ? 0 : 1 - l->rank[i].mpi;
    return (int)fmin(SHADES - 1, SHADES * compute / (double)(to - from));
}

static void draw_shades(struct sheet *s, size_t lines)
{
    const struct live *l = s->live;
    size_t line = (size_t)(s->width - 10) / 8 * 8, per;

    if (line < 8)
        line = 8;
    per = (l->ranks + line * lines - 1) / (line * lines);
    for (size_t i = 0; i < l->ranks; i += per) {
        size_t end = i + per < l->ranks ? i + per : l->ranks;

        if (i / per % line == 0)
            fprintf(s->out, "rank %-5d", l->rank[i].rank);
        fputs(paper_shade(&s->paper, shade_of(l, i, end)), s->out);
        if (i / per % line == line - 1 || end == l->ranks)
            end_line(s);
    }
}

/* The one to look at, where not all are in words. */
static void draw_slowest(struct sheet *s)
{
    const struct live_rank *slowest = lines_slowest(s->live);
    char share[16];

    if (!slowest)
        return;
    fprintf(s->out, "rank %d computes most, %s of its time", slowest->rank,
            percent(1 - slowest->mpi, share));
    end_line(s);
}

static void draw_ranks(struct sheet *s, int lines)
{
    size_t room = lines > 0 ? (size_t)lines : 0;
    size_t each_line = s->width / CELL > 0 ? (size_t)(s->width / CELL) : 1;
    int before = s->left;

    if (room == 0)
        return;
    if (s->live->ranks <= room) {
        for (size_t i = 0; i < s->live->ranks; i++)
            draw_rank(s, &s->live->rank[i]);
    } else {
        draw_slowest(s);
        room -= (size_t)(before - s->left);
        if (s->live->ranks <= room * each_line)
            draw_cells(s, each_line);
        else if (room > 0)
            draw_shades(s, room);
    }
}

/* ---- changes ---- */

static void draw_changes(struct sheet *s, int lines)
{
    const struct live *l = s->live;
    size_t shown = lines > 0 ? (size_t)lines : 0;
    char text[1024];

    if (shown > l->changes)
        shown = l->changes;
    for (size_t i = l->changes - shown; i < l->changes; i++) {
        lines_change(&l->change[i], text, sizeof(text));
        fputs(paper_fit(&s->paper, text, (size_t)s->width, false), s->out);
        end_line(s);
    }
}

static void draw_policy(struct sheet *s)
{
    char text[THOUGHTS_TEXT + 16];

    snprintf(text, sizeof(text), "policy: %s", s->view->thoughts->policy);
    fputs(paper_fit(&s->paper, text, (size_t)s->width, false), s->out);
    end_line(s);
}

/* ---- what can be typed ---- */

static void draw_foot(struct sheet *s)
{
    const struct view *v = s->view;
    const char *text = v->message[0] ? v->message : v->thoughts->doing;

    if (v->prompting) {
        fprintf(s->out, "> %s_",
                paper_fit(&s->paper, v->prompt, (size_t)s->width - 4, false));
    } else {
        fputs(paper_fit(&s->paper, text, (size_t)s->width, false), s->out);
    }
    end_line(s);
    look_like(s, "2");
    fputs(paper_fit(&s->paper,
                    v->prompting
                        ? "Enter asks for it, Esc does not"
                        : "q quit  r resize  s split  m merge  g migrate"
                          "  b rebalance",
                    (size_t)s->width, false),
          s->out);
    look_like(s, "0");
    end_line(s);
}

void view_draw(const struct view *v,
               const struct live *l,
               int width,
               int height,
               FILE *out)
{
    struct sheet s = { .view = v,
                       .live = l,
                       .out = out,
                       .width = width < 40 ? 40 : width,
                       .left = height };
    bool policy = v->thoughts->policy[0] != '\0' && height > 8;
    int foot = 2 + policy, changes;

    paper_start(&s.paper, out, v->utf8);
    draw_job(&s);
    if (s.left > foot)
        draw_pace(&s);
    if (s.left > foot + 3)
        draw_hosts(&s);
    changes = (int)l->changes < s.left / 5 ? (int)l->changes : s.left / 5;
    draw_ranks(&s, s.left - foot - changes);
    draw_changes(&s, changes < s.left - foot ? changes : s.left - foot);
    while (s.left > foot)
        end_line(&s);
    if (policy)
        draw_policy(&s);
    if (s.left >= 2)
        draw_foot(&s);
    paper_finish(&s.paper);
}
