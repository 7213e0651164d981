/* Tests of policy/protocol.c and of the shipped protocols, on networks of
 * agents that are made up
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "policy/lua/confine.h"
#include "policy/profile.h"
#include "policy/protocol.h"
#include "policy/rehearsal.h"
#include "tests/tap.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static struct protocol_answer answer;
static struct decision d;

/* A world of hosts with two cores each; 'placed' says by letter on which each
 * rank is, 'busy' those where others keep both cores busy.
 */
struct world {
    int hosts;
    char placed[64];
    const char *busy;
};

static struct policy_job *make_job(const struct world *w, double time)
{
    int size = (int)strlen(w->placed);
    struct policy_job *job = policy_job_create(size, w->hosts);

    for (int h = 0; h < w->hosts; h++) {
        struct policy_host *host = &job->hosts[h];

        snprintf(host->name, sizeof(host->name), "%c", 'a' + h);
        host->cores = 2;
        host->load = strchr(w->busy, 'a' + h) ? 2 : 0;
        host->distance = calloc((size_t)w->hosts, sizeof(double));
        for (int to = 0; to < w->hosts; to++)
            host->distance[to] = to > h ? to - h : h - to;
    }
    for (int r = 0; r < size; r++) {
        job->ranks[r].host = job->hosts[w->placed[r] - 'a'].name;
        job->ranks[r].sent = calloc((size_t)size, sizeof(double));
        if (r > 0)
            job->ranks[r].sent[r - 1] = 100;
        if (r < size - 1)
            job->ranks[r].sent[r + 1] = 100;
    }
    job->time = time;
    policy_job_derive(job);
    return job;
}

static rehearsal_t *start(const char *name,
                          const char *options,
                          const struct world *w)
{
    const char *top = getenv("top_srcdir");
    struct policy_job *job = make_job(w, 0);
    char path[POLICY_PATH];
    struct error err;
    rehearsal_t *r;

    snprintf(path, sizeof(path), "%s/lua/protocol/%s.lua", top ? top : ".",
             name);
    r = rehearsal_create(path, options, job, &err);
    if (!r) {
        printf("Bail out! %s\n", err.text);
        exit(EXIT_FAILURE);
    }
    policy_job_destroy(job);
    return r;
}

/* Let them talk for some rounds and move ranks as they say.  Returns how many
 * were moved, or -1 after a fault.
 */
static int play(rehearsal_t *r, struct world *w, int rounds)
{
    int moves = 0, changed = -1;

    for (int i = 0; i < rounds; i++) {
        struct policy_job *job = make_job(w, i);
        struct error err = { "" };
        int rank;
        char to;
        int rc;

        if (changed >= 0)
            job->since_change = i - changed;
        rc = rehearsal_round(r, job, &d, &err);
        policy_job_destroy(job);
        if (rc < 0) {
            diag("%s", err.text);
            return -1;
        }
        if (sscanf(decision_text(&d), "migrate %d %c", &rank, &to) == 2) {
            w->placed[rank] = to;
            changed = i;
            moves++;
        }
    }
    return moves;
}

/* ---- the shipped ones ---- */

static const char *const shipped[] = { "steal-random", "steal-topology",
                                       "steal-network", "hierarchical" };

static void test_balance(void)
{
    static const struct {
        const char *what;
        struct world world;
        int moves;
    } cases[] = {
        { "all is well", { 3, "aabbcc", "" }, 0 },
        { "nobody has room", { 2, "aaabbb", "" }, 0 },
        { "a host is crowded, another one idle", { 2, "aaab", "" }, 1 },
        { "all are on the first of four hosts", { 4, "aaaaaaaa", "" }, 6 },
        { "one of eight hosts is busy", { 8, "abcdefghab", "b" }, 2 },
        { "one host is alone", { 1, "aaa", "" }, 0 },
        { "nine hosts, and the idle one is far",
          { 9, "aaabbccddeeffgghh", "" },
          1 },
    };

    for (size_t s = 0; s < COUNT(shipped); s++)
        for (size_t i = 0; i < COUNT(cases); i++) {
            struct world w = cases[i].world;
            rehearsal_t *r = start(shipped[s], "", &w);
            int moves = play(r, &w, 60);

            if (!ok(moves == cases[i].moves, "%s: %s: %d moves", shipped[s],
                    cases[i].what, cases[i].moves))
                diag("%d moves, %s, %d messages", moves, w.placed,
                     rehearsal_messages(r));
            rehearsal_destroy(r);
        }
}

