/* units.c - quantities as people read them: three digits and a unit
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/model/units.h"

/* Three digits and some more of what is below a thousand, or close to it. */
static struct unit_text digits(double x,
                               int more,
                               const char *space,
                               const char *unit)
{
    int decimals = x < 9.995 ? 2 : x < 99.95 ? 1 : 0;
    struct unit_text t;

    snprintf(t.text, sizeof(t.text), "%.*f%s%s", decimals + more, x, space,
             unit);
    return t;
}

static struct unit_text three_digits(double x,
                                     const char *space,
                                     const char *unit)
{
    return digits(x, 0, space, unit);
}

struct unit_text unit_time(double seconds)
{
    static const struct {
        double below;
        double scale;
        const char *unit;
    } units[] = {
        { 999.5e-9, 1e9, "ns" },   { 999.5e-6, 1e6, "us" },
        { 999.5e-3, 1e3, "ms" },   { 600, 1, "s" },
        { 7200, 1.0 / 60, "min" }, { INFINITY, 1.0 / 3600, "h" },
    };
    size_t i = 0;

    if (!(seconds >= 0.5e-9))
        return (struct unit_text){ "0 s" };
    while (seconds >= units[i].below && units[i].below < INFINITY)
        i++;
    if (seconds > 1e10)
        return (struct unit_text){ "ages" };
    return three_digits(seconds * units[i].scale, " ", units[i].unit);
}

/* Bring bytes below a thousand, or to just above where that is no unit.
 * Returns how often they were divided.
 */
static size_t divide_bytes(double *bytes, size_t most)
{
    size_t i = 0;

    while (*bytes >= 999.5 && i < most && (i > 0 || *bytes >= 1024)) {
        *bytes /= 1024;
        i++;
    }
    return i;
}

static struct unit_text print_bytes(double bytes, int more)
{
    static const char *const units[] = { "B",   "KiB", "MiB", "GiB",
                                         "TiB", "PiB", "EiB" };
    size_t i = divide_bytes(&bytes, sizeof(units) / sizeof(units[0]) - 1);
    struct unit_text t;

    if (i > 0 && bytes != floor(bytes))
        return digits(bytes, more, " ", units[i]);
    snprintf(t.text, sizeof(t.text), "%.0f %s", bytes, units[i]);
    return t;
}

struct unit_text unit_bytes(double bytes)
{
    return print_bytes(bytes, 0);
}

void unit_bytes_apart(double a,
                      double b,
                      struct unit_text *first,
                      struct unit_text *second)
{
    int more = 0;

    do {
        *first = print_bytes(a, more);
        *second = print_bytes(b, more);
    } while (strcmp(first->text, second->text) == 0 && more++ < 3);
}

struct unit_text unit_bytes_short(double bytes)
{
    static const char *const units[] = {
        "", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"
    };
    size_t i = divide_bytes(&bytes, sizeof(units) / sizeof(units[0]) - 1);
    struct unit_text t;

    if (i > 0 && bytes != floor(bytes))
        return three_digits(bytes, "", units[i]);
    snprintf(t.text, sizeof(t.text), "%.0f%s", bytes, units[i]);
    return t;
}

struct unit_text unit_count(double n)
{
    struct unit_text t;

    if (n >= 999.5e9)
        return three_digits(n / 1e12, " ", "T");
    if (n >= 999.5e6)
        return three_digits(n / 1e9, " ", "G");
    if (n >= 1e6)
        return three_digits(n / 1e6, " ", "M");
    snprintf(t.text, sizeof(t.text), "%.0f", n);
    return t;
}

struct unit_text unit_share(double part, double whole)
{
    struct unit_text t = { "-" };

    if (whole > 0)
        snprintf(t.text, sizeof(t.text), "%.1f %%", 100 * part / whole);
    return t;
}

struct unit_text unit_percent(double share)
{
    struct unit_text t;

    snprintf(t.text, sizeof(t.text), "%.0f %%", 100 * share);
    return t;
}

struct unit_text unit_factor(double x)
{
    struct unit_text t;

    snprintf(t.text, sizeof(t.text), "%.3g", x);
    return t;
}

struct unit_text unit_or_dash(struct unit_text (*unit)(double x), double x)
{
    return x > 0 ? unit(x) : (struct unit_text){ "-" };
}

struct unit_text unit_energy(double joules)
{
    if (joules >= 999.5e3)
        return three_digits(joules / 1e6, " ", "MJ");
    if (joules >= 999.5)
        return three_digits(joules / 1e3, " ", "kJ");
    return three_digits(joules, " ", "J");
}

const char *unit_plural(uint64_t n)
{
    return n == 1 ? "" : "s";
}
