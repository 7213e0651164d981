/* rehearsal.c - the agents of a job that never ran, to try protocols on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/profile.h"
#include "policy/rehearsal.h"

enum { MESSAGES = 1000 /* most in a round */ };

struct letter {
    int from, to;
    struct serialize value;
    struct letter *next;
};

struct agent {
    protocol_t *protocol;       /* NULL when it is gone */
    profile_t *profile;         /* or NULL */
    struct serialize figures;   /* that it made last */
    struct protocol_view *view; /* of this round */
};

struct rehearsal {
    const struct policy_job *job; /* in a round */
    int hosts;
    struct agent *agent;
    bool *wanted; /* [from * hosts + to] */
    struct letter *first, **last;
    struct protocol_answer answer;
    uint64_t calls; /* for chance */
    int messages, rounds;
};

rehearsal_t *rehearsal_create(const char *path,
                              const char *options,
                              const struct policy_job *job,
                              struct error *err)
{
    rehearsal_t *r = calloc(1, sizeof(*r));
    size_t hosts = (size_t)job->host_count;

    if (r) {
        r->hosts = job->host_count;
        r->last = &r->first;
        r->agent = calloc(hosts, sizeof(*r->agent));
        r->wanted = calloc(hosts * hosts, sizeof(*r->wanted));
    }
    if (!r || !r->agent || !r->wanted) {
        error_set(err, "out of memory");
        rehearsal_destroy(r);
        return NULL;
    }
    for (int h = 0; h < r->hosts; h++) {
        r->agent[h].protocol =
            module_load_kind(MODULE_PROTOCOL, path, options, err);
        if (!r->agent[h].protocol) {
            rehearsal_destroy(r);
            return NULL;
        }
    }
    return r;
}

void rehearsal_kill(rehearsal_t *r, int host)
{
    module_destroy(r->agent[host].protocol);
    module_destroy(r->agent[host].profile);
    r->agent[host].protocol = NULL;
    r->agent[host].profile = NULL;
}

int rehearsal_profile(rehearsal_t *r,
                      const char *path,
                      const char *options,
                      struct error *err)
{
    for (int h = 0; h < r->hosts; h++) {
        r->agent[h].profile =
            module_load_kind(MODULE_PROFILE, path, options, err);
        if (!r->agent[h].profile)
            return -1;
    }
    return 0;
}

static void drop_letter(rehearsal_t *r)
{
    struct letter *l = r->first;

    r->first = l->next;
    if (!r->first)
        r->last = &r->first;
    free(l);
}

void rehearsal_destroy(rehearsal_t *r)
{
    if (!r)
        return;
    while (r->first)
        drop_letter(r);
    for (int h = 0; r->agent && h < r->hosts; h++)
        rehearsal_kill(r, h);
    protocol_clear(&r->answer);
    free(r->agent);
    free(r->wanted);
    free(r);
}

int rehearsal_messages(const rehearsal_t *r)
{
    return r->messages;
}

bool rehearsal_near(const rehearsal_t *r, int one, int other)
{
    return r->agent[one].protocol && r->agent[other].protocol && one != other
           && (r->wanted[one * r->hosts + other]
               || r->wanted[other * r->hosts + one]);
}

/* ---- a round ---- */

static int derive(struct agent *a, struct error *err)
{
    if (!a->profile)
        return 0;
    if (profile_derive(a->profile, a->view, &a->figures, err) < 0)
        return -1;
    profile_show(&a->figures, a->view);
    return 0;
}

/* Either of two that wants to be in contact with the other one calls it. */
static int look_around(rehearsal_t *r,
                       const struct policy_job *job,
                       struct error *err)
{
    for (int h = 0; h < r->hosts; h++) {
        struct agent *a = &r->agent[h];

        if (!a->protocol)
            continue;
        a->view = protocol_view_from(job, h);
        if (!a->view)
            return error_set(err, "out of memory");
        if (isnan(a->view->time))
            a->view->time = r->rounds;
        if (protocol_neighbours(a->protocol, a->view, &r->wanted[h * r->hosts],
                                err)
            < 0)
            return -1;
    }
    for (int h = 0; h < r->hosts; h++)
        if (derive(&r->agent[h], err) < 0)
            return -1;
    for (int h = 0; h < r->hosts; h++)
        for (int other = 0; r->agent[h].protocol && other < r->hosts; other++)
            r->agent[h].view->near[other] = rehearsal_near(r, h, other);
    return 0;
}

