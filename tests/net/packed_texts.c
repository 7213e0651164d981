/* Tests of net/packed_texts.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "net/packed_texts.h"
#include "tests/tap.h"

enum { TRIES = 100 * 1000, BYTES = 24 };

static void test_round(void)
{
    static const char *const texts[] = { "name", "", "why not" };
    const char *part[3];
    size_t size;
    char *all = packed_texts_join(texts, 3, "rest", 4, &size);

    ok(size == 5 + 1 + 8 + 4, "three texts and a rest are put together");
    ok(packed_texts_find(all, size, 3, part) == size - 4
           && strcmp(part[0], "name") == 0 && !*part[1]
           && strcmp(part[2], "why not") == 0,
       "and found again");
    ok(memcmp(all + size - 4, "rest", 4) == 0, "with the rest behind them");
    ok(packed_texts_find(all, 4, 1, part) == 0, "one without its end is none");
    ok(packed_texts_find(all, 5, 1, part) == 5, "one with it is");
    ok(packed_texts_find(all, 5, 2, part) == 0, "two are not there then");
    ok(packed_texts_find(all, 0, 1, part) == 0, "nothing is no text");
    free(all);
}

/* Of bytes that may be anything. */
static void test_fuzz(void)
{
    const char *seed = getenv("SEED"), *part[PACKED_TEXTS_MOST];
    int found = 0, wrong = 0;

    srand(seed ? (unsigned)atoi(seed) : 1);
    for (int i = 0; i < TRIES; i++) {
        size_t bytes = (size_t)rand() % BYTES, used, length = 0;
        char *text = malloc(bytes + 1); /* so that a sanitizer sees its end */
        int count = 1 + rand() % PACKED_TEXTS_MOST;

        for (size_t b = 0; b < bytes; b++)
            text[b] = (char)(rand() % 4);
        used = packed_texts_find(text, bytes, count, part);
        for (int p = 0; used > 0 && p < count; p++)
            length += strlen(part[p]) + 1;
        found += used > 0;
        wrong += used > bytes || length != used;
        free(text);
    }
    ok(found > 0 && found < TRIES && wrong == 0,
       "of %d messages none is read beyond its end", TRIES);
    diag("%d had all texts", found);
}

int main(void)
{
    test_round();
    test_fuzz();
    return tap_done();
}
