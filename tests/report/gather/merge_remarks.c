/* Tests of report/gather/merge_remarks.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "report/gather/merge_remarks.h"
#include "tests/tap.h"

static void test_pairs(void)
{
    static const struct {
        const char *first;
        const char *second;
        const char *joined; /* NULL: they stay two */
    } cases[] = {
        { "a library is in the way", "a library is in the way",
          "a library is in the way" },
        { "a library is in the way", "another is", NULL },
        { "5 calls were lost", "7 calls were lost", "12 calls were lost" },
        { "5 calls were lost", "5 calls were lost", "10 calls were lost" },
        { "2 of 10 calls of MPI_Test", "3 of 20 calls of MPI_Test",
          "5 of 30 calls of MPI_Test" },
        { "2 of 10 calls of MPI_Test", "3 of 20 calls of MPI_Iprobe", NULL },
        { "libtool.so.12 is loaded", "libtool.so.13 is loaded", NULL },
        { "2.rank-0.page: cut off", "3.rank-0.page: cut off", NULL },
        { "5 calls", "5 calls more", NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run *to = run_create(), *from = run_create();
        bool one;

        run_unseen(to, "%s", cases[i].first);
        run_unseen(from, "%s", cases[i].second);
        ok(merge_remarks_join(to, from) == 0, "\"%s\" is joined",
           cases[i].second);
        one = to->unseens == 1;
        ok(one == (cases[i].joined != NULL)
               && strcmp(to->unseen[0], one ? cases[i].joined : cases[i].first)
                      == 0
               && (one || strcmp(to->unseen[1], cases[i].second) == 0),
           "and gives \"%s\"%s", to->unseen[0], one ? "" : " and itself");
        run_destroy(to);
        run_destroy(from);
    }
}

int main(void)
{
    test_pairs();
    return tap_done();
}
