/* Tests of report/model/page_copy.c: pages that are not what they should be
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/code/resolve.h"
#include "report/diagnose/diagnose.h"
#include "report/gather/gather.h"
#include "report/json/read.h"
#include "report/json/save.h"
#include "report/model/page_copy.h"
#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

enum { ROUNDS = 150 };

static char path[8192];
static char report[8192];

static struct page *rich_page(const char *folder)
{
    struct page *p = pages_make(folder, 0, 3);

    pages_call(p, PAGES_INIT, 1, 0, 0, 0);
    pages_call(p, PAGES_SEND, 1000, 0.1, 1e-5, 4096);
    pages_call(p, PAGES_ALLREDUCE, 50, 0.2, 1e-5, 8);
    pages_send(p, 1, 1000, 4096);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-2", 3), 50);
    pages_loop(p, 50, 4, 0.01, 1e-5);
    for (int i = 0; i < 2; i++) {
        p->object[i].base = 1000 * i;
        p->object[i].end = 1000 * i + 1000;
        strcpy(p->object[i].path, i ? "/bin/true" : "/nowhere/heat");
        p->site[i].frames[0] = 1500;
    }
    p->objects_used = 2;
    strcpy(p->remarks, "a remark");
    return p;
}

/* The same row of numbers in each run. */
static uint64_t random_number(void)
{
    static uint64_t state = 88172645463325252;

    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static bool is_empty(const char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (at[i])
            return false;
    return true;
}

/* Spoil some bytes, most of them where there is something. */
static void spoil(char *page, size_t bytes)
{
    static const unsigned char nasty[] = { 0, 1, 0x7f, 0x80, 0xff };
    unsigned count = 1 + random_number() % 40;

    while (count > 0) {
        size_t at = random_number() % bytes & ~(size_t)7;
        size_t length = 1 + random_number() % 8;

        if (is_empty(page + at, 8) && random_number() % 1000 > 0)
            continue;
        for (size_t i = 0; i < length; i++)
            page[at + i] = random_number() % 2
                               ? (char)nasty[random_number() % sizeof(nasty)]
                               : (char)random_number();
        count--;
    }
}

static void write_page(const char *page, size_t bytes)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    if (write(fd, page, bytes) != (ssize_t)bytes)
        perror(path);
    close(fd);
}

static bool is_told(const struct run *run)
{
    struct error err = { .text = "" };
    struct run *again;
    char *before, *after;
    bool same = false;
    size_t at = 0;

    pages_text(run, text_print);
    pages_text(run, text_summary);
    pages_text(run, text_now);
    before = strdup(pages_json(run));
    if (save_over(run, report, &err) == 0
        && (again = json_read(report, &err))) {
        after = pages_json(again);
        same = strcmp(before, after) == 0;
        while (!same && before[at] == after[at])
            at++;
        if (!same)
            diag("%.60s and %.60s", before + (at < 30 ? 0 : at - 30),
                 after + (at < 30 ? 0 : at - 30));
        run_destroy(again);
    }
    if (!same)
        diag("%s", err.text);
    free(before);
    return same;
}

static void test_spoilt(const char *folder)
{
    struct page *page = rich_page(folder);
    size_t bytes = page->bytes;
    char *good = malloc(bytes), *bad = malloc(bytes);
    int reported = 0, refused = 0, wrong = 0;

    memcpy(good, page, bytes);
    page_close(page);
    for (int i = 0; i < ROUNDS; i++) {
        struct run *run;

        memcpy(bad, good, bytes);
        spoil(bad, bytes);
        write_page(bad, bytes);
        if (!(run = gather(&folder, 1, false, NULL))) {
            refused++;
            continue;
        }
        reported++;
        if (resolve(run, NULL) < 0 || diagnose(run) < 0 || !is_told(run)) {
            diag("round %d", i);
            wrong++;
        }
        run_destroy(run);
    }
    ok(reported > refused, "of %d spoilt pages most are reported",
       reported + refused);
    ok(wrong == 0, "and each report can be read and reads the same");
    free(good);
    free(bad);
}

static void test_cut(const char *folder)
{
    struct error err = { .text = "" };
    struct page *page;
    size_t bytes;

    unlink(path);
    page = rich_page(folder);
    bytes = page->bytes;
    page_close(page);
    for (int i = 0; i < 8; i++) {
        page_copy_t *im;

        if (truncate(path, bytes * i / 8) < 0)
            perror(path);
        im = page_copy_open(path, &err);
        if (im)
            ok(false, "a page cut to %d eighths is opened", i);
        page_copy_close(im);
    }
    ok(true, "a page that is cut off is refused, wherever");
    has(err.text, path, "and named");
    unlink(path);
    ok(!page_copy_open(path, &err), "no page is refused");
    has(err.text, "No such file", "with the reason");
    ok(mkfifo(path, 0600) == 0 && !page_copy_open("/dev/zero", &err),
       "a device is no page");
    unlink(path);
}

static void test_parts(const char *folder)
{
    struct page *page = rich_page(folder);
    static struct iteration_loop loop;
    struct stat before, after;
    page_copy_t *im;

    stat(path, &before);
    im = page_copy_open(path, NULL);
    stat(path, &after);
    ok(before.st_blocks == after.st_blocks,
       "looking at a page makes it no larger");
    ok(page_copy_used(im, &page_copy_page(im)->call[0])
           && !page_copy_used(im, &page_copy_page(im)->call[PAGE_CALLS / 2])
           && !page_copy_used(im, &page_copy_page(im)->site[PAGE_SITES / 2]),
       "what is used is told from what is not");
    ok(memcmp(&page_copy_page(im)->site[1], &page->site[1],
              sizeof(page->site[1]))
           == 0,
       "what is used is there");
    ok(page_copy_loop(path, 0, &loop) == 0
           && memcmp(&loop, &page->beat.loop[0], sizeof(loop)) == 0,
       "a loop can be had alone");
    ok(page_copy_loop("/dev/null", 0, &loop) < 0, "but not from nothing");
    page_copy_close(im);
    page_copy_close(NULL);
    page_close(page);
}

int main(void)
{
    char *folder = strdup(pages_folder());

    snprintf(path, sizeof(path), "%s/rank-0.page", folder);
    snprintf(report, sizeof(report), "%s/report.json", folder);
    test_spoilt(folder);
    test_cut(folder);
    test_parts(folder);
    pages_remove(folder);
    free(folder);
    return tap_done();
}
