/* history_words.h - what became of a program, in sentences
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_HISTORY_HISTORY_WORDS_H
#define MITOSIS_REPORT_HISTORY_HISTORY_WORDS_H

#include "report/history/history.h"
#include "report/history/history_scaling.h"

enum { HISTORY_WORDS = 2048 };

/* A change: since when, by how much, whether it lasts, and where the time went
 * or came from.
 */
void history_words_change(const struct history_series *s,
                          const struct history_change *c,
                          char text[HISTORY_WORDS]);

/* That there is none, or why none can be told; empty when there are some. */
void history_words_steady(const struct history_series *s,
                          char text[HISTORY_WORDS]);

/* Why runs with other numbers of ranks are compared as a whole; empty when
 * they are compared by their iterations.
 */
void history_words_scaling(const struct history_scaling *s,
                           char text[HISTORY_WORDS]);

/* The day and minute of a moment, of UTC, as reports of many places
 * and seasons stand side by side.
 */
enum { HISTORY_MOMENT = 24 };
void history_words_moment(uint64_t ns, char text[HISTORY_MOMENT]);

#endif /* !MITOSIS_REPORT_HISTORY_HISTORY_WORDS_H */
