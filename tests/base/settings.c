/* Tests of base/settings.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/settings.h"
#include "tests/tap.h"

static struct settings settings;
static char complaints[4096];
static int complained;

static void complain(const char *text)
{
    size_t len = strlen(complaints);

    snprintf(complaints + len, sizeof(complaints) - len, "%s\n", text);
    complained++;
}

static void start_afresh(void)
{
    settings_init(&settings);
    complaints[0] = '\0';
    complained = 0;
}

static void test_table(void)
{
    struct error err = { "" };

    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_info *info = &setting_info[i];

        ok(settings_set(&settings, i, info->preset, FROM_OPTION, &err) == 0,
           "the default of %s is allowed", info->name);
        ok(strncmp(info->env, "MITOSIS_", 8) == 0
               && settings_find(info->env) == (enum setting)i
               && settings_find(info->name) == (enum setting)i,
           "%s is found by both its names", info->name);
        ok(strlen(info->help) > 20
               && info->help[strlen(info->help) - 1] == '.',
           "and has a sentence of help");
    }
    ok(settings_find("MITOSIS_") == SETTING_COUNT
           && settings_find("") == SETTING_COUNT
           && settings_find("prof") == SETTING_COUNT
           && settings_find("profiles") == SETTING_COUNT,
       "no setting is found by part of its name, or more than it");
    ok(settings_find("trace-limit") == SETTING_TRACE_LIMIT
           && settings_find("Trace_Limit") == SETTING_TRACE_LIMIT,
       "'-' and '_' are the same in a name, and so are cases");
}

static void test_values(void)
{
    static const struct {
        enum setting which;
        const char *value;
        const char *text; /* NULL when refused */
        uint64_t number;
    } cases[] = {
        { SETTING_PROFILE, "off", "off", 0 },
        { SETTING_PROFILE, "trace", "trace", 4 },
        { SETTING_PROFILE, "Trace", "trace", 4 },
        { SETTING_PROFILE, "auto", "auto", 5 },
        { SETTING_PROFILE, "no", "off", 0 },
        { SETTING_PROFILE, "on", NULL, 0 },
        { SETTING_PROFILE, "", NULL, 0 },
        { SETTING_PROFILE, "off|counts", NULL, 0 },
        { SETTING_SUMMARY, "on", "on", 1 },
        { SETTING_SUMMARY, "1", "on", 1 },
        { SETTING_SUMMARY, "FALSE", "off", 0 },
        { SETTING_SUMMARY, "maybe", NULL, 0 },
        { SETTING_DEPTH, "1", "1", 1 },
        { SETTING_DEPTH, "16", "16", 16 },
        { SETTING_DEPTH, "0", NULL, 0 },
        { SETTING_DEPTH, "17", NULL, 0 },
        { SETTING_DEPTH, "-1", NULL, 0 },
        { SETTING_DEPTH, " 1", NULL, 0 },
        { SETTING_DEPTH, "1x", NULL, 0 },
        { SETTING_DEPTH, "18446744073709551617", NULL, 0 },
        { SETTING_TRACE_LIMIT, "4096", "4096", 4096 },
        { SETTING_TRACE_LIMIT, "64k", "64k", 65536 },
        { SETTING_TRACE_LIMIT, "64K", "64K", 65536 },
        { SETTING_TRACE_LIMIT, "64M", "64M", 1 << 26 },
        { SETTING_TRACE_LIMIT, "1GiB", "1GiB", 1 << 30 },
        { SETTING_TRACE_LIMIT, "1GB", "1GB", 1 << 30 },
        { SETTING_TRACE_LIMIT, "99999b", "99999b", 99999 },
        { SETTING_TRACE_LIMIT, "100", NULL, 0 },
        { SETTING_TRACE_LIMIT, "M", NULL, 0 },
        { SETTING_TRACE_LIMIT, "1Q", NULL, 0 },
        { SETTING_TRACE_LIMIT, "1Mx", NULL, 0 },
        { SETTING_TRACE_LIMIT, "99999999999T", NULL, 0 },
        { SETTING_OUTPUT, "a b.json", "a b.json", 0 },
        { SETTING_OUTPUT, "", "", 0 },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        enum setting which = cases[i].which;
        struct error err = { "" };
        int rc;

        start_afresh();
        rc = settings_set(&settings, which, cases[i].value, FROM_FILE, &err);
        if (cases[i].text) {
            if (!ok(rc == 0 && !strcmp(settings.text[which], cases[i].text)
                        && settings.number[which] == cases[i].number
                        && settings.source[which] == FROM_FILE,
                    "%s = \"%s\"", setting_info[which].name, cases[i].value))
                diag("came %d \"%s\" %" PRIu64, rc, settings.text[which],
                     settings.number[which]);
        } else {
            ok(rc == -1 && settings.source[which] == FROM_PRESET
                   && !strcmp(settings.text[which],
                              setting_info[which].preset),
               "%s = \"%s\" is refused", setting_info[which].name,
               cases[i].value);
            has(err.text, cases[i].value, "the reason names what was given");
        }
    }
}

