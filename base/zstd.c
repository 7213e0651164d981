/* zstd.c - make a block of bytes smaller, and as it was again
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/zstd.h"

struct zstd {
    void *library;
    ZSTD_CCtx *packer;
    ZSTD_DCtx *unpacker;
    __typeof__(ZSTD_createCCtx) *create_packer;
    __typeof__(ZSTD_freeCCtx) *free_packer;
    __typeof__(ZSTD_createDCtx) *create_unpacker;
    __typeof__(ZSTD_freeDCtx) *free_unpacker;
    __typeof__(ZSTD_compressBound) *bound;
    __typeof__(ZSTD_compressCCtx) *compress;
    __typeof__(ZSTD_decompressDCtx) *decompress;
    __typeof__(ZSTD_isError) *is_error;
};

static bool find(const zstd_t *p, const char *name, void *function)
{
    void *found = dlsym(p->library, name);

    memcpy(function, &found, sizeof(found));
    return found != NULL;
}

static bool find_all(zstd_t *p)
{
    return find(p, "ZSTD_createCCtx", &p->create_packer)
           && find(p, "ZSTD_freeCCtx", &p->free_packer)
           && find(p, "ZSTD_createDCtx", &p->create_unpacker)
           && find(p, "ZSTD_freeDCtx", &p->free_unpacker)
           && find(p, "ZSTD_compressBound", &p->bound)
           && find(p, "ZSTD_compressCCtx", &p->compress)
           && find(p, "ZSTD_decompressDCtx", &p->decompress)
           && find(p, "ZSTD_isError", &p->is_error);
}

zstd_t *zstd_open(struct error *err)
{
    zstd_t *p = calloc(1, sizeof(*p));

    if (!p)
        return error_null(err, "no memory to pack anything");
    p->library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!p->library || !find_all(p)) {
        error_set(err, "%s", dlerror());
        zstd_close(p);
        return NULL;
    }
    return p;
}

void zstd_close(zstd_t *p)
{
    if (p) {
        if (p->packer)
            p->free_packer(p->packer);
        if (p->unpacker)
            p->free_unpacker(p->unpacker);
        if (p->library)
            dlclose(p->library);
        free(p);
    }
}

size_t zstd_bound(const zstd_t *p, size_t bytes)
{
    return p->bound(bytes);
}

size_t zstd_pack(zstd_t *p,
                 int level,
                 void *to,
                 size_t room,
                 const void *from,
                 size_t bytes)
{
    size_t packed;

    if (!p->packer && !(p->packer = p->create_packer()))
        return 0;
    packed = p->compress(p->packer, to, room, from, bytes, level);
    return p->is_error(packed) ? 0 : packed;
}

size_t zstd_unpack(
    zstd_t *p, void *to, size_t room, const void *from, size_t bytes)
{
    size_t unpacked;

    if (!p->unpacker && !(p->unpacker = p->create_unpacker()))
        return 0;
    unpacked = p->decompress(p->unpacker, to, room, from, bytes);
    return p->is_error(unpacked) ? 0 : unpacked;
}
