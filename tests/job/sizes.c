/* Tests of job/sizes.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "job/sizes.h"
#include "tests/tap.h"

static void test_numbers(void)
{
    static const struct {
        const char *list, *arguments;
        int ranks;
        bool has;
        int below, above;
        const char *why;
    } cases[] = {
        { "", "", 5, true, 4, 6, "" },
        { "", "-x {nx} -y {ny}", 5, true, 4, 6, "" },
        { "cubes", "", 8, true, 1, 27, "" },
        { "cubes", "", 9, false, 8, 27,
          "9 ranks do not go with --sizes cubes: 8 or 27 would" },
        { "4,6", "", 3, false, 0, 4, "--sizes 4,6: 4 would" },
        { "4,6", "", 7, false, 6, 0, "--sizes 4,6: 6 would" },
        { "4", "", 4, true, 0, 0, "" },
        { "", "{12/n}", 5, false, 4, 6,
          "5 ranks do not go with --arguments: {12/n} does not come out even "
          "with 5 ranks: 4 or 6 would" },
        { "", "{12/n}", 12, true, 6, 0, "" },
        { "2-20", "{12/n}", 2, true, 0, 3, "" },
        { "5", "{12/n}", 5, false, 0, 0, "no other number does" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct error err = { .text = "" };
        struct sizes s;
        int n = cases[i].ranks;

        ok(sizes_read(&s, cases[i].list, cases[i].arguments, NULL) == 0,
           "\"%s\" and \"%s\" are read", cases[i].list, cases[i].arguments);
        ok(sizes_is_choosy(&s)
               == (*cases[i].list || strchr(cases[i].arguments, '/')),
           "and are known to allow all, or not");
        ok(sizes_has(&s, n) == cases[i].has
               && sizes_below(&s, n) == cases[i].below
               && sizes_above(&s, n) == cases[i].above,
           "\"%s\" and \"%s\": below %d is %d, above %d", cases[i].list,
           cases[i].arguments, n, sizes_below(&s, n), sizes_above(&s, n));
        ok(sizes_check(&s, n, &err) == (cases[i].has ? 0 : -1), "%d is %s", n,
           cases[i].has ? "taken" : "refused");
        has(err.text, cases[i].why, "with the reason, if not");
    }
}

static void test_wrong(void)
{
    struct error err = { .text = "" };
    struct sizes s;

    ok(sizes_read(&s, "x", "", &err) < 0 && sizes_has(&s, 3),
       "a list that is none allows all");
    has(err.text, "MITOSIS_SIZES: \"x\" is none of", "and is told of");
    ok(sizes_read(&s, "4", "{q}", &err) < 0 && sizes_has(&s, 3),
       "so does a template that is none");
    has(err.text, "MITOSIS_ARGUMENTS: {q} is not understood",
        "and is told of");
}

int main(void)
{
    test_numbers();
    test_wrong();
    return tap_done();
}
