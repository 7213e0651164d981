/* Tests of foresee/cluster/cluster.c, with cluster_schedule.c,
 * cluster_change.c and cluster_result.c
 *
 * Few jobs, whose times anybody can work out by hand: twice the nodes are half
 * the time, and an iteration takes a second.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "foresee/cluster/cluster.h"
#include "tests/tap.h"

/* ---- clusters and jobs ---- */

static struct application ideal;

struct scene {
    struct workload workload;
    struct cluster_plan plan;
    struct cluster_result result;
    struct error err;
};

static struct scene scene(int nodes)
{
    struct scene s = { .plan = { .nodes = nodes, .policy_options = "" } };

    application_init(&ideal, 0);
    price_learn(&ideal.price, JOB_UNKNOWN, 0, 2);
    return s;
}

/* A job that may have from 'least' to 'most' nodes. */
static void add(struct scene *s,
                double submit,
                double seconds,
                int size,
                enum job_kind kind,
                int least,
                int most)
{
    struct workload_job job = {
        .id = s->workload.jobs + 1,
        .submit = submit,
        .seconds = seconds,
        .estimate = 1,
        .size = size,
        .least = least,
        .preferred = least,
        .most = most,
        .kind = kind,
        .application = &ideal,
    };

    workload_add(&s->workload, &job, &s->err);
}

static void add_rigid(struct scene *s, double submit, double seconds, int size)
{
    add(s, submit, seconds, size, JOB_RIGID, size, size);
}

static int play(struct scene *s)
{
    s->plan.workload = &s->workload;
    s->err.text[0] = '\0';
    return cluster_play(&s->result, &s->plan, &s->err);
}

/* What became of all jobs, "1:0-10*4 2:10-20*2,15*4": start, end, and sizes of
 * which each but the first has its moment.
 */
static const char *told(const struct scene *s)
{
    static char text[1000];
    size_t used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < s->result.jobs; i++) {
        const struct cluster_job *j = &s->result.job[i];

        used += (size_t)snprintf(text + used, sizeof(text) - used,
                                 "%s%d:%g-%g*%d", i > 0 ? " " : "", (int)j->id,
                                 j->start, j->end, j->size[0].nodes);
        for (size_t k = 1; k < j->sizes; k++)
            used +=
                (size_t)snprintf(text + used, sizeof(text) - used, ",%g*%d",
                                 j->size[k].when, j->size[k].nodes);
    }
    return text;
}

static void comes_to(struct scene *s, const char *wanted, const char *what)
{
    int rc = play(s);

    ok(rc == 0 && strcmp(told(s), wanted) == 0, "%s", what);
    if (rc < 0)
        diag("%s", s->err.text);
    else if (strcmp(told(s), wanted) != 0)
        diag("%s instead of %s", told(s), wanted);
}

static void clear(struct scene *s)
{
    workload_clear(&s->workload);
    cluster_result_clear(&s->result);
}

/* ---- the queue ---- */

static void test_order(void)
{
    struct scene s = scene(4);

    add_rigid(&s, 0, 10, 3);
    add_rigid(&s, 1, 10, 4);
    add_rigid(&s, 2, 5, 1);
    comes_to(&s, "1:0-10*3 2:10-20*4 3:2-7*1",
             "a short job fills what a large one cannot use yet");
    clear(&s);

    s = scene(4);
    s.plan.in_order = true;
    add_rigid(&s, 0, 10, 3);
    add_rigid(&s, 1, 10, 4);
    add_rigid(&s, 2, 5, 1);
    comes_to(&s, "1:0-10*3 2:10-20*4 3:20-25*1", "in order it waits for that");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 3);
    add_rigid(&s, 1, 10, 4);
    add_rigid(&s, 2, 9, 1);
    comes_to(&s, "1:0-10*3 2:10-20*4 3:20-29*1",
             "one that would make the first one wait longer is not started");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 1, 10, 3);
    add_rigid(&s, 2, 90, 1);
    comes_to(&s, "1:0-10*2 2:10-20*3 3:2-92*1",
             "one that the first one leaves room for is, however long");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 3);
    s.workload.job[0].estimate = 3;
    add_rigid(&s, 1, 10, 4);
    add_rigid(&s, 2, 20, 1);
    comes_to(&s, "1:0-10*3 2:22-32*4 3:2-22*1",
             "when nodes become idle is what users said");
    clear(&s);

    s = scene(5);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 1, 10, 3);
    add_rigid(&s, 2, 90, 1);
    comes_to(&s, "1:0-10*2 2:0-10*2 3:10-20*3 4:2-92*1",
             "all that ends when the first one can start leaves it room");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 1, 10, 3);
    add_rigid(&s, 2, 10, 4);
    add_rigid(&s, 3, 90, 1);
    comes_to(&s, "1:0-10*2 2:0-10*2 3:10-20*3 4:20-30*4 5:30-120*1",
             "of jobs that end together all nodes are idle at once");
    clear(&s);
}

