/* Tests of agent/core/saved_state.c with what the parts save, and of
 * agent/launch/launcher_file.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/change/changeover.h"
#include "agent/core/saved_state.h"
#include "agent/decide/decide_internal.h"
#include "agent/head/parts_table.h"
#include "agent/launch/launcher_kind.h"
#include "tests/tap.h"

static char folder[] = "/tmp/mitosis-saved-state-XXXXXX";
static char elsewhere[4096];

static const char *path(const char *name)
{
    static char text[64];

    snprintf(text, sizeof(text), "%s/%s", folder, name);
    return text;
}

static struct head *make_agent(void)
{
    struct head *a = calloc(1, sizeof(*a));

    strcpy(a->folder, folder);
    a->parts = parts_table;
    decide_need(a);
    return a;
}

static void free_agent(struct head *a)
{
    saved_state_free(a);
    changeover_part.stop(a);
    host_clear(&a->hosts);
    free(a->decide);
    free(a);
}

/* One that knows a lot. */
static struct head *make_wise(struct generation *now,
                              struct changeover *change)
{
    struct head *a = make_agent();
    struct decide *d = a->decide;

    a->now = now;
    a->change = change;
    change->agent = a;
    a->generations = 9;
    a->changes = 6;
    a->script.next = 2;
    a->retired = 7;
    a->over = 4;
    process_id_set(&a->folding, getpid());
    host_offer(&a->hosts, "h1", NULL)->cores = 16;
    host_offer(&a->hosts, "h2", NULL)->leaving = true;
    host_find_offered(&a->hosts, "h1")->listed = true;
    d->began = 100.5;
    d->changed = 200;
    d->limits.preferred = 4;
    d->price = (struct price){ 5, 0.25, 1.5 };
    d->pace = (struct sync_pace){ 200, 17, 6.25 };
    d->proof = (struct proof){ .open = true,
                               .key = "moving rank 1 to h2",
                               .before = 0.0125 };
    d->forecast.gain = 0.125;
    backoff_note(&d->restraint, "growing", false, 150, 30);
    backoff_note(&d->restraint, "moving rank 2 to h1", false, 160, 10);
    a->settled = true;
    return a;
}

/* As changeover_settle() sees it. */
static bool has_change(const struct changeover_left *left)
{
    return left && left->generation > 0 && left->change;
}

static void test_numbers(const struct head *b)
{
    const struct changeover_left *left = b->change_left;

    ok(b->saved->job == 8 && b->saved->ranks == 5,
       "the generation that was the job");
    ok(b->generations == 9 && b->changes == 6 && b->script.next == 2,
       "how far the job and its script are");
    ok(b->retired == 7 && b->over == 4, "what is left of generations before");
    ok(host_count_offered(&b->hosts) == 2
           && host_find_offered(&b->hosts, "h1")->cores == 16
           && host_find_offered(&b->hosts, "h1")->listed
           && !host_leaves(&b->hosts, "h1") && host_leaves(&b->hosts, "h2"),
       "hosts");
    ok(has_change(left) && left->generation == 9 && left->ranks == 6
           && left->scripted && left->asked == 77.25,
       "the change under way");
    ok(left && strcmp(left->change->text, "resize 6") == 0
           && strcmp(left->why, "two lines of reasons") == 0,
       "and why it is, in one line");
}

static void test_learnt(const struct decide *d)
{
    struct error err;

    ok(d->began == 100.5 && d->changed == 200 && d->limits.preferred == 4,
       "moments");
    ok(d->price.changes == 5 && d->price.ready == 0.25
           && d->price.factor == 1.5,
       "what changes took");
    ok(d->proof.open && d->proof.before == 0.0125 && d->forecast.gain == 0.125
           && strcmp(d->proof.key, "moving rank 1 to h2") == 0,
       "what the last one is to prove yet");
    ok(backoff_forbids(&d->restraint, "growing", 179, &err)
           && !backoff_forbids(&d->restraint, "growing", 181, &err)
           && backoff_forbids(&d->restraint, "moving rank 2 to h1", 169, &err),
       "and what is not to be repeated, and for how long");
}

static void test_passed_on(void)
{
    struct generation now = { .number = 8, .ranks = 5 };
    struct generation next = { .number = 9, .ranks = 6 };
    static struct changeover change;
    struct head *a = make_wise(&now, &change), *b = make_agent();
    struct stat first, second;

    change.next = &next;
    change.new_ranks = 6;
    change.asked_wall = 77.25;
    change.at = 100; /* which is the script's */
    change.change = change_parse("resize 6", NULL);
    strcpy(change.why, "two lines\nof reasons");
    saved_state_write(a);
    ok(stat(path("saved-state"), &first) == 0 && (first.st_mode & 077) == 0,
       "it is between agents");
    saved_state_write(a);
    stat(path("saved-state"), &second);
    ok(first.st_ino == second.st_ino, "what is the same is not written again");
    a->changes++;
    saved_state_write(a);
    a->changes--;
    saved_state_write(a);
    ok(chdir("/") == 0, "another head may be started elsewhere");
    ok(saved_state_read(b, NULL) == 0 && getcwd(elsewhere, sizeof(elsewhere))
           && strcmp(elsewhere, folder) == 0,
       "and comes to where the one before was");
    test_numbers(b);
    ok(process_id_runs(&b->folding), "who folds their pages");
    test_learnt(b->decide);
    ok(b->decide->pace.since == 200 && b->decide->pace.first == 17
           && b->decide->pace.before == 6.25,
       "how far syncs are apart");
    change_destroy(change.change);
    free_agent(a);
    free_agent(b);
}

