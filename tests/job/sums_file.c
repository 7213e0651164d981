/* Tests of job/sums_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "job/sums_file.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-sums-XXXXXX";

static struct manifest *make(void)
{
    struct manifest *m = manifest_create(NULL);
    struct item u = { .name = "u of\tme",
                      .file = "heat.c",
                      .line = 40,
                      .spread = ITEM_BLOCK,
                      .extent = 8,
                      .row = 1,
                      .halo = 1,
                      .block = 1,
                      .group = ITEM_NONE,
                      .index = ITEM_NONE };
    struct item k = { .name = "k",
                      .spread = ITEM_REPLICATED,
                      .flags = ITEM_CONSTANT,
                      .extent = 4,
                      .row = 1,
                      .block = 1,
                      .count = 1,
                      .group = ITEM_NONE,
                      .index = ITEM_NONE };

    m->rank = 1;
    m->size = 3;
    m->generation = 2;
    if (manifest_add(m, &u, NULL) < 0 || manifest_add(m, &k, NULL) < 0
        || manifest_seal(m, NULL) < 0)
        abort();
    return m;
}

static void write_it(struct manifest *m)
{
    static const struct sums_value values[] = { { 7, 0, 0 },
                                                { UINT64_MAX, 12, 9 } };

    ok(sums_file_begin(folder, m, NULL) == 0, "a file is begun");
    m->sync = 5;
    ok(sums_file_add(folder, m, values, NULL) == 0, "a sync is added");
    ok(sums_file_add_wrong(folder, 2, 1, 6, "too\nfew", NULL) == 0,
       "and one at which there is nothing to tell");
    m->sync = 8;
    sums_file_add(folder, m, values, NULL);
}

static void test_round(void)
{
    struct manifest *m = make();
    struct sums_file *f;
    struct error err = { "" };

    write_it(m);
    f = sums_file_read(folder, 2, 1, &err);
    if (!f)
        diag("%s", err.text);
    if (!f)
        abort();
    ok(f->rank == 1 && f->ranks == 3 && f->generation == 2 && f->items == 2,
       "it tells who wrote it");
    ok(strcmp(f->item[1].name, "u of?me") == 0, "names stay in their line");
    ok(strcmp(f->item[1].place, "at heat.c:40") == 0, "places are told");
    ok(f->item[1].halo && !f->item[0].halo && f->item[0].flags == ITEM_CONSTANT
           && f->item[1].spread == ITEM_BLOCK,
       "and what kind of thing it is");
    ok(f->records == 3 && f->record[0].sync == 5 && f->record[2].sync == 8,
       "all syncs are there");
    ok(f->record[0].value[1].sum == UINT64_MAX
           && f->record[0].value[1].rows == 12
           && f->record[0].value[1].whole == 9
           && f->record[0].value[0].sum == 7,
       "with their sums");
    ok(!f->record[1].value, "but where there is nothing to tell");
    ok(strcmp(f->record[1].wrong, "too?few") == 0, "which says why");
    sums_file_free(f);
    manifest_destroy(m);
}

/* Read a file of this text as that of rank 0 in generation 1. */
static struct sums_file *read_text(const char *text, struct error *err)
{
    char path[64];
    FILE *out;

    snprintf(path, sizeof(path), "%s/sums-1-0", folder);
    out = fopen(path, "w");
    fputs(text, out);
    fclose(out);
    return sums_file_read(folder, 1, 0, err);
}

static void test_wrong(void)
{
    static const struct {
        const char *text;
        const char *what;
    } cases[] = {
        { "", "empty" },
        { "sums 2 0 1 1 0\n", "of another kind" },
        { "sums 1 1 1 1 0\n", "of a rank that cannot be" },
        { "sums 1 0 1 1 1\n", "cut off before its items" },
        { "sums 1 0 1 1 1\nitem 2 0 0 0 at\n", "without a name" },
        { "sums 1 0 1 1 1\nitem 2 0 0 0 at\tu\nsync 1\n", "without its sums" },
        { "sums 1 0 1 1 1\nitem 2 0 0 0 at\tu\nsync 1 1:1:1 2\n",
          "with too many sums" },
        { "sums 1 0 1 1 0\nsync 2\nsync 2\n", "with a sync twice" },
        { "sums 1 0 1 1 0\nnoise\n", "with noise" },
    };
    struct sums_file *f;
    struct error err;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        f = read_text(cases[i].text, &err);
        ok(!f, "a file is refused that is %s", cases[i].what);
        has(err.text, "/sums-1-0: line ", "with its name and line");
        sums_file_free(f);
    }
    f = read_text("sums 1 0 1 1 1\nitem 2 0 0 0 at\tu\nsync 1 a:1:1\nsync 2 b",
                  &err);
    ok(f && f->records == 1 && f->record[0].value[0].sum == 10,
       "a last line that is cut off is passed over");
    sums_file_free(f);
}

static void test_absent(void)
{
    struct error err;
    struct manifest *m = make();

    ok(!sums_file_read(folder, 9, 0, &err), "one that is not there is not");
    has(err.text, "No such file", "read, with the reason");
    ok(sums_file_begin("/nowhere", m, &err) < 0,
       "a folder that is not there gets none");
    has(err.text, "/nowhere/sums-2-1: No such file", "with the reason");
    sums_file_free(NULL);
    manifest_destroy(m);
}

int main(void)
{
    char command[64];

    if (!mkdtemp(folder))
        abort();
    test_round();
    test_wrong();
    test_absent();
    snprintf(command, sizeof(command), "rm -r %s", folder);
    return system(command) == 0 ? tap_done() : 1;
}
