/* smpi_trace.c - a run as a time-independent trace, for SimGrid's SMPI
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "foresee/smpi_trace.h"

static const double operations = 1e9; /* a second, of a core of speed 1 */
static const double no_limit = 1e15;  /* bytes a second */

/* A rank, and work that it has not been given yet. */
struct printing {
    const struct mapped_run *s;
    size_t rank;
    double seconds; /* on its host */
    size_t outside; /* long messages that began from this step on are not
                       written yet */
    FILE *out;
};

/* ---- what cannot be told ---- */

int smpi_trace_check(const struct mapped_run *s, struct error *err)
{
    const struct recording *r = s->recording;
    size_t hosts = mapped_run_hosts_used(s);

    if (hosts > SMPI_TRACE_HOSTS)
        return error_set(err, "%zu hosts have ranks, and %d can be written",
                         hosts, SMPI_TRACE_HOSTS);
    for (size_t i = 0; i < r->collectives; i++) {
        const struct recorded_collective *c = &r->collective[i];
        size_t size = r->comm[c->comm].size;

        if (size > 1 && size < r->ranks)
            return error_set(err,
                             "a %s of %zu of the %zu ranks cannot be "
                             "written: these traces know no communicator but "
                             "that of all",
                             collective_name(c->kind), size, r->ranks);
    }
    return 0;
}

/* ---- work ---- */

static void work(struct printing *p, double seconds)
{
    p->seconds += seconds;
}

/* Give the rank the work that it does before what comes next. */
static void flush(struct printing *p)
{
    double speed = mapped_run_speed(p->s, p->rank);

    if (p->seconds > 0)
        fprintf(p->out, "%zu compute %.12g\n", p->rank,
                p->seconds * speed * operations);
    p->seconds = 0;
}

/* ---- messages ---- */

static void print_begin(struct printing *p, const struct step *step)
{
    const struct recorded_message *m = &p->s->recording->message[step->item];
    bool sends = step->kind == STEP_SEND;

    flush(p);
    fprintf(p->out, "%zu %s %d %" PRIu32 " %" PRIu64 "\n", p->rank,
            sends ? "isend" : "irecv", sends ? m->to : m->from, step->item,
            m->bytes);
}

/* SMPI moves what both ends have begun, and we what both are in MPI for: so
 * what has to wait for that begins there.  Within a host that is the receiver.
 */
static bool begins_late(const struct printing *p, const struct step *step)
{
    const struct mapped_run *s = p->s;
    const struct recorded_message *m = &s->recording->message[step->item];

    return m->bytes > s->platform->eager
           && (step->kind == STEP_RECEIVE
               || s->host[m->from] != s->host[m->to]);
}

/* Write what could not begin before step 'to'. */
static void print_late(struct printing *p, size_t to)
{
    const struct step *step = p->s->recording->rank[p->rank].step;

    for (; p->outside < to; p->outside++)
        if ((step[p->outside].kind == STEP_SEND
             || step[p->outside].kind == STEP_RECEIVE)
            && begins_late(p, &step[p->outside]))
            print_begin(p, &step[p->outside]);
}

/* Who sends a short message is busy with it as long as the replay has it. */
static void print_wait(struct printing *p, const struct step *step)
{
    const struct mapped_run *s = p->s;
    const struct recorded_message *m = &s->recording->message[step->item];
    const struct platform_link *l =
        platform_link(s->platform, s->host[m->from], s->host[m->to]);

    if (step->kind == STEP_WAIT_SENT && m->bytes <= s->platform->eager)
        work(p,
             fmin(step->seconds, l->latency + (double)m->bytes * l->per_byte));
    flush(p);
    fprintf(p->out, "%zu wait %d %d %" PRIu32 "\n", p->rank, m->from, m->to,
            step->item);
}

/* ---- collectives ---- */

/* SMPI's words say what goes to each member, or comes from it.  Numbers are
 * (m) the most that a member hands in, (e) its part for each of them, (a) that
 * once for all ranks, (r) the root and (0) nothing.
 */
