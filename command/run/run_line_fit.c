/* run_line_fit.c - arguments of the program that go by its number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/run/run_line.h"
#include "job/size_template.h"
#include "job/sizes.h"

void run_line_note_ranks(struct run_line *l, char *const argv[])
{
    const char *own = strchr(argv[0], '=');
    const char *value = own ? own + 1 : argv[1];

    if (argv[0][1] != '-' && argv[0][2] >= '0' && argv[0][2] <= '9')
        value = argv[0] + 2; /* srun's "-n4" */
    l->ranks = value ? atoi(value) : 0;
}

/* How the setting is called where it comes from. */
static const char *name_of(const struct settings *s,
                           enum setting which,
                           char name[64])
{
    settings_name(which, s->source[which], name);
    return name;
}

static int add_arguments(struct run_line *l,
                         const struct settings *settings,
                         struct error *err)
{
    const char *text = settings->text[SETTING_ARGUMENTS];
    struct string_list words = { 0 };
    char name[64];
    int rc;

    name_of(settings, SETTING_ARGUMENTS, name);
    if (l->programs.count != 1 || l->elsewhere)
        return error_set(err, "%s: the job is not of one program", name);
    if (l->ranks <= 0)
        return error_set(err, "%s needs the number of ranks, as -n N", name);
    rc = size_template_words(text, l->ranks, &words, err);
    for (size_t i = 0; rc == 0 && i < words.count; i++)
        words_add(&l->mpiexec, "%s", words.text[i]);
    string_list_clear(&words);
    return rc;
}

int run_line_fit(struct run_line *l,
                 const struct settings *settings,
                 struct error *err)
{
    static struct sizes sizes;

    if (sizes_read(&sizes, settings->text[SETTING_SIZES],
                   settings->text[SETTING_ARGUMENTS], err)
            < 0
        || (l->ranks > 0 && sizes_check(&sizes, l->ranks, err) < 0))
        return -1;
    return *settings->text[SETTING_ARGUMENTS]
               ? add_arguments(l, settings, err)
               : 0;
}
