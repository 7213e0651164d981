/* main.h - how the head of a job's agents begins its work, and ends it
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_HEAD_MAIN_H
#define MITOSIS_AGENT_HEAD_MAIN_H

/* Be the agent of the job in 'folder', whose first rank is on the other end
 * of the descriptor 'first'.  'helper' is for launcher_find().  Returns an
 * exit status.
 */
int head_main(const char *folder, int first, const char *helper);

/* Be that in place of one that was killed: 'claim' is a descriptor of its
 * claim.
 */
int head_again(const char *folder, int claim, const char *helper);

#endif /* !MITOSIS_AGENT_HEAD_MAIN_H */
