/* step_sleep.c - has each step of a program take as long as on nodes of its
 * own
 *
 *     cc -shared -fPIC -o step_sleep.so step_sleep.c -ldl
 *     NODE_TIMES=1=0.8,2=0.5,4=0.3
 * LD_PRELOAD=.../step_sleep.so:.../libmitosis.so
 *
 * For studies of clusters on one machine, which has fewer cores than the
 * cluster has nodes.  From one mito_sync() to the next a rank sleeps until it
 * has taken as many seconds as NODE_TIMES says of the number of ranks; between
 * two numbers it goes in straight lines on logarithmic scales.
 * NODE_TIMES=workers:2=0.1,3=0.2 is for a master with workers: these take so
 * long for each piece of work, and rank 0 takes its time.  What a program
 * works out is as ever.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double seconds; /* of a step; 0: it takes its time */

/* Hydra tells them to all that it starts. */
static int told(const char *name)
{
    const char *text = getenv(name);

    return text ? atoi(text) : 0;
}

/* What "1=0.8,2=0.5" says of so many ranks. */
static double look_up(const char *text, int ranks)
{
    double n0 = 0, t0 = 0, n, t;
    int end;

    for (; sscanf(text, "%lf=%lf%n", &n, &t, &end) == 2; text += end + 1) {
        if (n >= ranks && n0 > 0)
            return t0 * exp(log(t / t0) * log(ranks / n0) / log(n / n0));
        if (n >= ranks || text[end] != ',')
            return t;
        n0 = n;
        t0 = t;
    }
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("NODE_TIMES");
    static const char workers[] = "workers:";
    int ranks = told("PMI_SIZE");

    if (!text || ranks < 1)
        return;
    if (strncmp(text, workers, strlen(workers)) != 0)
        seconds = look_up(text, ranks);
    else if (told("PMI_RANK") > 0)
        seconds = look_up(text + strlen(workers), ranks);
}

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void sleep_until(double when)
{
    double left = when - now();
    struct timespec t = { (time_t)left, 0 };

    t.tv_nsec = (long)((left - (double)t.tv_sec) * 1e9);
    if (left > 0)
        nanosleep(&t, NULL);
}

int mito_sync(void)
{
    static int (*next)(void);
    static double last; /* when the step began; 0: none has */
    int rc;

    if (!next)
        *(void **)&next = dlsym(RTLD_NEXT, "mito_sync");
    if (last > 0 && seconds > 0)
        sleep_until(last + seconds);
    rc = next ? next() : 0;
    last = now();
    return rc;
}
