/* platform.h - the hosts that a run is replayed on, and what is between them
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_FORESEE_PLATFORM_PLATFORM_H
#define MITOSIS_FORESEE_PLATFORM_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
    PLATFORM_EAGER = 65536, /* bytes, unless it is known better */
    PLATFORM_HOSTS = 4096,  /* at most */
    PLATFORM_DELAYS = 256,  /* told apart of a host */
    PLATFORM_DOUBTFUL = 50, /* percent of spread from which on it is */
};

/* Calls that are late in ways of their own: a rank that is kept waiting gives
 * its core away, and one in a collective has others to serve meanwhile.
 */
enum platform_call {
    PLATFORM_MESSAGE,
    PLATFORM_MESSAGE_KEPT,
    PLATFORM_COLLECTIVE,
    PLATFORM_COLLECTIVE_KEPT,
    PLATFORM_CALLS
};

/* A message of n bytes takes latency + n * per_byte seconds. */
struct platform_link {
    bool known;
    double latency;
    double per_byte;
};

struct platform_host {
    const char *name;
    unsigned cores;  /* 0: not known */
    double speed;    /* how fast a core computes, in any unit */
    double per_byte; /* seconds, of all that goes to other hosts at a time, and
                        of what comes from there; 0: that shares nothing */
    double delay;    /* seconds that a call returns too late which was kept
                        waiting, as others have the core: the mean */
    bool delay_shared; /* only there where ranks share cores, which they leave
                          to others while they wait */
    double *delays[PLATFORM_CALLS]; /* PLATFORM_DELAYS of each that was seen,
                                       or NULL */
};

struct platform {
    size_t hosts;
    struct platform_host *host;
    struct platform_link *link; /* hosts * hosts; of a host with itself, too */
    uint64_t eager;             /* longer messages wait for their receiver */
    double spread; /* by which share repeats of what was measured took longer
                      at worst; 0: not known */
    char *names;   /* memory of the hosts' names */
};

/* Make one of 'hosts' whose speed is 1 and whose links are not known.  Returns
 * what is given back with platform_destroy(), or NULL with the reason in
 * 'err'.
 */
struct platform *platform_create(const char *const names[],
                                 size_t hosts,
                                 struct error *err);

/* The same as 'p', but messages cost nothing there, and nobody returns late.
 */
struct platform *platform_ideal(const struct platform *p, struct error *err);

/* Free it.  NULL is fine. */
void platform_destroy(struct platform *p);

/* Which host has this name, or p->hosts. */
size_t platform_find(const struct platform *p, const char *name);

/* Whether messages of any host share its network. */
bool platform_shares(const struct platform *p);

/* Whether what was measured differed so much from one time to the next that
 * the figures may be wrong.
 */
bool platform_is_doubtful(const struct platform *p);

/* Say what is between two hosts, in both directions. */
void platform_connect(
    struct platform *p, size_t a, size_t b, double latency, double per_byte);

/* Which of them a call is. */
enum platform_call platform_call(bool collective, bool kept);

/* Say how late such calls return on a host, of 'count' of which this is known;
 * they are sorted.  Returns -1 when there is no memory.
 */
int platform_set_delays(struct platform *p,
                        size_t host,
                        enum platform_call call,
                        double *late,
                        size_t count);

/* The mean of what was set of calls that were kept waiting becomes the host's
 * delay.  'kept' is how many there were of messages, and of collectives.
 */
void platform_mean_delay(struct platform *p,
                         size_t host,
                         const size_t kept[2]);

/* Say the same of all hosts where calls returned later in a run: by what is
 * known of the host of that name there, or of its first one.  Returns -1 when
 * there is no memory.
 */
int platform_take_delays(struct platform *p, const struct platform *run);

/* How late one returns, which 'chance' draws. */
double platform_delay(const struct platform *p,
                      size_t host,
                      enum platform_call call,
                      uint64_t chance);

const struct platform_link *platform_link(const struct platform *p,
                                          size_t a,
                                          size_t b);

#endif /* !MITOSIS_FORESEE_PLATFORM_PLATFORM_H */
