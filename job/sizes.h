/* sizes.h - which numbers of ranks a job can have
 *
 * Those that MITOSIS_SIZES lists and that the arguments in MITOSIS_ARGUMENTS,
 * and the files of MITOSIS_TEMPLATES, can be made for.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_SIZES_H
#define MITOSIS_JOB_SIZES_H

#include <stdbool.h>

#include "job/input_files.h"
#include "job/size_list.h"

/* All zero allows every number. */
struct sizes {
    struct size_list list;
    const char *told;                /* the list as it was written */
    const char *arguments;           /* a template, see size_template.h */
    const struct input_files *files; /* or NULL; set by the caller */
};

/* Read the first two, with no files; either may be "".  They have to stay
 * where they are.  Returns -1 with the reason in 'err', and then every number
 * is allowed.
 */
int sizes_read(struct sizes *s,
               const char *list,
               const char *arguments,
               struct error *err);

/* Read only a list, which has to stay where it is. */
int sizes_read_list(struct sizes *s, const char *list, struct error *err);

/* Whether there may be numbers that cannot be had. */
bool sizes_is_choosy(const struct sizes *s);

bool sizes_has(const struct sizes *s, int ranks);

/* The next one that is more, or less, than 'ranks', or 0 for none. */
int sizes_above(const struct sizes *s, int ranks);
int sizes_below(const struct sizes *s, int ranks);

/* As sizes_has(), or -1 with the reason in 'err', which names the nearest that
 * can be had.
 */
int sizes_check(const struct sizes *s, int ranks, struct error *err);

#endif /* !MITOSIS_JOB_SIZES_H */
