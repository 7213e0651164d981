/* suggest_report.c - print what 'mitosis suggest' proposes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/emit.h"
#include "base/error.h"
#include "command/suggest/suggest_code.h"
#include "command/suggest/suggest_report.h"
#include "report/model/units.h"

enum { NAMED = 12 }; /* things that are listed in a line, at most */

static const char *comment(const struct suggest_proposal *p)
{
    return p->language == VARIABLES_FORTRAN ? "!" : "//";
}

static void list(FILE *out, const struct string_list *l, const char *what)
{
    if (l->count == 0)
        return;
    fprintf(out, "\n%s: ", what);
    for (size_t i = 0; i < l->count && i < NAMED; i++)
        fprintf(out, "%s%s", i > 0 ? ", " : "", l->text[i]);
    if (l->count > NAMED)
        fprintf(out, ", and %zu more", l->count - NAMED);
    fprintf(out, "\n");
}

static void print_line(const struct suggest_proposal *p,
                       const struct suggest_line *line,
                       FILE *out)
{
    if (line->allocated)
        fprintf(out, "        %s %s, allocated in %s\n", comment(p),
                line->variable, line->allocated);
    if (line->remark)
        fprintf(out, "        %s %s\n", comment(p), line->remark);
    fprintf(out, "    +   %s%s%s\n",
            strcmp(line->layout, "unknown") == 0 ? comment(p) : "",
            strcmp(line->layout, "unknown") == 0 ? " " : "", line->code);
}

static const char counted[] =
    "a do loop cannot carry on, as it counts by itself: go round with "
    "'do while'";

static void print_place(const struct suggest_proposal *p, FILE *out)
{
    const char *file = basename(p->file);
    const struct suggest_line *line = p->lines.records;

    fprintf(out, "\nThe main loop of rank %s is in %s(), ", p->ranks,
            p->function);
    if (p->looped)
        fprintf(out, "%s:%d.\n", file, p->loop.head);
    else
        fprintf(out, "around %s:%d (%s: %s).\n", file, p->line, p->file,
                p->unlooped);
    if (p->outer > 0)
        fprintf(out,
                "That loop is in another one, in line %d. If that one goes "
                "round more than once,\nput all of this there: what is "
                "registered before it, and the sync first in its body.\n",
                p->outer);
    fprintf(out, "\n");
    if (!p->included) {
        if (p->include > 0)
            fprintf(out, "%s, behind line %d:\n", file, p->include);
        else
            fprintf(out, "%s, at the top:\n", file);
        fprintf(out, "    +   %s\n", suggest_code_include(p->language));
    }
    fprintf(out, "%s, before the loop in line %d:\n", file,
            p->looped ? p->loop.head : p->line);
    for (size_t i = 0; i < p->lines.count; i++)
        print_line(p, &line[i], out);
    if (p->lines.count == 0)
        fprintf(out,
                "        %s nothing that variables seen here lead to is "
                "written\n",
                comment(p));
    if (!p->synced)
        fprintf(out,
                "%s, first in the body of the loop, %s line %d:\n    +   "
                "%s%s\n",
                file, p->looped ? "behind" : "in",
                p->looped ? p->loop.first : p->line,
                suggest_code_sync(p->language),
                p->looped && p->loop.bare ? "  (the body needs braces)" : "");
    if (p->looped && p->loop.counted)
        fprintf(out, "        ! %s\n", counted);
    list(out, &p->constant,
         "Not written in two iterations, so start-up may do for them");
    list(out, &p->seldom,
         "Assigned in the loop, and as before after two iterations; register "
         "what one leaves for another");
    list(out, &p->unseen,
         "What could not be seen or told; look at these yourself");
    if (p->lost)
        fprintf(out, "(A compiler keeps all variables with -O0 -g.)\n");
}

/* What is left out in silence, whatever the program. */
static const char beyond[] =
    "Not looked at: variables of other functions than the loop's that are "
    "neither global nor pointed to; memory of libraries and of "
    "MPI_Alloc_mem(); containers but std::vector; what pointers in an array "
    "or a list lead to; arrays of variable length, and characters of Fortran; "
    "numbers that the loop's own lines do not assign, and other iterations "
    "do. "
    "Memory that is allocated anew, swapped or grown in other iterations may "
    "be missing above, or proposed by an address that it has left then. "
    "'mitosis prove' finds what was left out.";

