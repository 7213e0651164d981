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
    double ratio[COMPRESS_CHOICE_WAYS];
    double speed[COMPRESS_CHOICE_WAYS];
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

/* Seconds for all chunks when 'way' packs all, or COMPRESS_CHOICE_WAYS: as
 * chosen. */
static double run(const struct data *d, double speed, int fixed)
{
    struct compress_choice c = { 0 };
    struct compress_choice_link link = { speed, d->undo };
    double core = 3e9, total = 0;

    for (int i = 0; i < CHUNKS; i++) {
        double work = 0, wire = CHUNK, undo = 0;
        int way = fixed, trial;

        if (fixed == COMPRESS_CHOICE_WAYS) {
            trial = compress_choice_try(&c, &link, CHUNK);
            if (trial >= 0) {
                double took = COMPRESS_CHOICE_SAMPLE / d->speed[trial];

                compress_choice_note(
                    &c, trial, COMPRESS_CHOICE_SAMPLE,
                    (size_t)(COMPRESS_CHOICE_SAMPLE * d->ratio[trial]), took);
                work += took;
            }
            way = compress_choice_best(&c, &link);
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
        double raw = run(d, links[l], COMPRESS_CHOICE_RAW);
        double got = run(d, links[l], COMPRESS_CHOICE_WAYS), best = raw;

        for (int w = 0; w < COMPRESS_CHOICE_WAYS; w++) {
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
    struct compress_choice c = { 0 };
    struct compress_choice_link nothing = { 0, 1e9 }, plain = { 1e6, 0 };

    ok(compress_choice_best(&c, &nothing) == COMPRESS_CHOICE_RAW
           && compress_choice_try(&c, &nothing, CHUNK) == COMPRESS_CHOICE_RAW,
       "over a link that is not known nothing is packed or tried");
    ok(compress_choice_try(&c, &plain, CHUNK) == COMPRESS_CHOICE_RAW,
       "nor for one who cannot unpack");
    compress_choice_note(&c, 0, 1000, 10, 1e-6);
    ok(compress_choice_best(&c, &plain) == COMPRESS_CHOICE_RAW,
       "however well it would pack");
    plain.undo = 1e9;
    ok(compress_choice_best(&c, &plain) == 0, "for others it is");
    ok(compress_choice_flow(&c, &plain, 0) < 0.02e9
           && compress_choice_flow(&c, &plain, COMPRESS_CHOICE_RAW) > 1e9,
       "packed bytes come slower than raw ones");
}

/* Data that changes on the way is seen to. */
static void test_change(void)
{
    struct compress_choice c = { 0 };
    struct compress_choice_link link = { 12.5e6, 1e9 };
    int chunks = 0;

    for (int w = 0; w < COMPRESS_CHOICE_WAYS; w++)
        compress_choice_note(&c, w, CHUNK, CHUNK, 1e-3);
    ok(compress_choice_best(&c, &link) == COMPRESS_CHOICE_RAW,
       "what does not pack goes raw");
    for (; chunks < 1000
           && compress_choice_best(&c, &link) == COMPRESS_CHOICE_RAW;
         chunks++) {
        int way;

        way = compress_choice_try(&c, &link, CHUNK);
        if (way >= 0)
            compress_choice_note(&c, way, COMPRESS_CHOICE_SAMPLE,
                                 COMPRESS_CHOICE_SAMPLE / 4, 1e-4);
    }
    ok(chunks > 1 && chunks < 100, "once it does that is seen, %d chunks on",
       chunks);
    for (chunks = 0; chunks < 1000 && compress_choice_best(&c, &link) >= 0;
         chunks++)
        compress_choice_note(&c, compress_choice_best(&c, &link), CHUNK, CHUNK,
                             1e-3);
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
