/* scaling_fit.c - how a figure goes with the number of ranks
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "report/model/scaling_fit.h"

/* From the most usual one on. */
static const struct {
    double power;
    int logs;
} shapes[] = {
    { -1, 0 },  { 0, 1 },  { 1, 0 },   { -0.5, 0 }, { -2, 0 },
    { 0.5, 0 }, { -1, 1 }, { 1, 1 },   { 0, 2 },    { -1.5, 0 },
    { -3, 0 },  { 2, 0 },  { 1.5, 0 },
};

/* One that is less usual must be so much better. */
static const double better = 0.5, as_good = 1e-6;

static double shape_at(const struct scaling_fit *s, double ranks)
{
    return pow(ranks, s->power) * pow(log2(ranks), s->logs);
}

double scaling_fit_at(const struct scaling_fit *s, double ranks)
{
    return s->constant + (s->factor > 0 ? s->factor * shape_at(s, ranks) : 0);
}

/* Weigh each point by its own size: a tenth too much is as bad of any. */
static double weight(const struct scaling_fit_point *p)
{
    return p->value > 0 ? 1 / p->value : 1;
}

/* Least squares of the two that are free.  Returns whether both are possible.
 */
static bool fit_shape(struct scaling_fit *s,
                      const struct scaling_fit_point *point,
                      size_t count)
{
    double w = 0, x = 0, xx = 0, y = 0, xy = 0, det;

    for (size_t i = 0; i < count; i++) {
        double k = weight(&point[i]) * weight(&point[i]);
        double at = shape_at(s, point[i].ranks);

        w += k;
        x += k * at;
        xx += k * at * at;
        y += k * point[i].value;
        xy += k * at * point[i].value;
    }
    det = w * xx - x * x;
    if (!(det > DBL_EPSILON * w * xx))
        return false;
    s->factor = (w * xy - x * y) / det;
    s->constant = (y - s->factor * x) / w;
    if (s->constant < 0 && s->constant > -as_good * y / w)
        s->constant = 0;
    return s->factor >= 0 && s->constant >= 0;
}

static double error_of(const struct scaling_fit *s,
                       const struct scaling_fit_point *point,
                       size_t count)
{
    double sum = 0;

    for (size_t i = 0; i < count; i++) {
        double off = (scaling_fit_at(s, point[i].ranks) - point[i].value)
                     * weight(&point[i]);

        sum += off * off;
    }
    return sqrt(sum / (double)count);
}

struct scaling_fit scaling_fit_find(const struct scaling_fit_point *point,
                                    size_t count)
{
    struct scaling_fit best = { 0 };
    double least, sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += point[i].value;
    best.constant = sum / (double)count;
    least = error_of(&best, point, count);
    for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
        struct scaling_fit s = { .power = shapes[i].power,
                                 .logs = shapes[i].logs };
        double error;

        if (!fit_shape(&s, point, count))
            continue;
        error = error_of(&s, point, count);
        if (error + as_good < least * better) {
            best = s;
            least = error;
        }
    }
    best.error = least;
    return best;
}

void scaling_fit_tell(const struct scaling_fit *s, char text[SCALING_FIT_TEXT])
{
    char power[24] = "", logs[24] = "";

    if (fabs(s->power) > 0)
        snprintf(power, sizeof(power), " n^%g", s->power);
    if (s->logs == 1)
        snprintf(logs, sizeof(logs), " log2(n)");
    else if (s->logs > 1)
        snprintf(logs, sizeof(logs), " log2(n)^%d", s->logs);
    if (s->factor > 0 && s->constant > 0)
        snprintf(text, SCALING_FIT_TEXT, "%.3g + %.3g%s%s", s->constant,
                 s->factor, power, logs);
    else if (s->factor > 0)
        snprintf(text, SCALING_FIT_TEXT, "%.3g%s%s", s->factor, power, logs);
    else
        snprintf(text, SCALING_FIT_TEXT, "%.3g", s->constant);
}