/* Two that are idle at once want the same rank. */
static void test_collide(void)
{
    for (size_t s = 0; s < COUNT(shipped); s++) {
        struct world w = { 4, "aaabcc", "" };
        rehearsal_t *r = start(shipped[s], "", &w);
        int moves = play(r, &w, 40);

        ok(moves == 1, "%s: of those that collide one is carried out",
           shipped[s]);
        diag("%d messages, %s", rehearsal_messages(r), w.placed);
        rehearsal_destroy(r);
    }
}

/* What died is not asked any more, as it is not among the neighbours. */
static void test_death(void)
{
    for (size_t s = 0; s < COUNT(shipped); s++) {
        struct world w = { 4, "bbbbbcc", "" };
        rehearsal_t *r = start(shipped[s], "", &w);

        rehearsal_kill(r, 3);
        ok(play(r, &w, 30) >= (strcmp(shipped[s], "hierarchical") ? 2 : 0),
           "%s: goes on without one that has died", shipped[s]);
        ok(!strchr(w.placed, 'd'), "and gives it nothing");
        rehearsal_destroy(r);
    }
}

static void test_topology(void)
{
    struct world w = { 2, "aaaab", "" };
    rehearsal_t *r = start("steal-topology", "", &w);

    play(r, &w, 3);
    ok(strcmp(w.placed, "aaabb") == 0,
       "steal-topology: of four ranks the one that talks to it goes");
    diag("%s", w.placed);
    rehearsal_destroy(r);

    w = (struct world){ 5,
                        "aaaccdd"
                        "eee",
                        "" };
    r = start("steal-network", "", &w);
    play(r, &w, 1);
    ok(strncmp(w.placed, "baaccdd", 7) == 0,
       "steal-network: the nearest crowded host is asked first");
    diag("%s", w.placed);
    play(r, &w, 10);
    ok(strcmp(w.placed, "baaccddbee") == 0,
       "and one that is farther when that has nothing to give");
    diag("%s", w.placed);
    rehearsal_destroy(r);

    w = (struct world){ 5, "aaa", "" };
    r = start("steal-network", "farthest=0.5", &w);
    ok(play(r, &w, 10) == 0, "and none that is too far");
    rehearsal_destroy(r);
}

static void test_clusters(void)
{
    struct world w = { 9, "aabbcc", "" };
    rehearsal_t *r = start("hierarchical", "size=3", &w);

    play(r, &w, 1);
    ok(rehearsal_near(r, 0, 1) && rehearsal_near(r, 4, 3),
       "hierarchical: a member is in contact with its head");
    ok(!rehearsal_near(r, 1, 2) && !rehearsal_near(r, 1, 3),
       "and with nobody else");
    ok(rehearsal_near(r, 0, 3) && rehearsal_near(r, 6, 0),
       "and heads with each other");
    rehearsal_destroy(r);
}

static void test_profile(void)
{
    struct world w = { 2, "aaa", "" };
    struct policy_job *job = make_job(&w, 0);
    struct protocol_view *v = protocol_view_from(job, 0);
    const char *top = getenv("top_srcdir");
    char path[POLICY_PATH];
    struct serialize plain = { 0 };
    struct error err = { "" };
    profile_t *p;

    snprintf(path, sizeof(path), "%s/lua/profile/smooth.lua", top ? top : ".");
    p = module_load_kind(MODULE_PROFILE, path, "", &err);
    ok(p && profile_derive(p, v, &plain, &err) == 0 && serialize_check(&plain),
       "smooth: a profile makes a table");
    has(err.text, "", "without a fault");
    module_destroy(p);
    p = module_make("watch.lua",
                    "return { kind = 'protocol', tick = function(self) "
                    "return nil, 'over ' .. self.profile.over end }",
                    96, "", &err);
    v->profile = &plain;
    ok(p && protocol_tick(p, v, &answer, &err) == 0, "which a protocol sees");
    has(answer.why, "over 1", "by its fields");
    module_destroy(p);
    protocol_view_destroy(v);
    policy_job_destroy(job);
}

/* ---- what is answered ---- */

