/* suggest_marks.c - the call by which each rank's main loop is watched
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "command/suggest/source_text.h"
#include "command/suggest/suggest_marks.h"

/* The way to a call, from main() on: the loops that it is in, and the lines in
 * which the next function is called.
 */
struct way_step {
    const char *file;
    int line;
    bool loop;
};

enum { STEPS = 200 };

struct way {
    int count;
    struct way_step step[STEPS];
};

struct search {
    const struct run *run;
    const char *program;
    symbols_t *s;
    arena_t *a;
    int rank;
    bool failed;
};

/* ---- the program ---- */

bool suggest_marks_in_program(const struct run *run,
                              struct run_frame frame,
                              const char *program)
{
    char real[PATH_MAX];

    return frame.object < run->objects
           && realpath(run->object[frame.object].path, real)
           && strcmp(real, program) == 0;
}

/* The object that comes last in paths is where main() is. */
int suggest_marks_program(const struct run *run,
                          char *program,
                          struct error *err)
{
    for (size_t i = 0; i < run->objects; i++)
        if (run->arguments > 0 && realpath(run->object[i].path, program)) {
            char said[PATH_MAX];

            if (realpath(run->program[0], said) && strcmp(said, program) == 0)
                return 0;
        }
    for (size_t i = 0; i < run->paths; i++)
        for (unsigned k = run->path[i].depth; k-- > 0;) {
            struct run_frame frame = run->path[i].frames[k];

            if (frame.object < run->objects
                && !strstr(run->object[frame.object].path, ".so")
                && realpath(run->object[frame.object].path, program))
                return 0;
        }
    return error_set(err,
                     "no main loop is found, as the program itself makes no "
                     "call of MPI that is watched%s",
                     run->ranks == 1 ? "; with one rank there may be none in "
                                       "its loop: try more, -n 2"
                                     : "");
}

uint64_t suggest_mark_count(const struct suggest_mark *mark, int ranks)
{
    int rounds = mark->over_ranks ? ranks - mark->left_out : 1;

    return mark->marks * (uint64_t)(rounds > 0 ? rounds : 1);
}

/* In the profile's round a call may come several times; but in that of a loop
 * which it is directly in it comes once.
 */
uint64_t suggest_mark_rounds(const struct suggest_mark *mark)
{
    return mark->widened ? mark->rounds : mark->rounds * mark->marks;
}

uint64_t suggest_mark_calls(const struct suggest_mark *mark,
                            const struct run *run)
{
    size_t ranks = 0;

    for (size_t i = 0; i < run->visits; i++)
        ranks += run->visit[i].path == mark->path;
    return ranks > 0 && mark->path < run->paths
               ? run->path[mark->path].count / ranks
               : 0;
}

/* ---- ways ---- */

static void add_step(struct way *way, const char *file, int line, bool loop)
{
    if (way->count < STEPS)
        way->step[way->count++] = (struct way_step){ file, line, loop };
}

static void add_line(struct way *way,
                     const struct symbols_frame *f,
                     enum variables_language language)
{
    struct source_loop loop[SOURCE_LOOP_DEEP];
    char *text = f->file && *f->file ? source_text_read(f->file) : NULL;
    int count = text ? source_text_loops(text, language, f->line, loop) : 0;

    for (int i = 0; i < count; i++)
        add_step(way, f->file, loop[i].head, true);
    add_step(way, f->file ? f->file : f->function, f->line, false);
    free(text);
}

static void find_way(struct search *s, uint32_t path, struct way *way)
{
    const struct run_path *p = &s->run->path[path];

    way->count = 0;
    for (unsigned i = p->depth; i-- > 0;) {
        uint64_t at = p->frames[i].offset;
        struct symbols_place place;

        if (!suggest_marks_in_program(s->run, p->frames[i], s->program))
            continue;
        if (symbols_find(s->s, at - 1, s->a, &place) < 0) {
            s->failed = true;
            return;
        }
        for (unsigned k = place.count; k-- > 0;)
            add_line(way, &place.frame[k], variables_language(s->s, at));
    }
}

/* Up to the last loop. */
static void keep_loops(struct way *way, int count)
{
    while (count > 0 && !way->step[count - 1].loop)
        count--;
    way->count = count;
}

/* How many steps both have in common. */
static int common_steps(const struct way *a, const struct way *b)
{
    int i = 0;

    while (i < a->count && i < b->count && a->step[i].line == b->step[i].line
           && a->step[i].loop == b->step[i].loop
           && strcmp(a->step[i].file, b->step[i].file) == 0)
        i++;
    return i;
}

/* Whether a call that goes this way is in the loop itself, and in none within
 * it.
 */
static bool is_direct(const struct way *way, const struct way *loop)
{
    if (common_steps(way, loop) < loop->count)
        return false;
    for (int i = loop->count; i < way->count; i++)
        if (way->step[i].loop)
            return false;
    return true;
}

/* ---- marks ---- */

static const struct run_visit *visit_of(const struct search *s,
                                        int rank,
                                        uint32_t path)
{
    for (size_t i = 0; i < s->run->visits; i++)
        if (s->run->visit[i].rank == rank && s->run->visit[i].path == path)
            return &s->run->visit[i];
    return NULL;
}

/* Where a rank has no loop of those that are known, as a worker of a master
 * may have none, it goes round where it calls most.
 */
