/* columns.c - lines of text for people, at most 80 columns wide
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <langinfo.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "base/utf8.h"
#include "report/text/columns.h"

#define GREEN "\033[32m"
#define BLUE "\033[34m"
#define RED "\033[31m"
#define BOLD "\033[1m"
#define USUAL "\033[0m"

static bool colour;

bool columns_utf8(void)
{
    locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    bool utf8 = false;

    if (users) {
        utf8 = strcmp(nl_langinfo_l(CODESET, users), "UTF-8") == 0;
        freelocale(users);
    }
    return utf8;
}

bool columns_wants_colour(void)
{
    const char *none = getenv("NO_COLOR");

    return !none || !*none;
}

void columns_colour(bool on)
{
    colour = on;
}

/* A shell knows it and may tell; so does the terminal, if it is one. */
static size_t terminal_width(FILE *out)
{
    const char *told = getenv("COLUMNS");
    long width = told ? strtol(told, NULL, 10) : 0;
    struct winsize size;

    if (width <= 0 && fileno(out) >= 0
        && ioctl(fileno(out), TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width > COLUMNS_WIDTH ? (size_t)width : COLUMNS_WIDTH;
}

void columns_start(struct columns *p, FILE *out, bool utf8)
{
    *p = (struct columns){
        .out = out, .wide = terminal_width(out), .utf8 = utf8, .colour = colour
    };
    p->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (p->plain)
        p->before = uselocale(p->plain);
}

void columns_finish(struct columns *p)
{
    if (p->plain) {
        uselocale(p->before);
        freelocale(p->plain);
        p->plain = (locale_t)0;
    }
}

void columns_stress(struct columns *p, bool on)
{
    p->stressed = on;
}

/* At the begin and the end of each line: a pager may begin with any. */
static void mark(const struct columns *p, bool on)
{
    if (p->colour && p->stressed)
        fputs(on ? BOLD : USUAL, p->out);
}

void columns_title(struct columns *p, const char *title)
{
    columns_stress(p, true);
    putc('\n', p->out);
    mark(p, true);
    fputs(title, p->out);
    mark(p, false);
    putc('\n', p->out);
    mark(p, true);
    for (size_t i = 0; i < strlen(title); i++)
        fputs(p->utf8 ? "─" : "-", p->out);
    mark(p, false);
    putc('\n', p->out);
    columns_stress(p, false);
}

/* The bytes of the next character, 1 to 4, and what to show for it; "?" for
 * what is no character, or none that can be shown.
 */
static size_t next_character(const struct columns *p,
                             const char *text,
                             const char **shown)
{
    size_t len = utf8_length(text);
    unsigned char first = text[0], second = len > 1 ? text[1] : 0;
    bool control = len == 1 && (first < ' ' || first == 0x7f);

    /* The second half of Latin-1's control characters. */
    if (first == 0xc2 && second < 0xa0)
        control = true;
    *shown = len == 0 || control || (len > 1 && !p->utf8) ? "?" : text;
    return len > 0 ? len : 1;
}

/* The text after so many characters, or its end. */
static const char *skip(const char *text, size_t characters)
{
    while (*text && characters-- > 0) {
        size_t len = utf8_length(text);

        text += len > 0 ? len : 1;
    }
    return text;
}

static size_t columns(const char *text)
{
    size_t n = 0;

    for (; *text; text = skip(text, 1))
        n++;
    return n;
}

enum { WIDEST = COLUMNS_TEXT / 4 - 8 };

const char *columns_fit(const struct columns *p,
                        const char *text,
                        size_t width,
                        bool pad)
{
    static char buffers[4][COLUMNS_TEXT];
    static unsigned turn;
    char *buffer = buffers[turn++ % 4], *at = buffer;
    const char *dots = p->utf8 ? "…" : "..";
    size_t used = 0, total = columns(text);
    size_t room = total > width ? width - columns(dots) : width;

    if (width > WIDEST)
        width = room = WIDEST;
    while (*text && used < room) {
        const char *shown;
        size_t len = next_character(p, text, &shown);
        size_t bytes = shown == text ? len : 1;

        memcpy(at, shown, bytes);
        at += bytes;
        text += len;
        used++;
    }
    if (*text) {
        at = stpcpy(at, dots);
        used += columns(dots);
    }
    while (pad && used++ < width)
        *at++ = ' ';
    *at = '\0';
    return buffer;
}

/* Where the file and line of a place begin. */
static const char *file_of(const char *text)
{
    const char *file = NULL;

    for (const char *at = text; (at = strstr(at, " (")); at++)
        file = at;
    return file;
}

const char *columns_place(const struct columns *p, const char *text, size_t at)
{
    char place[COLUMNS_TEXT];
    const char *dots = p->utf8 ? "…" : "..", *file = file_of(text);
    size_t width = p->wide - at - 1, total = columns(text), room, end;

    if (width > WIDEST)
        width = WIDEST;
    if (!file || total <= width)
        return columns_fit(p, text, width, false);
    room = width - columns(dots);
    end = columns(file) < room ? columns(file) : room;
    snprintf(place, sizeof(place), "%.*s%s%s",
             (int)(skip(text, room - end) - text), text, dots,
             skip(text, total - end));
    return columns_fit(p, place, width, false);
}

/* Cleans as it goes, too. */
static void put_word(struct columns *p, const char *word, size_t bytes)
{
    const char *end = word + bytes;

    while (word < end) {
        const char *shown;
        size_t len = next_character(p, word, &shown);

        fwrite(shown, 1, shown == word ? len : 1, p->out);
        word += len;
    }
}

static size_t word_columns(const char *word, size_t bytes)
{
    size_t n = 0;

    for (size_t i = 0; i < bytes; i++)
        n += (word[i] & 0xc0) != 0x80;
    return n;
}

/* The first word, with a sign for percent that follows it. */
static size_t word_bytes(const char *at)
{
    size_t bytes = strcspn(at, " ");

    if (strncmp(at + bytes, " %", 2) == 0)
        bytes += 1 + strcspn(at + bytes + 1, " ");
    return bytes;
}

/* Print words from column 'indent' on, which has been reached. */
static void put_words(struct columns *p, int indent, const char *at)
{
    size_t column = indent;

    mark(p, true);
    while (*at) {
        size_t bytes, wide;

        at += strspn(at, " ");
        bytes = word_bytes(at);
        wide = word_columns(at, bytes);
        if (column > (size_t)indent
            && column + 1 + wide > (size_t)COLUMNS_WIDTH - 1) {
            mark(p, false);
            fprintf(p->out, "\n%*s", indent, "");
            mark(p, true);
            column = indent;
        } else if (column > (size_t)indent) {
            putc(' ', p->out);
            column++;
        }
        put_word(p, at, bytes);
        column += wide;
        at += bytes;
    }
    mark(p, false);
    putc('\n', p->out);
}

void columns_wrap(struct columns *p, int indent, const char *fmt, ...)
{
    char text[8 * COLUMNS_TEXT];
    va_list ap;

    va_start(ap, fmt);
    vsnprintf(text, sizeof(text), fmt, ap);
    va_end(ap);
    fprintf(p->out, "%*s", indent, "");
    put_words(p, indent, text);
}

void columns_label(
    struct columns *p, int at, const char *label, int indent, const char *text)
{
    fprintf(p->out, "%*s%-*s", at, "", indent - at, label);
    put_words(p, indent, text);
}

void columns_bar(struct columns *p, double part, double whole, int width)
{
    static const char *const eighths[] = { "",  "▏", "▎", "▍",
                                           "▌", "▋", "▊", "▉" };
    double filled = whole > 0 ? part / whole * width : 0;
    int full;

    filled = filled < 0 ? 0 : filled > width ? width : filled;
    full = p->utf8 ? (int)filled : (int)(filled + 0.5);
    for (int i = 0; i < full; i++)
        fputs(p->utf8 ? "█" : "#", p->out);
    if (p->utf8)
        fputs(eighths[(int)((filled - full) * 8)], p->out);
}

const char *columns_piece(const struct columns *p, size_t n)
{
    static const char *const looks[2][2][4] = {
        { { "#", "=", ".", " " },
          { GREEN "#" USUAL, BLUE "=" USUAL, RED "." USUAL, " " } },
        { { "█", "▒", "·", " " },
          { GREEN "█" USUAL, BLUE "▒" USUAL, RED "·" USUAL, " " } },
    };

    return looks[p->utf8][p->colour][n < 3 ? n : 3];
}

void columns_pieces(struct columns *p,
                    const double *piece,
                    size_t count,
                    double whole,
                    int width)
{
    double sum = 0;
    int column = 0;

    for (size_t i = 0; i < count; i++) {
        int end;

        sum += piece[i];
        end = whole > 0 && sum > 0 ? fmin(sum / whole, 1) * width + 0.5 : 0;
        for (; column < end; column++)
            fputs(columns_piece(p, i), p->out);
    }
}

const char *columns_shade(const struct columns *p, int level)
{
    static const char *const fine[] = { "·", "░", "▒", "▓", "█" };
    static const char *const plain[] = { ".", "-", "+", "*", "#" };

    level = level < 0 ? 0 : level > 4 ? 4 : level;
    return (p->utf8 ? fine : plain)[level];
}

void columns_curve(struct columns *p, const double *x, size_t count, int width)
{
    static const char *const fine[] = {
        "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"
    };
    static const char *const plain[] = {
        "_", ".", "-", "~", "=", "+", "*", "#"
    };
    double mean[COLUMNS_WIDTH], least = INFINITY, most = -INFINITY;
    int points = count < (size_t)width ? (int)count : width;

    for (int i = 0; i < points; i++) {
        size_t from = i * count / points, to = (i + 1) * count / points;

        mean[i] = 0;
        for (size_t k = from; k < to; k++)
            mean[i] += x[k] / (to - from);
        least = fmin(least, mean[i]);
        most = fmax(most, mean[i]);
    }
    for (int i = 0; i < points; i++) {
        int level = most > least
                        ? (int)((mean[i] - least) / (most - least) * 7.99)
                        : 3;

        fputs((p->utf8 ? fine : plain)[level], p->out);
    }
}
