/* resolve.c - turn the addresses of a run into functions and lines
 *
 * Each address is looked up once.  Only when all are known is it clear how
 * much of a file's path is needed to tell it from the others.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "profile/page.h"
#include "report/code/resolve.h"
#include "report/code/source_files.h"
#include "report/code/symbols.h"
#include "report/model/order.h"
#include "report/model/table.h"

enum { STACK_SIZE = 8 * 1024 * 1024 };

/* An address, and what it turned out to be. */
struct place {
    bool known;
    struct run_frame at;
    bool skip;  /* in a library that is not the program's own */
    bool apart; /* its line has the same call elsewhere, too */
    bool program;
    unsigned count;
    const char *text[SYMBOLS_INLINED];
    struct symbols_place found;
};

struct resolve {
    struct run *run;
    symbols_t **symbols; /* of each object, when it is open */
    bool *tried;
    bool *changed;
    table_t *places; /* of struct place, by address */
    source_files_t *sources;
    table_t *texts;    /* of const char *, by themselves */
    table_t *sites;    /* of struct run_site, by call and texts */
    uint32_t *site_of; /* of each path */
    bool cut;          /* of a path less is shown than was asked for */
};

static symbols_t *symbols_of(struct resolve *r, uint64_t object)
{
    const struct run_object *o = &r->run->object[object];

    if (!r->tried[object]) {
        r->tried[object] = true;
        r->symbols[object] =
            symbols_open(o->path, o->build_id, o->build_id_bytes,
                         &r->changed[object], NULL);
    }
    return r->symbols[object];
}

static int note_sources(struct resolve *r, const struct symbols_place *found)
{
    for (unsigned i = 0; i < found->count; i++)
        if (found->frame[i].file
            && source_files_note(r->sources, found->frame[i].file) < 0)
            return -1;
    return 0;
}

static int find_place(struct resolve *r, struct run_frame at)
{
    uint32_t n = table_number(r->places, &at, sizeof(at));
    struct place *place;
    symbols_t *s;

    if (n == TABLE_NONE)
        return -1;
    place = table_at(r->places, n);
    if (place->known)
        return 0;
    place->known = true;
    place->at = at;
    if (at.object >= r->run->objects)
        return 0;
    place->skip = page_is_between(r->run->object[at.object].path);
    if (place->skip || !(s = symbols_of(r, at.object)))
        return 0;
    if (symbols_find(s, at.offset - 1, r->run->arena, &place->found) < 0)
        return -1;
    place->program = place->found.program;
    return note_sources(r, &place->found);
}

static struct place *place_of(struct resolve *r, struct run_frame at)
{
    return table_at(r->places, table_number(r->places, &at, sizeof(at)));
}

/* How many functions of a path are shown. */
static unsigned depth_of(const struct run *run)
{
    return run->depth < 1 || run->depth > SITE_FRAMES ? 1 : run->depth;
}

/* As far out as it is shown: what called that may be in a library with much
 * to read, such as the C library's debug file.
 */
static int find_path(struct resolve *r, const struct run_path *path)
{
    unsigned count = 0;
    bool program = false;

    for (unsigned i = 0;
         i < path->depth && !program && count < depth_of(r->run); i++) {
        const struct place *place;

        if (find_place(r, path->frames[i]) < 0)
            return -1;
        place = place_of(r, path->frames[i]);
        program = place->program;
        if (!place->skip)
            count += place->found.count > 0 ? place->found.count : 1;
    }
    return 0;
}

static int find_places(struct resolve *r)
{
    const struct run *run = r->run;

    for (size_t i = 0; i < run->paths; i++)
        if (find_path(r, &run->path[i]) < 0)
            return -1;
    for (size_t i = 0; i < run->ranks; i++)
        if (run->rank[i].inside.call
            && find_place(r, run->rank[i].inside.at) < 0)
            return -1;
    return 0;
}

