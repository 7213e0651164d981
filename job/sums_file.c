/* sums_file.c - what a rank writes down of its state at its syncs
 *
 * A line is one write to a file that is opened for it: what is told stays when
 * the rank is killed, and a program that closes what it did not open comes to
 * no harm.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_write.h"
#include "base/grow.h"
#include "job/sums_file.h"

enum { PATH = 4096 + 64 };

static void make_path(char path[PATH],
                      const char *folder,
                      unsigned generation,
                      int rank)
{
    snprintf(path, PATH, "%.4095s/sums-%u-%d", folder, generation, rank);
}

/* ---- writing ---- */

static int append(const char *path,
                  int flags,
                  const char *text,
                  size_t bytes,
                  struct error *err)
{
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | flags, 0600);
    ssize_t wrote = fd < 0 ? -1 : file_write(fd, text, bytes);
    int why = wrote < 0 ? errno : ENOSPC;

    if (fd >= 0)
        close(fd);
    if (wrote == (ssize_t)bytes)
        return 0;
    return error_set(err, "%s: %s", path, strerror(why));
}

/* Names and places may not end a line, or a field. */
static void print_word(FILE *out, const char *text)
{
    for (; *text; text++)
        fputc(*text == '\n' || *text == '\t' ? '?' : *text, out);
}

static void print_item(FILE *out, const struct item *item)
{
    fprintf(out, "item %" PRIu64 " %" PRIu64 " %d %d ", item->spread,
            item->flags, !item_is_bare(item),
            strcmp(item->type_name, "MPI_BYTE") == 0
                && item_row_bytes(item) > 1);
    print_word(out, item_place(item).text);
    fputc('\t', out);
    print_word(out, item->name);
    fputc('\n', out);
}

/* Write what was printed to 'out' to the file of that rank. */
static int write_out(FILE *out,
                     char **text,
                     const size_t *bytes,
                     const char *path,
                     int flags,
                     struct error *err)
{
    int rc;

    if (!out || fclose(out) != 0)
        rc = error_set(err, "%s: out of memory", path);
    else
        rc = append(path, flags, *text, *bytes, err);
    free(*text);
    return rc;
}

int sums_file_begin(const char *folder,
                    const struct manifest *m,
                    struct error *err)
{
    char path[PATH], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    make_path(path, folder, (unsigned)m->generation, (int)m->rank);
    if (out)
        fprintf(out, "sums 1 %" PRIu64 " %" PRIu64 " %" PRIu64 " %zu\n",
                m->rank, m->size, m->generation, m->count);
    for (size_t i = 0; out && i < m->count; i++)
        print_item(out, &m->items[i]);
    return write_out(out, &text, &bytes, path, O_CREAT | O_TRUNC, err);
}

int sums_file_add(const char *folder,
                  const struct manifest *m,
                  const struct sums_value *values,
                  struct error *err)
{
    char path[PATH], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    make_path(path, folder, (unsigned)m->generation, (int)m->rank);
    if (out)
        fprintf(out, "sync %" PRIu64, m->sync);
    for (size_t i = 0; out && i < m->count; i++)
        fprintf(out, " %" PRIx64 ":%" PRIx64 ":%" PRIx64, values[i].sum,
                values[i].rows, values[i].whole);
    if (out)
        fputc('\n', out);
    return write_out(out, &text, &bytes, path, 0, err);
}

int sums_file_add_wrong(const char *folder,
                        unsigned generation,
                        int rank,
                        uint64_t sync,
                        const char *why,
                        struct error *err)
{
    char path[PATH], *text = NULL;
    size_t bytes = 0;
    FILE *out = open_memstream(&text, &bytes);

    make_path(path, folder, generation, rank);
    if (out) {
        fprintf(out, "wrong %" PRIu64 " ", sync);
        print_word(out, why);
        fputc('\n', out);
    }
    return write_out(out, &text, &bytes, path, 0, err);
}

/* ---- reading ---- */

static bool read_head(struct sums_file *f, const char *line)
{
    int used = 0;

    if (sscanf(line, "sums 1 %d %d %u %zu\n%n", &f->rank, &f->ranks,
               &f->generation, &f->items, &used)
            < 4
        || f->rank < 0 || f->rank >= f->ranks || f->items > MANIFEST_SIZE_LIMIT
        || line[used])
        return false;
    f->item = calloc(f->items + 1, sizeof(f->item[0]));
    return f->item != NULL;
}

static bool read_item(struct sums_item *item, char *line)
{
    char *name = strchr(line, '\t');
    int halo, structs, used = 0;

    if (!name
        || sscanf(line, "item %" SCNu64 " %" SCNu64 " %d %d %n", &item->spread,
                  &item->flags, &halo, &structs, &used)
               < 4
        || used == 0)
        return false;
    *name++ = '\0';
    item->halo = halo != 0;
    item->structs = structs != 0;
    snprintf(item->place, sizeof(item->place), "%s", line + used);
    snprintf(item->name, sizeof(item->name), "%.*s", (int)strcspn(name, "\n"),
             name);
    return true;
}

static bool read_values(struct sums_value *value, size_t count, char *at)
{
    for (size_t i = 0; i < count; i++) {
        int used = 0;

        if (sscanf(at, " %" SCNx64 ":%" SCNx64 ":%" SCNx64 "%n", &value[i].sum,
                   &value[i].rows, &value[i].whole, &used)
            < 3)
            return false;
        at += used;
    }
    return *at == '\n';
}

static bool read_record(struct sums_file *f, char *line)
{
    struct sums_record r = { .sync = 0 };
    bool good = false;
    char *at = strchr(line, ' ');

    if (!at || !grow(&f->record, sizeof(f->record[0]), f->records, &f->room))
        return false;
    r.sync = strtoull(at, &at, 10);
    if (strncmp(line, "wrong ", 6) == 0) {
        good = (r.wrong = strndup(at + 1, strcspn(at + 1, "\n"))) != NULL;
    } else if (strncmp(line, "sync ", 5) == 0
               && (r.value = calloc(f->items + 1, sizeof(r.value[0])))) {
        good = read_values(r.value, f->items, at);
    }
    f->record[f->records++] = r;
    return good
           && (f->records == 1 || f->record[f->records - 2].sync < r.sync);
}

static bool read_line(struct sums_file *f, size_t number, char *line)
{
    if (number == 0)
        return read_head(f, line);
    if (number <= f->items)
        return read_item(&f->item[number - 1], line);
    return read_record(f, line);
}

struct sums_file *sums_file_read(const char *folder,
                                 unsigned generation,
                                 int rank,
                                 struct error *err)
{
    struct sums_file *f = calloc(1, sizeof(*f));
    char path[PATH], *line = NULL;
    size_t number = 0, room = 0;
    bool good = f != NULL;
    FILE *in;

    make_path(path, folder, generation, rank);
    if (!(in = fopen(path, "re"))) {
        error_set(err, "%s: %s", path, strerror(errno));
        free(f);
        return NULL;
    }
    while (good && getline(&line, &room, in) > 0 && strchr(line, '\n'))
        good = read_line(f, number++, line);
    free(line);
    fclose(in);
    if (good && number > f->items)
        return f;
    error_set(err, "%s: line %zu is none of such a file", path, number);
    sums_file_free(f);
    return NULL;
}

void sums_file_free(struct sums_file *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->records; i++) {
        free(f->record[i].value);
        free(f->record[i].wrong);
    }
    free(f->record);
    free(f->item);
    free(f);
}
