/* Tests of command/prove/prove_options.c and prove_plan.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/prove/prove_options.h"
#include "command/prove/prove_plan.h"
#include "job/change_script.h"
#include "tests/tap.h"

enum { WORDS = 16 };

static struct settings settings;     /* of the last words */
static const struct sizes all_sizes; /* can be had */

/* Parse a text of words. */
static int parse_for(const char *command,
                     struct prove_options *l,
                     char *text,
                     struct error *err)
{
    static char *words[WORDS + 1];
    char *state, *word = strtok_r(text, " ", &state);
    int count = 0;

    for (; word && count < WORDS; word = strtok_r(NULL, " ", &state))
        words[count++] = word;
    words[count] = NULL;
    settings_init(&settings);
    return prove_options_parse(l, command, words, &settings, err);
}

static int parse(struct prove_options *l, char *text, struct error *err)
{
    return parse_for("prove", l, text, err);
}

static const char *joined(const struct string_list *words)
{
    static char text[256];

    *text = '\0';
    for (size_t i = 0; i < words->count; i++) {
        strcat(text, words->text[i]);
        strcat(text, i + 1 < words->count ? " " : "");
    }
    return text;
}

static void test_words(void)
{
    static const struct {
        const char *given, *options, *of_five, *program;
    } cases[] = {
        { "-n 2 ./app -n 3", "-n 2", "-n 5", "./app -n 3" },
        { "--seed 7 -np 2 --every=3 ./app --seed 1", "-np 2", "-np 5",
          "./app --seed 1" },
        { "-n=2 ./app", "-n=2", "-n=5", "./app" },
        { "./app", "", "-n 5", "./app" },
        { "-n 2 n 3", "-n 2", "-n 5", "n 3" },
        { "-genv A B --depth 2 -n 2 ./app", "-genv A B --depth 2 -n 2",
          "-genv A B --depth 2 -n 5", "./app" },
        { "--json --nodes 2 ./app --json", "", "-n 5",
          "--nodes 2 ./app --json" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct string_list words = { 0 };
        struct prove_options l;
        char text[128];

        strcpy(text, cases[i].given);
        ok(parse(&l, text, NULL) == 0
               && strcmp(joined(&l.program), cases[i].program) == 0,
           "\"%s\": the program is found", cases[i].given);
        prove_options_pass(&l, 0, &words);
        ok(strcmp(joined(&words), cases[i].options) == 0,
           "and what is for mitosis run");
        string_list_clear(&words);
        prove_options_pass(&l, 5, &words);
        ok(strcmp(joined(&words), cases[i].of_five) == 0,
           "and for another number of ranks: %s", joined(&words));
        string_list_clear(&words);
        prove_options_clear(&l);
    }
}

static void test_options(void)
{
    struct prove_options l;
    char all[] = "--trials 6 --seed 9 --every 10 --sizes 1,8 --ignore s "
                 "--folder f --json a : b";
    char none[] = "--sizes same a";
    char listed[] = "--sizes cubes,2-3 -n 2 --arguments {n} a";

    ok(parse(&l, all, NULL) == 0 && l.trials == 6 && l.seeded && l.seed == 9
           && l.every == 10 && l.sized && l.sizes == 2 && l.size[1] == 8
           && strcmp(l.ignored.text[0], "s") == 0 && strcmp(l.folder, "f") == 0
           && l.json,
       "options are read");
    ok(!prove_options_can_resize(&l), "two programs have no one size");
    prove_options_clear(&l);
    ok(parse(&l, none, NULL) == 0 && l.sized && l.sizes == 0 && l.trials == 4
           && !l.seeded && prove_options_can_resize(&l),
       "other sizes can be left out");
    prove_options_clear(&l);
    ok(parse(&l, listed, NULL) == 0 && !l.sized
           && strcmp(settings.text[SETTING_SIZES], "cubes,2-3") == 0
           && strcmp(settings.text[SETTING_ARGUMENTS], "{n}") == 0
           && strcmp(joined(&l.options),
                     "--sizes cubes,2-3 -n 2 --arguments {n}")
                  == 0,
       "or be listed as mitosis run has them, which is told of these, too");
    prove_options_clear(&l);
}

static void test_wrong(void)
{
    static const struct {
        const char *given, *why;
    } cases[] = {
        { "", "there is no program" },
        { "-n 2", "there is no program" },
        { "-n", "-n needs a value" },
        { "--trials 0 a", "\"0\" is no whole number from 1 to 10000" },
        { "--every 0 a", "--every: \"0\" is no whole number" },
        { "--seed x a", "--seed: \"x\" is no whole number" },
        { "--sizes 1,x a", "\"x\" is no number of ranks" },
        { "--sizes 0 a", "\"0\" is no number of ranks" },
        { "--sizes cube a", "\"cube\" is no number of ranks" },
        { "--script", "--script needs a value" },
        { "--script=resize a", "--script: \"resize\" is not: SYNC CHANGE" },
        { "--json=1 a", "--json takes no value" },
        { "--trails 3 a", "is no option of mitosis prove; did you mean "
                          "--trials?" },
        { "--zebra a", "--zebra is no option of mpiexec or mitosis run" },
        { "--nodes 2 --json a", "--json is no option of " },
    };
    struct prove_options l;
    struct error err;
    char text[64];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        strcpy(text, cases[i].given);
        ok(parse(&l, text, &err) < 0, "\"%s\" is refused", cases[i].given);
        has(err.text, cases[i].why, "with the reason");
        prove_options_clear(&l);
    }
}

