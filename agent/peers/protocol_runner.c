/* protocol_runner.c - run the job's protocol on this host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "agent/peers/host_view.h"
#include "agent/peers/mesh.h"
#include "agent/peers/protocol_runner.h"
#include "base/system/clock.h"
#include "policy/profile.h"
#include "policy/protocol.h"

enum { FIRST_MS = 100 /* the first look, which measures only */ };

struct protocol_runner {
    loop_t *loop;
    char own[HOST_NAME];
    const struct protocol_runner_events *events;
    void *arg;
    mesh_t *mesh;
    host_view_t *host_view;
    module_t *module[MODULE_KINDS]; /* a protocol and a profile, or NULL */
    struct membership *membership;
    struct protocol_view *view; /* as it was at the last tick, or NULL */
    uint32_t view_generation, view_changes;
    struct serialize profile;
    struct protocol_answer answer;
    double began, changed; /* changed: 0 when no change was seen */
    uint64_t calls, ticks;
    int sent;          /* since the last tick, */
    uint64_t spent_ns; /* and what of the processor it took */
    struct error told;
    char noted[PROTOCOL_RUNNER_NOTE];
};

static void complain_once(protocol_runner_t *d, const char *text)
{
    if (strcmp(d->told.text, text) == 0)
        return;
    error_set(&d->told, "%s", text);
    d->events->complain(d->arg, text);
}

static void note(protocol_runner_t *d, const char *text)
{
    char words[PROTOCOL_RUNNER_NOTE];

    snprintf(words, sizeof(words), "%s", text);
    if (strcmp(words, d->noted) == 0)
        return;
    strcpy(d->noted, words);
    d->events->note(d->arg, words);
}

/* A module is called in a process of its own, whose time counts. */
static uint64_t processor_ns(void)
{
    struct rusage called = { 0 };

    getrusage(RUSAGE_CHILDREN, &called);
    return clock_thread()
           + (uint64_t)(called.ru_utime.tv_sec + called.ru_stime.tv_sec)
                 * 1000000000
           + (uint64_t)(called.ru_utime.tv_usec + called.ru_stime.tv_usec)
                 * 1000;
}

/* What is wrong is said once, and that the module is not asked any more. */
static void fail(protocol_runner_t *d, const module_t *m, const char *reason)
{
    char text[PROTOCOL_RUNNER_NOTE];

    complain_once(d, reason);
    snprintf(text, sizeof(text), "fails: %.*s", (int)strcspn(reason, "\n"),
             reason);
    note(d, text);
    if (module_off(m)) {
        snprintf(text, sizeof(text),
                 "%.100s failed %d times in a row and is switched off until "
                 "it is changed",
                 module_name(m), POLICY_PATIENCE);
        complain_once(d, text);
    }
}

/* ---- what it sees ---- */

/* What changes from call to call. */
static void refresh(protocol_runner_t *d)
{
    struct protocol_view *v = d->view;
    uint64_t seed = d->calls++;

    for (const char *c = d->own; *c; c++)
        seed = seed * 31 + (unsigned char)*c;
    v->random = policy_job_random(seed);
    v->time = loop_now() - d->began;
    if (d->changed > 0)
        v->since_change = loop_now() - d->changed;
    for (int h = 0; h < v->job->host_count; h++) {
        const char *name = v->job->hosts[h].name;
        double distance = mesh_distance(d->mesh, name);
        double *known = v->job->hosts[v->own].distance;

        v->near[h] = mesh_near(d->mesh, name);
        if (known)
            known[h] = v->near[h] ? distance * 1e6 : JOB_UNKNOWN;
    }
}

/* Decide whom to be in contact with. */
static void look_around(protocol_runner_t *d)
{
    bool *wanted = calloc((size_t)d->membership->hosts + 1, sizeof(*wanted));
    module_t *p = d->module[MODULE_PROTOCOL];
    struct protocol_view *v;
    struct error err;

    if (!wanted)
        return;
    v = host_view_names(d->membership, d->own);
    if (p && v && !module_off(p)
        && protocol_neighbours(p, v, wanted, &err) < 0)
        fail(d, p, err.text);
    protocol_view_destroy(v);
    mesh_know(d->mesh, d->membership, wanted);
    free(wanted);
}

/* ---- what it does ---- */

static const char too_much[] = "the protocol has more to say than it may, and "
                               "is not heard until its next tick";

static void act(protocol_runner_t *d)
{
    const struct protocol_answer *a = &d->answer;
    struct decision made = { 0 };

    for (int i = 0; i < a->count; i++) {
        const char *to = d->view->job->hosts[a->message[i].to].name;

        if (d->sent++ < PROTOCOL_RUNNER_MESSAGES)
            mesh_say(d->mesh, to, &a->message[i].value);
        else
            complain_once(d, too_much);
    }
    if (*a->why)
        note(d, a->why);
    if (!a->proposal.change)
        return;
    decision_copy(&made, &a->proposal);
    d->events->propose(d->arg, d->view_generation, d->view_changes, &made);
    decision_clear(&made);
}

/* Call it, and do what it says.  'rc' is of the call that was made. */
static void take(protocol_runner_t *d,
                 int rc,
                 uint64_t since,
                 const char *reason)
{
    d->spent_ns += processor_ns() - since;
    if (rc < 0)
        fail(d, d->module[MODULE_PROTOCOL], reason);
    else
        act(d);
}

