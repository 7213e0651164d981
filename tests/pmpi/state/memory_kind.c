/* Tests of pmpi/state/memory_kind.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "pmpi/state/memory_kind.h"
#include "tests/tap.h"

enum {
    BLOCKS = 300,
    MAP = 1 << 20,
    WORDS = 4096,
    HELD = 300, /* blocks of a thread at a time */
    TURNS = 800,
    THREADS = 4,
};

static double fixed[100];
static const double constant[100] = { 1 };

static bool is_fine(const void *memory, size_t bytes)
{
    enum memory_kind found = memory_kind_find(memory, bytes);

    if (found != MEMORY_KIND_FINE)
        diag("%zu bytes at %p: %d", bytes, memory, found);
    return found == MEMORY_KIND_FINE;
}

/* Of many sizes, some freed again between them. */
static bool are_fine(void)
{
    static char *block[BLOCKS];
    size_t bytes[BLOCKS];
    bool fine = true;

    for (int i = 0; i < BLOCKS; i++) {
        bytes[i] = (size_t)i * (size_t)i * (size_t)i / 7;
        block[i] = i % 5 == 4 ? calloc(bytes[i] + 1, 1) : malloc(bytes[i]);
        if (i % 11 == 10) {
            free(block[i - 5]);
            block[i - 5] = malloc(bytes[i - 5]);
        }
        if (i % 13 == 12)
            block[i] = realloc(block[i], bytes[i] *= 2);
    }
    for (int i = 0; i < BLOCKS; i++)
        fine = fine && is_fine(block[i], bytes[i]);
    for (int i = 0; i < BLOCKS; i++)
        free(block[i]);
    return fine;
}

static void *work(void *arg)
{
    *(bool *)arg = are_fine();
    return NULL;
}

static void test_blocks(void)
{
    bool fine = false;
    pthread_t thread;

    ok(are_fine(), "what malloc() gave is a block");
    if (pthread_create(&thread, NULL, work, &fine) == 0)
        pthread_join(thread, NULL);
    ok(fine, "in another thread, too");
    for (size_t unit = 16; unit <= 1 << 16; unit *= 8) {
        void *small = aligned_alloc(unit, unit), *large = NULL;
        int rc = posix_memalign(&large, unit, MAP);

        ok(is_fine(small, unit) && rc == 0 && is_fine(large, MAP),
           "so is what is aligned by %zu", unit);
        free(small);
        free(large);
    }
}

/* ---- many blocks, while other threads get and free theirs ---- */

struct crowd {
    unsigned seed;
    char *block[HELD];
    size_t bytes[HELD];
    unsigned refused;
};

static atomic_bool stopped;

/* Of any size up to two megabytes, small ones most of all. */
static size_t any_size(unsigned *seed)
{
    return (size_t)rand_r(seed) >> (10 + rand_r(seed) % 20);
}

static void get_one(struct crowd *c, size_t i)
{
    size_t bytes = any_size(&c->seed);
    unsigned way = (unsigned)rand_r(&c->seed) % 8;
    char *fresh = NULL;

    if (way < 3) {
        fresh = realloc(c->block[i], bytes + 1);
    } else {
        free(c->block[i]);
        fresh = way == 3   ? calloc(bytes + 1, 1)
                : way == 4 ? memalign(16U << (bytes % 10), bytes)
                : way == 5 ? valloc(bytes)
                           : malloc(bytes);
    }
    c->block[i] = fresh;
    c->bytes[i] = bytes;
}

static void let_go(struct crowd *c)
{
    for (size_t i = 0; i < HELD; i++) {
        free(c->block[i]);
        c->block[i] = NULL;
    }
}

static void *get_and_free(void *arg)
{
    struct crowd *c = arg;

    while (!stopped) {
        for (size_t i = 0; i < HELD && !stopped; i++)
            get_one(c, (size_t)rand_r(&c->seed) % HELD);
        let_go(c);
    }
    return NULL;
}

static void *get_and_look(void *arg)
{
    struct crowd *c = arg;

    for (size_t turn = 0; turn < TURNS; turn++) {
        size_t i = (size_t)rand_r(&c->seed) % HELD;

        get_one(c, i);
        i = turn % 2 ? i : (size_t)rand_r(&c->seed) % HELD;
        if (c->block[i] && !is_fine(c->block[i], c->bytes[i]))
            c->refused++;
        if (turn % 200 == 199)
            malloc_trim(0);
    }
    let_go(c);
    return NULL;
}

static void test_crowd(const char *how)
{
    struct crowd *crowd = calloc(THREADS, sizeof(*crowd));
    pthread_t thread[THREADS];
    unsigned refused = 0;

    stopped = false;
    for (unsigned i = 0; i < THREADS; i++) {
        crowd[i].seed = i + 1;
        pthread_create(&thread[i], NULL,
                       i < THREADS / 2 ? get_and_look : get_and_free,
                       &crowd[i]);
    }
    for (unsigned i = 0; i < THREADS; i++) {
        if (i == THREADS / 2)
            stopped = true;
        pthread_join(thread[i], NULL);
        refused += crowd[i].refused;
    }
    free(crowd);
    crowd = calloc(1, sizeof(*crowd));
    crowd->seed = 5;
    get_and_look(crowd);
    ok(refused + crowd->refused == 0, "all blocks are known, %s", how);
    free(crowd);
}