static const struct {
    const char *word;
    const char *numbers;
} collectives[COLLECTIVE_KINDS] = {
    [COLLECTIVE_BCAST] = { "bcast", "mr" },
    [COLLECTIVE_REDUCE] = { "reduce", "m0r" },
    [COLLECTIVE_ALLREDUCE] = { "allreduce", "m0" },
    [COLLECTIVE_SCAN] = { "scan", "m0" },
    [COLLECTIVE_GATHER] = { "gather", "mmr" },
    [COLLECTIVE_SCATTER] = { "scatter", "eer" },
    [COLLECTIVE_ALLGATHER] = { "allgather", "mm" },
    [COLLECTIVE_ALLTOALL] = { "alltoall", "ee" },
    [COLLECTIVE_REDUCE_SCATTER] = { "reducescatter", "a0" },
    [COLLECTIVE_BARRIER] = { "barrier", "" },
};

static void print_collective(struct printing *p, const struct step *step)
{
    const struct recording *r = p->s->recording;
    const struct recorded_collective *c = &r->collective[step->item];
    uint64_t root = c->root < 0 ? 0 : (uint64_t)c->root;

    if (r->comm[c->comm].size < 2)
        return;
    flush(p);
    fprintf(p->out, "%zu %s", p->rank, collectives[c->kind].word);
    for (const char *n = collectives[c->kind].numbers; *n; n++)
        for (size_t i = 0; i < (*n == 'a' ? r->ranks : 1); i++)
            fprintf(p->out, " %" PRIu64,
                    *n == '0'   ? 0
                    : *n == 'm' ? c->most
                    : *n == 'r' ? root
                                : c->most / r->ranks);
    fputc('\n', p->out);
}

/* ---- a rank ---- */

static void print_step(struct printing *p, const struct step *step)
{
    switch (step->kind) {
    case STEP_COMPUTE:
        work(p, step_is_work(step) ? step->seconds * p->s->slower[p->rank]
                                   : step->seconds);
        break;
    case STEP_RETURN:
        if (!step_has_waited(step))
            work(p, step->seconds * p->s->slower[p->rank]);
        break;
    case STEP_SEND:
    case STEP_RECEIVE:
        if (!begins_late(p, step))
            print_begin(p, step);
        break;
    case STEP_WAIT_SENT:
    case STEP_WAIT_RECEIVED:
        print_wait(p, step);
        break;
    case STEP_WAIT_JOINED:
        print_collective(p, step);
        break;
    default: /* iterations are not told */
        break;
    }
}

void smpi_trace_print_rank(const struct mapped_run *s, size_t rank, FILE *out)
{
    const struct recorded_rank *r = &s->recording->rank[rank];
    struct printing p = { s, rank, r->start, 0, out };

    fprintf(out, "%zu init\n", rank);
    for (size_t i = 0; i < r->steps; i++) {
        if (mapped_run_enters(s, &r->step[i]))
            print_late(&p, i);
        print_step(&p, &r->step[i]);
    }
    print_late(&p, r->steps);
    flush(&p);
    fprintf(out, "%zu finalize\n", rank);
}

/* ---- the platform ---- */

/* A name in an attribute. */
static void put_name(const char *name, FILE *out)
{
    for (; *name; name++)
        if (strchr("&<>\"", *name))
            fprintf(out, "&#%d;", *name);
        else
            fputc(*name, out);
}

/* A core for each rank where it is not known how many there are. */
static void print_host(const struct mapped_run *s, size_t host, FILE *out)
{
    const struct platform_host *h = &s->platform->host[host];
    size_t cores = h->cores > 0 ? h->cores : mapped_run_ranks_on(s, host);

    fprintf(out, "    <host id=\"");
    put_name(h->name, out);
    fprintf(out, "\" speed=\"%.12gf\" core=\"%zu\"/>\n", h->speed * operations,
            cores);
}

/* What a host has for all that it sends, and as much for what it takes. */
static void print_network(const struct mapped_run *s, size_t host, FILE *out)
{
    double per_byte = s->platform->host[host].per_byte;

    if (per_byte > 0)
        fprintf(out,
                "    <link id=\"host-%zu\" bandwidth=\"%.12gBps\" "
                "latency=\"0s\" sharing_policy=\"SPLITDUPLEX\"/>\n",
                host, 1 / per_byte);
}

