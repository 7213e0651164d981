/* source_loop.c - which loop of a source file a line is in
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "command/suggest/source_loop.h"

enum { WORD = 32 };

/* ---- C and C++ ---- */

/* A loop that is open, or a brace that is none. */
struct open_loop {
    bool loop;
    bool bare;
    int head, first;
    int round; /* parentheses that were open at its head */
};

struct reader {
    const char *at;
    int line;
    int round; /* "(" that are open */
    int depth;
    struct open_loop open[SOURCE_LOOP_DEEP];
    bool waiting; /* the head of a loop was read, its body comes */
    struct open_loop next;
};

static void skip_line(struct reader *r)
{
    while (*r->at && *r->at != '\n') {
        if (*r->at == '\\' && r->at[1] == '\n') {
            r->line++;
            r->at++;
        }
        r->at++;
    }
}

static void skip_comment(struct reader *r)
{
    for (r->at += 2; *r->at && strncmp(r->at, "*/", 2) != 0; r->at++)
        r->line += *r->at == '\n';
    if (*r->at)
        r->at += 2;
}

static void skip_quoted(struct reader *r)
{
    char quote = *r->at++;

    for (; *r->at && *r->at != quote && *r->at != '\n'; r->at++)
        if (*r->at == '\\' && r->at[1])
            r->at++;
    if (*r->at == quote)
        r->at++;
}

/* "1'000'000" in C++: its quotes are no text's. */
static void skip_number(struct reader *r)
{
    while (isalnum((unsigned char)*r->at)
           || (*r->at == '\'' && isalnum((unsigned char)r->at[1])))
        r->at++;
}

/* What is no code, or has neither words nor signs. */
static bool skip(struct reader *r)
{
    if (*r->at == '\n')
        r->line++;
    if (isspace((unsigned char)*r->at))
        r->at++;
    else if (strncmp(r->at, "//", 2) == 0 || *r->at == '#')
        skip_line(r);
    else if (strncmp(r->at, "/*", 2) == 0)
        skip_comment(r);
    else if (*r->at == '"' || *r->at == '\'')
        skip_quoted(r);
    else if (isdigit((unsigned char)*r->at))
        skip_number(r);
    else
        return false;
    return true;
}

static void push(struct reader *r, struct open_loop o)
{
    if (r->depth < SOURCE_LOOP_DEEP)
        r->open[r->depth++] = o;
}

/* The statement is over, and with it what had no braces. */
static void pop_bare(struct reader *r)
{
    while (r->depth > 0 && r->open[r->depth - 1].bare)
        r->depth--;
}

static void word(struct reader *r)
{
    char text[WORD];
    size_t length = 0;

    while (isalnum((unsigned char)r->at[length]) || r->at[length] == '_')
        length++;
    memcpy(text, r->at, length < WORD ? length : WORD - 1);
    text[length < WORD ? length : WORD - 1] = '\0';
    r->at += length;
    if (strcmp(text, "for") == 0 || strcmp(text, "while") == 0
        || strcmp(text, "do") == 0) {
        if (r->waiting)
            push(r, r->next);
        r->waiting = true;
        r->next = (struct open_loop){ true, true, r->line, r->line, r->round };
    } else if (r->waiting && r->round == r->next.round) {
        r->waiting = false;
        push(r, r->next);
    }
}

static void brace(struct reader *r)
{
    struct open_loop o = { false, false, 0, 0, r->round };

    if (r->waiting) {
        o = r->next;
        o.bare = false;
        o.first = r->line;
        r->waiting = false;
    }
    push(r, o);
}

static void closing_brace(struct reader *r)
{
    pop_bare(r);
    if (r->depth > 0)
        r->depth--;
    pop_bare(r);
}

static void sign(struct reader *r)
{
    char c = *r->at++;

    if (c == '(') {
        r->round++;
    } else if (c == ')') {
        r->round -= r->round > 0;
        r->next.first = r->line;
    } else if (c == '{') {
        brace(r);
    } else if (c == '}') {
        closing_brace(r);
    } else if (c == ';' && !(r->waiting && r->round > r->next.round)
               && (r->depth == 0 || r->round <= r->open[r->depth - 1].round)) {
        r->waiting = false; /* "while (x);", also that of "do" */
        pop_bare(r);
    }
}