static void test_chosen(void)
{
    struct scene s = scene(4);

    add_rigid(&s, 0, 10, 2);
    add(&s, 1, 10, 4, JOB_MOLDABLE, 1, 4);
    comes_to(&s, "1:0-10*2 2:1-21*2",
             "a moldable job takes what is idle, and takes longer");
    clear(&s);

    s = scene(4);
    add(&s, 1, 10, 2, JOB_MOLDABLE, 1, 3);
    comes_to(&s, "1:1-7.66667*3", "but no more than its most");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 3);
    add(&s, 1, 10, 4, JOB_MOLDABLE, 2, 4);
    comes_to(&s, "1:0-10*3 2:10-20*4", "and no less than its least");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 10, 2);
    add_rigid(&s, 0, 10, 2);
    add(&s, 1, 10, 4, JOB_MOLDABLE, 1, 4);
    comes_to(&s, "1:0-10*2 2:0-10*2 3:10-20*4",
             "nodes that become idle together it has all");
    clear(&s);
}

/* ---- policies ---- */

static char file[] = "/tmp/cluster-XXXXXX.lua";

/* Have 'decide' decide, every 'every' seconds. */
static void decides(struct scene *s, double every, const char *decide)
{
    FILE *out = fopen(file, "w");

    fprintf(out,
            "return { help = 'A test.', every = %g,\n"
            "decide = function(job) %s end }\n",
            every, decide);
    fclose(out);
    s->plan.policy = file;
}

/* Where the shipped policy or protocol is. */
static const char *shipped(const char *name)
{
    static char path[4096];
    const char *top = getenv("top_srcdir");

    snprintf(path, sizeof(path), "%s/lua/%s.lua", top ? top : ".", name);
    return path;
}

static void test_changed(void)
{
    struct scene s = scene(4);

    decides(&s, 9.5, "return { resize = 2, why = 'a test' }");
    add(&s, 0, 20, 4, JOB_MALLEABLE, 1, 4);
    /* Asked after 9.5 s, it goes on until 10 s, stands still until 12 s, and
     * what is left of 10 s takes 20 s then.
     */
    comes_to(&s, "1:0-32*4,12*2", "a job shrinks where an iteration ends");
    ok(s.result.changes == 1 && s.result.questions == 3,
       "it is asked as often as live, after the change, too");
    clear(&s);

    s = scene(4);
    decides(&s, 9.5, "return { resize = 4, why = 'a test' }");
    add(&s, 0, 20, 2, JOB_MALLEABLE, 1, 4);
    /* 10 s of work are left at 12 s. */
    comes_to(&s, "1:0-17*2,9.5*4",
             "one that grows has its nodes from the decision on");
    clear(&s);

    s = scene(4);
    decides(&s, 9.5, "return { resize = 1, why = 'a test' }");
    add(&s, 0, 20, 4, JOB_MALLEABLE, 1, 4);
    add_rigid(&s, 1, 5, 3);
    comes_to(&s, "1:0-52*4,12*1 2:12-17*3", "what it gives back others get");
    clear(&s);

    s = scene(4);
    decides(&s, 9.5, "return { resize = 4, why = 'a test' }");
    add(&s, 0, 20, 2, JOB_MALLEABLE, 1, 4);
    add_rigid(&s, 1, 50, 2);
    comes_to(&s, "1:0-20*2 2:1-51*2",
             "nodes that others have it does not get");
    ok(s.result.refused == 2 && s.result.changes == 0, "and that is counted");
    clear(&s);

    s = scene(4);
    decides(&s, 9.5, "return { resize = 2, why = 'a test' }");
    add_rigid(&s, 0, 20, 4);
    add(&s, 0, 20, 4, JOB_MOLDABLE, 1, 4);
    comes_to(&s, "1:0-20*4 2:20-40*4",
             "rigid and moldable jobs are not changed");
    ok(s.result.questions == 0, "nor is anybody asked about them");
    clear(&s);

    s = scene(4);
    decides(&s, 18.5, "return { resize = 2, why = 'a test' }");
    add(&s, 0, 19, 4, JOB_MALLEABLE, 1, 4);
    comes_to(&s, "1:0-19*4", "a change for which it is too late is none");
    ok(s.result.changes == 0, "and does not count");
    clear(&s);

    s = scene(8);
    s.plan.policy = shipped("policy/throughput");
    add(&s, 0, 100, 8, JOB_FLEXIBLE, 2, 8);
    add_rigid(&s, 20, 10, 4);
    ok(play(&s) == 0, "the policy throughput decides: %s", s.err.text);
    ok(s.result.job[1].start < 35 && s.result.job[0].sizes >= 3
           && s.result.job[0].size[s.result.job[0].sizes - 1].nodes == 8,
       "it makes room for another job and takes it back: %s", told(&s));
    clear(&s);
}

