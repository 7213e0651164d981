/* Tests of report/gather/merge.c, merge_iterations.c, merge_tables.c,
 * changes.c, folder.c, and of how command/common/collect.c folds
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/common/collect.h"
#include "job/job.h"
#include "report/gather/gather.h"
#include "report/json/read.h"
#include "report/json/save.h"
#include "report/text/text.h"
#include "tests/report/pages.h"
#include "tests/tap.h"

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-6 * (1 + fabs(b));
}

static void note_change(const char *folder, const char *line)
{
    char path[8192];
    FILE *file;

    snprintf(path, sizeof(path), "%s/changes", folder);
    if ((file = fopen(path, "ae"))) {
        fputs(line, file);
        fclose(file);
    }
}

/* What every rank of the job here does: so many sends to its neighbour and
 * reductions, in a loop.
 */
static void work(struct page *p, double from, int rounds, double seconds)
{
    char members[16];
    int self = p->rank, next = (self + 1) % p->size;

    pages_call(p, PAGES_SEND, rounds, 0.2, 0.001, 1024);
    pages_call(p, PAGES_ALLREDUCE, rounds, 0.1, 0.001, 8);
    pages_send(p, next, rounds, 1024);
    snprintf(members, sizeof(members), p->size > 1 ? "0-%d" : "%d",
             p->size - 1);
    pages_coll(p, PAGES_ALLREDUCE, pages_comm(p, members, p->size), rounds);
    pages_loop_from(p, from, rounds, 1, seconds, 0);
}

/* Four ranks from 0 to 4 s, two to 8 s, and four to 10 s, in rounds of 50,
 * 100 and 50 ms.
 */
static void make_job(const char *folder)
{
    static const struct {
        int size;
        double from, to;
        int rounds;
        double seconds;
        uint64_t free; /* bytes of the host's memory */
    } generation[] = {
        { 4, 0, 4, 60, 0.05, 300 },
        { 2, 4, 8, 38, 0.1, 100 },
        { 4, 8, 10, 38, 0.05, 200 },
    };

    for (unsigned g = 0; g < 3; g++)
        for (int rank = 0; rank < generation[g].size; rank++) {
            struct page *p =
                pages_generation(folder, g + 1, rank, generation[g].size,
                                 generation[g].from, generation[g].to);

            work(p, generation[g].from + (g == 0), generation[g].rounds,
                 generation[g].seconds);
            if (g == 2)
                p->state = PAGE_FINISHED;
            p->host_memory_free_bytes = generation[g].free;
            p->held_ticks = g < 2 ? pages_ticks(0.125) : 0;
            page_close(p);
        }
    note_change(folder,
                "{\"change\":1,\"sync\":60,\"what\":\"resize\",\"order\":"
                "\"merge 0 3\",\"why\":"
                "\"asked by mitosis ctl\",\"from\":4,\"to\":2,\"bytes\":8000,"
                "\"wire_bytes\":4000,\"asked\":1700000003.25,"
                "\"ready_seconds\":0.5,\"stopped_seconds\":0.125,"
                "\"phases\":{\"stop\":0.01,\"copy\":0.1,\"nap\":1},"
                "\"hosts\":[\"a\"],\"outcome\":\"done\",\"generation\":2,"
                "\"predicted_seconds\":0.25,\"predicted_gain\":-0.8,"
                "\"later\":true}\n");
    note_change(folder,
                "{\"change\":2,\"sync\":75,\"what\":\"migrate\",\"order\":"
                "\"migrate 1 a-host-with-a-name\",\"why\":\"the host is "
                "loaded\",\"from\":2,\"to\":2,"
                "\"asked\":1700000006,\"outcome\":\"the launcher failed\"}\n");
    note_change(folder, "{\"what\":\"resize\",\"from\":2,\"to\":4,"
                        "\"outcome\":\"done\",\"generation\":3}\n");
    note_change(folder, "{\"change\":4,\"sync\":120,\"wh");
}

