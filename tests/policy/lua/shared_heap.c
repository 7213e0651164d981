/* Tests of policy/lua/shared_heap.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "policy/lua/shared_heap.h"
#include "tests/tap.h"

enum { BLOCKS = 400, STEPS = 200000, LARGEST = 20000 };

struct block {
    uint8_t *at;
    size_t bytes;
    uint8_t mark;
};

static struct block blocks[BLOCKS];

/* Whether each byte of it is what was put there. */
static bool is_whole(const struct block *b)
{
    for (size_t i = 0; i < b->bytes; i++)
        if (b->at[i] != b->mark)
            return false;
    return true;
}

static uint32_t draw(void)
{
    static uint32_t state = 1;

    state = state * 1664525 + 1013904223;
    return state >> 8;
}

/* Get, resize or give back one.  Returns whether it was as it should be. */
static bool step(shared_heap_t *heap, int number)
{
    struct block *b = &blocks[draw() % BLOCKS];
    size_t bytes = 1 + draw() % (draw() % 8 ? 200 : LARGEST);
    size_t kept = b->bytes < bytes ? b->bytes : bytes;
    bool whole = !b->at || is_whole(b);
    uint8_t *at;

    if (b->at && draw() % 3 == 0) {
        shared_heap_put(heap, b->at);
        *b = (struct block){ NULL, 0, 0 };
        return whole;
    }
    at = shared_heap_resize(heap, b->at, bytes);
    if (!at || (uintptr_t)at % 16 > 0)
        return false;
    for (size_t i = 0; i < kept; i++)
        whole = whole && at[i] == b->mark;
    *b = (struct block){ at, bytes, (uint8_t)number };
    memset(at, b->mark, bytes);
    return whole;
}

static void test_blocks(void)
{
    shared_heap_t *heap = shared_heap_create();
    int good = 0;

    for (int i = 0; i < STEPS; i++)
        good += step(heap, i);
    ok(good == STEPS, "%d of %d times a block is aligned and its own", good,
       STEPS);
    for (int i = 0; i < BLOCKS; i++)
        shared_heap_put(heap, blocks[i].at);
    ok(shared_heap_get(heap, 8 << 20), "what was cut up becomes one again");
    shared_heap_put(heap, NULL);
    shared_heap_destroy(heap);
}

static void test_room(void)
{
    shared_heap_t *heap = shared_heap_create();
    void *large = shared_heap_get(heap, 64 << 20);
    char *block;

    ok(!large, "there is an end to it");
    ok(shared_heap_reserve(heap, 64 << 20) == 0
           && shared_heap_get(heap, 64 << 20),
       "more is there once it is reserved");
    ok(shared_heap_reserve(heap, 1000) == 0,
       "room that there is needs no more");
    ok(!shared_heap_get(heap, SIZE_MAX / 4),
       "nobody gets more than there can be");
    block = shared_heap_get(heap, 100);
    strcpy(block, "as it was");
    ok(!shared_heap_resize(heap, block, (size_t)1 << 39)
           && strcmp(block, "as it was") == 0,
       "a block that cannot grow stays as it was");
    shared_heap_destroy(heap);
    shared_heap_destroy(NULL);
    ok(true, "destroying NULL is fine");
}

static void test_shared(void)
{
    shared_heap_t *heap = shared_heap_create();
    char **told = shared_heap_get(heap, sizeof(*told));
    pid_t pid = fork();
    int status;

    if (pid == 0) {
        if (shared_heap_reserve(heap, 100 << 20) == 0)
            _exit(1);
        *told = shared_heap_get(heap, 100);
        strcpy(*told, "from the other one");
        _exit(0);
    }
    waitpid(pid, &status, 0);
    ok(status == 0, "another process cannot make more room");
    ok(strcmp(*told, "from the other one") == 0,
       "what another process gets and writes is there");
    ok(shared_heap_get(heap, 100) != *told, "and is not given out twice");
    shared_heap_put(heap, *told);
    ok(shared_heap_get(heap, 100) == *told, "it can be given back here");
    shared_heap_destroy(heap);
}

int main(void)
{
    test_blocks();
    test_room();
    test_shared();
    return tap_done();
}
