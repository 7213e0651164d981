/* Tests of agent/batch/batch_slurm.c: nodes that become those of the job
 *
 * Slurm's commands are scripts of ours here, on files: which nodes the job
 * has, which are idle, what else is in the queue.  What is run within an
 * allocation is the real thing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/batch/batch.h"
#include "base/system/clock.h"
#include "tests/tap.h"

static char folder[] = "/tmp/batch-slurm-XXXXXX";

#define HERE "#!/bin/sh\ncd \"$(dirname \"$0\")\" || exit\n"

static const struct {
    const char *name, *text;
} scripts[] = {
    { "squeue",
      HERE "case $* in *--format=%N*) cat nodes; exit ;; esac\n"
           "echo >>listings\n"
           "echo \"8|8|RUNNING|30:00|N/A|$(cat nodes)|4|main|||||parent|\"\n"
           "cat queue\n" },
    { "sinfo", "#!/bin/sh\n" },
    { "sbatch",
      HERE "echo sbatch $(printf '%s\\n' \"$@\" | grep array) >>said\n"
           "echo '9_1|9|PENDING|30:00|N/A||4|main|||||mitosis-8-heat"
           "|mitosis request 1' >>queue\n" },
    { "scancel",
      HERE "echo scancel \"$@\" >>said\n"
           "test ! -f refuses || { echo 'scancel: refused' >&2; exit 1; }\n"
           "test -f stays || : >queue\n" },
    { "scontrol", HERE
      "case $* in\n"
      "'show config') cat config ;;\n"
      "*'show job'*) echo 'JobId=8 OverSubscribe=NO Power=' ;;\n"
      "'show hostnames'*) echo \"$3\" | tr , '\\n' ;;\n"
      "*NumNodes=0)\n"
      "    test ! -f refuses || { echo 'scontrol: refused' >&2; exit 1; }\n"
      "    echo \"$(cat nodes),$(cat new)\" >nodes\n"
      "    test ! -f confused || { echo 'scontrol: what?' >&2; exit 1; } ;;\n"
      "*NodeList=*) echo scontrol \"$@\" >>said\n"
      "    test ! -f soon || { rm soon; echo 'try again in a bit' >&2; exit "
      "1; }\n"
      "    test ! -f busy || { echo 'try again in a bit' >&2; exit 1; }\n"
      "    echo \"${3#*=}\" >nodes ;;\n"
      "esac\n" },
    { "salloc",
      HERE "for word; do\n"
           "    case $word in\n"
           "    --nodes=1-*) most=${word#*-*-*-} ;;\n"
           "    --dependency=*) test -z \"$SALLOC_PARTITION\" || exit\n"
           "        echo \"salloc $word\" >>said ;;\n"
           "    sh) break ;;\n"
           "    esac\n"
           "    shift\n"
           "done\n"
           "head -n \"$most\" idle | paste -sd, >new\n"
           "if ! test -s idle; then\n"
           "    echo 'salloc: error: Requested nodes are busy' >&2; exit 1\n"
           "fi\n"
           "sed -i \"1,${most}d\" idle\n"
           "SLURM_JOB_ID=77 SLURM_JOB_NODELIST=$(cat new) \\\n"
           "SLURM_JOB_CPUS_PER_NODE='4(x2)' \"$@\"\n" },
};

enum { SCRIPTS = sizeof(scripts) / sizeof(scripts[0]) };

static void put(const char *name, const char *text)
{
    char path[128];
    FILE *out;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    out = fopen(path, "w");
    if (out) {
        fputs(text, out);
        fclose(out);
    }
    chmod(path, 0755);
}

static void take_away(const char *name)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    unlink(path);
}

static const char *get(const char *name)
{
    static char text[1024];
    char path[128];
    FILE *in;

    snprintf(path, sizeof(path), "%s/%s", folder, name);
    memset(text, 0, sizeof(text));
    in = fopen(path, "r");
    if (in) {
        if (fread(text, 1, sizeof(text) - 1, in) == 0)
            text[0] = '\0';
        fclose(in);
    }
    return text;
}

/* ---- what is heard, as one text ---- */

static char heard[1024];

