/* Tests of foresee/simulated_job.c, with simulated_view.c and
 * simulated_policy.c
 *
 * Programs whose times anybody can work out by hand: four ranks that compute
 * and meet, on hosts between which messages cost nothing.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "foresee/simulated_job.h"
#include "job/sizes.h"
#include "tests/foresee/made_up_run.h"
#include "tests/tap.h"

/* ---- runs and plans ---- */

/* 'rounds' rounds in which rank i computes work[i] and sends to the next, and
 * all meet.
 */
static struct recording *meeting(const double work[4], int rounds)
{
    struct made_up_run m;

    made_up_begin(&m, 4, true);
    for (int k = 0; k < rounds; k++) {
        for (int i = 0; i < 4; i++) {
            struct trace_act acts[2] = {
                { TRACE_SEND, 0, (i + 1) % 4, 1, 100, 0 },
                { TRACE_RECV, 0, (i + 3) % 4, 1, 100, 0 },
            };

            made_up_mark(&m, i);
            made_up_call(&m, i, "MPI_Sendrecv", acts, 2);
            made_up_compute(&m, i, work[i]);
        }
        made_up_all(&m, "MPI_Barrier", TRACE_NONE, 0);
    }
    return made_up_end(&m);
}

static const double even[4] = { 1, 1, 1, 1 };

/* A plan, and what it needs. */
struct scene {
    struct recording *recording;
    struct platform *platform;
    struct change_script script;
    struct simulated_job_plan plan;
    struct forecast f;
    struct error err;
};

static struct scene scene(const double work[4], int rounds)
{
    struct scene s = { .recording = meeting(work, rounds),
                       .platform = made_up_platform(6, 0, 1e12) };

    s.plan = (struct simulated_job_plan){ .recording = s.recording,
                                          .platform = s.platform,
                                          .bytes = JOB_UNKNOWN };
    price_init(&s.plan.price);
    return s;
}

static void leave(struct scene *s)
{
    forecast_destroy(&s->f);
    simulated_policy_destroy(s->plan.policy);
    change_script_clear(&s->script);
    platform_destroy(s->platform);
    recording_destroy(s->recording);
}

static int play(struct scene *s, const char *script)
{
    forecast_destroy(&s->f);
    change_script_clear(&s->script);
    if (change_script_parse(&s->script, script, &s->err) < 0)
        return -1;
    s->plan.script = &s->script;
    return forecast_create(&s->f, &s->plan, &s->err);
}

static bool near(double a, double b)
{
    if (fabs(a - b) < 1e-6)
        return true;
    diag("came %.12g, expected %.12g", a, b);
    return false;
}

/* ---- changes at iterations ---- */

static void test_migrations(void)
{
    struct scene s = scene(even, 10);
    double stopped;

    s.platform->host[4].speed = 0.25;
    s.platform->host[5].speed = 2;
    ok(play(&s, "4 migrate 1 h4; 7 migrate 1 h5") == 0,
       "a rank goes to a slow host, and to a fast one");
    stopped = price_seconds(&s.plan.price, JOB_UNKNOWN);
    ok(near(s.f.seconds, 3 + 3 * 4 + 4 + 2 * stopped),
       "three iterations take as long as recorded, three four times as long");
    ok(s.f.iterations == 10 && near(s.f.iteration[2], 1)
           && near(s.f.iteration[3], 4) && near(s.f.iteration[6], 1),
       "each of the iterations is told, without what stood still");
    ok(near(s.f.share[2], 1) && near(s.f.share[3], 7.0 / 16),
       "and which share of it was computing");
    ok(s.f.job.changes == 2 && s.f.job.change[0].iteration == 3
           && near(s.f.job.change[0].at, 3)
           && near(s.f.job.change[1].at, 15 + stopped),
       "both changes are noted with their moments");
    ok(near(s.f.job.change[0].before, 1) && near(s.f.job.change[0].after, 4)
           && near(s.f.job.change[0].realised_gain, -3)
           && s.f.job.change[0].stopped == stopped,
       "with their cost and what they brought");
    has(s.f.job.change[0].order, "migrate 1 h4", "and what was asked for");
    ok(near(s.f.node_seconds, 4 * s.f.seconds), "four hosts are held");
    ok(near(s.f.efficiency.parallel, s.f.efficiency.load_balance
                                         * s.f.efficiency.serialisation
                                         * s.f.efficiency.transfer),
       "the factors are those of all generations");
    ok(near(s.f.efficiency.parallel, (4 * 3 + 7 * 3 + 3.5 * 4) / (4 * 19.0)),
       "weighed by how long each took");
    leave(&s);
}

