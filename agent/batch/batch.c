/* batch.c - the door to a batch system: ask it for hosts, and give them back
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/batch/batch_kind.h"

static const struct batch_kind *const kinds[] = { &batch_file, &batch_slurm };

enum { KINDS = sizeof(kinds) / sizeof(kinds[0]) };

struct batch {
    const struct batch_kind *kind;
    void *state;
};

/* The kind that 'text' begins with, and what is behind its name.  Returns NULL
 * with what there is in 'err'.
 */
static const struct batch_kind *find(const char *text,
                                     const char **where,
                                     struct error *err)
{
    size_t len = strcspn(text, ":");
    bool given = text[len] == ':' && text[len + 1];
    char known[200] = "";

    for (int i = 0; i < KINDS; i++) {
        const struct batch_kind *k = kinds[i];

        if (strlen(k->name) == len && strncmp(k->name, text, len) == 0
            && (given == (k->where != NULL) || (given && k->options))) {
            *where = text + len + (text[len] == ':');
            return k;
        }
        snprintf(known + strlen(known), sizeof(known) - strlen(known),
                 "%s%s%s%s%s%s%s", *known ? ", " : "", k->name,
                 k->where ? ":" : "", k->where ? k->where : "",
                 k->options ? "[:" : "", k->options ? k->options : "",
                 k->options ? "]" : "");
    }
    error_set(err, "\"%.200s\" is no batch system; there is %s", text, known);
    return NULL;
}

int batch_check(const char *text, struct error *err)
{
    const char *where;
    const struct batch_kind *k = find(text, &where, err);

    return k ? k->check(where, err) : -1;
}

batch_t *batch_open(const char *text,
                    const char *job,
                    const char *mark,
                    struct error *err)
{
    const char *where;
    const struct batch_kind *k = find(text, &where, err);
    batch_t *b = k ? calloc(1, sizeof(*b)) : NULL;

    if (!k)
        return NULL;
    if (!b)
        return error_null(err, "out of memory");
    b->kind = k;
    b->state = k->open(where, job, mark, err);
    if (b->state)
        return b;
    free(b);
    return NULL;
}

void batch_close(batch_t *b)
{
    if (b)
        b->kind->close(b->state);
    free(b);
}

int batch_request(batch_t *b, unsigned request, int hosts, struct error *err)
{
    return b->kind->request(b->state, request, hosts, err);
}

int batch_cancel(batch_t *b, unsigned request, struct error *err)
{
    return b->kind->cancel(b->state, request, err);
}

int batch_release(batch_t *b,
                  unsigned request,
                  const char *host,
                  struct error *err)
{
    return b->kind->release(b->state, request, host, err);
}

int batch_poll(batch_t *b, const struct batch_listener *l, struct error *err)
{
    return b->kind->poll(b->state, l, err);
}

bool batch_look(batch_t *b, struct batch_queue *q)
{
    return b->kind->look(b->state, q);
}

double batch_time_left(const batch_t *b)
{
    return b->kind->time_left ? b->kind->time_left(b->state) : (double)NAN;
}

void batch_mark(const batch_t *b, FILE *out)
{
    b->kind->mark(b->state, out);
}

bool batch_is_apart(const batch_t *b)
{
    return b->kind->apart;
}

int batch_sweep(const char *text, const char *job, struct error *err)
{
    const char *where;
    const struct batch_kind *k = find(text, &where, err);

    return k && k->sweep ? k->sweep(where, job, err) : k ? 0 : -1;
}
