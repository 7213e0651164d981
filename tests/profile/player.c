/* player.c - play programs to the finder of loops, as streams of calls
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "tests/profile/player.h"
#include "tests/tap.h"

struct player player;

static unsigned draw(uint64_t *from, unsigned below)
{
    *from = *from * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (unsigned)(*from >> 33) % below;
}

unsigned chance(unsigned below)
{
    return draw(&player.seed, below);
}

void start(uint64_t seed, unsigned often)
{
    memset(&player, 0, sizeof(player));
    player.now = UINT64_C(1) << 40;
    player.seed = player.other_things = seed;
    player.often = often;
}

static void be_held_up(void)
{
    double longer = draw(&player.other_things, 900) / 100.0;

    if (player.often > 0 && draw(&player.other_things, player.often) == 0)
        player.now += (uint64_t)(WORK_TICKS * exp(longer));
}

void call_now(unsigned site)
{
    iteration_search_call(&player.beat, &player.mark[site], site, player.now,
                          player.in_mpi);
}

void call_after(unsigned site, uint64_t ticks)
{
    be_held_up();
    player.now += ticks - ticks / 20 + chance((unsigned)(ticks / 10) + 1);
    call_now(site);
    player.now += CALL_TICKS;
    player.in_mpi += CALL_TICKS;
}

void call(unsigned site)
{
    call_after(site, WORK_TICKS);
}

void wait_in_mpi(uint64_t ticks)
{
    player.now += ticks;
    player.in_mpi += ticks;
}

void calls(const char *text)
{
    for (; *text; text++)
        call((unsigned char)*text);
}

void repeat(unsigned n, const char *text)
{
    while (n-- > 0)
        calls(text);
}

uint64_t main_count(void)
{
    int best;

    iteration_search_settle(&player.beat);
    best = iteration_main(&player.beat);
    return best < 0 ? 0 : iteration_reader_count(&player.beat.loop[best]);
}

void show_loops(void)
{
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++) {
        const struct iteration_loop *l = &player.beat.loop[i];

        if (l->used)
            diag("%s loop of '%c': %ju marks, %ju rounds of %ju to %ju calls, "
                 "%ju regular, %ju exact, %ju starts",
                 iteration_reader_sound(l) ? "sound" : "doubtful", l->site,
                 (uintmax_t)l->marks, (uintmax_t)l->rounds,
                 (uintmax_t)l->calls_min, (uintmax_t)l->calls_max,
                 (uintmax_t)l->regular, (uintmax_t)l->exact,
                 (uintmax_t)l->starts);
    }
}

bool knows_loop(uint64_t marks)
{
    iteration_search_settle(&player.beat);
    for (int i = 0; i < ITERATION_SEARCH_LOOPS; i++)
        if (player.beat.loop[i].used
            && iteration_reader_count(&player.beat.loop[i]) + 1 >= marks
            && iteration_reader_count(&player.beat.loop[i]) <= marks + 1)
            return true;
    return false;
}