/* Load 'body' as the function 'tick' and call it as the agent on 'b'. */
static int tick(const char *body, struct error *err)
{
    struct world w = { 3, "abb", "" };
    struct policy_job *job = make_job(&w, 7);
    struct protocol_view *v = protocol_view_from(job, 1);
    char text[1024];
    protocol_t *p;
    int rc = -1;

    snprintf(text, sizeof(text),
             "return { kind = 'protocol', tick = function(self, options) %s "
             "end }",
             body);
    p = module_make("it.lua", text, strlen(text), "", err);
    if (p)
        rc = protocol_tick(p, v, &answer, err);
    module_destroy(p);
    protocol_view_destroy(v);
    policy_job_destroy(job);
    return rc;
}

static void test_answers(void)
{
    static const struct {
        const char *body;
        int messages;
        int to;
        const char *proposal;
        const char *why;
    } cases[] = {
        { "", 0, 0, "", "" },
        { "return nil, 'too early'", 0, 0, "", "too early" },
        { "return {}", 0, 0, "", "" },
        { "return { send = { to = 'a', x = 1 } }", 1, 0, "", "" },
        { "return { send = { { to = 'c' }, { to = 'a' } } }", 2, 2, "", "" },
        { "return { send = { to = 'all' } }", 2, 0, "", "" },
        { "return { send = {} }", 0, 0, "", "" },
        { "return { send = { to = 'gone' } }", 0, 0, "", "" },
        { "return { send = { to = self.name } }", 0, 0, "", "" },
        { "return { propose = { migrate = { rank = self.here[1], to = 'c' }, "
          "why = 'x' }, why = 'y' }",
          0, 0, "migrate 1 c", "y" },
        { "return { propose = { resize = self.size + 1 } }", 0, 0, "resize 4",
          "" },
        { "return nil, self.name .. self.head .. #self.neighbours .. "
          "self.size "
          ".. #self.here .. self.host.cores .. self.time",
          0, 0, "", "ba23227.0" },
        { "return nil, self.ranks[0].host .. tostring(self.ranks[0].sent[1]) "
          ".. tostring(self.ranks[1].sent[0]) .. self.host.distance.c",
          0, 0, "", "anil100.01.0" },
        { "return nil, tostring(self.profile.x) .. #self.host_names", 0, 0, "",
          "nil3" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        int rc = tick(cases[i].body, &err);
        const char *proposal =
            *cases[i].proposal ? cases[i].proposal : "nothing";

        if (!ok(rc == 0 && answer.count == cases[i].messages
                    && (answer.count == 0
                        || answer.message[0].to == cases[i].to)
                    && strcmp(decision_text(&answer.proposal), proposal) == 0
                    && strcmp(answer.why, cases[i].why) == 0,
                "it may answer: %.60s", cases[i].body))
            diag("%d messages, '%s', '%s' %s", answer.count,
                 decision_text(&answer.proposal), answer.why, err.text);
    }
}

static void test_faults(void)
{
    static const struct {
        const char *body;
        const char *reason;
    } cases[] = {
        { "return 1", "tick returns a number instead of a table" },
        { "return 'x'", "tick returns a string" },
        { "return { sent = {} }", "no field 'sent'; did you mean 'send'?" },
        { "return { [1] = {} }", "no field 1" },
        { "return { send = 1 }", "send is a number" },
        { "return { send = { want = 'rank' } }", "send has no 'to', nor is" },
        { "return { send = { 1 } }", "send[1] is a number" },
        { "return { send = { {} } }", "the 'to' of a message is a nil" },
        { "return { send = { to = 1 } }",
          "the 'to' of a message is a number" },
        { "return { send = { to = 'a', f = print or pairs } }",
          "the message to a: a function cannot be sent" },
        { "local m = { to = 'a' } m.m = m return { send = m }",
          "deeper than 8" },
        { "local m = {} for i = 1, 40 do m[i] = { to = 'a' } end "
          "return { send = m }",
          "more than 32 messages" },
        { "local x, m = { to = 'nobody' }, {} for i = 1, 20000 do m[i] = x "
          "end "
          "return { send = m }",
          "budget of instructions is spent" },
        { "return { propose = 1 }", "propose: the decision is 1" },
        { "return { propose = { migrate = { rank = 9, to = 'a' } } }",
          "there is no rank 9" },
        { "return { propose = { migrate = { rank = 0, to = 'z' } } }",
          "no host 'z'" },
        { "return { propose = {} }", "says nothing to do" },
        { "return { why = {} }", "why is a table" },
        { "return nil, {}", "why is a table" },
        { "while true do end", "budget of instructions is spent" },
        { "return self.hosts", "self has no field 'hosts'; did you mean" },
        { "return self.host.x", "job.hosts[name] has no field 'x'" },
        { "error('no idea')", "no idea" },
        { "local t = {} while true do t = { t } end", "spent" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };

        ok(tick(cases[i].body, &err) < 0 && answer.count == 0
               && !answer.proposal.change,
           "a fault: %.60s", cases[i].body);
        has(err.text, cases[i].reason, "and the reason is told");
    }
}

static void test_kinds(void)
{
    static const struct {
        const char *text;
        const char *reason;
    } cases[] = {
        { "return { kind = 'x', tick = 1 }", "none of decide, protocol" },
        { "return { kind = 'protocol' }", "no function 'tick'" },
        { "return { kind = 'protocol', decide = pairs }",
          "a protocol has no field 'decide'" },
        { "return { kind = 'protocol', tick = function() end, receive = 1 }",
          "'receive' is a number, not a function" },
        { "return { kind = 'profile' }", "no function 'derive'" },
        { "return { tick = 1 }", "a policy has no field 'tick'" },
        { "return { kind = 1 }", "'kind' is a number" },
    };

    for (size_t i = 0; i < COUNT(cases); i++) {
        struct error err = { "" };
        const char *text = cases[i].text;
        module_t *m = module_make("it.lua", text, strlen(text), "", &err);

        ok(!m, "no module: %s", text);
        has(err.text, cases[i].reason, "and the reason is told");
        module_destroy(m);
    }
}

static void test_others(void)
{
    static const char text[] =
        "local told = 'nothing' return { kind = 'protocol', "
        "tick = function() return nil, told end, "
        "receive = function(self, m) return nil, m.from .. m.x end, "
        "answer = function(self, a) "
        "told = a.proposal .. tostring(a.done) .. a.why end, "
        "neighbours = function(self) return { 'c', 'gone', self.name } end }";
    struct world w = { 3, "abb", "" };
    struct policy_job *job = make_job(&w, 0);
    struct protocol_view *v = protocol_view_from(job, 1);
    struct serialize message = { 13, "{\1\0s\1\0xs\3\0yes" };
    struct error err = { "" };
    bool wanted[4] = { 0 };
    protocol_t *p = module_make("it.lua", text, sizeof(text) - 1, "", &err);

    ok(serialize_check(&message)
           && protocol_receive(p, v, "a", &message, &answer, &err) == 0,
       "a message is taken");
    has(answer.why, "ayes", "with who sent it and what is in it");
    ok(protocol_tell(p, v, "resize 4", false, "late", &answer, &err) == 0,
       "it is told what came of a proposal");
    protocol_tick(p, v, &answer, &err);
    has(answer.why, "resize 4falselate", "and remembers it");
    ok(protocol_neighbours(p, v, wanted, &err) == 0 && wanted[2] && !wanted[0]
           && !wanted[1],
       "it says who its neighbours are, without those that are not there");
    module_destroy(p);
    p = module_make("it.lua", "return { kind = 'protocol', tick = pairs }", 42,
                    "", &err);
    ok(p && protocol_receive(p, v, "a", &message, &answer, &err) == 0
           && answer.count == 0,
       "one without 'receive' hears nothing");
    ok(protocol_neighbours(p, v, wanted, &err) == 0 && wanted[0] && wanted[2]
           && !wanted[1],
       "and has all others for neighbours");
    module_destroy(p);
    protocol_view_destroy(v);
    policy_job_destroy(job);
}

static int test_all(void *arg)
{
    int status;

    (void)arg;
    test_kinds();
    test_answers();
    test_faults();
    test_others();
    test_profile();
    test_balance();
    test_collide();
    test_death();
    test_topology();
    test_clusters();
    status = tap_done();
    fflush(stdout);
    return status;
}

/* There are 20,000 calls of agents, for which one process will do. */
int main(void)
{
    struct error err;
    int status = 1;
    bool ended;

    if (confine_run(test_all, NULL, NULL, &status, &ended, &err) < 0)
        printf("Bail out!  %s\n", err.text);
    return status;
}
