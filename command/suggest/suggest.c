/* suggest.c - propose what a program registers to be malleable
 *
 * It runs three times: to see where its iterations are, to watch what memory
 * two of them write, and to do so with another number of ranks.  The last two
 * are made again where a loop over the ranks, or over a few of something, was
 * taken for the main one, which only the values of its numbers tell.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/common/commands.h"
#include "command/common/say.h"
#include "command/common/setup.h"
#include "command/doctor/try_program.h"
#include "command/run/program.h"
#include "command/suggest/suggest_report.h"
#include "command/suggest/suggest_runs.h"

enum {
    RANKS = 1024,
    ENOUGH = 6, /* iterations to watch two */
    AROUND = 3, /* loops around one that are tried, at most */
    NAMED = 8,  /* ranks that are listed */
};

struct suggest {
    struct prove_options line;
    struct settings settings;
    char *folder;
    char program[PATH_MAX];
    struct run *run;
    struct suggest_mark *mark; /* of each rank */
    size_t dumps, first;
    struct memory_dump *dump;
    symbols_t *symbols;
    arena_t *arena;
    bool widened; /* the marks were, and what follows is seen anew */
    struct error why;
    struct suggest_report report;
};

/* ---- runs ---- */

static int read_dumps(struct suggest *s,
                      const char *folder,
                      int ranks,
                      struct error *err)
{
    char path[PATH_MAX];
    struct memory_dump *more =
        realloc(s->dump, (s->dumps + (size_t)ranks) * sizeof(*more));

    if (!more)
        return error_set(err, "%s", strerror(errno));
    s->dump = more;
    for (int i = 0; i < ranks; i++) {
        struct memory_dump *d = &s->dump[s->dumps];

        snprintf(path, sizeof(path), "%.2000s/" DUMP_NAME, folder, i);
        if (access(path, R_OK) < 0)
            continue;
        if (memory_dump_read(d, path, err) < 0) {
            memory_dump_clear(d);
            return -1;
        }
        d->place = d->head.at;
        if (d->moments == DUMP_MOMENTS)
            s->dumps++;
        else
            memory_dump_clear(d);
    }
    return 0;
}

/* Watch a run with so many ranks, 0 for as many as were said. */
static int watch(struct suggest *s, int ranks, struct error *err)
{
    int count = ranks > 0 ? ranks : s->report.ranks;
    char folder[PATH_MAX];
    int rc;

    snprintf(folder, sizeof(folder), "%.2000s/%s-%d", s->folder,
             s->widened ? "watch-around" : "watch", count);
    if (mkdir(folder, 0700) < 0 && errno != EEXIST)
        return error_set(err, "%s: %s", folder, strerror(errno));
    if (s->first == 0)
        rc =
            suggest_runs_plan(s->run, s->mark, count, folder, s->program, err);
    else
        rc = suggest_runs_plan_again(s->dump, s->first, s->mark, count, folder,
                                     s->program, err);
    if (rc < 0 || suggest_runs_watch(&s->line, ranks, folder, err) < 0)
        return -1;
    return interrupt_came(err) ? -1 : read_dumps(s, folder, count, err);
}

static int other_size(const struct suggest *s)
{
    if (s->line.sizes > 0)
        return s->line.size[0];
    return 2 * s->report.ranks;
}

/* Without the second run there is less to tell, and still something. */
static void watch_other(struct suggest *s)
{
    int ranks = other_size(s);

    if (!prove_options_can_resize(&s->line)) {
        s->report.why = "it is more than one program";
        return;
    }
    if (ranks == s->report.ranks || (s->line.sized && s->line.sizes == 0)) {
        s->report.why = "no other number was to be tried";
        return;
    }
    if (watch(s, ranks, &s->why) < 0) {
        s->report.why = s->why.text;
        return;
    }
    if (s->dumps == s->first)
        s->report.why = "with that number no rank came to the loop often "
                        "enough";
    else
        s->report.others = ranks;
}

/* ---- proposals ---- */

