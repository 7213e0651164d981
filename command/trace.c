/* trace.c - print a trace as text, an event a line
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/common/commands.h"
#include "command/common/report_trace.h"
#include "command/common/say.h"
#include "report/trace/bundle.h"

static const struct {
    const char *name;
    const char *peer; /* what the peer is to it, NULL: there is none */
    bool tagged;
    bool sized;
    bool requested;
} acts[TRACE_KINDS] = {
    [0] = { "nothing", NULL, false, false, false },
    [TRACE_SEND] = { "send", "to", true, true, false },
    [TRACE_RECV] = { "recv", "from", true, true, false },
    [TRACE_SEND_BEGIN] = { "send-begin", "to", true, true, true },
    [TRACE_RECV_BEGIN] = { "recv-begin", "from", true, true, true },
    [TRACE_DONE] = { "done", NULL, false, false, true },
    [TRACE_RECV_DONE] = { "recv-done", "from", true, true, true },
    [TRACE_CANCELLED] = { "cancelled", NULL, false, false, true },
    [TRACE_COLL] = { "coll", "root", false, true, false },
    [TRACE_COLL_BEGIN] = { "coll-begin", "root", false, true, true },
    [TRACE_PUT] = { "put", "to", false, true, false },
    [TRACE_GET] = { "get", "from", false, true, false },
    [TRACE_READ] = { "read", NULL, false, true, false },
    [TRACE_WRITE] = { "write", NULL, false, true, false },
    [TRACE_BEGIN] = { "begin", NULL, false, true, true },
};

/* What is being printed. */
struct printing {
    const struct bundle *bundle;
    const struct bundle_rank *rank;
    double start; /* seconds from the first rank's time 0 to this one's */
    double unit;  /* seconds */
};

static bool has_comm(uint32_t kind)
{
    return acts[kind].peer && kind != TRACE_PUT && kind != TRACE_GET;
}

static void print_rank(const char *name, int32_t n)
{
    switch (n) {
    case TRACE_ANY:
        printf(",%s=any", name);
        break;
    case TRACE_NONE:
        break;
    case TRACE_STRANGER:
        printf(",%s=other", name);
        break;
    default:
        printf(",%s=%" PRId32, name, n);
    }
}

static void print_act(const struct printing *p, const struct trace_act *a)
{
    printf("%s", acts[a->kind].name);
    if (acts[a->kind].peer)
        print_rank(acts[a->kind].peer, a->peer);
    if (acts[a->kind].tagged)
        print_rank("tag", a->tag);
    if (has_comm(a->kind)) {
        uint32_t comm = bundle_comm(p->rank, a->comm);
        uint64_t instance = trace_comm_instance(a->comm);

        if (comm != UINT32_MAX)
            printf(",comm=%" PRIu32, comm);
        if (instance > 0)
            printf(",instance=%" PRIx64, instance);
    }
    if (acts[a->kind].sized)
        printf(",bytes=%" PRIu64, a->bytes);
    if (acts[a->kind].requested)
        printf(",request=%" PRIu64, a->request);
}

static void print_call(const struct printing *p, const struct event *e)
{
    char room[24];

    printf("call\t%s\t%.9f\t%.9f\t", bundle_call(p->bundle, e->call, room),
           (double)(e->end - e->start) * p->unit, (double)e->burst * p->unit);
    if (e->cpu_known)
        printf("%.9f", (double)e->cpu * p->unit);
    else
        printf("-");
    if (e->site == UINT32_MAX)
        printf("\t-");
    else
        printf("\t%" PRIu32 "%s", e->site,
               e->site == p->rank->mark ? "*" : "");
    printf("\t%" PRIu32 "\t", e->thread);
    for (size_t i = 0; i < e->acts; i++) {
        if (i > 0)
            printf(" ");
        print_act(p, &e->act[i]);
    }
    printf("\n");
}

static void print_event(const struct printing *p, const struct event *e)
{
    printf("%d\t%.9f\t", p->rank->rank, p->start + (double)e->start * p->unit);
    switch (e->type) {
    case EVENT_CALL:
        print_call(p, e);
        break;
    case EVENT_MARK:
        printf("mark\t%" PRIu64 "\n", e->loop);
        break;
    case EVENT_GAP:
        printf("gap\t%" PRIu64 "\n", e->missing);
        break;
    }
}

