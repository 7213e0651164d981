/* sentences.c - what a run's numbers mean, in a sentence
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/model/units.h"
#include "report/text/sentences.h"

static const double LITTLE = 0.05; /* of the time: not worth a thought */
static const double UNEVEN = 1.1;  /* times the mean */
static const double BUSY = 1.5;    /* times as much load as cores */
static const double SMALL = 1024;  /* bytes of a message */

struct sentences_balance sentences_balance(const struct run *run)
{
    struct sentences_balance b = { .fastest = -1, .slowest = -1 };

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_rank *rank = &run->rank[i];
        double compute = rank->times.compute;

        b.mean += compute / run->ranks;
        if (b.slowest < 0 || compute > b.most) {
            b.most = compute;
            b.slowest = rank->rank;
        }
        if (b.fastest < 0 || compute < b.least) {
            b.least = compute;
            b.fastest = rank->rank;
        }
    }
    return b;
}

static void say(char text[SENTENCES_TEXT], const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

static void say(char text[SENTENCES_TEXT], const char *fmt, ...)
{
    size_t used = strlen(text);
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text + used, SENTENCES_TEXT - used, fmt, ap);
    va_end(ap);
}

/* A host on which ranks have to wait for a core. */
static const struct run_host *busy_host(const struct run *run)
{
    for (size_t i = 0; i < run->hosts; i++) {
        const struct run_host *host = &run->host[i];

        if (host->cores > 0
            && (host->ranks > host->cores
                || host->load_mean > BUSY * fmax(host->cores, host->ranks)))
            return host;
    }
    return NULL;
}

/* MPI polls, so a rank can use a core all the time. */
static double share_of_core(const struct run *run)
{
    return run->sum.wall > 0 ? run_processor(run) / run->sum.wall : 0;
}

static void say_busy(const struct run *run, char text[SENTENCES_TEXT])
{
    const struct run_host *host = busy_host(run);
    double share = share_of_core(run);

    if (!host)
        return;
    if (host->ranks > host->cores)
        say(text, " %s has %u core%s for %u ranks", host->name, host->cores,
            host->cores == 1 ? "" : "s", host->ranks);
    else
        say(text, " %s has other work, too: a load of %.1f on %u core%s",
            host->name, host->load_mean, host->cores,
            host->cores == 1 ? "" : "s");
    if (share > 0 && share < 0.8)
        say(text, "; on average a rank got %s%.0f %% of a core",
            run->complete ? "" : "at least ", 100 * share);
    say(text, ".");
}

/* Ranks of a job that moved were there for different times, so it is the share
 * of it that tells which of them has too much to do.
 */
static void say_shares(const struct run *run, char text[SENTENCES_TEXT])
{
    const struct run_rank *slowest = NULL;
    double most = 0, mean = 0;

    for (size_t i = 0; i < run->ranks; i++) {
        const struct run_times *t = &run->rank[i].times;
        double share = t->wall > 0 ? t->compute / t->wall : 0;

        mean += share / (double)run->ranks;
        if (share > most) {
            most = share;
            slowest = &run->rank[i];
        }
    }
    if (slowest && most > UNEVEN * mean)
        say(text,
            " Rank %d computes %.1f %% of its time; the mean is %.1f %%.",
            slowest->rank, 100 * most, 100 * mean);
}

static void say_waiting(const struct run *run, char text[SENTENCES_TEXT])
{
    struct sentences_balance b = sentences_balance(run);

    if (run->ranks < 2)
        return;
    if (run->generations > 1) {
        say_shares(run, text);
        return;
    }
    if (b.most > UNEVEN * b.mean)
        say(text,
            " Rank %d computes %.2f times as long as the mean; even work"
            " could save up to %s.",
            b.slowest, b.most / b.mean, unit_time(b.most - b.mean).text);
    else if (!busy_host(run))
        say(text, " All compute about equally long, so look at when they"
                  " communicate rather than at how much they compute.");
}

static void say_transfer(const struct run *run, char text[SENTENCES_TEXT])
{
    double count = 0, bytes = 0;

    for (size_t i = 0; i < run->messages; i++) {
        count += run->message[i].count;
        bytes += run->message[i].bytes;
    }
    if (count > 0 && bytes / count < SMALL)
        say(text,
            " The messages are small, %s on average; fewer and larger ones"
            " would cost less.",
            unit_bytes(bytes / count).text);
}

static void say_other(const struct run *run, char text[SENTENCES_TEXT])
{
    if (run->sum.other > run->sum.wall / 2)
        say(text, " The run is too short to tell more.");
}

struct part {
    const char *what;
    double seconds;
    void (*explain)(const struct run *run, char text[SENTENCES_TEXT]);
};

static int compare_parts(const void *a, const void *b)
{
    const struct part *x = a, *y = b;

    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

/* The two largest parts, and why the larger one of MPI is there. */
static void say_parts(const struct run *run, char text[SENTENCES_TEXT])
{
    const struct run_times *sum = &run->sum;
    struct part parts[] = {
        { "computing", sum->compute, NULL },
        { "waiting for other ranks", sum->waiting, say_waiting },
        { "moving data", sum->transfer, say_transfer },
        { "starting MPI and looking after it", sum->other, say_other },
    };
    const struct part *mpi;

    qsort(parts, sizeof(parts) / sizeof(parts[0]), sizeof(parts[0]),
          compare_parts);
    mpi = parts[0].explain ? &parts[0] : &parts[1];
    if (parts[1].seconds < LITTLE * sum->wall)
        say(text, "Almost only %s, %s of the time.", parts[0].what,
            unit_share(parts[0].seconds, sum->wall).text);
    else
        say(text, "Mostly %s, %s of the time; then %s, %s.", parts[0].what,
            unit_share(parts[0].seconds, sum->wall).text, parts[1].what,
            unit_share(parts[1].seconds, sum->wall).text);
    if (mpi->seconds >= LITTLE * sum->wall)
        mpi->explain(run, text);
}

void sentences_limit(const struct run *run, char text[SENTENCES_TEXT])
{
    text[0] = '\0';
    if (!run_timed(run))
        say(text, "Calls were counted, not timed.");
    else
        say_parts(run, text);
    say_busy(run, text);
}
