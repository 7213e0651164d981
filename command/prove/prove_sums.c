/* prove_sums.c - sums of the state of one run, sync by sync
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "command/prove/prove_sums.h"
#include "migrate/layout/row_sum.h"

/* ---- the files ---- */

static int add_file(struct prove_sums *t,
                    const char *folder,
                    const char *name,
                    struct error *err)
{
    unsigned generation;
    int rank, used = 0;

    if (sscanf(name, "sums-%u-%d%n", &generation, &rank, &used) < 2
        || name[used])
        return 0;
    if (!grow(&t->file, sizeof(t->file[0]), t->files, &t->files_room))
        return error_set(err, "out of memory");
    t->file[t->files] = sums_file_read(folder, generation, rank, err);
    return t->file[t->files] ? (t->files++, 0) : -1;
}

static int compare_files(const void *a, const void *b)
{
    const struct sums_file *x = *(struct sums_file *const *)a;
    const struct sums_file *y = *(struct sums_file *const *)b;

    if (x->generation != y->generation)
        return x->generation < y->generation ? -1 : 1;
    return x->rank - y->rank;
}

static int read_files(struct prove_sums *t,
                      const char *folder,
                      struct error *err)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int rc = 0;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while (rc == 0 && (entry = readdir(dir)))
        rc = add_file(t, folder, entry->d_name, err);
    closedir(dir);
    if (t->files > 0)
        qsort(t->file, t->files, sizeof(t->file[0]), compare_files);
    return rc;
}

/* How many files of a generation begin at 'at'; 0 if it is not one of each
 * rank, or they are not of the same things.
 */
static size_t files_of(const struct prove_sums *t, size_t at)
{
    const struct sums_file *first = t->file[at];
    size_t count = (size_t)first->ranks;

    if (count > t->files - at)
        return 0;
    for (size_t r = 0; r < count; r++)
        if (t->file[at + r]->generation != first->generation
            || t->file[at + r]->rank != (int)r
            || t->file[at + r]->ranks != first->ranks
            || t->file[at + r]->items != t->file[0]->items)
            return 0;
    return count;
}

/* ---- the rows ---- */

static int is_of_sync(const void *sync, const void *record)
{
    uint64_t wanted = *(const uint64_t *)sync;
    uint64_t is = ((const struct sums_record *)record)->sync;

    return (wanted > is) - (wanted < is);
}

static const struct sums_record *find(const struct sums_file *f, uint64_t sync)
{
    return f->records > 0 ? bsearch(&sync, f->record, f->records,
                                    sizeof(f->record[0]), is_of_sync)
                          : NULL;
}

/* What all ranks have alike is that of the first one. */
static uint64_t sum_item(const struct prove_row *row,
                         const struct sums_item *item,
                         size_t i)
{
    uint64_t sum = 0, before = 0;

    if (item->spread == ITEM_REPLICATED)
        return row->ranked[0]->value[i].sum;
    for (int r = 0; r < row->ranks; r++) {
        const struct sums_value *v = &row->ranked[r]->value[i];

        sum += row_sum_move(v->sum, before);
        before += v->rows;
    }
    return sum;
}

/* Add the row of 'sync', if all of these files have it. */
static int add_row(struct prove_sums *t,
                   struct sums_file *const *file,
                   uint64_t sync,
                   struct error *err)
{
    struct prove_row row = { .sync = sync,
                             .generation = file[0]->generation,
                             .ranks = file[0]->ranks };
    bool complete = true;

    row.ranked = calloc((size_t)row.ranks, sizeof(row.ranked[0]));
    row.sum = calloc(t->items + 1, sizeof(row.sum[0]));
    if (!row.ranked || !row.sum
        || !grow(&t->row, sizeof(t->row[0]), t->rows, &t->rows_room)) {
        free(row.ranked);
        free(row.sum);
        return error_set(err, "no memory for %zu syncs", t->rows);
    }
    for (int r = 0; r < row.ranks; r++) {
        row.ranked[r] = find(file[r], sync);
        complete = complete && row.ranked[r];
        if (complete && row.ranked[r]->wrong)
            row.wrong = row.ranked[r]->wrong;
    }
    for (size_t i = 0; complete && !row.wrong && i < t->items; i++)
        row.sum[i] = sum_item(&row, &t->item[i], i);
    if (complete) {
        t->row[t->rows++] = row;
    } else {
        free(row.ranked);
        free(row.sum);
    }
    return 0;
}

static uint64_t first_sync(const struct sums_file *f)
{
    return f->records > 0 ? f->record[0].sync : 0;
}

static uint64_t last_sync(const struct sums_file *f)
{
    return f->records > 0 ? f->record[f->records - 1].sync : 0;
}

/* Whether these ranks have told of the same syncs, and went on where those
 * before had stopped.
 */
static bool are_in_step(struct sums_file *const *file,
                        uint64_t before,
                        uint64_t every)
{
    for (int r = 1; r < file[0]->ranks; r++)
        if (file[r]->records != file[0]->records
            || first_sync(file[r]) != first_sync(file[0])
            || last_sync(file[r]) != last_sync(file[0]))
            return false;
    return before == 0
           || (first_sync(file[0]) > before
               && first_sync(file[0]) <= before + every);
}

/* Add the rows of one generation. */
static int add_rows(struct prove_sums *t,
                    struct sums_file *const *file,
                    uint64_t every,
                    struct error *err)
{
    t->in_step = t->in_step && are_in_step(file, t->last, every);
    for (size_t n = 0; n < file[0]->records; n++)
        if (add_row(t, file, file[0]->record[n].sync, err) < 0)
            return -1;
    t->reached = last_sync(file[0]);
    for (int r = 0; r < file[0]->ranks; r++) {
        if (last_sync(file[r]) > t->last)
            t->last = last_sync(file[r]);
        if (last_sync(file[r]) < t->reached)
            t->reached = last_sync(file[r]);
    }
    return 0;
}

static int fill(struct prove_sums *t, uint64_t every, struct error *err)
{
    size_t count;

    t->in_step = true;
    t->ranks = t->file[0]->ranks;
    t->items = t->file[0]->items;
    t->item = t->file[0]->item;
    for (size_t at = 0; at < t->files; at += count) {
        if (!(count = files_of(t, at)))
            return error_set(err,
                             "not all ranks have written down their sums: "
                             "those on other hosts need the same folder "
                             "(--folder)");
        if (add_rows(t, &t->file[at], every, err) < 0)
            return -1;
    }
    return 0;
}

struct prove_sums *prove_sums_read(const char *folder,
                                   uint64_t every,
                                   struct error *err)
{
    struct prove_sums *t = calloc(1, sizeof(*t));

    if (!t)
        return error_null(err, "out of memory");
    if (read_files(t, folder, err) == 0) {
        if (t->files == 0)
            error_set(err, "no rank told of its state");
        else if (fill(t, every, err) == 0)
            return t;
    }
    prove_sums_free(t);
    return NULL;
}

void prove_sums_free(struct prove_sums *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->rows; i++) {
        free(t->row[i].ranked);
        free(t->row[i].sum);
    }
    for (size_t i = 0; i < t->files; i++)
        sums_file_free(t->file[i]);
    free(t->row);
    free(t->file);
    free(t);
}

const struct prove_row *prove_sums_find(const struct prove_sums *t,
                                        uint64_t sync)
{
    for (size_t i = 0; i < t->rows; i++)
        if (t->row[i].sync == sync)
            return &t->row[i];
    return NULL;
}
