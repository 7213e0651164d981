/* sim_calibrate_read.c - the platform that a job of mitosis-probe has measured
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/sim_calibrate_read.h"
#include "report/model/statistics.h"

enum { NAME = 64, DIFFER_PERCENT = 10 };

static const double shared_below = 1.5; /* times as fast as one are two */

/* ---- hosts ---- */

/* The number in the 'field'th word of the line 'word HOST ...'. */
static double find_number(const struct timed_command *t,
                          const char *word,
                          const char *host,
                          int field)
{
    char name[NAME];

    for (const char *at = NULL; (at = timed_command_find(t, word, at));) {
        timed_command_word(at, 0, name, sizeof(name));
        if (strcmp(name, host) == 0)
            return timed_command_number(at, field);
    }
    return 0;
}

double sim_calibrate_figure(const struct timed_command *t,
                            const char *word,
                            const char *host)
{
    return find_number(t, word, host, 1);
}

static void set_host(const struct timed_command *t,
                     struct platform *p,
                     size_t which)
{
    struct platform_host *h = &p->host[which];
    double first = sim_calibrate_figure(t, "speed", p->host[0].name);
    double own = sim_calibrate_figure(t, "speed", h->name);

    h->cores = (unsigned)sim_calibrate_figure(t, "cores", h->name);
    if (first > 0 && own > 0)
        h->speed = round(100 * own / first) / 100;
    h->delay = sim_calibrate_figure(t, "takes", h->name);
    p->spread = fmax(p->spread, find_number(t, "speed", h->name, 2));
}

/* Each host has told how fast it is. */
static struct platform *make_hosts(const struct timed_command *t,
                                   struct error *err)
{
    static char name[PLATFORM_HOSTS][NAME];
    static const char *list[PLATFORM_HOSTS];
    struct platform *p;
    size_t count = 0;

    for (const char *at = NULL; (at = timed_command_find(t, "speed", at));) {
        if (count == PLATFORM_HOSTS)
            return error_null(err, "more than %d hosts", PLATFORM_HOSTS);
        timed_command_word(at, 0, name[count], NAME);
        list[count] = name[count];
        count++;
    }
    if (count == 0)
        return error_null(err, "the job told of no host");
    p = platform_create(list, count, err);
    for (size_t i = 0; p && i < count; i++)
        set_host(t, p, i);
    return p;
}

/* ---- links ---- */

/* The message that went over a link in the least time, mostly the shortest,
 * and the longest one.
 */
struct trips {
    struct trip {
        double bytes;
        double seconds;
        double spread; /* by which share some took longer */
    } few, many;
};

static void take_trip(struct trips *is, const struct trip *one)
{
    if (!(is->few.bytes > 0) || one->seconds < is->few.seconds)
        is->few = *one;
    if (one->bytes > is->many.bytes)
        is->many = *one;
}

/* On a busy machine the longest may by chance be the fastest, too. */
static double per_byte(const struct trips *is)
{
    if (is->many.bytes > is->few.bytes && is->many.seconds > is->few.seconds)
        return (is->many.seconds - is->few.seconds)
               / (is->many.bytes - is->few.bytes);
    return is->many.seconds / is->many.bytes;
}

static void read_trips(struct trips *all,
                       const struct timed_command *t,
                       const struct platform *p)
{
    char from[NAME], to[NAME];

    for (const char *at = NULL; (at = timed_command_find(t, "trip", at));) {
        size_t a, b;

        timed_command_word(at, 0, from, sizeof(from));
        timed_command_word(at, 1, to, sizeof(to));
        a = platform_find(p, from);
        b = platform_find(p, to);
        if (a < p->hosts && b < p->hosts)
            take_trip(&all[a * p->hosts + b],
                      &(struct trip){ timed_command_number(at, 2),
                                      timed_command_number(at, 3),
                                      timed_command_number(at, 4) });
    }
}

/* A part of the time is the receiver's processor's, which is told of the host.
 * The bandwidth is that of long messages: links often let the first bytes pass
 * faster.
 */
