/* Tests of profile/comm_ranks.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "profile/comm_ranks.h"
#include "tests/tap.h"

enum { MANY = 100 * 1000 };

static bool is_text(const struct bytes *b, const char *text)
{
    size_t bytes = bytes_held(b);

    return bytes == strlen(text)
           && (bytes == 0 || memcmp(b->data + b->from, text, bytes) == 0);
}

static void test_few(void)
{
    static const struct {
        int ranks[6];
        int count;
        const char *text;
    } cases[] = {
        { { 0 }, 0, "" },
        { { 7 }, 1, "7" },
        { { 0, 1, 2, 3, 8 }, 5, "0-3,8" },
        { { 3, 2, 1 }, 3, "3,2,1" },
        { { 5, 6, 7, 9 }, 4, "5-7,9" },
        { { -1, 0, 1, -1, -1, 2 }, 6, "?,0-1,?,?,2" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct bytes b = { 0 };

        ok(comm_ranks_append(&b, cases[i].ranks, cases[i].count)
               && is_text(&b, cases[i].text),
           "members are told as \"%s\"", cases[i].text);
        bytes_free(&b);
    }
}

/* Every other rank, and the last of them another one. */
static void test_many(void)
{
    int *ranks = calloc(MANY, sizeof(*ranks)), wrong = 0;
    struct bytes all = { 0 }, other = { 0 };
    char *at;

    for (int i = 0; i < MANY; i++)
        ranks[i] = 2 * i;
    ok(comm_ranks_append(&all, ranks, MANY) && bytes_append(&all, "", 1),
       "%d ranks that do not follow each other are told", MANY);
    ranks[MANY - 1]++;
    ok(comm_ranks_append(&other, ranks, MANY) && bytes_append(&other, "", 1)
           && bytes_held(&all) == bytes_held(&other)
           && memcmp(all.data, other.data, bytes_held(&all)) != 0,
       "and others of which the last one differs are told otherwise");
    at = (char *)all.data;
    for (int i = 0; i < MANY; i++, at += *at == ',')
        wrong += strtol(at, &at, 10) != 2 * i;
    ok(wrong == 0 && *at == '\0', "all of them");
    bytes_free(&all);
    bytes_free(&other);
    free(ranks);
}

int main(void)
{
    test_few();
    test_many();
    return tap_done();
}
