/* standstill.h - for how long ranks have got nowhere
 *
 * Time counts only while somebody looks: who was stopped himself, or whose
 * host slept, does not know what the others did meanwhile.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HOST_STANDSTILL_H
#define MITOSIS_AGENT_HOST_STANDSTILL_H

#include <stdint.h>

/* All 0 before the first look. */
struct standstill {
    double looked;  /* when, by loop_now() */
    uint64_t syncs; /* that had been reached then */
    double seconds; /* since more of them were */
};

/* Look at 'now': the ranks have reached 'syncs' in all.  Returns how much time
 * counts since the last look.
 */
double standstill_look(struct standstill *s, double now, uint64_t syncs);

/* Begin anew. */
void standstill_forget(struct standstill *s);

#endif /* !MITOSIS_AGENT_HOST_STANDSTILL_H */