static int find_links(const struct timed_command *t, struct platform *p)
{
    struct trips *all = calloc(p->hosts * p->hosts, sizeof(*all));

    if (!all)
        return -1;
    read_trips(all, t, p);
    for (size_t i = 0; i < p->hosts * p->hosts; i++) {
        const struct trips *is = &all[i];
        size_t a = i / p->hosts, b = i % p->hosts;
        double late = (p->host[a].delay + p->host[b].delay) / 2;

        if (is->many.bytes > 0)
            platform_connect(p, a, b, fmax(0, is->few.seconds - late),
                             per_byte(is));
        p->spread = fmax(p->spread, fmax(is->few.spread, is->many.spread));
    }
    free(all);
    return 0;
}

/* What a host has is what it was seen to have at best.  It is shared if two
 * ranks together were hardly faster than one then.
 */
struct seen {
    double rate;
    bool shared;
};

static void read_shared(struct seen *all,
                        const struct timed_command *t,
                        const struct platform *p)
{
    char name[NAME];

    for (const char *at = NULL; (at = timed_command_find(t, "shared", at));) {
        double one = timed_command_number(at, 2);
        double both = timed_command_number(at, 3);
        struct seen now = { fmax(one, both), both < shared_below * one };

        for (int end = 0; end < 2; end++) {
            size_t host;

            timed_command_word(at, end, name, sizeof(name));
            host = platform_find(p, name);
            if (host < p->hosts && now.rate > all[host].rate)
                all[host] = now;
        }
    }
}

/* Seconds for a byte on the fastest link of a host to another one. */
static double fastest_link(const struct platform *p, size_t host)
{
    double least = INFINITY;

    for (size_t i = 0; i < p->hosts; i++)
        if (i != host && platform_link(p, host, i)->known)
            least = fmin(least, platform_link(p, host, i)->per_byte);
    return least;
}

/* One message alone was as fast as its link at some time, so the host has as
 * much.
 */
static int find_shared(const struct timed_command *t, struct platform *p)
{
    struct seen *all = calloc(p->hosts, sizeof(*all));

    if (!all)
        return -1;
    read_shared(all, t, p);
    for (size_t i = 0; i < p->hosts; i++)
        p->host[i].per_byte =
            all[i].shared ? fmin(1 / all[i].rate, fastest_link(p, i)) : 0;
    free(all);
    return 0;
}

/* ---- links that are alike ---- */

static bool is_near(double a, double b)
{
    return fabs(a - b) * 100 <= DIFFER_PERCENT * b;
}

/* The values in the middle of those between hosts, or within them. */
static bool find_middle(const struct platform *p,
                        bool within,
                        struct platform_link *middle,
                        double *number)
{
    size_t links = p->hosts * p->hosts;

    for (int bytes = 0; bytes < 2; bytes++) {
        size_t count = 0;

        for (size_t i = 0; i < links; i++)
            if ((i / p->hosts == i % p->hosts) == within && p->link[i].known)
                number[count++] =
                    bytes ? p->link[i].per_byte : p->link[i].latency;
        if (count == 0)
            return false;
        sort_numbers(number, count);
        if (bytes)
            middle->per_byte = quantile(number, count, 0.5);
        else
            middle->latency = quantile(number, count, 0.5);
    }
    middle->known = true;
    return true;
}

static int even_links(struct platform *p)
{
    size_t links = p->hosts * p->hosts;
    double *number = calloc(links, sizeof(*number));

    for (int within = 0; number && within < 2; within++) {
        struct platform_link middle;

        if (!find_middle(p, within, &middle, number))
            continue;
        for (size_t i = 0; i < links; i++)
            if ((i / p->hosts == i % p->hosts) == within && p->link[i].known
                && is_near(p->link[i].latency, middle.latency)
                && is_near(p->link[i].per_byte, middle.per_byte))
                p->link[i] = middle;
    }
    free(number);
    return number ? 0 : -1;
}

struct platform *sim_calibrate_read(const struct timed_command *t,
                                    struct error *err)
{
    struct platform *p = make_hosts(t, err);
    const char *eager = timed_command_find(t, "eager", NULL);

    if (!p)
        return NULL;
    if (eager)
        p->eager = (uint64_t)timed_command_number(eager, 0);
    if (find_links(t, p) == 0 && even_links(p) == 0 && find_shared(t, p) == 0)
        return p;
    error_set(err, "no memory for the links of %zu hosts", p->hosts);
    platform_destroy(p);
    return NULL;
}
