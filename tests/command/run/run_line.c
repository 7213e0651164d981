/* Tests of command/run/run_line.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "command/run/run_line.h"
#include "tests/tap.h"

enum { WORDS = 40 };

static struct settings settings;

/* Split 'line' at spaces; '~' stands for a space within a word. */
static char **split(const char *line)
{
    static char text[1000], *words[WORDS + 1];
    int count = 0;

    snprintf(text, sizeof(text), "%s", line);
    for (char *word = strtok(text, " "); word && count < WORDS;
         word = strtok(NULL, " ")) {
        for (char *c = word; *c; c++)
            *c = *c == '~' ? ' ' : *c;
        words[count++] = word;
    }
    words[count] = NULL;
    return words;
}

static const char *join(const struct string_list *w)
{
    static char text[4000];
    char *end = text;

    for (size_t i = 0; i < w->count; i++) {
        if (i)
            *end++ = ' ';
        for (const char *c = w->text[i]; *c; c++)
            *end++ = *c == ' ' ? '~' : *c;
    }
    *end = '\0';
    return text;
}

static void expect(const char *came, const char *expected, const char *what)
{
    if (!ok(strcmp(came, expected) == 0, "%s", what)) {
        diag("    came: %s", came);
        diag("expected: %s", expected);
    }
}

