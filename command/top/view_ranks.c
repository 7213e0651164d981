/* view_ranks.c - the ranks of a running job, in lines for a terminal
 *
 * Ranks get a line each where there is room, or else a few columns each, or
 * else a single character that is the darker the more the rank computes.  They
 * come host by host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>

#include "command/top/log_line.h"
#include "command/top/view.h"
#include "command/top/view_ranks.h"
#include "report/live/live.h"
#include "report/model/units.h"

enum {
    INSIDE = 26, /* columns of the call that a rank is in */
    LABEL = 10,  /* in front of a line of ranks */
    CELL = 19,   /* of a rank that has no line of its own */
    SHADES = 5,  /* of a rank that has no cell either */
};

/* What it is in, or what became of it. */
static void put_inside(const struct sheet *s, const struct live_rank *rank)
{
    char text[80] = "";

    if (rank->state != RUN_RUNNING)
        snprintf(text, sizeof(text), "%s", run_state_name[rank->state]);
    else if (rank->call[0])
        snprintf(text, sizeof(text), "%.40s %s", rank->call,
                 rank->inside > 1 ? unit_time(rank->inside).text : "");
    fprintf(s->out, "  %s", columns_fit(&s->paper, text, INSIDE - 2, false));
}

static void draw_rank(struct sheet *s, const struct live_rank *rank)
{
    bool wide = s->width >= 70;
    int room = s->width - 10 - 6 - (wide ? SHEET_NAME + INSIDE : 0);
    const char *host = s->live->host[rank->host].name;
    char share[16];

    fprintf(s->out, "rank %-4d ", rank->rank);
    if (wide)
        fprintf(s->out, "%s ",
                columns_fit(&s->paper, host, SHEET_NAME - 1, true));
    sheet_put_bar(s, rank->mpi, rank->wait, room);
    fprintf(s->out, " %5s",
            sheet_percent(rank->mpi < 0 ? -1 : 1 - rank->mpi, share));
    if (wide)
        put_inside(s, rank);
    sheet_end_line(s);
}

