/* Tests of agent/peers/mesh.c: agents find each other, talk, and lose each
 * other
 *
 * All of them share a loop, and addresses of this host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "agent/peers/mesh.h"
#include "base/seal.h"
#include "net/address.h"
#include "tests/tap.h"

enum { AGENTS = 4, PATIENCE_S = 20, STRANGERS = 100 };

struct agent {
    mesh_t *mesh;
    char name[16];
    int heard; /* messages */
    char from[HOST_NAME];
    bool wants[AGENTS];
};

static loop_t *loop;
static struct agent agents[AGENTS];
static uint8_t secret[SEAL_KEY] = { 1, 2, 3 };
static uint8_t other_secret[SEAL_KEY] = { 9 };

static void on_change(void *arg)
{
    (void)arg;
}

static void on_message(void *arg,
                       const char *from,
                       const struct serialize *message)
{
    struct agent *a = arg;

    a->heard += (int)message->bytes;
    snprintf(a->from, sizeof(a->from), "%s", from);
}

static const struct neighbour_events events = { on_change, on_message };

static void create(int i, const uint8_t key[SEAL_KEY])
{
    struct agent *a = &agents[i];
    struct error err;

    snprintf(a->name, sizeof(a->name), "a%d", i);
    a->heard = 0;
    a->mesh = mesh_create(loop, key, a->name, &events, a, &err);
    if (!a->mesh) {
        printf("Bail out! %s\n", err.text);
        exit(EXIT_FAILURE);
    }
}

/* Tell all that are there who is.  Of one that is not there a place may be
 * told all the same.
 */
static void tell_members_with(const char *place_of_others)
{
    struct membership *r = membership_create(AGENTS, 0);
    bool wanted[AGENTS];

    for (int i = 0; i < AGENTS; i++)
        if (agents[i].mesh || place_of_others) {
            strcpy(r->host[r->hosts].name, agents[i].name);
            strcpy(r->host[r->hosts++].place, agents[i].mesh
                                                  ? mesh_place(agents[i].mesh)
                                                  : place_of_others);
        }
    for (int i = 0; i < AGENTS; i++) {
        int h = 0;

        for (int other = 0; other < AGENTS; other++)
            if (agents[other].mesh || place_of_others)
                wanted[h++] = agents[i].wants[other];
        if (agents[i].mesh)
            mesh_know(agents[i].mesh, r, wanted);
    }
    membership_destroy(r);
}

static void tell_members(void)
{
    tell_members_with(NULL);
}

static void stop(void *arg)
{
    loop_stop(arg);
}

/* Run until 'done' is true, or for so many seconds. */
static bool run_until(bool (*done)(void), double seconds)
{
    double until = loop_now() + seconds;

    while (!done() && loop_now() < until) {
        loop_after(loop, 10, stop, loop);
        loop_run(loop);
    }
    return done();
}

static bool near(int i, int other)
{
    return mesh_near(agents[i].mesh, agents[other].name);
}

static bool all_near(void)
{
    for (int i = 0; i < AGENTS; i++)
        for (int other = 0; other < AGENTS; other++)
            if (i != other && agents[i].mesh && agents[other].mesh
                && !near(i, other))
                return false;
    return true;
}

static bool measured(void)
{
    return mesh_distance(agents[0].mesh, "a1") > 0;
}

static bool heard(void)
{
    return agents[1].heard > 0;
}

static bool zero_calls_three(void)
{
    return near(0, 3) && near(3, 0);
}

static bool zero_knows_three(void)
{
    return near(0, 3);
}

static bool zero_lost_three(void)
{
    return !near(0, 3);
}

static bool never(void)
{
    return false;
}

static void test_contact(void)
{
    struct serialize message = { 3, "{\0\0" };

    for (int i = 0; i < AGENTS; i++) {
        create(i, secret);
        for (int other = 0; other < AGENTS; other++)
            agents[i].wants[other] = true;
    }
    tell_members();
    ok(run_until(all_near, PATIENCE_S),
       "all call each other, and are in contact");
    ok(run_until(measured, PATIENCE_S)
           && mesh_distance(agents[0].mesh, "a1") < 5,
       "the way there and back is measured");
    diag("%g s", mesh_distance(agents[0].mesh, "a1"));
    ok(mesh_say(agents[0].mesh, "a1", &message) == 0
           && run_until(heard, PATIENCE_S),
       "one hears what another one says");
    has(agents[1].from, "a0", "and who it is");
    ok(mesh_say(agents[0].mesh, "nobody", &message) < 0,
       "who is not there cannot be spoken to");
    message.bytes = 2;
    agents[1].heard = 0;
    mesh_say(agents[0].mesh, "a1", &message);
    ok(!run_until(heard, 0.2), "what makes no sense is not heard");
}

