/* input_files.h - files that a program reads in its start-up and that go by
 * its number of ranks, made of templates
 *
 * The template of "dns.in" is "dns.in.template", in the same folder; what is
 * in braces in it is replaced as size_template.h says.  It is read once: who
 * edits it meanwhile changes nothing for a job that runs.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_INPUT_FILES_H
#define MITOSIS_JOB_INPUT_FILES_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

enum { INPUT_FILES = 16 };

struct input_file {
    char *path;
    char *told;   /* the name of its template as the user has written it */
    char *text;   /* what is in that */
    char *braces; /* only what is in braces, with spaces between, which is all
                     that has to be looked at for most questions */
    mode_t mode;  /* of the template */
};

/* All zero are none. */
struct input_files {
    int count;
    struct input_file file[INPUT_FILES];
};

/* Read the templates that 'list' names, with commas between; those that do not
 * begin with / are in 'folder'.  "" are none.  Returns -1 with the reason in
 * 'err', and 'f' is none then.  'f' is given back by input_files_clear().
 */
int input_files_read(struct input_files *f,
                     const char *list,
                     const char *folder,
                     struct error *err);
void input_files_clear(struct input_files *f);

/* Whether there may be numbers of ranks for which they cannot be made. */
bool input_files_is_choosy(const struct input_files *f);

/* Whether they can be made for so many; the reason, if not, in 'err'. */
int input_files_check(const struct input_files *f,
                      int ranks,
                      struct error *err);

/* Write all of them for so many ranks.  Whoever reads one has the old one or
 * the new one, and both are whole.  Returns -1 with the reason in 'err'; those
 * before the one that it is about are written then.
 */
int input_files_write(const struct input_files *f,
                      int ranks,
                      struct error *err);

#endif /* !MITOSIS_JOB_INPUT_FILES_H */
