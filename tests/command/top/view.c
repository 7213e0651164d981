/* Tests of command/top/view.c and command/top/log_line.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/top/log_line.h"
#include "command/top/view.h"
#include "tests/tap.h"

enum { MOST = 512 };

static struct live_rank ranks[MOST];
static struct live_host hosts[64];
static struct run_change changes[3] = {
    { .number = 1,
      .what = "resize",
      .why = "too slow",
      .from = 2,
      .to = 4,
      .stopped = 0.01,
      .outcome = "done",
      .done = true },
    { .number = 2,
      .what = "migrate",
      .why = "b is \033[31m busy",
      .from = 4,
      .to = 4,
      .outcome = "it did not come up" },
    { .number = 3,
      .what = "split",
      .why = "",
      .from = 4,
      .to = 5,
      .outcome = "done",
      .done = true },
};

static struct poll_agent_policy thoughts = { .doing = "under way: resize" };

static struct live make(size_t n, size_t host_count)
{
    struct live l = { .program = "./heat 100",
                      .generation = 2,
                      .size = (int)n,
                      .seconds = 12,
                      .has_rounds = true,
                      .rounds = 1234,
                      .rate = 56.7,
                      .mpi = 0.4,
                      .ranks = n,
                      .rank = ranks,
                      .hosts = host_count,
                      .host = hosts,
                      .changes = 3,
                      .change = changes };

    for (size_t i = 0; i < n; i++)
        ranks[i] = (struct live_rank){ .rank = (int)i,
                                       .host = i * host_count / n,
                                       .state = RUN_RUNNING,
                                       .mpi = i == n / 3 ? 0.05 : 0.5,
                                       .call = "MPI_Waitall",
                                       .inside = 100 };
    for (size_t i = 0; i < host_count; i++)
        snprintf(hosts[i].name, sizeof(hosts[i].name),
                 "a-host-with-a-long-name-%zu", i);
    return l;
}

static char *draw(struct view *v, const struct live *l, int w, int h)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    view_draw(v, l, w, h, out);
    fclose(out);
    return text;
}

static int lines(const char *text)
{
    int n = 0;

    while (*text)
        n += *text++ == '\n';
    return n;
}

/* In columns; what begins with ESC and ends with a letter takes none. */
static size_t widest(const char *text)
{
    size_t most = 0, wide = 0;

    for (; *text; text++) {
        if (*text == '\033')
            text += strcspn(text, "m");
        else
            wide = *text == '\n' ? 0 : wide + ((*text & 0xc0) != 0x80);
        most = wide > most ? wide : most;
    }
    return most;
}

static void test_sizes(void)
{
    static const int sizes[][2] = { { 80, 24 }, { 100, 40 }, { 200, 60 },
                                    { 60, 15 }, { 40, 8 },   { 80, 4 } };
    static const size_t counts[] = { 1, 2, 16, 64, 100, 512 };
    struct view v = { .job = "heat-abc123", .thoughts = &thoughts };

    for (int i = 0; i < 600; i++)
        v.rate[i % VIEW_HISTORY] = i % 7;
    v.looks = 600;
    for (size_t s = 0; s < sizeof(sizes) / sizeof(sizes[0]); s++)
        for (size_t n = 0; n < sizeof(counts) / sizeof(counts[0]); n++) {
            struct live l = make(counts[n], counts[n] < 8 ? 1 : 8);
            int w = sizes[s][0], h = sizes[s][1];
            char *text;

            v.utf8 = n % 2;
            v.colour = n % 3 == 0;
            v.listed = s % 2;
            v.help = s == 5 && n == 5;
            strcpy(thoughts.policy, n % 2 ? "nothing: too early" : "");
            text = draw(&v, &l, w, h);
            ok(lines(text) <= h && widest(text) <= (size_t)w,
               "%zu ranks fit into %dx%d: %dx%zu", counts[n], w, h,
               lines(text), widest(text));
            free(text);
        }
}

static int count_of(const char *text, const char *part)
{
    int count = 0;

    for (; (text = strstr(text, part)); text++)
        count++;
    return count;
}

/* Hosts take 12 lines at most, and a quarter of those that there are. */
static void test_hosts(void)
{
    static const struct {
        int height;
        size_t hosts;
        int shown;
        const char *others; /* NULL: none */
    } cases[] = {
        { 100, 1, 1, NULL },
        { 100, 12, 12, NULL },
        { 100, 13, 11, "and 2 other hosts" },
        { 100, 64, 11, "and 53 other hosts" },
    };
    struct view v = { .job = "heat-abc123", .thoughts = &thoughts };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct live l = make(64, cases[i].hosts);
        char *text = draw(&v, &l, 80, cases[i].height);
        int shown = count_of(text, "\na-host-with");

        ok(shown == cases[i].shown,
           "of %zu hosts %d are shown in %d lines, not %d", cases[i].hosts,
           cases[i].shown, cases[i].height, shown);
        if (cases[i].others)
            has(text, cases[i].others, "of %zu hosts the rest is counted",
                cases[i].hosts);
        else
            ok(!strstr(text, "other hosts"), "of %zu hosts there is no rest",
               cases[i].hosts);
        free(text);
    }
}

static void test_words(void)
{
    struct view v = { .job = "heat-abc123", .thoughts = &thoughts };
    struct live l = make(100, 2);
    char *text;

    thoughts.policy[0] = '\0';
    text = draw(&v, &l, 80, 24);

    has(text, "rank 33 computes most, 95 %", "the slowest of many is named");
    has(text, "iteration 1234 since it moved, 56.7 a second",
        "so are iterations");
    has(text, "2. migrate, 4 to 4 ranks", "and changes");
    has(text, "given up: it did not come up", "with what became of them");
    has(text, "under way: resize", "and what is being done");
    ok(!strchr(text, '\033'), "what confuses a terminal is not passed on");
    ok(!strstr(text, "policy"), "a policy is not, where there is none");
    free(text);

    strcpy(thoughts.policy, "nothing: too early");
    text = draw(&v, &l, 80, 24);
    has(text, "policy: nothing: too early", "what the policy thinks is told");
    free(text);
    v.prompting = true;
    strcpy(v.prompt, "resize 8");
    text = draw(&v, &l, 80, 24);
    has(text, "> resize 8_", "what is typed is shown");
    free(text);
}

static void test_line(void)
{
    struct live l = make(4, 1);
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);

    log_line_look(&l, out);
    log_line_changes(&l, 1, out);
    fclose(out);
    has(text, "4 of 4 ranks, generation 2, iteration 1234",
        "a line tells the same");
    has(text, "rank 1 computes most (95 %)", "with the slowest rank");
    has(text, "change 2. migrate", "changes have lines of their own");
    ok(lines(text) == 3 && !strstr(text, "1. resize"), "each once");
    free(text);
}

int main(void)
{
    test_sizes();
    test_hosts();
    test_words();
    test_line();
    return tap_done();
}
