/* mpiexec_words.h - the words by which jobs of ours are started on some hosts
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_COMMAND_DOCTOR_MPIEXEC_WORDS_H
#define MITOSIS_COMMAND_DOCTOR_MPIEXEC_WORDS_H

#include "base/error.h"
#include "base/string_list.h"
#include "command/common/command_option.h"
#include "command/doctor/timed_command.h"

/* Read the words of the subcommand 'command': its own options by 'places', and
 * those of mpiexec.  One of these that tells of hosts adds them, each once,
 * the words of others are added to 'words'.  How many ranks there are, and
 * where, is ours to say.  Returns 0, or the status with which the command
 * ends, having said why.
 */
int mpiexec_words_read(const char *command,
                       char *argv[],
                       const struct command_option_place *places,
                       struct string_list *hosts,
                       struct string_list *words);

/* What Hydra is told in these words to start its proxies with, by name or as a
 * program; the last one counts.  NULL when it is not.
 */
const char *mpiexec_words_launcher(const struct string_list *words);

/* "a:2,b:2" with so many ranks on each, to be freed, or NULL: there are no
 * hosts.
 */
char *mpiexec_words_list(const struct string_list *hosts, int ranks);

/* Add to 'w' what stands between mpiexec and -n: the other words, and these
 * hosts (NULL: this one).
 */
void mpiexec_words_add(struct string_list *w,
                       const struct string_list *words,
                       const char *hosts);

/* Whether a job of so many ranks was one: each process may take itself for the
 * only rank there is.  Returns -1 with that in 'err' if it did.
 */
int mpiexec_words_check(const struct timed_command *t,
                        int ranks,
                        struct error *err);

#endif /* !MITOSIS_COMMAND_DOCTOR_MPIEXEC_WORDS_H */
