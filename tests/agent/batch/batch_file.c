/* Tests of agent/batch/batch_file.c: a file of grants
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/batch/batch.h"
#include "tests/tap.h"

static char folder[] = "/tmp/batch-XXXXXX";
static char path[64], name[80];

/* ---- what is heard, as one text ---- */

static char heard[1024];

static void hear(const char *text)
{
    strncat(heard, text, sizeof(heard) - strlen(heard) - 2);
    strcat(heard, "|");
}

static void on_granted(void *arg, unsigned id, const char *host, int cores)
{
    struct error text;

    (void)arg;
    error_set(&text, "%u has %s:%d", id, host, cores);
    hear(text.text);
}

static void on_denied(void *arg, unsigned id, const char *reason)
{
    struct error text;

    (void)arg;
    error_set(&text, "%u has not: %s", id, reason);
    hear(text.text);
}

static void on_leaves(void *arg, const char *host, double seconds)
{
    struct error text;

    (void)arg;
    error_set(&text, "%s goes in %g", host, seconds);
    hear(text.text);
}

static void on_odd(void *arg, const char *text)
{
    (void)arg;
    hear(strrchr(text, '/') + 1);
}

static const struct batch_listener listener = { .granted = on_granted,
                                                .denied = on_denied,
                                                .leaves = on_leaves,
                                                .odd = on_odd };

static const char *poll_now(batch_t *b)
{
    struct error err;

    heard[0] = '\0';
    if (batch_poll(b, &listener, &err) < 0)
        hear(err.text);
    return heard;
}

/* ---- the file ---- */

static void put(const char *text, const char *how)
{
    FILE *out = fopen(path, how);

    if (out)
        fputs(text, out);
    if (!out || fclose(out) != 0)
        ok(false, "%s can be written", path);
}

static const char *content(void)
{
    static char text[1024];
    FILE *in = fopen(path, "r");
    size_t len = in ? fread(text, 1, sizeof(text) - 1, in) : 0;

    if (in)
        fclose(in);
    text[len] = '\0';
    return text;
}

/* ---- the tests ---- */

static const struct {
    const char *line;
    const char *heard;
} cases[] = {
    { "grant j.1 h3", "1 has h3:0|" },
    { "grant j.2  h3\th4:8 ", "2 has h3:0|2 has h4:8|" },
    { "grant", "grants: \"grant\" is no answer|" },
    { "grant j.1", "grants: \"grant j.1\" is no answer|" },
    { "grant j.1 h3:x h4",
      "1 has h4:0|grants: \"grant j.1 h3:x h4\" is no answer|" },
    { "grant j.1 h3:0", "grants: \"grant j.1 h3:0\" is no answer|" },
    { "grant j.1 :3", "grants: \"grant j.1 :3\" is no answer|" },
    { "grant jj.1 h3", "" },
    { "grant k.1 h3", "" },
    { "grant j.1x h3", "" },
    { "grant j.11.1 h3", "" },
    { "deny j.3 no room today", "3 has not: no room today|" },
    { "deny j.3", "3 has not: |" },
    { "deny other.3 no", "" },
    { "leave h3 30", "h3 goes in 30|" },
    { "deny", "grants: \"deny\" is no answer|" },
    { "leave h3", "grants: \"leave h3\" is no answer|" },
    { "leave h3 soon", "grants: \"leave h3 soon\" is no answer|" },
    { "leave h3 -1", "grants: \"leave h3 -1\" is no answer|" },
    { "leave h3 nan", "grants: \"leave h3 nan\" is no answer|" },
    { "# grant j.1 h3", "" },
    { "", "" },
    { "grant j.1 h3\r", "1 has h3:0|" },
    { "request j.1 hosts=2", "" },
    { "release j.1 h3", "" },
    { "cancel j.1", "" },
    { "nonsense", "grants: \"nonsense\" is no answer|" },
};

static void test_lines(void)
{
    struct error err;
    bool early = false;
    batch_t *b;

    put("", "w");
    b = batch_open(name, "j", "", &err);
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        put(cases[i].line, "a");
        early |= *poll_now(b) != '\0';
        put("\n", "a");
        if (!ok(strcmp(poll_now(b), cases[i].heard) == 0, "\"%s\" is heard",
                cases[i].line))
            diag("it is: %s", heard);
    }
    ok(!*poll_now(b), "all of it once");
    ok(!early, "and none before its line is whole");
    batch_close(b);
}

static const struct {
    const char *line;
    bool known;
    int pending;
    double least; /* 0: not a number */
    int idle;
} queues[] = {
    { "queue pending=2 least=4 idle=1", true, 2, 4, 1 },
    { "queue idle=3 pending=0", true, 0, 0, 3 },
    { "queue", false, 0, 0, 0 },
    { "queue pending=2", false, 0, 0, 0 },
    { "queue idle=2", false, 0, 0, 0 },
    { "queue pending=2 idle=x", false, 0, 0, 0 },
    { "queue pending=2 idle=1x", false, 0, 0, 0 },
    { "queue pending=2 idle=-1", false, 0, 0, 0 },
    { "queue pending=2 idle=1 more=1", false, 0, 0, 0 },
};