static void hear(const char *what, unsigned id, const char *text, int number)
{
    size_t len = strlen(heard);

    snprintf(heard + len, sizeof(heard) - len, "%s %u %s %d|", what, id, text,
             number);
}

static void on_granted(void *arg, unsigned id, const char *host, int cores)
{
    (void)arg;
    hear("granted", id, host, cores);
}

static void on_denied(void *arg, unsigned id, const char *reason)
{
    (void)arg;
    hear("denied", id, reason, 0);
}

static void on_leaves(void *arg, const char *host, double seconds)
{
    (void)arg;
    hear("leaves", 0, host, (int)seconds);
}

static void on_host(void *arg, const char *host)
{
    (void)arg;
    hear("stays", 0, host, 0);
}

static void on_drains(void *arg, const char *host, const char *why)
{
    (void)why;
    on_host(arg, host);
}

static void on_odd(void *arg, const char *text)
{
    (void)arg;
    hear("odd", 0, text, 0);
}

static void on_note(void *arg, const char *text)
{
    (void)arg;
    hear("note", 0, text, 0);
}

static const struct batch_listener listener = {
    .granted = on_granted,
    .denied = on_denied,
    .leaves = on_leaves,
    .drains = on_drains,
    .stays = on_host,
    .odd = on_odd,
    .note = on_note,
};

static char written[256];

static const char *mark(batch_t *b)
{
    FILE *out = fmemopen(written, sizeof(written), "w");

    batch_mark(b, out);
    fclose(out);
    return written;
}

/* Poll until 'text' is in what was heard, or in that file, for a minute. */
static bool comes(batch_t *b, const char *file, const char *text)
{
    struct error err;

    for (int i = 0; i < 6000; i++) {
        if (strstr(file ? get(file) : heard, text))
            return true;
        batch_poll(b, &listener, &err);
        usleep(10000);
    }
    fprintf(stderr, "# heard %s\n# said %s\n", heard, get("said"));
    return false;
}

/* A Slurm in which the job has h1. */
static batch_t *begin(const char *text, const char *idle, const char *from)
{
    struct error err = { .text = "" };
    batch_t *b;

    put("nodes", "h1\n");
    put("idle", idle);
    put("queue", "");
    put("said", "");
    put("config", "AccountingStorageType = accounting_storage/slurmdbd\n"
                  "SchedulerParameters = permit_job_expansion\n");
    heard[0] = '\0';
    b = batch_open(text, "heat", from, &err);
    if (!b)
        fprintf(stderr, "# %s\n", err.text);
    return b;
}

/* ---- the tests ---- */

static void test_merged(void)
{
    batch_t *b = begin("slurm", "h2\nh3\nh4\n", "");
    struct error err;

    batch_request(b, 1, 2, &err);
    ok(comes(b, NULL, "granted 1 h3 4|"), "hosts are granted that are idle");
    ok(strcmp(heard, "granted 1 h2 4|granted 1 h3 4|") == 0,
       "and no more than are asked for: %s", heard);
    ok(strcmp(get("nodes"), "h1,h2,h3\n") == 0, "they are those of the job");
    ok(strcmp(get("said"), "salloc --dependency=expand:8\n") == 0,
       "and no others wait in the queue");
    ok(strcmp(mark(b), "1") == 0, "then the request is done with: %s",
       written);
    batch_release(b, 1, "h2", &err);
    ok(comes(b, "said", "NodeList=h1,h3"),
       "one that is given back is not the job's any more");
    batch_release(b, 1, "h3", &err);
    put("soon", "");
    batch_close(b);
    ok(strcmp(get("nodes"), "h1\n") == 0,
       "nor is one at the end, if it is not too early then");
}

static void test_some(void)
{
    batch_t *b = begin("slurm", "h2\n", "");
    struct error err;

    batch_request(b, 1, 3, &err);
    ok(comes(b, "said", "sbatch --array=1-2\n"),
       "what is lacking waits as companions");
    ok(strcmp(heard, "granted 1 h2 4|") == 0, "one was idle: %s", heard);
    put("queue", "9_1|9|RUNNING|30:00|N/A|h5|4|main|||||mitosis-8-heat"
                 "|mitosis request 1\n");
    ok(comes(b, NULL, "granted 1 h5 4|"), "which are granted as ever");
    batch_release(b, 1, "h5", &err);
    ok(comes(b, "said", "scancel --quiet 9_1\n"), "and given back as ever");
    batch_close(b);
}