/* The first place of a path that is shown, if it is known to a column. */
static struct place *place_of_call(struct resolve *r,
                                   const struct run_path *path)
{
    for (unsigned i = 0; i < path->depth && i < depth_of(r->run); i++) {
        struct place *place = place_of(r, path->frames[i]);

        if (!place->skip)
            return place->found.count > 0 && place->found.frame[0].file
                           && place->found.frame[0].column > 0
                       ? place
                       : NULL;
    }
    return NULL;
}

/* What a line has of a call. */
struct column {
    int first;
    bool several; /* it is made elsewhere in the line, too */
};

static struct column *column_of(struct resolve *r,
                                table_t *columns,
                                const char *call,
                                const struct symbols_frame *frame)
{
    char *key =
        arena_print(r->run->arena, "%s %s %d", call, frame->file, frame->line);
    uint32_t n = key ? table_number(columns, key, strlen(key)) : TABLE_NONE;

    return n == TABLE_NONE ? NULL : table_at(columns, n);
}

/* A line with the same call twice, as in two loops, is two places, which are
 * told apart by their columns.
 */
static int find_columns(struct resolve *r)
{
    table_t *columns = table_create(sizeof(struct column));
    int rc = columns ? 0 : -1;

    for (int tell = 0; rc == 0 && tell < 2; tell++)
        for (size_t i = 0; rc == 0 && i < r->run->paths; i++) {
            struct place *place = place_of_call(r, &r->run->path[i]);
            struct column *column;
            int is;

            if (!place)
                continue;
            is = place->found.frame[0].column;
            column = column_of(r, columns, r->run->path[i].call,
                               &place->found.frame[0]);
            if (!column) {
                rc = -1;
            } else if (tell) {
                place->apart = place->apart || column->several;
            } else {
                column->several =
                    column->several || (column->first && column->first != is);
                column->first = is;
            }
        }
    table_destroy(columns);
    return rc;
}

static const char *describe_frame(struct resolve *r,
                                  const struct symbols_frame *frame,
                                  bool apart,
                                  const char *object)
{
    arena_t *a = r->run->arena;

    if (!frame->file)
        return arena_print(a, "%s+0x%" PRIx64 " (%s)", frame->function,
                           frame->offset, object);
    if (!frame->file[0])
        return arena_print(a, "%s (%s)", frame->function, object);
    if (apart)
        return arena_print(a, "%s (%s:%d:%d)", frame->function,
                           source_files_shown(r->sources, frame->file),
                           frame->line, frame->column);
    return arena_print(a, "%s (%s:%d)", frame->function,
                       source_files_shown(r->sources, frame->file),
                       frame->line);
}

static const char *describe_address(struct resolve *r, struct run_frame at)
{
    if (at.object >= r->run->objects)
        return arena_print(r->run->arena, "code outside of any file");
    return arena_print(r->run->arena, "%s+0x%" PRIx64 "%s",
                       basename(r->run->object[at.object].path),
                       at.offset > 0 ? at.offset - 1 : 0,
                       r->changed[at.object] ? " (changed since)" : "");
}

static int describe_place(struct resolve *r, struct place *place)
{
    for (unsigned i = 0; i < place->found.count; i++) {
        const char *object = basename(r->run->object[place->at.object].path);

        place->text[i] = describe_frame(r, &place->found.frame[i],
                                        place->apart && i == 0, object);
        if (!place->text[i])
            return -1;
    }
    place->count = place->found.count;
    if (place->count == 0) {
        if (!(place->text[0] = describe_address(r, place->at)))
            return -1;
        place->count = 1;
    }
    return 0;
}

static int describe_places(struct resolve *r)
{
    source_files_shorten(r->sources);
    if (find_columns(r) < 0)
        return -1;
    for (size_t i = 0; i < table_count(r->places); i++)
        if (describe_place(r, table_at(r->places, i)) < 0)
            return -1;
    return 0;
}

/* The frames of a path that are shown.  Returns how many.  One that was cut
 * may still be as deep as was asked for, or come up to main().
 */