static void test_queue(void)
{
    struct error err;

    for (size_t i = 0; i < sizeof(queues) / sizeof(queues[0]); i++) {
        struct batch_queue q = { 7, 7, 7 };
        bool known, told;
        batch_t *b;

        put(queues[i].line, "w");
        put("\n", "a");
        b = batch_open(name, "j", "", &err);
        ok(!batch_look(b, &q) && q.pending == 7, "at first nothing is known");
        told = strstr(poll_now(b), "is no answer") == NULL;
        known = batch_look(b, &q);
        ok(known == queues[i].known && told == known
               && (!known
                   || (q.pending == queues[i].pending
                       && q.idle_nodes == queues[i].idle
                       && (isnan(q.least_nodes) ? 0 : q.least_nodes)
                              == queues[i].least)),
           "\"%s\" is %s", queues[i].line, known ? "heard" : "no answer");
        batch_close(b);
    }
}

static void test_writing(void)
{
    static const char expected[] = "# mine\n"
                                   "request j.1 hosts=2\n"
                                   "cancel j.1\n"
                                   "release j.1 h3\n"
                                   "release j.0 h2\n";
    struct error err;
    batch_t *b;

    put("# mine", "w");
    b = batch_open(name, "j", "", &err);
    ok(batch_request(b, 1, 2, &err) == 0 && batch_cancel(b, 1, &err) == 0
           && batch_release(b, 1, "h3", &err) == 0
           && batch_release(b, 0, "h2", &err) == 0,
       "hosts are asked for, cancelled and given back");
    if (!ok(strcmp(content(), expected) == 0, "each in a line of its own"))
        diag("it is: %s", content());
    ok(!*poll_now(b), "which is no answer");
    ok(isnan(batch_time_left(b)), "nor does it say when the job is ended");
    batch_close(b);
}

/* As on a disk that is full: the file may be 'bytes' longer. */
static void limit(size_t bytes)
{
    static struct rlimit before;
    struct rlimit now;

    if (bytes == 0) {
        setrlimit(RLIMIT_FSIZE, &before);
        return;
    }
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    now = before;
    now.rlim_cur = strlen(content()) + bytes;
    setrlimit(RLIMIT_FSIZE, &now);
}

static void test_full(void)
{
    struct error err;
    batch_t *b;

    put("# mine\n", "w");
    b = batch_open(name, "j", "", &err);
    limit(strlen("request j.1 hosts=2"));
    ok(batch_request(b, 1, 24, &err) < 0, "a line for which there is no room");
    limit(0);
    has(err.text, "no room for a line", "is told");
    ok(batch_cancel(b, 1, &err) == 0
           && strcmp(content(), "# mine\ncancel j.1\n") == 0,
       "and nothing of it becomes a request for less: %s", content());
    batch_close(b);
}

static void test_again(void)
{
    struct error err;
    char mark[32];
    FILE *out = fmemopen(mark, sizeof(mark), "w");
    batch_t *b;

    put("grant j.1 h3\n", "w");
    b = batch_open(name, "j", "", &err);
    poll_now(b);
    batch_mark(b, out);
    fclose(out);
    batch_close(b);
    put("grant j.1 h4\n", "a");
    b = batch_open(name, "j", mark, &err);
    ok(strcmp(poll_now(b), "1 has h4:0|") == 0,
       "who goes on from a mark hears what is new");
    put("deny j.2\n", "w");
    ok(strcmp(poll_now(b), "2 has not: |") == 0,
       "a file that became shorter is read from its beginning");
    batch_close(b);
}

static const struct {
    const char *text;
    const char *why;
} wrong[] = {
    { "slurp", "\"slurp\" is no batch system; there is file:PATH" },
    { "file", "\"file\" is no batch system; there is file:PATH" },
    { ":x", "\":x\" is no batch system" },
    { "file:", "\"file:\" is no batch system" },
    { "file:/nowhere/grants", "/nowhere/grants: No such file" },
    { "file:/", "/: Is a directory" },
    { "file:/dev/null", "/dev/null is not a regular file" },
};

static void test_errors(void)
{
    struct error err;
    batch_t *b;

    put("", "w");
    ok(batch_check(name, &err) == 0, "a file of grants is fine");
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
        ok(batch_check(wrong[i].text, &err) < 0
               && strstr(err.text, wrong[i].why),
           "\"%s\" is not: %s", wrong[i].text, err.text);
    ok(!batch_open("slurp", "j", "", &err), "nor can it be opened");
    b = batch_open(name, "j", "", &err);
    unlink(path);
    ok(batch_request(b, 1, 2, &err) < 0, "without its file nothing is asked");
    has(err.text, "No such file", "which is told");
    ok(batch_poll(b, &listener, &err) < 0, "nor heard");
    ok(mkfifo(path, 0600) == 0 && batch_poll(b, &listener, &err) < 0,
       "and a pipe is not waited for");
    unlink(path);
    put("deny j.1\n", "w");
    ok(strcmp(poll_now(b), "1 has not: |") == 0,
       "when it is there again it is");
    batch_close(b);
    batch_close(NULL);
}

int main(void)
{
    if (!mkdtemp(folder)) {
        ok(false, "there is a folder for it in /tmp");
        return tap_done();
    }
    snprintf(path, sizeof(path), "%s/grants", folder);
    snprintf(name, sizeof(name), "file:%s", path);
    test_lines();
    test_queue();
    test_writing();
    test_full();
    test_again();
    test_errors();
    unlink(path);
    rmdir(folder);
    return tap_done();
}
