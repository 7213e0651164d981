/* module.c - a file in Lua that has a say in when a job changes
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <lua.h>

#include "base/read_file.h"
#include "policy/lua/declare.h"
#include "policy/lua/module.h"
#include "policy/lua/sandbox.h"

/* What is read from the file, replaced as a whole by a new one. */
struct content {
    sandbox_t *sandbox;
    char *text;
    size_t bytes;
    struct declared declared;
};

struct module {
    char path[POLICY_PATH]; /* "" when it has no file */
    char name[256];
    char *given; /* the options that the user gave */
    struct stat seen;
    struct content *content;
    int failures; /* in a row */
};

/* ---- load ---- */

/* What travels through sandbox_call(). */
struct loading {
    const char *name;
    struct content *content;
};

static int raise_load(lua_State *L)
{
    const struct loading *l = lua_touserdata(L, 1);
    const struct source source = { l->name, l->content->text };

    sandbox_run(L, l->name, l->content->text, l->content->bytes);
    declare_read(L, &source, &l->content->declared);
    return 0;
}

static void destroy_content(struct content *c)
{
    if (c) {
        sandbox_destroy(c->sandbox);
        free(c->text);
        free(c);
    }
}

/* Takes 'text', which may be NULL. */
static struct content *make_content(module_t *m,
                                    char *text,
                                    size_t bytes,
                                    struct error *err)
{
    struct content *c = calloc(1, sizeof(*c));
    struct loading l = { m->name, c };
    struct output out[2] = { { NULL, 0 } };
    struct error why;

    if (!c || !text) {
        if (!c)
            error_set(err, "out of memory");
        free(text);
        free(c);
        return NULL;
    }
    c->text = text;
    c->bytes = bytes;
    out[0] = (struct output){ &c->declared, sizeof(c->declared) };
    c->sandbox = sandbox_create(m->name, err);
    if (!c->sandbox
        || sandbox_call(c->sandbox, raise_load, &l, out, 0, err) < 0)
        goto fail;
    if (m->given
        && (options_set(&c->declared.options, m->given, &why) < 0
            || declare_settle(&c->declared, &why) < 0)) {
        error_set(err, "%s: %.900s", m->name, why.text);
        goto fail;
    }
    return c;
fail:
    destroy_content(c);
    return NULL;
}

/* It must be a regular file: another one might never end. */
static struct content *load_content(module_t *m, struct error *err)
{
    size_t bytes = 0;
    char *text;

    if (stat(m->path, &m->seen) < 0)
        return error_null(err, "%s: %s", m->path, strerror(errno));
    if (!S_ISREG(m->seen.st_mode))
        return error_null(err, "%s: not a file", m->path);
    text = read_file(m->path, SANDBOX_FILE, &bytes, err);
    return text ? make_content(m, text, bytes, err) : NULL;
}

static module_t *begin(const char *path,
                       const char *options,
                       struct error *err)
{
    module_t *m = calloc(1, sizeof(*m));

    if (!m || (options && !(m->given = strdup(options)))) {
        error_set(err, "%s: %s", path, strerror(errno));
        module_destroy(m);
        return NULL;
    }
    snprintf(m->name, sizeof(m->name), "%s", basename(path));
    return m;
}

module_t *module_load(const char *path, const char *options, struct error *err)
{
    module_t *m = begin(path, options, err);

    if (!m)
        return NULL;
    snprintf(m->path, sizeof(m->path), "%s", path);
    m->content = load_content(m, err);
    if (!m->content) {
        module_destroy(m);
        return NULL;
    }
    return m;
}

module_t *module_load_kind(enum module_kind kind,
                           const char *path,
                           const char *options,
                           struct error *err)
{
    module_t *m = module_load(path, options, err);

    if (m && module_kind(m) != kind) {
        error_set(err, "%s is %s, not %s", module_name(m),
                  module_kind_word[module_kind(m)], module_kind_word[kind]);
        module_destroy(m);
        m = NULL;
    }
    return m;
}

module_t *module_make(const char *name,
                      const char *text,
                      size_t bytes,
                      const char *options,
                      struct error *err)
{
    module_t *m = begin(name, options, err);
    char *copy = m ? malloc(bytes + 1) : NULL;

