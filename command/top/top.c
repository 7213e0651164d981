/* top.c - the job in the terminal while it runs
 *
 * One loop waits for whatever comes first: a key, a signal, a word of the
 * agent, or the time of the next look.  Signals are waited for like the rest,
 * so that the terminal is given back in one place, however it ends.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/system/clock.h"
#include "command/common/ask.h"
#include "command/common/commands.h"
#include "command/common/jobs.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/top/ask_change.h"
#include "command/top/job_menu.h"
#include "command/top/log_line.h"
#include "command/top/poll_agent.h"
#include "command/top/screen.h"
#include "command/top/signals.h"
#include "command/top/view.h"
#include "command/top/view_keys.h"
#include "report/text/columns.h"

enum {
    INTERVAL_MS = 1000,
    INTERVAL_LEAST = 50,
    INTERVAL_MOST = 3600000,
    ASK_LOOKS = 3,   /* from one question to the agent to the next */
    FIRST_MS = 1000, /* for its first answer */
};

struct top {
    const char *job; /* as asked for, NULL for the only one */
    char folder[JOB_PATH];
    live_t *watch;
    const struct live *live;
    struct view view;
    bool screen;    /* or else lines */
    int interval;   /* ms */
    uint64_t looks; /* still to be had; 0 for no end */
    size_t told;    /* changes that were printed as lines */
    int signals;
    int change; /* a conversation about a change, or -1 */
    struct poll_agent_policy thoughts;
    struct poll_agent survey; /* of ranks elsewhere */
    struct ordered_look ordered;
    bool quit;
    bool back; /* to the list of jobs */
    int rc;
};

/* ---- keys ---- */

static void begin_prompt(struct top *t, const char *text)
{
    strcpy(t->view.prompt, text);
    t->view.prompting = true;
    t->view.message[0] = '\0';
}

static void press_in_prompt(struct top *t, int key)
{
    size_t len = strlen(t->view.prompt);

    if (key == SCREEN_ESCAPE || key == SCREEN_ENTER)
        t->view.prompting = false;
    if (key == SCREEN_ENTER)
        ask_change_begin(&t->change, t->folder, &t->view);
    else if (key == SCREEN_BACK && len > 0)
        t->view.prompt[len - 1] = '\0';
    else if (key >= ' ' && key < SCREEN_BACK && len + 1 < VIEW_TEXT) {
        t->view.prompt[len] = (char)key;
        t->view.prompt[len + 1] = '\0';
    }
}

static void press(struct top *t, int key)
{
    static const struct {
        char key;
        const char *prompt;
    } changes[] = {
        { 'r', "resize " },  { 's', "split " },     { 'm', "merge " },
        { 'g', "migrate " }, { 'b', "rebalance " }, { ':', "" },
    };

    if (t->view.prompting) {
        press_in_prompt(t, key);
        return;
    }
    if (view_keys_press(&t->view, key))
        return;
    t->back = key == SCREEN_ESCAPE && t->view.chosen;
    if (key == 'q' || key == 'Q' || t->back)
        t->quit = true;
    for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++)
        if (key == changes[i].key)
            begin_prompt(t, changes[i].prompt);
}

static void read_keys(struct top *t)
{
    int key = 0;

    while (!t->quit && (key = screen_key()) > 0)
        press(t, key);
    if (!t->quit && key < 0)
        t->quit = true;
}

/* ---- drawing ---- */

static void draw(struct top *t)
{
    char *text = NULL;
    size_t bytes;
    int width, height;
    FILE *out;

    if (!t->screen || !t->live || !(out = open_memstream(&text, &bytes)))
        return;
    screen_size(&width, &height);
    view_draw(&t->view, rank_order_apply(&t->ordered, t->live, t->view.order),
              width, height, out);
    if (fclose(out) == 0)
        screen_draw(text);
    free(text);
}

static void print_lines(struct top *t)
{
    if (t->told < t->live->changes)
        log_line_changes(t->live, t->told, stdout);
    t->told = t->live->changes;
    log_line_look(t->live, stdout);
    fflush(stdout);
}

/* Look, and show it.  The folder goes with the job. */
static void look(struct top *t, uint64_t number)
{
    struct error err;
    bool before = t->live != NULL;

    t->live = live_look(t->watch, &err);
    if (!t->live || t->live->over) {
        t->quit = true;
        if (!t->live && !before)
            t->rc = fail(EXIT_FAILURE, "%s", err.text);
        return;
    }
    view_note(&t->view, t->live);
    poll_agent_ask(&t->survey, t->folder);
    if (t->screen && number % ASK_LOOKS == 0)
        poll_agent_policy_ask(&t->thoughts, t->folder);
    if (!t->screen && number > 0) /* the first knows no shares of time */
        print_lines(t);
    if (t->looks > 0 && number == t->looks)
        t->quit = true;
}

/* ---- the loop ---- */

static void hear_signal(struct top *t)
{
    int number = signals_hear(t->signals);

    if (number > 0) {
        t->quit = true;
        t->rc = signals_status(number);
    }
}

