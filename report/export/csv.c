/* csv.c - parts of a report as tables for spreadsheets and scripts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <locale.h>
#include <string.h>

#include "report/export/csv.h"

/* ---- cells ---- */

/* What is between quotes. */
static void put_quoted(const char *text, FILE *out)
{
    for (; *text; text++) {
        if (*text == '"')
            putc('"', out);
        putc(*text, out);
    }
}

static void put_text(const char *text, FILE *out)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, out);
        return;
    }
    putc('"', out);
    put_quoted(text, out);
    putc('"', out);
}

/* The callers are one cell, from the inner to the outer one. */
static void put_callers(const struct run_site *site, FILE *out)
{
    putc('"', out);
    for (size_t i = 1; i < site->depth; i++) {
        fputs(i > 1 ? "; " : "", out);
        put_quoted(site->frames[i], out);
    }
    putc('"', out);
}

static void put_number(double x, FILE *out)
{
    fprintf(out, ",%.12g", x);
}

static void put_count(uint64_t n, FILE *out)
{
    fprintf(out, ",%" PRIu64, n);
}

/* ---- tables ---- */

static void print_matrix(const struct run *run, FILE *out)
{
    fputs("from,to,count,bytes\n", out);
    for (size_t i = 0; i < run->messages; i++) {
        const struct run_message *m = &run->message[i];

        fprintf(out, "%d,%d,%" PRIu64 ",%" PRIu64 "\n", m->from, m->to,
                m->count, m->bytes);
    }
}

static void print_calls(const struct run *run, FILE *out)
{
    fputs("name,kind,count,untimed,seconds,waiting_seconds,bytes\n", out);
    for (size_t i = 0; i < run->calls; i++) {
        const struct run_call *call = &run->call[i];

        put_text(call->name, out);
        putc(',', out);
        put_text(call->kind ? call->kind : "", out);
        put_count(call->count, out);
        put_count(call->untimed, out);
        put_number(call->seconds, out);
        put_number(call->waiting, out);
        put_count(call->bytes, out);
        putc('\n', out);
    }
}

static void print_sites(const struct run *run, FILE *out)
{
    fputs("call,count,seconds,waiting_seconds,bytes,ranks,where,callers\n",
          out);
    for (size_t i = 0; i < run->sites; i++) {
        const struct run_site *site = &run->site[i];

        put_text(site->call, out);
        put_count(site->count, out);
        put_number(site->seconds, out);
        put_number(site->waiting, out);
        put_count(site->bytes, out);
        put_count(site->ranks, out);
        putc(',', out);
        put_text(site->depth > 0 ? site->frames[0] : "", out);
        putc(',', out);
        put_callers(site, out);
        putc('\n', out);
    }
}

static const struct run_generation *generation_of(const struct run *run,
                                                  size_t sample)
{
    for (size_t i = 0; i < run->generations; i++) {
        if (sample < run->generation[i].samples)
            return &run->generation[i];
        sample -= run->generation[i].samples;
    }
    return NULL;
}

static void print_iterations(const struct run *run, FILE *out)
{
    const struct run_iterations *it = &run->iterations;
    uint64_t stride = it->stride > 0 ? it->stride : 1;

    fputs("iteration,iterations,seconds,generation,ranks\n", out);
    for (size_t i = 0; i < it->samples; i++) {
        const struct run_generation *g = generation_of(run, i);

        fprintf(out, "%" PRIu64 ",%" PRIu64, i * stride + 1, stride);
        put_number(it->seconds[i], out);
        put_count(g ? g->generation : 1, out);
        put_count((uint64_t)(g ? g->ranks : run->size), out);
        putc('\n', out);
    }
}

static void print_change(const struct run_change *c, FILE *out)
{
    fprintf(out, "%u,", c->number);
    put_text(c->what, out);
    putc(',', out);
    put_text(c->why ? c->why : "", out);
    fprintf(out, ",%d,%d", c->from, c->to);
    put_count(c->sync, out);
    put_count(c->iteration, out);
    put_number(c->at, out);
    put_count(c->bytes, out);
    put_count(c->wire_bytes, out);
    put_number(c->ready, out);
    put_number(c->stopped, out);
    put_number(c->before, out);
    put_number(c->after, out);
    putc(',', out);
    put_text(c->outcome, out);
    putc(',', out);
    put_text(c->order ? c->order : "", out);
    putc('\n', out);
}

static void print_changes(const struct run *run, FILE *out)
{
    fputs("change,what,why,from,to,sync,iteration,at,bytes,wire_bytes,"
          "ready_seconds,stopped_seconds,before_seconds,after_seconds,"
          "outcome,order\n",
          out);
    for (size_t i = 0; i < run->changes; i++)
        print_change(&run->change[i], out);
}

static const struct {
    const char *name;
    void (*print)(const struct run *run, FILE *out);
} tables[] = {
    { "matrix", print_matrix },   { "calls", print_calls },
    { "callsites", print_sites }, { "iterations", print_iterations },
    { "changes", print_changes },
};

int csv_print(const struct run *run,
              const char *name,
              FILE *out,
              struct error *err)
{
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t before = plain ? uselocale(plain) : (locale_t)0;
    int rc = -1;

    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++)
        if (strcmp(tables[i].name, name) == 0) {
            tables[i].print(run, out);
            rc = 0;
        }
    if (plain) {
        uselocale(before);
        freelocale(plain);
    }
    if (rc < 0)
        error_set(err,
                  "there is no table \"%s\"; there are matrix, calls, "
                  "callsites, iterations and changes",
                  name);
    return rc;
}