static unsigned user_frames(struct resolve *r,
                            const struct run_path *path,
                            const char *frames[SITE_FRAMES])
{
    unsigned depth = depth_of(r->run), count = 0;
    bool program = false;

    for (unsigned i = 0; i < path->depth && !program && count < depth; i++) {
        const struct place *place = place_of(r, path->frames[i]);

        program = place->program;
        for (unsigned k = 0; !place->skip && k < place->count; k++)
            if (count < depth)
                frames[count++] = place->text[k];
    }
    r->cut = r->cut || (path->cut && !program && count < depth);
    if (count == 0)
        frames[count++] = place_of(r, path->frames[0])->text[0];
    return count;
}

/* The one copy of a text, so that equal ones have equal addresses. */
static const char *one_text(struct resolve *r, const char *text)
{
    uint32_t n = table_number(r->texts, text, strlen(text));
    const char **one;

    if (n == TABLE_NONE)
        return NULL;
    one = table_at(r->texts, n);
    if (!*one)
        *one = text;
    return *one;
}

static int add_site(struct resolve *r, size_t n)
{
    const struct run_path *path = &r->run->path[n];
    const char *key[SITE_FRAMES + 1] = { path->call };
    unsigned depth = user_frames(r, path, key + 1);
    struct run_site *site;

    for (unsigned i = 1; i <= depth; i++)
        if (!(key[i] = one_text(r, key[i])))
            return -1;
    r->site_of[n] = table_number(r->sites, key, (depth + 1) * sizeof(*key));
    if (r->site_of[n] == TABLE_NONE)
        return -1;
    site = table_at(r->sites, r->site_of[n]);
    if (!site->call) {
        site->call = path->call;
        site->depth = depth;
        site->frames = arena_take(r->run->arena, depth, sizeof(*site->frames));
        if (!site->frames)
            return -1;
        memcpy(site->frames, key + 1, depth * sizeof(*site->frames));
    }
    site->count += path->count;
    site->seconds += path->seconds;
    site->waiting += path->waiting;
    site->bytes += path->bytes;
    return 0;
}

/* What is known of a site while the visits are gone through. */
struct visitors {
    size_t last;    /* the rank that came last, and 1 */
    double waiting; /* of that one, so far */
    double least;   /* of those before it */
    int least_rank;
};

/* All of a rank's visits to a site are there. */
static void end_rank(struct visitors *v, const struct run_site *site)
{
    if (site->ranks == 1 || (site->ranks > 1 && v->waiting < v->least)) {
        v->least = v->waiting;
        v->least_rank = (int)v->last - 1;
    }
    v->waiting = 0;
}

/* Whom the others wait for.  A rank that never comes here waits the least, but
 * is not waited for.
 */
static void end_site(const struct run *run,
                     struct visitors *v,
                     struct run_site *site)
{
    end_rank(v, site);
    if (site->ranks != run->ranks || site->ranks < 2)
        return;
    site->for_last = fmax(0, site->waiting - site->ranks * v->least);
    site->last = v->least_rank;
}

/* Visits come rank by rank. */
static int count_ranks(struct resolve *r)
{
    size_t sites = table_count(r->sites);
    struct visitors *visitors = calloc(sites + 1, sizeof(*visitors));

    if (!visitors)
        return -1;
    for (size_t i = 0; i < r->run->visits; i++) {
        const struct run_visit *visit = &r->run->visit[i];
        uint32_t n = r->site_of[visit->path];
        struct run_site *site = table_at(r->sites, n);

        if (visitors[n].last != (size_t)visit->rank + 1) {
            end_rank(&visitors[n], site);
            visitors[n].last = (size_t)visit->rank + 1;
            site->ranks++;
        }
        visitors[n].waiting += visit->waiting;
    }
    for (uint32_t n = 0; n < sites; n++)
        end_site(r->run, &visitors[n], table_at(r->sites, n));
    free(visitors);
    return 0;
}

