/* answers_file.h - what policies and protocols saw and answered, for the
 * report
 *
 * A line of JSON for each in the job's file 'policies', put in place as a
 * whole again and again.  An agent that took the place of another one leaves
 * the lines of that as they are.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H
#define MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H

/* Begins with what a head before this one has left, writes the file a moment
 * after something was asked or answered, and for the last time as it stops.
 */
extern const struct part answers_file_part;

#endif /* !MITOSIS_AGENT_DECIDE_ANSWERS_FILE_H */