static void test_job(void)
{
    const char *folder = pages_folder();
    struct run *run;
    const struct run_iterations *it;

    make_job(folder);
    run = pages_collect(folder);
    it = &run->iterations;
    ok(run->complete && run->size == 4 && run->ranks == 4
           && run->missing[0] == '\0',
       "three generations are one complete run");
    ok(near(run->wall, 10),
       "from the first one's start to the last one's end");
    ok(near(run->rank[0].times.wall, 10) && near(run->rank[3].times.wall, 6),
       "a rank's time is that of the generations which had it");
    ok(near(run->rank[0].start, 0) && near(run->rank[3].end, 10)
           && run->rank[3].state == RUN_FINISHED,
       "from its first start to its last end");
    ok(near(run->sum.wall, 32) && near(run->sum.stopped, 6 * 0.125)
           && near(run->sum.mpi, 3.2 + 4 * 0.1),
       "and so are the sums; later starts of MPI are not among them");
    ok(run->rank[0].sent_count == 60 + 38 + 38 && run->messages == 5
           && run->message[0].count == 60 + 38 + 38
           && run->message[0].sizes.count == 1
           && run->message[0].sizes.of[0].count == 60 + 38 + 38,
       "messages are added up by pair of ranks");
    ok(near(run->rank[0].user_seconds, 1.5),
       "processor time without that of the start-up");
    ok(run->calls == 2 && run->call[0].count == 4 * 60 + 2 * 38 + 4 * 38,
       "calls by name");
    ok(run->sites == 2 && run->site[0].ranks == 4, "sites by what they are");
    ok(run->comms == 2 && run->colls == 2 && run->coll[0].count == 4 * 98
           && run->comm[run->coll[0].comm].size == 4,
       "the worlds of four are one, that of two is another");
    ok(it->found && it->agreed && it->count == 60 + 38 + 38
           && it->samples == it->count,
       "iterations follow each other: %d", (int)it->count);
    ok(near(it->seconds[58], 0.05) && near(it->seconds[60], 0.1)
           && near(it->seconds[98], 0.05) && near(it->median, 0.05)
           && it->max > 0.099 && it->max < 0.12,
       "in time: %g %g %g median %g max %g", it->seconds[58], it->seconds[60],
       it->seconds[98], it->median, it->max);
    ok(run->hosts == 1 && run->host[0].memory_free_bytes == 100,
       "of the host the least memory that was free");
    ok(run->generations == 3 && run->generation[1].ranks == 2
           && near(run->generation[1].start, 4)
           && near(run->generation[1].end, 8)
           && strcmp(run->generation[1].state, "succeeded") == 0
           && strcmp(run->generation[2].state, "finished") == 0
           && near(run->generation[1].start_up, 0.5)
           && near(run->generation[1].start_up_cpu, 0.5),
       "the generations are told, with what their start-up cost");
}

/* One host has the job all along, the other one joins it for its last second
 * but one.
 */
/* At the level "counts" no call takes time that is known. */
static void test_sites_without_times(void)
{
    const char *folder = pages_folder();
    struct run *run;

    for (unsigned g = 1; g <= 2; g++) {
        struct page *p = pages_generation(folder, g, 0, 1, g, g + 1.0);

        pages_call(p, PAGES_ALLREDUCE, 2, 0, 0, 8);
        pages_site(p, PAGES_ALLREDUCE, 2, 0);
        pages_call(p, PAGES_SEND, 60, 0, 0, 1024);
        pages_site(p, PAGES_SEND, 60, 0);
        p->state = g < 2 ? p->state : PAGE_FINISHED;
        page_close(p);
    }
    run = pages_collect(folder);
    ok(run->sites == 2 && run->site[0].count == 120 && run->site[1].count == 4,
       "places of calls without times are in the order of their counts: %s "
       "first",
       run->sites > 0 ? run->site[0].call : "none");
}

