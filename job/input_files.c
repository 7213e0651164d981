/* input_files.c - files that a program reads in its start-up and that go by
 * its number of ranks, made of templates
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_write.h"
#include "job/input_files.h"
#include "job/size_template.h"

static const char ending[] = ".template";

enum { MOST_BYTES = 16 << 20 /* of a template, which stays in memory */ };

/* ---- reading ---- */

static char *read_open(int fd,
                       size_t bytes,
                       const char *name,
                       struct error *err)
{
    char *text = malloc(bytes + 1);
    size_t have = 0;
    ssize_t got = 1;

    if (!text)
        return error_null(err, "out of memory");
    while (have < bytes && got > 0) {
        got = read(fd, text + have, bytes - have);
        have += got > 0 ? (size_t)got : 0;
    }
    text[have] = '\0';
    if (got < 0)
        error_set(err, "%s: %s", name, strerror(errno));
    else if (strlen(text) < have)
        error_set(err, "%s is no text", name);
    else
        return text;
    free(text);
    return NULL;
}

static char *read_text(const char *path,
                       const char *name,
                       mode_t *mode,
                       struct error *err)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    char *text = NULL;
    struct stat st;

    if (fd < 0 || fstat(fd, &st) < 0)
        error_set(err, "%s: %s", name, strerror(errno));
    else if (!S_ISREG(st.st_mode))
        error_set(err, "%s is no file", name);
    else if (st.st_size > MOST_BYTES)
        error_set(err, "%s has more than %d bytes", name, MOST_BYTES);
    else {
        *mode = st.st_mode & 0777;
        text = read_open(fd, (size_t)st.st_size, name, err);
    }
    if (fd >= 0)
        close(fd);
    return text;
}

/* Of a text that was checked what is in braces, those included.  NULL without
 * memory.
 */
static char *find_braces(const char *text)
{
    char *braces = NULL;
    size_t bytes;
    FILE *out = open_memstream(&braces, &bytes);

    if (!out)
        return NULL;
    while (*(text += strcspn(text, "{}"))) {
        size_t len = text[1] == *text ? 2 : strcspn(text, "}") + 1;

        if (text[1] != *text)
            fprintf(out, "%.*s ", (int)len, text);
        text += len;
    }
    if (fclose(out) == 0)
        return braces;
    free(braces);
    return NULL;
}

static int set_paths(struct input_file *f,
                     const char *name,
                     const char *folder,
                     char path[PATH_MAX],
                     struct error *err)
{
    size_t len = strlen(name), own = strlen(ending);

    if (len <= own || strcmp(name + len - own, ending) != 0
        || name[len - own - 1] == '/')
        return error_set(err,
                         "\"%.500s\" has another ending than %s: FILE%s is "
                         "the template of FILE",
                         name, ending, ending);
    if (snprintf(path, PATH_MAX, "%s%s%s", *name == '/' ? "" : folder,
                 *name == '/' ? "" : "/", name)
        >= PATH_MAX)
        return error_set(err, "%.500s: the name is too long", name);
    f->told = strdup(name);
    f->path = strndup(path, strlen(path) - own);
    return f->told && f->path ? 0 : error_set(err, "out of memory");
}

static int read_one(struct input_file *f,
                    const char *name,
                    const char *folder,
                    struct error *err)
{
    char path[PATH_MAX];
    struct error why;

    if (set_paths(f, name, folder, path, err) < 0
        || !(f->text = read_text(path, name, &f->mode, err)))
        return -1;
    if (size_template_check_text(f->text, &why) < 0)
        return error_set(err, "%.300s, %.700s", name, why.text);
    f->braces = find_braces(f->text);
    return f->braces ? 0 : error_set(err, "out of memory");
}

int input_files_read(struct input_files *f,
                     const char *list,
                     const char *folder,
                     struct error *err)
{
    char *copy, *rest, *name;
    int rc = 0;

    memset(f, 0, sizeof(*f));
    if (!*list)
        return 0;
    if (!(copy = rest = strdup(list)))
        return error_set(err, "out of memory");
    while (rc == 0 && (name = strsep(&rest, ","))) {
        name += strspn(name, " \t");
        if (f->count == INPUT_FILES)
            rc = error_set(err, "there are more than %d of them", INPUT_FILES);
        else
            rc = read_one(&f->file[f->count++], name, folder, err);
    }
    free(copy);
    if (rc < 0)
        input_files_clear(f);
    return rc;
}

void input_files_clear(struct input_files *f)
{
    for (int i = 0; i < f->count; i++) {
        free(f->file[i].path);
        free(f->file[i].told);
        free(f->file[i].text);
        free(f->file[i].braces);
    }
    memset(f, 0, sizeof(*f));
}

/* ---- asking ---- */

bool input_files_is_choosy(const struct input_files *f)
{
    for (int i = 0; i < f->count; i++)
        if (size_template_is_choosy(f->file[i].braces))
            return true;
    return false;
}

int input_files_check(const struct input_files *f,
                      int ranks,
                      struct error *err)
{
    for (int i = 0; i < f->count; i++) {
        struct string_list words = { 0 };
        struct error why;
        int rc = size_template_words(f->file[i].braces, ranks, &words, &why);

        string_list_clear(&words);
        if (rc < 0)
            return error_set(err, "%.300s: %.700s", f->file[i].told, why.text);
    }
    return 0;
}

/* ---- writing ---- */

/* The mode is that of the template, whatever the umask.  A symbolic link stays
 * one.
 */
static int write_beside(const struct input_file *f,
                        const char *text,
                        char new[PATH_MAX])
{
    char place[PATH_MAX];
    int fd, rc;

    if (!realpath(f->path, place))
        snprintf(place, sizeof(place), "%s", f->path);
    if (snprintf(new, PATH_MAX, "%s.XXXXXX", place) >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }
    fd = mkostemp(new, O_CLOEXEC);
    if (fd < 0)
        return -1;
    rc = file_write_all(fd, text, strlen(text), 0);
    if (rc == 0)
        rc = fchmod(fd, f->mode);
    if (close(fd) == 0 && rc == 0 && rename(new, place) == 0)
        return 0;
    rc = errno;
    unlink(new);
    errno = rc;
    return -1;
}

static int write_one(const struct input_file *f, int ranks, struct error *err)
{
    struct string_list made = { 0 };
    char new[PATH_MAX];
    struct error why;
    int rc = size_template_text(f->text, ranks, &made, &why);

    if (rc < 0)
        error_set(err, "%.300s, %.700s", f->told, why.text);
    else if ((rc = write_beside(f, made.text[0], new)) < 0)
        error_set(err, "%.500s cannot be written: %s", f->path,
                  strerror(errno));
    string_list_clear(&made);
    return rc;
}

int input_files_write(const struct input_files *f,
                      int ranks,
                      struct error *err)
{
    for (int i = 0; i < f->count; i++)
        if (write_one(&f->file[i], ranks, err) < 0)
            return -1;
    return 0;
}
