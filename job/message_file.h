/* message_file.h - the file of messages that a rank has collected
 *
 * It is written by the rank that they were sent to, and read by those that
 * carry on the senders.  Room for a message is got before the message is
 * received.  Until it is closed it counts as empty: what there is of it may be
 * part of a message.
 *
 * Once some of the messages from a rank are received the others have to be,
 * for they would overtake those that are sent again.  So when the folder has
 * no more room all is kept in memory, and the file's name leads there for as
 * long as this process lives: enough to give a change up, not to go through
 * with it.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_JOB_MESSAGE_FILE_H
#define MITOSIS_JOB_MESSAGE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* What stands before the bytes of each message. */
struct message_file_head {
    int32_t source;
    int32_t to;
    int32_t tag;
    uint32_t world; /* which of the communicators that have all ranks */
    uint64_t bytes;
};

/* Whose messages: a rank of a generation, that stands at 'sync'. */
struct message_file_owner {
    const char *folder; /* of the job */
    uint32_t generation;
    int rank;
    uint64_t sync;
};

typedef struct message_file message_file_t;

/* Make the file, in place of what an earlier change left.  Returns NULL with
 * the reason in 'err' when there is no such folder.
 */
message_file_t *message_file_open(const struct message_file_owner *owner,
                                  struct error *err);

/* Get room for one more message of 'bytes'.  Returns -1 with the reason in
 * 'err' when there is none, in memory neither.
 */
int message_file_reserve(message_file_t *b, uint64_t bytes, struct error *err);

/* Put a message in, for which there is room.  Returns -1 with the reason in
 * 'err' when the file cannot be written all the same.
 */
int message_file_add(message_file_t *b,
                     const struct message_file_head *head,
                     const void *data,
                     struct error *err);

/* All that is to come is in it: now others may read it.  Frees 'b'.  Returns
 * -1 with the reason in 'err' when they cannot, or while this process lives
 * only; in the latter case the next message_file_open() ends that, too.
 */
int message_file_close(message_file_t *b, struct error *err);

/* Whether others may read it. */
bool message_file_is_closed(const struct message_file_owner *owner);

/* Hand the messages from 'source' to 'action', in the order in which they
 * came, each with its bytes, which are the action's to free.  One that is not
 * closed has none.  Returns -1 with the reason in 'err' when some could not
 * be read.
 */
int message_file_read(const struct message_file_owner *owner,
                      int source,
                      void (*action)(const struct message_file_head *head,
                                     void *data),
                      struct error *err);

#endif /* !MITOSIS_JOB_MESSAGE_FILE_H */