static void test_load(void)
{
    static const struct {
        int ranks;
        double from, to;
        double load[2];
    } generation[] = {
        { 1, 0, 8, { 1 } },
        { 2, 8, 9, { 2, 1 } },
        { 2, 9, 10, { 2, 3 } },
    };
    const char *folder = pages_folder();
    struct run *run;

    for (unsigned g = 0; g < 3; g++)
        for (int rank = 0; rank < generation[g].ranks; rank++) {
            struct page *p =
                pages_generation(folder, g + 1, rank, generation[g].ranks,
                                 generation[g].from, generation[g].to);

            snprintf(p->host, sizeof(p->host), "%c", "ab"[rank]);
            p->load_samples = 1;
            p->load_sum = p->load_last = generation[g].load[rank];
            page_close(p);
        }
    run = pages_collect(folder);
    ok(run->hosts == 2 && near(run->host[0].load_mean, 1.2),
       "a host's load is the mean over all generations: %g",
       run->host[0].load_mean);
    ok(run->hosts == 2 && near(run->host[1].load_mean, 2),
       "or over those that it was there for: %g", run->host[1].load_mean);
}

static void test_changes(void)
{
    const char *folder = pages_folder();
    const struct run_change *change;
    struct run *run;

    make_job(folder);
    run = pages_run(folder);
    change = run->change;
    ok(run->changes == 3, "three changes; the line that is cut off is none");
    ok(change[0].sync == 60 && strcmp(change[0].what, "resize") == 0
           && change[0].from == 4 && change[0].to == 2
           && change[0].bytes == 8000 && near(change[0].phases.copy, 0.1)
           && near(change[0].stopped, 0.125) && change[0].hosts == 1,
       "what the agent noted is kept");
    ok(near(change[0].at, 4) && change[0].iteration == 60
           && near(change[0].before, 0.05) && near(change[0].after, 0.1),
       "and when it was, with the iterations before and after");
    ok(strcmp(change[1].outcome, "the launcher failed") == 0
           && near(change[1].at, 6) && change[1].before == 0,
       "one that was given up has its reason");
    ok(near(change[2].at, 8) && change[2].iteration == 98
           && near(change[2].before, 0.1) && near(change[2].after, 0.05)
           && strcmp(change[2].why, "") == 0,
       "what is not known is left open");
    ok(run->unseens == 0, "nothing is amiss");
    run_destroy(run);

    note_change(folder, "\n[1]\n{\"what\":7,\"outcome\":\"done\"}\n");
    run = pages_run(folder);
    ok(run->changes == 3 && run->unseens == 3, "lines that are no changes");
    has(run->unseen[0], "line 4 of the changes", "are told");
    run_destroy(run);
    pages_remove(folder);
}

/* The run of one rank that does 'before' iterations of so many seconds, and
 * then others, each shorter than the one before, in the next generation.
 */
static struct run *run_with_change(
    int before, double seconds, int after, double first, double shorter)
{
    const char *folder = pages_folder();
    struct page *p = pages_generation(folder, 1, 0, 1, 0, 4);
    char change[200];

    pages_loop_from(p, 1, before, 1, seconds, 0);
    page_close(p);
    p = pages_generation(folder, 2, 0, 1, 4, 8);
    pages_loop_from(p, 4, after, 1, first, -shorter);
    page_close(p);
    snprintf(change, sizeof(change),
             "{\"change\":1,\"sync\":%d,\"what\":\"migrate\",\"from\":1,"
             "\"to\":1,\"outcome\":\"done\",\"generation\":2}\n",
             before);
    note_change(folder, change);
    return pages_collect(folder);
}

static void test_iterations_at_change(void)
{
    struct run *run = run_with_change(800, 0.003, 800, 0.002, 1e-6);

    /* The first 20 after it are still those of the change. */
    ok(run->changes == 1 && fabs(run->change[0].before - 3e-3) < 1e-5
           && fabs(run->change[0].after - 1.865e-3) < 2e-5,
       "of short iterations as many count as take half a second: %g, %g",
       run->change[0].before, run->change[0].after);
    /* Of 30, 28 and so on to 14 ms. */
    run = run_with_change(50, 0.03, 9, 0.03, 0.002);
    ok(run->changes == 1 && fabs(run->change[0].after - 23e-3) < 1e-5,
       "the last of few iterations after a change does not count, as it may "
       "be what the program does when it ends: %g",
       run->change[0].after);
}

