/* Tests of foresee/cluster/waiting_jobs.c
 *
 * What it finds is what is found by going through all that wait.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "foresee/cluster/chance.h"
#include "foresee/cluster/waiting_jobs.h"
#include "tests/tap.h"

enum { JOBS = 200, NODES = 12, STEPS = 20000 };

static struct chance chance = { 1 };
static struct application ideal, grows;
static struct workload_job job[JOBS];
static const struct workload workload = { .jobs = JOBS, .job = job };
static bool waits[JOBS];

/* Some have a fixed size, and others are quicker with more nodes, or with
 * fewer.
 */
static void draw_jobs(void)
{
    static const struct scaling_fit_point point[] = { { 1, 1 }, { 12, 9 } };

    application_init(&ideal, 0);
    application_init(&grows, 0);
    application_fit(&grows, point, 2);
    for (size_t i = 0; i < JOBS; i++) {
        int size = 1 + (int)chance_below(&chance, NODES);

        job[i] = (struct workload_job){
            .seconds = 1 + (double)chance_below(&chance, 50),
            .estimate = 1 + (double)chance_below(&chance, 2),
            .size = size,
            .least = (size + 1) / 2,
            .most = size + 2,
            .kind = chance_below(&chance, 2) ? JOB_MOLDABLE : JOB_RIGID,
            .application = chance_below(&chance, 2) ? &ideal : &grows,
        };
    }
}

static size_t least_by_hand(void)
{
    size_t least = NO_JOB;

    for (size_t i = 0; i < JOBS; i++)
        if (waits[i]
            && (least == NO_JOB
                || workload_needs(&job[i]) < workload_needs(&job[least])))
            least = i;
    return least;
}

/* Whether some number of nodes lets it be done by then. */
static bool fits(const struct workload_job *j, int idle, double seconds)
{
    int most = job_kind_chooses(j->kind) ? j->most : j->size;

    for (int n = workload_needs(j); n <= idle && n <= most; n++)
        if (j->seconds * j->estimate
                * application_stretch(j->application, n, j->size)
            <= seconds)
            return true;
    return false;
}

/* Whether 'found' is not behind the first that fits, and itself is one whose
 * needs are met.
 */
static bool is_next(size_t found, size_t from, int spare, int idle, double end)
{
    for (size_t i = from; i < JOBS && i < found; i++)
        if (waits[i] && workload_needs(&job[i]) <= idle
            && (workload_needs(&job[i]) <= spare || fits(&job[i], idle, end)))
            return false;
    return found == NO_JOB
           || (found >= from && waits[found]
               && workload_needs(&job[found]) <= idle
               && (workload_needs(&job[found]) <= spare
                   || job[found].kind == JOB_MOLDABLE
                   || fits(&job[found], idle, end)));
}

int main(void)
{
    waiting_jobs_t *q;
    size_t added = 0, first = 0, count = 0;
    int wrong = 0, found = 0;

    draw_jobs();
    q = waiting_jobs_create(&workload);
    ok(waiting_jobs_first(q) == NO_JOB && waiting_jobs_least(q) == NO_JOB
           && waiting_jobs_next(q, 0, NODES, NODES, 0, 1e9) == NO_JOB,
       "at first nobody waits");
    for (int i = 0; i < STEPS; i++) {
        size_t one = chance_below(&chance, JOBS), next;
        int idle = 1 + (int)chance_below(&chance, NODES);
        int spare = (int)chance_below(&chance, (size_t)idle + 1);
        double end = (double)chance_below(&chance, 60);

        if (added < JOBS && chance_below(&chance, 50) == 0) {
            waiting_jobs_add(q, added);
            waits[added++] = true;
            count++;
        } else if (waits[one] && chance_below(&chance, 20) == 0) {
            waiting_jobs_remove(q, one);
            waits[one] = false;
            count--;
        }
        while (first < added && !waits[first])
            first++;
        next = waiting_jobs_next(q, one, spare, idle, 100, 100 + end);
        found += next != NO_JOB;
        wrong += waiting_jobs_count(q) != count
                 || waiting_jobs_first(q) != (count > 0 ? first : NO_JOB)
                 || waiting_jobs_least(q) != least_by_hand()
                 || !is_next(next, one, spare, idle, end);
    }
    ok(wrong == 0, "it finds whom going through all of them does");
    ok(found > STEPS / 10 && found < STEPS,
       "where there is one, and not else");
    waiting_jobs_destroy(q);
    waiting_jobs_destroy(NULL);
    return tap_done();
}
