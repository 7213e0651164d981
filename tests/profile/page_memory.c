/* page_memory.c - how much memory the page of a rank takes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "profile/page.h"
#include "tests/tap.h"

enum {
    WORLD = 4096,
    PARTNERS = 64,
    LIMIT = 8 * 1024 * 1024, /* bytes of memory a rank may need */
};

static char path[] = "/dev/shm/mitosis-page-XXXXXX";

/* Memory that the file has, holes not counted. */
static long taken(void)
{
    struct stat st = { 0 };

    stat(path, &st);
    return (long)st.st_blocks * 512;
}

static struct page *make(int size)
{
    struct error err = { "" };
    struct page *p = page_create(path, size, &err);

    if (!p)
        diag("%s", err.text);
    return p;
}

static void drop(struct page *p)
{
    page_close(p);
    unlink(path);
}

/* Partners far apart, as of a rank in the middle of a big grid. */
static int partner(int i)
{
    return (i * 61 + 7) % WORLD;
}

/* Who reads comes to these records and touches no hole. */
static void test_reading(void)
{
    struct page *p = page_open(path, NULL);
    const struct peer_record *peer;
    struct page_peers peers;
    uint64_t count = 0, sum = 0;
    long before = taken();

    if (!ok(p != NULL, "the page can be read"))
        return;
    page_peers_begin(&peers, p);
    for (; (peer = page_peers_next(&peers)); count++)
        sum += peer->sent_count;
    page_peers_end(&peers);
    page_close(p);
    ok(count == PARTNERS && sum == PARTNERS * (PARTNERS - 1) / 2,
       "who reads comes to all %d that are in use", PARTNERS);
    ok(taken() == before, "and gives the file no memory");
}

static void test_peers(void)
{
    struct page *p = make(WORLD);
    bool kept = true;

    if (!ok(p != NULL, "there is a page for a world of %d", WORLD))
        return;
    for (int i = 0; i < PARTNERS; i++)
        page_peer(p, partner(i))->sent_count = i;
    for (int i = 0; i < PARTNERS; i++)
        kept = kept && page_peer(p, partner(i))->sent_count == (uint64_t)i;
    ok(kept, "each partner has a record of its own");
    test_reading();
    drop(p);
}

/* Use all there is room for, except for peers. */
static bool use_all_tables(struct page *p)
{
    if (!page_claim(p, p->call, sizeof(p->call))
        || !page_claim(p, p->site, sizeof(p->site)))
        return false;
    memset(p->comm, 1, sizeof(p->comm));
    memset(p->coll, 1, sizeof(p->coll));
    memset(p->object, 1, sizeof(p->object));
    memset(p->thread, 1, sizeof(p->thread));
    memset(&p->beat, 1, sizeof(p->beat));
    memset(p->text, 1, sizeof(p->text));
    memset(p->call, 1, sizeof(p->call));
    memset(p->site, 1, sizeof(p->site));
    return true;
}

static void test_memory(void)
{
    struct page *p = make(WORLD);
    long first, with_peers, full;

    if (!p)
        return;
    first = taken();
    for (int i = 0; i < PARTNERS; i++)
        page_peer(p, partner(i))->sent_count = 1;
    with_peers = taken();
    ok(first > 0 && with_peers > first, "memory is given when it is needed");
    ok(with_peers - first <= PARTNERS * 2 * sysconf(_SC_PAGESIZE),
       "%d partners of %d take %ld bytes, two pages each at most", PARTNERS,
       WORLD, with_peers - first);
    ok(use_all_tables(p), "all tables can be filled");
    full = taken();
    ok(full > with_peers && full < LIMIT,
       "full ones and %d partners take %ld bytes, below 8 MiB", PARTNERS,
       full);
    drop(p);
}

int main(void)
{
    int fd = mkstemp(path);

    if (fd >= 0)
        close(fd);
    unlink(path);
    test_peers();
    test_memory();
    return tap_done();
}
