/* traffic.c - who talks to whom, as text
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "profile/page.h"
#include "report/model/units.h"
#include "report/text/traffic.h"

enum {
    NUMBERS_MOST = 9, /* ranks whose matrix is printed in numbers */
    SHADES_MOST = 32, /* and in shades */
    CELL = 7,
    PAIRS = 8,
    COMMS = 10,
    COLLS = 12,
    BAR = 24,
};

static double bytes_of_all(const struct run *run, double *count)
{
    double bytes = 0;

    *count = 0;
    for (size_t i = 0; i < run->messages; i++) {
        bytes += run->message[i].bytes;
        *count += run->message[i].count;
    }
    return bytes;
}

/* ---- the matrix ---- */

static void fill_matrix(const struct run *run,
                        int size,
                        double *bytes,
                        double *most)
{
    *most = 0;
    for (size_t i = 0; i < run->messages; i++) {
        const struct run_message *m = &run->message[i];
        double *cell;

        if (m->from >= size || m->to >= size)
            continue;
        cell = &bytes[m->from * size + m->to];
        *cell += m->bytes;
        *most = fmax(*most, *cell);
    }
}

static void print_numbers(struct columns *p, int size, const double *bytes)
{
    fprintf(p->out, "  from, to");
    for (int to = 0; to < size; to++)
        fprintf(p->out, "%*d", CELL, to);
    for (int from = 0; from < size; from++) {
        fprintf(p->out, "\n  %6d  ", from);
        for (int to = 0; to < size; to++) {
            double cell = bytes[from * size + to];

            fprintf(p->out, "%*s", CELL,
                    unit_or_dash(unit_bytes_short, cell).text);
        }
    }
    putc('\n', p->out);
}

/* From nothing over four steps, each a factor of about five, to the most. */
static int shade_of(double cell, double most)
{
    if (cell <= 0)
        return 0;
    return 4 - (int)fmin(3, log(most / cell) / log(5));
}

static void print_shades(struct columns *p,
                         int size,
                         const double *bytes,
                         double most)
{
    fprintf(p->out, "        to 0");
    for (int to = 4; to < size; to += 4)
        fprintf(p->out, "%8d", to);
    for (int from = 0; from < size; from++) {
        fprintf(p->out, "\n  %s %3d  ", from == 0 ? "from" : "    ", from);
        for (int to = 0; to < size; to++) {
            const char *shade =
                columns_shade(p, shade_of(bytes[from * size + to], most));

            fprintf(p->out, "%s%s", shade, shade);
        }
    }
    fprintf(p->out, "\n  %s none, up to", columns_shade(p, 0));
    for (int level = 1; level <= 4; level++)
        fprintf(p->out, "  %s %s", columns_shade(p, level),
                unit_bytes(most / pow(5, 4 - level)).text);
    putc('\n', p->out);
}

static void print_matrix(const struct run *run, struct columns *p)
{
    int size = run->size;
    double *bytes = calloc((size_t)size * size, sizeof(*bytes));
    double most;

    if (!bytes)
        return;
    fill_matrix(run, size, bytes, &most);
    putc('\n', p->out);
    if (size <= NUMBERS_MOST)
        print_numbers(p, size, bytes);
    else
        print_shades(p, size, bytes, most);
    free(bytes);
}

/* ---- the pairs that say most to each other ---- */

static int compare_bytes(const void *a, const void *b)
{
    const struct run_message *const *x = a, *const *y = b;
    int order = ((*x)->bytes < (*y)->bytes) - ((*x)->bytes > (*y)->bytes);

    /* They are in one array, by rank. */
    return order ? order : (*x > *y) - (*x < *y);
}

