/* resized_run_match.c - who gets which message of a run with other ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "foresee/sizes/resized_run_internal.h"
#include "report/model/units.h"

static int by_channel(const void *a, const void *b)
{
    const struct end *x = a, *y = b;

    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    if (x->to != y->to)
        return x->to < y->to ? -1 : 1;
    if (x->tag != y->tag)
        return x->tag < y->tag ? -1 : 1;
    return (x->nth > y->nth) - (x->nth < y->nth);
}

/* Number the messages of each channel, in the order in which they were sent.
 */
int resized_run_number_messages(struct resizing *r)
{
    const struct recording *from = r->from;
    struct end *end = calloc(from->messages + 1, sizeof(*end));
    uint32_t count = 0;

    if (!end)
        return error_set(r->err, "no memory for another number of ranks");
    for (size_t i = 0; i < from->ranks; i++)
        for (size_t k = 0; k < from->rank[i].steps; k++) {
            const struct step *s = &from->rank[i].step[k];

            if (s->kind == STEP_SEND && count < from->messages) {
                const struct recorded_message *m = &from->message[s->item];

                end[count] =
                    (struct end){ m->from, m->to, m->tag, count, s->item, 0 };
                count++;
            }
            if (s->kind == STEP_RECEIVE)
                r->received[s->item] = true;
        }
    qsort(end, count, sizeof(*end), by_channel);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i > 0 && end[i].from == end[i - 1].from
                    && end[i].to == end[i - 1].to
                    && end[i].tag == end[i - 1].tag;

        r->nth[end[i].message] = same ? r->nth[end[i - 1].message] + 1 : 0;
    }
    free(end);
    return 0;
}

static int unmatched(const struct resizing *r, int rank, int from)
{
    return error_set(
        r->err,
        "rank %d would wait for a message of rank %d, which sends "
        "none: who talks to whom among %zu rank%s is not told by a "
        "run of %zu",
        rank, from, r->made->ranks, unit_plural(r->made->ranks),
        r->from->ranks);
}

static int match_ends(struct resizing *r)
{
    size_t k = 0;

    qsort(r->send, r->sends, sizeof(*r->send), by_channel);
    qsort(r->receive, r->receives, sizeof(*r->receive), by_channel);
    for (size_t i = 0; i < r->sends; i++) {
        struct end *got = &r->receive[k];

        if (k < r->receives && by_channel(got, &r->send[i]) < 0)
            return unmatched(r, got->to, got->from);
        if (k < r->receives && by_channel(got, &r->send[i]) == 0) {
            got->message = r->send[i].message;
            k++;
        } else if (r->received[r->send[i].number]) {
            return error_set(r->err,
                             "rank %d would send to rank %d, which does not "
                             "receive: who talks to whom among %zu rank%s is "
                             "not told by a run of %zu",
                             r->send[i].from, r->send[i].to, r->made->ranks,
                             unit_plural(r->made->ranks), r->from->ranks);
        }
    }
    return k < r->receives ? unmatched(r, r->receive[k].to, r->receive[k].from)
                           : 0;
}

static int by_number(const void *a, const void *b)
{
    const struct end *x = a, *y = b;

    return (x->number > y->number) - (x->number < y->number);
}

/* Have the steps name the messages that their receives got. */
static void name_messages(struct resizing *r)
{
    qsort(r->receive, r->receives, sizeof(*r->receive), by_number);
    for (size_t i = 0; i < r->made->ranks; i++)
        for (size_t k = 0; k < r->made->rank[i].steps; k++) {
            struct step *s = &r->made->rank[i].step[k];

            if (s->kind == STEP_RECEIVE || s->kind == STEP_WAIT_RECEIVED)
                s->item = r->receive[s->item].message;
        }
}

int resized_run_match(struct resizing *r)
{
    if (match_ends(r) < 0)
        return -1;
    name_messages(r);
    return 0;
}
