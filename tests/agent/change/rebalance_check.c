/* Tests of agent/change/rebalance_check.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/change/rebalance_check.h"
#include "job/files.h"
#include "migrate/transfer/manifest_file.h"
#include "tests/tap.h"

enum { RANKS = 2, GENERATION = 3 };

static struct generation now = { .ranks = RANKS, .number = GENERATION };
static struct head head = { .now = &now };

/* Have all ranks say that they registered this, up to a spread of 0. */
static void say(const struct item *items)
{
    for (uint64_t r = 0; r < RANKS; r++) {
        struct error err = { "" };
        struct manifest *m = manifest_create(&err);

        m->rank = r;
        m->size = RANKS;
        m->generation = GENERATION;
        for (const struct item *item = items; item->spread; item++) {
            struct item one = *item;

            snprintf(one.name, sizeof(one.name), "%c",
                     (char)('a' + (item - items)));
            snprintf(one.file, sizeof(one.file), "heat.c");
            one.extent = one.row = 1;
            one.group = ITEM_NONE;
            if (manifest_add(m, &one, &err) < 0)
                diag("%s", err.text);
        }
        if (manifest_seal(m, &err) < 0
            || manifest_file_write(head.folder, m, &err) < 0)
            diag("%s", err.text);
        manifest_destroy(m);
    }
}

static const char *ask(const char *text, bool shares_only)
{
    static struct error err;
    struct change *change = change_parse(text, &err);
    int rc;

    err.text[0] = '\0';
    rc = shares_only ? rebalance_check_shares(&head, change, &err)
                     : rebalance_check(&head, change, &err);
    change_destroy(change);
    return rc < 0 ? err.text : "fine";
}

#define GRID                                                                  \
    {                                                                         \
        .spread = ITEM_GRID, .dimensions = 1, .shape = { 8 }, .box = { 4 },   \
        .count = 4                                                            \
    }

static void test_shares(void)
{
    static const char uneven[] = "nothing that is registered can have uneven";
    static const char already[] = "in this proportion already";
    static const struct {
        const char *what;
        struct item items[4];
        const char *change;
        const char *answer;
    } cases[] = {
        { "blocks", { { .spread = ITEM_BLOCK, .count = 4 } }, "1 2", "fine" },
        { "blocks as they are",
          { { .spread = ITEM_BLOCK, .count = 4 } },
          "1 1",
          already },
        { "a bag", { { .spread = ITEM_BAG, .count = 4 } }, "1 1", "fine" },
        { "a bag with owners",
          { { .spread = ITEM_BAG, .count = 4, .flags = ITEM_OWNER } },
          "1 2",
          "fine" },
        { "a grid", { GRID }, "1 2", uneven },
        { "a grid with as many weights as there are not ranks",
          { GRID },
          "1 2 3",
          "fine" },
        { "a grid and blocks",
          { GRID, { .spread = ITEM_BLOCK, .count = 4 } },
          "1 2",
          "fine" },
        { "cyclic rows and what is no row",
          { { .spread = ITEM_CYCLIC, .count = 4 },
            { .spread = ITEM_REPLICATED, .count = 1 },
            { .spread = ITEM_LOCAL, .count = 4 } },
          "1 2",
          uneven },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[40];
        bool script = cases[i].answer != already;

        snprintf(text, sizeof(text), "rebalance %s", cases[i].change);
        say(cases[i].items);
        has(ask(text, false), cases[i].answer, "%s: %s", cases[i].what, text);
        has(ask(text, true), script ? cases[i].answer : "fine",
            "%s: %s of a script", cases[i].what, text);
    }
}

static void test_others(void)
{
    say((const struct item[]){ GRID, { .spread = 0 } });
    has(ask("resize 3", false), "fine", "a grid can be resized");
    has(ask("split 0 and rebalance 1 1 2", false), "fine",
        "and divided in a mix, which does more than that");
    now.number++;
    has(ask("rebalance 1 2", false), "fine",
        "what is not known is not refused");
}

static void clean(void)
{
    char path[JOB_PATH + FILES_NAME];

    for (int r = 0; r < RANKS; r++) {
        snprintf(path, sizeof(path), "%s/state-%d-%d", head.folder, GENERATION,
                 r);
        unlink(path);
    }
    rmdir(head.folder);
}

int main(void)
{
    strcpy(head.folder, "/tmp/mitosis-rebalance-XXXXXX");
    if (!mkdtemp(head.folder))
        return 1;
    test_shares();
    test_others();
    clean();
    return tap_done();
}