static void test_refused(void)
{
    batch_t *b = begin("slurm", "h2\n", "");
    struct error err;

    put("refuses", "");
    batch_request(b, 1, 1, &err);
    ok(comes(b, "said", "sbatch --array=1-1\n"),
       "where it is refused there are companions");
    has(heard,
        "note 0 hosts do not become those of job 8, but are companions: "
        "scontrol: refused",
        "which is noted, and why");
    batch_request(b, 2, 1, &err);
    ok(comes(b, "said", "sbatch --array=1-1\nsbatch"), "another request");
    ok(strcmp(get("said"), "salloc --dependency=expand:8\nsbatch --array=1-1\n"
                           "sbatch --array=1-1\n")
           == 0,
       "does not try it once more");
    batch_close(b);
    take_away("refuses");

    b = begin("slurm", "h2\n", "");
    put("config", "SchedulerParameters = (null)\n");
    batch_request(b, 1, 1, &err);
    ok(comes(b, "said", "sbatch --array=1-1\n"),
       "nor is it tried where Slurm");
    has(heard, "Slurm does not permit it here", "does not permit it");
    ok(!strstr(get("said"), "salloc"), "without having been asked");
    batch_close(b);

    b = begin("slurm:partition=cheap", "h2\n", "");
    batch_request(b, 1, 1, &err);
    ok(comes(b, "said", "sbatch --array=1-1\n"),
       "companions that differ from the job are companions");
    ok(!*heard && !strstr(get("said"), "salloc"), "as was asked for: %s",
       heard);
    batch_close(b);
}

static void test_confused(void)
{
    batch_t *b = begin("slurm", "h2\n", "");
    struct error err;

    put("confused", "");
    batch_request(b, 1, 1, &err);
    ok(comes(b, NULL, "granted 1 h2 4|"),
       "what scontrol has done counts, not what it says");
    batch_close(b);
    take_away("confused");
}

static void wait_for_mark(batch_t *b, const char *text)
{
    struct error err;

    for (int i = 0; i < 6000 && strcmp(mark(b), text) != 0; i++) {
        batch_poll(b, &listener, &err);
        usleep(10000);
    }
}

static void test_cancelled(void)
{
    batch_t *b = begin("slurm", "h2\nh3\n", "");
    struct error err;

    batch_request(b, 1, 1, &err);
    wait_for_mark(b, "0 1 h1");
    ok(batch_cancel(b, 1, &err) == 0 && strcmp(mark(b), "0") == 0,
       "of one that is cancelled before the next head is told nothing: %s",
       written);
    batch_request(b, 2, 1, &err);
    ok(comes(b, NULL, "granted 2 h2 4|"), "and another one is served");
    ok(!strstr(heard, "granted 1"), "alone");
    batch_close(b);
}

/* The head is lost while nodes are on their way, and comes again. */
static void test_lost(void)
{
    batch_t *b = begin("slurm", "h2\nh3\n", "");
    struct error err;

    batch_request(b, 1, 3, &err);
    wait_for_mark(b, "0 1 h1");
    ok(strcmp(written, "0 1 h1") == 0 && !*get("said"),
       "before nodes are merged the next head is told: %s", written);
    batch_close(b);

    b = begin("slurm", "h4\n", written);
    put("nodes", "h1,h2,h3\n");
    put("queue", "77|77|RUNNING|30:00|N/A|h9|4|main|||||mitosis-8-heat"
                 "|mitosis merges request 1\n");
    batch_request(b, 1, 3, &err);
    ok(comes(b, "said", "scancel --quiet 77\n"),
       "an allocation that was to become the job's is cancelled");
    ok(comes(b, NULL, "granted 1 h3 0|"), "what has is granted");
    ok(strcmp(heard, "granted 1 h2 0|granted 1 h3 0|") == 0,
       "and that alone: %s", heard);
    ok(comes(b, "said", "sbatch --array=1-1\n"), "the rest is asked for");
    batch_close(b);
}