/* What a policy saw of a change has the figures of the report's own table
 * first, which are those right before and after it.
 */
static void test_policy_outcomes(void)
{
    static const struct {
        const char *answer;
        double until;
        const char *outcome, *told;
    } cases[] = {
        { "merge 0 3: too many", 3.2,
          "done: iterations take 5 % more time; expected were 80 % more",
          "done: iterations take 100 % more time; expected were 80 % more;"
          " when they were looked at next, they took 5 % more time" },
        { "merge 0 3: too many", 3.2,
          "done: iterations take 100 % more time; expected were 80 % more",
          "done: iterations take 100 % more time; expected were 80 % more" },
        { "merge 0 3: too many", 90, "done: iterations take 7 % less time",
          "done: iterations take 7 % less time" },
        { "split 0: too few", 3.2, "done: iterations take 7 % less time",
          "done: iterations take 7 % less time" },
        { "merge 0 3: too many", 3.2, "merge 0 3: done at sync 60",
          "merge 0 3: done at sync 60" },
    };
    const char *folder = pages_folder();
    char path[8192];
    struct run *run;
    FILE *file;

    make_job(folder);
    snprintf(path, sizeof(path), "%s/policies", folder);
    if ((file = fopen(path, "we"))) {
        fputs("{\"kind\":\"policy\",\"name\":\"a.lua\",\"answers\":[", file);
        for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
            fprintf(file,
                    "%s{\"until\":%g,\"answer\":\"%s\",\"outcome\":\"%s\"}",
                    i ? "," : "", cases[i].until, cases[i].answer,
                    cases[i].outcome);
        fputs("]}\n", file);
        fclose(file);
    }
    run = pages_collect(folder);
    ok(run->policies == 1
           && run->policy[0].answers == sizeof(cases) / sizeof(cases[0]),
       "a policy's answers are read");
    for (size_t i = 0; run->policies == 1 && i < run->policy[0].answers; i++)
        ok(strcmp(run->policy[0].answer[i].outcome, cases[i].told) == 0,
           "%s, %s: %s", cases[i].answer, cases[i].outcome,
           run->policy[0].answer[i].outcome);
}

/* One that was getting ready is not there yet, and one that was given up
 * never was.
 */
static void test_given_up(void)
{
    const char *folder = pages_folder();
    struct page *p;
    struct run *run;

    p = pages_generation(folder, 1, 0, 1, 0, 10);
    p->state = PAGE_FINISHED;
    page_close(p);
    for (int rank = 0; rank < 2; rank++) {
        p = pages_generation(folder, 2, rank, 2, 5, 6);
        p->took_over = 0;
        p->state = PAGE_STARTING;
        pages_call(p, PAGES_SEND, 1, 0.2, 0.001, 1024);
        page_close(p);
    }
    note_change(folder, "{\"what\":\"resize\",\"from\":1,\"to\":2,"
                        "\"outcome\":\"rank 1 crashed\",\"generation\":2}\n");
    run = pages_collect(folder);
    ok(run->complete && run->size == 1 && run->calls == 0
           && run->generations == 1 && near(run->wall, 10),
       "a generation that did not take over leaves nothing");
    ok(run->changes == 1
           && strcmp(run->change[0].outcome, "rank 1 crashed") == 0,
       "but the change and why it was given up");
}

static void test_killed(void)
{
    const char *folder = pages_folder();
    pid_t dead = pages_dead_process();
    struct run *run;

    for (unsigned g = 1; g <= 2; g++)
        for (int rank = 0; rank < 2; rank++) {
            struct page *p =
                pages_generation(folder, g, rank, 2, 5 * (g - 1), 5 * g);

            p->pid = dead;
            if (g == 2 && rank == 1) {
                p->state = PAGE_RUNNING;
                p->finalize_enter = 0;
            } else if (g == 2) {
                p->state = PAGE_FINISHED;
            } else if (rank == 1) {
                p->state = PAGE_RUNNING; /* had no time to say so */
            }
            page_close(p);
        }
    run = pages_run(folder);
    ok(!run->complete && run->ranks == 2, "the last generation was killed");
    has(run->reason, "in generation 2 rank 1 was killed", "which is told");
    ok(run->rank[1].state == RUN_KILLED && near(run->rank[1].times.wall, 10),
       "of the one before nothing is");
    run_destroy(run);

    job_remove_generation(folder, 2);
    run = pages_run(folder);
    ok(!run->complete && run->rank[0].state == RUN_SUCCEEDED,
       "without the last generation's pages it is not complete");
    has(run->reason, "rank 0 handed over to a generation that left nothing",
        "which is told");
    run_destroy(run);
    pages_remove(folder);
}