/* The mesh of 'a3' ends without a word, and comes back elsewhere. */
static void test_death(void)
{
    mesh_destroy(agents[3].mesh);
    agents[3].mesh = NULL;
    ok(run_until(zero_lost_three, PATIENCE_S), "one that is gone is noticed");
    create(3, secret);
    tell_members();
    ok(run_until(all_near, PATIENCE_S), "and is found again where it is now");
    mesh_destroy(agents[3].mesh);
    agents[3].mesh = NULL;
    tell_members();
    ok(!near(0, 3), "one that has left is no neighbour");
}

static bool a_line_only(void)
{
    return near(0, 1) && near(1, 0) && near(1, 2) && near(2, 1) && !near(0, 2)
           && !near(2, 0);
}

static void test_wishes(void)
{
    for (int i = 0; i < AGENTS; i++)
        for (int other = 0; other < AGENTS; other++)
            agents[i].wants[other] = other == i + 1;
    tell_members();
    ok(run_until(a_line_only, PATIENCE_S),
       "two are in contact when one of them wants it, and not when none "
       "does");
}

/* 'a3' is elsewhere now, and the one before it does not say that it is gone.
 */
static void test_move(void)
{
    mesh_t *before;

    create(3, secret);
    agents[0].wants[3] = true;
    tell_members();
    ok(run_until(zero_calls_three, PATIENCE_S), "one is called by another");
    before = agents[3].mesh;
    create(3, secret);
    tell_members();
    ok(run_until(zero_calls_three, PATIENCE_S),
       "once it is elsewhere it is called there");
    mesh_destroy(before);
    mesh_destroy(agents[3].mesh);
    agents[3].mesh = NULL;
    agents[0].wants[3] = false;
    tell_members();
}

/* At the place that is told of 'a3' there is 'a2'. */
static void test_wrong_place(void)
{
    agents[0].wants[3] = true;
    tell_members_with(mesh_place(agents[2].mesh));
    ok(!run_until(zero_knows_three, 0.7),
       "one that is called and has another name is not who was called");
    agents[0].wants[3] = false;
    tell_members();
}

static bool impostor_near(void)
{
    return near(0, 3) || near(3, 0);
}

static void test_strangers(void)
{
    static const char garbage[] =
        "GET / HTTP/1.1\r\nHost: you\r\n\r\n 48 bytes "
        "and some more of what is not a hello";
    struct address_address list[ADDRESS_ADDRESSES];
    int fd[STRANGERS], count;

    count = address_read(mesh_place(agents[0].mesh), list, NULL);
    for (int i = 0; i < STRANGERS; i++) {
        fd[i] = count > 0 ? address_connect(&list[0]) : -1;
        run_until(never, 0.001);
        if (i % 2)
            ok(send(fd[i], garbage, sizeof(garbage), MSG_NOSIGNAL) != 0,
               "a stranger talks");
    }
    create(3, other_secret);
    agents[3].wants[0] = agents[0].wants[3] = true;
    tell_members();
    ok(!run_until(impostor_near, 1),
       "one that does not know the secret is no neighbour");
    ok(near(0, 1), "and others stay");
    mesh_destroy(agents[3].mesh);
    create(3, secret);
    tell_members();
    ok(run_until(impostor_near, PATIENCE_S),
       "one that knows it is, between %d strangers", STRANGERS);
    for (int i = 0; i < STRANGERS; i++)
        close(fd[i]);
    run_until(never, 0.1);
    ok(near(0, 1) && near(0, 3), "and stays when they are gone");
}

int main(void)
{
    struct error err;

    if (seal_open(&err) < 0) {
        printf("1..0 # SKIP %s\n", err.text);
        return 0;
    }
    loop = loop_create();
    test_contact();
    test_death();
    test_wishes();
    test_move();
    test_wrong_place();
    test_strangers();
    for (int i = 0; i < AGENTS; i++)
        mesh_destroy(agents[i].mesh);
    loop_destroy(loop);
    return tap_done();
}
