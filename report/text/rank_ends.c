/* rank_ends.c - how ranks ended, and where those are that have not
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/model/list.h"
#include "report/model/rank_list.h"
#include "report/model/table.h"
#include "report/model/units.h"
#include "report/text/rank_ends.h"

/* Ranks in the same state and place. */
struct group {
    const struct run_rank *first;
    double longest;
    bool at_least;     /* it may have been longer */
    int peer;          /* that all of them wait for, or -1 */
    struct list ranks; /* of int */
};

struct state_text {
    char text[96];
};

/* That it is lost is not known, only that it cannot be looked for from here.
 */
static struct state_text state_of(const struct run *run,
                                  const struct run_rank *rank)
{
    struct state_text s;

    if (rank->state == RUN_LOST && rank->host)
        snprintf(s.text, sizeof(s.text), "on %.64s, not seen to end",
                 rank->host);
    else
        snprintf(s.text, sizeof(s.text), "%s", run_state_words(run, rank));
    return s;
}

static int add_rank(const struct run *run,
                    table_t *groups,
                    const struct run_rank *rank)
{
    char key[COLUMNS_TEXT];
    struct group *group;
    int *member;
    uint32_t n;

    snprintf(key, sizeof(key), "%s\n%s\n%s", state_of(run, rank).text,
             rank->inside.call ? rank->inside.call : "",
             rank->inside.where ? rank->inside.where : "");
    n = table_number(groups, key, strlen(key));
    if (n == TABLE_NONE)
        return -1;
    group = table_at(groups, n);
    if (!group->first) {
        group->first = rank;
        group->peer = rank->inside.peer;
        group->ranks.bytes = sizeof(int);
    }
    if (!(member = list_add(&group->ranks)))
        return -1;
    *member = rank->rank;
    if (rank->inside.peer != group->peer)
        group->peer = -1;
    group->at_least = group->at_least || rank->at_least;
    if (rank->inside.seconds > group->longest)
        group->longest = rank->inside.seconds;
    return 0;
}

/* Whether a rank that was in no call computed: what starts and ends MPI is
 * none that is noted, and no call is where they are only counted.
 */
static bool computed(const struct run *run, const struct run_rank *rank)
{
    return strcmp(run->level, "counts") != 0 && rank->state != RUN_STARTING
           && rank->state != RUN_FINISHING;
}

static void print_group(const struct run *run,
                        struct columns *p,
                        const struct group *g)
{
    const struct run_inside *inside = &g->first->inside;
    bool many = g->ranks.count > 1;
    const char *ranks =
        rank_list_text(run->arena, g->ranks.records, g->ranks.count);
    char since[64] = "", peer[64] = "";

    if (!ranks)
        return;
    if (g->longest <= 0 && g->at_least)
        snprintf(since, sizeof(since), ", nobody saw for how long");
    else if (g->longest > 0)
        snprintf(since, sizeof(since), ", for %s%s%s", many ? "up to " : "",
                 unit_time(g->longest).text, g->at_least ? " or more" : "");
    if (g->peer >= 0)
        snprintf(peer, sizeof(peer), ", waiting for rank %d", g->peer);
    if (!inside->call)
        columns_wrap(p, 2, "rank%s %s: %s%s", many ? "s" : "",
                     columns_fit(p, ranks, 40, false),
                     state_of(run, g->first).text,
                     computed(run, g->first) ? ", while computing" : "");
    else
        columns_wrap(p, 2, "rank%s %s: %s, in %s%s%s%s%s", many ? "s" : "",
                     columns_fit(p, ranks, 40, false),
                     state_of(run, g->first).text, inside->call,
                     inside->where ? " at " : "",
                     inside->where ? inside->where : "", peer, since);
}

void rank_ends_print(const struct run *run, struct columns *p, size_t most)
{
    table_t *groups = table_create(sizeof(struct group));
    bool all = groups != NULL;

    for (size_t i = 0; all && i < run->ranks; i++)
        if (run->rank[i].state != RUN_FINISHED
            && run->rank[i].state != RUN_SUCCEEDED)
            all = add_rank(run, groups, &run->rank[i]) == 0;
    for (size_t i = 0; groups && i < table_count(groups); i++) {
        struct group *group = table_at(groups, i);

        if (all && i < most)
            print_group(run, p, group);
        list_clear(&group->ranks);
    }
    if (all && table_count(groups) > most)
        fprintf(p->out, "  and %zu other places\n",
                table_count(groups) - most);
    table_destroy(groups);
}
