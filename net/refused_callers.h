/* refused_callers.h - tell who was turned away at the ports of this agent
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_REFUSED_CALLERS_H
#define MITOSIS_NET_REFUSED_CALLERS_H

/* From now on, if the user wants to know such things (MITOSIS_LOG), hand a
 * sentence about each to 'say'; about many at once not about each.
 */
void refused_callers_watch(void (*say)(void *arg, const char *text),
                           void *arg);

/* One that called from the address 'name' did not prove who it is. */
void refused_callers_tell(const char *name, const char *why);

#endif /* !MITOSIS_NET_REFUSED_CALLERS_H */