/* The first one has a single iteration, which makes no calls. */
static void test_unknown(void)
{
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct page *p;
    struct run *run;

    p = pages_generation(folder, 1, 0, 1, 0, 4);
    iteration_search_manual(&p->beat, pages_ticks(1003), pages_ticks(0));
    page_close(p);
    p = pages_generation(folder, 2, 0, 1, 4, 8);
    work(p, 4, 38, 0.1);
    p->state = PAGE_FINISHED;
    page_close(p);
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->found && it->count == 39 && it->samples == 38,
       "an iteration may have no time, %ju, %zu samples", (uintmax_t)it->count,
       it->samples);
    ok(it->min > 0.05 && it->calls > 0,
       "which is no least one, nor one without calls: %g s, %ju calls",
       it->min, (uintmax_t)it->calls);
}

/* A rank that was lost between the decision and its part in it. */
static void test_half_taken_over(void)
{
    const char *folder = pages_folder();
    struct run *run;

    page_close(pages_generation(folder, 1, 0, 1, 0, 5));
    for (int rank = 0; rank < 2; rank++) {
        struct page *p = pages_generation(folder, 2, rank, 2, 5, 10);

        p->state = PAGE_FINISHED;
        pages_call(p, PAGES_SEND, 1, 0.2, 0.001, 1024);
        if (rank == 1) {
            p->took_over = 0;
            p->state = PAGE_EXITED;
        }
        page_close(p);
    }
    run = pages_collect(folder);
    ok(run->ranks == 2 && run->rank[1].times.wall == 0
           && run->rank[1].times.mpi == 0 && run->call[0].count == 1,
       "what a rank did before it took over does not count");
    has(run->reason, "rank 1 ended without MPI_Finalize", "its end is told");
    ok(near(run->wall, 10), "the time is that of the others");
}

/* Who left nothing is a remark of generations that are over; of the last one
 * it is how the job ended.
 */
static void test_missing(void)
{
    for (unsigned missing = 1; missing <= 2; missing++) {
        const char *folder = pages_folder();
        struct run *run;
        size_t told = 0;

        for (unsigned g = 1; g <= 2; g++)
            for (int rank = 0; rank < 2; rank++) {
                struct page *p = rank == 1 && g == missing
                                     ? NULL
                                     : pages_generation(folder, g, rank, 2,
                                                        5 * (g - 1), 5 * g);

                if (p && g == 2)
                    p->state = PAGE_FINISHED;
                page_close(p);
            }
        run = pages_collect(folder);
        for (size_t i = 0; i < run->unseens; i++)
            told += strstr(run->unseen[i], "left nothing") != NULL;
        ok(told == (missing == 1) && run->complete == (missing == 1),
           "of generation %u rank 1 left nothing: %zu remarks, \"%s\"",
           missing, told, run->reason);
    }
}

/* More iterations than there are samples for, whose number is odd. */
static void test_samples(void)
{
    const char *folder = pages_folder();
    const struct run_iterations *it;
    struct run *run;

    for (unsigned g = 1; g <= 2; g++) {
        struct page *p = pages_generation(folder, g, 0, 1, 5 * (g - 1), 5 * g);

        pages_loop_from(p, 5 * (g - 1) + 0.2, g == 1 ? 3001 : 3000, 1, 0.001,
                        0);
        if (g == 2)
            p->state = PAGE_FINISHED;
        page_close(p);
    }
    run = pages_collect(folder);
    it = &run->iterations;
    ok(it->count == 6001 && it->stride == 2 && it->samples == 1501 + 1500
           && run->generation[0].samples == 1501,
       "%ju iterations are %zu samples of %ju, the last of a generation may "
       "be less",
       (uintmax_t)it->count, it->samples, (uintmax_t)it->stride);
}

