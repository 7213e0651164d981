/* Tests of migrate/transfer/manifest_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "migrate/transfer/manifest_file.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-notice-XXXXXX";

static struct manifest *make(uint64_t rank, uint64_t rows)
{
    struct manifest *m = manifest_create(NULL);
    struct item item = { .name = "cells",
                         .file = "heat.c",
                         .spread = ITEM_BLOCK,
                         .extent = 8,
                         .row = 1,
                         .count = rows,
                         .group = 0 };

    m->rank = rank;
    m->size = 3;
    m->generation = 2;
    manifest_add(m, &item, NULL);
    manifest_seal(m, NULL);
    return m;
}

static int write_one(const char *where,
                     uint64_t rank,
                     uint64_t rows,
                     struct error *err)
{
    struct manifest *m = make(rank, rows);
    int rc = manifest_file_write(where, m, err);

    manifest_destroy(m);
    return rc;
}

static uint64_t read_rows(int rank)
{
    struct manifest *m = manifest_file_read(folder, 2, rank, NULL);
    uint64_t rows = m && m->count == 1 ? m->items[0].count : 0;

    manifest_destroy(m);
    return rows;
}

static void test_one(void)
{
    struct error err = { .text = "" };

    ok(!manifest_file_read(folder, 2, 1, &err), "there is none yet");
    has(err.text, "state-2-1", "which is told");
    ok(write_one(folder, 1, 40, &err) == 0, "one is written: %s", err.text);
    ok(read_rows(1) == 40, "and read");
    ok(write_one(folder, 1, 50, &err) == 0 && read_rows(1) == 50,
       "a new one takes its place");
    ok(write_one("/nowhere", 1, 1, &err) < 0, "without a folder it cannot");
    has(err.text, "/nowhere/state-2-1", "and the reason is told");
}

/* Files may have a few bytes only, as on a full disk; what is printed, which
 * may go to a file, waits until they may have more.
 */
static void test_full(void)
{
    struct error err = { .text = "" };
    struct rlimit was, limit;
    char beside[110];
    int rc;

    snprintf(beside, sizeof(beside), "%s/state-2-1.new", folder);
    getrlimit(RLIMIT_FSIZE, &was);
    limit = (struct rlimit){ 10, was.rlim_max };
    setrlimit(RLIMIT_FSIZE, &limit);
    rc = write_one(folder, 1, 60, &err);
    setrlimit(RLIMIT_FSIZE, &was);
    ok(rc < 0, "without room it cannot");
    has(err.text, "state-2-1: File too large", "which is told");
    ok(read_rows(1) == 50, "the one before stays");
    ok(access(beside, F_OK) < 0, "and nothing is left beside it");
}

static void test_all(void)
{
    struct error err = { .text = "" };
    struct manifest **all;

    write_one(folder, 0, 10, NULL);
    ok(!manifest_file_read_all(folder, 2, 3, &err), "one is missing");
    has(err.text, "state-2-2", "and is named");
    write_one(folder, 2, 30, NULL);
    all = manifest_file_read_all(folder, 2, 3, &err);
    ok(all && all[0]->items[0].count == 10 && all[1]->items[0].count == 50
           && all[2]->items[0].count == 30,
       "all are read, in order: %s", err.text);
    manifest_file_free(all, 3);
    manifest_file_free(NULL, 3);
}

static void test_broken(void)
{
    char path[100];
    struct error err = { .text = "" };

    snprintf(path, sizeof(path), "%s/state-2-2", folder);
    ok(truncate(path, 60) == 0 && !manifest_file_read(folder, 2, 2, &err),
       "one that is cut off is refused");
    has(err.text, "state-2-2", "and named");
    unlink(path);
    ok(symlink("state-2-1", path) == 0
           && !manifest_file_read(folder, 2, 2, &err),
       "a link is not followed");
}

static void clean(void)
{
    char path[100];

    for (int r = 0; r < 3; r++) {
        snprintf(path, sizeof(path), "%s/state-2-%d", folder, r);
        unlink(path);
    }
    ok(rmdir(folder) == 0, "nothing else is left");
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    test_one();
    test_full();
    test_all();
    test_broken();
    clean();
    return tap_done();
}
