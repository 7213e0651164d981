/* platform_file_print.c - a platform, written as users would write it down
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include "base/emit.h"
#include "foresee/platform/platform_file.h"

enum { DIGITS = 6 };

static bool is_same(const struct platform_link *a,
                    const struct platform_link *b)
{
    return a->known == b->known && a->latency == b->latency
           && a->per_byte == b->per_byte;
}

static bool is_of(const struct platform *p, size_t link, bool within)
{
    return (link / p->hosts == link % p->hosts) == within;
}

/* The link that most others between hosts, or within them, are like; NULL when
 * one of them is not known, so that nothing can be said of all.
 */
static const struct platform_link *usual(const struct platform *p, bool within)
{
    const struct platform_link *found = NULL;
    size_t most = 0;

    for (size_t i = 0; i < p->hosts * p->hosts; i++) {
        size_t like = 0;

        if (!is_of(p, i, within))
            continue;
        if (!p->link[i].known)
            return NULL;
        if (found && is_same(found, &p->link[i]))
            continue;
        for (size_t k = 0; k < p->hosts * p->hosts; k++)
            like += is_of(p, k, within) && is_same(&p->link[i], &p->link[k]);
        if (like > most) {
            most = like;
            found = &p->link[i];
        }
    }
    return found;
}

static void put_figures(struct emit *e, const struct platform_link *link)
{
    emit_number(e, "latency", link->latency, DIGITS);
    if (link->per_byte > 0)
        emit_number(e, "bandwidth", 1 / link->per_byte, DIGITS);
}

static void put_usual(struct emit *e,
                      const char *key,
                      const struct platform_link *link)
{
    if (!link)
        return;
    emit_object(e, key, false);
    put_figures(e, link);
    emit_end(e);
}

static void put_links(struct emit *e,
                      const struct platform *p,
                      const struct platform_link *const like[2])
{
    emit_array(e, "links", true);
    for (size_t a = 0; a < p->hosts; a++)
        for (size_t b = a; b < p->hosts; b++) {
            const struct platform_link *link = platform_link(p, a, b);

            if (!link->known || (like[a == b] && is_same(link, like[a == b])))
                continue;
            emit_object(e, NULL, false);
            emit_array(e, "between", false);
            emit_text(e, NULL, p->host[a].name);
            emit_text(e, NULL, p->host[b].name);
            emit_end(e);
            put_figures(e, link);
            emit_end(e);
        }
    emit_end(e);
}

static void put_host(struct emit *e, const struct platform_host *h)
{
    emit_object(e, NULL, false);
    emit_text(e, "name", h->name);
    if (h->cores > 0)
        emit_count(e, "cores", h->cores);
    emit_number(e, "speed", h->speed, DIGITS);
    if (h->delay > 0)
        emit_number(e, "delay", h->delay, DIGITS);
    if (h->per_byte > 0)
        emit_number(e, "bandwidth", 1 / h->per_byte, DIGITS);
    emit_end(e);
}

void platform_file_print(const struct platform *p, FILE *out)
{
    const struct platform_link *const like[2] = { usual(p, false),
                                                  usual(p, true) };
    struct emit e;

    emit_start(&e, out);
    emit_object(&e, NULL, true);
    emit_array(&e, "hosts", true);
    for (size_t i = 0; i < p->hosts; i++)
        put_host(&e, &p->host[i]);
    emit_end(&e);
    put_usual(&e, "network", like[false]);
    put_usual(&e, "memory", like[true]);
    put_links(&e, p, like);
    emit_count(&e, "eager_limit", p->eager);
    if (p->spread > 0)
        emit_number(&e, "spread", p->spread, DIGITS);
    emit_finish(&e);
}