static int propose(struct suggest *s, uint64_t place, struct error *err)
{
    struct loop_variables m = { 0 };
    struct suggest_proposal *more =
        realloc(s->report.place, (s->report.places + 1) * sizeof(*more));

    m.view = arena_take(s->arena, s->dumps, sizeof(*m.view));
    m.ranks = arena_take(s->arena, s->dumps, sizeof(*m.ranks));
    if (!more || !m.view || !m.ranks)
        return error_set(err, "%s", strerror(ENOMEM));
    s->report.place = more;
    for (size_t i = 0; i < s->dumps; i++) {
        if (s->dump[i].place != place)
            continue;
        m.ranks[m.views] = i < s->first ? s->report.ranks : s->report.others;
        m.view[m.views++] = &s->dump[i];
        m.first += i < s->first;
        if (s->dump[i].unseen)
            words_add(&s->report.notes,
                      "not all memory of rank %d could be looked at",
                      s->dump[i].head.rank);
    }
    if (m.first == 0)
        return 0;
    if (suggest_proposal_make(&more[s->report.places], &m,
                              &s->mark[m.view[0]->head.rank], s->symbols,
                              s->arena, err)
        < 0) {
        suggest_proposal_clear(&more[s->report.places]);
        return -1;
    }
    s->report.places++;
    return 0;
}

static int propose_all(struct suggest *s, struct error *err)
{
    for (size_t i = 0; i < s->first; i++) {
        size_t before = 0;

        while (s->dump[before].place != s->dump[i].place)
            before++;
        if (before == i && propose(s, s->dump[i].place, err) < 0)
            return -1;
    }
    return 0;
}

static void clear_places(struct suggest *s)
{
    for (size_t i = 0; i < s->report.places; i++)
        suggest_proposal_clear(&s->report.place[i]);
    s->report.places = 0;
}

/* Ranks that were stopped at several calls in one loop are looked at together:
 * they share the lines.  Returns whether there are such.
 */
static bool join_places(struct suggest *s)
{
    const struct suggest_proposal *p = s->report.place;
    bool joined = false;

    for (size_t i = 1; i < s->report.places; i++) {
        size_t same = 0;

        while (same < i
               && (!p[i].looped || !p[same].looped
                   || strcmp(p[same].file, p[i].file) != 0
                   || p[same].loop.head != p[i].loop.head))
            same++;
        for (size_t k = 0; k < s->dumps && same < i; k++)
            if (s->dump[k].place == p[i].at) {
                s->dump[k].place = p[same].at;
                joined = true;
            }
    }
    return joined;
}

/* Whether a line of the program itself is on the way to a call. */
static bool has_lines(const struct suggest *s)
{
    for (size_t i = 0; i < s->run->paths; i++)
        for (unsigned k = s->run->path[i].depth; k-- > 0;) {
            struct run_frame frame = s->run->path[i].frames[k];
            struct symbols_place place;

            if (suggest_marks_in_program(s->run, frame, s->program)
                && symbols_find(s->symbols, frame.offset - 1, s->arena, &place)
                       == 0
                && place.count > 0 && place.frame[0].file)
                return true;
        }
    return false;
}

static int find_marks(struct suggest *s, struct error *err)
{
    bool changed;

    if (suggest_marks_program(s->run, s->program, err) < 0)
        return -1;
    s->symbols = symbols_open(s->program, NULL, 0, &changed, err);
    if (s->symbols && program_look(s->program) == PROGRAM_NO_MPI
        && !has_lines(s))
        return error_set(err,
                         "%s has neither MPI nor lines of its own: it seems "
                         "to be an interpreter, and their programs, as those "
                         "of Python, cannot be looked into",
                         s->program);
    if (s->symbols)
        s->mark =
            suggest_marks_find(s->run, s->program, s->symbols, s->arena, err);
    return s->mark ? 0 : -1;
}

/* No rank came to its loop often enough. */
static int not_seen(const struct suggest *s, struct error *err)
{
    const struct suggest_mark *best = s->mark;

#if !defined __x86_64__
    return error_set(err, "a program can be watched on x86-64 only");
#endif
    for (int i = 1; i < s->report.ranks; i++)
        if (s->mark[i].rounds > best->rounds)
            best = &s->mark[i];
    if (best->path == RUN_NOWHERE || best->rounds == 0)
        return error_set(err, "no rank has a main loop that could be watched");
    if (best->rounds > ENOUGH)
        return error_set(err,
                         "the main loop went round %" PRIu64 " times by its "
                         "%s, and when it was watched it did not",
                         best->rounds, s->run->path[best->path].call);
    return error_set(err,
                     "the main loop goes round %" PRIu64 " times by its %s, "
                     "and watching two iterations takes about six: have the "
                     "program do more of them",
                     best->rounds, s->run->path[best->path].call);
}

