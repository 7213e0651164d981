/* fetch.c - fetch rows of old ranks, wherever these are
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "migrate/transfer/fetch.h"
#include "migrate/transfer/fetch_remote.h"
#include "net/secret.h"

enum { STEP_MS = 100, TELL_NS = 500 * 1000 * 1000 };

struct fetch {
    struct fetch_source *source;
    const struct fetch_options *options;
    fetch_local_t *pull;
    fetch_remote_t *ship;   /* NULL while nothing is far */
    int *peer;              /* of each old rank in 'ship', -1: none yet */
    uint64_t near;          /* bytes from this host */
    uint64_t told, tell_at; /* what was said of it, when to say more */
};

fetch_t *fetch_create(struct fetch_source *s, const struct fetch_options *o)
{
    fetch_t *h = calloc(1, sizeof(*h));

    if (!h || !(h->pull = fetch_local_create())) {
        free(h);
        return NULL;
    }
    h->source = s;
    h->options = o;
    return h;
}

void fetch_destroy(fetch_t *h)
{
    if (h) {
        fetch_local_destroy(h->pull);
        fetch_remote_destroy(h->ship);
        free(h->peer);
        free(h);
    }
}

/* Get ready for the first one that is far. */
static int open_ship(fetch_t *h, struct error *err)
{
    uint8_t secret[SECRET_BYTES];
    struct fetch_remote_options o = { .secret = secret,
                                      .hide = h->options->encrypt,
                                      .compress = h->options->compress,
                                      .ahead = h->options->ahead };

    if (h->ship)
        return 0;
    if (secret_read(h->source->folder, secret, err) < 0)
        return -1;
    h->peer = malloc((size_t)h->source->ranks * sizeof(h->peer[0]));
    if (!h->peer)
        return error_set(err, "out of memory");
    for (int r = 0; r < h->source->ranks; r++)
        h->peer[r] = -1;
    h->ship = fetch_remote_create(&o, err);
    explicit_bzero(secret, sizeof(secret));
    if (h->ship)
        return 0;
    free(h->peer);
    h->peer = NULL;
    return -1;
}

static int find_peer(fetch_t *h, const struct manifest *m, struct error *err)
{
    struct handshake_whom whom = { m->generation, m->rank };

    if (h->peer[m->rank] >= 0)
        return h->peer[m->rank];
    if (!m->port[0])
        return error_set(err,
                         "rank %llu on %s cannot be reached from other hosts",
                         (unsigned long long)m->rank, m->host);
    h->peer[m->rank] = fetch_remote_peer(h->ship, m->port, whom, err);
    return h->peer[m->rank];
}

int fetch_add(fetch_t *h,
              const struct manifest *m,
              size_t item,
              const struct fetch_part_task *t,
              struct error *err)
{
    struct fetch_local_source from;
    int peer;

    if (!fetch_source_is_far(h->source, m)) {
        h->near += t->copy.to.bytes * t->copy.to.times;
        return fetch_source_find(h->source, m, item, &from, err) < 0
                       || fetch_local_add(h->pull, t, &from, err) < 0
                   ? -1
                   : 0;
    }
    if (open_ship(h, err) < 0 || (peer = find_peer(h, m, err)) < 0)
        return -1;
    return fetch_remote_add(h->ship, peer, (uint32_t)item, t, err);
}

/* Say how much has come, if it is more than when that was said last. */
static void tell(fetch_t *h)
{
    uint64_t now = clock_monotonic();
    uint64_t bytes = fetch_remote_count(h->ship).received;

    if (!h->options->moved || bytes == h->told || now < h->tell_at)
        return;
    h->told = bytes;
    h->tell_at = now + TELL_NS;
    h->options->moved(bytes);
}

/* Until it is all there, or it is too late for that. */
static int run_ship(fetch_t *h, struct error *err)
{
    uint64_t until = h->options->until_ns;
    int rc = 0;

    while (rc == 0 && (until == 0 || clock_monotonic() < until)) {
        rc = fetch_remote_step(h->ship, STEP_MS, err);
        tell(h);
    }
    if (rc == 0)
        error_set(err, "it took too long");
    return rc > 0 ? 0 : -1;
}

/* What is far is asked for first, and comes while the rest is copied. */
int fetch_run(fetch_t *h, int threads, struct error *err)
{
    if (h->ship && fetch_remote_step(h->ship, 0, err) < 0)
        return -1;
    if (fetch_local_run(h->pull, threads, err) < 0)
        return -1;
    return h->ship ? run_ship(h, err) : 0;
}

uint64_t fetch_travelled(const fetch_t *h)
{
    return h->near + (h->ship ? fetch_remote_count(h->ship).received : 0);
}

bool fetch_refused(const fetch_t *h)
{
    return fetch_local_refused(h->pull);
}
