/* view.c - a look at a running job, as lines for a terminal of any size
 *
 * From the top: the job, its pace, its hosts, its ranks, its changes, and what
 * can be typed.  How ranks are drawn is in view_ranks.c.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/append_text.h"
#include "command/top/log_line.h"
#include "command/top/sheet.h"
#include "command/top/view.h"
#include "command/top/view_help.h"
#include "command/top/view_ranks.h"
#include "report/model/units.h"
#include "report/text/progress.h"

enum { MOST_HOSTS = 12 }; /* lines of them */

void view_note(struct view *v, const struct live *l)
{
    v->rate[v->looks++ % VIEW_HISTORY] = l->rate > 0 ? l->rate : 0;
}

/* ---- the job ---- */

const char *view_program(const struct live *l)
{
    const char *name = l->program + strcspn(l->program, " ");

    while (name > l->program && name[-1] != '/')
        name--;
    return name;
}

static void draw_job(struct sheet *s)
{
    const struct live *l = s->live;
    char line[1024], changes[PROGRESS_TEXT], compute[16], mpi[16];

    snprintf(line, sizeof(line), "%s: %s", s->view->job, view_program(l));
    sheet_look(s, "1");
    fputs(columns_fit(&s->paper, line, (size_t)s->width - 12, true), s->out);
    sheet_look(s, "0");
    fprintf(s->out, "%11s", unit_time(l->seconds).text);
    sheet_end_line(s);
    progress_count(l->change, l->changes, changes);
    snprintf(line, sizeof(line),
             "%zu of %d rank%s, %zu host%s, generation %u, %s, "
             "computing %s, in MPI %s",
             l->ranks, l->size, l->size == 1 ? "" : "s", l->hosts,
             l->hosts == 1 ? "" : "s", l->generation, changes,
             sheet_percent(l->mpi < 0 ? -1 : 1 - l->mpi, compute),
             sheet_percent(l->mpi, mpi));
    fputs(columns_fit(&s->paper, line, (size_t)s->width, false), s->out);
    sheet_end_line(s);
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
        snprintf(line, sizeof(line), "iteration %" PRIu64 "%s, %s a second ",
                 l->rounds, log_line_since(l), log_line_rate(l->rate).text);
    else if (l->has_rounds)
        snprintf(line, sizeof(line), "iteration %" PRIu64 "%s ", l->rounds,
                 log_line_since(l));
    fputs(columns_fit(&s->paper, line, (size_t)s->width, false), s->out);
    room = s->width - (int)strlen(line);
    if (room > COLUMNS_WIDTH)
        room = COLUMNS_WIDTH; /* as wide as a curve can be */
    if (room < (int)n)
        n = room > 0 ? (size_t)room : 0;
    for (size_t i = 0; i < n; i++)
        row[i] = v->rate[(v->looks - n + i) % VIEW_HISTORY];
    if (l->has_rounds && n > 1) {
        sheet_look(s, "32");
        columns_curve(&s->paper, row, n, (int)n);
        sheet_look(s, "0");
    }
    sheet_end_line(s);
}

/* Where it is known what others use of a host, that is told: what it is busy
 * with by the job the bar says.
 */
static void put_load(const struct live_host *host, char *text, size_t size)
{
    snprintf(text, size, "%u rank%s, ", host->ranks,
             host->ranks == 1 ? "" : "s");
    if (host->lost) {
        append_text(text, size, "cannot be reached");
        return;
    }
    append_text(text, size, "%u core%s", host->cores,
                host->cores == 1 ? "" : "s");
    if (host->others >= 0)
        append_text(text, size, ", others use %.1f", host->others);
    else if (host->load >= 0)
        append_text(text, size, ", load %.1f", host->load);
}