/* The loops among what is open. */
static int take_loops(const struct open_loop *open,
                      int depth,
                      struct source_loop *loop)
{
    int count = 0;

    for (int i = 0; i < depth; i++)
        if (open[i].loop)
            loop[count++] = (struct source_loop){ open[i].head, open[i].first,
                                                  open[i].bare, false };
    return count;
}

int source_loop_find(const char *text,
                     int line,
                     struct source_loop loop[SOURCE_LOOP_DEEP])
{
    static struct reader r;

    r = (struct reader){ .at = text, .line = 1 };
    while (*r.at && r.line <= line) {
        const char *before = r.at;

        if (skip(&r))
            continue;
        if (r.line == line && !strchr("{}", *before)) {
            if (isalpha((unsigned char)*r.at) || *r.at == '_')
                word(&r); /* "for (...) step();" in a line */
            else
                sign(&r);
            if (r.depth > 0 && r.open[r.depth - 1].bare
                && !strchr(";", *before))
                break;
            continue;
        }
        if (isalpha((unsigned char)*r.at) || *r.at == '_')
            word(&r);
        else
            sign(&r);
    }
    return take_loops(r.open, r.depth, loop);
}

static const char *line_at(const char *text, int line)
{
    for (int i = 1; text && i < line; i++)
        if ((text = strchr(text, '\n')))
            text++;
    return text;
}

/* The word "for" or "while", behind which parentheses are, in that line. */
static const char *find_loop_word(const char *at)
{
    const char *before = NULL;

    for (; at && *at && *at != '\n'; before = at++) {
        size_t word = strncmp(at, "for", 3) == 0     ? 3
                      : strncmp(at, "while", 5) == 0 ? 5
                                                     : 0;

        if (word == 0
            || (before && (isalnum((unsigned char)*before) || *before == '_')))
            continue;
        at += word;
        if (at[strspn(at, " \t\n")] == '(')
            return at + strspn(at, " \t\n");
        at--;
    }
    return NULL;
}

const char *source_loop_head(const char *text, int line, size_t *length)
{
    const char *begin = find_loop_word(line_at(text, line));
    int round = 0;

    for (const char *at = begin; at && *at; at++) {
        round += (*at == '(') - (*at == ')');
        if (round == 0) {
            *length = (size_t)(at - begin - 1);
            return begin + 1;
        }
    }
    return NULL;
}

/* ---- Fortran ---- */

/* The first word of a line, without a label or a name before. */
static const char *statement(const char *at)
{
    const char *name;

    at += strspn(at, " \t0123456789");
    name = at;
    while (isalnum((unsigned char)*name) || *name == '_')
        name++;
    name += strspn(name, " \t");
    if (name > at && *name == ':' && name[1] != ':')
        at = name + 1 + strspn(name + 1, " \t");
    return at;
}

static bool begins(const char *at, const char *word)
{
    size_t length = strlen(word);

    return strncasecmp(at, word, length) == 0
           && !isalnum((unsigned char)at[length]) && at[length] != '_';
}

static bool ends_loop(const char *at)
{
    if (begins(at, "enddo"))
        return true;
    return begins(at, "end") && begins(at + 3 + strspn(at + 3, " \t"), "do");
}

/* "recursive subroutine s", "real(8) function f(x)". */
static bool begins_procedure(const char *at)
{
    size_t length = strcspn(at, "!'\":;\n");

    if (begins(at, "end"))
        return false;
    for (size_t i = 0; i < length; i++) {
        size_t word = begins(at + i, "subroutine") ? strlen("subroutine")
                      : begins(at + i, "function") ? strlen("function")
                                                   : 0;
        const char *name = at + i + word;

        if (word > 0 && (i == 0 || isspace((unsigned char)at[i - 1]))
            && isalpha((unsigned char)name[strspn(name, " \t")]))
            return true;
    }
    return false;
}

static bool begins_unit(const char *at)
{
    return begins(at, "program") || begins(at, "module")
           || begins(at, "submodule") || begins_procedure(at);
}

/* A "do" whose end is a label is not looked for: "do 10 i = 1, n" ends where
 * nobody sees it.
 */
static bool begins_loop(const char *at)
{
    const char *behind = at + 2 + strspn(at + 2, " \t");

    return begins(at, "do") && !isdigit((unsigned char)*behind)
           && !begins(behind, "concurrent");
}

