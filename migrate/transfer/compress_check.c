/* compress_check.c - whether packing is as good as it promised
 *
 * What this is for is a host whose cores are busy.  On two cores with a load
 * of 10 to 25, a heat field over a link of 1 Gbit/s took 0.86 to 2.06 times
 * what the link needs without it, and 0.98 to 1.13 times with it (bench/ship,
 * four runs of each in turn); over 50 Mbit/s it made no difference.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "migrate/transfer/compress_check.h"

enum {
    RUN_NS = 10 * 1000 * 1000,
    RUN_CHUNKS = 4,
    WAIT_FIRST = 32, /* runs */
    WAIT_MOST = 256,
};

static const double gain = 0.97;
static const double far = 2;
static const double probes = 0.02;
static const double first_probe = 0.05;
static const double news = 0.3;

/* All ways: when one takes more time than it promised, cores are busy. */
static void condemn(struct compress_check *v)
{
    unsigned wait = 2 * v->bad.last;

    wait = wait < WAIT_FIRST ? WAIT_FIRST : wait;
    wait = wait > WAIT_MOST ? WAIT_MOST : wait;
    v->bad.wait = v->bad.last = wait;
}

/* Once may be by chance. */
static void compare(struct compress_check *v, double times)
{
    if (times <= gain) {
        v->bad.last = 0;
        v->bad.once = false;
    } else if (times > far || v->bad.once) {
        condemn(v);
        v->bad.once = false;
    } else {
        v->bad.once = true;
    }
}

/* A run is over. */
static void judge(struct compress_check *v, uint64_t now_ns, double raw)
{
    double took = (double)(now_ns - v->start_ns) * 1e-9 / (double)v->bytes;

    if (v->bad.wait > 0)
        v->bad.wait--;
    if (v->way < 0)
        v->raw = v->raw > 0 ? (1 - news) * v->raw + news * took : took;
    else
        compare(v, took / (v->raw > 0 ? v->raw : raw));
    v->packed += v->way < 0 ? 0 : (double)(now_ns - v->start_ns) * 1e-9;
}

/* What sending as it is takes may be known badly, or have been long ago: a run
 * of it is due when that is a small part of the time since the last one.
 */
static bool is_raw_due(struct compress_check *v, double raw, size_t bytes)
{
    double takes = RUN_CHUNKS * (double)bytes * (v->raw > 0 ? v->raw : raw);

    if (takes < RUN_NS * 1e-9)
        takes = RUN_NS * 1e-9;
    return takes < (v->raw > 0 ? probes : first_probe) * v->packed;
}

static bool is_over(const struct compress_check *v, uint64_t now_ns)
{
    return v->chunks >= RUN_CHUNKS && now_ns - v->start_ns >= RUN_NS;
}

int compress_check_take(struct compress_check *v,
                        uint64_t now_ns,
                        int best,
                        double raw,
                        size_t bytes)
{
    bool new = v->start_ns == 0;

    if (!new &&is_over(v, now_ns)) {
        judge(v, now_ns, raw);
        new = true;
    }
    /* what is raw only for want of knowledge is not kept up */
    if (!new && v->way < 0 && best >= 0 && !v->tried)
        new = true;
    if (new) {
        v->way = best >= 0 && v->bad.wait > 0 ? COMPRESS_CHOICE_RAW : best;
        if (v->way >= 0 && is_raw_due(v, raw, bytes))
            v->way = COMPRESS_CHOICE_RAW;
        if (v->way < 0)
            v->packed = 0;
        else
            v->tried = true;
        v->start_ns = now_ns;
        v->bytes = v->chunks = 0;
    }
    v->bytes += bytes;
    v->chunks++;
    return v->way;
}

void compress_check_pause(struct compress_check *v)
{
    v->start_ns = 0;
}
