/* player.h - play programs to the finder of loops, as streams of calls
 *
 * A letter is a call path.  There is one player, and its words are short, as
 * the programs that it plays are made of nothing else.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_TESTS_PROFILE_PLAYER_H
#define MITOSIS_TESTS_PROFILE_PLAYER_H

#include "profile/iteration_search.h"

enum { PLAYER_SITES = 256, CALL_TICKS = 100, WORK_TICKS = 2000 };

struct player {
    struct iteration_search beat;
    struct iteration_search_mark mark[PLAYER_SITES];
    uint64_t now;
    uint64_t in_mpi;
    uint64_t seed;
    unsigned often; /* one call in so many is held up */
    uint64_t other_things;
};

extern struct player player;

/* Begin a program, whose draws come from 'seed'.  Unless 'often' is 0, the
 * machine has other things to do: before one call in 'often' it takes up to
 * some thousand times as long as it would.
 */
void start(uint64_t seed, unsigned often);

/* A number from 0 to below 'below'. */
unsigned chance(unsigned below);

/* Compute, somewhat unevenly, and call MPI from 'site'. */
void call_after(unsigned site, uint64_t ticks);
void call(unsigned site);

/* Call it without having computed, and without spending time in it. */
void call_now(unsigned site);

/* The call made last takes so much longer. */
void wait_in_mpi(uint64_t ticks);

/* One call from each path that 'text' names, and that 'n' times. */
void calls(const char *text);
void repeat(unsigned n, const char *text);

/* The number of iterations found, 0 when there are none. */
uint64_t main_count(void);

/* Whether a loop of so many rounds, or one more or less, is known. */
bool knows_loop(uint64_t marks);

/* Print what is known, to explain a failure. */
void show_loops(void);

#endif /* !MITOSIS_TESTS_PROFILE_PLAYER_H */
