/* sim_cluster_sweep.c - the same simulation with several values of an option
 *
 * All words are read for each value before the first simulation begins, so
 * that a value that is wrong costs no time.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/parallel.h"
#include "command/common/say.h"
#include "command/common/sweep_values.h"
#include "command/sim_cluster_play.h"
#include "command/sim_cluster_sweep.h"
#include "foresee/cluster/cluster_sweep.h"
#include "policy/lua/confine.h"

enum { VALUES = SWEEP_VALUES };

/* What is simulated, and what came of it. */
struct sweep {
    struct sweep_values of;
    struct string_list words[VALUES]; /* that go with each */
    struct sim_cluster_options o[VALUES];
    struct cluster_sweep_row row[VALUES];
};

/* ---- what is asked for ---- */

/* What changes no result is not tried with several values. */
static int check_option(const struct sweep *s, struct error *err)
{
    static const char *const others[] = { "json", "svg", "compare", "sweep" };

    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (strcmp(s->of.option, others[i]) == 0)
            return error_set(err, "--sweep: no result depends on --%s",
                             s->of.option);
    return 0;
}

/* The words that were given and one more, which counts as it is the last. */
static int read_words(struct sweep *s,
                      size_t number,
                      char *const argv[],
                      struct error *err)
{
    struct string_list *words = &s->words[number];

    for (; *argv; argv++)
        string_list_add(words, "%s", *argv);
    string_list_add(words, "--%s=%s", s->of.option, s->of.value.text[number]);
    if (words->failed)
        return error_set(err, "no memory for %zu values", s->of.value.count);
    return sim_cluster_options_read(&s->o[number], words->text, err);
}

static int read_all(struct sweep *s,
                    char *const argv[],
                    const char *text,
                    struct error *err)
{
    if (sweep_values_read(&s->of, text, err) < 0 || check_option(s, err) < 0)
        return -1;
    for (size_t i = 0; i < s->of.value.count; i++)
        if (read_words(s, i, argv, err) < 0)
            return -1;
    return 0;
}

/* ---- simulations ---- */

struct one {
    const struct sim_cluster_options *o;
    bool quiet;
    struct cluster_sweep_row row;
    struct error err;
};

static int play_here(void *arg)
{
    struct one *one = arg;
    struct cluster_result r;

    if (sim_cluster_play(&r, one->o, one->quiet, &one->err) < 0)
        return -1;
    one->row =
        (struct cluster_sweep_row){ .figures = cluster_result_figures(&r),
                                    .jobs = r.jobs,
                                    .nodes = r.nodes,
                                    .changes = r.changes };
    cluster_result_clear(&r);
    return 0;
}

/* What is passed over is the same each time, so the first one tells it. */
static int play(void *arg, size_t number, void *result, struct error *err)
{
    struct sweep *s = arg;
    struct one one = { .o = &s->o[number], .quiet = number > 0 };
    const struct output out[] = { { &one, sizeof(one) }, { NULL, 0 } };
    struct error why;
    int rc;
    bool ended;

    if (confine_run(play_here, &one, out, &rc, &ended, &why) < 0)
        return error_set(err, "with %s=%.100s: %s", s->of.option,
                         s->of.value.text[number], why.text);
    if (rc < 0)
        return error_set(err, "with %s=%.100s: %s", s->of.option,
                         s->of.value.text[number], one.err.text);
    memcpy(result, &one.row, sizeof(one.row));
    return 0;
}

static int play_all(struct sweep *s, struct error *err)
{
    struct cluster_sweep told = { s->of.option, s->of.value.count,
                                  s->of.value.text, s->row };

    if (parallel_run(play, s, s->of.value.count, s->row, sizeof(s->row[0]),
                     "simulations", err)
        < 0)
        return -1;
    if (s->o[0].json)
        cluster_sweep_print_json(&told, stdout);
    else
        cluster_sweep_print_text(&told, stdout);
    return 0;
}

static void destroy(struct sweep *s)
{
    for (size_t i = 0; i < VALUES; i++)
        string_list_clear(&s->words[i]);
    sweep_values_clear(&s->of);
    free(s);
}

int sim_cluster_sweep(char *const argv[], const char *sweep)
{
    struct sweep *s = calloc(1, sizeof(*s));
    int status = EXIT_SUCCESS;
    struct error err;

    if (!s)
        return fail(EXIT_FAILURE, "no memory for a sweep");
    if (read_all(s, argv, sweep, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (play_all(s, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    destroy(s);
    return status;
}