static void test_reasons(void)
{
    static const struct {
        enum setting which;
        const char *value;
        enum setting_source source;
        const char *reason;
    } cases[] = {
        { SETTING_PROFILE, "all", FROM_ENVIRONMENT,
          "MITOSIS_PROFILE: \"all\" is none of "
          "off|counts|times|callsites|trace|auto" },
        { SETTING_DEPTH, "99", FROM_OPTION,
          "--depth: \"99\" is no number from 1 to 16" },
        { SETTING_TRACE_LIMIT, "1", FROM_OPTION,
          "--trace-limit: \"1\" is no size from 4096 to" },
        { SETTING_DEPTH, "x", FROM_FILE, "depth: \"x\" is no number" },
    };
    static char longest[5000];
    struct error err = { "" };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        settings_set(&settings, cases[i].which, cases[i].value,
                     cases[i].source, &err);
        has(err.text, cases[i].reason, "%s = %s is explained",
            setting_info[cases[i].which].name, cases[i].value);
    }
    memset(longest, 'x', sizeof(longest) - 1);
    ok(settings_set(&settings, SETTING_OUTPUT, longest, FROM_OPTION, &err),
       "a text that does not fit is refused");
    has(err.text, "--output: the text is too long", "and that is said");
}

static void test_environment(void)
{
    start_afresh();
    setenv("MITOSIS_PROFILE", "times", 1);
    setenv("MITOSIS_DEPTH", "400", 1);
    setenv("MITOSIS_SUMMARY", "", 1);
    setenv("MITOSIS_JOB", "heat-abc", 1);
    setenv("MITOSIS_GENERATION", "3", 1);
    setenv("MITOSIS_CONFIG", "/nowhere", 1);
    setenv("mitosis_log", "debug", 1);
    setenv("MITOSIS", "1", 1);
    settings_read_environment(&settings, complain);
    ok(settings.number[SETTING_PROFILE] == 2
           && settings.source[SETTING_PROFILE] == FROM_ENVIRONMENT,
       "the environment sets");
    ok(settings.number[SETTING_DEPTH] == 1, "but nothing that is wrong");
    has(complaints, "MITOSIS_DEPTH: \"400\"", "which is told");
    ok(settings.number[SETTING_SUMMARY] == 1
           && settings.source[SETTING_SUMMARY] == FROM_PRESET,
       "an empty variable is as good as none");
    ok(complained == 1, "our own variables and others' are left in peace");

    start_afresh();
    setenv("MITOSIS_DEPTH", "2", 1);
    setenv("MITOSIS_PROFIEL", "times", 1);
    setenv("MITOSIS_depth", "3", 1);
    setenv("MITOSIS_WHATEVER_ELSE", "times", 1);
    settings_read_environment(&settings, complain);
    has(complaints,
        "unknown variable MITOSIS_PROFIEL, did you mean MITOSIS_PROFILE?",
        "a misspelt variable is told, with what it may have meant");
    has(complaints, "did you mean MITOSIS_DEPTH?", "wrong case is one too");
    has(complaints, "unknown variable MITOSIS_WHATEVER_ELSE; 'mitosis help",
        "what is like nothing else is told, with where to look");
    ok(complained == 3, "once each");
    clearenv();
    start_afresh();
    settings_read_environment(&settings, complain);
    ok(complained == 0, "no environment is fine");
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    if (!file || fputs(text, file) < 0 || fclose(file) != 0)
        diag("cannot write %s", path);
}

