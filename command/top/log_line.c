/* log_line.c - a look at a running job, as a line in a log
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "command/top/log_line.h"
#include "report/model/units.h"
#include "report/text/columns.h"

enum { ORDER = 40 }; /* characters of an order that are shown */

/* Those of earlier generations are not known. */
const char *log_line_since(const struct live *l)
{
    return l->generation > 1 ? " since it moved" : "";
}

struct log_line_rate log_line_rate(double rate)
{
    struct log_line_rate r;

    snprintf(r.text, sizeof(r.text), rate < 99.95 ? "%.3g" : "%.0f", rate);
    return r;
}

const struct live_rank *log_line_slowest(const struct live *l)
{
    const struct live_rank *slowest = NULL;

    for (size_t i = 0; i < l->ranks; i++)
        if (l->rank[i].mpi >= 0 && (!slowest || l->rank[i].mpi < slowest->mpi))
            slowest = &l->rank[i];
    return slowest;
}

/* As it was ordered, where that is no long list. */
static const char *order_of(const struct run_change *c)
{
    return c->order && *c->order && strlen(c->order) <= ORDER ? c->order
                                                              : c->what;
}

void log_line_change(const struct run_change *c, char *text, size_t size)
{
    snprintf(text, size, "%u. %s, %d to %d rank%s%s%s%s%s%s", c->number,
             order_of(c), c->from, c->to, c->to == 1 ? "" : "s",
             c->why && *c->why ? " (" : "", c->why ? c->why : "",
             c->why && *c->why ? ")" : "",
             c->done ? ", stood still for " : ", given up: ",
             c->done ? unit_time(c->stopped).text : c->outcome);
}

void log_line_changes(const struct live *l, size_t from, FILE *out)
{
    struct columns p;
    char text[1024];

    columns_start(&p, out, columns_utf8());
    for (size_t i = from; i < l->changes; i++) {
        log_line_change(&l->change[i], text, sizeof(text));
        fprintf(out, "change %s\n", columns_fit(&p, text, 200, false));
    }
    columns_finish(&p);
}

void log_line_look(const struct live *l, FILE *out)
{
    const struct live_rank *slowest = log_line_slowest(l);
    double load = 0;

    for (size_t i = 0; i < l->hosts; i++)
        load = fmax(load, l->host[i].load);
    fprintf(out, "%s: %zu of %d rank%s", unit_time(l->seconds).text, l->ranks,
            l->size, l->size == 1 ? "" : "s");
    if (l->hosts > 1)
        fprintf(out, " on %zu hosts", l->hosts);
    fprintf(out, ", generation %u", l->generation);
    if (l->has_rounds)
        fprintf(out, ", iteration %" PRIu64 "%s", l->rounds,
                log_line_since(l));
    if (l->rate >= 0)
        fprintf(out, ", %s a second", log_line_rate(l->rate).text);
    if (l->mpi >= 0)
        fprintf(out, ", in MPI %.0f %%", 100 * l->mpi);
    if (slowest)
        fprintf(out, ", rank %d computes most (%.0f %%)", slowest->rank,
                100 * (1 - slowest->mpi));
    fprintf(out, ", load %.1f\n", load);
}
