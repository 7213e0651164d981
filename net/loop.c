/* loop.c - wait for descriptors and for moments, and call who asked
 *
 * A job has few of both, so each round goes through all of them.  What is
 * forgotten while a round goes on is only marked, and swept away after it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/grow.h"
#include "base/system/clock.h"
#include "net/loop.h"

enum { STEP_MS = 10 /* between looks whether something is over */ };

struct watcher {
    int fd; /* -1 once it was forgotten */
    short events;
    int64_t rest_until; /* in ms */
    void (*ready)(int fd, void *arg);
    void *arg;
};

struct timer {
    int64_t at;             /* in ms */
    void (*due)(void *arg); /* NULL once it was cancelled */
    void *arg;
};

struct loop {
    bool stopped;
    size_t watchers, watcher_room;
    struct watcher *watcher;
    struct pollfd *poll;
    size_t timers, timer_room;
    struct timer *timer;
};

double loop_now(void)
{
    return clock_seconds();
}

loop_t *loop_create(void)
{
    return calloc(1, sizeof(loop_t));
}

void loop_destroy(loop_t *l)
{
    if (l) {
        free(l->watcher);
        free(l->poll);
        free(l->timer);
        free(l);
    }
}

int loop_watch(loop_t *l,
               int fd,
               void (*ready)(int fd, void *arg),
               void *arg,
               struct error *err)
{
    if (!grow(&l->watcher, sizeof(l->watcher[0]), l->watchers,
              &l->watcher_room))
        return error_set(err, "out of memory");
    l->watcher[l->watchers++] = (struct watcher){ fd, POLLIN, 0, ready, arg };
    return 0;
}

void loop_want_room(loop_t *l, int fd, bool wanted)
{
    for (size_t i = 0; i < l->watchers; i++)
        if (l->watcher[i].fd == fd)
            l->watcher[i].events = wanted ? POLLIN | POLLOUT : POLLIN;
}

void loop_rest(loop_t *l, int fd, int ms)
{
    for (size_t i = 0; i < l->watchers; i++)
        if (l->watcher[i].fd == fd)
            l->watcher[i].rest_until = clock_ms() + ms;
}

void loop_forget(loop_t *l, int fd)
{
    for (size_t i = 0; i < l->watchers; i++)
        if (l->watcher[i].fd == fd)
            l->watcher[i].fd = -1;
}

static struct timer *find_timer(loop_t *l, void (*due)(void *arg), void *arg)
{
    for (size_t i = 0; i < l->timers; i++)
        if (l->timer[i].due == due && l->timer[i].arg == arg)
            return &l->timer[i];
    return NULL;
}

/* One that is set anew keeps its place: within a round that may be done for
 * each of thousands of messages.
 */
int loop_after(loop_t *l, int ms, void (*due)(void *arg), void *arg)
{
    struct timer *t = find_timer(l, due, arg);

    if (!t) {
        if (!grow(&l->timer, sizeof(l->timer[0]), l->timers, &l->timer_room))
            return -1;
        t = &l->timer[l->timers++];
    }
    *t = (struct timer){ clock_ms() + ms, due, arg };
    return 0;
}

void loop_cancel(loop_t *l, void (*due)(void *arg), void *arg)
{
    struct timer *t = find_timer(l, due, arg);

    if (t)
        t->due = NULL;
}

static void sweep(loop_t *l)
{
    size_t kept = 0;

    for (size_t i = 0; i < l->watchers; i++)
        if (l->watcher[i].fd >= 0)
            l->watcher[kept++] = l->watcher[i];
    l->watchers = kept;
    kept = 0;
    for (size_t i = 0; i < l->timers; i++)
        if (l->timer[i].due)
            l->timer[kept++] = l->timer[i];
    l->timers = kept;
}

static int64_t sooner(int64_t least, int64_t left)
{
    if (left < 0)
        left = 0;
    return least < 0 || left < least ? left : least;
}

/* How long until the next timer or the end of a rest, -1 when there is none.
 */
static int next_ms(const loop_t *l, int64_t now)
{
    int64_t least = -1;

    for (size_t i = 0; i < l->timers; i++)
        least = sooner(least, l->timer[i].at - now);
    for (size_t i = 0; i < l->watchers; i++)
        if (l->watcher[i].rest_until > now)
            least = sooner(least, l->watcher[i].rest_until - now);
    return (int)least;
}

static void call_timers(loop_t *l)
{
    int64_t now = clock_ms();
    size_t count = l->timers;

    for (size_t i = 0; i < count && !l->stopped; i++) {
        struct timer t = l->timer[i];

        if (t.due && t.at <= now) {
            l->timer[i].due = NULL;
            t.due(t.arg);
        }
    }
}

static void call_watchers(loop_t *l, size_t count)
{
    for (size_t i = 0; i < count && !l->stopped; i++)
        if (l->poll[i].revents && l->watcher[i].fd == l->poll[i].fd)
            l->watcher[i].ready(l->watcher[i].fd, l->watcher[i].arg);
}

void loop_run(loop_t *l)
{
    l->stopped = false;
    while (!l->stopped) {
        int64_t now = clock_ms();
        size_t count;
        struct pollfd *p;

        sweep(l);
        count = l->watchers;
        p = realloc(l->poll, (count + 1) * sizeof(*p));
        if (!p)
            return;
        l->poll = p;
        for (size_t i = 0; i < count; i++) {
            const struct watcher *w = &l->watcher[i];

            p[i] = (struct pollfd){ w->rest_until > now ? -1 : w->fd,
                                    w->events, 0 };
        }
        if (poll(p, count, next_ms(l, now)) > 0)
            call_watchers(l, count);
        call_timers(l);
    }
}

void loop_stop(loop_t *l)
{
    l->stopped = true;
}

static void on_step(void *arg)
{
    loop_stop(arg);
}

bool loop_await(loop_t *l, bool (*is_over)(void *arg), void *arg, int ms)
{
    double until = loop_now() + ms * 1e-3;
    bool over = is_over(arg);

    while (!over && loop_now() < until) {
        loop_after(l, STEP_MS, on_step, l);
        loop_run(l);
        over = is_over(arg);
    }
    loop_cancel(l, on_step, l);
    return over;
}
