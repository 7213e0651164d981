/* Tests of base/escape.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>
#include <stdio.h>
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

static void test_line(void)
{
    char text[] = "\nresize 3\n and\tsplit 0\n";

    escape_line(text);
    ok(strcmp(text, " resize 3  and\tsplit 0 ") == 0,
       "several lines become one");
}

/* A shell is asked what it takes for what was written. */
static void test_shell(const char *word, bool plain)
{
    char command[256] = "printf %s ", said[256] = "";
    size_t bare = strlen(command), got;
    FILE *out = fmemopen(command + bare, sizeof(command) - bare, "w"), *in;

    escape_shell(out, word);
    fclose(out);
    ok((strcmp(command + bare, word) == 0) == plain, "%s is %s", word,
       plain ? "left as it is" : "quoted");
    in = popen(command, "r");
    got = in ? fread(said, 1, sizeof(said) - 1, in) : 0;
    said[got] = '\0';
    ok(in && pclose(in) == 0 && strcmp(said, word) == 0,
       "and a shell takes it for that: %s", said);
}

int main(void)
{
    test_control();
    test_line();
    test_shell("./a.out", true);
    test_shell("--script=7", true);
    test_shell("u@host:/x,y+1%_", true);
    test_shell("two words", false);
    test_shell("it's $HOME; `ls` \"x\" \\", false);
    test_shell("'", false);
    test_shell("~", false);
    test_shell("", false);
    return tap_done();
}