static void note_malleable(struct suggest *s)
{
    if (program_is_malleable(s->program))
        words_add(&s->report.notes,
                  "the program calls mito_sync() already, by which its loop "
                  "is known; all that it would register is proposed, whether "
                  "it does so or not");
}

/* Where a rank was watched at its mito_sync() no call has to mark its loop. */
static void note_synced(struct suggest *s)
{
    for (size_t i = 0; i < s->first; i++)
        if (s->dump[i].head.sync)
            s->mark[s->dump[i].head.rank] = (struct suggest_mark){
                .path = RUN_NOWHERE, .marks = 1, .synced = true
            };
}

static bool was_seen(const struct suggest *s, size_t from, size_t to, int rank)
{
    while (from < to && s->dump[from].head.rank != rank)
        from++;
    return from < to;
}

/* Ranks that do something else than those that have a loop. */
static void note_idle(struct suggest *s)
{
    for (int rank = 0; rank < s->report.ranks; rank++)
        if (!was_seen(s, 0, s->first, rank))
            words_add(&s->report.notes,
                      "rank %d was not seen to come to a main loop often "
                      "enough",
                      rank);
}

/* The same of the second run, by whose sizes the others go. */
static void note_idle_others(struct suggest *s)
{
    const char *text = "";
    int count = 0;

    for (int rank = 0; rank < s->report.others; rank++)
        if (!was_seen(s, s->first, s->dumps, rank) && count++ < NAMED)
            text =
                arena_print(s->arena, "%s%s%d", text, *text ? ", " : "", rank);
    if (count > NAMED)
        text = arena_print(s->arena, "%s and %d more", text, count - NAMED);
    if (count > 0)
        words_add(&s->report.notes,
                  "with %d ranks, rank%s %s %s not seen to come to a main "
                  "loop often enough; how sizes go with the number of ranks "
                  "is known by the others only",
                  s->report.others, count == 1 ? "" : "s", text,
                  count == 1 ? "was" : "were");
}

static int watch_and_propose(struct suggest *s, struct error *err)
{
    if (watch(s, 0, err) < 0)
        return -1;
    s->first = s->dumps;
    if (s->first == 0)
        return not_seen(s, err);
    note_malleable(s);
    note_synced(s);
    note_idle(s);
    watch_other(s);
    note_idle_others(s);
    if (interrupt_came(err) || propose_all(s, err) < 0)
        return -1;
    if (!join_places(s))
        return 0;
    clear_places(s);
    string_list_clear(&s->report.notes);
    note_malleable(s);
    note_idle(s);
    note_idle_others(s);
    return propose_all(s, err);
}

static void clear_proposals(struct suggest *s)
{
    for (size_t i = 0; i < s->dumps; i++)
        memory_dump_clear(&s->dump[i]);
    s->dumps = s->first = 0;
    clear_places(s);
    s->report.others = 0;
    s->report.why = NULL;
    string_list_clear(&s->report.notes);
}

/* Have the mark stand for rounds of the loop around. */
static void widen_mark(const struct suggest *s,
                       const struct suggest_proposal *p,
                       struct suggest_mark *mark)
{
    if (p->over_ranks) {
        mark->over_ranks = true;
        mark->left_out = p->left_out;
        mark->rounds /=
            suggest_mark_count(mark, s->report.ranks) / mark->marks;
    } else {
        mark->rounds = suggest_mark_rounds(mark) / (uint64_t)p->times;
        mark->marks = (mark->widened ? mark->marks : 1) * (uint64_t)p->times;
    }
    mark->widened = true;
    mark->file = p->file;
    mark->head = p->outer;
}

/* The mark of the first rank that is at the place. */
static const struct suggest_mark *mark_at(const struct suggest *s,
                                          uint64_t place)
{
    size_t i = 0;

    while (s->dump[i].place != place)
        i++;
    return &s->mark[s->dump[i].head.rank];
}

