/* columns.h - lines of text for people, at most 80 columns wide
 *
 * Only places in the program may take what a terminal has beyond that.
 *
 * Texts that come from the program may hold anything; what would confuse a
 * terminal is replaced.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_TEXT_COLUMNS_H
#define MITOSIS_REPORT_TEXT_COLUMNS_H

#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum { COLUMNS_WIDTH = 80, COLUMNS_TEXT = 1024 };

struct columns {
    FILE *out;
    size_t wide; /* columns that the reader's terminal has, 80 at least */
    bool utf8;   /* the reader's terminal knows more than ASCII, */
    bool colour; /* and has colours */
    bool stressed;
    locale_t plain;
    locale_t before;
};

/* Whether the user's locale has UTF-8. */
bool columns_utf8(void);

/* Whether the user has nothing against colours: NO_COLOR is not set. */
bool columns_wants_colour(void);

/* Whether what is started from now on has colours; it has none before. */
void columns_colour(bool on);

/* Start writing to 'out', which stays the caller's. */
void columns_start(struct columns *p, FILE *out, bool utf8);

/* Set back what columns_start() set. */
void columns_finish(struct columns *p);

/* A line that says what follows. */
void columns_title(struct columns *p, const char *title);

/* The words that follow matter most, or as usual again. */
void columns_stress(struct columns *p, bool on);

/* Print as printf() does, breaking the line between words before column 80
 * and going on at column 'indent', where the first line starts as well.
 */
void columns_wrap(struct columns *p, int indent, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/* A label at column 'at', and words beside it, which begin at 'indent' in all
 * lines.
 */
void columns_label(struct columns *p,
                   int at,
                   const char *label,
                   int indent,
                   const char *text);

/* 'text' cleaned and cut to 'width' columns, in a buffer for use at once;
 * four of them are good at a time.  With 'pad' it is filled with spaces.
 */
const char *columns_fit(const struct columns *p,
                        const char *text,
                        size_t width,
                        bool pad);

/* The same of a place in the program, "function (file:line)", which starts at
 * column 'at' and is cut to the width there is: in the function, and only
 * where the file's name is as long as that at the begin of it.
 */
const char *columns_place(const struct columns *p,
                          const char *text,
                          size_t at);

/* A bar of 'width' columns at most, for 'part' of 'whole'. */
void columns_bar(struct columns *p, double part, double whole, int width);

/* A bar whose pieces, of different looks, together fill 'width' columns when
 * they add up to 'whole'.
 */
void columns_pieces(struct columns *p,
                    const double *piece,
                    size_t count,
                    double whole,
                    int width);

/* The look of the n-th piece. */
const char *columns_piece(const struct columns *p, size_t n);

/* A line of 'width' columns that rises and falls with the numbers. */
void columns_curve(struct columns *p,
                   const double *x,
                   size_t count,
                   int width);

/* One of five shades, for 'level' from 0 to 4. */
const char *columns_shade(const struct columns *p, int level);

#endif /* !MITOSIS_REPORT_TEXT_COLUMNS_H */