static void test_crowds(void)
{
    test_crowd("with nothing set");
    mallopt(M_MMAP_THRESHOLD, 4096);
    test_crowd("with small ones mapped on their own");
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    test_crowd("with large ones in the heap");
    mallopt(M_PERTURB, 0x5a);
    mallopt(M_TRIM_THRESHOLD, 0);
    mallopt(M_TOP_PAD, 0);
    test_crowd("with a heap that is trimmed and filled");
}

/* ---- what is none ---- */

/* All of the rest being in use. */
static void test_inside(const char *kind, char *block, size_t bytes)
{
    size_t wrong = 0;

    for (size_t i = 8; i < bytes; i += i < 512 ? 8 : 1016)
        wrong += memory_kind_find(block + i, bytes - i) == MEMORY_KIND_FINE;
    ok(wrong == 0, "nowhere inside a block of %s is a block: %zu", kind,
       wrong);
}

static void test_others(void)
{
    char *map = mmap(NULL, MAP, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t *words = malloc(WORDS * sizeof(*words));
    double here[10] = { 0 };
    const struct {
        const void *memory;
        enum memory_kind found;
        const char *what;
    } cases[] = {
        { here, MEMORY_KIND_STACK, "an array on the stack" },
        { fixed, MEMORY_KIND_STATIC, "a static array" },
        { fixed + 50, MEMORY_KIND_STATIC, "the middle of one" },
        { constant, MEMORY_KIND_STATIC, "a constant" },
        { map, MEMORY_KIND_OTHER, "what mmap() gave" },
        { map + 64, MEMORY_KIND_OTHER, "the middle of that" },
        { NULL, MEMORY_KIND_NOWHERE, "NULL" },
        { (void *)8, MEMORY_KIND_NOWHERE, "a small number" },
        { (void *)UINTPTR_MAX, MEMORY_KIND_NOWHERE, "the last address" },
        { (void *)0x123456789abcdef0, MEMORY_KIND_NOWHERE, "a large number" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enum memory_kind found = memory_kind_find(cases[i].memory, 1);

        ok(found == cases[i].found, "%s is told as what it is: %d",
           cases[i].what, found);
    }
    memset(words, 0, WORDS * sizeof(*words));
    test_inside("zeros", (char *)words, WORDS * sizeof(*words));
    for (size_t i = 0; i < WORDS; i++)
        words[i] = i;
    test_inside("numbers", (char *)words, WORDS * sizeof(*words));
    memset(words, 0x3f, WORDS * sizeof(*words));
    test_inside("letters", (char *)words, WORDS * sizeof(*words));
    words[0] = 100; /* the cookie of an array that new made */
    ok(memory_kind_find(words + 1, 100 * sizeof(*words)) != MEMORY_KIND_FINE,
       "nor is an array behind its number of elements");
    free(words);
    munmap(map, MAP);
}

static void test_size(void)
{
    char *small = malloc(1000), *large = malloc(MAP);

    ok(memory_kind_find(small, 2000) == MEMORY_KIND_SMALL,
       "what is smaller than its use is told");
    ok(memory_kind_find(large, 2 * MAP) == MEMORY_KIND_SMALL,
       "however large it is");
    free(small);
    free(large);
}

static void test_there(void)
{
    char *map = mmap(NULL, MAP, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *small = malloc(1000);

    munmap(map + MAP / 2, MAP / 2);
    ok(memory_kind_is_there(map, MAP / 2), "what is mapped is there");
    ok(memory_kind_is_there(map + 5, 3), "a part of it, too");
    ok(memory_kind_is_there(small, 1000) && memory_kind_is_there(fixed, 8),
       "a block and a variable are");
    ok(!memory_kind_is_there(map, MAP), "what is mapped in part is not");
    ok(!memory_kind_is_there(map + 5, MAP), "from its middle on, neither");
    mprotect(map + 4096, 4096, PROT_NONE);
    ok(!memory_kind_is_there(map, MAP / 2), "what cannot be read is not");
    ok(!memory_kind_is_there(NULL, 1), "NULL is not");
    ok(memory_kind_is_there(NULL, 0), "but has no bytes");
    ok(!memory_kind_is_there((void *)(UINTPTR_MAX - 10), SIZE_MAX),
       "nor is the end of all addresses");
    munmap(map, MAP / 2);
    free(small);
}

/* Its blocks are not those of the C library: all that is mapped will do. */
static bool is_valgrind(void)
{
    const char *preload = getenv("LD_PRELOAD");

    return preload && strstr(preload, "/vgpreload_");
}

int main(void)
{
    test_blocks();
    test_there();
    if (is_valgrind())
        return tap_done();
    test_others();
    test_size();
    test_crowds();
    return tap_done();
}