static void post(rehearsal_t *r, int from, const struct protocol_message *m)
{
    struct letter *l = calloc(1, sizeof(*l));

    if (!l || !rehearsal_near(r, from, m->to)) {
        free(l);
        return;
    }
    *l = (struct letter){ .from = from, .to = m->to, .value = m->value };
    *r->last = l;
    r->last = &l->next;
    r->messages++;
}

static void draw(rehearsal_t *r, int host)
{
    r->agent[host].view->random = policy_job_random(r->calls++);
}

/* Why the head would refuse the proposal, or "". */
static void check(const rehearsal_t *r,
                  struct decision *proposal,
                  struct error *refusal)
{
    *refusal->text = '\0';
    if (decision_check(proposal, r->job, refusal) < 0)
        decision_make_idle(proposal, "is refused");
    else if (!proposal->change)
        error_set(refusal, "%s", proposal->why);
}

/* Do what the agent said: the first proposal that can be carried out wins, and
 * all others are told why they have not.
 */
static int act(rehearsal_t *r, int host, struct decision *d, struct error *err)
{
    struct decision mine = { 0 }, checked = { 0 };
    const struct agent *a = &r->agent[host];
    bool wins = !d->change;
    struct error refusal;
    int rc;

    for (int i = 0; i < r->answer.count; i++)
        post(r, host, &r->answer.message[i]);
    if (!r->answer.proposal.change) {
        if (wins && *r->answer.why)
            snprintf(d->why, sizeof(d->why), "%.100s: %.400s", a->view->name,
                     r->answer.why);
        return 0;
    }
    decision_copy(&mine, &r->answer.proposal);
    decision_copy(&checked, &mine);
    check(r, &checked, &refusal);
    if (wins) {
        decision_copy(d, &checked);
        snprintf(d->why, sizeof(d->why), "%.100s%s%.400s", a->view->name,
                 *checked.why ? ": " : "", checked.why);
    }
    draw(r, host);
    rc = protocol_tell(a->protocol, a->view, mine.change->text,
                       wins && checked.change,
                       !wins            ? "another change is under way"
                       : checked.change ? "done"
                                        : refusal.text,
                       &r->answer, err);
    decision_clear(&checked);
    decision_clear(&mine);
    return rc;
}

static int tick_all(rehearsal_t *r, struct decision *d, struct error *err)
{
    for (int h = 0; h < r->hosts; h++) {
        const struct agent *a = &r->agent[h];

        if (!a->protocol)
            continue;
        draw(r, h);
        if (protocol_tick(a->protocol, a->view, &r->answer, err) < 0
            || act(r, h, d, err) < 0)
            return -1;
    }
    return 0;
}

static int deliver(rehearsal_t *r, struct decision *d, struct error *err)
{
    for (int count = 0; r->first; count++) {
        struct letter l = *r->first;
        const struct agent *a = &r->agent[l.to];

        drop_letter(r);
        if (!a->protocol || count >= MESSAGES)
            continue;
        draw(r, l.to);
        if (protocol_receive(a->protocol, a->view, r->agent[l.from].view->name,
                             &l.value, &r->answer, err)
                < 0
            || act(r, l.to, d, err) < 0)
            return -1;
    }
    return 0;
}

int rehearsal_round(rehearsal_t *r,
                    const struct policy_job *job,
                    struct decision *d,
                    struct error *err)
{
    int rc;

    decision_clear(d);
    r->job = job;
    r->rounds++;
    rc = look_around(r, job, err);
    if (rc == 0)
        rc = tick_all(r, d, err);
    if (rc == 0)
        rc = deliver(r, d, err);
    for (int h = 0; h < r->hosts; h++) {
        protocol_view_destroy(r->agent[h].view);
        r->agent[h].view = NULL;
    }
    return rc;
}
