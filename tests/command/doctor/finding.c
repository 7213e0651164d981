/* Tests of command/doctor/finding.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/doctor/finding.h"
#include "tests/tap.h"

/* What is printed, until the next call. */
static const char *printed(const struct findings *f, bool json)
{
    static char *text;
    size_t size;
    FILE *out;

    free(text);
    text = NULL;
    out = open_memstream(&text, &size);
    if (json)
        findings_print_json(f, out);
    else
        findings_print(f, out);
    fclose(out);
    return text;
}

static size_t longest_line(const char *text)
{
    size_t most = 0;

    for (; *text; text += strcspn(text, "\n"), text += *text == '\n')
        if (strcspn(text, "\n") > most)
            most = strcspn(text, "\n");
    return most;
}

static void test_verdict(void)
{
    struct findings f = { 0 };

    finding_add(&f, FINDING_OK, "a", "not told", "fine, %d", 1);
    ok(findings_are_good(&f), "what is ok is good");
    has(printed(&f, false), "Jobs can be changed here.\n", "and said");
    ok(!strstr(printed(&f, false), "not told"), "without advice");
    finding_add(&f, FINDING_WARNING, "b", "Do this.", "hm");
    ok(findings_are_good(&f), "a warning does not change that");
    has(printed(&f, false), "with 1 warning.\n", "but is counted");
    has(printed(&f, false), "Do this.\n", "and has advice");
    finding_add(&f, FINDING_MISSING, "c", NULL, "no");
    ok(!findings_are_good(&f), "something missing does");
    has(printed(&f, false), "1 thing is missing.\n", "and is counted");
    for (int i = 0; i < FINDINGS; i++)
        finding_add(&f, FINDING_OK, "d", NULL, "fine");
    ok(f.count == FINDINGS, "there is an end to findings");
}

static void test_lines(void)
{
    struct findings f = { 0 };
    char wide[200];

    memset(wide, 'x', sizeof(wide));
    wide[sizeof(wide) - 1] = '\0';
    finding_add(&f, FINDING_WARNING, "words",
                "And so on with many words that do not fit into what is left "
                "of one line.",
                "%s",
                "one two three four five six seven eight nine ten eleven "
                "twelve thirteen");
    ok(longest_line(printed(&f, false)) <= 80, "lines are 80 wide at most");
    has(printed(&f, false), "twelve\n                  thirteen\n",
        "cut between words");
    finding_add(&f, FINDING_OK, "more", NULL, "%s",
                "and one two three four five six seven eight nine ten eleven "
                "twelve thirteen");
    has(printed(&f, false), "eleven\n                  twelve thirteen\n",
        "a word that does not fit any more is in the next line");
    finding_add(&f, FINDING_OK, "word", NULL, "%s", wide);
    ok(longest_line(printed(&f, false)) <= 80, "or where there is no space");
}

static void test_json(void)
{
    struct findings f = { 0 };

    finding_add(&f, FINDING_WARNING, "a", "Say \"x\".", "back\\slash\tand %c",
                '\1');
    has(printed(&f, true),
        "{\"name\":\"a\",\"state\":\"warning\",\"text\":"
        "\"back\\\\slash\\u0009and \\u0001\",\"advice\":\"Say "
        "\\\"x\\\".\"}",
        "what is not for JSON is written otherwise");
    has(printed(&f, true), "{\"works\":true", "with the verdict");
}

int main(void)
{
    test_verdict();
    test_lines();
    test_json();
    return tap_done();
}