/* ---- folding ---- */

static int files_in(const char *folder, const char *end)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    int count = 0;

    while (dir && (entry = readdir(dir))) {
        size_t len = strlen(entry->d_name);

        count += len > strlen(end)
                 && strcmp(entry->d_name + len - strlen(end), end) == 0;
    }
    if (dir)
        closedir(dir);
    return count;
}

static bool same_sizes(const struct run_sizes *a, const struct run_sizes *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++)
        if (a->of[i].limit != b->of[i].limit
            || a->of[i].count != b->of[i].count)
            return false;
    return a->count == b->count;
}

/* What is different, or NULL. */
static const char *difference(const struct run *a, const struct run *b)
{
    if (a->ranks != b->ranks || a->size != b->size
        || a->complete != b->complete || strcmp(a->reason, b->reason) != 0)
        return "the job";
    if (!near(a->wall, b->wall) || !near(a->sum.wall, b->sum.wall)
        || !near(a->sum.mpi, b->sum.mpi)
        || !near(a->sum.waiting, b->sum.waiting)
        || !near(a->sum.compute, b->sum.compute)
        || !near(a->sum.stopped, b->sum.stopped))
        return "its times";
    for (size_t i = 0; i < a->ranks; i++)
        if (a->rank[i].state != b->rank[i].state
            || a->rank[i].sent_bytes != b->rank[i].sent_bytes
            || !near(a->rank[i].times.wall, b->rank[i].times.wall)
            || !near(a->rank[i].start, b->rank[i].start)
            || !near(a->rank[i].end, b->rank[i].end))
            return "a rank";
    if (a->messages != b->messages || a->calls != b->calls
        || a->sites != b->sites || a->comms != b->comms || a->colls != b->colls
        || a->hosts != b->hosts || a->unseens != b->unseens)
        return "the length of a table";
    for (size_t i = 0; i < a->messages; i++)
        if (a->message[i].count != b->message[i].count
            || !same_sizes(&a->message[i].sizes, &b->message[i].sizes))
            return "a message";
    for (size_t i = 0; i < a->calls; i++)
        if (strcmp(a->call[i].name, b->call[i].name) != 0
            || a->call[i].count != b->call[i].count
            || !near(a->call[i].seconds, b->call[i].seconds)
            || !same_sizes(&a->call[i].sizes, &b->call[i].sizes))
            return "a call";
    for (size_t i = 0; i < a->sites; i++)
        if (strcmp(a->site[i].frames[0], b->site[i].frames[0]) != 0
            || a->site[i].count != b->site[i].count
            || a->site[i].ranks != b->site[i].ranks)
            return "a call site";
    for (size_t i = 0; i < a->colls; i++)
        if (a->coll[i].count != b->coll[i].count
            || a->comm[a->coll[i].comm].size != b->comm[b->coll[i].comm].size)
            return "a collective";
    if (a->iterations.count != b->iterations.count
        || a->iterations.samples != b->iterations.samples
        || !near(a->iterations.median, b->iterations.median)
        || !near(a->iterations.mean, b->iterations.mean)
        || !near(a->iterations.spread, b->iterations.spread)
        || !near(a->iterations.start_up, b->iterations.start_up)
        || !near(a->iterations.wind_down, b->iterations.wind_down)
        || strcmp(a->iterations.mark, b->iterations.mark) != 0
        || a->iterations.paces != b->iterations.paces
        || a->iterations.loops != b->iterations.loops)
        return "the iterations";
    if (a->generations != b->generations || a->changes != b->changes)
        return "the number of changes";
    for (size_t i = 0; i < a->generations; i++)
        if (!near(a->generation[i].start, b->generation[i].start)
            || !near(a->generation[i].before, b->generation[i].before)
            || !near(a->generation[i].after, b->generation[i].after)
            || a->generation[i].iterations != b->generation[i].iterations)
            return "a generation";
    for (size_t i = 0; i < a->changes; i++)
        if (!near(a->change[i].at, b->change[i].at)
            || a->change[i].iteration != b->change[i].iteration
            || !near(a->change[i].after, b->change[i].after))
            return "a change";
    return NULL;
}