static void test_file(void)
{
    char path[] = "/tmp/mitosis-settings-XXXXXX";
    struct error err = { "" };

    close(mkstemp(path));
    setenv("MITOSIS_CONFIG", path, 1);
    write_file(path, "# ours\n"
                     "\n"
                     "profile = counts   # enough\n"
                     "  MITOSIS_OUTPUT=/tmp/a#1 #2 b.json\n"
                     "summary off\n"
                     "deepth = 4\n"
                     "zebra = 4\n"
                     "depth = many\n"
                     "log=info");
    start_afresh();
    ok(settings_read_file(&settings, complain, &err) == 0, "a file is read");
    ok(settings.number[SETTING_PROFILE] == 1
           && settings.source[SETTING_PROFILE] == FROM_FILE,
       "and sets");
    ok(!strcmp(settings.text[SETTING_OUTPUT], "/tmp/a#1"),
       "comments and spaces are cut off, and no part of a name");
    ok(settings.number[SETTING_LOG] == 2, "the last line needs no end");
    has(complaints, ":5: \"summary off\" is not NAME = VALUE",
        "what is no setting is told with its line");
    has(complaints, ":6: no setting \"deepth\"; did you mean depth?",
        "so is a misspelt name");
    has(complaints, ":7: no setting \"zebra\"\n", "or one like no other");
    has(complaints, ":8: depth: \"many\" is no number", "and a bad value");
    ok(complained == 4 && settings.number[SETTING_DEPTH] == 1,
       "once each, and they set nothing");

    setenv("MITOSIS_PROFILE", "trace", 1);
    settings_read_environment(&settings, complain);
    ok(settings.number[SETTING_PROFILE] == 4, "the environment beats it");
    unlink(path);

    start_afresh();
    ok(settings_read_file(&settings, complain, &err) == -1,
       "a file that was named and is not there is told");
    has(err.text, path, "with its name");
    setenv("MITOSIS_CONFIG", "/", 1);
    ok(settings_read_file(&settings, complain, &err) == -1,
       "so is one that cannot be read");
    has(err.text, "/: Is a directory", "with the reason");
}

static void test_usual_files(void)
{
    char home[] = "/tmp/mitosis-settings-XXXXXX";
    char folder[100], path[200];
    struct error err = { "" };

    clearenv();
    start_afresh();
    ok(settings_read_file(&settings, complain, &err) == 0 && !complained,
       "without HOME there is no file, which is fine");
    if (!mkdtemp(home))
        diag("no temporary folder");
    setenv("HOME", home, 1);
    ok(settings_read_file(&settings, complain, &err) == 0 && !complained,
       "nor need there be one");
    snprintf(folder, sizeof(folder), "mkdir %s/.config", home);
    if (system(folder) != 0)
        diag("%s failed", folder);
    snprintf(path, sizeof(path), "%s/.config/mitosis.conf", home);
    write_file(path, "depth=3\n");
    settings_read_file(&settings, complain, &err);
    ok(settings.number[SETTING_DEPTH] == 3, "one in ~/.config is found");
    unlink(path);
    snprintf(path, sizeof(path), "%s/mitosis.conf", home);
    write_file(path, "depth=4\n");
    setenv("XDG_CONFIG_HOME", home, 1);
    settings_read_file(&settings, complain, &err);
    ok(settings.number[SETTING_DEPTH] == 4,
       "or in the folder that XDG_CONFIG_HOME names");
    unlink(path);
    snprintf(path, sizeof(path), "%s/.config", home);
    rmdir(path);
    rmdir(home);
}

static void test_nearest(void)
{
    ok(settings_nearest("profil")
           && !strcmp(settings_nearest("profil"), "profile"),
       "the nearest name to profil is profile");
    ok(settings_nearest("MITOSIS_DEPHT")
           && !strcmp(settings_nearest("MITOSIS_DEPHT"), "depth"),
       "the nearest name to MITOSIS_DEPHT is depth");
    ok(!settings_nearest("zebra"), "none is near to zebra");
}

static void test_help(void)
{
    char *text = NULL;
    size_t size = 0, widest = 0;
    FILE *out = open_memstream(&text, &size);

    settings_help(out);
    fclose(out);
    for (int i = 0; i < SETTING_COUNT; i++)
        has(text, setting_info[i].env, "help lists %s", setting_info[i].name);
    has(text, "--trace-limit=SIZE", "as options too");
    has(text, "default 64M", "and tells defaults");
    for (char *line = text, *end; (end = strchr(line, '\n')); line = end + 1)
        if ((size_t)(end - line) > widest)
            widest = (size_t)(end - line);
    ok(widest < 80, "in lines that fit a terminal");
    free(text);
}

int main(void)
{
    clearenv();
    setenv("PATH", "/usr/bin:/bin", 1);
    settings_init(&settings);
    test_table();
    test_values();
    test_reasons();
    test_environment();
    test_file();
    setenv("PATH", "/usr/bin:/bin", 1);
    test_usual_files();
    test_nearest();
    test_help();
    return tap_done();
}
