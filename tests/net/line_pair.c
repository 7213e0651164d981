/* Tests of net/line_pair.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "net/line.h"
#include "tests/tap.h"

/* One who speaks and notes what is heard: "ready", a message as its number and
 * payload, "lost".
 */
struct speaker {
    line_t *line;
    char heard[256];
    bool answers; /* each message, with the number above */
    int last;     /* the message at which the line is given back, or 0 */
    bool inside;  /* a call is under way */
    bool nested;  /* and another one came within it */
};

static loop_t *loop;

static void note(struct speaker *s, const char *word)
{
    size_t used = strlen(s->heard);

    snprintf(s->heard + used, sizeof(s->heard) - used, "%s%s", used ? " " : "",
             word);
    s->nested = s->nested || s->inside;
}

static int say(struct speaker *s, uint64_t number, const char *text)
{
    struct local_message_head head = { .type = 1,
                                       .bytes = (uint32_t)strlen(text),
                                       .number = number };

    return line_send(s->line, &head, text);
}

static void on_ready(void *arg)
{
    note(arg, "ready");
}

static void on_heard(void *arg,
                     const struct local_message_head *head,
                     const char *payload)
{
    struct speaker *s = arg;
    char word[64];

    snprintf(word, sizeof(word), "%u%.40s", (unsigned)head->number, payload);
    note(s, word);
    s->inside = true;
    if (s->answers)
        say(s, head->number + 1, payload);
    s->inside = false;
    if (s->last == (int)head->number) {
        line_destroy(s->line);
        s->line = NULL;
    }
}

static void on_lost(void *arg, const char *why)
{
    struct speaker *s = arg;

    (void)why;
    note(s, "lost");
    line_destroy(s->line);
    s->line = NULL;
}

static const struct line_events events = { on_ready, on_heard, on_lost };

static void begin(struct speaker *a, struct speaker *b)
{
    const struct line_end ends[] = { { &events, a }, { &events, b } };
    line_t *line[2];

    ok(line_pair(loop, ends, line) == 0, "a line has two ends");
    a->line = line[0];
    b->line = line[1];
}

static void end(struct speaker *a, struct speaker *b)
{
    line_destroy(a->line);
    line_destroy(b->line);
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static void go_round(void)
{
    loop_await(loop, never, NULL, 20);
}

/* Whether it is that which was heard; what else came is told. */
static void heard(const struct speaker *s,
                  const char *expected,
                  const char *text)
{
    bool same = strcmp(s->heard, expected) == 0;

    ok(same, "%s%s%s", text, same ? "" : ", not: ", same ? "" : s->heard);
}

static void test_order(void)
{
    struct speaker a = { 0 }, b = { 0 };

    begin(&a, &b);
    say(&a, 1, "x");
    say(&a, 2, "");
    say(&b, 7, "y");
    heard(&b, "", "nothing is heard while something is said");
    ok(line_owes(a.line) > 0, "what was not heard is owed");
    go_round();
    heard(&b, "ready 1x 2", "an end hears what was said, in its order");
    heard(&a, "ready 7y", "and so does the other one");
    ok(line_owes(a.line) == 0, "what was heard is not owed");
    end(&a, &b);
}

static void test_answers(void)
{
    struct speaker a = { 0 }, b = { 0 };

    begin(&a, &b);
    b.answers = true;
    say(&a, 1, "x");
    say(&a, 5, "y");
    go_round();
    heard(&a, "ready 2x 6y", "what is answered comes back");
    ok(!a.nested && !b.nested, "no call comes within another one");
    end(&a, &b);
}

static void test_loss(void)
{
    struct speaker a = { 0 }, b = { 0 };

    begin(&a, &b);
    go_round();
    say(&a, 1, "x");
    line_destroy(a.line);
    a.line = NULL;
    ok(say(&b, 1, "x") < 0, "an end whose other one is gone cannot speak");
    go_round();
    heard(&b, "ready 1x lost", "it hears what was said before");
    end(&a, &b);
}

static void test_end_within_a_call(void)
{
    struct speaker a = { 0 }, b = { .last = 2 };

    begin(&a, &b);
    for (uint64_t i = 1; i <= 3; i++)
        say(&a, i, "");
    go_round();
    heard(&b, "ready 1 2", "a line given back in a call tells no more");
    heard(&a, "ready lost", "and is lost to the other end");
    end(&a, &b);
}

static void test_flush(void)
{
    struct speaker a = { 0 }, b = { .answers = true, .last = 3 };

    begin(&a, &b);
    line_flush(a.line);
    heard(&b, "", "nothing is heard where nothing was said");
    say(&a, 1, "");
    line_flush(a.line);
    heard(&b, "ready 1", "what was said is heard at once");
    heard(&a, "", "what is said to it then is not");
    go_round();
    heard(&b, "ready 1", "and only once");
    heard(&a, "ready 2", "the answer comes with the loop");
    say(&a, 3, "");
    line_flush(a.line);
    heard(&b, "ready 1 3", "it may be given back by that");
    line_flush(a.line);
    end(&a, &b);
}

int main(void)
{
    loop = loop_create();
    test_order();
    test_flush();
    test_answers();
    test_loss();
    test_end_within_a_call();
    loop_destroy(loop);
    return tap_done();
}
