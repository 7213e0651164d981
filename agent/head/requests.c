/* requests.c - hosts that a job has asked the batch system for
 *
 * A request is known here as long as something may come of it.  What is
 * granted by one that is not known any more comes too late, and is given back.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/batch.h"
#include "agent/core/saved_state.h"
#include "agent/head/ctl_hosts.h"
#include "agent/head/granted_hosts.h"
#include "agent/head/leave.h"
#include "agent/head/request_words.h"
#include "agent/head/requests.h"
#include "agent/launch/launcher.h"
#include "base/system/host.h"

enum {
    LOG_INFO = 2, /* as in the choices of the setting 'log' */
    LOOK_MS = 500,
    SOON_MS = 50, /* after a change, to see where ranks are before the next */
    AGAIN_S = 60  /* what a policy was refused it is not asked for at once */
};

struct request {
    unsigned number;
    int hosts;    /* that were asked for, */
    int came;     /* and those of them that were granted */
    bool policys; /* the policy has asked, and not a user */
    double since; /* by loop_now(), which the next head has, too; */
    double until; /* 0: for any time */
    struct request *next;
};

static const char *plural(int count)
{
    return count == 1 ? "" : "s";
}

/* ---- those that wait ---- */

static struct request *find(const struct head *a, unsigned number)
{
    struct request *r = a->requests;

    while (r && r->number != number)
        r = r->next;
    return r;
}

/* Returns NULL without memory. */
static struct request *add(struct head *a, unsigned number, int hosts)
{
    struct request **at = &a->requests, *r = calloc(1, sizeof(*r));

    if (!r)
        return NULL;
    while (*at)
        at = &(*at)->next;
    *at = r;
    r->number = number;
    r->hosts = hosts;
    r->since = loop_now();
    if (number > a->last_request)
        a->last_request = number;
    return r;
}

static void forget(struct head *a, struct request *r)
{
    struct request **at = &a->requests;

    while (*at != r)
        at = &(*at)->next;
    *at = r->next;
    free(r);
}

/* ---- what the batch system says ---- */

static void on_granted(void *arg, unsigned number, const char *host, int cores)
{
    struct head *a = arg;
    struct request *r = find(a, number);
    struct error why;

    if (granted_hosts_have(a, number, host))
        return;
    if (!r) {
        error_set(&why,
                  number > a->last_request ? "there is no request %u"
                                           : "request %u waits for no more "
                                             "hosts",
                  number);
        granted_hosts_refuse(a, number, host, why.text);
    } else if (granted_hosts_take(a, number, host, cores)) {
        agent_say("request %u: %s was granted", number, host);
        if (++r->came == r->hosts)
            forget(a, r);
    }
}

static void on_denied(void *arg, unsigned number, const char *reason)
{
    struct head *a = arg;
    struct request *r = find(a, number);

    if (!r)
        return;
    agent_say("request %u was denied%s%.400s", number, *reason ? ": " : "",
              reason);
    if (r->policys)
        a->denied_at = loop_now();
    forget(a, r);
}

/* All jobs hear of it that read the same file. */
static void on_leaves(void *arg, const char *host, double seconds)
{
    struct head *a = arg;

    if (host_is_own(host) || ctl_hosts_ranks(a, host) > 0
        || host_find_offered(&a->hosts, host))
        leave_take_notice(a, host, seconds);
}

/* Of hosts that the job was started with, too. */
static void on_drains(void *arg, const char *host, const char *why)
{
    leave_take_drain(arg, host, why);
}

static void on_stays(void *arg, const char *host)
{
    leave_take_back(arg, host);
}

static void on_odd(void *arg, const char *text)
{
    (void)arg;
    agent_say("%s", text);
}

static void on_note(void *arg, const char *text)
{
    const struct head *a = arg;

    if (a->says_more)
        agent_say("%s", text);
}

static void poll_batch(struct head *a)
{
    const struct batch_listener l = { .granted = on_granted,
                                      .denied = on_denied,
                                      .leaves = on_leaves,
                                      .drains = on_drains,
                                      .stays = on_stays,
                                      .odd = on_odd,
                                      .note = on_note,
                                      .arg = a };
    struct error err;
    double left;

    if (batch_poll(a->batch, &l, &err) == 0)
        a->batch_told.text[0] = '\0';
    else
        agent_say_once(&a->batch_told, err.text);
    left = batch_time_left(a->batch);
    a->ends_at = isnan(left) ? 0 : loop_now() + left;
    saved_state_write(a);
}

/* ---- as time goes by ---- */

/* Returns -1 with the reason in 'err' and the request as it was. */
static int cancel(struct head *a, struct request *r, struct error *err)
{
    if (batch_cancel(a->batch, r->number, err) < 0)
        return -1;
    forget(a, r);
    return 0;
}

