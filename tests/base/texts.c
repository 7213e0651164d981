/* Tests of base/texts.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "base/texts.h"
#include "tests/tap.h"

int main(void)
{
    struct texts t = { 0 };
    int same = 0;

    for (int i = 0; i < 100; i++)
        texts_add(&t, "%d", i);
    for (int i = 0; i < 100; i++)
        same += atoi(t.text[i]) == i;
    ok(t.count == 100 && same == 100, "a hundred are kept");
    ok(!t.text[100] && !t.failed, "and end with a NULL");
    texts_clear(&t);
    ok(t.count == 0 && !t.text, "then there are none");
    texts_clear(&t);
    ok(true, "clearing an empty list is fine");
    return tap_done();
}
