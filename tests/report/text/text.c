/* Tests of report/text/text.c and what it is made of
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>

#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static size_t widest(const char *text)
{
    size_t most = 0, wide = 0;

    for (; *text; text++) {
        wide = *text == '\n' ? 0 : wide + ((*text & 0xc0) != 0x80);
        most = wide > most ? wide : most;
    }
    return most;
}

static int lines(const char *text)
{
    int n = 0;

    while (*text)
        n += *text++ == '\n';
    return n;
}

static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((*text < ' ' && *text != '\n') || (unsigned char)*text > 0x7e)
            return false;
    return true;
}

static struct page *make(const char *folder, int rank, int size)
{
    struct page *p = pages_make(folder, rank, size);

    pages_call(p, PAGES_INIT, 1, 0, 0, 0);
    pages_call(p, PAGES_SEND, 1000, 0.3, 1e-5, 4096);
    pages_call(p, PAGES_ALLREDUCE, 100, 0.2, 1e-5, 8);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, "0-9", size), 100);
    for (int i = 1; i <= 4; i++)
        pages_send(p, (rank + i) % size, 1000 * i, UINT64_C(1) << 3 * i);
    pages_loop(p, 100, 5, 0.08, 1e-5);
    return p;
}

static void check_size(int size)
{
    static const char *const questions[] = {
        "./heat -n 100",      "What limits it",     "Where did the time go",
        "Is it balanced",     "Who talks to whom",  "Which lines of code",
        "How did it develop", "What watching cost", "What was not seen",
    };
    const char *folder = pages_folder();
    const char *after;
    struct run *run;
    char *text;

    page_close(make(folder, 0, size));
    pages_copy(folder, size - 1);
    run = pages_run(folder);
    text = pages_text(run, text_print);
    after = text;
    for (size_t i = 0; i < sizeof(questions) / sizeof(questions[0]); i++) {
        const char *found = strstr(after, questions[i]);

        if (!ok(found != NULL, "%d ranks: it tells, in order: %s", size,
                questions[i]))
            break;
        after = found;
    }
    ok(widest(text) <= 80, "no line is wider than 80 columns but %zu",
       widest(text));
    ok(is_plain(text), "in a plain locale all is plain");
    ok(lines(text) < 160, "it is short enough to be read, %d lines",
       lines(text));
    has(text, "100 iterations of 8", "iterations are told");
    free(text);

    text = pages_text(run, text_summary);
    ok(widest(text) <= 80 && is_plain(text) && lines(text) >= 6
           && lines(text) <= 20,
       "the summary is a short table, %d lines", lines(text));
    ok(strncmp(text, "mitosis: Almost only computing", 30) == 0,
       "and starts with the answer");
    free(text);

    setenv("LC_ALL", "C.UTF-8", 1);
    text = pages_text(run, text_print);
    has(text, "█", "a better locale has better bars");
    ok(widest(text) <= 80, "which are not wider");
    free(text);
    setenv("LC_ALL", "C", 1);
    run_destroy(run);
    pages_remove(folder);
}

static void test_accident(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *text;

    for (int rank = 0; rank < 5; rank++) {
        struct page *p = make(folder, rank, 5);

        p->state = rank == 3 ? PAGE_ABORTED : PAGE_RUNNING;
        p->abort_code = 9;
        p->pid = 0;
        p->finalize_enter = 0;
        if (rank < 3) {
            p->inside_call = PAGES_ALLREDUCE;
            p->inside_since = p->last - pages_ticks(1 + rank);
        }
        page_close(p);
    }
    run = pages_run(folder);
    text = pages_text(run, text_print);
    has(text, "not complete", "an accident is told");
    has(text, "rank 3 called MPI_Abort with code 9", "and whose it was");
    has(text, "ranks 0-2: killed, in MPI_Allreduce", "and where others were");
    has(text, "for up to 3.00 s", "and since when");
    has(text, "rank 4: killed, while computing", "each of them");
    free(text);
    text = pages_text(run, text_summary);
    has(text, "MPI_Abort with code 9", "in the summary, too");
    free(text);
    text = pages_text(run, text_now);
    has(text, "Where the ranks are", "and in what is there now");
    has(text, "ranks 0-2: killed, in MPI_Allreduce", "with where they are");
    free(text);
    run_destroy(run);
    pages_remove(folder);
}

static void test_hostile(void)
{
    const char *folder = pages_folder();
    struct page *p = make(folder, 0, 1);
    struct run *run;
    char *text;

    memset(p->program, 0x1b, sizeof(p->program));
    p->program_bytes = sizeof(p->program);
    memset(p->host, 0xc3, sizeof(p->host) - 1);
    strcpy(p->call[PAGES_SEND].name, "MPI_\x1b[2J\xc2\x9b"
                                     "2J");
    p->comm[0].size = 7;
    strcpy(p->comm[0].name, "rows\n\ncolumns");
    strcpy(p->remarks, "\x1b]0;title\x07");
    page_close(p);
    run = pages_run(folder);
    text = pages_text(run, text_print);
    ok(is_plain(text) && widest(text) <= 80,
       "hostile names do nothing to a terminal");
    free(text);
    text = pages_text(run, text_summary);
    ok(is_plain(text) && widest(text) <= 80, "nor in the summary");
    free(text);
    setenv("LC_ALL", "C.UTF-8", 1);
    text = pages_text(run, text_print);
    ok(!strchr(text, 0x1b) && !strchr(text, 0x07) && !strstr(text, "\xc2\x9b"),
       "nor where there are more characters");
    free(text);
    setenv("LC_ALL", "C", 1);
    run_destroy(run);
    pages_remove(folder);
}

static void test_empty(void)
{
    const char *folder = pages_folder();
    struct page *p = pages_make(folder, 0, 1);
    struct run *run;
    char *text;

    p->level = LEVEL_COUNTS;
    p->mpi_ticks = 0;
    p->program_bytes = 0;
    page_close(p);
    run = pages_run(folder);
    text = pages_text(run, text_print);
    has(text, "counted, not timed", "counts alone are told as such");
    ok(!strstr(text, "Where did the time go"), "times are not asked for then");
    ok(!strstr(text, "Is it balanced"), "nor is the balance");
    has(text, "No messages", "no messages are none");
    has(text, "Call sites were not noted", "nor are call sites");
    has(text, "No iterations found: calls were not timed", "nor iterations");
    free(text);
    text = pages_text(run, text_summary);
    ok(lines(text) >= 2, "and there is a summary");
    free(text);
    run_destroy(run);
    pages_remove(folder);
}

int main(void)
{
    setenv("LC_ALL", "C", 1);
    check_size(1);
    check_size(2);
    check_size(12);
    check_size(40);
    test_accident();
    test_hostile();
    test_empty();
    return tap_done();
}
