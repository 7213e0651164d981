/* doctor_hosts.c - what a job of ours tells about several hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/append_text.h"
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
    struct error err;

    for (size_t i = 0; i < d->hosts.count && i < ALONE_MOST; i++)
        if (doctor_try(d, "start", 1, d->hosts.text[i], false,
                       doctor_patience(d) / 2, &err)
            < 0)
            append_text(text, sizeof(text), " %s", d->hosts.text[i]);
    finding_add(&d->found, FINDING_MISSING, "hosts",
                "See whether the launcher (ssh HOST true) gets there without "
                "asking; what follows is of this host only.",
                "no job over them all: %.200s%s%s", why,
                *text ? "; also none on" : "; one by one they work", text);
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

static void find_rank(const struct timed_command *t, int rank, char name[NAME])
{
    name[0] = '\0';
    for (const char *at = NULL; (at = timed_command_find(t, "rank", at));)
        if ((int)timed_command_number(at, 0) == rank)
            timed_command_word(at, 1, name, NAME);
}

static bool is_present(const struct doctor *d, const char *word)
{
    char name[NAME];

    for (const char *at = NULL;
         (at = timed_command_find(&d->trial, "rank", at));) {
        timed_command_word(at, 1, name, sizeof(name));
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
                "%zu host%s ranks in the order given", d->hosts.count,
                d->hosts.count == 1 ? " takes" : "s take");
}

/* ---- connections ---- */

static void tell_reach(struct doctor *d)
{
    const struct timed_command *t = &d->trial;
    const char *first = timed_command_find(t, "noreach", NULL);
    char from[NAME], to[NAME], why[LINE];
    int good = 0, bad = 0;

    for (const char *at = NULL; (at = timed_command_find(t, "reach", at));)
        good++;
    for (const char *at = NULL; (at = timed_command_find(t, "noreach", at));)
        bad++;
    if (!first) {
        if (good == 0)
            finding_add(&d->found, FINDING_WARNING, "reach",
                        "Name another host to try connections.",
                        "all these names are of one host");
        else
            finding_add(&d->found, FINDING_OK, "reach", NULL,
                        "%d connections, each to each; slowest link %.1f MB/s",
                        good, doctor_least(t, "link") / 1e6);
        return;
    }
    timed_command_word(first, 0, from, sizeof(from));
    timed_command_word(first, 1, to, sizeof(to));
    timed_command_line(first + strlen(from) + strlen(to) + 2, why,
                       sizeof(why));
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

    for (const char *at = NULL;
         (at = timed_command_find(&d->trial, "clock", at));) {
        double off = timed_command_number(at, 1) / milli;

        if (!*host || (off < 0 ? -off : off) > (worst < 0 ? -worst : worst)) {
            worst = off;
            trip = timed_command_number(at, 2) / milli;
            timed_command_word(at, 0, host, sizeof(host));
        }
    }
    if (!*host)
        return; /* all hosts are one */
    finding_add(
        &d->found, worst > far || worst < -far ? FINDING_WARNING : FINDING_OK,
        "clocks",
        "Set them by NTP: changes work, but times in reports do not "
        "fit together.",
        "%s is %.3f ms %s, the farthest; round trip %.3f ms", host,
        worst < 0 ? -worst : worst, worst < 0 ? "behind" : "ahead", trip);
}

/* ---- the user's key ---- */

enum { MAC = 24 };

struct keys {
    char mac[MAC];    /* of the first host that has one, */
    char first[NAME]; /* which is this */
    char path[LINE];
    char other[NAME]; /* a host that has another one, */
    char bad[LINE];   /* or one that cannot be used, and why */
    int count;        /* that have the first one's */
};

static void collect_keys(const struct timed_command *t, struct keys *k)
{
    char host[NAME], mac[MAC];

    for (const char *at = NULL; (at = timed_command_find(t, "key", at));) {
        timed_command_word(at, 0, host, sizeof(host));
        timed_command_word(at, 1, mac, sizeof(mac));
        if (!*k->mac) {
            strcpy(k->mac, mac);
            strcpy(k->first, host);
            timed_command_word(at, 2, k->path, sizeof(k->path));
        }
        if (strcmp(mac, k->mac) == 0)
            k->count++;
        else
            strcpy(k->other, host);
    }
    if (timed_command_find(t, "nokey", NULL))
        timed_command_line(timed_command_find(t, "nokey", NULL), k->bad,
                           sizeof(k->bad));
}

/* Each of these keeps the hosts of a job from knowing each other. */
static void tell_key(struct doctor *d)
{
    struct keys k = { .count = 0 };

    collect_keys(&d->trial, &k);
    if (*k.bad)
        finding_add(&d->found, FINDING_MISSING, "key",
                    "chmod 600 the file that is named.",
                    "the user's key is not to be used on %s", k.bad);
    else if (*k.other)
        finding_add(&d->found, FINDING_MISSING, "key",
                    "Copy it from one host to all others, readable by you "
                    "alone.",
                    "%s and %s have different keys of the user's, in %s",
                    k.first, k.other, k.path);
    else if (k.count > 0)
        finding_add(&d->found, FINDING_OK, "key", NULL,
                    "%d host%s the same key of the user's", k.count,
                    k.count == 1 ? " has" : "s have");
}

void doctor_hosts(struct doctor *d)
{
    tell_order(d);
    tell_reach(d);
    tell_key(d);
    tell_clocks(d);
}