static void print_pairs(const struct run *run, struct columns *p, double all)
{
    const struct run_message **sorted =
        malloc((run->messages + 1) * sizeof(*sorted));
    size_t shown = run->messages < PAIRS ? run->messages : PAIRS;

    if (!sorted)
        return;
    for (size_t i = 0; i < run->messages; i++)
        sorted[i] = &run->message[i];
    qsort(sorted, run->messages, sizeof(*sorted), compare_bytes);
    fprintf(p->out, "\n  %-16s %10s %11s %11s %8s\n", "most bytes", "messages",
            "bytes", "on average", "of all");
    for (size_t i = 0; i < shown; i++) {
        const struct run_message *m = sorted[i];
        char pair[40];

        snprintf(pair, sizeof(pair), "%d to %d", m->from, m->to);
        fprintf(p->out, "  %-16s %10s %11s %11s %8s\n", pair,
                unit_count(m->count).text, unit_bytes(m->bytes).text,
                unit_bytes(m->count ? (double)m->bytes / m->count : 0).text,
                unit_share(m->bytes, all).text);
    }
    if (run->messages > shown)
        fprintf(p->out, "  and %zu other pairs\n", run->messages - shown);
    free(sorted);
}

/* ---- the sizes ---- */

static void print_sizes(const struct run *run, struct columns *p)
{
    double count[SIZE_CLASSES] = { 0 }, all = 0, most = 0;

    for (size_t i = 0; i < run->messages; i++)
        for (size_t k = 0; k < run->message[i].sizes.count; k++) {
            const struct run_size *size = &run->message[i].sizes.of[k];

            count[size_class(size->limit)] += size->count;
            all += size->count;
        }
    for (unsigned c = 0; c < SIZE_CLASSES; c++)
        most = fmax(most, count[c]);
    fprintf(p->out, "\n  %-16s %10s %8s\n", "size up to", "messages",
            "of all");
    for (unsigned c = 0; c < SIZE_CLASSES; c++) {
        if (count[c] == 0)
            continue;
        fprintf(p->out, "  %-16s %10s %8s  ",
                unit_bytes((double)size_class_limit(c)).text,
                unit_count(count[c]).text, unit_share(count[c], all).text);
        columns_bar(p, count[c], most, BAR);
        putc('\n', p->out);
    }
}

/* What they send by collective calls goes which way MPI likes. */
static void say_collective(const struct run *run, char text[COLUMNS_TEXT])
{
    double bytes = 0;

    for (size_t i = 0; i < run->colls; i++)
        bytes += (double)run->coll[i].bytes;
    text[0] = '\0';
    if (bytes > 0)
        snprintf(text, COLUMNS_TEXT,
                 " The ranks handed in %s to collective calls besides.",
                 unit_bytes(bytes).text);
}

static void print_messages(const struct run *run, struct columns *p)
{
    double count, bytes = bytes_of_all(run, &count);
    char collective[COLUMNS_TEXT];

    say_collective(run, collective);
    if (run->messages == 0) {
        columns_wrap(p, 2, "No messages from rank to rank were sent.%s",
                     collective);
        return;
    }
    columns_wrap(p, 2, "%s message%s of %s%s, between %zu pair%s of ranks.%s",
                 unit_count(count).text, unit_plural((uint64_t)count),
                 count > 1 ? "together " : "", unit_bytes(bytes).text,
                 run->messages, unit_plural(run->messages), collective);
    if (run->size > 1 && run->size <= SHADES_MOST)
        print_matrix(run, p);
    if (run->size > NUMBERS_MOST)
        print_pairs(run, p, bytes);
    print_sizes(run, p);
}

static void print_onesided(const struct run *run, struct columns *p)
{
    double puts = 0, put_bytes = 0, gets = 0, get_bytes = 0;

    for (size_t i = 0; i < run->onesided; i++) {
        puts += run->one[i].put_count;
        put_bytes += run->one[i].put_bytes;
        gets += run->one[i].get_count;
        get_bytes += run->one[i].get_bytes;
    }
    if (run->onesided > 0) {
        putc('\n', p->out);
        columns_wrap(p, 2,
                     "One-sided, between %zu pair%s of ranks: %s put in %s"
                     " operation%s, %s got in %s.",
                     run->onesided, unit_plural(run->onesided),
                     unit_bytes(put_bytes).text, unit_count(puts).text,
                     unit_plural((uint64_t)puts), unit_bytes(get_bytes).text,
                     unit_count(gets).text);
    }
}

