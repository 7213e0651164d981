/* sim_cluster_sweep.c - the same simulation with several values of an option
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <string.h>

#include "command/common/sweep_values.h"
#include "command/sim_cluster_play.h"
#include "command/sim_cluster_sweep.h"
#include "foresee/cluster/cluster_sweep.h"
#include "policy/lua/confine.h"

static int read_words(void *o, char *const words[], struct error *err)
{
    return sim_cluster_options_read(o, words, err) < 0
               ? -1
               : sim_cluster_options_check(o, err);
}

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
static int play(const void *o,
                const struct sweep *s,
                size_t number,
                void *row,
                struct error *err)
{
    struct one one = { .o = o, .quiet = number > 0 };
    const struct output out[] = { { &one, sizeof(one) }, { NULL, 0 } };
    int rc = 0;
    bool ended;

    if (confine_run(play_here, &one, out, &rc, &ended, &one.err) < 0 || rc < 0)
        return error_set(err, "with %s=%.100s: %s", s->option[0],
                         s->value[number], one.err.text);
    memcpy(row, &one.row, sizeof(one.row));
    return 0;
}

static int print(const struct sweep *s, const void *first, struct error *err)
{
    const struct sim_cluster_options *o = first;
    const struct cluster_sweep told = { s->option[0], s->count, s->value,
                                        s->row };

    (void)err;
    if (o->json)
        cluster_sweep_print_json(&told, stdout);
    else
        cluster_sweep_print_text(&told, stdout);
    return 0;
}

int sim_cluster_sweep(char *const argv[], const char *sweep)
{
    static const char *const none[] = { "json", "svg", "compare", "sweep",
                                        NULL };
    const struct sweep_kind kind = {
        none,       sizeof(struct sim_cluster_options),
        read_words, sizeof(struct cluster_sweep_row),
        play,       print,
    };

    return sweep_run(&kind, argv, &sweep, 1);
}
