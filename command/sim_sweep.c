/* sim_sweep.c - the same simulation with several values of options
 *
 * All words are read for each combination before the first simulation begins,
 * so that a value that is wrong costs no time.  What cannot be simulated, as a
 * number of ranks that the run does not tell of, is a line that says so.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "command/common/parallel.h"
#include "command/common/say.h"
#include "command/common/sweep_values.h"
#include "command/sim_replay.h"
#include "command/sim_sweep.h"
#include "foresee/forecast_sweep.h"

/* What is simulated, and what came of it. */
struct sweep {
    char *const *argv;
    size_t options;
    struct sweep_values of[SIM_SWEEPS];
    size_t count; /* combinations */
    const char **value;
    struct forecast_sweep_row *row;
};

/* ---- what is asked for ---- */

/* What changes no result is not tried with several values. */
static int check_option(const char *option, struct error *err)
{
    if (strcmp(option, "json") == 0 || strcmp(option, "sweep") == 0)
        return error_set(err, "--sweep: no result depends on --%s", option);
    return 0;
}

/* The values of the first option change last. */
static void combine(struct sweep *s)
{
    for (size_t i = 0; i < s->count; i++) {
        size_t rest = i;

        for (size_t k = s->options; k-- > 0;) {
            size_t values = s->of[k].value.count;

            s->value[i * s->options + k] = s->of[k].value.text[rest % values];
            rest /= values;
        }
    }
}

static int read_values(struct sweep *s,
                       const struct sim_options *o,
                       struct error *err)
{
    s->options = (size_t)o->sweeps;
    s->count = 1;
    for (size_t i = 0; i < s->options; i++) {
        if (sweep_values_read(&s->of[i], o->sweep[i], err) < 0
            || check_option(s->of[i].option, err) < 0)
            return -1;
        s->count *= s->of[i].value.count;
        if (s->count > SWEEP_VALUES)
            return error_set(err, "--sweep: more than %d combinations",
                             SWEEP_VALUES);
    }
    s->value = calloc(s->count * s->options + 1, sizeof(*s->value));
    s->row = calloc(s->count + 1, sizeof(*s->row));
    if (!s->value || !s->row)
        return error_set(err, "no memory for %zu simulations", s->count);
    combine(s);
    return 0;
}

/* The words that were given and those of the combination, which count as they
 * are the last.
 */
static int read_words(const struct sweep *s,
                      size_t number,
                      struct string_list *words,
                      struct sim_options *o,
                      struct error *err)
{
    for (char *const *word = s->argv; *word; word++)
        string_list_add(words, "%s", *word);
    for (size_t k = 0; k < s->options; k++)
        string_list_add(words, "--%s=%s", s->of[k].option,
                        s->value[number * s->options + k]);
    if (words->failed)
        return error_set(err, "no memory for %zu simulations", s->count);
    return sim_options_read(o, words->text, err);
}

static int check_words(const struct sweep *s, struct error *err)
{
    for (size_t i = 0; i < s->count; i++) {
        struct string_list words = { 0 };
        struct sim_options o;
        int rc = read_words(s, i, &words, &o, err);

        string_list_clear(&words);
        if (rc < 0)
            return -1;
    }
    return 0;
}

/* ---- simulations ---- */

static int play(void *arg, size_t number, void *result, struct error *err)
{
    const struct sweep *s = arg;
    struct string_list words = { 0 };
    struct forecast_sweep_row row = { .refused = true };
    struct sim_options o;
    struct sim_replay p = { 0 };
    int rc = read_words(s, number, &words, &o, err);

    if (rc == 0 && sim_replay(&p, &o, &row.why) == 0) {
        struct forecast_print_origin from = { .size_model =
                                                  p.plan.size_model };

        forecast_sweep_take(&row, &p.forecast, &from);
    }
    sim_replay_clear(&p);
    string_list_clear(&words);
    memcpy(result, &row, sizeof(row));
    return rc;
}

/* Where nothing could be simulated there is no table. */
static int check_rows(const struct sweep *s, struct error *err)
{
    for (size_t i = 0; i < s->count; i++)
        if (!s->row[i].refused)
            return 0;
    return error_set(err, "with %s=%.100s: %s", s->of[0].option, s->value[0],
                     s->row[0].why.text);
}

static int play_all(struct sweep *s, bool json, struct error *err)
{
    const char *option[SIM_SWEEPS];
    struct forecast_sweep told = { s->options, option, s->count, s->value,
                                   s->row };

    for (size_t k = 0; k < s->options; k++)
        option[k] = s->of[k].option;
    if (parallel_run(play, s, s->count, s->row, sizeof(s->row[0]),
                     "simulations", err)
            < 0
        || check_rows(s, err) < 0)
        return -1;
    if (json)
        forecast_sweep_print_json(&told, stdout);
    else
        forecast_sweep_print_text(&told, stdout);
    return 0;
}

int sim_sweep(char *const argv[], const struct sim_options *o)
{
    struct sweep s = { .argv = argv };
    int status = EXIT_SUCCESS;
    struct error err;

    if (read_values(&s, o, &err) < 0 || check_words(&s, &err) < 0)
        status = fail(EXIT_USAGE, "%s", err.text);
    else if (play_all(&s, o->json, &err) < 0)
        status = fail(EXIT_FAILURE, "%s", err.text);
    for (size_t k = 0; k < s.options; k++)
        sweep_values_clear(&s.of[k]);
    free(s.value);
    free(s.row);
    return status;
}
