/* serve_state.c - let ranks of other hosts read what this one has registered
 *
 * The rank has nothing else to do while it stands still, so it serves from
 * its own thread, between words of the agent.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/clock.h"
#include "migrate/transfer/serve.h"
#include "migrate/transfer/state_file.h"
#include "net/secret.h"
#include "pmpi/state/serve_state.h"
#include "pmpi/watch/watch.h"

enum {
    STEP_NS = 10 * 1000 * 1000,
    AHEAD_LEAST_NS = 50 * 1000,
    AHEAD_SHARE = 20, /* of that part of the time */
};

static serve_t *server;
static struct byte_ranges_item *items; /* what it shows */
static size_t item_count;
static uint64_t last_step;

static void tell(void *arg, const char *text)
{
    (void)arg;
    watch_say("%s", text);
}

static int open_server(const char *folder,
                       const struct manifest *m,
                       struct error *err)
{
    uint8_t secret[SECRET_BYTES];
    struct serve_options o = {
        .secret = secret,
        .whom = { m->generation, m->rank },
        .hide = strcmp(watch_setting(SETTING_ENCRYPT), "on") == 0,
        .compress = watch_setting(SETTING_COMPRESS),
        .tell = tell,
    };

    if (secret_make(folder, secret, err) < 0)
        return -1;
    server = serve_open(&o, err);
    explicit_bzero(secret, sizeof(secret));
    return server ? 0 : -1;
}

static int list_items(const struct manifest *m, struct error *err)
{
    free(items);
    item_count = 0;
    items = calloc(m->count + 1, sizeof(items[0]));
    if (!items)
        return error_set(err, "out of memory");
    for (; item_count < m->count; item_count++) {
        const struct item *item = &m->items[item_count];

        items[item_count] = (struct byte_ranges_item){
            .memory = (const void *)(uintptr_t)item->address,
            .bytes = state_file_bytes(m, item_count),
            .element = item->extent,
            .constant = item->flags & ITEM_CONSTANT,
        };
    }
    return 0;
}

/* Have a port, and say in 'm' which. */
static int open_for(const char *folder, struct manifest *m, struct error *err)
{
    if ((!server && open_server(folder, m, err) < 0) || list_items(m, err) < 0)
        return -1;
    address_tell(serve_port(server), m->port);
    return 0;
}

int serve_state_begin(const char *folder,
                      struct manifest *m,
                      bool wanted,
                      struct error *err)
{
    if (!wanted && strcmp(watch_setting(SETTING_COPY), "tcp") != 0)
        return 0;
    if (open_for(folder, m, err) < 0)
        return -1;
    serve_show(server, items, item_count, true);
    return 0;
}

int serve_state_ahead(const char *folder,
                      struct manifest *m,
                      struct error *err)
{
    last_step = clock_monotonic();
    return open_for(folder, m, err);
}

void serve_state_step(void)
{
    uint64_t now = clock_monotonic();
    uint64_t work = (now - last_step) / AHEAD_SHARE;

    if (!server)
        return;
    last_step = now;
    serve_show(server, items, item_count, false);
    serve_step(server, 0, work < AHEAD_LEAST_NS ? AHEAD_LEAST_NS : work);
    serve_hide(server);
}

int serve_state_wait(int fd, int ms)
{
    uint64_t start = clock_monotonic(), spent = 0;

    while (server && (ms < 0 || spent < (uint64_t)ms)) {
        struct pollfd p[2] = { { .fd = fd, .events = POLLIN },
                               { .fd = serve_fd(server), .events = POLLIN } };
        int patience = serve_patience(server);
        int left = ms < 0 ? -1 : ms - (int)spent;

        if (patience >= 0 && (left < 0 || patience < left))
            left = patience;
        poll(p, 2, left);
        if (p[0].revents)
            break;
        serve_step(server, 0, STEP_NS);
        spent = (clock_monotonic() - start) / 1000000;
    }
    return ms < 0 ? -1 : spent < (uint64_t)ms ? ms - (int)spent : 0;
}

void serve_state_end(void)
{
    serve_close(server);
    server = NULL;
    free(items);
    items = NULL;
    item_count = 0;
}