/* What a policy sees, by what it says when it fails. */
static void test_view(void)
{
    static const struct {
        const char *says;
        const char *text;
        const char *what;
    } cases[] = {
        { "job.size", "4", "how many ranks there are" },
        { "job.queue.idle_nodes", "2", "how many nodes are idle" },
        { "job.queue.pending", "1", "how many jobs wait" },
        { "job.queue.least_nodes", "3.0", "what the smallest of them needs" },
        { "job.queue.own_nodes .. job.queue.spare_nodes", "43",
          "how many nodes it has, and can give" },
        { "job.offered", "2", "that idle ones are on offer" },
        { "job.limits.min .. job.limits.preferred .. job.limits.max", "225",
          "its sizes" },
        { "job.iteration", "10", "its iterations" },
        { "job.iteration_time", "1.0", "how long each takes" },
        { "job.change_seconds", "2.0", "what a change would cost" },
        { "job.time", "10.0", "how long it has run" },
        { "job.hosts.job.cores .. job.hosts.idle.cores", "42",
          "nodes that are idle" },
        { "job.efficiency", "1.0", "that it is efficient" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(6);
        char decide[200], wanted[64];

        snprintf(decide, sizeof(decide), "error('it is ' .. %s .. '!')",
                 cases[i].says);
        snprintf(wanted, sizeof(wanted), "it is %s!", cases[i].text);
        decides(&s, 10, decide);
        add(&s, 0, 20, 4, JOB_MALLEABLE, 2, 5);
        add_rigid(&s, 1, 90, 3);
        s.err.text[0] = '\0';
        ok(play(&s) < 0, "a policy that fails ends the simulation");
        has(s.err.text, wanted, "a policy sees %s", cases[i].what);
        has(s.err.text, "asked about job 1 at 10.000 s", "it is told where");
        clear(&s);
    }
}

static void test_wrong(void)
{
    struct scene s = scene(4);

    add(&s, 0, 20, 4, JOB_MALLEABLE, 1, 4);
    s.plan.policy = "./no-such-policy.lua";
    ok(play(&s) < 0, "a policy that is not there is refused");
    has(s.err.text, "./no-such-policy.lua", "by its name");
    clear(&s);

    s = scene(4);
    add_rigid(&s, 0, 20, 4);
    s.plan.policy = shipped("protocol/hierarchical");
    ok(play(&s) < 0, "a protocol is refused");
    has(s.err.text, "is a protocol", "with the reason");
    clear(&s);
}

/* ---- figures ---- */

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9 * fmax(1, fabs(b));
}

static void test_figures(void)
{
    struct scene s = scene(4);
    struct cluster_figures f;

    add_rigid(&s, 100, 10, 4);
    add_rigid(&s, 105, 10, 2);
    play(&s);
    s.result.idle_watts = 100;
    s.result.loaded_watts = 300;
    f = cluster_result_figures(&s.result);
    ok(near(f.makespan, 20), "the makespan is from the first submission on");
    ok(near(f.waiting, 2.5) && near(f.execution, 10)
           && near(f.completion, 12.5),
       "times are means of all jobs");
    ok(near(f.node_seconds, 60) && near(f.allocation, 0.75),
       "the allocation is the share of nodes that jobs had");
    ok(near(f.jobs_per_second, 0.1),
       "jobs a second are those of the makespan");
    ok(near(f.energy, 60 * 300 + 20 * 100),
       "idle nodes and those in use take power, %g J", f.energy);
    clear(&s);
}

int main(void)
{
    int fd = mkstemps(file, 4);

    test_order();
    test_chosen();
    test_changed();
    test_view();
    test_wrong();
    test_figures();
    close(fd);
    unlink(file);
    return tap_done();
}
