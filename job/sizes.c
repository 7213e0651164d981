/* sizes.c - which numbers of ranks a job can have
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "job/change.h"
#include "job/size_template.h"
#include "job/sizes.h"

/* Beyond that a template is not tried, which takes its time. */
enum { TRIED_MOST = 1 << 16 };

int sizes_read_list(struct sizes *s, const char *list, struct error *err)
{
    memset(s, 0, sizeof(*s));
    if (size_list_parse(&s->list, list, err) < 0)
        return -1;
    s->told = list;
    return 0;
}

int sizes_read(struct sizes *s,
               const char *list,
               const char *arguments,
               struct error *err)
{
    struct error why;

    if (sizes_read_list(s, list, &why) < 0)
        return error_set(err, "MITOSIS_SIZES: %.900s", why.text);
    if (size_template_check(arguments, &why) < 0) {
        memset(s, 0, sizeof(*s));
        return error_set(err, "MITOSIS_ARGUMENTS: %.900s", why.text);
    }
    s->arguments = arguments;
    return 0;
}

/* Whether there may be numbers for which a template cannot be filled in. */
static bool goes_by_templates(const struct sizes *s)
{
    return (s->arguments && size_template_is_choosy(s->arguments))
           || (s->files && input_files_is_choosy(s->files));
}

bool sizes_is_choosy(const struct sizes *s)
{
    return s->list.items > 0 || goes_by_templates(s);
}

/* Whether templates can be filled in for so many; if not, the option that has
 * the template, with the reason, in 'err'.
 */
static bool can_be_told(const struct sizes *s, int ranks, struct error *err)
{
    struct string_list words = { 0 };
    struct error why;
    int rc = 0;

    if (s->arguments && size_template_is_choosy(s->arguments)
        && size_template_words(s->arguments, ranks, &words, &why) < 0)
        rc = error_set(err, "--arguments: %.900s", why.text);
    if (rc == 0 && s->files && input_files_is_choosy(s->files)
        && input_files_check(s->files, ranks, &why) < 0)
        rc = error_set(err, "--templates: %.900s", why.text);
    string_list_clear(&words);
    return rc == 0;
}

bool sizes_has(const struct sizes *s, int ranks)
{
    return size_list_has(&s->list, ranks) && can_be_told(s, ranks, NULL);
}

int sizes_above(const struct sizes *s, int ranks)
{
    int most = goes_by_templates(s) ? TRIED_MOST : CHANGE_MOST;

    for (int n = ranks + 1; n <= most; n++)
        if (sizes_has(s, n))
            return n;
    return 0;
}

int sizes_below(const struct sizes *s, int ranks)
{
    int n = ranks - 1;

    while (n > 0 && !sizes_has(s, n))
        n--;
    return n > 0 ? n : 0;
}

int sizes_check(const struct sizes *s, int ranks, struct error *err)
{
    char nearest[64] = "no other number does";
    int below, above;
    struct error why;

    if (sizes_has(s, ranks))
        return 0;
    below = sizes_below(s, ranks);
    above = sizes_above(s, ranks);
    if (below > 0 && above > 0)
        snprintf(nearest, sizeof(nearest), "%d or %d would", below, above);
    else if (below > 0 || above > 0)
        snprintf(nearest, sizeof(nearest), "%d would",
                 below > 0 ? below : above);
    if (!size_list_has(&s->list, ranks))
        return error_set(err, "%d rank%s not go with --sizes %.500s: %s",
                         ranks, ranks == 1 ? " does" : "s do", s->told,
                         nearest);
    can_be_told(s, ranks, &why);
    return error_set(err, "%d rank%s not go with %.600s: %s", ranks,
                     ranks == 1 ? " does" : "s do", why.text, nearest);
}
