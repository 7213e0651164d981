/* Tests of agent/launch/quoted_command.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "agent/launch/quoted_command.h"
#include "tests/tap.h"

static void there_and_back(const char *folder, char *const words[])
{
    char *text = quoted_command_join(folder, words);
    char came[64];
    char **split = quoted_command_split(text, came, sizeof(came));
    size_t i = 0;

    while (split && words[i] && split[i] && strcmp(words[i], split[i]) == 0)
        i++;
    ok(split && !words[i] && !split[i] && strcmp(folder, came) == 0,
       "there and back: %s", text);
    free(split);
    free(text);
}

static void test_words(void)
{
    char *const plain[] = { (char *)"mpiexec", (char *)"-n", (char *)"4",
                            NULL };
    char *const odd[] = { (char *)"a b",
                          (char *)"",
                          (char *)"100%",
                          (char *)"%20",
                          (char *)"line\n\x80\xff\t",
                          NULL };
    char *const last[] = { (char *)"a", (char *)"", NULL };

    there_and_back("/home", plain);
    there_and_back("/a b%", odd);
    there_and_back("", last);
}

static void test_others(void)
{
    static const char *const texts[] = { "",      "/",        "/ a%",
                                         "/ a%4", "/ a%zz b", "/ a%00b" };
    char folder[64];

    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        ok(!quoted_command_split(texts[i], folder, sizeof(folder)),
           "\"%s\" is no such text", texts[i]);
    ok(!quoted_command_split("/long a", folder, 5),
       "a folder may be too long");
}

int main(void)
{
    test_words();
    test_others();
    return tap_done();
}