static uint32_t most_frequent(const struct search *s)
{
    const struct run *run = s->run;
    uint32_t best = RUN_NOWHERE;

    for (size_t i = 0; i < run->visits; i++) {
        uint32_t path = run->visit[i].path;

        if (run->visit[i].rank == s->rank && path < run->paths
            && (best == RUN_NOWHERE
                || run->path[path].count > run->path[best].count))
            best = path;
    }
    return best;
}

/* How often the path comes in each of so many rounds. */
static uint64_t marks_in(const struct search *s,
                         uint32_t path,
                         uint64_t rounds)
{
    struct suggest_mark mark = { .path = path };
    uint64_t marks = 0;

    if (rounds > 0)
        marks = (suggest_mark_calls(&mark, s->run) + rounds / 2) / rounds;
    return marks + (marks == 0);
}

/* The path of the mark of the rank's iterations.  Where the ranks do not agree
 * a rank has a loop of its own.
 */
static struct suggest_mark mark_of(const struct search *s)
{
    const struct run_iterations *it = &s->run->iterations;
    struct suggest_mark mark = { .path = RUN_NOWHERE, .marks = 1 };

    if (it->found && it->path < s->run->paths
        && visit_of(s, s->rank, it->path)) {
        mark.path = it->path;
        mark.rounds = it->count;
        mark.marks = marks_in(s, it->path, it->count);
        return mark;
    }
    for (size_t i = 0; i < it->loops && mark.path == RUN_NOWHERE; i++)
        if (it->loop[i].path < s->run->paths
            && visit_of(s, s->rank, it->loop[i].path)) {
            mark.path = it->loop[i].path;
            mark.rounds = it->loop[i].count;
        }
    if (mark.path == RUN_NOWHERE && (it->found || it->loops > 0))
        mark.path = most_frequent(s);
    return mark;
}

/* Narrow 'loop' down to what is around all calls of a round. */
static void find_loop(struct search *s, unsigned number, struct way *loop)
{
    static struct way other;

    for (size_t i = 0; i < s->run->visits; i++) {
        const struct run_visit *v = &s->run->visit[i];
        struct way common = *loop;

        if (v->rank != s->rank || v->loop != number)
            continue;
        find_way(s, v->path, &other);
        keep_loops(&common, common_steps(&common, &other));
        if (common.count > 0)
            *loop = common;
    }
}

/* Find a call of the round that is directly in the loop.  Returns whether
 * there is one.
 */
static bool take_direct(struct search *s,
                        unsigned number,
                        const struct way *loop,
                        struct suggest_mark *mark)
{
    static struct way way;

    for (size_t i = 0; i < s->run->visits; i++) {
        const struct run_visit *v = &s->run->visit[i];

        if (v->rank != s->rank || v->loop != number)
            continue;
        find_way(s, v->path, &way);
        if (!is_direct(&way, loop))
            continue;
        mark->path = v->path;
        return true;
    }
    return false;
}

/* Where calls of a loop with more rounds are directly in the same one of the
 * source, it has as many: the calls before come in some of them only.
 */
static void take_more_rounds(struct search *s,
                             const struct way *loop,
                             struct suggest_mark *mark)
{
    const struct run_iterations *it = &s->run->iterations;

    for (size_t i = 0; i < it->loops; i++) {
        const struct run_visit *v = visit_of(s, s->rank, it->loop[i].path);

        if (!v || v->loop == 0 || it->loop[i].count <= mark->rounds
            || !take_direct(s, v->loop, loop, mark))
            continue;
        mark->rounds = it->loop[i].count;
        mark->marks = marks_in(s, mark->path, mark->rounds);
    }
}

static void refine(struct search *s, struct suggest_mark *mark)
{
    const struct run_visit *v = visit_of(s, s->rank, mark->path);
    static struct way own, loop;

    if (!v || v->loop == 0)
        return;
    find_way(s, mark->path, &own);
    loop = own;
    keep_loops(&loop, loop.count);
    find_loop(s, v->loop, &loop);
    if (loop.count == 0)
        return;
    mark->file = loop.step[loop.count - 1].file;
    mark->head = loop.step[loop.count - 1].line;
    if (!is_direct(&own, &loop) && take_direct(s, v->loop, &loop, mark))
        mark->marks = marks_in(s, mark->path, mark->rounds);
    take_more_rounds(s, &loop, mark);
}

struct suggest_mark *suggest_marks_find(const struct run *run,
                                        const char *program,
                                        symbols_t *symbols,
                                        arena_t *a,
                                        struct error *err)
{
    struct search s = { .run = run, .program = program, .s = symbols, .a = a };
    struct suggest_mark *mark = arena_take(a, run->ranks, sizeof(*mark));
    uint32_t *coarse = arena_take(a, run->ranks, sizeof(*coarse));

    if (!mark || !coarse)
        return error_null(err, "%s", strerror(ENOMEM));
    for (size_t i = 0; i < run->ranks; i++) {
        size_t before = 0;

        s.rank = (int)i;
        mark[i] = mark_of(&s);
        coarse[i] = mark[i].path;
        /* Ranks that share a loop are watched at the same call. */
        while (before < i
               && (coarse[before] != coarse[i]
                   || !visit_of(&s, s.rank, mark[before].path)))
            before++;
        if (before < i)
            mark[i] = mark[before];
        else if (mark[i].path != RUN_NOWHERE)
            refine(&s, &mark[i]);
    }
    if (s.failed)
        return error_null(err, "%s", strerror(ENOMEM));
    return mark;
}
