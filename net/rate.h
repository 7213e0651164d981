/* rate.h - how fast a connection takes bytes, and how fast it may
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_NET_RATE_H
#define MITOSIS_NET_RATE_H

#include <stdint.h>

/* What was seen of a connection; all 0 at first. */
struct rate_meter {
    double speed; /* bytes/s, 0 while it is not known */
    uint64_t start_ns;
    uint64_t start_bytes;
};

/* At this moment the other side has 'arrived' bytes in all, and so many more
 * wait to be sent: those under way do not.  'flow' is what it would take, as
 * far as the link is not what it waits for.
 */
void rate_note(struct rate_meter *m,
               uint64_t now_ns,
               uint64_t arrived,
               uint64_t queued,
               double flow);

/* A bucket that fills with leave to send. */
struct rate_bucket {
    uint64_t last_ns;
    double tokens; /* bytes */
};

/* Fill it at 'speed' bytes/s.  What is not used in a quarter of a second is
 * lost.
 */
void rate_fill(struct rate_bucket *b, uint64_t now_ns, double speed);

/* Take so many bytes from it; it may come to owe some. */
void rate_take(struct rate_bucket *b, uint64_t bytes);

/* Nanoseconds until there is leave to send again. */
uint64_t rate_wait(const struct rate_bucket *b, double speed);

#endif /* !MITOSIS_NET_RATE_H */
