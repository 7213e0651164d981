/* rank_list.c - lists of ranks as people write them: "0-3,8"
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/model/rank_list.h"

/* A text that grows range by range. */
struct ranges {
    FILE *out;
    char *text;
    size_t bytes;
};

static int start(struct ranges *r)
{
    return (r->out = open_memstream(&r->text, &r->bytes)) ? 0 : -1;
}

static void add(struct ranges *r, int first, int last)
{
    fprintf(r->out, "%s%d", ftell(r->out) > 0 ? "," : "", first);
    if (last > first)
        fprintf(r->out, "%c%d", last > first + 1 ? '-' : ',', last);
}

static char *finish(struct ranges *r, arena_t *a)
{
    char *copy = NULL;

    if (fclose(r->out) == 0)
        copy = arena_copy(a, r->text, r->bytes);
    free(r->text);
    return copy;
}

char *rank_list_text(arena_t *a, const int *ranks, size_t count)
{
    struct ranges r;

    if (start(&r) < 0)
        return NULL;
    for (size_t i = 0, last; i < count; i = last + 1) {
        for (last = i; last + 1 < count; last++)
            if (ranks[last + 1] != ranks[last] + 1)
                break;
        add(&r, ranks[i], ranks[last]);
    }
    return finish(&r, a);
}

int rank_list_missing(struct run *run)
{
    struct ranges r;
    int next = 0;
    char *text;

    if (start(&r) < 0)
        return -1;
    for (size_t i = 0; i < run->ranks; i++) {
        if (run->rank[i].rank > next)
            add(&r, next, run->rank[i].rank - 1);
        next = run->rank[i].rank + 1;
    }
    if (next < run->size)
        add(&r, next, run->size - 1);
    if (!(text = finish(&r, run->arena)))
        return -1;
    run->missing = text;
    return 0;
}
