/* bundler_index.c - the index of a file of traces
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "profile/iteration_main.h"
#include "profile/iteration_reader.h"
#include "report/model/page_copy.h"
#include "report/trace/bundler_index.h"

/* A communicator that is the same in several ranks. */
struct comm {
    const char *members;
    const char *name;
    unsigned size;
};

int bundler_index_begin(struct bundler_index *ix)
{
    ix->ranks.bytes = sizeof(char *);
    ix->comms = table_create(sizeof(struct comm));
    ix->arena = arena_create();
    return ix->comms && ix->arena ? 0 : -1;
}

/* Print a field whose text may hold anything. */
static void put_field(FILE *out, const char *name, const char *text)
{
    fprintf(out, "\t%s=", name);
    for (; *text; text++) {
        if (*text == '\t' || *text == '\n' || *text == '\\')
            putc('\\', out);
        putc(*text == '\t' ? 't' : *text == '\n' ? 'n' : *text, out);
    }
}

static int take_job(struct bundler_index *ix, const struct page *p)
{
    size_t len;
    FILE *out = open_memstream(&ix->job, &len);

    if (!out)
        return -1;
    fprintf(out, "job\tsize=%d", p->size);
    put_field(out, "name", p->job);
    put_field(out, "mpi", p->mpi);
    for (size_t at = 0; at < p->program_bytes;
         at += strlen(p->program + at) + 1) {
        fprintf(out, "\nargument");
        put_field(out, "text", p->program + at);
    }
    fprintf(out, "\n");
    ix->has_job = true;
    return fclose(out) == 0 ? 0 : -1;
}

static int take_calls(struct bundler_index *ix, const page_copy_t *im)
{
    const struct page *p = page_copy_page(im);

    for (int i = 0; i < PAGE_CALLS; i++) {
        const char *name = p->call[i].name;

        if (ix->call[i] || !page_copy_used(im, name) || !*name)
            continue;
        if (!(ix->call[i] = arena_copy(ix->arena, name, strlen(name))))
            return -1;
    }
    return 0;
}

/* The number of the one with these members; TABLE_NONE without memory.  It has
 * the name that a rank gave it, which others need not have done.
 */
static uint32_t find_comm(struct bundler_index *ix,
                          const struct comm_record *c,
                          const char *members)
{
    char *key = *members ? arena_copy(ix->arena, members, strlen(members))
                         : arena_print(ix->arena, "?%" PRIx64, c->key);
    char *name = arena_copy(ix->arena, c->name, strlen(c->name));
    uint32_t n =
        key && name ? table_number(ix->comms, key, strlen(key)) : TABLE_NONE;
    struct comm *comm;

    if (n == TABLE_NONE)
        return n;
    comm = table_at(ix->comms, n);
    comm->size = c->size;
    comm->members = *members ? key : "";
    if (!comm->name || *name)
        comm->name = name;
    return n;
}

/* Print which of the bundle's communicators the rank's are. */
static int put_comms(struct bundler_index *ix,
                     const page_copy_t *im,
                     FILE *out)
{
    const struct page *p = page_copy_page(im);

    fprintf(out, "\tcomms=");
    for (uint32_t i = 0; i < p->comms_used; i++) {
        const struct comm_record *c = &p->comm[i];
        uint32_t n = find_comm(ix, c, page_copy_text(im, c->members_at));

        if (n == TABLE_NONE)
            return -1;
        fprintf(out, "%s%u", i ? "," : "", n);
    }
    return 0;
}

static void put_page(FILE *out,
                     const struct trace_head *head,
                     const struct page *p)
{
    double tick_ns = p->tick_ns;
    int loop = iteration_main(&p->beat);
    double start;

    if (!(tick_ns > 0))
        tick_ns = head->unit_ns / (1 << (head->shift & 31));
    put_field(out, "host", p->host);
    fprintf(out, "\tunit_ns=%.9g", tick_ns * (1 << (head->shift & 31)));
    start = (double)(int64_t)(head->birth - p->birth) * tick_ns;
    if (p->birth_ns > 0 && start >= 0 && start < 1e18)
        fprintf(out, "\tstart_ns=%" PRIu64, p->birth_ns + (uint64_t)start);
    if (loop >= 0 && !p->beat.manual)
        fprintf(out, "\tmark=%u\titerations=%" PRIu64, p->beat.loop[loop].site,
                iteration_reader_count(&p->beat.loop[loop]));
}

int bundler_index_add(struct bundler_index *ix,
                      const char *page,
                      int rank,
                      const struct trace_head *head,
                      const char *fields,
                      bool *known)
{
    char **line = list_add(&ix->ranks);
    size_t len;
    page_copy_t *im;
    FILE *out;
    int rc = 0;

    if (!line || !(out = open_memstream(line, &len)))
        return -1;
    fprintf(out, "rank\trank=%d%s", rank, fields);
    im = page_copy_open(page, NULL);
    *known = im != NULL;
    if (im) {
        const struct page *p = page_copy_page(im);

        put_page(out, head, p);
        if ((!ix->has_job && take_job(ix, p) < 0) || take_calls(ix, im) < 0
            || put_comms(ix, im, out) < 0)
            rc = -1;
        page_copy_close(im);
    } else {
        fprintf(out, "\tunit_ns=%.9g", head->unit_ns);
    }
    fprintf(out, "\n");
    return fclose(out) == 0 ? rc : -1;
}

void bundler_index_put(const struct bundler_index *ix, FILE *out)
{
    char **lines = ix->ranks.records;

    fputs(ix->job ? ix->job : "", out);
    for (int i = 0; i < PAGE_CALLS; i++)
        if (ix->call[i]) {
            fprintf(out, "call\tid=%d", i);
            put_field(out, "name", ix->call[i]);
            fprintf(out, "\n");
        }
    for (size_t i = 0; i < table_count(ix->comms); i++) {
        const struct comm *c = table_at(ix->comms, (uint32_t)i);

        fprintf(out, "comm\tsize=%u", c->size);
        put_field(out, "members", c->members);
        put_field(out, "name", c->name);
        fprintf(out, "\n");
    }
    for (size_t i = 0; i < ix->ranks.count; i++)
        fputs(lines[i], out);
}

void bundler_index_clear(struct bundler_index *ix)
{
    char **lines = ix->ranks.records;

    for (size_t i = 0; i < ix->ranks.count; i++)
        free(lines[i]);
    list_clear(&ix->ranks);
    table_destroy(ix->comms);
    arena_destroy(ix->arena);
    free(ix->job);
}
