/* suggest_rarely_written.c - numbers that the loop assigns, but not in the
 * iterations that were watched
 *
 * "if (e > peak) peak = e;" does nothing in most of them.  By its value such a
 * number cannot be told from one that start-up has set, so the lines of the
 * loop are looked through for its name.  A number that is given the same value
 * in each iteration before it is used is none: it begins in no line that
 * stands further in than the body does, or it counts a loop.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/common/words.h"
#include "command/suggest/source_text.h"
#include "command/suggest/suggest_proposal_internal.h"

enum { LINE = 1000 };

/* The lines of the loop's body. */
struct body {
    const char *text;
    size_t count;
    struct body_line {
        const char *at;
        size_t length, indent;
    } line[LINE];
};

static bool is_within(const struct suggest_proposal *p,
                      const char *text,
                      int line)
{
    struct source_loop loop[SOURCE_LOOP_DEEP];
    int count = source_text_loops(text, p->language, line, loop);

    for (int i = 0; i < count; i++)
        if (loop[i].head == p->loop.head)
            return true;
    return false;
}

/* What follows the statement that the head and the body may be, in a line. */
static void find_body(struct body *b,
                      const struct suggest_proposal *p,
                      const char *text)
{
    int number = 1;

    b->count = 0;
    for (const char *at = text; at && *at && b->count < LINE; number++) {
        size_t length = strcspn(at, "\n");

        if (number > p->loop.first) {
            if (!is_within(p, text, number))
                return;
            if (strspn(at, " \t\r") < length)
                b->line[b->count++] =
                    (struct body_line){ at, length, strspn(at, " \t") };
        }
        at += length + (at[length] == '\n');
    }
}

/* "x = ", "x += ", "x++" or "++x". */
static bool is_set(const struct body_line *l, const char *at, size_t length)
{
    const char *behind = at + length + strspn(at + length, " \t");
    const char *sign = behind + strspn(behind, "+-*/%&|^<>");

    if (strncmp(behind, "++", 2) == 0 || strncmp(behind, "--", 2) == 0)
        return true;
    if (at - l->at > 1 && strchr("+-", at[-1]) && at[-1] == at[-2])
        return true;
    return *sign == '=' && sign[1] != '=' && sign[1] != '>'
           && (sign == behind || !strchr("<>", sign[-1])
               || sign - behind == 2);
}

/* Whether it is set there in each iteration, whatever came before: in a
 * statement of the body itself, or as the counter of a loop.
 */
static bool is_begun(const struct body *b,
                     const struct body_line *l,
                     const char *at)
{
    size_t before;

    while (at > l->at && strchr(" \t", at[-1]))
        at--;
    before = (size_t)(at - l->at);
    if (before == 0 || at[-1] == ';')
        return l->indent <= b->line[0].indent && !memchr(l->at, '{', before);
    return strchr("(,", at[-1]) != NULL
           || (before > 1 && strncmp(at - 2, "do", 2) == 0);
}

static bool is_seldom(const struct body *b, const char *name)
{
    bool named = false, set = false;
    size_t length;

    name = source_text_own_name(name);
    for (const char *at; (at = strstr(name, "::"));)
        name = at + 2;
    length = strlen(name);
    for (size_t i = 0; i < b->count && !set; i++) {
        const struct body_line *l = &b->line[i];
        const char *at = l->at, *end = at + l->length;

        for (; (at = source_text_name(l->at, end, at, name)); at++) {
            set = set || is_set(l, at, length);
            if (!named && is_set(l, at, length) && is_begun(b, l, at))
                return false;
            named = true;
        }
    }
    return set;
}

void suggest_rarely_written_find(struct suggest_work *w, const char *text)
{
    static struct body body;

    find_body(&body, w->p, text);
    for (size_t i = 0; i < w->m->count; i++) {
        const struct loop_variable *item = &w->m->item[i];

        if (suggest_proposal_is_still(w, item)
            && is_seldom(&body, item->one.name))
            words_add(&w->p->seldom, "%s (%s)", item->one.name,
                      item->one.type);
    }
}
