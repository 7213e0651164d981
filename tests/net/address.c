/* Tests of net/address.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "net/address.h"
#include "tests/tap.h"

static void test_reading(void)
{
    static const struct {
        const char *text;
        int count; /* -1: refused */
        const char *first;
    } cases[] = {
        { "80 10.1.2.3", 1, "10.1.2.3:80" },
        { "65535 fe80::1 10.1.2.3", 2, "fe80::1:65535" },
        { "80 203.0.113.1 127.0.0.9", 2, "127.0.0.9:80" },
        { "", -1, NULL },
        { "80", -1, NULL },
        { "0 10.1.2.3", -1, NULL },
        { "65536 10.1.2.3", -1, NULL },
        { "80x 10.1.2.3", -1, NULL },
        { "80  10.1.2.3", -1, NULL },
        { "80 10.1.2.3.4", -1, NULL },
        { "80 example.org", -1, NULL },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct address_address list[ADDRESS_ADDRESSES];
        struct error err = { "" };
        char name[ADDRESS_NAME] = "";
        int count = address_read(cases[i].text, list, &err);

        if (count > 0)
            address_name(&list[0], name);
        ok(count == cases[i].count
               && (count < 0 ? err.text[0] != '\0'
                             : strcmp(name, cases[i].first) == 0),
           "\"%s\": %d %s%s", cases[i].text, count, name, err.text);
    }
}

static void test_length(void)
{
    struct address_address list[ADDRESS_ADDRESSES];
    char text[2 * ADDRESS_TEXT];
    struct error err = { "" };

    strcpy(text, "80");
    for (int i = 0; i < ADDRESS_ADDRESSES + 5; i++)
        sprintf(text + strlen(text), " 10.0.0.%d", i);
    ok(address_read(text, list, &err) == ADDRESS_ADDRESSES,
       "more addresses than that are left out");
    for (int i = 0; i < 20; i++)
        sprintf(text + strlen(text), " 10.0.0.%d", i);
    ok(address_read(text, list, &err) < 0,
       "a text that is too long is refused");
}

/* What is in a network of ours comes before what is not, each in its order. */
static void test_near(void)
{
    static const char *const wanted[] = { "127.0.0.2:4000", "127.0.0.3:4000",
                                          "198.51.100.1:4000",
                                          "198.51.100.2:4000" };
    struct address_address list[ADDRESS_ADDRESSES];
    int count = address_read(
        "4000 198.51.100.1 127.0.0.2 198.51.100.2 127.0.0.3", list, NULL);
    char name[ADDRESS_NAME];

    for (int i = 0; i < count; i++) {
        address_name(&list[i], name);
        ok(strcmp(name, wanted[i]) == 0, "at place %d: %s, as %s", i, name,
           wanted[i]);
    }
    ok(count == 4, "all are kept");
}

/* What a host tells of itself leads to it. */
static void test_meeting(void)
{
    struct address_address list[ADDRESS_ADDRESSES];
    struct pollfd p = { .events = POLLOUT };
    char text[ADDRESS_TEXT], name[ADDRESS_NAME];
    struct error err = { "" };
    int port = 0, fd = address_listen(&port, &err), caller;

    ok(fd >= 0 && port > 0, "a port is found %s", err.text);
    address_tell(port, text);
    ok(address_read(text, list, &err) > 0, "where is told: %s", text);
    p.fd = address_connect(&list[0]);
    ok(p.fd >= 0 && poll(&p, 1, 10000) == 1, "one can connect there");
    caller = accept(fd, NULL, NULL);
    ok(caller >= 0, "and is there");
    address_peer(caller, name);
    ok(strchr(name, ':') != NULL, "from %s", name);
    close(caller);
    close(p.fd);
    close(fd);
    address_peer(-1, name);
    ok(strcmp(name, "nowhere") == 0, "who is not there is from nowhere");
}

int main(void)
{
    test_reading();
    test_length();
    test_near();
    test_meeting();
    return tap_done();
}
