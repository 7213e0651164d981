/* hosts.c - the hosts that a job is on, or may be on
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "agent/answer.h"
#include "agent/hosts.h"
#include "agent/placement.h"
#include "base/host.h"

static int ranks_on(const struct generation *g, const char *name)
{
    int count = 0;

    for (int r = 0; r < g->ranks; r++)
        count +=
            generation_knows(g, r) && strcmp(generation_host(g, r), name) == 0;
    return count;
}

static int find_offer(const struct agent *a, const char *name)
{
    for (int i = 0; i < a->offers; i++)
        if (strcmp(a->offer[i], name) == 0)
            return i;
    return -1;
}

/* ---- telling ---- */

static void tell_host(const struct agent *a, struct peer *p, const char *name)
{
    int count = ranks_on(a->now, name);
    bool own = host_is_own(name);

    agent_answer(p, "%s: %d %s%s%s\n", name, count,
                 count == 1 ? "rank" : "ranks", own ? ", the agent" : "",
                 own || hub_reaches(a->hub, name) ? ""
                 : count > 0                      ? ", not to be reached"
                                                  : ", on offer");
}

static void tell(const struct agent *a, struct peer *p)
{
    tell_host(a, p, host_own());
    for (const char *name = hub_next_host(a->hub, NULL); name;
         name = hub_next_host(a->hub, name))
        tell_host(a, p, name);
    for (int i = 0; i < a->offers; i++)
        if (!host_is_own(a->offer[i]) && !hub_reaches(a->hub, a->offer[i]))
            tell_host(a, p, a->offer[i]);
    for (int r = 0; r < a->now->ranks; r++)
        if (!generation_knows(a->now, r))
            agent_answer(p, "rank %d: it is not known yet where\n", r);
}

/* ---- adding and removing ---- */

static int add(struct agent *a, const char *name, struct error *err)
{
    char host[POST_HOST];

    if (placement_check(a->now, name, host, err) < 0)
        return -1;
    if (find_offer(a, host) >= 0)
        return 0;
    if (a->offers == AGENT_OFFERS)
        return error_set(err, "there are %d hosts already", a->offers);
    strcpy(a->offer[a->offers++], host);
    return 0;
}

static void withdraw(struct agent *a, const char *name)
{
    int i = find_offer(a, name);

    if (i >= 0)
        memmove(&a->offer[i], &a->offer[i + 1],
                (size_t)(--a->offers - i) * sizeof(a->offer[0]));
}

/* Add a name to a list with commas, if it is not the one that leaves and not
 * there yet.
 */
static void list(char *text,
                 size_t size,
                 const char *name,
                 const char *leaving)
{
    size_t used = strlen(text), length = strlen(name);
    const char *at = text;

    if (strcmp(name, leaving) == 0)
        return;
    for (; (at = strstr(at, name)); at += length)
        if ((at == text || at[-1] == ',')
            && (at[length] == ',' || at[length] == '\0'))
            return;
    snprintf(text + used, size - used, "%s%s", used ? "," : "", name);
}

/* Have its ranks go on elsewhere.  Returns 1 when that was begun, 0 when there
 * are none, -1 with the reason in 'err'.
 */
static int leave(struct agent *a, const char *name, struct error *err)
{
    char text[WIRE_PAYLOAD], hosts[CHANGE_HOST] = "";

    if (find_offer(a, name) < 0 && ranks_on(a->now, name) == 0)
        return error_set(err, "host %s is not one of this job's", name);
    if (ranks_on(a->now, name) == 0) {
        withdraw(a, name);
        return 0;
    }
    for (int r = 0; r < a->now->ranks; r++)
        list(hosts, sizeof(hosts), generation_host(a->now, r), name);
    for (int i = 0; i < a->offers; i++)
        list(hosts, sizeof(hosts), a->offer[i], name);
    if (!*hosts)
        return error_set(err, "there is no other host than %s", name);
    snprintf(text, sizeof(text), "resize %d --hosts %s", a->now->ranks, hosts);
    if (answer_change(a, text, "its host was taken away", err) < 0)
        return -1;
    withdraw(a, name);
    return 1;
}

void hosts_answer(struct agent *a, struct peer *p, const char *words)
{
    struct error err;
    int rc = 0;

    if (!*words)
        tell(a, p);
    else if (strncmp(words, "add ", 4) == 0)
        rc = add(a, words + 4, &err);
    else if (strncmp(words, "remove ", 7) == 0)
        rc = leave(a, words + 7, &err);
    else
        rc = error_set(&err,
                       "\"hosts %.200s\" is not: hosts [add HOST|remove "
                       "HOST]",
                       words);
    if (rc < 0)
        agent_answer(p, "%s\n", err.text);
    if (rc <= 0)
        agent_finish(p, rc < 0);
    else
        p->awaits_change = true;
}

void hosts_tidy(struct agent *a)
{
    const char *name = hub_next_host(a->hub, NULL), *next;

    for (; name; name = next) {
        next = hub_next_host(a->hub, name);
        if (ranks_on(a->now, name) == 0)
            hub_free_host(a->hub, name);
    }
}