/* Whether scripts are right for a program with that many syncs. */
static bool are_right(uint64_t last, uint64_t every, int ranks)
{
    struct prove_options l = { .trials = 40, .every = every, .seed = last };
    struct prove_plan p = { last, ranks, "here", true };
    bool right = true;

    prove_plan_sizes(&l, &all_sizes, ranks, NULL);
    for (uint64_t i = 0; i < l.trials; i++) {
        struct change_script s;
        char text[PROVE_PLAN_SCRIPT], again[PROVE_PLAN_SCRIPT];
        struct error err = { "" };

        prove_plan_script(&p, &l, i, text);
        prove_plan_script(&p, &l, i, again);
        if (change_script_parse(&s, text, &err) < 0) {
            diag("%s: %s", text, err.text);
            return false;
        }
        right = right && strcmp(text, again) == 0
                && s.step[0].change->has[CHANGE_MIGRATE]
                       == (i < prove_plan_same(&p, &l))
                && s.step[0].change->has[CHANGE_REBALANCE]
                       == (i >= l.trials - prove_plan_uneven(&p, &l));
        for (int n = 0; n < s.count; n++)
            right = right && s.step[n].sync <= last
                    && (s.step[n].sync < last || last < 3)
                    && s.step[n].sync >= 2 && s.step[n].sync % every == 0;
        if (!right)
            diag("%s", text);
        change_script_clear(&s);
    }
    return right;
}

static void test_plan(void)
{
    struct prove_options l = { .trials = 5, .every = 1, .seed = 1 };
    struct prove_plan p = { 1000, 3, "here", false };
    char one[PROVE_PLAN_SCRIPT], other[PROVE_PLAN_SCRIPT];

    prove_plan_sizes(&l, &all_sizes, 3, NULL);
    ok(l.sizes == 2 && l.size[0] == 4 && l.size[1] == 2 && !l.sized
           && prove_plan_same(&p, &l) == 3,
       "by itself it tries one rank more and one less, in the second half");
    prove_plan_script(&p, &l, 0, one);
    prove_plan_script(&p, &l, 1, other);
    ok(strcmp(one, other) != 0, "each trial is at a sync of its own");
    l.seed = 2;
    prove_plan_script(&p, &l, 0, other);
    ok(strcmp(one, other) != 0, "and with each seed");
    prove_plan_sizes(&l, &all_sizes, 1, NULL);
    ok(l.sizes == 1 && l.size[0] == 2, "one rank cannot become fewer");
    for (uint64_t last = 2; last < 12; last++)
        ok(are_right(last, 1, 2), "scripts for %d syncs are right", (int)last);
    ok(are_right(100, 7, 1), "and where sums are at every seventh only");
    l.sized = true;
    l.sizes = 0;
    ok(prove_plan_same(&p, &l) == 5, "without other sizes all keep that one");
}