/* Lines and their order are those of heads before there were parts. */
static void test_older(void)
{
    static const char text[] =
        "job 8 5\nnumbers 9 6 2\npast 7 4 0\n"
        "host 16 0 1 h1\nhost 0 1 0 h2\npost h3\npost h4\n"
        "change 9 6 1 77.250\ntext resize 6\nwhy two lines of reasons\n"
        "moments 100.500 200.000\npreferred 4\nprice 5 0.250000 1.500000\n"
        "proof 0.012500000 0.125000 moving rank 1 to h2\n"
        "restraint 180.000 30.000 growing\n"
        "restraint 170.000 10.000 moving rank 2 to h1\n";
    struct head *b = make_agent();
    FILE *file = fopen(path("saved-state"), "w");

    fputs(text, file);
    fclose(file);
    saved_state_read(b, NULL);
    test_numbers(b);
    test_learnt(b->decide);
    ok(b->saved->posts.count == 2
           && strcmp(b->saved->posts.text[1], "h4") == 0,
       "other hosts with an agent");
    free_agent(b);
}

static void test_wrong(void)
{
    static const char *const texts[] = {
        "",
        "job\njob x\nnumbers\nchange a\n\n \nhost\nhost 1 1 1 \n",
        "strange 7\nrestraint\nprice x\nproof 1\nmoments\n",
        "change 9 6 1\ntext resize 6\n", /* cut off */
        "change 9 6 1 77.25\nwhy it has no words\n",
        "change 9 6 1 77.25\ntext no change\n",
        "job 8 5", /* cut off */
    };

    unlink(path("saved-state"));
    for (size_t i = 0; i < 1 + sizeof(texts) / sizeof(texts[0]); i++) {
        struct head *b = make_agent();
        FILE *file = i > 0 ? fopen(path("saved-state"), "w") : NULL;

        if (file)
            fputs(texts[i - 1], file);
        if (file)
            fclose(file);
        saved_state_read(b, NULL);
        ok(!has_change(b->change_left) && b->generations == 0
               && !b->decide->proof.open && !*b->decide->restraint.one[0].key,
           "one that is none leaves nothing, case %zu", i);
        free_agent(b);
    }
    unlink(path("saved-state"));
}

/* ---- how the job was launched ---- */

static void test_launcher(void)
{
    static char *words[] = { (char *)"mpiexec", (char *)"-n", (char *)"4",
                             (char *)"./app",   (char *)"",   NULL };
    static char *variables[] = { (char *)"A=1\n2", (char *)"B=", NULL };
    struct error err = { "" };
    launcher_t *l = calloc(1, sizeof(*l)), *came;

    *l = (launcher_t){ .kind = &launch_srun, .pid = 17, .options = 3 };
    strcpy(l->path, "/usr/bin/srun");
    strcpy(l->origin.folder, "/home/me");
    l->origin.words = words;
    l->origin.environment = variables;
    l->origin.umask = 027;
    ok(launcher_write(l, folder, &err) == 0, "it is written down: %s",
       err.text);
    came = launcher_read(folder, &err);
    ok(came && came->kind == &launch_srun && came->pid == 17
           && came->options == 3 && came->origin.umask == 027
           && strcmp(came->path, "/usr/bin/srun") == 0
           && strcmp(came->origin.folder, "/home/me") == 0,
       "and read again: %s", err.text);
    ok(came && strcmp(came->origin.words[3], "./app") == 0
           && strcmp(came->origin.words[4], "") == 0 && !came->origin.words[5],
       "with its words");
    ok(came && strcmp(came->origin.environment[0], "A=1\n2") == 0
           && !came->origin.environment[2],
       "and its environment");
    launcher_destroy(came);
    free(l);
}

static void test_launcher_cut(void)
{
    struct error err;
    struct stat st;

    ok(stat(path("launcher"), &st) == 0 && (st.st_mode & 077) == 0,
       "its file is for nobody else");
    for (int less = 1; less < 30; less += 7) {
        ok(truncate(path("launcher"), st.st_size - less) == 0
               && !launcher_read(folder, &err),
           "%d bytes less are none", less);
        has(err.text, "not whole", "and the reason is told");
    }
    unlink(path("launcher"));
    ok(!launcher_read(folder, &err), "without a file there is none");
    has(err.text, "No such file", "and the reason is told");
}

int main(void)
{
    if (!mkdtemp(folder) || chdir(folder) < 0)
        return 1;
    test_passed_on();
    test_older();
    test_wrong();
    test_launcher();
    test_launcher_cut();
    ok(chdir("/") == 0 && rmdir(folder) == 0, "nothing else is left");
    return tap_done();
}
