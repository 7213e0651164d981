/* bundle.c - the traces of all ranks of a job in one file
 *
 * Its index is text, a record a line: a word, and fields 'name=value' behind
 * tabs.  Records and fields that are not known are passed over.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "report/model/list.h"
#include "report/trace/block.h"
#include "report/trace/bundle.h"
#include "report/trace/bundler.h"

enum {
    LARGEST_INDEX = 1 << 30,
    MOST_FIELDS = 64,
    MOST_CALLS = 1 << 16,
};

/* What is being read. */
struct reading {
    struct bundle *bundle;
    struct list ranks; /* of struct bundle_rank */
    struct list comms; /* of struct bundle_comm */
    struct list words; /* of const char *: the program */
    struct list calls; /* of const char * */
    uint64_t bytes;    /* of the file */
    bool no_memory;
};

/* A line, in parts. */
struct line {
    size_t fields;
    char *field[MOST_FIELDS];
};

/* ---- fields ---- */

/* Undo the escapes of bundler.c, in place. */
static void unescape(char *text)
{
    char *to = text;

    for (char *from = text; *from; from++) {
        if (*from == '\\' && from[1]) {
            from++;
            *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = '\0';
}

static void split(struct line *line, char *text)
{
    char *rest = text;

    line->fields = 0;
    while (rest && line->fields < MOST_FIELDS) {
        char *field = strsep(&rest, "\t");

        unescape(field);
        line->field[line->fields++] = field;
    }
}

static const char *value_of(const struct line *line, const char *name)
{
    size_t len = strlen(name);

    for (size_t i = 1; i < line->fields; i++)
        if (strncmp(line->field[i], name, len) == 0
            && line->field[i][len] == '=')
            return line->field[i] + len + 1;
    return "";
}

static uint64_t number_of(const struct line *line,
                          const char *name,
                          uint64_t most)
{
    uint64_t n = strtoull(value_of(line, name), NULL, 10);

    return n < most ? n : most;
}

static const char *keep(struct reading *r, const char *text)
{
    char *copy = arena_copy(r->bundle->arena, text, strlen(text));

    if (!copy)
        r->no_memory = true;
    return copy ? copy : "";
}

static void *add(struct reading *r, struct list *l)
{
    void *record = list_add(l);

    if (!record)
        r->no_memory = true;
    return record;
}

/* ---- records ---- */

static void take_job(struct reading *r, const struct line *line)
{
    r->bundle->job = keep(r, value_of(line, "name"));
    r->bundle->mpi = keep(r, value_of(line, "mpi"));
    r->bundle->size = (int)number_of(line, "size", INT32_MAX);
}

static void take_argument(struct reading *r, const struct line *line)
{
    const char **word = add(r, &r->words);

    if (word)
        *word = keep(r, value_of(line, "text"));
}

static void take_call(struct reading *r, const struct line *line)
{
    uint64_t id = number_of(line, "id", MOST_CALLS);
    const char *name = keep(r, value_of(line, "name"));

    if (id == MOST_CALLS)
        return;
    while (r->calls.count <= id && !r->no_memory) {
        const char **call = add(r, &r->calls);

        if (call)
            *call = "";
    }
    if (!r->no_memory)
        ((const char **)r->calls.records)[id] = name;
}

static void take_comm(struct reading *r, const struct line *line)
{
    struct bundle_comm *c = add(r, &r->comms);

    if (c) {
        c->size = (unsigned)number_of(line, "size", UINT32_MAX);
        c->members = keep(r, value_of(line, "members"));
        c->name = keep(r, value_of(line, "name"));
    }
}

static void take_map(struct reading *r,
                     struct bundle_rank *rank,
                     const char *at)
{
    size_t count = *at != '\0';

    for (const char *c = at; *c; c++)
        count += *c == ',';
    rank->comm = arena_take(r->bundle->arena, count + 1, sizeof(*rank->comm));
    if (!rank->comm) {
        r->no_memory = true;
        return;
    }
    while (rank->comms < count) {
        rank->comm[rank->comms++] = (uint32_t)strtoul(at, NULL, 10);
        at += strcspn(at, ",");
        at += *at == ',';
    }
}

/* Numbers that make no sense become such as do no harm. */
static void take_rank(struct reading *r, const struct line *line)
{
    struct bundle_rank *rank = add(r, &r->ranks);
    const char *mark = value_of(line, "mark");
    double unit = strtod(value_of(line, "unit_ns"), NULL);

    if (!rank)
        return;
    rank->rank = (int)number_of(line, "rank", INT32_MAX);
    rank->host = keep(r, value_of(line, "host"));
    rank->unit_ns = isfinite(unit) && unit > 0 ? unit : 1;
    rank->start_ns = number_of(line, "start_ns", UINT64_MAX);
    rank->events = number_of(line, "events", UINT64_MAX);
    rank->lost = number_of(line, "lost", UINT64_MAX);
    rank->why = keep(r, value_of(line, "why"));
    rank->mark = *mark ? (uint32_t)strtoul(mark, NULL, 10) : UINT32_MAX;
    rank->iterations = number_of(line, "iterations", UINT64_MAX);
    take_map(r, rank, value_of(line, "comms"));
    rank->place.fd = r->bundle->fd;
    rank->place.rank = rank->rank;
    rank->place.blocks = number_of(line, "offset", r->bytes);
    rank->place.bytes =
        number_of(line, "bytes", r->bytes - rank->place.blocks);
}

static void take_record(struct reading *r, char *text)
{
    static const struct {
        const char *word;
        void (*take)(struct reading *r, const struct line *line);
    } records[] = {
        { "job", take_job },   { "argument", take_argument },
        { "call", take_call }, { "comm", take_comm },
        { "rank", take_rank },
    };
    struct line line;

    split(&line, text);
    for (size_t i = 0; i < sizeof(records) / sizeof(records[0]); i++)
        if (strcmp(line.field[0], records[i].word) == 0)
            records[i].take(r, &line);
}

static int compare_ranks(const void *a, const void *b)
{
    const struct bundle_rank *x = a, *y = b;

    return (x->rank > y->rank) - (x->rank < y->rank);
}

/* Turn the lists into the bundle's arrays. */
static int finish(struct reading *r, const char *path, struct error *err)
{
    struct bundle *b = r->bundle;

    b->ranks = r->ranks.count;
    b->comms = r->comms.count;
    b->calls = r->calls.count;
    b->arguments = r->words.count;
    if (r->no_memory || !(b->rank = list_keep(&r->ranks, b->arena))
        || !(b->comm = list_keep(&r->comms, b->arena))
        || !(b->call = list_keep(&r->calls, b->arena))
        || !(b->program = list_keep(&r->words, b->arena)))
        return error_set(err, "%s: %s", path, strerror(ENOMEM));
    qsort(b->rank, b->ranks, sizeof(*b->rank), compare_ranks);
    return 0;
}

static int read_index(struct reading *r,
                      const struct bundler_head *head,
                      const char *path,
                      struct error *err)
{
    char *text, *rest;

    if (head->version < 1 || head->version > BUNDLER_VERSION)
        return error_set(err, "%s: a trace of another version of mitosis",
                         path);
    if (head->index > r->bytes || head->bytes > r->bytes - head->index
        || head->bytes > LARGEST_INDEX)
        return error_set(err, "%s: the trace is cut off", path);
    if (!(text = malloc(head->bytes + 1)))
        return error_set(err, "%s: %s", path, strerror(ENOMEM));
    if (!block_bytes(r->bundle->fd, head->index, text, head->bytes)
        || checksum(0, text, head->bytes) != head->sum) {
        free(text);
        return error_set(err, "%s: the trace is damaged", path);
    }
    text[head->bytes] = '\0';
    rest = text;
    while (rest)
        take_record(r, strsep(&rest, "\n"));
    free(text);
    return finish(r, path, err);
}

/* The file of one rank has no index. */
static int read_rank(struct reading *r,
                     const struct trace_head *head,
                     const char *path,
                     struct error *err)
{
    struct bundle_rank *rank = add(r, &r->ranks);

    if (head->version < 1 || head->version > TRACE_VERSION || head->rank < 0
        || head->area > BLOCK_LARGEST || !(head->unit_ns > 0)
        || !isfinite(head->unit_ns))
        return error_set(err, "%s: a trace of another version of mitosis",
                         path);
    if (rank) {
        *rank = (struct bundle_rank){
            .rank = head->rank,
            .host = "",
            .unit_ns = head->unit_ns,
            .events = head->events,
            .lost = head->lost,
            .mark = UINT32_MAX,
        };
        rank->place = bundler_place(r->bundle->fd, r->bytes, head);
        rank->why = "";
    }
    return finish(r, path, err);
}

static int read_file(struct reading *r, const char *path, struct error *err)
{
    union {
        char magic[8];
        struct trace_head rank;
        struct bundler_head bundle;
    } head = { .magic = "" };
    struct stat st;
    ssize_t got;

    if (fstat(r->bundle->fd, &st) == 0 && !S_ISREG(st.st_mode))
        return error_set(err, "%s: this is a %s, not a trace", path,
                         S_ISDIR(st.st_mode)    ? "folder"
                         : S_ISFIFO(st.st_mode) ? "pipe"
                                                : "device");
    if (fstat(r->bundle->fd, &st) < 0
        || (got = pread(r->bundle->fd, &head, sizeof(head), 0)) < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    r->bytes = (uint64_t)st.st_size;
    if (got >= (ssize_t)sizeof(head.bundle)
        && memcmp(head.magic, BUNDLER_MAGIC, sizeof(head.magic)) == 0)
        return read_index(r, &head.bundle, path, err);
    if (got >= (ssize_t)sizeof(head.rank)
        && memcmp(head.magic, "MITOTRCE", sizeof(head.magic)) == 0)
        return read_rank(r, &head.rank, path, err);
    return error_set(err, "%s: this is not a trace", path);
}

struct bundle *bundle_open(const char *path, struct error *err)
{
    struct bundle *b = calloc(1, sizeof(*b));
    struct reading r = {
        .bundle = b,
        .ranks.bytes = sizeof(struct bundle_rank),
        .comms.bytes = sizeof(struct bundle_comm),
        .words.bytes = sizeof(const char *),
        .calls.bytes = sizeof(const char *),
    };
    int rc = -1;

    if (!b || !(b->arena = arena_create())) {
        error_set(err, "%s: %s", path, strerror(ENOMEM));
        free(b);
        return NULL;
    }
    b->job = b->mpi = "";
    /* A pipe that nobody writes to is not waited for. */
    b->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (b->fd < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    else
        rc = read_file(&r, path, err);
    list_clear(&r.ranks);
    list_clear(&r.comms);
    list_clear(&r.words);
    list_clear(&r.calls);
    if (rc < 0) {
        bundle_close(b);
        return NULL;
    }
    return b;
}

void bundle_close(struct bundle *b)
{
    if (b) {
        if (b->fd >= 0)
            close(b->fd);
        arena_destroy(b->arena);
        free(b);
    }
}