/* Shares other than those of the start-up. */
static void test_uneven(void)
{
    static const struct {
        int ranks, size;
        const char *script;
    } cases[] = {
        { 3, 4, " rebalance 1 2 1; " },
        { 3, 4, " split 1" },
        { 2, 4, " rebalance 1 2" },
        { 1, 2, " resize 2 and rebalance 1 2" },
    };
    char script[PROVE_PLAN_SCRIPT];

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct prove_options l = { .trials = 5, .every = 1, .sizes = 1 };
        struct prove_plan p = { 1000, cases[i].ranks, "here", true };

        l.size[0] = cases[i].size;
        prove_plan_script(&p, &l, 4, script);
        ok(prove_plan_same(&p, &l) == 2 && prove_plan_uneven(&p, &l) == 1,
           "of five trials of %d ranks the last one is uneven",
           cases[i].ranks);
        has(script, cases[i].script, "by weights, or a split");
        ok(cases[i].size <= cases[i].ranks + 1 || !strstr(script, "split"),
           "and there are no more ranks than can be had");
        p.uneven = false;
        ok(prove_plan_uneven(&p, &l) == 0 && prove_plan_same(&p, &l) == 3,
           "none is where there are no such shares");
        p.uneven = true;
        l.sizes = 0;
        ok(prove_plan_uneven(&p, &l) == 0 && prove_plan_same(&p, &l) == 5,
           "nor where no other number of ranks tells sums from mistakes");
    }
}

static void test_suggest(void)
{
    struct prove_options l;
    struct error err;
    char one[] = "--sizes 3 a", two[] = "--sizes 1,3 a";
    char every[] = "--evry 3 a";

    ok(parse_for("suggest", &l, one, &err) == 0 && l.size[0] == 3,
       "mitosis suggest takes one other number of ranks");
    prove_options_clear(&l);
    ok(parse_for("suggest", &l, two, &err) < 0, "and not two");
    has(err.text, "with one other number of ranks, not with 2",
        "which is told");
    prove_options_clear(&l);
    ok(parse_for("suggest", &l, every, &err) < 0,
       "an option of mitosis prove is none of it");
    has(err.text, "--evry is no option of mpiexec or mitosis run",
        "nor proposed");
    prove_options_clear(&l);
}

/* What can be had. */
static void test_sizes(void)
{
    static const struct {
        const char *list, *arguments;
        int ranks;
        size_t count;
        int size[2];
    } cases[] = {
        { "cubes", "", 8, 2, { 27, 1 } },
        { "cubes", "", 1, 1, { 8 } },
        { "1-4", "", 4, 1, { 3 } },
        { "4", "", 4, 0, { 0 } },
        { "", "{12/n}", 4, 2, { 6, 3 } },
        { "powers-of-2", "{12/n}", 4, 1, { 2 } },
    };
    struct prove_options said = {
        .trials = 4, .sized = true, .sizes = 3, .size = { 1, 8, 27 }
    };
    struct prove_plan p = { 1000, 8, "here", true };
    struct error err = { "" };
    struct sizes sizes;

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct prove_options l = { .trials = 5 };

        sizes_read(&sizes, cases[i].list, cases[i].arguments, NULL);
        ok(prove_plan_sizes(&l, &sizes, cases[i].ranks, &err) == 0
               && l.sizes == cases[i].count && l.size[0] == cases[i].size[0]
               && l.size[1] == cases[i].size[1],
           "of \"%s\" and \"%s\" it tries those next to %d", cases[i].list,
           cases[i].arguments, cases[i].ranks);
    }
    sizes_read(&sizes, "cubes", "", NULL);
    ok(prove_plan_sizes(&(struct prove_options){ .sized = true,
                                                 .sizes = 2,
                                                 .size = { 8, 9 } },
                        &sizes, 1, &err)
           < 0,
       "one that is said has to be one that can be had");
    has(err.text, "9 ranks are to be tried, but 9 ranks do not go with",
        "which is told");
    ok(prove_plan_sizes(&said, &sizes, 8, &err) == 0 && said.sizes == 2
           && said.size[0] == 1 && said.size[1] == 27,
       "the number it is started with is none of the others, though said");
    said.sizes = 1;
    said.size[0] = 8;
    ok(prove_plan_sizes(&said, &sizes, 8, &err) == 0
           && prove_plan_same(&p, &said) == 4,
       "and if it is the only one all trials keep it");
}

int main(void)
{
    test_words();
    test_options();
    test_wrong();
    test_suggest();
    test_plan();
    test_uneven();
    test_sizes();
    return tap_done();
}
