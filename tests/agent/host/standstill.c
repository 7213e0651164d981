/* Tests of agent/host/standstill.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "agent/host/standstill.h"
#include "tests/tap.h"

int main(void)
{
    static const struct {
        const char *what;
        double now;
        uint64_t syncs;
        double step;
        double seconds;
    } looks[] = {
        { "at first nothing is known", 100, 5, 0, 0 },
        { "ranks that get nowhere stand", 101, 5, 1, 1 },
        { "for as long as they do", 102.5, 5, 1.5, 2.5 },
        { "who was stopped himself does not count that", 900, 5, 2, 4.5 },
        { "ranks that get on do not stand", 901, 6, 1, 0 },
        { "until they do", 902, 6, 1, 1 },
        { "a new generation counts otherwise", 903, 2, 1, 0 },
    };
    struct standstill s = { 0 };

    for (size_t i = 0; i < sizeof(looks) / sizeof(looks[0]); i++) {
        double step = standstill_look(&s, looks[i].now, looks[i].syncs);

        if (!ok(step == looks[i].step && s.seconds == looks[i].seconds, "%s",
                looks[i].what))
            diag("%g s after %g s", s.seconds, step);
    }
    standstill_forget(&s);
    ok(standstill_look(&s, 1000, 2) == 0 && s.seconds == 0,
       "what was forgotten begins anew");
    return tap_done();
}