static void draw_cells(struct sheet *s, size_t each_line)
{
    const struct live *l = s->live;
    char share[16];

    for (size_t i = 0; i < l->ranks; i++) {
        const struct live_rank *rank = &l->rank[i];

        fprintf(s->out, "%4d ", rank->rank);
        sheet_put_bar(s, rank->mpi, rank->wait, CELL - 12);
        fprintf(s->out, " %5s ",
                sheet_percent(rank->mpi < 0 ? -1 : 1 - rank->mpi, share));
        if ((i + 1) % each_line == 0 || i + 1 == l->ranks)
            sheet_end_line(s);
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

/* Where the ranks of a host end, which begin at 'from'. */
static size_t end_of_host(const struct live *l, size_t from)
{
    size_t end = from;

    while (end < l->ranks && l->rank[end].host == l->rank[from].host)
        end++;
    return end;
}

/* Lines that it takes when 'per' ranks share a character of 'line', and each
 * host begins a line.
 */
static size_t count_lines(const struct live *l, size_t line, size_t per)
{
    size_t count = 0;

    for (size_t from = 0, end; from < l->ranks; from = end) {
        end = end_of_host(l, from);
        count += (end - from + per * line - 1) / (per * line);
    }
    return count;
}

/* The ranks from 'from' to 'end', which are those of 'host', if of one. */
static void draw_part(struct sheet *s,
                      size_t from,
                      size_t end,
                      const struct live_host *host,
                      size_t line,
                      size_t per)
{
    const struct live *l = s->live;

    for (size_t i = from; i < end; i += per) {
        size_t next = i + per < end ? i + per : end, at = (i - from) / per;

        if (at % line == 0 && host)
            fprintf(s->out, "%s ",
                    columns_fit(&s->paper, host->name, LABEL - 1, true));
        else if (at % line == 0)
            fprintf(s->out, "rank %-*d", LABEL - 5, l->rank[i].rank);
        fputs(columns_shade(&s->paper, shade_of(l, i, next)), s->out);
        if (at % line == line - 1 || next == end)
            sheet_end_line(s);
    }
}

static void draw_by_host(struct sheet *s, size_t lines, size_t line)
{
    const struct live *l = s->live;
    size_t per = 1;

    while (count_lines(l, line, per) > lines)
        per++; /* in the end a host has one line */
    for (size_t from = 0, end; from < l->ranks; from = end) {
        end = end_of_host(l, from);
        draw_part(s, from, end, &l->host[l->rank[from].host], line, per);
    }
}

static void draw_shades(struct sheet *s, size_t lines)
{
    const struct live *l = s->live;
    size_t line = (size_t)(s->width - LABEL) / 8 * 8;
    size_t per = (l->ranks + line * lines - 1) / (line * lines);

    if (l->hosts > 1 && count_lines(l, line, l->ranks) <= lines)
        draw_by_host(s, lines, line);
    else
        draw_part(s, 0, l->ranks, NULL, line, per);
}

/* The one to look at, where not all are in words. */
static void draw_slowest(struct sheet *s, bool shades)
{
    const struct live_rank *slowest = log_line_slowest(s->live);
    char share[16];

    if (!slowest)
        return;
    fprintf(s->out, "rank %d computes most, %s of its time", slowest->rank,
            sheet_percent(1 - slowest->mpi, share));
    if (s->width >= 80)
        fputs(shades ? "; the darker, the more" : "", s->out);
    sheet_end_line(s);
}

/* What the pieces of a bar are, and the order if it is not the usual one. */
static void draw_legend(struct sheet *s)
{
    static const struct {
        int shade;
        const char *name;
    } pieces[] = { { 4, "computing" }, { 2, "in MPI" }, { 1, "waiting" } };

    fprintf(s->out, "%*s", s->width >= 70 ? LABEL + SHEET_NAME : LABEL, "");
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++)
        fprintf(s->out, "%s %s  ", columns_shade(&s->paper, pieces[i].shade),
                pieces[i].name);
    if (s->view->order != RANK_ORDER_HOST)
        fputs(rank_order_name[s->view->order], s->out);
    sheet_end_line(s);
}

/* As many as there is room for, from the one on that was scrolled to. */
static void draw_list(struct sheet *s, size_t room)
{
    struct view *v = s->view;
    const struct live *l = s->live;
    size_t rows = room - 1;

    if (v->first_rank > l->ranks - rows)
        v->first_rank = l->ranks - rows;
    v->rows = rows;
    fprintf(s->out, "%zu to %zu of %zu ranks, %s", v->first_rank + 1,
            v->first_rank + rows, l->ranks, rank_order_name[v->order]);
    sheet_end_line(s);
    for (size_t i = 0; i < rows; i++)
        draw_rank(s, &l->rank[v->first_rank + i]);
}

void view_ranks_draw(struct sheet *s, int lines)
{
    size_t room = lines > 0 ? (size_t)lines : 0;
    size_t each_line = s->width / CELL > 0 ? (size_t)(s->width / CELL) : 1;
    int before = s->left;

    s->view->rows = 0;
    if (room == 0)
        return;
    if (s->live->ranks <= room) {
        s->view->first_rank = 0;
        if (s->live->ranks < room && s->width >= 60)
            draw_legend(s);
        for (size_t i = 0; i < s->live->ranks; i++)
            draw_rank(s, &s->live->rank[i]);
    } else if (s->view->listed && room > 1) {
        draw_list(s, room);
    } else {
        draw_slowest(s, s->live->ranks > (room - 1) * each_line);
        room -= (size_t)(before - s->left);
        if (s->live->ranks <= room * each_line)
            draw_cells(s, each_line);
        else if (room > 0)
            draw_shades(s, room);
    }
}