static void test_fold(void)
{
    const char *folder = pages_folder();
    struct error err = { "" };
    struct run *whole, *folded;
    const char *what;

    make_job(folder);
    whole = pages_run(folder);
    ok(collect_fold(folder, &err) == 0 && files_in(folder, ".page") == 4
           && files_in(folder, "-2.json") == 1,
       "two of three generations are folded: %s", err.text);
    folded = pages_run(folder);
    what = difference(whole, folded);
    ok(!what, "the report is the same%s%s", what ? " but for " : "",
       what ? what : "");
    run_destroy(folded);
    ok(collect_fold(folder, &err) == 0 && files_in(folder, ".page") == 4
           && files_in(folder, ".json") == 1,
       "folding again does nothing");
    run_destroy(whole);

    job_remove_generation(folder, 3);
    folded = pages_run(folder);
    ok(!folded->complete, "a part alone is not complete");
    has(folded->reason, "handed over to a generation that left nothing",
        "which is told");
    run_destroy(folded);
    pages_remove(folder);
}

/* Whoever folded may have been killed before it tidied up. */
static void test_fold_interrupted(void)
{
    const char *folder = pages_folder();
    struct error err = { "" };
    struct run *whole, *again, *part;
    char path[8192];
    const char *what;
    unsigned last;

    make_job(folder);
    whole = pages_run(folder);
    part = gather_over(folder, &last, &err);
    ok(part && last == 2, "two generations are over");
    snprintf(path, sizeof(path), "%s/generation-2.json", folder);
    ok(save_over(part, path, &err) == 0, "their part was written");
    run_destroy(part);
    again = pages_run(folder);
    what = difference(whole, again);
    ok(!what, "their pages do not count twice%s%s", what ? ": " : "",
       what ? what : "");
    run_destroy(again);
    run_destroy(whole);
    pages_remove(folder);
}

static void test_not_over(void)
{
    const char *folder = pages_folder();
    struct error err = { "" };
    struct page *p;
    unsigned last = 7;

    ok(!gather_over("/nowhere", &last, &err) && last == 0, "no folder");
    has(err.text, "/nowhere", "is an error");
    err.text[0] = '\0';
    p = pages_generation(folder, 1, 0, 1, 0, 5);
    p->state = PAGE_RUNNING;
    p->birth_ns = UINT64_C(4000000000) * 1000000000;
    page_close(p);
    page_close(pages_generation(folder, 2, 0, 1, 5, 10));
    ok(!gather_over(folder, &last, &err) && last == 0 && !err.text[0],
       "one that still runs is not over");
    pages_remove(folder);

    folder = pages_folder();
    p = pages_generation(folder, 1, 0, 1, 0, 5);
    strcpy(p->trace, "trace-0");
    page_close(p);
    page_close(pages_generation(folder, 2, 0, 1, 5, 10));
    ok(!gather_over(folder, &last, &err) && last == 0 && !err.text[0],
       "nor is one with a trace");
    pages_remove(folder);
}

static off_t bytes_in(const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    off_t bytes = 0;

    while (dir && (entry = readdir(dir))) {
        char path[8192];
        struct stat st;

        snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode))
            bytes += 512 * st.st_blocks;
    }
    if (dir)
        closedir(dir);
    return bytes;
}

