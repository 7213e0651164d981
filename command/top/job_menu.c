/* job_menu.c - choose one of the jobs that run here
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "command/top/job_menu.h"
#include "command/top/running_jobs.h"
#include "command/top/screen.h"
#include "command/top/sheet.h"
#include "command/top/signals.h"
#include "command/top/view.h"
#include "command/top/view_help.h"
#include "report/model/units.h"

enum { NAME = 24, PACE = 18, FRAME = 3 /* lines above and below */ };

struct menu {
    struct job_menu *of;
    struct running_jobs jobs;
    size_t chosen;
    size_t first; /* that is shown */
    bool help;
    bool done;
    bool taken; /* the choice */
};

/* ---- drawing ---- */

static void draw_title(struct sheet *s)
{
    sheet_look(s, "1");
    fprintf(s->out, "  %-*s %5s %5s  %-*s %9s  %s", NAME, "JOB", "RANKS",
            "HOSTS", PACE, "PACE", "TIME", s->width >= 80 ? "PROGRAM" : "");
    sheet_look(s, "0");
    sheet_end_line(s);
}

static void draw_job(struct sheet *s, const struct running_job *job, bool on)
{
    const struct live *l = job->live;
    int room = s->width - 2 - NAME - PACE - 26;
    char pace[64];

    running_jobs_pace(job, pace, sizeof(pace));
    if (on)
        sheet_look(s, "7");
    fprintf(s->out, "%s ", on ? ">" : " ");
    fputs(columns_fit(&s->paper, job_of(job->folder), NAME, true), s->out);
    if (l)
        fprintf(s->out, " %5d %5zu  %-*s %9s  ", l->size, l->hosts, PACE, pace,
                unit_time(l->seconds).text);
    if (l && room > 0)
        fputs(columns_fit(&s->paper, view_program(l), (size_t)room, false),
              s->out);
    sheet_look(s, "0");
    sheet_end_line(s);
}

static void draw_list(const struct menu *m, struct sheet *s)
{
    size_t rows = s->left > FRAME ? (size_t)(s->left - FRAME) : 1;

    fprintf(s->out, "%zu job%s here", m->jobs.count,
            m->jobs.count == 1 ? " runs" : "s run");
    if (m->of->note)
        fprintf(
            s->out, "; %s",
            columns_fit(&s->paper, m->of->note, (size_t)s->width - 24, false));
    sheet_end_line(s);
    draw_title(s);
    for (size_t i = m->first; i < m->jobs.count && i < m->first + rows; i++)
        draw_job(s, m->jobs.job[i], i == m->chosen);
    while (s->left > 1)
        sheet_end_line(s);
    sheet_look(s, "2");
    fputs("Up and Down choose  Enter shows  ? help  q quit", s->out);
    sheet_look(s, "0");
    sheet_end_line(s);
}

/* The choice is in sight. */
static void scroll(struct menu *m, int height)
{
    size_t rows = height > FRAME ? (size_t)(height - FRAME) : 1;

    if (m->chosen < m->first)
        m->first = m->chosen;
    if (m->chosen >= m->first + rows)
        m->first = m->chosen - rows + 1;
}

static void draw(struct menu *m)
{
    char *text = NULL;
    size_t bytes;
    int width, height;
    FILE *out = open_memstream(&text, &bytes);
    struct sheet s = { .out = out, .colour = columns_wants_colour() };

    if (!out)
        return;
    screen_size(&width, &height);
    scroll(m, height);
    s.width = width < 40 ? 40 : width;
    s.left = height;
    columns_start(&s.paper, out, columns_utf8());
    if (m->help)
        view_help_draw(&s);
    else
        draw_list(m, &s);
    columns_finish(&s.paper);
    if (fclose(out) == 0)
        screen_draw(text);
    free(text);
}

/* ---- looking ---- */

/* The one that was chosen stays it, wherever it is now. */
static void look(struct menu *m)
{
    char *was = m->of->folder;

    if (m->chosen < m->jobs.count)
        strcpy(was, m->jobs.job[m->chosen]->folder);
    running_jobs_look(&m->jobs);
    for (size_t i = 0; i < m->jobs.count; i++)
        if (strcmp(m->jobs.job[i]->folder, was) == 0)
            m->chosen = i;
    if (m->chosen >= m->jobs.count)
        m->chosen = m->jobs.count > 0 ? m->jobs.count - 1 : 0;
    m->done = m->done || m->jobs.count == 0;
}

/* ---- keys ---- */

static void press(struct menu *m, int key)
{
    size_t last = m->jobs.count - 1;

    if (m->help)
        m->help = false;
    else if (key == 'q' || key == 'Q' || key == SCREEN_ESCAPE)
        m->done = true;
    else if (key == SCREEN_ENTER)
        m->taken = m->done = true;
    else if (key == '?')
        m->help = true;
    else if ((key == SCREEN_UP || key == 'k') && m->chosen > 0)
        m->chosen--;
    else if ((key == SCREEN_DOWN || key == 'j') && m->chosen < last)
        m->chosen++;
    else if (key == SCREEN_HOME)
        m->chosen = 0;
    else if (key == SCREEN_END)
        m->chosen = last;
}

static void read_keys(struct menu *m)
{
    int key = 0;

    while (!m->done && (key = screen_key()) > 0)
        press(m, key);
    m->done = m->done || key < 0;
}

static void hear_signal(struct menu *m)
{
    int number = signals_hear(m->of->signals);

    if (number > 0) {
        m->done = true;
        m->of->status = signals_status(number);
    }
}

/* Wait until 'until' for a key or a signal, and see to it. */
static void attend(struct menu *m, int64_t until)
{
    struct pollfd p[] = { { .fd = m->of->signals, .events = POLLIN },
                          { .fd = STDIN_FILENO, .events = POLLIN } };
    int64_t ms = until - clock_ms();

    if (poll(p, 2, ms > 0 ? (int)ms : 0) <= 0)
        return;
    if (p[0].revents)
        hear_signal(m);
    if (p[1].revents)
        read_keys(m);
    if (!m->done)
        draw(m);
}

bool job_menu_choose(struct job_menu *of)
{
    struct menu m = { .of = of, .jobs.pages = of->pages };

    screen_open();
    while (!m.done) {
        int64_t next = clock_ms() + of->interval;

        look(&m);
        if (!m.done)
            draw(&m);
        while (!m.done && clock_ms() < next)
            attend(&m, next);
    }
    if (m.taken)
        strcpy(of->folder, m.jobs.job[m.chosen]->folder);
    running_jobs_clear(&m.jobs);
    return m.taken;
}