static void draw_host(struct sheet *s, const struct live_host *host)
{
    int room = s->width - SHEET_NAME - 44;
    char text[128], share[16];

    put_load(host, text, sizeof(text));
    fprintf(s->out, "%s ",
            columns_fit(&s->paper, host->name, SHEET_NAME, true));
    fputs(columns_fit(&s->paper, text,
                      (size_t)(room > 4 ? 35 : s->width - SHEET_NAME - 1),
                      room > 4),
          s->out);
    if (room > 4) {
        putc(' ', s->out);
        sheet_put_bar(s, host->mpi, host->wait, room);
        fprintf(s->out, " %5s",
                sheet_percent(host->mpi < 0 ? -1 : 1 - host->mpi, share));
    }
    sheet_end_line(s);
}

static void draw_hosts(struct sheet *s)
{
    const struct live *l = s->live;
    size_t room = s->left > 8 ? (size_t)s->left / 4 : 1;
    size_t most = room < MOST_HOSTS ? room : MOST_HOSTS;
    size_t shown = l->hosts <= most ? l->hosts : most - 1;

    if (s->view->first_host > l->hosts - shown)
        s->view->first_host = l->hosts - shown;
    for (size_t i = 0; i < shown; i++)
        draw_host(s, &l->host[s->view->first_host + i]);
    if (shown < l->hosts) {
        fprintf(s->out, "%s%zu %shost%s", shown > 0 ? "and " : "",
                l->hosts - shown, shown > 0 ? "other " : "",
                l->hosts - shown == 1 ? "" : "s");
        sheet_end_line(s);
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
        log_line_change(&l->change[i], text, sizeof(text));
        fputs(columns_fit(&s->paper, text, (size_t)s->width, false), s->out);
        sheet_end_line(s);
    }
}

static void draw_policy(struct sheet *s)
{
    char text[POLL_AGENT_TEXT + 16];

    snprintf(text, sizeof(text), "policy: %s", s->view->thoughts->policy);
    fputs(columns_fit(&s->paper, text, (size_t)s->width, false), s->out);
    sheet_end_line(s);
}

/* ---- what can be typed ---- */

static void draw_foot(struct sheet *s)
{
    const struct view *v = s->view;
    const char *text = v->message[0] ? v->message : v->thoughts->doing;

    if (v->prompting) {
        fprintf(
            s->out, "> %s_",
            columns_fit(&s->paper, v->prompt, (size_t)s->width - 4, false));
    } else {
        fputs(columns_fit(&s->paper, text, (size_t)s->width, false), s->out);
    }
    sheet_end_line(s);
    sheet_look(s, "2");
    fputs(columns_fit(&s->paper,
                      v->prompting ? "Enter asks for it, Esc does not"
                      : v->chosen
                          ? "q quit  Esc jobs  ? help  r resize  s split  "
                            "m merge  g migrate  b rebalance"
                          : "q quit  ? help  r resize  s split  m merge  "
                            "g migrate  b rebalance",
                      (size_t)s->width, false),
          s->out);
    sheet_look(s, "0");
    sheet_end_line(s);
}

void view_draw(
    struct view *v, const struct live *l, int width, int height, FILE *out)
{
    struct sheet s = { .view = v,
                       .live = l,
                       .out = out,
                       .colour = v->colour,
                       .width = width < 40 ? 40 : width,
                       .left = height };
    bool policy = v->thoughts->policy[0] != '\0' && height > 8;
    int foot = 2 + policy, changes;

    columns_start(&s.paper, out, v->utf8);
    if (v->help) {
        view_help_draw(&s);
        columns_finish(&s.paper);
        return;
    }
    draw_job(&s);
    if (s.left > foot)
        draw_pace(&s);
    if (s.left > foot + 3)
        draw_hosts(&s);
    changes = (int)l->changes < s.left / 5 ? (int)l->changes : s.left / 5;
    view_ranks_draw(&s, s.left - foot - changes);
    draw_changes(&s, changes < s.left - foot ? changes : s.left - foot);
    while (s.left > foot)
        sheet_end_line(&s);
    if (policy)
        draw_policy(&s);
    if (s.left >= 2)
        draw_foot(&s);
    columns_finish(&s.paper);
}
