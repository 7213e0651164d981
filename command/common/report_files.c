/* report_files.c - reports by name, and those of folders
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command/common/newest_report.h"
#include "command/common/report_files.h"

static bool is_folder(const char *path)
{
    struct stat st;

    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Take the last one back if it has not the name of a report, or is none. */
static void offer(struct string_list *t, const char *folder, const char *name)
{
    size_t before = t->count;

    if (name[0] == '.')
        return;
    if (strcmp(folder, ".") == 0)
        string_list_add(t, "%s", name);
    else
        string_list_add(t, "%s/%s", folder, name);
    if (t->count > before && !newest_report_is_report(t->text[before])) {
        free(t->text[before]);
        t->text[before] = NULL;
        t->count = before;
    }
}

static int add_folder(struct report_files *f,
                      const char *folder,
                      struct error *err)
{
    size_t before = f->found.count;
    DIR *dir = opendir(folder);
    struct dirent *entry;

    if (!dir)
        return error_set(err, "%s: %s", folder, strerror(errno));
    while ((entry = readdir(dir)))
        offer(&f->found, folder, entry->d_name);
    closedir(dir);
    if (f->found.count == before && !f->found.failed)
        return error_set(err, "no report, *.json, is in the folder %s",
                         folder);
    return 0;
}

int report_files_add(struct report_files *f,
                     const char *path,
                     struct error *err)
{
    if (is_folder(path)) {
        if (add_folder(f, path, err) < 0)
            return -1;
    } else {
        string_list_add(&f->named, "%s", path);
    }
    if (f->named.failed || f->found.failed)
        return error_set(err, "no memory for so many reports");
    return 0;
}

void report_files_clear(struct report_files *f)
{
    string_list_clear(&f->named);
    string_list_clear(&f->found);
}