static bool may_run(const protocol_runner_t *d)
{
    return d->view && d->module[MODULE_PROTOCOL]
           && !module_off(d->module[MODULE_PROTOCOL]);
}

static void derive(protocol_runner_t *d)
{
    module_t *p = d->module[MODULE_PROFILE];
    struct error err;

    if (!p || module_off(p))
        return;
    if (profile_derive(p, d->view, &d->profile, &err) < 0)
        fail(d, p, err.text);
    else
        profile_show(&d->profile, d->view);
}

static void tick(protocol_runner_t *d)
{
    uint64_t since = processor_ns();
    struct error err;
    int rc;

    d->sent = 0;
    d->spent_ns = 0;
    protocol_view_destroy(d->view);
    d->view =
        d->membership ? host_view_look(d->host_view, d->membership) : NULL;
    if (!may_run(d))
        return;
    d->view_generation = d->membership->generation;
    d->view_changes = d->membership->changes;
    d->ticks++;
    refresh(d);
    derive(d);
    rc = protocol_tick(d->module[MODULE_PROTOCOL], d->view, &d->answer, &err);
    take(d, rc, since, err.text);
}

static void on_time(void *arg)
{
    protocol_runner_t *d = arg;
    const module_t *p = d->module[MODULE_PROTOCOL];

    tick(d);
    if (p)
        loop_after(d->loop, d->view ? (int)(module_every(p) * 1e3) : FIRST_MS,
                   on_time, d);
}

static void on_message(void *arg,
                       const char *from,
                       const struct serialize *message)
{
    protocol_runner_t *d = arg;
    uint64_t since = processor_ns();
    struct error err;
    int rc;

    if (!may_run(d))
        return;
    if (d->spent_ns > PROTOCOL_RUNNER_MS * UINT64_C(1000000)) {
        complain_once(d, too_much);
        return;
    }
    refresh(d);
    rc = protocol_receive(d->module[MODULE_PROTOCOL], d->view, from, message,
                          &d->answer, &err);
    take(d, rc, since, err.text);
}

void protocol_runner_tell(protocol_runner_t *d,
                          const char *text,
                          bool done,
                          const char *why)
{
    struct error err;

    if (!may_run(d))
        return;
    refresh(d);
    if (protocol_tell(d->module[MODULE_PROTOCOL], d->view, text, done, why,
                      &d->answer, &err)
        < 0)
        fail(d, d->module[MODULE_PROTOCOL], err.text);
}

/* ---- what it is told ---- */

void protocol_runner_repeat(protocol_runner_t *d)
{
    if (*d->noted)
        d->events->note(d->arg, d->noted);
}

void protocol_runner_run(protocol_runner_t *d,
                         enum module_kind kind,
                         module_t *m)
{
    module_destroy(d->module[kind]);
    d->module[kind] = m;
    if (d->view)
        profile_show(NULL, d->view);
    d->told.text[0] = '\0';
    if (kind != MODULE_PROTOCOL)
        return;
    if (!m)
        loop_cancel(d->loop, on_time, d);
    else
        loop_after(d->loop, FIRST_MS, on_time, d);
    if (d->membership)
        look_around(d);
}

void protocol_runner_know(protocol_runner_t *d, const char *text)
{
    struct error err;
    struct membership *r = membership_read(text, &err);

    if (!r) {
        complain_once(d, err.text);
        return;
    }
    if (d->membership && d->membership->changes != r->changes)
        d->changed = loop_now();
    membership_destroy(d->membership);
    d->membership = r;
    look_around(d);
}

static void on_change(void *arg)
{
    (void)arg; /* it is seen at the next call */
}

/* ---- the start and the end ---- */

bool protocol_runner_off(const protocol_runner_t *d)
{
    const module_t *m = d->module[MODULE_PROTOCOL];

    return m && module_off(m);
}

uint64_t protocol_runner_ticks(const protocol_runner_t *d)
{
    return d->ticks;
}

const char *protocol_runner_place(const protocol_runner_t *d)
{
    return mesh_place(d->mesh);
}

static const struct neighbour_events events = {
    .changed = on_change,
    .heard = on_message,
};

protocol_runner_t *protocol_runner_create(
    loop_t *loop,
    const char *folder,
    const uint8_t secret[SEAL_KEY],
    const char *own,
    const struct protocol_runner_events *wanted,
    void *arg,
    struct error *err)
{
    protocol_runner_t *d = calloc(1, sizeof(*d));

    if (!d)
        return error_null(err, "out of memory");
    d->loop = loop;
    d->events = wanted;
    d->arg = arg;
    d->began = loop_now();
    snprintf(d->own, sizeof(d->own), "%s", own);
    d->host_view = host_view_create(folder, own);
    if (d->host_view)
        d->mesh = mesh_create(loop, secret, own, &events, d, err);
    else
        error_set(err, "out of memory");
    if (!d->mesh) {
        protocol_runner_destroy(d);
        return NULL;
    }
    return d;
}

void protocol_runner_destroy(protocol_runner_t *d)
{
    if (!d)
        return;
    loop_cancel(d->loop, on_time, d);
    mesh_destroy(d->mesh);
    host_view_destroy(d->host_view);
    for (int kind = 0; kind < MODULE_KINDS; kind++)
        module_destroy(d->module[kind]);
    membership_destroy(d->membership);
    protocol_view_destroy(d->view);
    free(d);
}