/* A to B to A, 200 times. */
static void test_many(void)
{
    enum { MANY = 200, ROUNDS = 30 };
    const char *folder = pages_folder();
    struct error err = { "" };
    struct run *run;
    off_t most = 0;
    int wrong = 0;

    for (unsigned g = 1; g <= MANY; g++) {
        int size = g % 2 ? 2 : 1;

        for (int rank = 0; rank < size; rank++) {
            struct page *p = pages_generation(folder, g, rank, size, g, g + 1);

            work(p, g, ROUNDS, 0.03);
            if (g == MANY)
                p->state = PAGE_FINISHED;
            page_close(p);
        }
        wrong += collect_fold(folder, &err) < 0;
        if (bytes_in(folder) > most)
            most = bytes_in(folder);
    }
    ok(wrong == 0, "each of %d generations is folded: %s", MANY, err.text);
    diag("%lld bytes at most", (long long)most);
    ok(most < 8 * 1024 * 1024, "the folder stays small, %lld bytes at most",
       (long long)most);
    run = pages_collect(folder);
    ok(run->complete && run->generations == MANY
           && near(run->sum.wall, MANY * 1.5 + 1 * 2),
       "they are one run, %g seconds", run->sum.wall);
    ok(run->call[0].count == (MANY / 2) * 3 * ROUNDS
           && run->iterations.count == MANY * ROUNDS
           && run->iterations.samples <= 4096
           && near(run->iterations.median, 0.03),
       "with all calls and iterations");
}

/* ---- as text and JSON ---- */

static void test_json(void)
{
    const char *folder = pages_folder();
    struct error err = { "" };
    struct run *run, *back = NULL;
    char path[8192], *json;

    make_job(folder);
    run = pages_run(folder);
    json = pages_json(run);
    has(json,
        "\"what\":\"resize\",\"order\":\"merge 0 3\",\"why\":\"asked by "
        "mitosis ctl\","
        "\"from\":4,\"to\":2,\"bytes\":8000,",
        "changes are in the JSON");
    has(json,
        "\"predicted_seconds\":0.25,\"predicted_gain\":-0.8,"
        "\"realised_gain\":-1,",
        "with what was expected of them, and what came");
    has(json, "\"outcome\":\"the launcher failed\"", "given up ones too");
    has(json, "\"generation\":2,\"ranks\":2,\"hosts\":[\"",
        "and so are the generations");
    snprintf(path, sizeof(path), "%s/report.json", folder);
    ok(save_over(run, path, &err) == 0 && (back = json_read(path, &err)),
       "the report can be read back");
    ok(!difference(run, back), "and is the same");
    run_destroy(back);
    run_destroy(run);
    pages_remove(folder);
}

static size_t widest(const char *text)
{
    size_t most = 0;

    while (*text) {
        size_t len = strcspn(text, "\n");

        if (len > most)
            most = len;
        text += len + (text[len] == '\n');
    }
    return most;
}

static void test_text(void)
{
    const char *folder = pages_folder();
    struct run *run;
    char *text;

    make_job(folder);
    run = pages_collect(folder);
    text = pages_text(run, text_print);
    has(text, "2 to 4 ranks in 3 generations", "the text counts generations");
    has(text, "stood still", "time that the ranks stood still is told");
    has(text, "  4.00 s     60  merge 0 3   4 -> 2", "each change has a line");
    has(text, "migrate 1 a-host-with-a-name: the host is loaded;",
        "what was ordered is told whole");
    has(text, "50.0 ms -> 100 ms", "with the iterations before and after");
    has(text, "asked by mitosis ctl", "and says why it was");
    has(text, "80 % more time expected, 100 % more",
        "what was expected of it, and what came");
    has(text, "the host is loaded; given up:", "or why it was not");
    ok(widest(text) <= 80, "all within 80 columns");
    ok(!strstr(text, "from the first to the last"),
       "a trend over changes is not told");
    text = pages_text(run, text_summary);
    has(text, "2 changes, 1 given up", "the short table counts the changes");
}

int main(void)
{
    setenv("LC_ALL", "C", 1);
    test_job();
    test_sites_without_times();
    test_load();
    test_changes();
    test_iterations_at_change();
    test_policy_outcomes();
    test_given_up();
    test_killed();
    test_unknown();
    test_half_taken_over();
    test_missing();
    test_samples();
    test_fold();
    test_fold_interrupted();
    test_not_over();
    test_many();
    test_json();
    test_text();
    return tap_done();
}