static int last_line_of(const char *at, int line)
{
    for (;; line++) {
        const char *last = at + strcspn(at, "!\n");

        while (last > at && isspace((unsigned char)last[-1]))
            last--;
        if (last == at || last[-1] != '&' || !(at = strchr(last, '\n')))
            return line;
        at++;
    }
}

/* "do i = 1, n" */
static bool is_counted(const char *at)
{
    at = statement(at) + 2;
    at += strspn(at, " \t,");
    return isalpha((unsigned char)*at) && !begins(at, "while");
}

const char *source_loop_head_fortran(const char *text,
                                     int line,
                                     size_t *length)
{
    const char *at = line_at(text, line);

    if (!at || !begins(statement(at), "do"))
        return NULL;
    at = statement(at) + 2;
    *length = strcspn(at, "!\n");
    return at;
}

int source_loop_find_fortran(const char *text,
                             int line,
                             struct source_loop loop[SOURCE_LOOP_DEEP])
{
    struct open_loop open[SOURCE_LOOP_DEEP];
    int depth = 0;
    int number = 1;

    for (const char *at = text; at && *at && number < line;
         number++, at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *word = statement(at);

        if (begins_unit(word) || begins(word, "contains"))
            depth = 0;
        else if (ends_loop(word))
            depth -= depth > 0;
        else if (begins_loop(word) && depth < SOURCE_LOOP_DEEP)
            open[depth++] = (struct open_loop){ true, false, number,
                                                last_line_of(at, number), 0 };
    }
    depth = take_loops(open, depth, loop);
    for (int i = 0; i < depth; i++)
        loop[i].counted = is_counted(line_at(text, loop[i].head));
    return depth;
}

/* ---- where what is used goes ---- */

int source_loop_includes(const char *text)
{
    int last = 0, number = 1;

    for (const char *at = text; at && *at;
         number++, at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *word = at + strspn(at, " \t");

        if (*word == '#'
            && strncmp(word + 1 + strspn(word + 1, " \t"), "include <", 9)
                   == 0)
            last = number;
    }
    return last;
}

int source_loop_uses(const char *text, int line)
{
    int last = 0;

    for (int number = 1; number < line; number++) {
        const char *at = line_at(text, number);
        const char *word = at ? statement(at) : "";

        if (begins_unit(word) || begins(word, "use"))
            last = last_line_of(at, number);
    }
    return last;
}

bool source_loop_has_include(const char *text, const char *include)
{
    const char *name = strchr(include, '<') + 1;
    size_t length = strcspn(name, ">");

    for (const char *at = text; at && *at;
         at = strchr(at, '\n'), at = at ? at + 1 : NULL) {
        const char *word = at + strspn(at, " \t");

        if (*word++ != '#' || !begins(word += strspn(word, " \t"), "include"))
            continue;
        word += strlen("include");
        word += strspn(word, " \t");
        if (strchr("<\"", *word) && strncmp(word + 1, name, length) == 0
            && strchr(">\"", word[1 + length]))
            return true;
    }
    return false;
}

/* "use mitosis", and not a part of it. */
static bool uses_all(const char *at, const char *module)
{
    if (!begins(at, "use"))
        return false;
    at += strlen("use");
    at += strspn(at, " \t:");
    return begins(at, module)
           && strchr(
               "!;\n",
               at[strlen(module) + strspn(at + strlen(module), " \t\r")]);
}

/* What the unit around has before its "contains" is there, too. */
bool source_loop_has_use(const char *text, int line, const char *module)
{
    bool own = false, around = false, contained = false;

    for (int number = 1; number < line; number++) {
        const char *at = line_at(text, number);
        const char *word = at ? statement(at) : "";
        bool ends = begins(word, "endmodule") || begins(word, "endprogram");

        if (begins(word, "end")) {
            word += strlen("end");
            word += strspn(word, " \t");
            ends = begins(word, "module") || begins(word, "program");
            word = "";
        }
        if (ends || (begins_unit(word) && !begins_procedure(word)))
            own = around = contained = false;
        else if (begins_procedure(word))
            own = false;
        else if (begins(word, "contains") && !contained) {
            contained = true;
            around = own;
        } else if (uses_all(word, module))
            own = true;
    }
    return own || around;
}
