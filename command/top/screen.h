/* screen.h - the terminal as a screen to draw on and keys to read
 *
 * The few sequences used here (ECMA-48, as all terminals since the VT100 know
 * them) need no library: go home, clear to the end, another screen, no cursor.
 * That is why there is no curses in mitosis.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_TOP_SCREEN_H
#define MITOSIS_COMMAND_TOP_SCREEN_H

#include <stdbool.h>

/* Keys that are no characters. */
enum {
    SCREEN_ENTER = '\n',
    SCREEN_ESCAPE = 27,
    SCREEN_BACK = 127,
    SCREEN_UP = 256,
    SCREEN_DOWN,
    SCREEN_LEFT,
    SCREEN_RIGHT,
    SCREEN_PAGE_UP,
    SCREEN_PAGE_DOWN,
    SCREEN_HOME,
    SCREEN_END,
};

/* Whether stdin and stdout are a terminal that can be drawn on. */
bool screen_there(void);

/* Take the terminal: another screen, no echo, keys at once.  What it was like
 * comes back with screen_close(), also when the process exits.  Nothing
 * happens when it is taken already.
 */
void screen_open(void);
void screen_close(void);

/* How large it is now; 80 by 24 where it does not say. */
void screen_size(int *width, int *height);

/* The next key that was pressed, or 0 when there is none; -1 when there will
 * be none.  Keys that have no name here are passed over.
 */
int screen_key(void);

/* Draw 'text', lines ended by newlines, from the top on, and clear the rest.
 */
void screen_draw(const char *text);

#endif /* !MITOSIS_COMMAND_TOP_SCREEN_H */
