/* sim_sweep.c - the same simulation with several values of options
 *
 * What cannot be simulated, as a number of ranks that the run does not tell
 * of, is a line that says so.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "command/common/sweep_values.h"
#include "command/sim_replay.h"
#include "command/sim_sweep.h"
#include "foresee/forecast_sweep.h"

static int read_words(void *o, char *const words[], struct error *err)
{
    return sim_options_read(o, words, err) < 0 ? -1
                                               : sim_options_check(o, err);
}

static int play(const void *o,
                const struct sweep *s,
                size_t number,
                void *result,
                struct error *err)
{
    struct forecast_sweep_row *row = result;
    struct sim_replay p = { 0 };

    (void)s;
    (void)number;
    (void)err; /* it is told in the row */
    row->refused = sim_replay(&p, o, &row->why) < 0;
    if (!row->refused)
        forecast_sweep_take(row, &p.forecast,
                            &(struct forecast_print_origin){
                                .size_model = p.plan.size_model });
    sim_replay_clear(&p);
    return 0;
}

/* Where nothing could be simulated there is no table. */
static int print(const struct sweep *s, const void *first, struct error *err)
{
    const struct sim_options *o = first;
    const struct forecast_sweep_row *row = s->row;
    const struct forecast_sweep told = { s->options, s->option, s->count,
                                         s->value, row };
    size_t i = 0;

    while (i < s->count && row[i].refused)
        i++;
    if (i == s->count)
        return error_set(err, "with %s=%.100s: %s", s->option[0], s->value[0],
                         row[0].why.text);
    if (o->json)
        forecast_sweep_print_json(&told, stdout);
    else
        forecast_sweep_print_text(&told, stdout);
    return 0;
}

int sim_sweep(char *const argv[], const struct sim_options *o)
{
    static const char *const none[] = { "json", "sweep", NULL };
    const struct sweep_kind kind = {
        none, sizeof(*o), read_words, sizeof(struct forecast_sweep_row),
        play, print,
    };

    return sweep_run(&kind, argv, o->sweep, (size_t)o->sweeps);
}