static void cancel_late(struct head *a)
{
    struct request *next;
    struct error err;

    for (struct request *r = a->requests; r; r = next) {
        unsigned number = r->number;
        int lacks = r->hosts - r->came;
        double waited = loop_now() - r->since;

        next = r->next;
        if (r->until == 0 || loop_now() < r->until)
            continue;
        if (cancel(a, r, &err) < 0)
            agent_say_once(&a->batch_told, err.text);
        else
            agent_say("request %u: %d host%s did not come in %.0f s; it is "
                      "cancelled",
                      number, lacks, plural(lacks), waited);
    }
}

/* ---- what the policy asks for ---- */

static struct request *find_policys(const struct head *a)
{
    struct request *r = a->requests;

    while (r && !r->policys)
        r = r->next;
    return r;
}

/* Whether hosts can be asked for at all.  Returns -1 with the reason in 'err'.
 */
static int check(const struct head *a, struct error *err)
{
    if (!a->launcher)
        return error_set(err, "%s", a->unfit.text);
    if (!a->batch && *a->batch_told.text)
        return error_set(err, "MITOSIS_BATCH: %.900s", a->batch_told.text);
    if (!a->batch)
        return error_set(err, "nobody can be asked for hosts; MITOSIS_BATCH "
                              "names a batch system");
    if (batch_is_apart(a->batch) && launcher_is_confined(a->launcher))
        return error_set(err, "srun cannot start ranks outside of the job's "
                              "allocation; a job of mpiexec can have more "
                              "hosts, as 'mitosis run -hosts' starts it");
    return 0;
}

/* Ask for so many.  Returns NULL with the reason in 'err'. */
static struct request *begin(struct head *a, int hosts, struct error *err)
{
    struct request *r = add(a, a->last_request + 1, hosts);

    if (!r)
        return error_null(err, "out of memory");
    saved_state_write(a);
    if (batch_request(a->batch, r->number, r->hosts, err) == 0)
        return r;
    forget(a, r);
    saved_state_write(a);
    return NULL;
}

static int begin_policys(struct head *a, struct error *err)
{
    struct request *r =
        check(a, err) < 0 ? NULL : begin(a, a->hosts_wanted, err);

    if (!r)
        return -1;
    r->policys = true;
    agent_say("request %u: %d host%s %s asked for by the policy", r->number,
              r->hosts, plural(r->hosts), r->hosts == 1 ? "is" : "are");
    return 0;
}

/* Have as many asked for as its last answer says, and no others.  What came of
 * them is on offer, which it sees.
 */
static void follow_policy(struct head *a)
{
    struct request *r = find_policys(a);
    int asked = r ? r->hosts - r->came : 0;
    struct error err, text;

    if (a->hosts_wanted < 0 || a->hosts_wanted == asked || a->change)
        return;
    if (r && cancel(a, r, &err) < 0) {
        agent_say_once(&a->batch_told, err.text);
        return;
    }
    saved_state_write(a);
    if (a->hosts_wanted == 0
        || (a->denied_at > 0 && loop_now() - a->denied_at < AGAIN_S))
        return;
    if (begin_policys(a, &err) < 0) {
        a->denied_at = loop_now();
        error_set(&text, "the policy asks for hosts: %.900s", err.text);
        agent_say_once(&a->denied_told, text.text);
    }
    saved_state_write(a);
}

static void on_answered(struct head *a)
{
    if (!a->ended)
        follow_policy(a);
}

static void on_time(void *arg)
{
    struct head *a = arg;
    bool soon = a->granted && !generation_is_placed(a->now);

    if (a->ended)
        return;
    poll_batch(a);
    cancel_late(a);
    granted_hosts_look(a);
    saved_state_write(a);
    loop_after(a->loop, soon ? SOON_MS : LOOK_MS, on_time, a);
}

static void on_changed(struct head *a, const struct change_outcome *outcome)
{
    (void)outcome;
    if (!a->granted || a->ended)
        return;
    loop_cancel(a->loop, on_time, a);
    loop_after(a->loop, SOON_MS, on_time, a);
}

/* ---- what users ask for ---- */

static void tell_request(struct peer *p, const struct request *r)
{
    head_answer(p, "request %u: %d host%s, %d came, waits for %.0f s",
                r->number, r->hosts, plural(r->hosts), r->came,
                loop_now() - r->since);
    if (r->until > 0)
        head_answer(p, ", cancelled in %.0f s",
                    r->until > loop_now() ? r->until - loop_now() : 0);
    head_answer(p, "\n");
}

static void tell(const struct head *a, struct peer *p)
{
    for (const struct request *r = a->requests; r; r = r->next)
        tell_request(p, r);
    if (granted_hosts_tell(a, p) == 0 && !a->requests)
        head_answer(p, "no hosts are asked for, and none were granted\n");
}

