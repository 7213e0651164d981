/* suggest_source_lines.c - the lines at which a program stood in its loop, and
 * allocated memory
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "command/suggest/source_text.h"
#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_proposal_internal.h"

/* The loop that the calls of an iteration have around them, or else the
 * innermost one.
 */
static void choose_loop(struct suggest_proposal *p,
                        const struct suggest_mark *mark,
                        const struct source_loop *around,
                        int count)
{
    int n = count - 1;

    if (mark->file && strcmp(mark->file, p->file) == 0)
        for (int i = 0; i < count; i++)
            if (around[i].head == mark->head)
                n = i;
    if (n < 0)
        return;
    p->looped = true;
    p->loop = around[n];
    /* Of two in a line the one cannot be told from the other. */
    p->outer =
        n > 0 && around[n - 1].head != p->loop.head ? around[n - 1].head : 0;
}

/* Why no loop is found around the line. */
static const char *why_unlooped(const struct suggest_proposal *p,
                                const char *text)
{
    size_t length;

    if (!text)
        return "it cannot be read";
    if (source_text_head(text, p->language, p->line, &length))
        return "its loop begins and ends in one line, in which what is "
               "before it and what is in it are not told apart; break that "
               "line";
    return "no loop is found around that line";
}

static void find_loop(struct suggest_proposal *p,
                      const struct suggest_mark *mark)
{
    struct source_loop around[SOURCE_LOOP_DEEP];
    char *text = source_text_read(p->file);

    p->unlooped = why_unlooped(p, text);
    if (!text)
        return;
    p->include = p->language == VARIABLES_FORTRAN
                     ? source_loop_uses(text, p->line)
                     : source_loop_includes(text);
    p->included =
        p->language == VARIABLES_FORTRAN
            ? source_loop_has_use(text, p->line, "mitosis")
            : source_loop_has_include(text, suggest_code_include(p->language));
    p->synced = mark->synced;
    choose_loop(p, mark, around,
                source_text_loops(text, p->language, p->line, around));
    free(text);
}

int suggest_source_lines_find(struct suggest_work *w, struct error *err)
{
    uint64_t at = w->m->view[0]->head.at;
    struct symbols_place place;
    struct suggest_proposal *p = w->p;

    p->at = at;
    if (symbols_find(w->s, at - 1, w->a, &place) < 0)
        return error_set(err, "%s", strerror(ENOMEM));
    if (place.count == 0 || !place.frame[0].file || !*place.frame[0].file)
        return error_set(err,
                         "the program has no lines and variables at its main "
                         "loop%s%s; compile it with -g",
                         place.count ? ", in " : "",
                         place.count ? place.frame[0].function : "");
    p->language = variables_language(w->s, at);
    for (unsigned i = place.count; i-- > 0 && !p->looped;) {
        p->function = place.frame[i].function;
        p->file = place.frame[i].file;
        p->line = place.frame[i].line;
        find_loop(p, w->mark);
    }
    return 0;
}

const char *suggest_source_lines_allocated(struct suggest_work *w,
                                           const struct loop_variable *item)
{
    const struct memory_dump_block *b = NULL;
    const char *text = NULL;
    int told = 0;

    for (size_t i = 0; i < w->m->views && !b; i++)
        if (item->seen[i].elements)
            b = memory_dump_block_of(w->m->view[i], SUGGEST_LAST,
                                     item->seen[i].elements);
    for (int i = 0; b && i < DUMP_FRAMES && b->frames[i] && told < 2; i++) {
        struct symbols_place place;

        if (symbols_find(w->s, b->frames[i] - 1, w->a, &place) < 0)
            return NULL;
        for (unsigned k = 0; k < place.count && told < 2; k++) {
            const struct symbols_frame *f = &place.frame[k];

            if (!f->file || !*f->file || strncmp(f->file, "/usr/", 5) == 0)
                continue;
            text = arena_print(w->a, "%s%s%s (%s:%d)", text ? text : "",
                               told++ ? ", called by " : "", f->function,
                               basename(f->file), f->line);
        }
    }
    return text;
}
