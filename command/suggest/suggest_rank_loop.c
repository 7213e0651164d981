/* suggest_rank_loop.c - whether a loop goes over the ranks of the program
 *
 * Its head names a number that is the number of ranks in both runs, as
 * "for (int other = 0; other < size; other++)" does.  Such a loop has calls of
 * MPI, but is no main loop: each iteration of the loop around goes through it
 * once.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/suggest/source_text.h"
#include "command/suggest/suggest_proposal_internal.h"

bool suggest_rank_loop_counts_ranks(const struct suggest_work *w,
                                    size_t number)
{
    bool several = false;

    for (size_t i = 0; i < w->m->views; i++) {
        if (w->number[number].value[i] != w->m->ranks[i])
            return false;
        several = several || w->m->ranks[i] > 1;
    }
    return several;
}

/* Whether the head names it. */
static bool is_named(const char *head, size_t length, const char *name)
{
    return source_text_name(head, head + length, head,
                            source_text_own_name(name))
           != NULL;
}

/* Whether it was a rank's own number when that rank called. */
static bool came_to_itself(const struct suggest_work *w,
                           const struct loop_variable *item)
{
    for (size_t i = 0; i < w->m->first; i++)
        for (int k = 0; k < DUMP_MOMENTS; k++)
            if (item->seen[i].value[k] == w->m->view[i]->head.rank)
                return true;
    return false;
}

/* A rank calls for all of them, or leaves itself out.  The number of calls
 * tells, or the loop's counter.
 */
static int left_out(const struct suggest_work *w,
                    const char *head,
                    size_t length)
{
    uint64_t calls = w->mark->rounds * w->mark->marks;
    uint64_t ranks = (uint64_t)w->m->ranks[0];
    bool all = calls % ranks == 0;
    bool others = ranks > 1 && calls % (ranks - 1) == 0;

    if (all != others)
        return others;
    for (size_t i = 0; i < w->m->count; i++) {
        const struct loop_variable *item = &w->m->item[i];

        if (item->one.kind == VARIABLES_NUMBER && item->changed
            && is_named(head, length, item->one.name)
            && came_to_itself(w, item))
            return 0;
    }
    return 1;
}

void suggest_rank_loop_find(struct suggest_work *w, const char *text)
{
    size_t length;
    const char *head =
        source_text_head(text, w->p->language, w->p->loop.head, &length);

    for (size_t i = 0;
         head && i < w->numbers && !w->mark->over_ranks && !w->p->over_ranks;
         i++)
        w->p->over_ranks = suggest_rank_loop_counts_ranks(w, i)
                           && is_named(head, length, w->of[i]->one.name);
    if (w->p->over_ranks)
        w->p->left_out = left_out(w, head, length);
}
