/* doctor_hosts.c - what a job of ours tells about several hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/doctor/doctor.h"

enum {
    LINE = 256,
    NAME = 64,
    PER_HOST = 2,
    ALONE_SECONDS = 5,
    ALONE_MOST = 8
};

/* ---- those that take no job ---- */

void doctor_unreached(struct doctor *d, const char *why)
{
    char text[FINDING_TEXT] = "";
    size_t used = 0;
    struct error err;

    for (size_t i = 0; i < d->hosts.count && i < ALONE_MOST; i++)
        if (doctor_try(d, "start", 1, d->hosts.text[i], false,
                       doctor_patience(d) / 2, &err)
                < 0
            && used < sizeof(text))
            used += (size_t)snprintf(text + used, sizeof(text) - used, " %s",
                                     d->hosts.text[i]);
    finding_add(&d->found, FINDING_MISSING, "hosts",
                "See whether the launcher (ssh HOST true) gets there without "
                "asking; what follows is of this host only.",
                "no job over them all: %.200s%s%s", why,
                used ? "; also none on" : "; one by one they work", text);
}

/* ---- where ranks are ---- */

/* Whether a host of this name is meant by the user's word: the same, or the
 * same up to its domain.
 */
static bool is_same(const char *name, const char *word)
{
    size_t length = strcspn(name, "."), other = strcspn(word, ".");

    return strcmp(name, word) == 0
           || (length == other && strncmp(name, word, length) == 0
               && (name[length] == '\0' || word[other] == '\0'));
}

static void find_rank(const struct trial *t, int rank, char name[NAME])
{
    name[0] = '\0';
    for (const char *at = NULL; (at = trial_find(t, "rank", at));)
        if ((int)trial_number(at, 0) == rank)
            trial_word(at, 1, name, NAME);
}

static bool is_present(const struct doctor *d, const char *word)
{
    char name[NAME];

    for (const char *at = NULL; (at = trial_find(&d->trial, "rank", at));) {
        trial_word(at, 1, name, sizeof(name));
        if (is_same(name, word))
            return true;
    }
    return false;
}

static void tell_order(struct doctor *d)
{
    char name[NAME];

    for (size_t i = 0; i < PER_HOST * d->hosts.count; i++) {
        const char *word = d->hosts.text[i / PER_HOST];

        find_rank(&d->trial, (int)i, name);
        if (is_same(name, word))
            continue;
        if (is_present(d, word))
            finding_add(
                &d->found, FINDING_MISSING, "order",
                "Use Hydra with -launcher ssh: ranks would not come to "
                "where they are wanted.",
                "rank %zu is on %s instead of %s", i, name, word);
        else
            finding_add(&d->found, FINDING_WARNING, "order",
                        "Name hosts as they name themselves: commands such as "
                        "migrate go by that.",
                        "%s calls itself %s", word, name);
        return;
    }
    finding_add(&d->found, FINDING_OK, "order", NULL,
                "%zu hosts take ranks in the order given", d->hosts.count);
}

/* ---- connections ---- */

static void tell_reach(struct doctor *d)
{
    const struct trial *t = &d->trial;
    const char *first = trial_find(t, "noreach", NULL);
    char from[NAME], to[NAME], why[LINE];
    int good = 0, bad = 0;

    for (const char *at = NULL; (at = trial_find(t, "reach", at));)
        good++;
    for (const char *at = NULL; (at = trial_find(t, "noreach", at));)
        bad++;
    if (!first) {
        finding_add(&d->found, good > 0 ? FINDING_OK : FINDING_MISSING,
                    "reach", "All hosts are one: there is nothing to reach.",
                    "%d connections, each to each; slowest link %.1f MB/s",
                    good, doctor_least(t, "link") / 1e6);
        return;
    }
    trial_word(first, 0, from, sizeof(from));
    trial_word(first, 1, to, sizeof(to));
    trial_line(first + strlen(from) + strlen(to) + 2, why, sizeof(why));
    finding_add(&d->found, FINDING_MISSING, "reach",
                "Open TCP ports 20000 to 31999 and "
                "net.ipv4.ip_local_port_range between the hosts.",
                "%s cannot connect to %s: %s; %d of %d fail", from, to, why,
                bad, bad + good);
}

static void tell_clocks(struct doctor *d)
{
    static const double milli = 1e6, far = 50;
    double worst = 0, trip = 0;
    char host[NAME] = "";

    for (const char *at = NULL; (at = trial_find(&d->trial, "clock", at));) {
        double off = trial_number(at, 1) / milli;

        if (!*host || (off < 0 ? -off : off) > (worst < 0 ? -worst : worst)) {
            worst = off;
            trip = trial_number(at, 2) / milli;
            trial_word(at, 0, host, sizeof(host));
        }
    }
    finding_add(
        &d->found, worst > far || worst < -far ? FINDING_WARNING : FINDING_OK,
        "clocks",
        "Set them by NTP: changes work, but times in reports do not "
        "fit together.",
        "%s is %.3f ms %s, the farthest; round trip %.3f ms", host,
        worst < 0 ? -worst : worst, worst < 0 ? "behind" : "ahead", trip);
}

void doctor_hosts(struct doctor *d)
{
    tell_order(d);
    tell_reach(d);
    tell_clocks(d);
}