/* Comments with what is not an event. */
static void print_head(const struct bundle *b)
{
    printf("# mitosis trace 1\n");
    if (b->arguments > 0) {
        printf("# program");
        for (size_t i = 0; i < b->arguments; i++)
            printf(" %s", b->program[i]);
        printf("\n# size %d\n", b->size);
    }
    for (size_t i = 0; i < b->comms; i++)
        printf("# comm %zu members %s%s%s\n", i, b->comm[i].members,
               *b->comm[i].name ? " name " : "", b->comm[i].name);
    for (size_t i = 0; i < b->ranks; i++) {
        const struct bundle_rank *r = &b->rank[i];

        printf("# rank %d events %" PRIu64 " lost %" PRIu64, r->rank,
               r->events, r->lost);
        if (*r->host)
            printf(" host %s", r->host);
        printf("%s%s\n", *r->why ? ": " : "", r->why);
    }
    printf("# rank\ttime\tcall\tname\ttook\tburst\tcpu\tsite\tthread\tacts\n");
}

static int print_rank_events(const struct bundle *b,
                             size_t which,
                             const char *path)
{
    const struct bundle_rank *r = &b->rank[which];
    struct printing p = { .bundle = b, .rank = r, .unit = r->unit_ns * 1e-9 };
    int status = EXIT_SUCCESS;
    struct error err;
    struct event event;
    events_t *events = bundle_events(b, which, &err);

    if (!events)
        return fail(EXIT_FAILURE, "%s", err.text);
    if (r->start_ns > 0)
        p.start = (double)(r->start_ns - bundle_start(b)) * 1e-9;
    while (!ferror(stdout) && events_next(events, &event))
        print_event(&p, &event);
    if (*events_damage(events))
        status = fail(EXIT_FAILURE, "%s: %s", path, events_damage(events));
    events_close(events);
    return status;
}

/* What is asked for. */
struct request {
    const char *path;
    bool one; /* only this rank: */
    uint64_t rank;
};

/* Of what is damaged, all that can be read. */
static int print_all(const struct bundle *b, const struct request *r)
{
    int status = EXIT_SUCCESS;
    bool found = false;

    print_head(b);
    for (size_t i = 0; i < b->ranks; i++) {
        if (r->one && (uint64_t)b->rank[i].rank != r->rank)
            continue;
        found = true;
        if (print_rank_events(b, i, r->path) != EXIT_SUCCESS)
            status = EXIT_FAILURE;
    }
    if (r->one && !found)
        return fail(EXIT_FAILURE, "there is no trace of rank %" PRIu64,
                    r->rank);
    return status;
}

static int set_path(void *request, const char *word, struct error *err)
{
    struct request *r = request;

    if (r->path)
        return error_set(err, "one at a time: %s or %s", r->path, word);
    r->path = word;
    return 0;
}

/* Who names a report means the trace beside it. */
static int refuse(const struct request *r, const struct error *why)
{
    char beside[JOB_PATH];

    if (!report_trace_exists(r->path)
        || report_trace_path(r->path, 1, beside, NULL) < 0)
        return fail(EXIT_FAILURE, "%s", why->text);
    return fail(EXIT_FAILURE, "%.800s; the trace beside it is %s", why->text,
                beside);
}

int command_trace(char *argv[])
{
    struct request r = { .path = NULL };
    const struct command_option_place places[] = {
        { COMMAND_OPTION_RANK, .flag = &r.one, .whole = &r.rank,
          .most = INT_MAX },
        { .id = COMMAND_OPTION_NONE },
    };
    struct error err;
    struct bundle *b;
    int status;

    if (commands_read("trace", argv, places, NULL, set_path, &r, &err) < 0)
        return fail(EXIT_USAGE, "%s", err.text);
    if (!r.path)
        return commands_usage("trace");
    if (!(b = bundle_open(r.path, &err)))
        return refuse(&r, &err);
    status = print_all(b, &r);
    bundle_close(b);
    return status;
}
