/* made_up_run.c - what ranks have written down of a run that never was
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/command/prove/made_up_run.h"
#include "tests/tap.h"

static char folder[64];

static int remove_one(const char *path,
                      const struct stat *status,
                      int type,
                      struct FTW *at)
{
    (void)status, (void)type, (void)at;
    return remove(path);
}

void made_up_remove(void)
{
    if (*folder)
        nftw(folder, remove_one, 8, FTW_DEPTH);
    *folder = '\0';
}

const char *made_up_folder(void)
{
    if (!*folder) {
        strcpy(folder, "/tmp/mitosis-made-up-XXXXXX");
        if (!mkdtemp(folder))
            abort();
    }
    return folder;
}

static struct manifest *make(unsigned generation, int rank)
{
    static const struct {
        const char *name;
        uint64_t spread, flags, halo;
    } things[] = {
        { "all", ITEM_REPLICATED, 0, 0 },
        { "fixed", ITEM_BLOCK, ITEM_CONSTANT, 0 },
        { "own", ITEM_LOCAL, 0, 0 },
        { "rows", ITEM_BLOCK, 0, 1 },
    };
    struct manifest *m = manifest_create(NULL);

    m->rank = (uint64_t)rank;
    m->size = 2;
    m->generation = generation;
    for (int i = 0; i < MADE_UP_ITEMS; i++) {
        struct item item = { .file = "made_up.c",
                             .line = (uint64_t)i + 1,
                             .spread = things[i].spread,
                             .flags = things[i].flags,
                             .halo = things[i].halo,
                             .extent = 8,
                             .row = 1,
                             .block = 1,
                             .count = 1,
                             .group = ITEM_NONE,
                             .index = ITEM_NONE };

        strcpy(item.name, things[i].name);
        if (manifest_add(m, &item, NULL) < 0)
            abort();
    }
    return m;
}

void made_up_write(unsigned generation,
                   int rank,
                   uint64_t from,
                   uint64_t to,
                   made_up_edit_t *edit)
{
    struct manifest *m = make(generation, rank);

    if (sums_file_begin(made_up_folder(), m, NULL) < 0)
        abort();
    for (m->sync = from; m->sync <= to; m->sync++) {
        struct sums_value value[MADE_UP_ITEMS] = {
            [MADE_UP_ALL] = { .sum = 100 + m->sync },
            [MADE_UP_FIXED] = { .sum = 7, .rows = 1 },
            [MADE_UP_OWN] = { .sum = m->sync * 3 + (uint64_t)rank },
            [MADE_UP_ROWS] = { .sum = m->sync + 10 * (uint64_t)rank,
                               .rows = 3,
                               .whole = m->sync + 20 },
        };

        if (edit)
            edit(rank, m->sync, value);
        sums_file_add(made_up_folder(), m, value, NULL);
    }
    manifest_destroy(m);
}

void made_up_run(struct prove_run *r,
                 uint64_t syncs,
                 uint64_t change,
                 made_up_edit_t *edit,
                 const char *lines)
{
    char *words = strdup(lines), *state, *word;

    memset(r, 0, sizeof(*r));
    made_up_remove();
    for (int rank = 0; rank < 2; rank++) {
        made_up_write(1, rank, 1, change ? change - 1 : syncs, edit);
        if (change)
            made_up_write(2, rank, change, syncs, edit);
    }
    r->ended = true;
    r->table = prove_sums_read(made_up_folder(), 1, &r->untold);
    if (!r->table)
        diag("%s", r->untold.text);
    for (word = strtok_r(words, " ", &state); word;
         word = strtok_r(NULL, " ", &state))
        string_list_add(&r->output, "%s", word);
    free(words);
    made_up_remove();
    if (!r->table)
        abort();
}