static int make_sites(struct resolve *r)
{
    struct run *run = r->run;

    for (size_t i = 0; i < run->paths; i++)
        if (add_site(r, i) < 0)
            return -1;
    if (count_ranks(r) < 0)
        return -1;
    run->sites = table_count(r->sites);
    run->site = arena_take(run->arena, run->sites, sizeof(*run->site));
    if (!run->site)
        return -1;
    if (run->sites > 0) {
        memcpy(run->site, table_at(r->sites, 0),
               run->sites * sizeof(*run->site));
        qsort(run->site, run->sites, sizeof(*run->site), order_sites);
    }
    return 0;
}

static int tell_cut(struct resolve *r)
{
    if (!r->cut)
        return 0;
    return run_unseen(r->run,
                      "call paths that came up after watching had cost "
                      "more than 1 %% of the time are told by their "
                      "last function only");
}

static const char *mark_of(struct resolve *r, uint32_t path)
{
    const struct run_site *site;

    if (path >= r->run->paths)
        return "";
    site = table_at(r->sites, r->site_of[path]);
    return arena_print(r->run->arena, "%s in %s", site->call, site->frames[0]);
}

static int name_others(struct resolve *r)
{
    struct run_iterations *it = &r->run->iterations;

    for (size_t i = 0; i < r->run->ranks; i++) {
        struct run_inside *inside = &r->run->rank[i].inside;

        if (inside->call && inside->at.object < r->run->objects
            && !place_of(r, inside->at)->skip)
            inside->where = place_of(r, inside->at)->text[0];
    }
    for (size_t i = 0; i < it->loops; i++)
        if (!(it->loop[i].mark = mark_of(r, it->loop[i].path)))
            return -1;
    if (!(it->mark = mark_of(r, it->path)))
        return -1;
    return source_files_keep(r->sources, r->run);
}

static int resolve_all(struct run *run, struct error *err)
{
    struct resolve r = { .run = run };
    int rc = -1;

    r.symbols = calloc(run->objects + 1, sizeof(*r.symbols));
    r.tried = calloc(run->objects + 1, sizeof(*r.tried));
    r.changed = calloc(run->objects + 1, sizeof(*r.changed));
    r.site_of = calloc(run->paths + 1, sizeof(*r.site_of));
    r.places = table_create(sizeof(struct place));
    r.sources = source_files_create();
    r.texts = table_create(sizeof(const char *));
    r.sites = table_create(sizeof(struct run_site));
    if (r.symbols && r.tried && r.changed && r.site_of && r.places && r.sources
        && r.texts && r.sites && find_places(&r) == 0
        && describe_places(&r) == 0 && make_sites(&r) == 0
        && tell_cut(&r) == 0)
        rc = name_others(&r);
    run->resolved = rc == 0;
    if (rc < 0)
        error_set(err, "the call sites: %s", strerror(ENOMEM));
    for (size_t i = 0; r.symbols && i < run->objects; i++)
        symbols_close(r.symbols[i]);
    free(r.symbols);
    free(r.tried);
    free(r.changed);
    free(r.site_of);
    table_destroy(r.places);
    source_files_destroy(r.sources);
    table_destroy(r.texts);
    table_destroy(r.sites);
    return rc;
}

struct task {
    struct run *run;
    struct error *err;
    int rc;
};

static void *on_thread(void *arg)
{
    struct task *task = arg;

    task->rc = resolve_all(task->run, task->err);
    return NULL;
}

static bool has_small_stack(void)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_STACK, &limit) < 0 || limit.rlim_cur < STACK_SIZE;
}

/* libdw needs more than 100 kB of stack, where the user may have set a limit
 * below that: then a thread has as much as we say.
 */
int resolve(struct run *run, struct error *err)
{
    struct task task = { .run = run, .err = err };
    pthread_attr_t attr;
    pthread_t thread;
    int wrong;

    if (run->resolved)
        return 0;
    if (!has_small_stack())
        return resolve_all(run, err);
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, STACK_SIZE);
    wrong = pthread_create(&thread, &attr, on_thread, &task);
    pthread_attr_destroy(&attr);
    if (wrong)
        return resolve_all(run, err);
    pthread_join(thread, NULL);
    return task.rc;
}