/* What is to be said of several main loops, or "". */
static void tell_loops(const struct suggest_report *r, struct error *text)
{
    text->text[0] = '\0';
    if (r->places > 1)
        error_set(text,
                  "The ranks disagree: they have %zu main loops, and a change "
                  "takes all of them in mito_sync().\nPut it into one loop "
                  "that all go round, if there is one, or else into each of "
                  "these.",
                  r->places);
}

void suggest_report_print(const struct suggest_report *r, FILE *out)
{
    struct error loops;

    fprintf(out,
            "This is a proposal: two iterations of %s were watched, with "
            "%d rank%s",
            r->program, r->ranks, unit_plural((uint64_t)r->ranks));
    if (r->others > 0)
        fprintf(out, " and with %d", r->others);
    fprintf(out, ".\nWhat is written in others, or read and not written, is "
                 "not known.\n");
    if (r->why)
        fprintf(out,
                "How sizes go with the number of ranks is not known: "
                "%s\n",
                r->why);
    tell_loops(r, &loops);
    if (*loops.text)
        fprintf(out, "\n%s\n", loops.text);
    for (size_t i = 0; i < r->places; i++)
        print_place(&r->place[i], out);
    for (size_t i = 0; i < r->notes.count; i++)
        fprintf(out, "\nnote: %s\n", r->notes.text[i]);
    fprintf(out, "\n%s\n", beyond);
    fprintf(out, "\nNext, with these lines in it: %s\n", r->next);
}

static void emit_list(struct emit *e,
                      const char *key,
                      const struct string_list *l)
{
    emit_array(e, key, false);
    for (size_t i = 0; i < l->count; i++)
        emit_text(e, NULL, l->text[i]);
    emit_end(e);
}

static void emit_place(struct emit *e, const struct suggest_proposal *p)
{
    static const char *const languages[] = { "c", "c++", "fortran" };
    const struct suggest_line *line = p->lines.records;

    emit_object(e, NULL, true);
    emit_text(e, "ranks", p->ranks);
    emit_text(e, "language", languages[p->language]);
    emit_text(e, "function", p->function);
    emit_text(e, "file", p->file);
    emit_bool(e, "loop_found", p->looped);
    emit_integer(e, "include_behind", p->include);
    emit_text(e, "include",
              p->included ? "" : suggest_code_include(p->language));
    emit_integer(e, "outer_loop", p->outer);
    emit_integer(e, "register_before", p->looped ? p->loop.head : p->line);
    emit_integer(e, "sync_behind", p->looped ? p->loop.first : p->line);
    emit_text(e, "sync", p->synced ? "" : suggest_code_sync(p->language));
    emit_text(e, "loop_remark", p->looped && p->loop.counted ? counted : "");
    emit_array(e, "register", true);
    for (size_t i = 0; i < p->lines.count; i++) {
        emit_object(e, NULL, false);
        emit_text(e, "variable", line[i].variable);
        emit_text(e, "type", line[i].type);
        emit_text(e, "layout", line[i].layout);
        emit_text(e, "code", line[i].code);
        emit_text(e, "remark", line[i].remark ? line[i].remark : "");
        emit_text(e, "allocated", line[i].allocated ? line[i].allocated : "");
        emit_end(e);
    }
    emit_end(e);
    emit_list(e, "constant", &p->constant);
    emit_list(e, "seldom", &p->seldom);
    emit_list(e, "unseen", &p->unseen);
    emit_end(e);
}

void suggest_report_json(const struct suggest_report *r, FILE *out)
{
    struct error loops;
    struct emit e;

    tell_loops(r, &loops);
    for (char *at = loops.text; (at = strchr(at, '\n')); at++)
        *at = ' ';
    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_bool(&e, "proposal", true);
    emit_text(&e, "program", r->program);
    emit_integer(&e, "ranks", r->ranks);
    emit_integer(&e, "other_ranks", r->others);
    emit_text(&e, "why_no_other", r->why ? r->why : "");
    emit_text(&e, "loops_remark", loops.text);
    emit_array(&e, "loops", true);
    for (size_t i = 0; i < r->places; i++)
        emit_place(&e, &r->place[i]);
    emit_end(&e);
    emit_list(&e, "notes", &r->notes);
    emit_text(&e, "not_looked_at", beyond);
    emit_text(&e, "next", r->next);
    emit_finish(&e);
}
