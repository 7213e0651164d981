/* Tests of base/string_list.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <malloc.h>
#include <stdlib.h>

#include "base/string_list.h"
#include "tests/tap.h"

int main(void)
{
    struct string_list t = { 0 };
    int same = 0, ended = 0;

    mallopt(M_PERTURB, 1); /* memory is not clean */
    for (int i = 0; i < 100; i++) {
        string_list_add(&t, "%d", i);
        ended += !t.text[i + 1];
    }
    for (int i = 0; i < 100; i++)
        same += atoi(t.text[i]) == i;
    ok(t.count == 100 && same == 100 && !t.failed, "a hundred are kept");
    ok(ended == 100, "and end with a NULL each time: %d", ended);
    string_list_clear(&t);
    ok(t.count == 0 && !t.text, "then there are none");
    string_list_add_all(&t, "a", "%d", NULL);
    ok(t.count == 2 && strcmp(t.text[1], "%d") == 0,
       "several are added as they are");
    string_list_clear(&t);
    string_list_clear(&t);
    ok(true, "clearing an empty list is fine");
    return tap_done();
}
