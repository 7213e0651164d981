/* fetch_source.c - where a new rank fetches the items of old ranks from
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "base/system/host.h"
#include "migrate/transfer/fetch_source.h"
#include "migrate/transfer/state_file.h"

/* Whether the rank of 'm', which still computes, can be read already. */
static bool can_read(const struct manifest *m)
{
    char byte;

    for (size_t i = 0; i < m->count; i++) {
        struct iovec local = { &byte, 1 };
        struct iovec remote = { (void *)(uintptr_t)m->items[i].address, 1 };

        if (remote.iov_base
            && process_vm_readv((pid_t)m->pid, &local, 1, &remote, 1, 0) == 1)
            return true;
    }
    return false;
}

bool fetch_source_is_far(const struct fetch_source *s,
                         const struct manifest *m)
{
    return strcmp(s->way, "tcp") == 0 || strcmp(m->host, host_own()) != 0;
}

static bool choose_shared(const struct fetch_source *s,
                          const struct manifest *const *old)
{
    int near = 0;

    if (strcmp(s->way, "auto") != 0)
        return strcmp(s->way, "shared") == 0;
    while (near < s->ranks && fetch_source_is_far(s, old[near]))
        near++;
    return near < s->ranks
           && (state_file_wanted(s->folder)
               || (!can_read(old[near]) && !state_file_can_read()));
}

int fetch_source_open(struct fetch_source *s,
                      const char *folder,
                      const char *way,
                      const struct manifest *const *old,
                      int ranks,
                      struct error *err)
{
    *s = (struct fetch_source){ .folder = folder, .way = way, .ranks = ranks };
    s->shared = choose_shared(s, old);
    if (!s->shared)
        return 0;
    s->files = malloc((size_t)ranks * sizeof(s->files[0]));
    if (!s->files)
        return error_set(err, "out of memory");
    for (int r = 0; r < ranks; r++)
        s->files[r] = -1;
    return state_file_want(folder, err);
}

int fetch_source_find(struct fetch_source *s,
                      const struct manifest *m,
                      size_t item,
                      struct fetch_local_source *from,
                      struct error *err)
{
    int *file;

    *from = (struct fetch_local_source){ (pid_t)m->pid, -1,
                                         m->items[item].address };
    if (!s->shared)
        return 0;
    file = &s->files[m->rank];
    if (*file < 0)
        *file = state_file_open(s->folder, m, err);
    from->fd = *file;
    from->address = state_file_place(m, item);
    return *file < 0 ? -1 : 0;
}

void fetch_source_refused(const struct fetch_source *s)
{
    if (!s->shared && strcmp(s->way, "auto") == 0)
        state_file_want(s->folder, NULL);
}

void fetch_source_close(struct fetch_source *s)
{
    for (int r = 0; s->files && r < s->ranks; r++)
        if (s->files[r] >= 0)
            close(s->files[r]);
    free(s->files);
    memset(s, 0, sizeof(*s));
}
