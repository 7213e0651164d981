/* manifest_file.c - manifests as files, for those on the same host
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace_file.h"
#include "migrate/transfer/manifest_file.h"

enum { PATH_SIZE = 4096 + 64 };

static void compose(const char *folder,
                    uint32_t generation,
                    int rank,
                    char *path)
{
    snprintf(path, PATH_SIZE, "%s/state-%u-%d", folder, generation, rank);
}

int manifest_file_write(const char *folder,
                        const struct manifest *m,
                        struct error *err)
{
    char path[PATH_SIZE];
    size_t bytes;
    void *data = manifest_encode(m, &bytes, err);
    int rc;

    if (!data)
        return -1;
    compose(folder, (uint32_t)m->generation, (int)m->rank, path);
    rc = replace_file_write(path, data, bytes);
    if (rc < 0)
        error_set(err, "%s: %s", path, strerror(errno));
    free(data);
    return rc;
}

static void *read_file(const char *path, size_t *bytes)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    struct stat st;
    char *data = NULL;
    ssize_t got;

    *bytes = 0;
    if (fd >= 0 && fstat(fd, &st) == 0
        && (data = malloc((size_t)st.st_size + 1)))
        while ((got = read(fd, data + *bytes, (size_t)st.st_size - *bytes))
               > 0)
            *bytes += (size_t)got;
    if (fd >= 0)
        close(fd);
    return data;
}

struct manifest *manifest_file_read(const char *folder,
                                    uint32_t generation,
                                    int rank,
                                    struct error *err)
{
    char path[PATH_SIZE];
    struct manifest *m;
    struct error why;
    size_t bytes;
    void *data;

    compose(folder, generation, rank, path);
    data = read_file(path, &bytes);
    if (!data)
        return error_null(err, "%s: %s", path, strerror(errno));
    m = manifest_decode(data, bytes, &why);
    if (!m)
        error_set(err, "%.200s: %.700s", path, why.text);
    free(data);
    return m;
}

struct manifest **manifest_file_read_all(const char *folder,
                                         uint32_t generation,
                                         int ranks,
                                         struct error *err)
{
    struct manifest **list = calloc((size_t)ranks, sizeof(*list));

    if (!list)
        return error_null(err, "out of memory");
    for (int r = 0; r < ranks; r++)
        if (!(list[r] = manifest_file_read(folder, generation, r, err))) {
            manifest_file_free(list, ranks);
            return NULL;
        }
    return list;
}

void manifest_file_free(struct manifest **list, int ranks)
{
    for (int r = 0; list && r < ranks; r++)
        manifest_destroy(list[r]);
    free(list);
}
