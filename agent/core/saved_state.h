/* saved_state.h - what the head of a job's agents leaves to the one after it
 *
 * What cannot be seen in the job's control files is a line each of the file
 * 'saved-state' in its folder, a word and what it says, which is written anew
 * when any of it changes.  Lines that are not the core's are the parts'.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_CORE_SAVED_STATE_H
#define MITOSIS_AGENT_CORE_SAVED_STATE_H

#include <stdio.h>

#include "agent/core/head.h"
#include "base/string_list.h"

/* What a head that was killed has left, as far as it is not the state of a
 * head, but of the moment.
 */
struct saved_state {
    uint32_t job; /* the generation that was the job, and its ranks */
    int ranks;
    struct string_list posts; /* hosts that an agent was on */
};

/* Write it, if it is not what was written last: the core's lines, and those of
 * the parts.  Without room for it the head after this one knows less.
 */
void saved_state_write(struct head *a);

/* Write a line for a part's save(): a word, and a text as the rest of the
 * line, with spaces for its line ends.
 */
void saved_state_put_text(FILE *out, const char *word, const char *text);

/* Take over what the one before has left, which may be nothing; a->saved is
 * there afterwards.  Returns -1 with the reason in 'err' without memory.
 */
int saved_state_read(struct head *a, struct error *err);

/* Free what was read and what was written. */
void saved_state_free(struct head *a);

extern const struct part saved_state_part;

#endif /* !MITOSIS_AGENT_CORE_SAVED_STATE_H */
