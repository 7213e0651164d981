/* Tests of agent/head/granted_hosts.c: a host that was refused is given back,
 * in the end, whatever stands in the way, and whatever becomes of the head
 *
 * The batch system is a file that cannot become longer for a while.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/batch/batch.h"
#include "agent/core/head.h"
#include "agent/head/granted_hosts.h"
#include "agent/head/requests.h"
#include "base/system/host.h"
#include "job/job.h"
#include "tests/tap.h"

enum { RANKS = 2, ENDS_MS = 20000, SHORT_MS = 1200 /* two looks */ };
enum { BEGIN = 100000 /* of the file: what else we write stays shorter */ };

static char folder[] = "/tmp/mitosis-granted-XXXXXX";
static char path[64], name[80];
static char longest[HOST_NAME + 1]; /* name of a host, and one too long */

/* ---- the file ---- */

static void put(const char *text)
{
    FILE *out = fopen(path, "a");

    if (out)
        fputs(text, out);
    if (!out || fclose(out) != 0)
        ok(false, "%s can be written", path);
}

/* Behind its beginning, which is a comment. */
static const char *content(void)
{
    static char text[BEGIN + 1024];
    FILE *in = fopen(path, "r");
    size_t len = in ? fread(text, 1, sizeof(text) - 1, in) : 0;

    if (in)
        fclose(in);
    text[len] = '\0';
    return text + BEGIN;
}

/* How often the job has given back a host by that request. */
static int released(unsigned request, const char *host)
{
    const char *at = content();
    struct error line;
    int times = 0;

    error_set(&line, "release %s.%u %s\n", job_of(folder), request, host);
    while ((at = strstr(at, line.text))) {
        at += strlen(line.text);
        times++;
    }
    return times;
}

/* Whether anything can be added. */
static void let(bool writable)
{
    static struct rlimit before;
    struct rlimit now;
    struct stat st = { .st_size = 0 };

    if (writable) {
        setrlimit(RLIMIT_FSIZE, &before);
        return;
    }
    signal(SIGXFSZ, SIG_IGN);
    stat(path, &st);
    getrlimit(RLIMIT_FSIZE, &before);
    now = before;
    now.rlim_cur = (rlim_t)st.st_size;
    setrlimit(RLIMIT_FSIZE, &now);
}

/* ---- the head ---- */

static struct head *create(void)
{
    struct head *a = calloc(1, sizeof(*a));
    struct error err = { "" };

    snprintf(a->folder, sizeof(a->folder), "%s", folder);
    if (!(a->loop = loop_create())
        || !(a->record = control_open(a->folder, 1, RANKS, &err))
        || !(a->now = generation_create(a->folder, &a->hosts, a->record, 1,
                                        RANKS, &err))) {
        printf("Bail out! %s\n", err.text);
        exit(1);
    }
    for (int r = 0; r < RANKS; r++) {
        atomic_store(&a->now->control->slot[r].state, SLOT_RUNNING);
        generation_place(a->now, r, "h1");
    }
    return a;
}

/* As if it was killed. */
static void destroy(struct head *a)
{
    requests_part.stop(a);
    batch_close(a->batch);
    a->batch = NULL;
    requests_end(a);
    generation_destroy(a->now, a->folder);
    host_clear(&a->hosts);
    loop_destroy(a->loop);
    control_close(a->record);
    free(a);
}

/* Have it begin with what the one before has left. */
static void begin(struct head *a, char *left)
{
    static struct settings settings;
    char *line, *rest;

    while ((line = strsep(&left, "\n")) && *line) {
        rest = strchr(line, ' ');
        *rest++ = '\0';
        for (const struct saved_line *l = requests_part.lines; l->word; l++)
            if (strcmp(l->word, line) == 0)
                l->take(a, rest);
    }
    settings_init(&settings);
    strcpy(settings.text[SETTING_BATCH], name);
    requests_part.start(a, &settings);
}

static char *left_by(const struct head *a)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    requests_part.save(a, out);
    fclose(out);
    return text;
}

static bool never(void *arg)
{
    (void)arg;
    return false;
}

static bool all_released(void *arg)
{
    (void)arg;
    return released(2, "h3") > 0 && released(3, longest) > 0
           && released(1, "h4") > 0;
}

static void grant(unsigned request, const char *host)
{
    struct error line;

    error_set(&line, "grant %s.%u %s\n", job_of(folder), request, host);
    put(line.text);
}

/* Of three requests the last one waits.  Two hosts come late, the first of
 * them twice, and one has a name that cannot be, which the file does not take.
 */
static void test_refused(void)
{
    struct head *a = create();
    char first[] = "requests 3 0\nrequest 3 2 0 0 0 0\n", *left;

    begin(a, first);
    grant(2, "h3");
    let(false);
    granted_hosts_take(a, 3, longest, 0);
    loop_await(a->loop, never, NULL, SHORT_MS);
    let(true);
    ok(a->granted && released(2, "h3") == 0,
       "a host that was refused cannot be given back at once");
    left = left_by(a);
    destroy(a);

    a = create();
    grant(1, "h4");
    grant(2, "h3");
    begin(a, left);
    free(left);
    ok(loop_await(a->loop, all_released, NULL, ENDS_MS),
       "it is as soon as that can be, by the head after this one as well");
    loop_await(a->loop, never, NULL, SHORT_MS);
    ok(released(2, "h3") == 1 && released(1, "h4") == 1
           && released(3, longest) == 1,
       "each of them once, and by its whole name");
    ok(!a->granted, "then nothing is to be given back any more");
    destroy(a);
}

/* ---- hosts that the job was started with ---- */

static bool is_had(void *arg)
{
    const struct head *a = arg;

    return granted_hosts_have(a, 0, "h1");
}

static bool own_released(void *arg)
{
    (void)arg;
    return released(0, "h1") > 0;
}

/* The ranks go on on hosts of the hosts file, and on another one of these. */
static void move_to(struct head *a, uint32_t number, const char *host)
{
    struct error err;
    struct generation *before = a->now;

    a->now = generation_create(a->folder, &a->hosts, a->record, number, RANKS,
                               &err);
    generation_destroy(before, a->folder);
    for (int r = 0; r < RANKS; r++) {
        atomic_store(&a->now->control->slot[r].state, SLOT_RUNNING);
        generation_place(a->now, r, host);
    }
}

static void test_own(void)
{
    struct head *a = create();
    char left[] = "requests 4 0\nrequest 4 2 0 0 0 0\n";
    struct error err;

    begin(a, left);
    a->give_back = true;
    host_offer(&a->hosts, "h6", &err);
    loop_await(a->loop, is_had, a, ENDS_MS);
    move_to(a, 2, "h6");
    ok(loop_await(a->loop, own_released, NULL, ENDS_MS),
       "a host that the job was started with is given back once it is left");
    move_to(a, 3, "h1");
    loop_await(a->loop, never, NULL, SHORT_MS);
    ok(released(0, "h6") == 0 && !a->granted,
       "one that ranks came to later, without a grant, is not");
    destroy(a);
}

int main(void)
{
    if (!mkdtemp(folder))
        return 1;
    memset(longest, 'n', sizeof(longest) - 1);
    snprintf(path, sizeof(path), "%s.grants", folder);
    snprintf(name, sizeof(name), "file:%s", path);
    for (int i = 0; i < BEGIN / 10; i++)
        put("#........\n");
    test_refused();
    test_own();
    unlink(path);
    job_remove(folder);
    return tap_done();
}
