/* agent.c - the process that carries out the changes of a job
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/agent.h"
#include "agent/answer.h"
#include "agent/council.h"
#include "agent/decide.h"
#include "agent/engine.h"
#include "agent/fold.h"
#include "agent/hosts_file.h"
#include "agent/overview.h"
#include "agent/retire.h"
#include "agent/steps.h"
#include "base/settings.h"

enum { HOSTS_MS = 10000 /* for what is on other hosts to come here */ };

void agent_say(const char *fmt, ...)
{
    char line[2048];
    va_list ap;
    int used;

    va_start(ap, fmt);
    used = vsnprintf(line, sizeof(line) - 1, fmt, ap);
    va_end(ap);
    if (used > (int)sizeof(line) - 2)
        used = sizeof(line) - 2;
    dprintf(STDERR_FILENO, "mitosis: %.*s\n", used, line);
}

static void complain(const char *text)
{
    (void)text; /* the ranks said so already */
}

/* ---- the end ---- */

static void end(struct agent *a, int status)
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
    struct agent *a = arg;

    loop_forget(a->loop, fd);
    if (a->now->keeper.ended == fd)
        end(a, keeper_reap(&a->now->keeper));
    else if (a->change)
        a->engine->lose(a, NULL);
}

void agent_watch_end(struct agent *a, struct generation *g)
{
    loop_watch(a->loop, g->keeper.ended, on_keeper_end, a, NULL);
}

/* ---- peers ---- */

static void drop_peer(struct agent *a, struct peer *p)
{
    struct peer **at = &a->peers;

    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    loop_forget(a->loop, p->fd);
    close(p->fd);
    free(p);
}

static struct generation *generation_of(struct agent *a, uint32_t number)
{
    struct generation *next = a->engine->next(a);

    if (a->now->number == number)
        return a->now;
    return next && next->number == number ? next : NULL;
}

static void lose_peer(struct agent *a, struct peer *p)
{
    struct generation *g =
        p->kind == PEER_RANK ? generation_of(a, p->generation) : NULL;
    bool was_job = g && g->number == 1 && g == a->now && p->rank == 0;

    if (g) {
        g->socket[p->rank] = -1;
        a->engine->lose(a, p);
    }
    drop_peer(a, p);
    if (was_job)
        end(a, 1);
}

static void welcome(struct agent *a, struct peer *p, const struct wire *wire)
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
static void request(struct agent *a, struct peer *p, const struct wire *wire)
{
    struct error err;

    if (p->generation == a->now->number
        && answer_change(a, wire->payload, "asked for by the program", &err)
               < 0)
        agent_say("%s, asked for by rank %d: %s", wire->payload, p->rank,
                  err.text);
}

/* It has waited for long, and wonders whether we are there. */
static void reassure(struct peer *p)
{
    struct wire_head head = { .type = WIRE_STAY };

    wire_send(p->fd, &head, NULL, NULL);
}

/* What a rank here has written down is wanted on other hosts, too. */
static void share(struct agent *a, struct peer *p, const struct wire *wire)
{
    struct generation *g =
        p->kind == PEER_RANK ? generation_of(a, p->generation) : NULL;

    if (g && p->fd >= 0)
        hub_share(a->hub, g, p->rank, wire->head.type);
}

void agent_hear(struct agent *a, struct peer *p, const struct wire *wire)
{
    switch (wire->head.type) {
    case WIRE_HELLO:
        welcome(a, p, wire);
        break;
    case WIRE_COMMAND:
        p->kind = PEER_USER;
        answer(a, p, wire);
        break;
    case WIRE_STILL:
        reassure(p);
        break;
    case WIRE_REQUEST:
        request(a, p, wire);
        break;
    default:
        share(a, p, wire);
        if (p->kind == PEER_RANK && p->generation > 0)
            a->engine->hear(a, p, wire);
        if (wire->head.type == WIRE_BYE && p->kind == PEER_RANK
            && p->generation == 1 && a->now->number == 1)
            end(a, 0);
    }
}

static void on_peer(int fd, void *arg)
{
    static struct wire wire;
    struct peer *p = arg;
    struct agent *a = p->agent;
    struct error err;
    int came = wire_receive(fd, &wire, 0, &err);

    if (came > 0)
        agent_hear(a, p, &wire);
    else if (came < 0 && errno == EBADMSG && p->kind == PEER_RANK)
        agent_say("rank %d said what cannot be understood: %s", p->rank,
                  err.text);
    else if (came < 0)
        lose_peer(a, p);
}

static struct peer *add_peer(struct agent *a, int fd)
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

static void on_knock(int fd, void *arg)
{
    int caller = wire_accept(fd);

    if (caller >= 0)
        add_peer(arg, caller);
}

