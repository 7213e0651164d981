/* screen.c - the terminal as a screen to draw on and keys to read
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "base/utf8.h"
#include "command/top/screen.h"

enum { SEQUENCE_MS = 25 }; /* from ESC to the rest of it */

static struct {
    struct termios before;
    bool open;
} screen;

bool screen_there(void)
{
    const char *term = getenv("TERM");

    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && term && *term
           && strcmp(term, "dumb") != 0;
}

/* A terminal that takes no more has other troubles. */
static void put(const char *text, size_t bytes)
{
    while (bytes > 0) {
        ssize_t n = write(STDOUT_FILENO, text, bytes);

        if (n < 0 && errno == EAGAIN)
            poll(&(struct pollfd){ .fd = STDOUT_FILENO, .events = POLLOUT }, 1,
                 100);
        else if (n < 0 && errno != EINTR)
            return;
        if (n > 0) {
            text += n;
            bytes -= (size_t)n;
        }
    }
}

static void put_text(const char *text)
{
    put(text, strlen(text));
}

void screen_open(void)
{
    static bool registered;
    struct termios raw;

    if (screen.open || tcgetattr(STDIN_FILENO, &screen.before) < 0)
        return;
    raw = screen.before;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    put_text("\033[?1049h\033[?25l");
    screen.open = true;
    if (!registered)
        registered = atexit(screen_close) == 0;
}

void screen_close(void)
{
    if (!screen.open)
        return;
    screen.open = false;
    put_text("\033[0m\033[?25h\033[?1049l");
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
}

void screen_size(int *width, int *height)
{
    struct winsize size;

    *width = 80;
    *height = 24;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
        && size.ws_row > 0) {
        *width = size.ws_col;
        *height = size.ws_row;
    }
}

static int read_byte(void)
{
    unsigned char c;
    ssize_t n;

    do
        n = read(STDIN_FILENO, &c, 1);
    while (n < 0 && errno == EINTR);
    return n == 1 ? c : n == 0 || errno == EAGAIN ? 0 : -1;
}

/* The key that sends ESC [ or ESC O, 'number' and 'last', or 0. */
static int key_of(int number, int last)
{
    static const struct {
        char last;
        int number; /* with '~' only */
        int key;
    } keys[] = {
        { 'A', 0, SCREEN_UP },      { 'B', 0, SCREEN_DOWN },
        { 'C', 0, SCREEN_RIGHT },   { 'D', 0, SCREEN_LEFT },
        { 'H', 0, SCREEN_HOME },    { 'F', 0, SCREEN_END },
        { '~', 1, SCREEN_HOME },    { '~', 7, SCREEN_HOME },
        { '~', 4, SCREEN_END },     { '~', 8, SCREEN_END },
        { '~', 5, SCREEN_PAGE_UP }, { '~', 6, SCREEN_PAGE_DOWN },
    };

    for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
        if (keys[i].last == last && (last != '~' || keys[i].number == number))
            return keys[i].key;
    return 0;
}

/* ESC begins what arrows and the like send, which comes in one piece, or
 * soon after it over a slow line; alone it is the key.
 */
static int read_sequence(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    int c, number = 0;

    poll(&p, 1, SEQUENCE_MS);
    c = read_byte();
    if (c != '[' && c != 'O')
        return SCREEN_ESCAPE;
    while ((c = read_byte()) > 0 && (c < '@' || c > '~'))
        number = c >= '0' && c <= '9' && number < 100 ? 10 * number + c - '0'
                                                      : number;
    return key_of(number, c);
}

int screen_key(void)
{
    struct pollfd p = { .fd = STDIN_FILENO, .events = POLLIN };
    int c = 0;

    while (c == 0 && poll(&p, 1, 0) > 0) {
        if (!(p.revents & POLLIN))
            return -1;
        if ((c = read_byte()) == 0)
            return -1; /* the end */
        if (c == '\r')
            c = SCREEN_ENTER;
        else if (c == '\b')
            c = SCREEN_BACK;
        else if (c == SCREEN_ESCAPE)
            c = read_sequence();
    }
    return c;
}

/* How many bytes of a line fit into so many columns; looks take none. */
static size_t fitting(const char *line, int columns)
{
    const char *at = line;

    while (*at && *at != '\n') {
        if (*at == '\033')
            at += strcspn(at, "m") + 1;
        else if (columns-- > 0)
            at += utf8_length(at) > 0 ? utf8_length(at) : 1;
        else
            break;
    }
    return (size_t)(at - line);
}

void screen_draw(const char *text)
{
    int width, height;

    screen_size(&width, &height);
    put_text("\033[H");
    for (int row = 1;; row++) {
        size_t len = strcspn(text, "\n");

        put(text, fitting(text, width));
        put_text("\033[0m\033[K");
        if (!text[len] || !text[len + 1] || row == height)
            break;
        put_text("\r\n");
        text += len + 1;
    }
    put_text("\033[J");
}
