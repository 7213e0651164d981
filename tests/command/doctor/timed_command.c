/* Tests of command/doctor/timed_command.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "command/doctor/timed_command.h"
#include "tests/tap.h"

static struct timed_command trial;

static int run(const char *text, double seconds, double grace)
{
    char *words[] = { (char *)"sh", (char *)"-c", (char *)text, NULL };

    return timed_command_run(words, seconds, grace, &trial, NULL);
}

static void test_answers(void)
{
    const char *at;
    char word[64];

    ok(run("echo up 2; echo rank 0 a; echo rank 1 b; echo done; exit 3", 20,
           20)
           == 0,
       "a command is run");
    ok(trial.ended && trial.done && trial.status == 3,
       "it ends by itself, and its status is known");
    ok(trial.up > 0 && trial.up <= trial.took, "and when it was up");
    at = timed_command_find(&trial, "rank", NULL);
    at = at ? timed_command_find(&trial, "rank", at) : NULL;
    ok(at != NULL, "the second of two lines is found");
    if (at) {
        timed_command_word(at, 1, word, sizeof(word));
        ok(strcmp(word, "b") == 0 && timed_command_number(at, 0) == 1,
           "with its words: %s", word);
        ok(!timed_command_find(&trial, "rank", at), "there is no third one");
    }
    ok(!timed_command_find(&trial, "ran", NULL),
       "the beginning of a word is none");
    run("printf 'rank 1'", 20, 0);
    ok(!timed_command_find(&trial, "rank", NULL), "half a line is none");
}

static void test_bounds(void)
{
    char text[64];
    long child;

    /* The one in the middle ends at once, and its child is nobody's then. */
    run("(sleep 600 & echo child $!); echo done; trap '' TERM; sleep 601", 20,
        0.2);
    ok(trial.done && !trial.ended && trial.took < 15,
       "who does not end after having done its work is ended: %.1f s",
       trial.took);
    child = timed_command_find(&trial, "child", NULL)
                ? (long)timed_command_number(
                    timed_command_find(&trial, "child", NULL), 0)
                : 0;
    ok(child > 0 && kill((pid_t)child, 0) < 0 && errno == ESRCH,
       "with all that it has started");
    run("sleep 600", 0.2, 0);
    timed_command_excuse(&trial, text, sizeof(text));
    ok(!trial.ended && !trial.done, "who says nothing is ended, too");
    has(text, "nothing happened", "and that is what is told");
}

static void test_excuses(void)
{
    static const struct {
        const char *command, *excuse;
    } cases[] = {
        { "echo; echo bad luck >&2; echo more >&2", "bad luck" },
        { "exit 4", "it ended with status 4" },
        { "kill -9 $$", "it ended with status 137" },
    };
    char *none[] = { (char *)"/nowhere/command", NULL };
    char text[64];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        run(cases[i].command, 20, 0);
        timed_command_excuse(&trial, text, sizeof(text));
        ok(strcmp(text, cases[i].excuse) == 0, "why it failed: %s", text);
    }
    timed_command_run(none, 20, 0, &trial, NULL);
    timed_command_excuse(&trial, text, sizeof(text));
    has(text, "No such file", "a command that is not there says so");
    run("head -c 1000000 /dev/zero | tr '\\0' x; echo; echo done", 20, 0);
    ok(trial.ended && trial.used == TIMED_COMMAND_TEXT - 1,
       "of endless talk the beginning is kept");
}

int main(void)
{
    test_answers();
    test_bounds();
    test_excuses();
    return tap_done();
}
