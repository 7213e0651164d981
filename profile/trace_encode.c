/* trace_encode.c - a call as it stands in a trace, but for its times
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <stdbool.h>

#include "base/varint.h"
#include "profile/trace_encode.h"

static uint64_t peer_code(int32_t peer, int rank)
{
    return peer < 0 ? (uint64_t)(-1 - peer)
                    : 3 + varint_fold((int64_t)peer - rank);
}

static uint64_t tag_code(int32_t tag)
{
    return tag < 0 ? (uint64_t)(-1 - tag) : 3 + (uint64_t)tag;
}

static bool begins(uint32_t kind)
{
    return kind == TRACE_SEND_BEGIN || kind == TRACE_RECV_BEGIN
           || kind == TRACE_COLL_BEGIN || kind == TRACE_BEGIN;
}

static bool completes(uint32_t kind)
{
    return kind == TRACE_DONE || kind == TRACE_RECV_DONE
           || kind == TRACE_CANCELLED;
}

static uint8_t *put_act(uint8_t *at,
                        const struct trace_act *a,
                        int rank,
                        uint64_t *request)
{
    at = varint_put(at, a->kind);
    at = varint_put(at, a->comm);
    at = varint_put(at, peer_code(a->peer, rank));
    at = varint_put(at, tag_code(a->tag));
    at = varint_put(at, a->bytes);
    if (begins(a->kind)) {
        at = varint_put(at, varint_fold((int64_t)(a->request - *request)));
        *request = a->request;
    } else if (completes(a->kind)) {
        at = varint_put(at, varint_fold((int64_t)(*request - a->request)));
    }
    return at;
}

uint8_t *trace_encode(uint8_t *at,
                      const struct trace_call *c,
                      const struct trace_act *act,
                      size_t acts,
                      int rank,
                      uint64_t *request)
{
    at = varint_put(at, c->call);
    at = varint_put(at, (uint32_t)(c->site + 1));
    at = varint_put(at, c->thread);
    at = varint_put(at, acts);
    for (size_t i = 0; i < acts; i++)
        at = put_act(at, &act[i], rank, request);
    return at;
}