/* One of the iterations before a change takes ten times as long. */
static void test_before_and_after(void)
{
    struct scene s = scene(even, 10);

    for (int i = 0; i < 4; i++) {
        struct recorded_rank *of = &s.recording->rank[i];
        int computes = 0;

        for (size_t k = 0; k < of->steps; k++)
            if (of->step[k].kind == STEP_COMPUTE && ++computes == 3)
                of->step[k].seconds *= 10;
    }
    s.platform->host[4].speed = 0.25;
    ok(play(&s, "7 migrate 1 h4") == 0 && near(s.f.iteration[2], 10)
           && near(s.f.job.change[0].before, 1)
           && near(s.f.job.change[0].after, 4),
       "before and after a change is the median up to the next one");
    leave(&s);
}

/* Rank 2 has most to do at first, and rank 1 then. */
static void test_busiest(void)
{
    struct scene s = scene((const double[4]){ 1, 1, 2, 1 }, 10);
    const struct simulated_generation *g;
    double times;
    size_t rank;

    s.platform->host[4].speed = 0.25;
    ok(play(&s, "3 migrate 1 h4") == 0, "the busiest rank becomes another");
    g = forecast_least_balanced(&s.f, &rank, &times);
    ok(g == &s.f.job.generation[1] && rank == 1 && near(times, 4 / 2.0),
       "told is the one for which most was waited");
    ok(play(&s, "10 migrate 1 h4") == 0, "the same at the end");
    g = forecast_least_balanced(&s.f, &rank, &times);
    ok(g == &s.f.job.generation[0] && rank == 2 && near(times, 2 / 1.25),
       "is less than what was waited for the first one");
    leave(&s);
}

static void test_nothing_changes(void)
{
    struct scene s = scene((const double[4]){ 2, 1, 3, 1 }, 8);
    double before, parallel;

    ok(play(&s, "") == 0 && s.f.job.changes == 0, "no change is fine");
    before = s.f.seconds;
    parallel = s.f.efficiency.parallel;
    s.plan.price.factor = 0;
    ok(play(&s, "3 migrate 0 h0; 6 migrate 3 h3") == 0
           && near(s.f.seconds, before)
           && near(s.f.efficiency.parallel, parallel),
       "changes that change nothing and cost nothing make no difference");
    leave(&s);
}

/* Four ranks have 4 GB, 1 GB each, and links take 1 GB in two seconds, where
 * not said otherwise.
 */