/* Messages on a FATPIPE do not slow each other down. */
static void print_link(const struct mapped_run *s,
                       size_t a,
                       size_t b,
                       FILE *out)
{
    const struct platform_link *l = platform_link(s->platform, a, b);
    double bandwidth = l->per_byte > 0 ? 1 / l->per_byte : no_limit;

    fprintf(out,
            "    <link id=\"link-%zu-%zu\" bandwidth=\"%.12gBps\" "
            "latency=\"%.12gs\" sharing_policy=\"FATPIPE\"/>\n",
            a, b, fmin(bandwidth, no_limit), l->latency);
}

static void print_end(const struct mapped_run *s,
                      size_t host,
                      const char *way,
                      FILE *out)
{
    if (s->platform->host[host].per_byte > 0)
        fprintf(out, "<link_ctn id=\"host-%zu\" direction=\"%s\"/>", host,
                way);
}

static void print_way(const struct mapped_run *s,
                      size_t from,
                      size_t to,
                      FILE *out)
{
    fprintf(out, "    <route src=\"");
    put_name(s->platform->host[from].name, out);
    fprintf(out, "\" dst=\"");
    put_name(s->platform->host[to].name, out);
    fprintf(out, "\" symmetrical=\"NO\"><link_ctn id=\"link-%zu-%zu\"/>",
            from < to ? from : to, from < to ? to : from);
    if (from != to) {
        print_end(s, from, "UP", out);
        print_end(s, to, "DOWN", out);
    }
    fprintf(out, "</route>\n");
}

static void print_route(const struct mapped_run *s,
                        size_t a,
                        size_t b,
                        FILE *out)
{
    print_way(s, a, b, out);
    if (a != b)
        print_way(s, b, a, out);
}

typedef void print_pair(const struct mapped_run *s,
                        size_t a,
                        size_t b,
                        FILE *out);

static void print_pairs(const struct mapped_run *s,
                        print_pair *print,
                        FILE *out)
{
    for (size_t a = 0; a < s->platform->hosts; a++) {
        if (mapped_run_ranks_on(s, a) == 0)
            continue;
        for (size_t b = a; b < s->platform->hosts; b++)
            if (platform_link(s->platform, a, b)->known
                && mapped_run_ranks_on(s, b) > 0)
                print(s, a, b, out);
    }
}

void smpi_trace_print_platform(const struct mapped_run *s, FILE *out)
{
    fprintf(out, "<?xml version=\"1.0\"?>\n"
                 "<!DOCTYPE platform SYSTEM "
                 "\"https://simgrid.org/simgrid.dtd\">\n"
                 "<platform version=\"4.1\">\n"
                 "  <zone id=\"run\" routing=\"Full\">\n");
    for (size_t i = 0; i < s->platform->hosts; i++)
        if (mapped_run_ranks_on(s, i) > 0)
            print_host(s, i, out);
    for (size_t i = 0; i < s->platform->hosts; i++)
        if (mapped_run_ranks_on(s, i) > 0)
            print_network(s, i, out);
    print_pairs(s, print_link, out);
    print_pairs(s, print_route, out);
    fprintf(out, "  </zone>\n</platform>\n");
}

void smpi_trace_print_places(const struct mapped_run *s, FILE *out)
{
    for (size_t i = 0; i < s->recording->ranks; i++)
        fprintf(out, "%s\n", s->platform->host[s->host[i]].name);
}

void smpi_trace_print_options(const struct mapped_run *s, FILE *out)
{
    fprintf(out,
            "--cfg=network/model:CM02 --cfg=network/crosstraffic:0 "
            "--cfg=network/TCP-gamma:0 "
            "--cfg=smpi/async-small-thresh:%" PRIu64
            " --cfg=smpi/host-speed:1Gf "
            "--cfg=smpi/send-is-detached-thresh:%" PRIu64,
            s->platform->eager + 1, s->platform->eager + 1);
}
