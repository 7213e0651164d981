/* Tests of pmpi/state/state_manifest.c: what is offered ahead of the stop
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "migrate/transfer/manifest_file.h"
#include "pmpi/state/both_generations.h"
#include "pmpi/state/prepare.h"
#include "pmpi/state/registered.h"
#include "pmpi/state/serve_state.h"
#include "pmpi/state/state_manifest.h"
#include "pmpi/watch/watch.h"
#include "tests/pmpi/state/made_up_array.h"
#include "tests/tap.h"

enum { ROOM = 8, GENERATION = 1 };

static char folder[] = "/tmp/mitosis-offer-XXXXXX";
static int steps, offers;

/* ---- what stands above and beside it ---- */

void serve_state_step(void)
{
    steps++;
}

int serve_state_ahead(const char *place, struct manifest *m, struct error *err)
{
    (void)place, (void)m, (void)err;
    offers++;
    return 0;
}

int serve_state_begin(const char *place,
                      struct manifest *m,
                      bool wanted,
                      struct error *err)
{
    (void)place, (void)m, (void)wanted, (void)err;
    return 0;
}

void serve_state_end(void)
{
}

void prepare_end(void)
{
}

int both_generations_open(struct both_generations *w,
                          const struct state_place *place,
                          const char *order,
                          struct error *err)
{
    (void)w, (void)place, (void)order;
    return error_set(err, "there are no generations");
}

void both_generations_close(struct both_generations *w)
{
    (void)w;
}

const char *watch_sight_lost(void)
{
    return NULL;
}

/* ---- */

static const struct state_place place = {
    .folder = folder, .generation = GENERATION, .ranks = 1, .sync = 3
};

/* A constant array, and one that changes. */
static struct registered two[2];
static double *memory[2];
static long count[2];

static void start(void)
{
    static const char *const names[] = { "constant", "variable" };

    state_manifest_settle();
    for (int i = 0; i < 2; i++) {
        struct registered *t = &two[i];

        free(memory[i]);
        memory[i] = calloc(ROOM, sizeof(double));
        count[i] = 5;
        *t = made_up_array(names[i], &memory[i], &count[i]);
        t->item.order = t->item.group = (uint64_t)i;
        t->item.flags = i == 0 ? ITEM_CONSTANT : 0;
    }
    things = two;
    registered_count = 2;
    steps = offers = 0;
}

static int offer(void)
{
    struct error err = { "" };
    int told = state_manifest_offer(&place, &err);

    if (told < 0)
        diag("%s", err.text);
    return told;
}

/* The constant array goes elsewhere. */
static void move(int i)
{
    double *there = calloc(ROOM, sizeof(double));

    free(memory[i]);
    memory[i] = there;
}

static void test_offers(void)
{
    double *kept;

    start();
    ok(offer() == 1 && offers == 1, "what is constant is offered at first");
    ok(offer() == 0 && offers == 1 && steps == 1,
       "then it is served, and not offered again");
    count[1] = 4;
    move(1);
    ok(offer() == 0 && offers == 1 && steps == 2,
       "what is not constant may change and move meanwhile");
    kept = memory[0];
    memory[0] = calloc(ROOM, sizeof(double));
    ok(offer() == 1 && offers == 2 && steps == 2,
       "what is constant and has moved is offered again");
    free(kept);
    ok(offer() == 0 && offers == 2 && steps == 3, "once");
    count[0] = 4;
    ok(offer() == 1 && offers == 3, "so is what has other rows");
    state_manifest_settle();
    ok(offer() == 1 && offers == 4, "the next change begins anew");
}

static void test_told(void)
{
    struct error err = { "" };
    struct manifest *m;

    start();
    offer();
    m = manifest_file_read(folder, GENERATION, 0, &err);
    ok(m && m->count == 2 && m->items[0].address == (uintptr_t)memory[0]
           && m->items[0].count == 5,
       "others can read where it is: %s", err.text);
    manifest_destroy(m);
    memory[0] = realloc(memory[0], 2 * ROOM * sizeof(double));
    count[0] = 6;
    offer();
    m = manifest_file_read(folder, GENERATION, 0, &err);
    ok(m && m->items[0].address == (uintptr_t)memory[0]
           && m->items[0].count == 6,
       "and where it is then, when it has changed");
    manifest_destroy(m);
}

static void test_nothing(void)
{
    start();
    two[0].item.flags = 0;
    ok(offer() == 0 && offers == 0 && steps == 0,
       "where nothing is constant nothing is offered");
    start();
    count[0] = -1;
    ok(offer() == 0 && offers == 0, "nor what has no number of rows");
}

/* A stop that something is wrong with. */
static void test_refused(void)
{
    static const struct error why = { "a communicator is gone" };
    static const struct error other = { "a disk is full" };
    struct error err = { "" };

    start();
    ok(state_manifest_write(&place, true, &err) == 0,
       "what there is is told at a stop");
    state_manifest_refuse(&why, false);
    ok(state_manifest_check(&err) < 0
           && state_manifest_write(&place, true, &err) < 0
           && strcmp(err.text, why.text) == 0,
       "unless something was refused before: then that is told");
    state_manifest_settle();
    ok(state_manifest_check(&err) == 0,
       "what was refused for one change is not for the next one");
    state_manifest_refuse(&other, false);
    state_manifest_refuse(&why, true);
    state_manifest_refuse(&other, false);
    state_manifest_settle();
    ok(state_manifest_write(&place, true, &err) < 0
           && strcmp(err.text, why.text) == 0,
       "what was for good is");
    ok(state_manifest_write(&place, false, &err) == 0,
       "before the stop it is told still");
}

int main(void)
{
    char path[100];

    if (!mkdtemp(folder))
        return 1;
    test_offers();
    test_told();
    test_nothing();
    test_refused();
    state_manifest_settle();
    free(memory[0]);
    free(memory[1]);
    snprintf(path, sizeof(path), "rm -rf %s", folder);
    return system(path) == 0 ? tap_done() : 1;
}
