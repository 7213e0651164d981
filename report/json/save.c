/* save.c - put a report into a file, whole or not at all
 *
 * It is written beside its place and renamed.  A new name is claimed first,
 * by an empty file that the report then replaces, so that two jobs that end
 * together do not take the same.
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

#include "report/json/json.h"
#include "report/json/save.h"

enum { MOST_NAMES = 100000 };

/* What goes into a file. */
struct print {
    save_printer *print;
    const void *what;
};

/* Write into the open file and close it.  Returns -1 with errno. */
static int print_and_close(const struct print *p, int fd)
{
    FILE *out = fdopen(fd, "w");
    int failed;

    if (!out) {
        close(fd);
        return -1;
    }
    errno = EIO; /* what a stream that failed may have left untold */
    failed = p->print(p->what, out) < 0 || fflush(out) != 0 || ferror(out);
    if (failed) {
        int reason = errno;

        fclose(out);
        errno = reason;
        return -1;
    }
    return fclose(out) == 0 ? 0 : -1;
}

static bool is_stdout(const char *path)
{
    return strcmp(path, "-") == 0;
}

static int print_in_place(const struct print *p,
                          const char *path,
                          struct error *err)
{
    int fd = is_stdout(path) ? dup(STDOUT_FILENO)
                             : open(path, O_WRONLY | O_CLOEXEC);

    if (fd < 0 || print_and_close(p, fd) < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    return 0;
}

/* Make a new file beside 'path'.  Returns a descriptor, or -1 with errno. */
static int open_beside(const char *path, char beside[PATH_MAX])
{
    int fd = -1;

    errno = EEXIST;
    for (int n = 0; fd < 0 && errno == EEXIST && n < MOST_NAMES; n++) {
        if (snprintf(beside, PATH_MAX, "%s.%d-%d", path, (int)getpid(), n)
            >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        fd = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return fd;
}

/* Put a file in the place of 'path', with the permissions of 'old'. */
static int replace(const struct print *p,
                   const char *path,
                   const struct stat *old,
                   struct error *err)
{
    char beside[PATH_MAX];
    int fd = open_beside(path, beside);

    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(errno));
    if (old && fchmod(fd, old->st_mode & 0777) < 0)
        close(fd);
    else if (print_and_close(p, fd) == 0 && rename(beside, path) == 0)
        return 0;
    error_set(err, "%s: %s", path, strerror(errno));
    unlink(beside);
    return -1;
}

int save_print(const char *path,
               save_printer *print,
               const void *what,
               struct error *err)
{
    struct print p = { print, what };
    struct stat st;
    char *real;
    int rc;

    if (is_stdout(path))
        return print_in_place(&p, path, err);
    if (stat(path, &st) < 0)
        return replace(&p, path, NULL, err);
    if (!S_ISREG(st.st_mode))
        return print_in_place(&p, path, err);
    if (!(real = realpath(path, NULL)))
        return error_set(err, "%s: %s", path, strerror(errno));
    rc = replace(&p, real, &st, err);
    free(real);
    return rc;
}

int save_check(const char *path, struct error *err)
{
    char beside[PATH_MAX], *real = NULL;
    struct stat st;
    int fd, reason;

    if (is_stdout(path))
        return 0;
    errno = *path ? 0 : ENOENT;
    if (*path && stat(path, &st) == 0) {
        if (S_ISDIR(st.st_mode))
            errno = EISDIR;
        else if (!S_ISREG(st.st_mode)) {
            if (access(path, W_OK) == 0)
                return 0;
        } else
            real = realpath(path, NULL);
    } else if (*path && errno == ENOENT)
        real = strdup(path);
    if (!real)
        return error_set(err, "%s: %s", *path ? path : "\"\"",
                         strerror(errno));
    fd = open_beside(real, beside);
    reason = errno;
    free(real);
    if (fd < 0)
        return error_set(err, "%s: %s", path, strerror(reason));
    close(fd);
    unlink(beside);
    return 0;
}

static int print_json(const void *run, FILE *out)
{
    json_print(run, out);
    return 0;
}

int save_over(const struct run *run, const char *path, struct error *err)
{
    return save_print(path, print_json, run, err);
}

/* NAME.mitosis.json below the folder, the n-th of them. */
static int name_file(const struct run *run,
                     const char *folder,
                     int n,
                     char path[SAVE_PATH])
{
    char name[256], number[16] = "";
    int len;

    snprintf(name, sizeof(name), "%s", run->job[0] ? run->job : "job");
    for (char *c = name; *c; c++)
        if (*c == '/' || (*c == '.' && c == name))
            *c = '_';
    if (n > 1)
        snprintf(number, sizeof(number), ".%d", n);
    len = snprintf(path, SAVE_PATH, "%s%s%s%s.mitosis.json", folder,
                   folder[0] && folder[strlen(folder) - 1] != '/' ? "/" : "",
                   name, number);
    return len < SAVE_PATH ? 0 : -1;
}

int save_new(const struct run *run,
             const char *folder,
             char path[SAVE_PATH],
             struct error *err)
{
    struct print p = { print_json, run };
    char name[SAVE_PATH];
    int fd = -1;

    errno = EEXIST;
    for (int n = 1; fd < 0 && errno == EEXIST && n < MOST_NAMES; n++) {
        if (name_file(run, folder, n, name) < 0)
            return error_set(err, "%s: %s", folder, strerror(ENAMETOOLONG));
        fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    if (fd < 0)
        return error_set(err, "%s: %s", name, strerror(errno));
    close(fd);
    if (replace(&p, name, NULL, err) < 0) {
        unlink(name);
        return -1;
    }
    memcpy(path, name, sizeof(name));
    return 0;
}
