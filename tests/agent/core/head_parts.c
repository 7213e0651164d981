/* Tests of agent/core/head_parts.c, and of the order of
 * agent/head/parts_table.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/core/head.h"
#include "agent/head/parts_table.h"
#include "tests/tap.h"

static char told[256]; /* what the parts below were told */

static void note(const char *what)
{
    size_t used = strlen(told);

    snprintf(told + used, sizeof(told) - used, "%s ", what);
}

/* Whether it was that, since the last time. */
static bool were_told(const char *expected)
{
    bool same = strcmp(told, expected) == 0;

    if (!same)
        diag("told: %s", told);
    told[0] = '\0';
    return same;
}

static void first_start(struct head *a, const struct settings *settings)
{
    (void)a;
    (void)settings;
    note("first:start");
}

static void last_start(struct head *a, const struct settings *settings)
{
    (void)a;
    (void)settings;
    note("last:start");
}

static void first_lost(struct head *a, const char *host, const char *why)
{
    (void)a;
    note("first:lost");
    note(host);
    note(why);
}

static void last_changed(struct head *a, const struct change_outcome *outcome)
{
    (void)a;
    note("last:changed");
    note(outcome->sentence);
}

static void first_save(const struct head *a, FILE *out)
{
    (void)a;
    fputs("one 1\n", out);
}

static void last_save(const struct head *a, FILE *out)
{
    (void)a;
    fputs("two 2\n", out);
}

static void first_take(struct head *a, const char *rest)
{
    (void)a;
    note("first:take");
    note(rest);
}

static void last_take(struct head *a, const char *rest)
{
    (void)a;
    note("last:take");
    note(rest);
}

static const struct saved_line first_lines[] = { { "one", first_take },
                                                 { 0 } };
static const struct saved_line last_lines[] = { { "one", last_take },
                                                { "two", last_take },
                                                { 0 } };

static void test_walk(void)
{
    static const struct part first = {
        .name = "first",
        .start = first_start,
        .host_lost = first_lost,
        .save = first_save,
        .lines = first_lines,
    };
    static const struct part last = {
        .name = "last",
        .start = last_start,
        .changed = last_changed,
        .save = last_save,
        .lines = last_lines,
    };
    static const struct part *const both[] = { &first, &last, NULL };
    struct change_outcome outcome = { .sentence = "over" };
    struct head *a = calloc(1, sizeof(*a));
    char saved[64] = "";
    FILE *out = fmemopen(saved, sizeof(saved), "w");

    a->parts = both;
    PARTS_TELL(a, start, a, NULL);
    ok(were_told("first:start last:start "), "parts are told in their order");
    PARTS_TELL(a, host_lost, a, "h1", "gone");
    PARTS_TELL(a, changed, a, &outcome);
    PARTS_TELL(a, stop, a);
    ok(were_told("first:lost h1 gone last:changed over "),
       "parts are told of what they care for, and of nothing else");
    PARTS_TELL(a, save, a, out);
    fclose(out);
    ok(strcmp(saved, "one 1\ntwo 2\n") == 0, "each part writes its own lines");
    ok(parts_load(a, "two", "b") && parts_load(a, "one", "a")
           && were_told("last:take b first:take a "),
       "a line is taken by the first part whose it is, and by no other");
    ok(!parts_load(a, "three", "c"), "a line that is no part's is left");
    a->parts = NULL;
    PARTS_TELL(a, start, a, NULL);
    ok(!parts_load(a, "one", "a"), "a head may have no parts");
    free(a);
}

static int place_of(const char *name)
{
    for (int i = 0; parts_table[i]; i++)
        if (strcmp(parts_table[i]->name, name) == 0)
            return i;
    return -1;
}

/* Each pair for the reason that stands in the table. */
static void test_order(void)
{
    static const struct {
        const char *before, *after;
    } pairs[] = {
        { "answers file", "proposals" }, { "answers file", "decide" },
        { "proposals", "restart" },      { "restart", "script" },
        { "restart", "hosts file" },     { "restart", "decide" },
        { "changeover", "ctl" },         { "proposals", "joined hosts" },
        { "decide", "fold pages" },      { "proposals", "fold pages" },
        { "retire", "answers file" },    { "fold pages", "saved state" },
    };
    int count = 0;

    for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++)
        ok(place_of(pairs[i].before) >= 0
               && place_of(pairs[i].before) < place_of(pairs[i].after),
           "a head's part \"%s\" is told before \"%s\"", pairs[i].before,
           pairs[i].after);
    while (parts_table[count])
        count++;
    for (int i = 0; i < count; i++)
        ok(place_of(parts_table[i]->name) == i,
           "one part of a head is called \"%s\"", parts_table[i]->name);
    for (int i = place_of("fold pages") + 1; i < count; i++)
        ok(!parts_table[i]->stop,
           "\"%s\" does not stop after the part that waits for a process",
           parts_table[i]->name);
    ok(place_of("saved state") == count - 1,
       "what others have made of what happened is saved last");
}

int main(void)
{
    test_walk();
    test_order();
    return tap_done();
}
