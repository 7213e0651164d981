/* dot.c - who talks to whom as a graph for Graphviz
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "report/export/dot.h"
#include "report/export/traffic_grid.h"
#include "report/model/units.h"

enum { RANKS = 128 }; /* that are drawn one by one */

/* As dot wants it between quotes, each "\" being one of the text. */
static void put_text(const char *text, FILE *out)
{
    putc('"', out);
    while (*text) {
        size_t len = utf8_length(text);

        if (*text == '"' || *text == '\\')
            fprintf(out, "\\%c", *text);
        else if (len == 0 || (unsigned char)*text < ' ')
            putc('?', out);
        else
            fwrite(text, 1, len, out);
        text += len ? len : 1;
    }
    putc('"', out);
}

static void print_hosts(const struct run *run, const char *prefix, FILE *out)
{
    for (size_t i = 0; i < run->hosts; i++) {
        fprintf(out, "    %s%zu [label=", prefix, i);
        put_text(run->host[i].name, out);
        fprintf(out, ", tooltip=\"%u ranks\"];\n", run->host[i].ranks);
    }
}

static int print_ranks(const struct run *run, FILE *out)
{
    unsigned *host_of = traffic_grid_host_of(run);

    if (!host_of)
        return -1;
    for (size_t h = 0; h <= run->hosts; h++) {
        if (h < run->hosts) {
            fprintf(out, "    subgraph cluster_%zu {\n    label=", h);
            put_text(run->host[h].name, out);
            fputs(";\n", out);
        }
        for (int rank = 0; rank < run->size; rank++)
            if (host_of[rank] == h)
                fprintf(out, "    n%d [label=\"%d\"];\n", rank, rank);
        if (h < run->hosts)
            fputs("    }\n", out);
    }
    free(host_of);
    return 0;
}

/* From 1 for the least to 6 for the most, by magnitude. */
static double width_of(double bytes, double most)
{
    return 1 + 5 * fmax(0, 1 - log(most / fmax(bytes, 1)) / log(1e4));
}

static void print_lines(const struct traffic_grid *g, FILE *out)
{
    double most = 1;

    for (size_t i = 0; i < g->cells; i++)
        most = fmax(most, 2 * g->cell[i].bytes);
    for (size_t i = 0; i < g->cells; i++) {
        const struct traffic_grid_cell *cell = &g->cell[i];
        const struct traffic_grid_cell *back = traffic_grid_back(g, cell);
        double bytes = cell->bytes + (back ? back->bytes : 0);

        /* Each pair once, and nobody to itself. */
        if (cell->from == cell->to || (back && cell->to < cell->from))
            continue;
        fprintf(out, "    n%u -- n%u [penwidth=%.1f, tooltip=\"%s\"",
                cell->from, cell->to, width_of(bytes, most),
                unit_bytes(bytes).text);
        if (g->cells <= 64)
            fprintf(out, ", label=\"%s\"", unit_bytes(bytes).text);
        fputs("];\n", out);
    }
}

int dot_print(const struct run *run, FILE *out)
{
    bool by_rank = run->size <= RANKS;
    struct traffic_grid g;

    if ((by_rank ? traffic_grid_ranks(run, TRAFFIC_GRID_MESSAGES, &g)
                 : traffic_grid_hosts(run, TRAFFIC_GRID_MESSAGES, &g))
        < 0)
        return -1;
    fputs("graph mitosis {\n    layout=fdp;\n    node [shape=circle];\n", out);
    if (by_rank && print_ranks(run, out) < 0) {
        free(g.cell);
        return -1;
    }
    if (!by_rank)
        print_hosts(run, "n", out);
    print_lines(&g, out);
    fputs("}\n", out);
    free(g.cell);
    return 0;
}
