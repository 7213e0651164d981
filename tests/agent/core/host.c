/* Tests of agent/core/host.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "agent/core/host.h"
#include "net/loop.h"
#include "tests/tap.h"

static struct host_list hosts;

/* The names of all hosts, of those on offer, and of those with an agent. */
static const char *names(char what)
{
    static char text[256];
    size_t used = 0;

    text[0] = '\0';
    for (const struct host *h = hosts.first; h; h = h->next)
        if (what == 'a' || (what == 'o' && host_find_offered(&hosts, h->name))
            || (what == 'j' && host_find_joined(&hosts, h->name)))
            used += (size_t)snprintf(text + used, sizeof(text) - used, "%s%s",
                                     used ? " " : "", h->name);
    return text;
}

static void is(char what, const char *expected, const char *point)
{
    const char *there = names(what);

    ok(strcmp(there, expected) == 0, "%s (%s)", point, there);
}

static void join(const char *name)
{
    host_add(&hosts, name)->joined = true;
}

static void leave(const char *name)
{
    struct host *h = host_find(&hosts, name);

    h->joined = h->unwanted = false;
    host_forget(&hosts, h);
}

static void test_reasons(void)
{
    join("a");
    host_offer(&hosts, "b", NULL)->cores = 4;
    ok(host_offer(&hosts, "a", NULL) == host_find(&hosts, "a"),
       "a host is there once, for whatever reason");
    is('o', "b a", "hosts on offer stand in the order of the offers");
    is('j', "a", "a host with an agent is told from one on offer");
    host_withdraw(&hosts, "a");
    is('a', "b a", "a host that is not on offer any more keeps its agent");
    leave("a");
    is('a', "b", "a host that nobody needs is forgotten");
    leave("b");
    is('o', "b", "a host whose agent is gone stays on offer");
    host_withdraw(&hosts, "b");
    host_withdraw(&hosts, "b");
    is('a', "", "a host that was not offered can be withdrawn");
}

static void test_leaving(void)
{
    host_offer(&hosts, "a", NULL)->leaving = true;
    host_offer(&hosts, "b", NULL);
    ok(host_leaves(&hosts, "a") && !host_leaves(&hosts, "b")
           && !host_leaves(&hosts, "c"),
       "a host may be one to be left");
    ok(host_state(&hosts, "a", true) == HOST_LEAVING
           && host_state(&hosts, "b", true) == HOST_MEMBER
           && host_state(&hosts, "b", false) == HOST_JOINED
           && host_state(&hosts, "c", true) == HOST_MEMBER,
       "how it is with a host follows from that and from its ranks");
    ok(isnan(host_leaves_in(&hosts, "a"))
           && isnan(host_leaves_in(&hosts, "c")),
       "nobody need have said when it goes");
    host_find(&hosts, "a")->goes_at = loop_now() + 1000;
    host_find(&hosts, "b")->goes_at = 1;
    ok(host_leaves_in(&hosts, "a") > 0 && host_leaves_in(&hosts, "a") <= 1000,
       "or it was said");
    ok(host_leaves_in(&hosts, "b") == 0, "and the time may be over");
    host_withdraw(&hosts, "a");
    host_offer(&hosts, "a", NULL);
    ok(!host_leaves(&hosts, "a") && isnan(host_leaves_in(&hosts, "a")),
       "one that is offered anew is not");
    join("b");
    host_find(&hosts, "b")->leaving = true;
    host_withdraw(&hosts, "b");
    host_offer(&hosts, "b", NULL);
    ok(!host_leaves(&hosts, "b"),
       "nor is one that had an agent in between, and so was known");
    host_clear(&hosts);
}

static void test_unwanted(void)
{
    join("a");
    join("b");
    host_find(&hosts, "a")->unwanted = true;
    is('j', "b", "an agent that was told to end is none any more");
    is('a', "a b", "and is known until it has ended");
    host_clear(&hosts);
}

static void test_limit(void)
{
    struct error err;
    char name[16];

    for (int i = 0; i < HOST_MOST; i++) {
        snprintf(name, sizeof(name), "h%d", i);
        host_offer(&hosts, name, NULL);
    }
    ok(!host_offer(&hosts, "x", &err), "there is an end to what is offered");
    has(err.text, "there are 1024 hosts already", "as is told");
    ok(host_offer(&hosts, "h7", NULL), "what is on offer stays so");
    host_clear(&hosts);
}

int main(void)
{
    test_reasons();
    test_leaving();
    test_unwanted();
    test_limit();
    return tap_done();
}
