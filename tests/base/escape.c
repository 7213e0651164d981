/* Tests of base/escape.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "base/escape.h"
#include "tests/tap.h"

static void test_control(void)
{
    char text[] = "a\tb\n\x1b[2J\x7f\r\xc2\x9b"
                  "1m\xc3\xa9";

    escape_control(text);
    ok(strcmp(text, "a\tb\n?[2J????1m\xc3\xa9") == 0,
       "what would steer a terminal is a question mark");
}

int main(void)
{
    test_control();
    return tap_done();
}
