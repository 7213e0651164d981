/* Tests of migrate/transfer/byte_shuffle.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "migrate/transfer/byte_shuffle.h"
#include "tests/tap.h"

enum { ROOM = 4096 };

static const size_t sizes[] = { 1, 2, 3, 4, 5, 8, 12, 16, 17, 24, 64 };
enum { SIZES = sizeof(sizes) / sizeof(sizes[0]) };

/* Memory that ends where none is, so that reading beyond is seen. */
static uint8_t *guarded(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (ROOM + page - 1) / page * page;
    uint8_t *at = mmap(NULL, room + page, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    mprotect(at + room, page, PROT_NONE);
    return at + room;
}

/* Where the byte goes, by the book. */
static size_t place(size_t i, size_t bytes, size_t size)
{
    size_t count = bytes / size;

    return i >= count * size ? i : i % size * count + i / size;
}

static void test_size(size_t size, uint8_t *ends[3])
{
    size_t wrong = 0, lost = 0;

    for (size_t bytes = 0; bytes <= 40 * size && bytes <= ROOM; bytes++) {
        uint8_t *plain = ends[0] - bytes, *mixed = ends[1] - bytes;
        uint8_t *again = ends[2] - bytes;

        for (size_t i = 0; i < bytes; i++)
            plain[i] = (uint8_t)(i * 37 + i / 251);
        byte_shuffle_do(mixed, plain, bytes, size);
        for (size_t i = 0; i < bytes; i++)
            wrong += mixed[place(i, bytes, size)] != plain[i];
        byte_shuffle_undo(again, mixed, bytes, size);
        lost += memcmp(plain, again, bytes) != 0;
    }
    ok(wrong == 0, "every byte of elements of %zu goes where it belongs",
       size);
    ok(lost == 0, "and comes back");
}

int main(void)
{
    uint8_t *ends[3] = { guarded(), guarded(), guarded() };

    for (size_t i = 0; i < SIZES; i++)
        test_size(sizes[i], ends);
    return tap_done();
}
