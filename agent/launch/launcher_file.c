/* launcher_file.c - write down what has started the job, and read that again
 *
 * A later agent may find it changed: the first rank has become another
 * program by then.  The file is read by the program that has written it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/launch/launcher_kind.h"
#include "base/replace_file.h"

enum { PATH_SIZE = PROCESS_COPY_PATH + 32, TEXT_MOST = 1 << 26 };

/* Before the texts: words, then variables, each with its NUL. */
struct head {
    uint32_t size; /* of this struct */
    uint32_t kind;
    uint64_t words, words_bytes;
    uint64_t variables, variables_bytes;
    struct launcher launcher; /* its pointers mean nothing */
};

static uint64_t bytes_of(char *const list[], uint64_t *count)
{
    uint64_t bytes = 0;

    for (*count = 0; list[*count]; (*count)++)
        bytes += strlen(list[*count]) + 1;
    return bytes;
}

static void put_texts(char *const list[], FILE *out)
{
    for (; *list; list++)
        fwrite(*list, 1, strlen(*list) + 1, out);
}

int launcher_write(const launcher_t *l, const char *folder, struct error *err)
{
    char path[PATH_SIZE], *data = NULL;
    static struct head head;
    size_t bytes = 0;
    FILE *out = open_memstream(&data, &bytes);
    int rc = -1;

    if (!out)
        return error_set(err, "out of memory");
    snprintf(path, sizeof(path), "%s/launcher", folder);
    memset(&head, 0, sizeof(head));
    head.size = sizeof(head);
    head.kind = (uint32_t)launch_number(l->kind);
    head.launcher = *l;
    head.launcher.arguments = NULL; /* the next agent is told them, too */
    head.words_bytes = bytes_of(l->origin.words, &head.words);
    head.variables_bytes = bytes_of(l->origin.environment, &head.variables);
    fwrite(&head, sizeof(head), 1, out);
    put_texts(l->origin.words, out);
    put_texts(l->origin.environment, out);
    if (fclose(out) == 0)
        rc = replace_file_write(path, data, bytes);
    if (rc < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    free(data);
    return rc;
}

/* Read 'count' texts of 'bytes' together. */
static bool take_texts(
    FILE *in, uint64_t count, uint64_t bytes, char **text, char ***list)
{
    char *at;

    if (bytes > TEXT_MOST || count > bytes || !(*text = malloc(bytes + 1))
        || !(*list = calloc(count + 1, sizeof(**list)))
        || fread(*text, 1, bytes, in) != bytes)
        return false;
    (*text)[bytes] = '\0';
    at = *text;
    for (uint64_t i = 0; i < count; i++) {
        if (at >= *text + bytes)
            return false;
        (*list)[i] = at;
        at += strlen(at) + 1;
    }
    return at == *text + bytes;
}

static bool take(launcher_t *l, FILE *in)
{
    static struct head head;
    struct process_copy *o = &l->origin;

    if (fread(&head, sizeof(head), 1, in) != 1 || head.size != sizeof(head)
        || !launch_kind_of((int)head.kind))
        return false;
    *l = head.launcher;
    l->kind = launch_kind_of((int)head.kind);
    o->words = o->environment = NULL;
    o->words_text = o->environment_text = NULL;
    return take_texts(in, head.words, head.words_bytes, &o->words_text,
                      &o->words)
           && take_texts(in, head.variables, head.variables_bytes,
                         &o->environment_text, &o->environment);
}

launcher_t *launcher_read(const char *folder, struct error *err)
{
    char path[PATH_SIZE];
    launcher_t *l = calloc(1, sizeof(*l));
    FILE *in;

    snprintf(path, sizeof(path), "%s/launcher", folder);
    in = l ? fopen(path, "re") : NULL;
    if (in && take(l, in)) {
        fclose(in);
        return l;
    }
    error_set(err, "%s: %s", path, in ? "it is not whole" : strerror(errno));
    if (in)
        fclose(in);
    launcher_destroy(l);
    return NULL;
}
