/* Tests of all that reads bytes from others, with such as nobody sends
 *
 *     fuzzed.t               for a second, with changed inputs that made sense
 *     SEED=7 fuzzed.t        the same ones again
 *     fuzzed.t FOLDER        write the inputs there, as 'make fuzz' begins
 * with
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/system/clock.h"
#include "migrate/transfer/serve_client.h"
#include "tests/fuzz.h"
#include "tests/tap.h"

enum { BATCH = 1000 };

static const uint64_t run_ns = 1000 * 1000 * 1000;

static uint8_t input[FUZZ_ROOM], changed[FUZZ_ROOM];
static uint64_t state;

static size_t chance(size_t below)
{
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (size_t)(state >> 16) % below;
}

/* Change some bytes, leave some out, say some twice. */
static size_t change(size_t bytes)
{
    memcpy(changed, input, bytes);
    for (size_t n = chance(4); n > 0; n--)
        changed[1 + chance(bytes)] = (uint8_t)chance(256);
    for (size_t n = chance(3); n > 0; n--)
        changed[1 + chance(bytes)] ^= (uint8_t)(1 << chance(8));
    if (chance(4) == 0)
        bytes = 1 + chance(bytes);
    if (chance(4) == 0 && bytes < FUZZ_ROOM / 2) {
        size_t from = chance(bytes);

        memcpy(changed + bytes, changed + from, bytes - from);
        bytes += bytes - from;
    }
    return bytes;
}

static int write_all(const char *folder)
{
    for (int i = 0; i < fuzz_seeds; i++) {
        size_t bytes = fuzz_seed(i, input);
        char path[4096];
        FILE *f;

        snprintf(path, sizeof(path), "%s/seed-%d", folder, i);
        f = fopen(path, "w");
        if (!f || fwrite(input, 1, bytes, f) != bytes || fclose(f) != 0)
            return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *seed = getenv("SEED");
    uint64_t until, first;
    long tries = 0;

    if (seal_open(NULL) < 0) {
        ok(false, "libsodium is there");
        return tap_done();
    }
    if (argc > 1)
        return write_all(argv[1]);
    first = state = seed ? strtoull(seed, NULL, 10) : clock_monotonic() | 1;
    for (int i = 0; i < fuzz_seeds; i++) {
        size_t bytes = fuzz_seed(i, input);

        LLVMFuzzerTestOneInput(input, bytes);
        ok(bytes < FUZZ_ROOM / 2, "input %d is read", i);
    }
    diag("SEED=%llu", (unsigned long long)first);
    until = clock_monotonic() + run_ns;
    while (clock_monotonic() < until)
        for (int i = 0; i < BATCH; i++, tries++) {
            size_t bytes = fuzz_seed((int)chance((size_t)fuzz_seeds), input);

            LLVMFuzzerTestOneInput(changed, change(bytes));
        }
    ok(tries > 0, "so are %ld that make no sense", tries);
    return tap_done();
}
