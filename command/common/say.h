/* say.h - what the command tells its user, on stderr, in whole lines
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_COMMON_SAY_H
#define MITOSIS_COMMAND_COMMON_SAY_H

#include "base/error.h"

/* In the order of the choices of the setting 'log'. */
enum say_level { SAY_QUIET, SAY_WARN, SAY_INFO, SAY_DEBUG };

enum { EXIT_USAGE = 2 }; /* the command line is wrong */

/* Say no more than 'level' from now on.  It is SAY_WARN before. */
void say_limit(enum say_level level);

/* Print to stdout what is asked for, where text of a module, a program or
 * another host may be in it: nothing of it steers a terminal.
 */
void say_result(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* What was printed to stdout must have got there.  Returns -1 with the reason
 * in 'err' when not all of it did.
 */
int say_finish(struct error *err);

/* Print "mitosis: " and a line. */
void say(enum say_level level, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Say why, whatever the limit, and return 'status'. */
int fail(int status, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and end the command. */
void die(int status, const char *fmt, ...)
    __attribute__((format(printf, 2, 3), noreturn));

/* Warn with 'text', or do not, for base/settings.h. */
void say_complaint(const char *text);
void say_nothing(const char *text);

#endif /* !MITOSIS_COMMAND_COMMON_SAY_H */
