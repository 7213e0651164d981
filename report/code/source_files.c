/* source_files.c - the source files of a program, by as much of their paths as
 * it takes to tell them apart
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "report/code/source_files.h"
#include "report/model/table.h"

/* A source file and the part of its path that is shown. */
struct source {
    const char *path;
    const char *shown;
};

struct source_files {
    table_t *table; /* of struct source, by path */
};

/* Take "//", "/." and "/a/.." out of a path from the root. */
static void straighten(char *path)
{
    char *to = path;
    size_t len;

    for (const char *from = path; *from; from += len) {
        from += strspn(from, "/");
        len = strcspn(from, "/");
        if (len == 2 && strncmp(from, "..", len) == 0) {
            while (to > path && *--to != '/')
                ;
        } else if (len > 0 && !(len == 1 && *from == '.')) {
            *to++ = '/';
            memmove(to, from, len);
            to += len;
        }
    }
    *to = '\0';
}

const char *source_files_path(const char *folder, const char *file, arena_t *a)
{
    bool whole = file[0] == '/' || !file[0] || !folder;
    char *path =
        arena_print(a, "%s%s%s", whole ? "" : folder, whole ? "" : "/", file);

    if (path && path[0] == '/')
        straighten(path);
    return path;
}

source_files_t *source_files_create(void)
{
    source_files_t *s = calloc(1, sizeof(*s));

    if (s && !(s->table = table_create(sizeof(struct source)))) {
        free(s);
        return NULL;
    }
    return s;
}

void source_files_destroy(source_files_t *s)
{
    if (s) {
        table_destroy(s->table);
        free(s);
    }
}

static struct source *find(source_files_t *s, const char *path)
{
    uint32_t n = table_number(s->table, path, strlen(path));

    return n == TABLE_NONE ? NULL : table_at(s->table, n);
}

int source_files_note(source_files_t *s, const char *path)
{
    struct source *source = find(s, path);

    if (!source)
        return -1;
    source->path = path;
    return 0;
}

/* ---- what is shown ---- */

/* One more part of the path than is shown now. */
static const char *widen(const char *path, const char *shown)
{
    if (shown > path)
        for (shown--; shown > path && shown[-1] != '/';)
            shown--;
    return shown;
}

static bool is_shown_twice(table_t *table, const char *shown)
{
    unsigned times = 0;

    for (size_t i = 0; i < table_count(table); i++) {
        const struct source *source = table_at(table, i);
        size_t path = strlen(source->path), len = strlen(shown);

        /* Another path that ends in the same parts. */
        if (path >= len && strcmp(source->path + path - len, shown) == 0
            && (path == len || source->path[path - len - 1] == '/'))
            times++;
    }
    return times > 1;
}

void source_files_shorten(source_files_t *s)
{
    for (size_t i = 0; i < table_count(s->table); i++) {
        struct source *source = table_at(s->table, i);

        source->shown = basename(source->path);
        while (source->shown > source->path
               && is_shown_twice(s->table, source->shown))
            source->shown = widen(source->path, source->shown);
    }
}

const char *source_files_shown(source_files_t *s, const char *path)
{
    return find(s, path)->shown;
}

/* ---- in the report ---- */

int source_files_keep(source_files_t *s, struct run *run)
{
    size_t count = table_count(s->table);
    struct run_source *to = arena_take(run->arena, count, sizeof(*to));

    if (!to)
        return -1;
    run->source = to;
    for (size_t i = 0; i < count; i++) {
        const struct source *from = table_at(s->table, i);

        if (from->path[0] == '/')
            to[run->sources++] =
                (struct run_source){ from->shown, from->path };
    }
    return 0;
}

static struct run_source *named(const struct run *run, const char *name)
{
    for (size_t i = 0; i < run->sources; i++)
        if (strcmp(run->source[i].name, name) == 0)
            return &run->source[i];
    return NULL;
}

static int add(struct run *to, const struct run_source *from)
{
    struct run_source *known = named(to, from->name);
    struct run_source copy = { arena_print(to->arena, "%s", from->name),
                               arena_print(to->arena, "%s", from->path) };

    if (!copy.name || !copy.path)
        return -1;
    if (!known)
        to->source[to->sources++] = copy;
    else if (strcmp(known->path, from->path) != 0)
        known->path = "";
    return 0;
}

int source_files_join(struct run *to, const struct run *from)
{
    size_t most = to->sources + from->sources;
    struct run_source *list;

    if (from->sources == 0)
        return 0;
    if (!(list = arena_take(to->arena, most, sizeof(*list))))
        return -1;
    if (to->sources > 0)
        memcpy(list, to->source, to->sources * sizeof(*list));
    to->source = list;
    for (size_t i = 0; i < from->sources; i++)
        if (add(to, &from->source[i]) < 0)
            return -1;
    return 0;
}
