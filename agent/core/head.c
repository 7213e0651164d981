/* head.c - the process that carries out the changes of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/engine.h"
#include "agent/core/head.h"
#include "agent/decide/decide.h"
#include "agent/decide/proposals.h"
#include "agent/head/ctl.h"
#include "agent/head/postpone.h"
#include "agent/head/retire.h"
#include "agent/head/saved_state.h"
#include "agent/head/script_runner.h"
#include "base/escape.h"
#include "net/listen.h"

void head_say(const char *fmt, ...)
{
    char line[2048];
    va_list ap;
    int used;

    va_start(ap, fmt);
    used = vsnprintf(line, sizeof(line) - 1, fmt, ap);
    va_end(ap);
    escape_control(line);
    if (used > (int)sizeof(line) - 2)
        used = sizeof(line) - 2;
    dprintf(STDERR_FILENO, "mitosis: %.*s\n", used, line);
}

/* ---- the end ---- */

void head_end(struct head *a, int status)
{
    if (a->ended)
        return;
    a->engine->cancel(a, true, "the program is ending");
    a->ended = true;
    a->status = status;
    loop_stop(a->loop);
}

/* The mpiexec of the generation that is the job has ended, and so has the
 * job; or that of one that was to come.
 */
static void on_keeper_end(int fd, void *arg)
{
    struct head *a = arg;

    loop_forget(a->loop, fd);
    if (a->now->keeper.ended == fd)
        head_end(a, runner_reap(&a->now->keeper));
    else if (a->change)
        a->engine->lose(a, NULL);
}

void head_watch_end(struct head *a, struct generation *g)
{
    loop_watch(a->loop, g->keeper.ended, on_keeper_end, a, NULL);
}

/* ---- peers ---- */

void head_drop_peer(struct head *a, struct peer *p)
{
    struct peer **at = &a->peers;

    postpone_forget(a, p);
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    loop_forget(a->loop, p->fd);
    close(p->fd);
    free(p);
}

static struct generation *generation_of(struct head *a, uint32_t number)
{
    struct generation *next = a->engine->next(a);

    if (a->now->number == number)
        return a->now;
    return next && next->number == number ? next : NULL;
}

static void lose_peer(struct head *a, struct peer *p)
{
    struct generation *g =
        p->kind == PEER_RANK ? generation_of(a, p->generation) : NULL;
    bool was_job = g && g->number == 1 && g == a->now && p->rank == 0;

    if (g) {
        g->socket[p->rank] = -1;
        a->engine->lose(a, p);
    }
    head_drop_peer(a, p);
    if (was_job)
        head_end(a, 1);
}

static void welcome(struct head *a,
                    struct peer *p,
                    const struct local_message *wire)
{
    struct generation *g = generation_of(a, wire->head.generation);

    if (!g || wire->head.rank < 0 || wire->head.rank >= g->ranks)
        return;
    p->kind = PEER_RANK;
    p->generation = g->number;
    p->rank = wire->head.rank;
    g->socket[p->rank] = p->fd;
}

/* A change that the program itself asks for. */
static void request(struct head *a,
                    struct peer *p,
                    const struct local_message *wire)
{
    struct error err;

    if (p->generation == a->now->number
        && ctl_change(a, wire->payload, ASKED_BY_PROGRAM, &err) < 0
        && !postpone(a, p, wire->payload))
        head_say("%s, asked for by rank %d: %s", wire->payload, p->rank,
                 err.text);
}

void head_reassure(struct peer *p)
{
    struct local_message_head head = { .type = LOCAL_MESSAGE_STAY };

    local_message_send(p->fd, &head, NULL, NULL);
}

/* What a rank here has written down is wanted on other hosts, too. */
static void share(struct head *a,
                  struct peer *p,
                  const struct local_message *wire)
{
    struct generation *g =
        p->kind == PEER_RANK ? generation_of(a, p->generation) : NULL;

    if (g && p->fd >= 0)
        host_links_share(a->hub, g, p->rank, wire->head.type);
}

void head_hear(struct head *a,
               struct peer *p,
               const struct local_message *wire)
{
    switch (wire->head.type) {
    case LOCAL_MESSAGE_HELLO:
        welcome(a, p, wire);
        break;
    case LOCAL_MESSAGE_COMMAND:
        p->kind = PEER_USER;
        answer(a, p, wire);
        break;
    case LOCAL_MESSAGE_STILL:
        head_reassure(p);
        break;
    case LOCAL_MESSAGE_REQUEST:
        request(a, p, wire);
        break;
    default:
        share(a, p, wire);
        if (p->kind == PEER_RANK && p->generation > 0)
            a->engine->hear(a, p, wire);
        if (wire->head.type == LOCAL_MESSAGE_BYE && p->kind == PEER_RANK
            && p->generation == 1 && a->now->number == 1)
            head_end(a, 0);
    }
}

static void on_peer(int fd, void *arg)
{
    static struct local_message wire;
    struct peer *p = arg;
    struct head *a = p->agent;
    struct error err;
    int came = local_message_receive(fd, &wire, 0, &err);

    if (came > 0)
        head_hear(a, p, &wire);
    else if (came < 0 && errno == EBADMSG && p->kind == PEER_RANK)
        head_say("rank %d said what cannot be understood: %s", p->rank,
                 err.text);
    else if (came < 0)
        lose_peer(a, p);
}

struct peer *head_add_peer(struct head *a, int fd)
{
    struct peer *p = calloc(1, sizeof(*p));

    if (!p || loop_watch(a->loop, fd, on_peer, p, NULL) < 0) {
        close(fd);
        free(p);
        return NULL;
    }
    *p = (struct peer){ .fd = fd, .agent = a, .next = a->peers };
    a->peers = p;
    return p;
}

void head_knock(int fd, void *arg)
{
    struct head *a = arg;
    int caller = listen_accept_local(a->loop, fd);

    if (caller >= 0)
        head_add_peer(a, caller);
}

/* ---- changes ---- */

void head_changed(struct head *a, bool done, const char *sentence)
{
    a->changes++;
    retire_look(a);
    script_runner_changed(a);
    decide_changed(a, done, sentence);
    proposals_changed(a, done, sentence);
    if (!done)
        head_say("%s", sentence);
    saved_state_write(a);
    for (struct peer *p = a->peers; p; p = p->next)
        if (p->kind == PEER_USER && (p->awaits_change || p->awaits_rest)) {
            if (p->awaits_change)
                head_answer(p, "%s\n", sentence);
            head_finish(p, p->awaits_change && !done ? 1 : 0);
            p->awaits_change = p->awaits_rest = false;
        }
    script_runner_expect(a);
}