static void test_slow_links(void)
{
    static const struct {
        const char *script;
        double link, host; /* seconds for a GB */
        double takes;
    } cases[] = {
        { "2 migrate 1 h4", 2, 0, 2 },
        { "2 migrate 1 h4 and migrate 2 h5", 2, 0, 2 },
        { "2 migrate 1 h4 and migrate 2 h4", 2, 0, 2 },
        { "2 migrate 1 h4 and migrate 2 h4", 2, 1.5, 3 },
        { "2 split 1 --to h4 and merge 2 3", 2, 0, 2 },
        { "2 split 1 --to h4 and merge 2 3 and migrate 3 h3", 2, 0, 2 },
        { "2 rebalance 1 1 1 3", 2, 0, 2 },
        { "2 rebalance 7 3 3 3", 2, 0, 1.5 },
        { "2 migrate 0 h0", 2, 0, 0 },
        { "2 migrate 1 h4", 1e-12, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(even, 4);
        double least;

        s.plan.bytes = 4e9;
        s.plan.price.factor = 0.1;
        for (int h = 0; h < 36; h++)
            s.platform->link[h].per_byte = cases[i].link * 1e-9;
        for (int h = 0; h < 6; h++)
            s.platform->host[h].per_byte = cases[i].host * 1e-9;
        least = price_seconds(&s.plan.price, s.plan.bytes);
        if (cases[i].takes > 0)
            least = cases[i].takes + price_seconds(&s.plan.price, 0);
        ok(play(&s, cases[i].script) == 0 && s.f.job.changes == 1
               && near(s.f.job.change[0].stopped, least),
           "'%s' takes %g s on links of %g s and hosts of %g s for a GB",
           cases[i].script, cases[i].takes, cases[i].link, cases[i].host);
        leave(&s);
    }
}

/* The work lies along the ranks: what is added to a rank is its neighbour's.
 */
static void test_rebalance(void)
{
    struct scene s = scene((const double[4]){ 4, 1, 1, 2 }, 6);

    s.plan.price.factor = 0;
    ok(play(&s, "3 rebalance 1 3 2 2") == 0, "work is weighed");
    ok(near(s.f.iteration[1], 4) && near(s.f.iteration[2], 3),
       "half of the first rank's goes to the second");
    ok(play(&s, "3 rebalance 1 3 2 2; 5 resize 4 --hosts h4,h5") == 0
           && near(s.f.iteration[4], 4),
       "and a resize divides it evenly again");
    ok(near(s.f.node_seconds, 4 * (2 * 4 + 2 * 3) + 2 * (2 * 4)),
       "on as many hosts as it says");
    leave(&s);
}

/* Ranks that yield, on a core each, whose new ranks compute for a second
 * before they are ready: two seconds before the sync after five of them, or at
 * once.
 */
static void test_start_up(void)
{
    static const struct {
        const char *what;
        const char *script;
        struct {
            double start_up, ready;
            int changes; /* that have taught this */
        } known;
        double iteration[6];
        double waited;
    } cases[] = {
        { "new ranks that compute take it from the old ones",
          "6 migrate 1 h1",
          { 1, 2, 1 },
          { 1, 1, 1, 2, 1, 1 },
          0 },
        { "and from those of the hosts alone where they start",
          "6 resize 4 --hosts h4",
          { 1, 2, 1 },
          { 1, 1, 1, 1, 1, 4 },
          0 },
        { "those that take longer than there is time for are waited for",
          "6 migrate 1 h1",
          { 1, 5, 1 },
          { 1, 1, 1, 2, 1, 1 },
          2 },
        { "before an early sync they are started at once",
          "2 migrate 1 h1",
          { 0.5, 3, 1 },
          { 1.5, 1, 1, 1, 1, 1 },
          1.5 },
        { "nothing is known of them without an earlier change",
          "6 migrate 1 h1",
          { 0, 5, 0 },
          { 1, 1, 1, 1, 1, 1 },
          0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(even, 10);
        double stopped = price_seconds(&s.plan.price, JOB_UNKNOWN), sum = 0;
        bool held = true;

        recording_set_yields(s.recording, NULL);
        for (size_t h = 0; h < s.platform->hosts; h++)
            s.platform->host[h].cores = 1;
        s.plan.start_up = cases[i].known.start_up;
        s.plan.price.ready = cases[i].known.ready;
        s.plan.price.changes = cases[i].known.changes;
        ok(play(&s, cases[i].script) == 0, "%s: %s", cases[i].what,
           s.err.text);
        for (size_t k = 0; k < 6; k++)
            held &= near(s.f.iteration[k], cases[i].iteration[k]);
        ok(held, "each iteration takes as long as it has of the cores");
        for (size_t k = 0; k < s.f.iterations; k++)
            sum += s.f.iteration[k];
        ok(near(s.f.seconds, sum + cases[i].waited + stopped)
               && near(s.f.loop_seconds, s.f.seconds)
               && near(s.f.job.change[0].phases.stop, cases[i].waited),
           "and it is waited for %g s at the sync", cases[i].waited);
        leave(&s);
    }
}

/* Rank 1 begins its iterations in the middle of what rank 0 waits for. */
static void test_crossed_marks(void)
{
    struct simulated_job_plan plan = { .bytes = JOB_UNKNOWN };
    struct change_script script = { .count = 0 };
    struct platform *p = made_up_platform(3, 0, 1e12);
    struct error err = { .text = "" };
    struct forecast f = { 0 };
    struct made_up_run m;

    made_up_begin(&m, 2, true);
    for (int k = 0; k < 6; k++) {
        made_up_mark(&m, 0);
        made_up_send(&m, 0, 1, 100);
        made_up_compute(&m, 0, 1);
        made_up_receive(&m, 1, 0);
        made_up_mark(&m, 1);
        made_up_send(&m, 1, 0, 100);
        made_up_receive(&m, 0, 1);
    }
    plan.recording = made_up_end(&m);
    plan.platform = p;
    price_init(&plan.price);
    plan.price.factor = 0;
    if (change_script_parse(&script, "4 migrate 0 h2", &err) == 0) {
        plan.script = &script;
        ok(forecast_create(&f, &plan, &err) == 0 && near(f.seconds, 6),
           "who waits for one that stands still stands, too: %s", err.text);
    }
    forecast_destroy(&f);
    change_script_clear(&script);
    platform_destroy(p);
    recording_destroy((struct recording *)plan.recording);
}

static void test_faults(void)
{
    static const struct {
        const char *script;
        const char *why;
    } cases[] = {
        { "4 migrate 1 h9", "the platform has no host 'h9'" },
        { "4 migrate 4 h1", "there is no rank 4" },
        { "11 migrate 1 h1", "before iteration 11, and the run has 10" },
        { "1 migrate 1 h1", "a change before iteration 1" },
        { "4 resize 8", "nothing is known of 8 ranks" },
        { "4 split 1", "nothing is known of 5 ranks" },
        { "4 rebalance 1 1", "2 weights are given for 4 ranks" },
        { "4 resize 4 --hosts h1,h7", "no host 'h7'" },
    };
    struct scene s = scene(even, 10);

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        ok(play(&s, cases[i].script) < 0, "\"%s\" is refused",
           cases[i].script);
        has(s.err.text, cases[i].why, "because: %s", cases[i].why);
    }
    s.platform->link[4 * 6 + 0].known = s.platform->link[4].known = false;
    ok(play(&s, "4 migrate 1 h4") < 0, "so is a host without a network");
    has(s.err.text, "nothing is known of the network", "which is told");
    leave(&s);
}

/* ---- policies ---- */

/* Have the policy in 'text' decide. */
static void decides(struct scene *s, const char *text)
{
    char path[] = "simulated_jobXXXXXX.lua";
    int fd = mkstemps(path, 4);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    char name[64];

    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        exit(99);
    snprintf(name, sizeof(name), "./%s", path);
    simulated_policy_destroy(s->plan.policy);
    s->plan.policy = simulated_policy_create(name, "", &s->err);
    remove(path);
}

static void test_policy(void)
{
    struct scene s = scene((const double[4]){ 0.25, 0.25, 1, 0.25 }, 40);

    s.platform->host[2].speed = 0.25;
    s.plan.price.ready = 2.5;
    decides(&s, "return { help = 'Leave slow hosts.', every = 5,\n"
                " decide = function(job)\n"
                "  for _, rank in ipairs(job.ranks) do\n"
                "   if rank.host == 'h2' and job.iteration_time > 0.9 then\n"
                "    return { migrate = { rank = rank.rank, to = 'h5' },\n"
                "     why = string.format('%.2f of %d at %g', rank.compute,\n"
                "      job.iteration, job.time) } end end end }\n");
    ok(s.plan.policy != NULL, "a policy is loaded: %s", s.err.text);
    ok(play(&s, "") == 0, "and asked: %s", s.err.text);
    ok(s.f.job.changes == 1, "it decides once");
    if (s.f.job.changes == 1) {
        has(s.f.job.change[0].why, "1.00 of 9 at 10",
            "by what was seen at its second question");
        ok(s.f.job.change[0].iteration == 13,
           "all stop when its new ranks stand ready, 2.5 s later");
        ok(near(s.f.job.change[0].predicted_gain, 0.75),
           "the gain that was expected of it is told");
    }
    ok(near(s.f.iteration[12], 1) && near(s.f.iteration[13], 0.25),
       "and then iterations are short");
    recording_set_yields(s.recording, NULL);
    for (size_t h = 0; h < s.platform->hosts; h++)
        s.platform->host[h].cores = 1;
    s.plan.start_up = 0.5;
    ok(play(&s, "") == 0 && s.f.job.changes == 1
           && near(s.f.job.generation[0].outcome.rank[0].computed,
                   13 * 0.25 + 0.25)
           && near(s.f.job.generation[0].outcome.rank[2].computed, 13),
       "new ranks compute beside those of their hosts when it is decided");
    leave(&s);
}

/* What it sees of hosts whose cores are not known, and how many ranks it may
 * ask for.
 */
static void test_unknown_cores(void)
{
    static const struct {
        const char *what;
        unsigned cores; /* of the first host */
        struct policy_limits limits;
        const char *sees;
    } cases[] = {
        { "hosts of unknown cores have enough for all ranks",
          0,
          { 0, 0, 0 },
          "24 24 24 of 24" },
        { "for those that may be", 0, { 1, 8, 4 }, "8 8 8 of 8" },
        { "beside one that has few", 1, { 0, 0, 0 }, "1 21 21 of 21" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(even, 40);

        s.platform->host[0].cores = cases[i].cores;
        s.plan.limits = cases[i].limits;
        decides(&s, "return { every = 5, decide = function(job)\n"
                    " if job.changes == 0 then return {\n"
                    "  why = string.format('%d %d %d of %d',\n"
                    "   job.hosts.h0.cores, job.hosts.h5.cores,\n"
                    "   job.hosts.h5.free, job.limits.max),\n"
                    "  migrate = { rank = 0, to = 'h5' } } end\n"
                    "end }\n");
        ok(play(&s, "") == 0 && s.f.job.changes == 1, "%s", cases[i].what);
        if (s.f.job.changes == 1)
            has(s.f.job.change[0].why, cases[i].sees, "it sees %s",
                cases[i].sees);
        leave(&s);
    }
}

/* Why nothing came of what it wanted. */
static void test_no_change(void)
{
    static const struct {
        const char *decide;
        double ready;
        const char *said;
    } cases[] = {
        { "return nil, 'all is well'", 1, "all is well" },
        { "", 1, "" },
        { "return { migrate = { rank = 0, to = 'h5' } }", 1000,
          "migrate 0 h5, whose new ranks were not ready when the run ended" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(even, 40);
        char text[400];

        s.plan.price.ready = cases[i].ready;
        snprintf(text, sizeof(text),
                 "return { every = 5, decide = function(job) %s end }",
                 cases[i].decide);
        decides(&s, text);
        ok(play(&s, "") == 0 && strcmp(s.f.job.said, cases[i].said) == 0,
           "it said last: \"%s\"", cases[i].said);
        leave(&s);
    }
}

static void test_sizes(void)
{
    struct scene s = scene((const double[4]){ 1, 1, 1, 1 }, 40);
    struct sizes sizes;

    ok(sizes_read_list(&sizes, "2,4", &s.err) == 0, "some can be had");
    s.plan.sizes = &sizes;
    decides(&s, "return { every = 5, decide = function(job)\n"
                " if job.changes > 0 then return { resize = 3 } end\n"
                " if table.concat(job.sizes, ' ') == '2 4' then\n"
                "  return { migrate = { rank = 0, to = 'h5' } } end\n"
                "end }\n");
    ok(play(&s, "") == 0 && s.f.job.changes == 1,
       "a policy sees them, and no other number comes of it: %s", s.err.text);
    has(s.f.job.said, "resize 3 is refused: ", "as is told");
    leave(&s);
}

static void test_shares(void)
{
    struct scene s = scene((const double[4]){ 1, 1, 1, 1 }, 40);

    s.plan.even_shares = true;
    decides(&s, "return { every = 5, decide = function(job)\n"
                " if not job.even_shares then return end\n"
                " if job.changes == 0 then\n"
                "  return { migrate = { rank = 0, to = 'h5' } } end\n"
                " return { rebalance = { 1, 2, 3, 4 } }\n"
                "end }\n");
    ok(play(&s, "") == 0 && s.f.job.changes == 1,
       "a policy sees that shares are even, and none others come of it: %s",
       s.err.text);
    has(s.f.job.said, "rebalance 1 2 3 4 is refused: its shares would be",
        "as is told");
    leave(&s);
}

/* One half of what happens is of a script, the other one decided. */
static void test_policy_and_script(void)
{
    struct scene s = scene((const double[4]){ 0.25, 0.25, 1, 0.25 }, 40);

    s.platform->host[2].speed = 0.25;
    decides(&s, "return { help = 'Leave slow hosts.', every = 5,\n"
                " decide = function(job)\n"
                "  if job.ranks[2].host == 'h2' then\n"
                "   return { migrate = { rank = 2, to = 'h5' } } end end }\n");
    ok(play(&s, "3 migrate 0 h4; 30 migrate 0 h0") == 0
           && s.f.job.changes == 3,
       "a policy decides while a script goes on: %s", s.err.text);
    ok(s.f.job.changes == 3 && s.f.job.change[0].iteration == 2
           && s.f.job.change[2].iteration == 29,
       "whose changes come at their iterations");
    ok(s.f.job.changes == 3 && strstr(s.f.job.change[1].why, ".lua")
           && near(s.f.iteration[35], 0.25),
       "with its own between them");
    leave(&s);
}

/* A change that another run took longer for than there is time. */
static void test_endless_change(void)
{
    struct scene s = scene(even, 10);

    s.plan.price.factor = 1e308;
    s.plan.price.ready = 1e308;
    s.plan.bytes = 1e300;
    ok(play(&s, "4 migrate 1 h4") < 0, "a change that takes for ever ends");
    has(s.err.text, "longer than can be reckoned with", "and is told");
    leave(&s);
}

/* A run of many years. */
static void test_too_many_questions(void)
{
    struct scene s = scene((const double[4]){ 1e9, 1, 1, 1 }, 4);

    decides(&s, "return { help = 'Nothing.', every = 1,\n"
                " decide = function() end }\n");
    ok(play(&s, "") < 0, "a run that would take years has an end");
    has(s.err.text, "asked every 1 s a policy would be asked more than",
        "which is told");
    leave(&s);
}

/* It wants rank 2 elsewhere, however slow it gets there, and back again. */
static void test_restraint(void)
{
    struct scene s = scene(even, 60);

    s.platform->host[5].speed = 0.5;
    decides(&s, "return { help = 'Go away.', every = 4,\n"
                " decide = function(job)\n"
                "  return { gain = 0.5, migrate = { rank = 2,\n"
                "   to = job.ranks[2].host == 'h5' and 'h2' or 'h5' } }\n"
                " end }\n");
    ok(play(&s, "") == 0, "a policy sends a rank to and fro: %s", s.err.text);
    ok(s.f.job.changes > 2 && s.f.job.change[1].at < 20,
       "at once where it paid");
    ok(s.f.job.changes > 2 && s.f.job.change[2].at > 37,
       "but not where it did not, for a while");
    has(s.f.job.said, "moving rank 2 to h5 did not pay; not again for",
        "and that is told");
    leave(&s);
}

/* Ask about a job whose iterations take so long, at that moment, and do what
 * is wanted.  Returns whether anything is.
 */
static bool wants(struct scene *s, double iteration, double when)
{
    struct policy_job *job = policy_job_create(2, 1);
    struct decision made = { .change = NULL };
    bool change;

    policy_job_derive(job);
    job->iteration_time = iteration;
    job->limits = (struct policy_limits){ 1, 4, 2 };
    job->time = when;
    if (simulated_policy_ask(s->plan.policy, job, &made, &s->err) < 0)
        exit(99);
    change = made.change != NULL;
    if (change)
        simulated_policy_done(s->plan.policy, job, &made);
    decision_clear(&made);
    policy_job_destroy(job);
    return change;
}

/* The first iterations afterwards need not be like the others. */
static void test_three_looks(void)
{
    static const struct {
        double third;
        bool wants;
        const char *what;
    } cases[] = {
        { 0.5, true, "two more looks may say that it did" },
        { 1.9, false, "or the same" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct scene s = scene(even, 4);

        decides(&s, "return { every = 1, decide = function(job)\n"
                    " return { resize = 3, gain = 0.3 } end }\n");
        ok(wants(&s, 1, 1), "a change is decided");
        ok(!wants(&s, 1.5, 2) && !wants(&s, 0.5, 3),
           "and not again, as it did not pay");
        ok(wants(&s, cases[i].third, 4) == cases[i].wants, "%s",
           cases[i].what);
        leave(&s);
    }
}

int main(void)
{
    test_migrations();
    test_before_and_after();
    test_busiest();
    test_nothing_changes();
    test_slow_links();
    test_rebalance();
    test_start_up();
    test_crossed_marks();
    test_faults();
    test_policy();
    test_unknown_cores();
    test_no_change();
    test_sizes();
    test_shares();
    test_policy_and_script();
    test_endless_change();
    test_too_many_questions();
    test_restraint();
    test_three_looks();
    return tap_done();
}