static void test_handing_on(void)
{
    static const struct {
        const char *line;
        const char *mpiexec; /* NULL: the same */
        const char *programs;
    } cases[] = {
        { "./app", NULL, "./app" },
        { "-n 4 ./app", NULL, "./app" },
        { "--n 4 ./app -n 5", NULL, "./app" },
        { "-np 4 -ppn 2 -f hosts ./app --depth 3", NULL, "./app" },
        { "-n=4 app", NULL, "app" },
        { "-N 4 app", NULL, "app" },
        { "-launcher ssh -launcher-exec f -hosts a,b -iface eth0 app x", NULL,
          "app" },
        { "-genvlist A,B -genvall -envnone -l -bind-to core app", NULL,
          "app" },
        { "-wdir /a~b -n 1 app", NULL, "app" },
        { "-genv A 1 app", NULL, "app" },
        { "-genv A=1 app", "-genv A 1 app", "app" },
        { "-genv=A=1 app", "-genv A 1 app", "app" },
        { "-genv=A 1 app", "-genv A 1 app", "app" },
        { "--env A b~c -n 2 app", "-env A b~c -n 2 app", "app" },
        { "-n 1 a : -n 2 b x y : c", NULL, "a b c" },
        { "-n 1 a --depth 2 : --depth 2 -n 2 b", "-n 1 a --depth 2 : -n 2 b",
          "a b" },
        { "--depth 2 -n 4 app", "-n 4 app", "app" },
        { "-n 4 --depth=2 app", "-n 4 app", "app" },
        { "--depth=2 -n 4 -- app --depth 3", "-n 4 app --depth 3", "app" },
        { "--depth=2 -- -n 4 app", "-n 4 app", "app" },
        { "--strict -n 4 app", "-n 4 app", "app" },
        { "--strict on -n 4 app", "-n 4 app", "app" },
        { "--strict=off -n 4 app", "-n 4 app", "app" },
        { "-n 4 --strict app off", "-n 4 app off", "app" },
        { "-profile app", NULL, "app" },
        { "--depth 2 -- --profile app", "--profile app", "app" },
        { "-n 1 app -genv MITOSIS_DEPTH 2 -- x", NULL, "app" },
        { "-genv MITOSIS_DEPTH 2 -n 1 app", "-n 1 app", "app" },
        { "-genv MITOSIS_DEPTH=2 -n 1 app", "-n 1 app", "app" },
        { "-env MITOSIS_DEPTH 2 -n 1 app", NULL, "app" },
        { "-pmi_args 1 2 3 4 app", NULL, "app" },
        { "-configfile f", NULL, "" },
        { "-info", NULL, "" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line l;
        struct error err = { "" };

        settings_init(&settings);
        if (!ok(run_line_parse(&l, split(cases[i].line), &settings, &err) == 0,
                "run %s", cases[i].line))
            diag("%s", err.text);
        expect(join(&l.mpiexec),
               cases[i].mpiexec ? cases[i].mpiexec : cases[i].line,
               "mpiexec gets its part");
        expect(join(&l.programs), cases[i].programs, "programs are seen");
        run_line_clear(&l);
    }
}

static void test_srun(void)
{
    static const struct {
        const char *line;
        const char *srun;
        const char *program;
    } cases[] = {
        { "-n 4 --mpi=pmi2 app -n 5", NULL, "app" },
        { "-n4 -N2 app", NULL, "app" },
        { "-lun4 app", NULL, "app" },
        { "--ntasks 4 --nodes=2 app", NULL, "app" },
        { "--mem=100 -n 4 app --depth 3", NULL, "app" },
        { "--exact --depth 2 -n 4 app", "--exact -n 4 app", "app" },
        { "--launcher srun -n 4 app", "-n 4 app", "app" },
        { "-n 4 --launcher=srun app", "-n 4 app", "app" },
        { "-n 4 --launcher=SRUN -- -o f app", "-n 4 -o f app", "app" },
        { "--overlap -- --profile=all app", "--overlap --profile=all app",
          "app" },
        { "-I5 -K -n 4 app", NULL, "app" },
        { "--multi-prog f", NULL, "f" },
        { "--launcher srun -pmain -wh1,h2 -n2 a", "-pmain -wh1,h2 -n2 a",
          "a" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line l;
        struct error err = { "" };

        settings_init(&settings);
        if (!ok(run_line_parse(&l, split(cases[i].line), &settings, &err) == 0
                    && l.srun,
                "run %s is srun's", cases[i].line))
            diag("%s", err.text);
        expect(join(&l.mpiexec), cases[i].srun ? cases[i].srun : cases[i].line,
               "srun gets its part");
        expect(join(&l.programs), cases[i].program, "the program is seen");
        run_line_clear(&l);
    }
}

static void test_srun_command(void)
{
    static const struct {
        const char *line;
        const char *before; /* its last words are these */
    } cases[] = {
        { "--launcher srun -n 4 app",
          "srun --mpi=pmi2 --export=ALL,LD_PRELOAD=/l.so:a.so -n 4 app" },
        { "-n 4 --mpi pmix app",
          "srun --export=ALL,LD_PRELOAD=/l.so:a.so -n 4 --mpi pmix app" },
        { "-n 4 --export=ALL,A=1 app",
          "srun --mpi=pmi2 -n 4 --export=ALL,A=1,LD_PRELOAD=/l.so:a.so app" },
        { "--export A,ALL,LD_PRELOAD=u.so -n 4 app",
          "srun --mpi=pmi2 --export=A,ALL,LD_PRELOAD=u.so,"
          "LD_PRELOAD=/l.so:u.so -n 4 app" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line_watch watch = { .library = "/l.so",
                                        .preload = "a.so",
                                        .job = "app-1",
                                        .pages = "/p",
                                        .settings = &settings };
        struct string_list command = { 0 };
        struct run_line l;
        const char *came;

        settings_init(&settings);
        run_line_parse(&l, split(cases[i].line), &settings, NULL);
        run_line_command(&l, &watch, &command);
        came = strstr(join(&command), "srun");
        expect(came ? came : "", cases[i].before, cases[i].line);
        has(join(&command), "MITOSIS_JOB=app-1 ", "variables come before it");
        string_list_clear(&command);
        run_line_clear(&l);
    }
}

static void test_srun_export(void)
{
    static const char *const lines[] = { "--export=NONE -n 1 app",
                                         "--export=A,B=1 -n 1 app" };
    struct run_line_watch watch = {
        .library = "/l.so", .job = "j", .pages = "p", .settings = &settings
    };

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        struct string_list command = { 0 };
        struct run_line l;

        settings_init(&settings);
        run_line_parse(&l, split(lines[i]), &settings, NULL);
        run_line_command(&l, &watch, &command);
        has(join(&command), ",MITOSIS_JOB,LD_PRELOAD=/l.so ",
            "what is not handed on by itself is named");
        ok(!strstr(join(&command), "NONE"), "NONE is not a name then");
        string_list_clear(&command);
        run_line_clear(&l);
    }
}

/* mpiexec has an option of this name. */
static void test_launcher(void)
{
    static const char *const lines[] = { "--launcher ssh -n 2 app",
                                         "--launcher=ssh -n 2 app",
                                         "-launcher ssh -hosts a,b app" };
    struct error err;
    struct run_line l;

    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        settings_init(&settings);
        ok(run_line_parse(&l, split(lines[i]), &settings, NULL) == 0 && !l.srun
               && l.launches,
           "run %s is mpiexec's", lines[i]);
        expect(join(&l.mpiexec), lines[i], "which gets all of it");
        run_line_clear(&l);
    }
    settings_init(&settings);
    ok(run_line_parse(&l, split("--launcher mpiexec --mpi=pmi2 app"),
                      &settings, &err)
           < 0,
       "who wants mpiexec does not get srun");
    run_line_clear(&l);
    settings_init(&settings);
    ok(run_line_parse(&l, split("-hosts a,b app"), &settings, &err) == 0
           && l.places,
       "hosts are noticed");
    run_line_clear(&l);
}

static void test_settings(void)
{
    static const struct {
        const char *line;
        enum setting which;
        const char *value;
    } cases[] = {
        { "--profile times app", SETTING_PROFILE, "times" },
        { "--profile=times app", SETTING_PROFILE, "times" },
        { "--Profile=TIMES app", SETTING_PROFILE, "times" },
        { "-n 2 --output a~b.json app", SETTING_OUTPUT, "a b.json" },
        { "--output= app", SETTING_OUTPUT, "" },
        { "--policy x.lua app", SETTING_POLICY, "x.lua" },
        { "--policy-option a=1 --policy-option=b=2,3 app",
          SETTING_POLICY_OPTIONS, "a=1,b=2\\,3" },
        { "--protocol-option a=1 --protocol-option b=2 app",
          SETTING_PROTOCOL_OPTIONS, "a=1,b=2" },
        { "--figures-option=a=1 app", SETTING_FIGURES_OPTIONS, "a=1" },
        { "--policy-options a=1,b=2 app", SETTING_POLICY_OPTIONS, "a=1,b=2" },
        { "-- app --policy-option a=1", SETTING_POLICY_OPTIONS, "" },
        { "--trace-limit 1M app", SETTING_TRACE_LIMIT, "1M" },
        { "--trace_limit 1M app", SETTING_TRACE_LIMIT, "1M" },
        { "-genv MITOSIS_SUMMARY 0 app", SETTING_SUMMARY, "off" },
        { "a : --depth 7 b", SETTING_DEPTH, "7" },
        { "app --depth 7", SETTING_DEPTH, "1" },
        { "-- app : --profile app", SETTING_PROFILE, "auto" },
        { "--depth 1 --depth 2 app", SETTING_DEPTH, "2" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line l;
        struct error err = { "" };

        settings_init(&settings);
        run_line_parse(&l, split(cases[i].line), &settings, &err);
        if (!ok(strcmp(settings.text[cases[i].which], cases[i].value) == 0,
                "after %s, %s is %s", cases[i].line,
                setting_info[cases[i].which].name, cases[i].value))
            diag("came %s %s", settings.text[cases[i].which], err.text);
        run_line_clear(&l);
    }
}

static void test_refusals(void)
{
    static const struct {
        const char *line;
        const char *reason;
    } cases[] = {
        { "", "there is no program" },
        { "-n 4", "there is no program" },
        { "--depth 4", "there is no program" },
        { "-n", "-n needs a value" },
        { "-n 0 app", "-n: a program has at least one rank" },
        { "-np=x app", "-n: a program has at least one rank" },
        { "-n 0 a : -n 2 b", "-n: a program has at least one rank" },
        { "-genv A", "-genv needs a value" },
        { "--depth", "--depth needs a value" },
        { "--policy-option", "--policy-option needs a value" },
        { "--policy-option a app", "--policy-option: \"a\" is not KEY=VALUE" },
        { "--depth x app", "--depth: \"x\" is no number from 1 to 16" },
        { "-genv MITOSIS_DEPTH x app", "--depth: \"x\"" },
        { "--dpeth 2 app", "--dpeth is no option of mpiexec or mitosis run; "
                           "did you mean --depth?" },
        { "-depth 2 app", "did you mean --depth?" },
        { "-hsots a app", "did you mean -hosts?" },
        { "--trace-limt 1 app", "did you mean --trace-limit?" },
        { "--host-file=a app", "did you mean -hostfile?" },
        { "-zebra app", "-zebra is no option of mpiexec or mitosis run" },
        { "- app", "- is no option" },
        { "-- --depth 2 app", "--depth is no option" },
        { "a : -zebra b", "-zebra is no option" },
        { "--launcher srun --zebra a", "--zebra is no option of srun" },
        { "--launcher srun --ntask=4 a", "did you mean --ntasks?" },
        { "--launcher srun -hosts a,b c", "-hosts is an option of mpiexec" },
        { "--launcher srun -n", "-n needs a value" },
        { "--ntasks 2 --zebra a", "--zebra is no option of srun" },
        { "-n 2 --dpeth 2 a", "did you mean --depth?" },
        { "--launcher srun a : b", "several programs" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line l;
        struct error err = { "" };

        settings_init(&settings);
        ok(run_line_parse(&l, split(cases[i].line), &settings, &err) == -1,
           "run %s is refused", cases[i].line);
        has(err.text, cases[i].reason, "and the reason told");
        run_line_clear(&l);
    }
}

static void test_help(void)
{
    static const char *const lines[] = { "--help", "-h", "-n 4 -help" };
    struct run_line l;
    struct error err = { "" };

    settings_init(&settings);
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        ok(run_line_parse(&l, split(lines[i]), &settings, &err) == 0 && l.help,
           "run %s asks for help", lines[i]);
        run_line_clear(&l);
    }
    run_line_parse(&l, split("app --help"), &settings, &err);
    ok(!l.help, "but not when it is the program that is asked");
    run_line_clear(&l);
    run_line_parse(&l, split("-info"), &settings, &err);
    ok(l.inform, "mpiexec can be asked for information");
    run_line_clear(&l);
}

static void test_command(void)
{
    static const char all[] =
        "-genv MITOSIS_PROFILE auto -genv MITOSIS_DEPTH 1 "
        "-genv MITOSIS_SUMMARY on -genv MITOSIS_KEEP 72 "
        "-genv MITOSIS_TRACE_LIMIT 64M "
        "-genv MITOSIS_LOG warn -genv MITOSIS_MALLEABLE auto "
        "-genv MITOSIS_STRICT off -genv MITOSIS_SUMS_EVERY 1 "
        "-genv MITOSIS_SHARES any "
        "-genv MITOSIS_GRANT_PATIENCE 120 -genv MITOSIS_GIVE_BACK off "
        "-genv MITOSIS_COPY auto -genv MITOSIS_COMPRESS auto "
        "-genv MITOSIS_ENCRYPT off -genv MITOSIS_YIELD auto "
        "-genv MITOSIS_PATIENCE 120 -genv MITOSIS_HOST_PATIENCE 600 "
        "-genv MITOSIS_SOURCE_LINK file://%f "
        "-genv MITOSIS_PAGES /dev/shm -genv MITOSIS_JOB app-1";
    static const struct {
        const char *line;
        const char *preload; /* what is in the environment */
        const char *before;
        const char *after;
    } cases[] = {
        { "-n 4 app", NULL, "-genv LD_PRELOAD /l/libmitosis.so", "-n 4 app" },
        { "app", "", "-genv LD_PRELOAD /l/libmitosis.so", "app" },
        { "app", "a.so", "-genv LD_PRELOAD /l/libmitosis.so:a.so", "app" },
        { "app", "a.so b.so:c.so",
          "-genv LD_PRELOAD /l/libmitosis.so:a.so:b.so:c.so", "app" },
        { "app", "a.so:/old/libmitosis.so:b.so",
          "-genv LD_PRELOAD /l/libmitosis.so:a.so:b.so", "app" },
        { "app", "notlibmitosis.so:libmitosis.so",
          "-genv LD_PRELOAD /l/libmitosis.so:notlibmitosis.so", "app" },
        { "-genv LD_PRELOAD u.so app", "a.so",
          "-genv LD_PRELOAD /l/libmitosis.so:a.so",
          "-genv LD_PRELOAD /l/libmitosis.so:u.so app" },
        { "-n 1 a -env LD_PRELOAD x : -env LD_PRELOAD=u.so b", NULL,
          "-genv LD_PRELOAD /l/libmitosis.so",
          "-n 1 a -env LD_PRELOAD x : "
          "-env LD_PRELOAD /l/libmitosis.so:u.so b" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct run_line_watch watch = { .library = "/l/libmitosis.so",
                                        .preload = cases[i].preload,
                                        .job = "app-1",
                                        .pages = "/dev/shm",
                                        .settings = &settings };
        struct string_list command = { 0 };
        char expected[1000];
        struct run_line l;

        settings_init(&settings);
        run_line_parse(&l, split(cases[i].line), &settings, NULL);
        run_line_command(&l, &watch, &command);
        snprintf(expected, sizeof(expected), "%s %s %s", cases[i].before, all,
                 cases[i].after);
        expect(join(&command), expected, cases[i].line);
        string_list_clear(&command);

        watch.library = NULL;
        run_line_command(&l, &watch, &command);
        ok(command.count == l.mpiexec.count
               && !strstr(join(&command), "mitosis"),
           "and without watching nothing is added");
        string_list_clear(&command);
        run_line_clear(&l);
    }
}

static void test_values(void)
{
    struct run_line_watch watch = { .library = "l.so",
                                    .host = "h",
                                    .job = "j",
                                    .pages = "p",
                                    .settings = &settings };
    struct string_list command = { 0 };
    struct run_line l;

    settings_init(&settings);
    run_line_parse(&l, split("--output=/o --log debug --mpiexec m app"),
                   &settings, NULL);
    run_line_command(&l, &watch, &command);
    has(join(&command), "-genv MITOSIS_OUTPUT /o ", "ranks are told settings");
    has(join(&command), "-genv MITOSIS_LOG debug ", "each of them");
    has(join(&command), "-genv MITOSIS_HOME_HOST h ",
        "and where the report is made");
    ok(!strstr(join(&command), "MITOSIS_MPIEXEC"),
       "except those that are not theirs");
    string_list_clear(&command);
    run_line_clear(&l);
}

int main(void)
{
    test_handing_on();
    test_srun();
    test_srun_command();
    test_srun_export();
    test_launcher();
    test_settings();
    test_refusals();
    test_help();
    test_command();
    test_values();
    return tap_done();
}
