/* run_line_fit.c - arguments and input files of the program that go by its
 * number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/run/run_line.h"
#include "job/input_files.h"
#include "job/size_template.h"
#include "job/sizes.h"

void run_line_note_ranks(struct run_line *l, char *const argv[])
{
    const char *own = strchr(argv[0], '=');
    const char *value = own ? own + 1 : argv[1];

    if (argv[0][1] != '-' && argv[0][2] >= '0' && argv[0][2] <= '9')
        value = argv[0] + 2; /* srun's "-n4" */
    if (l->ranks >= 0)
        l->ranks = value && atoi(value) > 0 ? atoi(value) : -1;
}

/* How the setting is called where it comes from. */
static const char *name_of(const struct settings *s,
                           enum setting which,
                           char name[64])
{
    settings_name(which, s->source[which], name);
    return name;
}

/* What goes by the number of ranks is of one program, whose number is known.
 */
static int check_number(const struct run_line *l,
                        const struct settings *settings,
                        enum setting which,
                        struct error *err)
{
    char name[64];

    if (!*settings->text[which])
        return 0;
    name_of(settings, which, name);
    if (l->programs.count != 1 || l->elsewhere)
        return error_set(err, "%s: the job is not of one program", name);
    if (l->ranks <= 0)
        return error_set(err, "%s needs the number of ranks, as -n N", name);
    return 0;
}

static int add_arguments(struct run_line *l,
                         const struct settings *settings,
                         struct error *err)
{
    struct string_list words = { 0 };
    int rc = size_template_words(settings->text[SETTING_ARGUMENTS], l->ranks,
                                 &words, err);

    for (size_t i = 0; rc == 0 && i < words.count; i++)
        words_add(&l->mpiexec, "%s", words.text[i]);
    string_list_clear(&words);
    return rc;
}

static int fit(struct run_line *l,
               const struct settings *settings,
               const struct input_files *files,
               struct error *err)
{
    static struct sizes sizes;

    if (sizes_read(&sizes, settings->text[SETTING_SIZES],
                   settings->text[SETTING_ARGUMENTS], err)
        < 0)
        return -1;
    sizes.files = files;
    if ((l->ranks > 0 && sizes_check(&sizes, l->ranks, err) < 0)
        || check_number(l, settings, SETTING_ARGUMENTS, err) < 0
        || check_number(l, settings, SETTING_TEMPLATES, err) < 0)
        return -1;
    return *settings->text[SETTING_ARGUMENTS] ? add_arguments(l, settings, err)
                                              : 0;
}

int run_line_fit(struct run_line *l,
                 const struct settings *settings,
                 struct error *err)
{
    static struct input_files files;
    int rc =
        input_files_read(&files, settings->text[SETTING_TEMPLATES], ".", err);

    if (rc == 0)
        rc = fit(l, settings, &files, err);
    if (rc == 0)
        rc = input_files_write(&files, l->ranks, err);
    input_files_clear(&files);
    return rc;
}
