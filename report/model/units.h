/* units.h - quantities as people read them: three digits and a unit
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_MODEL_UNITS_H
#define MITOSIS_REPORT_MODEL_UNITS_H

#include <stdint.h>

/* A quantity as text, by value, to be used at once as x.text. */
struct unit_text {
    char text[24];
};

/* "8.81 s", "169 ms", "3.42 us", "12.5 min", "0 s". */
struct unit_text unit_time(double seconds);

/* "512 B", "1.50 KiB", "23.1 GiB". */
struct unit_text unit_bytes(double bytes);

/* The same of two that differ, with as many more digits, up to three, as tell
 * them apart: "155.2 MiB" and "155.4 MiB".
 */
void unit_bytes_apart(double a,
                      double b,
                      struct unit_text *first,
                      struct unit_text *second);

/* The same in few columns: "512", "1.50Ki", "23.1Gi". */
struct unit_text unit_bytes_short(double bytes);

/* "12345", from a million on "1.23 M". */
struct unit_text unit_count(double n);

/* "43.4 %", of a part of a whole; "-" when there is no whole. */
struct unit_text unit_share(double part, double whole);

/* "43 %" and "1.25", of a share and a factor. */
struct unit_text unit_percent(double share);
struct unit_text unit_factor(double x);

/* What 'unit' makes of 'x'; "-" when it is not known, which 0 stands for. */
struct unit_text unit_or_dash(struct unit_text (*unit)(double x), double x);

/* "812 J", "1.23 kJ". */
struct unit_text unit_energy(double joules);

/* What a word ends in that stands for so many: "s", but for one. */
const char *unit_plural(uint64_t n);

#endif /* !MITOSIS_REPORT_MODEL_UNITS_H */