/* ---- changes ---- */

void agent_changed(struct agent *a, bool done, const char *sentence)
{
    a->changes++;
    retire_look(a);
    steps_changed(a);
    decide_changed(a, done, sentence);
    council_changed(a, done, sentence);
    if (!done)
        agent_say("%s", sentence);
    for (struct peer *p = a->peers; p; p = p->next)
        if (p->kind == PEER_USER && (p->awaits_change || p->awaits_rest)) {
            if (p->awaits_change)
                agent_answer(p, "%s\n", sentence);
            agent_finish(p, p->awaits_change && !done ? 1 : 0);
            p->awaits_change = p->awaits_rest = false;
        }
    steps_expect(a);
}

/* ---- the start ---- */

static void read_settings(struct agent *a)
{
    static struct settings settings;
    struct error err;

    settings_init(&settings);
    settings_read_file(&settings, complain, &err);
    settings_read_environment(&settings, complain);
    a->patience = (double)settings.number[SETTING_PATIENCE];
    steps_read(a, settings.text[SETTING_SCRIPT]);
    hosts_file_start(a, settings.text[SETTING_HOSTS_FILE]);
    decide_start(a, &settings);
    council_start(a, &settings);
}

/* The first rank has made its generation's control file. */
static struct generation *find_first(struct agent *a, struct error *err)
{
    a->record = control_find(a->folder, 1, err);
    if (!a->record)
        return NULL;
    return generation_create(a->folder, 1, (int)a->record->ranks, err);
}

static int start(struct agent *a,
                 int first,
                 const char *helper,
                 struct error *err)
{
    struct home home;
    struct peer *p;
    pid_t rank;

    a->loop = loop_create();
    if (!a->loop)
        return error_set(err, "out of memory");
    a->now = find_first(a, err);
    if (!a->now)
        return -1;
    if (home_read(a->folder, &home, NULL) == 0) {
        a->hub = hub_create(a, err);
        a->now->hub = a->hub;
        if (!a->hub)
            return -1;
    }
    rank = atomic_load(&a->now->control->slot[0].pid);
    a->launcher = launcher_find(rank, helper, &a->unfit);
    a->listening = wire_listen(a->folder, err);
    if (a->listening < 0
        || loop_watch(a->loop, a->listening, on_knock, a, err) < 0)
        return -1;
    p = add_peer(a, first);
    if (!p)
        return error_set(err, "out of memory");
    p->kind = PEER_RANK;
    p->generation = 1;
    p->rank = 0;
    a->now->socket[0] = first;
    return 0;
}

static void tell_end(struct agent *a)
{
    for (struct peer *at = a->peers; at; at = at->next)
        if (at->kind == PEER_USER && (at->awaits_change || at->awaits_rest)) {
            agent_answer(at, "the job has ended\n");
            agent_finish(at, 1);
        }
}

/* Ranks and 'mitosis hold' wait for us to be gone, and then see to the
 * report.
 */
static void clean_up(struct agent *a)
{
    char path[JOB_PATH + 16];

    retire_await(a);
    fold_await(a);
    council_stop(a);
    hub_destroy(a->hub, HOSTS_MS);
    a->hub = NULL;
    snprintf(path, sizeof(path), "%s/agent", a->folder);
    unlink(path);
    if (a->record)
        atomic_store(&a->record->agent, AGENT_GONE);
    while (a->peers)
        drop_peer(a, a->peers);
    decide_stop(a);
    overview_stop(a);
    hosts_file_stop(a);
    generation_destroy(a->now, a->folder);
    control_close(a->record);
    launcher_destroy(a->launcher);
    loop_destroy(a->loop);
}

int agent_main(const char *folder, int first, const char *helper)
{
    static struct agent a;
    struct error err;
    int rc;

    snprintf(a.folder, sizeof(a.folder), "%s", folder);
    a.generations = 1;
    a.engine = &engine_succession;
    signal(SIGPIPE, SIG_IGN);
    rc = start(&a, first, helper, &err);
    if (rc == 0) {
        atomic_store(&a.record->agent_pid, getpid());
        atomic_store(&a.record->agent, AGENT_THERE);
        read_settings(&a);
        a.now->horizon = steps_horizon(&a, 0); /* as its ranks have set it */
        if (!a.launcher && steps_next(&a)) {
            agent_say("%s; the job cannot be changed", a.unfit.text);
            steps_read(&a, "");
            generation_set_horizon(a.now, CONTROL_NEVER);
        }
        steps_expect(&a);
        loop_run(a.loop);
        tell_end(&a);
    } else {
        agent_say("%s; the job cannot be changed", err.text);
    }
    clean_up(&a);
    return rc < 0;
}