/* All ranks sync in one loop: where that of a proposal is in the one of other
 * ranks, note this as the loop around, and how often they go round in it.
 */
static void look_around(const struct suggest *s, struct suggest_proposal *p)
{
    const struct suggest_mark *mark = mark_at(s, p->at);
    uint64_t calls = suggest_mark_calls(mark, s->run);

    if (mark->widened)
        calls /= suggest_mark_count(mark, s->report.ranks);
    for (size_t i = 0; i < s->report.places; i++) {
        const struct suggest_proposal *q = &s->report.place[i];
        const struct suggest_mark *other = mark_at(s, q->at);
        uint64_t rounds = suggest_mark_calls(other, s->run)
                          / suggest_mark_count(other, s->report.ranks);

        if (!p->looped || !q->looped || strcmp(p->file, q->file) != 0
            || rounds == 0 || calls < rounds
            || !suggest_proposal_is_around(p, q->loop.head))
            continue;
        p->outer = q->loop.head;
        p->times = (int)((calls + rounds / 2) / rounds);
        return;
    }
}

/* Take the loop around, where that of a proposal goes over the ranks within
 * it, or over a few of something, or other ranks have it.  Returns whether one
 * does.
 */
static bool widen_marks(struct suggest *s)
{
    bool widened = false;

    for (size_t i = 0; i < s->report.places; i++) {
        struct suggest_proposal *p = &s->report.place[i];

        if (!p->over_ranks && p->times == 0)
            look_around(s, p);
        if ((!p->over_ranks && p->times == 0) || p->outer == 0)
            continue;
        widened = s->widened = true;
        for (size_t k = 0; k < s->first; k++)
            if (s->dump[k].place == p->at)
                widen_mark(s, p, &s->mark[s->dump[k].head.rank]);
    }
    return widened;
}

static int suggest(struct suggest *s, struct error *err)
{
    s->folder = trial_folder(s->line.folder, "suggest", err);
    if (!s->folder
        || !(s->run = suggest_runs_profile(&s->line, s->folder, err)))
        return -1;
    s->report.ranks = (int)s->run->ranks;
    if (interrupt_came(err))
        return -1;
    if (s->run->ranks > RANKS)
        return error_set(err,
                         "%zu ranks are too many to watch; a smaller run "
                         "tells the same",
                         s->run->ranks);
    if (find_marks(s, err) < 0 || watch_and_propose(s, err) < 0)
        return -1;
    for (int around = 0; around < AROUND && widen_marks(s); around++) {
        clear_proposals(s);
        if (watch_and_propose(s, err) < 0)
            return -1;
    }
    return 0;
}

static char *next_command(const struct prove_options *l)
{
    struct string_list words = { 0 };

    words_add_all(&words, "mitosis", "prove", NULL);
    prove_options_pass(l, 0, &words);
    for (size_t i = 0; i < l->program.count; i++)
        words_add(&words, "%s", l->program.text[i]);
    return words_type(&words);
}

static void clear(struct suggest *s)
{
    if (s->folder && !s->line.folder)
        trial_folder_remove(s->folder);
    free(s->folder);
    clear_proposals(s);
    free(s->dump);
    free(s->report.place);
    symbols_close(s->symbols);
    arena_destroy(s->arena);
    run_destroy(s->run);
    prove_options_clear(&s->line);
}

static int tell(struct suggest *s)
{
    char *next = next_command(&s->line);

    s->report.next = next;
    s->report.program = s->line.program.text[0];
    if (s->line.json)
        suggest_report_json(&s->report, stdout);
    else
        suggest_report_print(&s->report, stdout);
    free(next);
    return EXIT_SUCCESS;
}

int command_suggest(char *argv[])
{
    static struct suggest s;
    struct error err = { "" };
    int status;

    setup_read(&s.settings);
    if (prove_options_parse(&s.line, "suggest", argv, &s.settings, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (s.line.help)
        status = command_explain("suggest");
    else if (!(s.arena = arena_create()))
        status = fail(EXIT_FAILURE, "out of memory");
    else {
        interrupt_catch();
        status = suggest(&s, &err) < 0 ? fail(EXIT_FAILURE, "%s", err.text)
                                       : tell(&s);
    }
    clear(&s);
    interrupt_end();
    return status;
}
