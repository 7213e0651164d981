/* settings_check.c - what is wrong with settings beyond their types
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "agent/batch/batch.h"
#include "command/common/settings_check.h"
#include "job/change_script.h"
#include "job/input_files.h"
#include "job/size_list.h"
#include "job/size_template.h"
#include "policy/policy.h"
#include "policy/policy_job.h"
#include "policy/shipped.h"

/* ---- one by one ---- */

static int check_limits(const char *text, struct error *err)
{
    struct policy_limits limits;

    return policy_limits_read(&limits, text, err);
}

static int check_sizes(const char *text, struct error *err)
{
    struct size_list list;

    return size_list_parse(&list, text, err);
}

static int check_templates(const char *text, struct error *err)
{
    static struct input_files files;
    int rc = input_files_read(&files, text, ".", err);

    input_files_clear(&files);
    return rc;
}

static int check_script(const char *text, struct error *err)
{
    struct change_script script;
    int rc = change_script_parse(&script, text, err);

    change_script_clear(&script);
    return rc;
}

static int check_file(const char *text, struct error *err)
{
    return access(text, R_OK) == 0
               ? 0
               : error_set(err, "%s: %s", text, strerror(errno));
}

static int check_folder(const char *text, struct error *err)
{
    struct stat st;

    if (stat(text, &st) == 0 && !S_ISDIR(st.st_mode))
        return error_set(err, "%s: %s", text, strerror(ENOTDIR));
    return access(text, W_OK | X_OK) == 0
               ? 0
               : error_set(err, "%s: %s", text, strerror(errno));
}

static int check_output(const char *text, struct error *err)
{
    return strcmp(text, "-") != 0
               ? 0
               : error_set(err, "standard output is the program's; 'mitosis "
                                "report' prints a report afterwards");
}

static const struct {
    enum setting name;
    enum setting options;
    enum module_kind kind;
} modules[] = {
    { SETTING_POLICY, SETTING_POLICY_OPTIONS, MODULE_DECIDE },
    { SETTING_PROTOCOL, SETTING_PROTOCOL_OPTIONS, MODULE_PROTOCOL },
    { SETTING_FIGURES, SETTING_FIGURES_OPTIONS, MODULE_PROFILE },
};

enum { MODULES = sizeof(modules) / sizeof(modules[0]) };

static int check_module(const struct settings *s,
                        enum setting which,
                        struct error *err)
{
    char path[POLICY_PATH];
    module_t *m;
    int i = 0;

    while (i + 1 < MODULES && modules[i].name != which)
        i++;
    if (shipped_find(modules[i].kind, s->text[which], path, err) < 0)
        return -1;
    m = module_load_kind(modules[i].kind, path, s->text[modules[i].options],
                         err);
    module_destroy(m);
    return m ? 0 : -1;
}

static int check_options(const struct settings *s,
                         enum setting which,
                         struct error *err)
{
    int i = 0;
    char name[64];

    while (i + 1 < MODULES && modules[i].options != which)
        i++;
    if (*s->text[modules[i].name])
        return 0;
    settings_name(modules[i].name, s->source[which], name);
    return error_set(err, "these are for %s, which is not given", name);
}

static const struct {
    enum setting which;
    int (*check)(const char *text, struct error *err); /* by itself, or */
    int (*check_with)(const struct settings *s,        /* beside others */
                      enum setting which,
                      struct error *err);
    bool changes; /* it asks for changes, and so for a job that is watched */
} checks[] = {
    { SETTING_PAGES, check_folder, NULL, false },
    { SETTING_OUTPUT, check_output, NULL, false },
    { SETTING_SCRIPT, check_script, NULL, true },
    { SETTING_LIMITS, check_limits, NULL, false },
    { SETTING_SIZES, check_sizes, NULL, false },
    { SETTING_ARGUMENTS, size_template_check, NULL, false },
    { SETTING_TEMPLATES, check_templates, NULL, false },
    { SETTING_HOSTS_FILE, check_file, NULL, true },
    { SETTING_BATCH, batch_check, NULL, true },
    { SETTING_POLICY, NULL, check_module, true },
    { SETTING_POLICY_OPTIONS, NULL, check_options, false },
    { SETTING_PROTOCOL, NULL, check_module, true },
    { SETTING_PROTOCOL_OPTIONS, NULL, check_options, false },
    { SETTING_FIGURES, NULL, check_module, false },
    { SETTING_FIGURES_OPTIONS, NULL, check_options, false },
};

enum { CHECKS = sizeof(checks) / sizeof(checks[0]) };

/* ---- all of them ---- */

/* One that has it that nothing is watched or changed, or SETTING_COUNT. */
static enum setting find_off(const struct settings *s)
{
    static const enum setting off[] = { SETTING_PROFILE, SETTING_MALLEABLE };

    for (int i = 0; i < 2; i++)
        if (strcmp(s->text[off[i]], "off") == 0)
            return off[i];
    return SETTING_COUNT;
}

static int check(const struct settings *s, int i, struct error *err)
{
    enum setting which = checks[i].which, off = find_off(s);
    char name[64];

    if (!*s->text[which])
        return 0;
    if (checks[i].changes && off < SETTING_COUNT) {
        settings_name(off, s->source[off], name);
        return error_set(err, "no job is changed with %s=off", name);
    }
    return checks[i].check ? checks[i].check(s->text[which], err)
                           : checks[i].check_with(s, which, err);
}

void settings_check_all(const struct settings *settings,
                        void (*wrong)(enum setting which,
                                      const char *text,
                                      void *arg),
                        void *arg)
{
    for (int i = 0; i < CHECKS; i++) {
        enum setting which = checks[i].which;
        struct error why, text;
        char name[64];

        if (check(settings, i, &why) == 0)
            continue;
        settings_name(which, settings->source[which], name);
        error_set(&text, "%s: %.900s", name, why.text);
        wrong(which, text.text, arg);
    }
}

struct first {
    const struct settings *settings;
    struct error *err;
    int rc;
};

static void keep_first(enum setting which, const char *text, void *arg)
{
    struct first *first = arg;

    if (first->rc == 0 && first->settings->source[which] == FROM_OPTION)
        first->rc = error_set(first->err, "%s", text);
}

int settings_check_options(const struct settings *settings, struct error *err)
{
    struct first first = { settings, err, 0 };

    settings_check_all(settings, keep_first, &first);
    return first.rc;
}