static int ask(struct head *a,
               struct peer *p,
               const struct request_words *w,
               struct error *err)
{
    struct request *r = begin(a, w->hosts, err);

    if (!r)
        return -1;
    if (w->seconds > 0)
        r->until = r->since + w->seconds;
    saved_state_write(a);
    head_answer(p, "request %u: %d host%s %s asked for\n", r->number, r->hosts,
                plural(r->hosts), r->hosts == 1 ? "is" : "are");
    return 0;
}

static int cancel_asked(struct head *a, unsigned number, struct error *err)
{
    struct request *r = find(a, number);

    if (!r)
        return error_set(err,
                         "no request %u waits; 'mitosis ctl request' tells "
                         "which do",
                         number);
    if (cancel(a, r, err) < 0)
        return -1;
    saved_state_write(a);
    return 0;
}

static int answer(struct head *a,
                  struct peer *p,
                  const char *words,
                  struct error *err)
{
    struct request_words w;

    if (request_words_parse(words, &w, err) < 0)
        return -1;
    if (check(a, err) < 0)
        return -1;
    if (w.cancel > 0)
        return cancel_asked(a, w.cancel, err);
    if (w.hosts > 0)
        return ask(a, p, &w, err);
    tell(a, p);
    return 0;
}

void requests_answer(struct head *a, struct peer *p, const char *words)
{
    struct error err;
    int rc = answer(a, p, words, &err);

    if (rc < 0)
        head_answer(p, "%s\n", err.text);
    head_finish(p, rc < 0);
}

/* ---- the part ---- */

/* Who answers may not have heard of those that a head before this one has
 * asked for.
 */
static void ask_again(struct head *a)
{
    struct error err;

    for (const struct request *r = a->requests; r; r = r->next)
        if (batch_request(a->batch, r->number, r->hosts, &err) < 0)
            agent_say_once(&a->batch_told, err.text);
}

static void start(struct head *a, const struct settings *settings)
{
    const char *text = settings->text[SETTING_BATCH];

    a->grant_patience = (double)settings->number[SETTING_GRANT_PATIENCE];
    a->hosts_wanted = -1;
    a->says_more = settings->number[SETTING_LOG] >= LOG_INFO;
    a->give_back = strcmp(settings->text[SETTING_GIVE_BACK], "on") == 0;
    if (!*text || (!a->launcher && !a->requests && !a->granted))
        return;
    a->batch =
        batch_open(text, job_of(a->folder), a->batch_mark, &a->batch_told);
    if (!a->batch) {
        agent_say("MITOSIS_BATCH: %s; no hosts can be asked for",
                  a->batch_told.text);
        return;
    }
    if (a->ended)
        return;
    ask_again(a);
    loop_after(a->loop, LOOK_MS, on_time, a);
}

static void stop(struct head *a)
{
    loop_cancel(a->loop, on_time, a);
}

void requests_end(struct head *a)
{
    struct error err;

    for (struct request *r = a->requests; a->batch && r; r = r->next)
        if (batch_cancel(a->batch, r->number, &err) < 0)
            agent_say("request %u was not cancelled: %s", r->number, err.text);
    while (a->requests)
        forget(a, a->requests);
    granted_hosts_end(a);
    batch_close(a->batch);
    a->batch = NULL;
}

static void save(const struct head *a, FILE *out)
{
    if (!a->batch)
        return;
    fprintf(out, "requests %u ", a->last_request);
    batch_mark(a->batch, out);
    putc('\n', out);
    for (const struct request *r = a->requests; r; r = r->next)
        fprintf(out, "request %u %d %d %.3f %.3f %d\n", r->number, r->hosts,
                r->came, r->since, r->until, r->policys);
    granted_hosts_save(a, out);
}

static void take_requests(struct head *a, const char *rest)
{
    int end = 0;

    if (sscanf(rest, "%u %n", &a->last_request, &end) == 1)
        snprintf(a->batch_mark, sizeof(a->batch_mark), "%s", rest + end);
}

static void take_request(struct head *a, const char *rest)
{
    unsigned number;
    int hosts, came, policys;
    double since, until;
    struct request *r;

    if (sscanf(rest, "%u %d %d %lf %lf %d", &number, &hosts, &came, &since,
               &until, &policys)
            != 6
        || !(r = add(a, number, hosts)))
        return;
    r->came = came;
    r->since = since;
    r->until = until;
    r->policys = policys;
}

static const struct saved_line lines[] = {
    { "requests", take_requests },
    { "request", take_request },
    { "granted", granted_hosts_load },
    { NULL, NULL },
};

const struct part requests_part = {
    .name = "requests",
    .start = start,
    .stop = stop,
    .changed = on_changed,
    .answered = on_answered,
    .save = save,
    .lines = lines,
};