/* ---- communicators ---- */

static const char *comm_name(const struct run *run, size_t n)
{
    const struct run_comm *comm;

    if (n >= run->comms)
        return "?";
    comm = &run->comm[n];
    return comm->name[0] ? comm->name : comm->members[0] ? comm->members : "?";
}

static bool is_given(const struct run_comm *comm)
{
    return strcmp(comm->name, "MPI_COMM_WORLD") == 0
           || strcmp(comm->name, "MPI_COMM_SELF") == 0;
}

static void print_comms(const struct run *run, struct columns *p)
{
    size_t own = 0, shown = 0;

    for (size_t i = 0; i < run->comms; i++)
        own += !is_given(&run->comm[i]);
    if (own == 0)
        return;
    fprintf(p->out, "\n  %-28s %6s %6s  %s\n", "communicator", "ranks", "made",
            "members");
    for (size_t i = 0; i < run->comms && shown < COMMS; i++) {
        const struct run_comm *comm = &run->comm[i];

        if (is_given(comm))
            continue;
        fprintf(
            p->out, "  %s %6u %6" PRIu64 "  %s\n",
            columns_fit(p, comm->name[0] ? comm->name : "(no name)", 28, true),
            comm->size, comm->made, columns_fit(p, comm->members, 33, false));
        shown++;
    }
    if (own > shown)
        fprintf(p->out, "  and %zu others\n", own - shown);
}

static bool same_row(const struct run *run,
                     const struct run_coll *a,
                     const struct run_coll *b)
{
    return strcmp(a->call, b->call) == 0
           && strcmp(comm_name(run, a->comm), comm_name(run, b->comm)) == 0;
}

static int compare_seconds(const void *a, const void *b)
{
    const struct run_coll *x = a, *y = b;

    return (x->seconds < y->seconds) - (x->seconds > y->seconds);
}

/* Each generation has an MPI_COMM_WORLD of its own: what one cannot tell apart
 * is one row.  Returns how many there are.
 */
static size_t join_colls(const struct run *run, struct run_coll *joined)
{
    size_t rows = 0;

    for (size_t i = 0; i < run->colls; i++) {
        const struct run_coll *coll = &run->coll[i];
        size_t k = 0;

        while (k < rows && !same_row(run, &joined[k], coll))
            k++;
        if (k == rows) {
            joined[rows++] = *coll;
            continue;
        }
        joined[k].count += coll->count;
        joined[k].bytes += coll->bytes;
        joined[k].seconds += coll->seconds;
    }
    qsort(joined, rows, sizeof(*joined), compare_seconds);
    return rows;
}

static void print_coll(const struct run *run,
                       const struct run_coll *coll,
                       struct columns *p)
{
    double each = coll->count ? (double)coll->bytes / coll->count : 0;

    fprintf(p->out, "  %s %s %8s %9s %10s\n",
            columns_fit(p, coll->call, 24, true),
            columns_fit(p, comm_name(run, coll->comm), 20, true),
            unit_count(coll->count).text, unit_time(coll->seconds).text,
            unit_bytes(each).text);
}

static void print_colls(const struct run *run, struct columns *p)
{
    struct run_coll *joined = malloc((run->colls + 1) * sizeof(*joined));
    size_t rows, shown;

    if (run->colls == 0 || !joined) {
        free(joined);
        return;
    }
    rows = join_colls(run, joined);
    shown = rows < COLLS ? rows : COLLS;
    fprintf(p->out, "\n  %-24s %-20s %8s %9s %10s\n", "collective call",
            "communicator", "calls", "time", "bytes each");
    for (size_t i = 0; i < shown; i++)
        print_coll(run, &joined[i], p);
    if (rows > shown)
        fprintf(p->out, "  and %zu others\n", rows - shown);
    free(joined);
}

void traffic_print(const struct run *run, struct columns *p)
{
    print_messages(run, p);
    print_onesided(run, p);
    print_comms(run, p);
    print_colls(run, p);
}
