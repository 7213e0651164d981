/* folder.c - what a job's folders hold for a report
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "job/files.h"
#include "report/gather/folder.h"

static int compare_pages(const void *a, const void *b)
{
    const struct folder_page *x = a, *y = b;
    int order =
        (x->generation > y->generation) - (x->generation < y->generation);

    if (order == 0)
        order = (x->rank > y->rank) - (x->rank < y->rank);
    return order ? order : strcmp(x->path, y->path);
}

static int take_file(struct folder *f,
                     const char *folder,
                     const char *name,
                     arena_t *a)
{
    unsigned generation;
    int rank;
    enum files_kind kind = files_kind(name, &generation, &rank);
    struct folder_page *page;
    const char *path;

    if (kind != FILES_PAGE
        && (kind != FILES_PART || generation <= f->part_generation))
        return 0;
    if (!(path = arena_print(a, "%s/%s", folder, name)))
        return -1;
    if (kind == FILES_PART) {
        f->part = path;
        f->part_generation = generation;
        return 0;
    }
    if (!(page = list_add(&f->pages)))
        return -1;
    *page = (struct folder_page){ generation, rank, path };
    return 0;
}

static int read_folder(struct folder *f,
                       const char *folder,
                       arena_t *a,
                       struct error *err)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int rc = 0;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while (rc == 0 && (entry = readdir(dir)))
        if (take_file(f, folder, entry->d_name, a) < 0)
            rc = error_set(err, "%s: %s", folder, strerror(ENOMEM));
    closedir(dir);
    return rc;
}

/* Forget the pages that the part stands for; they come first. */
static void drop_folded(struct folder *f)
{
    struct folder_page *page = f->pages.records;
    size_t folded = 0;

    while (folded < f->pages.count
           && page[folded].generation <= f->part_generation)
        folded++;
    if (folded > 0)
        memmove(page, page + folded,
                (f->pages.count - folded) * sizeof(*page));
    f->pages.count -= folded;
}

int folder_read(struct folder *f,
                const char *const *folders,
                size_t count,
                arena_t *a,
                struct error *err)
{
    *f = (struct folder){ .pages.bytes = sizeof(struct folder_page) };
    for (size_t i = 0; i < count; i++)
        if (read_folder(f, folders[i], a, err) < 0)
            return -1;
    if (f->pages.count > 0)
        qsort(f->pages.records, f->pages.count, sizeof(struct folder_page),
              compare_pages);
    drop_folded(f);
    return 0;
}

void folder_clear(struct folder *f)
{
    list_clear(&f->pages);
}

size_t folder_next(const struct folder *f, size_t from)
{
    const struct folder_page *page = f->pages.records;
    size_t next = from;

    while (next < f->pages.count
           && page[next].generation == page[from].generation)
        next++;
    return next;
}