    if (!copy) {
        error_set(err, "out of memory");
        module_destroy(m);
        return NULL;
    }
    memcpy(copy, text, bytes);
    copy[bytes] = '\0';
    m->content = make_content(m, copy, bytes, err);
    if (!m->content) {
        module_destroy(m);
        return NULL;
    }
    return m;
}

void module_destroy(module_t *m)
{
    if (m) {
        destroy_content(m->content);
        free(m->given);
        free(m);
    }
}

/* ---- what it says of itself ---- */

enum module_kind module_kind(const module_t *m)
{
    return m->content->declared.kind;
}

const char *module_name(const module_t *m)
{
    return m->name;
}

const char *module_help(const module_t *m)
{
    return m->content->declared.help;
}

double module_every(const module_t *m)
{
    return m->content->declared.seconds[DECLARE_EVERY];
}

bool module_pauses(const module_t *m, double since_change)
{
    return since_change < m->content->declared.seconds[DECLARE_PAUSE];
}

const struct options *module_options(const module_t *m)
{
    return &m->content->declared.options;
}

const char *module_text(const module_t *m, size_t *bytes)
{
    *bytes = m->content->bytes;
    return m->content->text;
}

const char *module_given(const module_t *m)
{
    return m->given;
}

/* ---- calls ---- */

/* Begin anew with the same text, if that is possible. */
static void begin_anew(module_t *m)
{
    char *text = malloc(m->content->bytes + 1);
    struct content *c;
    struct error err;

    if (text)
        memcpy(text, m->content->text, m->content->bytes + 1);
    c = make_content(m, text, m->content->bytes, &err);
    if (c) {
        destroy_content(m->content);
        m->content = c;
    }
}

/* "x.lua:7: " and what is wrong with the answer. */
static int wrong(const module_t *m,
                 const char *function,
                 const struct error *fault,
                 struct error *err)
{
    int line = declare_line(&m->content->declared, function);

    if (line == 0)
        return error_set(err, "%s: %.900s", m->name, fault->text);
    return error_set(err, "%s:%d: %.900s", m->name, line, fault->text);
}

int module_call(module_t *m,
                const char *function,
                int (*fn)(struct lua_State *L),
                void (*take)(void *arg),
                void *arg,
                const struct output *out,
                size_t large,
                struct error *fault,
                struct error *err)
{
    struct output list[SANDBOX_OUTPUTS + 1] = { { fault, sizeof(*fault) } };
    int rc;

    for (int i = 1; out && out->data; i++)
        list[i] = *out++;

    if (module_off(m))
        return error_set(err, "%s: switched off", m->name);
    rc = sandbox_call(m->content->sandbox, fn, arg, list, large, err);
    if (sandbox_lost(m->content->sandbox))
        begin_anew(m);
    if (rc == 0 && !*fault->text && take)
        take(arg);
    if (rc == 0 && *fault->text)
        rc = wrong(m, function, fault, err);
    m->failures = rc < 0 ? m->failures + 1 : 0;
    return rc;
}

bool module_off(const module_t *m)
{
    return m->failures >= POLICY_PATIENCE;
}

/* ---- reload ---- */

static bool same_file(const struct stat *a, const struct stat *b)
{
    return a->st_ino == b->st_ino && a->st_dev == b->st_dev
           && a->st_size == b->st_size
           && a->st_mtim.tv_sec == b->st_mtim.tv_sec
           && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

int module_reload(module_t *m, struct error *err)
{
    struct content *c;
    struct stat st;

    /* An editor may have it away for a moment; nothing is lost by waiting. */
    if (!*m->path || stat(m->path, &st) < 0 || same_file(&st, &m->seen))
        return 0;
    m->seen = st;
    c = load_content(m, err);
    if (!c)
        return -1;
    if (c->declared.kind != m->content->declared.kind) {
        error_set(err, "%s is %s now, not %s any more", m->name,
                  module_kind_word[c->declared.kind],
                  module_kind_word[m->content->declared.kind]);
        destroy_content(c);
        return -1;
    }
    destroy_content(m->content);
    m->content = c;
    m->failures = 0;
    return 1;
}
