/* iteration_reader.c - how the loops of a program went, for who reads the page
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "profile/iteration_histogram.h"
#include "profile/iteration_reader.h"
#include "profile/rounds.h"
enum { VARIED_ROUNDS = 16 }; /* before rounds that vary are judged */

bool iteration_reader_sound(const struct iteration_loop *l)
{
    if (l->rounds < 3)
        return false;
    return rounds_are_even(l->regular, l->rounds)
           || (l->rounds >= VARIED_ROUNDS
               && rounds_vary_little((double)l->calls, l->calls_squares,
                                     l->rounds));
}

/* The stretch of marks that is the loop: all of them for a loop that is
 * entered many times, or else the longest one; the others are a warm-up, or
 * a call path of the loop that came once more at the end.
 */
struct stretch {
    uint64_t mark; /* marks before it */
    uint64_t marks;
    uint64_t starts; /* stretches begun before it */
    uint64_t tick;
    uint64_t end;
    bool last; /* the loop's last marks are in it */
};

static struct stretch main_stretch(const struct iteration_loop *l)
{
    uint64_t marks = l->marks - l->start_mark;
    struct stretch all = { 0, l->marks, 1, l->first_tick, l->end_tick, true };

    if (l->starts < 2 || l->starts > 4 || l->start_mark > l->marks)
        return all;
    if (marks >= l->best_marks && 3 * marks >= 2 * l->marks)
        return (struct stretch){ l->start_mark, marks,       l->starts,
                                 l->start_tick, l->end_tick, true };
    if (3 * l->best_marks >= 2 * l->marks && l->best_mark < l->marks)
        return (struct stretch){ l->best_mark, l->best_marks, 1,
                                 l->best_tick, l->best_end,   false };
    return all;
}

/* The last mark came after an odd number of calls, and of what follows a
 * mark there is but little: it is not an iteration's.
 */
static bool ends_odd(const struct iteration_loop *l)
{
    return l->typical > 0 && l->exact >= l->rounds - l->rounds / 8
           && l->calls_last != l->typical
           && 2 * (l->end_call - l->last_call) < l->reach;
}

uint64_t iteration_reader_count(const struct iteration_loop *l)
{
    struct stretch s = main_stretch(l);

    return s.last && s.marks > 1 && ends_odd(l) ? s.marks - 1 : s.marks;
}

/* Where rounds wait to be entered, the path alone knows its last mark.  What
 * follows a mark of the program's own nobody knows.
 */
bool iteration_reader_is_cut_off(const struct iteration_loop *l,
                                 const struct iteration_search_mark *m)
{
    uint64_t last = m->followed && m->pending > 0 ? m->last : l->last_call;
    struct stretch s = main_stretch(l);

    return s.last && s.marks > 1 && !ends_odd(l)
           && (l->site == ROUNDS_MANUAL || l->end_call - last < l->reach);
}

double iteration_reader_last_ticks(const struct iteration_loop *l)
{
    struct stretch s = main_stretch(l);

    if (!s.last || l->rounds == 0 || ends_odd(l) || l->end_tick < l->last_tick)
        return 0;
    return (double)(l->end_tick - l->last_tick) + (double)l->tail;
}

double iteration_reader_ticks(const struct iteration_loop *l)
{
    struct stretch s = main_stretch(l);

    if (s.starts == 1 && l->starts > 4)
        return (double)l->ticks + iteration_reader_last_ticks(l);
    if (s.end < s.tick)
        return 0;
    return (double)(s.end - s.tick) + (double)l->tail;
}

size_t iteration_reader_samples(const struct iteration_loop *l, size_t *first)
{
    struct stretch s = main_stretch(l);
    size_t samples = l->samples < BEAT_SAMPLES ? l->samples : BEAT_SAMPLES;
    size_t stride = l->stride ? l->stride : 1;
    uint64_t from = s.mark - (s.starts - 1);
    size_t begin = (from + stride - 1) / stride;
    size_t n = samples;

    if (s.marks < l->marks)
        n = (s.marks - 1) / stride;
    if (begin > samples)
        begin = samples;
    *first = begin;
    return n < samples - begin ? n : samples - begin;
}

double iteration_reader_quantile(const struct iteration_loop *l, double q)
{
    uint64_t sum = 0;
    uint64_t so_far = 0;
    double ticks;

    for (unsigned i = 0; i < BEAT_BINS; i++)
        sum += l->histogram[i];
    for (unsigned i = 0; i < BEAT_BINS; i++) {
        so_far += l->histogram[i];
        if (so_far > 0 && (double)so_far >= q * (double)sum) {
            ticks = iteration_histogram_ticks(i);
            if (ticks < (double)l->shortest)
                return (double)l->shortest;
            return ticks > (double)l->longest ? (double)l->longest : ticks;
        }
    }
    return 0;
}
