/* batch_file.c - a file of grants, in which jobs ask and others answer
 *
 * The smallest batch system that there can be, and where to begin for one that
 * we do not know: a script reads the file and adds its answers.  All add whole
 * lines at its end, and nobody changes one that is there.  A job writes
 *
 *     request JOB.1 hosts=2
 *     cancel JOB.1
 *     release JOB.1 h3
 *
 * where JOB.1 is its first request, and JOB.0 stands for the hosts that it was
 * started with.  It reads
 *
 *     grant JOB.1 h3 h4:8
 *     deny JOB.1 no room today
 *     leave h3 30
 *     queue pending=2 least=4 idle=0
 *
 * h4 having 8 cores, h3 being taken away in 30 seconds, and two jobs of others
 * waiting, one of which lacks nothing but four nodes, while none is idle. What
 * is behind a '#' at the beginning of a line is a comment.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/batch/batch_kind.h"
#include "base/system/host.h"

enum { CORES_MOST = 1000 * 1000 };

struct batch_file {
    char path[4096];
    char job[256];
    off_t next; /* where the line begins that was not read yet */
    struct batch_queue queue;
    bool queue_known;
};

static const char spaces[] = " \t\r\n";

/* ---- the file ---- */

static int open_file(const char *path, int flags, struct error *err)
{
    int fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);
    struct stat st;

    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
        return fd;
    close(fd);
    return error_set(err, "%s is not a regular file", path);
}

static int check(const char *where, struct error *err)
{
    int fd = open_file(where, O_RDWR, err);

    if (fd < 0)
        return -1;
    close(fd);
    return 0;
}

static void *open_batch(const char *where,
                        const char *job,
                        const char *mark,
                        struct error *err)
{
    struct batch_file *f = calloc(1, sizeof(*f));

    if (!f)
        return error_null(err, "out of memory");
    snprintf(f->path, sizeof(f->path), "%s", where);
    snprintf(f->job, sizeof(f->job), "%s", job);
    f->next = (off_t)strtoll(mark, NULL, 10);
    return f;
}

static void close_batch(void *state)
{
    free(state);
}

static void mark(const void *state, FILE *out)
{
    fprintf(out, "%lld", (long long)((const struct batch_file *)state)->next);
}

/* ---- what we write ---- */

/* Who wrote before may have forgotten to end the line. */
static bool ends_in_line(int fd)
{
    off_t end = lseek(fd, 0, SEEK_END);
    char last;

    return end <= 0 || pread(fd, &last, 1, end - 1) != 1 || last == '\n';
}

/* Take back the last 'bytes', part of a line: the next one that is added would
 * make it a whole one, which says less than it was to.
 */
static bool take_back(int fd, ssize_t bytes)
{
    off_t end = lseek(fd, 0, SEEK_CUR);
    struct stat st;

    return fstat(fd, &st) == 0 && st.st_size == end
           && ftruncate(fd, end - bytes) == 0;
}

/* Add a line, given with its line end, in one piece. */
static int add(const struct batch_file *f,
               struct error *err,
               const char *fmt,
               ...) __attribute__((format(printf, 3, 4)));

static int add(const struct batch_file *f,
               struct error *err,
               const char *fmt,
               ...)
{
    char line[1024] = "\n";
    const char *text = line + 1;
    int fd = open_file(f->path, O_RDWR | O_APPEND, err);
    ssize_t written;
    va_list ap;

    if (fd < 0)
        return -1;
    va_start(ap, fmt);
    vsnprintf(line + 1, sizeof(line) - 1, fmt, ap);
    va_end(ap);
    if (!ends_in_line(fd))
        text = line;
    written = write(fd, text, strlen(text));
    if (written < 0)
        error_set(err, "%s: %s", f->path, strerror(errno));
    else if ((size_t)written < strlen(text))
        error_set(err, "%s: %s", f->path,
                  take_back(fd, written) ? "no room for a line"
                                         : "a line was written in part");
    close(fd);
    return written == (ssize_t)strlen(text) ? 0 : -1;
}

static int request(void *state, unsigned id, int hosts, struct error *err)
{
    const struct batch_file *f = state;

    return add(f, err, "request %s.%u hosts=%d\n", f->job, id, hosts);
}

static int cancel(void *state, unsigned id, struct error *err)
{
    const struct batch_file *f = state;

    return add(f, err, "cancel %s.%u\n", f->job, id);
}

static int release(void *state,
                   unsigned id,
                   const char *host,
                   struct error *err)
{
    const struct batch_file *f = state;

    return add(f, err, "release %s.%u %s\n", f->job, id, host);
}

/* ---- what we read ---- */

/* Read the next word as one of our requests: 'id' is 0 when it is that of
 * another job.  Returns false when there is no word.
 */
static bool read_request(const struct batch_file *f, char **rest, unsigned *id)
{
    const char *word = strtok_r(NULL, spaces, rest);
    size_t len = strlen(f->job);
    char *end;
    unsigned long read;

    *id = 0;
    if (!word || strncmp(word, f->job, len) != 0 || word[len] != '.')
        return word != NULL;
    read = strtoul(word + len + 1, &end, 10);
    if (*end == '\0' && read <= UINT32_MAX)
        *id = (unsigned)read;
    return true;
}

