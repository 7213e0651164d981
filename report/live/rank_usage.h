/* rank_usage.h - see from outside that ranks live, and what they use
 *
 * A rank notes in its page what it uses when it calls MPI.  One that computes
 * for long or hangs does not, and what was known of it is old when it is
 * killed.  So who looks after a job on a host looks at its ranks there.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_REPORT_LIVE_RANK_USAGE_H
#define MITOSIS_REPORT_LIVE_RANK_USAGE_H

enum { RANK_USAGE_MS = 1000 }; /* between two looks */

/* Look at all ranks of this host whose pages are in 'folder' and which have
 * not ended, and note in the pages what the kernel says of them now.  Takes
 * some 50 microseconds for each; what cannot be read is passed over.  Returns
 * how many there are.
 */
int rank_usage_note(const char *folder);

#endif /* !MITOSIS_REPORT_LIVE_RANK_USAGE_H */
