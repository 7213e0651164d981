/* Tests of migrate/transfer/compress_choice.c: data and links of all kinds, in
 * time that only passes on paper
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/transfer/compress_choice.h"
#include "tests/tap.h"

enum { CHUNK = 256 * 1024, CHUNKS = 400 };

/* Data: what each way makes of it, and how fast. */
struct data {
    const char *name;
    double ratio[CHOICE_WAYS];
    double speed[CHOICE_WAYS];
    double undo;
};

static const struct data all_data[] = {
    { "a smooth field",
      { 0.354, 0.349, 0.342, 0.345 },
      { 868e6, 267e6, 267e6, 167e6 },
      2400e6 },
    { "random numbers",
      { 0.79, 0.776, 0.91, 0.772 },
      { 931e6, 331e6, 223e6, 87e6 },
      1100e6 },
    { "random bits",
      { 1, 1, 1, 1 },
      { 2600e6, 2400e6, 4300e6, 220e6 },
      5000e6 },
    { "zeros",
      { 0.005, 0.005, 0.004, 0.005 },
      { 2700e6, 2400e6, 4900e6, 890e6 },
      3300e6 },
    { "a slow machine's field",
      { 0.4, 0.38, 0.38, 0.37 },
      { 90e6, 40e6, 40e6, 20e6 },
      200e6 },
};

static const double links[] = {
    125e3, 6.25e6, 12.5e6, 125e6, 625e6, 1.25e9, 3e9, 12e9,
};

static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Seconds for all chunks when 'way' packs all, or CHOICE_WAYS: as chosen. */
static double run(const struct data *d, double speed, int fixed)
{
    struct choice c = { 0 };
    struct choice_link link = { speed, d->undo };
    double core = 3e9, total = 0;

    for (int i = 0; i < CHUNKS; i++) {
        double work = 0, wire = CHUNK, undo = 0;
        int way = fixed, trial;

        if (fixed == CHOICE_WAYS) {
            trial = choice_try(&c, &link, CHUNK);
            if (trial >= 0) {
                double took = CHOICE_SAMPLE / d->speed[trial];

                choice_note(&c, trial, CHOICE_SAMPLE,
                            (size_t)(CHOICE_SAMPLE * d->ratio[trial]), took);
                work += took;
            }
            way = choice_best(&c, &link);
        }
        if (way >= 0) {
            wire = CHUNK * d->ratio[way];
            work += CHUNK / d->speed[way];
            undo = CHUNK / d->undo;
        }
        total += larger(work + wire / core,
                        larger(wire / speed, undo + wire / core));
    }
    return total;
}

static void test_data(const struct data *d)
{
    double worst = 0, missed = 0;

    for (size_t l = 0; l < sizeof(links) / sizeof(links[0]); l++) {
        double raw = run(d, links[l], CHOICE_RAW);
        double got = run(d, links[l], CHOICE_WAYS), best = raw;

        for (int w = 0; w < CHOICE_WAYS; w++) {
            double fixed = run(d, links[l], w);

            best = fixed < best ? fixed : best;
        }
        worst = larger(worst, got / raw);
        missed = larger(missed, got / best);
        diag("%s over %g MB/s: %.3f of raw, the best way %.3f", d->name,
             links[l] * 1e-6, got / raw, best / raw);
    }
    ok(worst < 1.03, "%s take at most %.3f of the time of raw", d->name,
       worst);
    ok(missed < 1.35, "and %.3f of the best that can be had", missed);
}

static void test_unknown(void)
{
    struct choice c = { 0 };
    struct choice_link nothing = { 0, 1e9 }, plain = { 1e6, 0 };

    ok(choice_best(&c, &nothing) == CHOICE_RAW
           && choice_try(&c, &nothing, CHUNK) == CHOICE_RAW,
       "over a link that is not known nothing is packed or tried");
    ok(choice_try(&c, &plain, CHUNK) == CHOICE_RAW,
       "nor for one who cannot unpack");
    choice_note(&c, 0, 1000, 10, 1e-6);
    ok(choice_best(&c, &plain) == CHOICE_RAW, "however well it would pack");
    plain.undo = 1e9;
    ok(choice_best(&c, &plain) == 0, "for others it is");
    ok(choice_flow(&c, &plain, 0) < 0.02e9
           && choice_flow(&c, &plain, CHOICE_RAW) > 1e9,
       "packed bytes come slower than raw ones");
}

/* Data that changes on the way is seen to. */
static void test_change(void)
{
    struct choice c = { 0 };
    struct choice_link link = { 12.5e6, 1e9 };
    int chunks = 0;

    for (int w = 0; w < CHOICE_WAYS; w++)
        choice_note(&c, w, CHUNK, CHUNK, 1e-3);
    ok(choice_best(&c, &link) == CHOICE_RAW, "what does not pack goes raw");
    for (; chunks < 1000 && choice_best(&c, &link) == CHOICE_RAW; chunks++) {
        int way;

        way = choice_try(&c, &link, CHUNK);
        if (way >= 0)
            choice_note(&c, way, CHOICE_SAMPLE, CHOICE_SAMPLE / 4, 1e-4);
    }
    ok(chunks > 1 && chunks < 100, "once it does that is seen, %d chunks on",
       chunks);
    for (chunks = 0; chunks < 1000 && choice_best(&c, &link) >= 0; chunks++)
        choice_note(&c, choice_best(&c, &link), CHUNK, CHUNK, 1e-3);
    ok(chunks < 20, "and when it ends, %d chunks on", chunks);
}

int main(void)
{
    for (size_t i = 0; i < sizeof(all_data) / sizeof(all_data[0]); i++)
        test_data(&all_data[i]);
    test_unknown();
    test_change();
    return tap_done();
}