/* Wait until 'until' for something, and see to it. */
static void attend(struct top *t, int64_t until)
{
    struct pollfd p[] = {
        { .fd = t->signals, .events = POLLIN },
        { .fd = t->screen ? STDIN_FILENO : -1, .events = POLLIN },
        { .fd = t->change, .events = POLLIN },
        { .fd = t->thoughts.fd, .events = POLLIN },
        { .fd = t->survey.fd, .events = POLLIN },
    };
    int64_t ms = until - clock_ms();

    if (poll(p, sizeof(p) / sizeof(p[0]), ms > 0 ? (int)ms : 0) <= 0)
        return;
    if (p[0].revents)
        hear_signal(t);
    if (p[1].revents)
        read_keys(t);
    if (p[2].revents)
        ask_change_hear(&t->change, &t->view);
    if (p[3].revents)
        poll_agent_policy_hear(&t->thoughts);
    if (p[4].revents)
        poll_agent_hear(&t->survey, 0);
    draw(t);
}

static void run(struct top *t)
{
    int64_t next = clock_ms();

    for (uint64_t number = 0; !t->quit; number++) {
        look(t, number);
        draw(t);
        /* What was missed, while we were stopped, is not made up for. */
        next = (clock_ms() - next > t->interval ? clock_ms() : next)
               + t->interval;
        while (!t->quit && clock_ms() < next)
            attend(t, next);
    }
}

/* Show the job in t->folder, until that ends or the user has seen enough. */
static int watch(struct top *t)
{
    struct error err;

    if (!(t->watch = live_open(t->folder, &err)))
        return fail(EXIT_FAILURE, "%s", err.text);
    t->view.job = job_of(t->folder);
    t->view.utf8 = columns_utf8();
    t->view.colour = columns_wants_colour();
    t->change = -1;
    t->thoughts = (struct poll_agent_policy){ .fd = -1 };
    t->view.thoughts = &t->thoughts;
    poll_agent_start(&t->survey, live_elsewhere(t->watch));
    poll_agent_ask(&t->survey, t->folder);
    poll_agent_hear(&t->survey, FIRST_MS);
    if (t->screen)
        screen_open();
    run(t);
    ask_end(&t->change);
    ask_end(&t->thoughts.fd);
    ask_end(&t->survey.fd);
    rank_order_clear(&t->ordered);
    return t->rc;
}

static bool has_ended(const struct top *t)
{
    return t->live ? t->live->over : t->rc == EXIT_SUCCESS;
}

static int watch_one(struct top *t)
{
    int rc = watch(t);

    screen_close();
    if (t->watch && has_ended(t))
        printf("%s has ended\n", t->view.job);
    live_close(t->watch);
    return rc;
}

/* Show the jobs that run here, then the one that is chosen, and the jobs again
 * when that has ended or the user goes back.
 */
static int watch_some(struct top *t, const char *pages)
{
    const struct top fresh = *t;
    struct job_menu menu = { .pages = pages,
                             .signals = t->signals,
                             .interval = t->interval };
    char note[VIEW_TEXT];
    bool again = true;

    while (again && job_menu_choose(&menu)) {
        *t = fresh;
        strcpy(t->folder, menu.folder);
        t->view.chosen = true;
        menu.status = watch(t);
        again = t->watch && menu.status == EXIT_SUCCESS
                && (t->back || has_ended(t));
        snprintf(note, sizeof(note), "%.100s has ended", job_of(menu.folder));
        menu.note = again && !t->back ? note : NULL;
        live_close(t->watch);
    }
    screen_close();
    if (again && menu.note)
        printf("%s\n", menu.note);
    return menu.status;
}

/* Which job is meant; JOBS_SEVERAL, if it may be any. */
static int find(struct top *t, const char *pages)
{
    struct error err;
    int rc =
        t->job ? jobs_find(pages, t->job, JOBS_RUNNING_FIRST, t->folder, &err)
               : jobs_find_running(pages, t->folder, &err);

    if (rc == JOBS_SEVERAL && !t->job && t->screen)
        return JOBS_SEVERAL;
    return rc < 0 ? fail(-1, "%s", err.text) : 0;
}

/* ---- the command line ---- */

/* There are no words without an option. */
static int refuse_word(void *request, const char *word, struct error *err)
{
    (void)request;
    return error_set(err, "\"%.100s\": a job is named with --job", word);
}

int command_top(char *argv[])
{
    static struct settings settings;
    static struct top top;
    uint64_t interval = INTERVAL_MS;
    const struct command_option_place places[] = {
        { COMMAND_OPTION_JOB, .text = &top.job },
        { COMMAND_OPTION_COUNT, .whole = &top.looks, .least = 1 },
        { COMMAND_OPTION_INTERVAL, .whole = &interval, .least = INTERVAL_LEAST,
          .most = INTERVAL_MOST, .unit = ", in milliseconds" },
        { .id = COMMAND_OPTION_NONE },
    };
    const char *pages = settings.text[SETTING_PAGES];
    struct error err;
    int found, rc;

    if (commands_read("top", argv, places, NULL, refuse_word, &top, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    top.interval = (int)interval;
    top.screen = screen_there();
    setup_read(&settings);
    setup_apply(&settings);
    found = find(&top, pages);
    if (found == -1)
        return EXIT_FAILURE;
    top.signals = signals_take();
    rc = found == JOBS_SEVERAL ? watch_some(&top, pages) : watch_one(&top);
    close(top.signals);
    return rc;
}