/* Whether squeue lists all jobs every 3 seconds, and no more often. */
static void lists_seldom(batch_t *b, const char *when)
{
    uint64_t since = clock_monotonic();
    double seconds = 0;
    struct error err;
    size_t count;

    put("listings", "");
    for (; seconds < 6; seconds = (double)(clock_monotonic() - since) * 1e-9) {
        batch_poll(b, &listener, &err);
        usleep(20000);
    }
    count = strlen(get("listings"));
    ok(count > 0 && (double)count <= 2 + seconds / 3,
       "%s Slurm is asked %zu times in %.0f s", when, count, seconds);
}

/* What is given back stays for a while. */
static void test_again(void)
{
    batch_t *b = begin("slurm", "h2\n", "");
    struct error err;

    batch_request(b, 1, 2, &err);
    ok(comes(b, "said", "sbatch"), "one host is the job's, one a companion");
    put("queue", "9_1|9|RUNNING|30:00|N/A|h5|4|main|||||mitosis-8-heat"
                 "|mitosis request 1\n");
    ok(comes(b, NULL, "granted 1 h5 4|"), "which is granted");
    put("busy", "");
    batch_release(b, 1, "h2", &err);
    ok(comes(b, "said", "NodeList=h1"), "what is given back too early");
    lists_seldom(b, "and is tried again:");
    take_away("busy");
    ok(comes(b, "nodes", "h1\n"), "is given back later");

    put("refuses", "");
    put("said", "");
    batch_release(b, 1, "h5", &err);
    ok(comes(b, "said", "scancel --quiet 9_1\n"), "a companion is cancelled");
    take_away("refuses");
    ok(comes(b, "said", "scancel --quiet 9_1\nscancel --quiet 9_1\n"),
       "once more, if that has failed");
    batch_close(b);
}

/* An allocation that was to become the job's does not go at once. */
static void test_settling(void)
{
    batch_t *b = begin("slurm", "h4\n", "0 1 h1");
    struct error err;

    put("stays", "");
    put("queue", "77|77|RUNNING|30:00|N/A|h9|4|main|||||mitosis-8-heat"
                 "|mitosis merges request 1\n");
    batch_request(b, 1, 1, &err);
    ok(comes(b, "said", "scancel --quiet 77\n"), "it is cancelled");
    lists_seldom(b, "while it is there");
    ok(!*heard, "nothing is granted: %s", heard);
    take_away("stays");
    put("queue", "");
    ok(comes(b, "said", "sbatch --array=1-1\n"),
       "and when it has gone the host is asked for anew");
    batch_close(b);
}

/* Longer than a host's own name can be. */
static void test_long_name(void)
{
    static const char name[] =
        "h123456789-123456789-123456789-123456789-123456789-123456789-1234";
    batch_t *b = begin("slurm", "", "");
    struct error err, text;

    batch_request(b, 1, 1, &err);
    ok(comes(b, "said", "sbatch"), "a companion");
    error_set(&text,
              "9_1|9|RUNNING|30:00|N/A|%s|4|main|||||mitosis-8-heat"
              "|mitosis request 1\n",
              name);
    put("queue", text.text);
    error_set(&text, "granted 1 %s 4|", name);
    ok(comes(b, NULL, text.text), "is granted by its whole name: %s", heard);
    batch_release(b, 1, name, &err);
    ok(comes(b, "said", "scancel --quiet 9_1\n"), "and given back");
    batch_close(b);
}

int main(void)
{
    char path[4096];

    if (!mkdtemp(folder))
        return 1;
    for (int i = 0; i < SCRIPTS; i++)
        put(scripts[i].name, scripts[i].text);
    snprintf(path, sizeof(path), "%s:%s", folder, getenv("PATH"));
    setenv("PATH", path, 1);
    setenv("SLURM_JOB_ID", "8", 1);
    setenv("SALLOC_PARTITION", "other", 1);
    test_merged();
    test_some();
    test_refused();
    test_confused();
    test_cancelled();
    test_lost();
    test_again();
    test_settling();
    test_long_name();
    snprintf(path, sizeof(path), "rm -rf %s", folder);
    return system(path) == 0 ? tap_done() : 1;
}
