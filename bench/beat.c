/* beat.c - what it costs to listen for the beat of a program
 *
 * Prints nanoseconds per call for typical streams; decides nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "profile/iteration_search.h"

enum { STREAM = 1 << 16, REPEATS = 400, SITES = 1024 };

static struct iteration_search beat;
static struct iteration_search_mark mark[SITES];
static uint16_t stream[STREAM];
static unsigned length;
static uint64_t seed = 1;

static unsigned chance(unsigned below)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(seed >> 33) % below;
}

static void call(unsigned site)
{
    if (length < STREAM)
        stream[length++] = (uint16_t)site;
}

static void one_path(void)
{
    call(1);
}

static void twenty_paths(void)
{
    for (unsigned i = 0; i < 20; i++)
        call(i);
}

static void thousand_paths(void)
{
    for (unsigned i = 0; i < 1000; i++)
        call(i);
}

static void nested(void)
{
    for (unsigned i = 0; i < 10; i++)
        call(i);
    for (unsigned j = 0; j < 25; j++)
        for (unsigned i = 10; i < 20; i++)
            call(i);
}

static void nested_varied(void)
{
    for (unsigned i = 0; i < 10; i++)
        call(i);
    for (unsigned j = 5 + chance(40); j > 0; j--)
        for (unsigned i = 10; i < 14; i++)
            call(i);
}

static void directions(void)
{
    for (unsigned i = 0; i < 6; i++)
        for (unsigned j = 0; j < 3; j++)
            call(i);
    call(7);
}

static void at_random(void)
{
    call(chance(20));
}

static double measure(void (*round)(void))
{
    uint64_t best = UINT64_MAX;
    uint64_t now = 0;
    struct clock_pair since = clock_pair();

    length = 0;
    while (length < STREAM)
        round();
    memset(&beat, 0, sizeof(beat));
    memset(mark, 0, sizeof(mark));
    for (int i = 0; i < REPEATS; i++) {
        uint64_t start = clock_ticks();
        uint64_t ticks;

        for (unsigned j = 0; j < STREAM; j++) {
            now += 2000;
            iteration_search_call(&beat, &mark[stream[j]], stream[j], now,
                                  now / 2);
        }
        ticks = clock_ticks() - start;
        if (ticks < best)
            best = ticks;
    }
    return (double)best * clock_tick_ns(since) / STREAM;
}

int main(void)
{
    static const struct {
        const char *name;
        void (*round)(void);
    } streams[] = {
        { "one path", one_path },
        { "20 paths in a loop", twenty_paths },
        { "1000 paths in a loop", thousand_paths },
        { "a loop in a loop", nested },
        { "one that varies", nested_varied },
        { "3 times each of 6 paths", directions },
        { "20 paths at random", at_random },
    };

    clock_setup();
    for (size_t i = 0; i < sizeof(streams) / sizeof(streams[0]); i++)
        printf("%-28s %6.1f ns a call\n", streams[i].name,
               measure(streams[i].round));
    return EXIT_SUCCESS;
}