/* Read "h4:8".  Returns false when it is no host. */
static bool read_host(char *word, int *cores)
{
    char *colon = strchr(word, ':'), *end;
    long read = 0;

    if (colon) {
        read = strtol(colon + 1, &end, 10);
        if (end == colon + 1 || *end || read < 1 || read > CORES_MOST)
            return false;
        *colon = '\0';
    }
    *cores = (int)read;
    return *word && strlen(word) < HOST_NAME;
}

static bool take_grant(struct batch_file *f,
                       char **rest,
                       const struct batch_listener *l)
{
    unsigned id;
    int cores, hosts = 0;
    bool fine = read_request(f, rest, &id);

    for (char *word; id > 0 && (word = strtok_r(NULL, spaces, rest)); hosts++)
        if (read_host(word, &cores))
            l->granted(l->arg, id, word, cores);
        else
            fine = false;
    return fine && (id == 0 || hosts > 0);
}

static bool take_deny(struct batch_file *f,
                      char **rest,
                      const struct batch_listener *l)
{
    unsigned id;
    bool fine = read_request(f, rest, &id);
    const char *reason = fine ? strtok_r(NULL, "\r\n", rest) : NULL;

    if (id > 0)
        l->denied(l->arg, id, reason ? reason : "");
    return fine;
}

static bool take_leave(struct batch_file *f,
                       char **rest,
                       const struct batch_listener *l)
{
    const char *host = strtok_r(NULL, spaces, rest);
    const char *word = strtok_r(NULL, spaces, rest);
    char *end;
    double seconds;

    (void)f;
    if (!host || !word)
        return false;
    seconds = strtod(word, &end);
    if (*end || !(seconds >= 0 && seconds < 1e9))
        return false;
    l->leaves(l->arg, host, seconds);
    return true;
}

/* The last one counts; without "least" nobody lacks nothing but nodes. */
static bool take_queue(struct batch_file *f,
                       char **rest,
                       const struct batch_listener *l)
{
    struct batch_queue q = { .pending = -1,
                             .least_nodes = (double)NAN,
                             .idle_nodes = -1 };
    int number, end;

    (void)l;
    for (char *word; (word = strtok_r(NULL, spaces, rest));) {
        end = 0;
        if (sscanf(word, "pending=%6d%n", &number, &end) == 1 && end > 0)
            q.pending = number;
        else if (sscanf(word, "least=%6d%n", &number, &end) == 1 && end > 0)
            q.least_nodes = number;
        else if (sscanf(word, "idle=%6d%n", &number, &end) == 1 && end > 0)
            q.idle_nodes = number;
        if (end == 0 || word[end] || number < 0)
            return false;
    }
    if (q.pending < 0 || q.idle_nodes < 0)
        return false;
    f->queue = q;
    f->queue_known = true;
    return true;
}

static bool look(void *state, struct batch_queue *q)
{
    const struct batch_file *f = state;

    if (f->queue_known)
        *q = f->queue;
    return f->queue_known;
}

/* What jobs write is for others. */
static bool take_ours(struct batch_file *f,
                      char **rest,
                      const struct batch_listener *l)
{
    (void)f;
    (void)rest;
    (void)l;
    return true;
}

static const struct {
    const char *word;
    bool (*take)(struct batch_file *f,
                 char **rest,
                 const struct batch_listener *l);
} lines[] = {
    { "grant", take_grant },  { "deny", take_deny },
    { "leave", take_leave },  { "queue", take_queue },
    { "request", take_ours }, { "cancel", take_ours },
    { "release", take_ours },
};

enum { LINES = sizeof(lines) / sizeof(lines[0]) };

/* Returns false when the line is none of those. */
static bool take_line(struct batch_file *f,
                      char *line,
                      const struct batch_listener *l)
{
    char *rest;
    const char *word = strtok_r(line, spaces, &rest);

    if (!word || *word == '#')
        return true;
    for (int i = 0; i < LINES; i++)
        if (strcmp(word, lines[i].word) == 0)
            return lines[i].take(f, &rest, l);
    return false;
}

static void tell_odd(const struct batch_file *f,
                     const char *line,
                     const struct batch_listener *l)
{
    size_t len = strcspn(line, "\r\n");
    struct error text;

    error_set(&text, "%.300s: \"%.*s\" is no answer", f->path,
              (int)(len < 200 ? len : 200), line);
    l->odd(l->arg, text.text);
}

/* Take all lines that are whole.  One that was cut out of a file that has
 * become shorter is read again with all others.
 */
static int poll_file(void *state,
                     const struct batch_listener *l,
                     struct error *err)
{
    struct batch_file *f = state;
    int fd = open_file(f->path, O_RDONLY, err);
    FILE *in = fd < 0 ? NULL : fdopen(fd, "r");
    char *line = NULL, *copy;
    size_t room = 0;
    ssize_t len;
    struct stat st;

    if (!in)
        return fd < 0 ? -1 : (close(fd), error_set(err, "out of memory"));
    if (fstat(fd, &st) == 0 && st.st_size < f->next)
        f->next = 0;
    fseeko(in, f->next, SEEK_SET);
    while ((len = getline(&line, &room, in)) > 0 && line[len - 1] == '\n') {
        f->next += len;
        copy = strdup(line);
        if (copy && !take_line(f, line, l))
            tell_odd(f, copy, l);
        free(copy);
    }
    free(line);
    fclose(in);
    return 0;
}

const struct batch_kind batch_file = {
    .name = "file",
    .where = "PATH",
    .check = check,
    .open = open_batch,
    .close = close_batch,
    .request = request,
    .cancel = cancel,
    .release = release,
    .poll = poll_file,
    .look = look,
    .mark = mark,
};
