/* symbols.c - which function, file and line an address in a program is
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dlfcn.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/code/debug_file.h"
#include "report/code/source_files.h"
#include "report/code/symbols.h"
#include "report/code/symbols_internal.h"
#include "report/code/template_arguments.h"

static int find_elf(Dwfl_Module *module,
                    void **data,
                    const char *name,
                    Dwarf_Addr base,
                    char **path,
                    Elf **elf)
{
    (void)module, (void)data, (void)name, (void)base, (void)path, (void)elf;
    return -1;
}

static bool is_build(Dwfl_Module *module, const uint8_t *id, unsigned bytes)
{
    const unsigned char *found;
    GElf_Addr at;

    if (bytes == 0)
        return true;
    return dwfl_module_build_id(module, &found, &at) == (int)bytes
           && memcmp(found, id, bytes) == 0;
}

symbols_t *symbols_open(const char *path,
                        const uint8_t *build_id,
                        unsigned build_id_bytes,
                        bool *changed,
                        struct error *err)
{
    static const Dwfl_Callbacks callbacks = {
        .find_elf = find_elf,
        .find_debuginfo = debug_file_find,
        .section_address = dwfl_offline_section_address
    };
    symbols_t *s = calloc(1, sizeof(*s));
    struct stat st;

    *changed = false;
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        errno = ENOEXEC;
    else if (access(path, R_OK) == 0 && s
             && (s->dwfl = dwfl_begin(&callbacks))) {
        s->module = dwfl_report_offline(s->dwfl, path, path, -1);
        dwfl_report_end(s->dwfl, NULL, NULL);
        errno = ENOEXEC;
    }
    if (!s || !s->module || !dwfl_module_getelf(s->module, &s->bias)) {
        error_set(err, "%s: %s", path, strerror(errno));
        symbols_close(s);
        return NULL;
    }
    if (!is_build(s->module, build_id, build_id_bytes)) {
        *changed = true;
        error_set(err, "%s: it is not the file that ran", path);
        symbols_close(s);
        return NULL;
    }
    return s;
}

void symbols_close(symbols_t *s)
{
    if (s) {
        if (s->dwfl)
            dwfl_end(s->dwfl);
        free(s);
    }
}

/* A readable name for a C++ symbol, if the C++ library is on this machine;
 * linking with it for this alone is too much.
 */
static char *demangle(const char *name)
{
    typedef char *demangle_fn(const char *, char *, size_t *, int *);
    static demangle_fn *cxa_demangle;
    static bool looked;

    if (strncmp(name, "_Z", 2) != 0)
        return NULL;
    if (!looked) {
        void *library = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_LOCAL);

        looked = true;
        if (library)
            *(void **)&cxa_demangle = dlsym(library, "__cxa_demangle");
    }
    return cxa_demangle ? cxa_demangle(name, NULL, NULL, NULL) : NULL;
}

/* Most programs name in .debug_aranges which unit has which addresses; those
 * of clang do not.
 */
Dwarf_Die *symbols_unit(symbols_t *s, Dwarf_Addr at, Dwarf_Addr *bias)
{
    Dwarf_Die *unit = dwfl_module_addrdie(s->module, at, bias);

    if (unit)
        return unit;
    while ((unit = dwfl_module_nextcu(s->module, unit, bias)))
        if (dwarf_haspc(unit, at - *bias) == 1)
            break;
    return unit;
}

static bool is_function(Dwarf_Die *die)
{
    int tag = dwarf_tag(die);

    return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine
           || tag == DW_TAG_entry_point;
}

/* What has no code of its own but may have scopes with code in it: a program
 * of Fortran has the procedures that it contains, a module has its own, and so
 * have namespaces and classes.
 */
static bool may_hold(Dwarf_Die *die)
{
    switch (dwarf_tag(die)) {
    case DW_TAG_subprogram:
    case DW_TAG_lexical_block:
    case DW_TAG_module:
    case DW_TAG_namespace:
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
        return true;
    default:
        return false;
    }
}

/* The innermost scope with 'at' in 'scope', which need not have it itself. */
static bool find_scope(Dwarf_Die *scope, Dwarf_Addr at, Dwarf_Die *found)
{
    Dwarf_Die child;

    if (dwarf_child(scope, &child) != 0)
        return false;
    do {
        if (dwarf_haspc(&child, at) == 1) {
            *found = child;
            find_scope(&child, at, found);
            return true;
        }
        if (may_hold(&child) && find_scope(&child, at, found))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

int symbols_scopes(Dwarf_Die *unit, Dwarf_Addr at, Dwarf_Die **scopes)
{
    Dwarf_Die *around = NULL, innermost;
    bool found = dwarf_getscopes(unit, at, &around) > 1;

    *scopes = NULL;
    if (found)
        innermost = around[0];
    else
        found = find_scope(unit, at, &innermost);
    free(around);
    return found ? dwarf_getscopes_die(&innermost, scopes) : 0;
}

void symbols_declaration(Dwarf_Die *die, Dwarf_Die *declared)
{
    static const unsigned links[] = { DW_AT_abstract_origin,
                                      DW_AT_specification };

    *declared = *die;
    for (size_t i = 0; i < sizeof(links) / sizeof(links[0]); i++) {
        Dwarf_Attribute attribute;
        Dwarf_Die next;

        if (dwarf_attr(declared, links[i], &attribute)
            && dwarf_formref_die(&attribute, &next))
            *declared = next;
    }
}

char *symbols_scope(Dwarf_Die *die, arena_t *a)
{
    Dwarf_Die declared, *scopes = NULL;
    char *text = arena_copy(a, "", 0);
    int count;

    symbols_declaration(die, &declared);
    count = dwarf_getscopes_die(&declared, &scopes);
    for (int i = 1; text && i < count; i++) {
        const char *name = dwarf_diename(&scopes[i]);

        switch (dwarf_tag(&scopes[i])) {
        case DW_TAG_namespace:
        case DW_TAG_class_type:
        case DW_TAG_structure_type:
        case DW_TAG_union_type:
            if (name)
                text = arena_print(a, "%s::%s", name, text);
            break;
        default:
            break;
        }
    }
    free(scopes);
    return text;
}

bool symbols_is_cplusplus(Dwarf_Die *unit)
{
    switch (dwarf_srclang(unit)) {
    case DW_LANG_C_plus_plus:
    case DW_LANG_C_plus_plus_03:
    case DW_LANG_C_plus_plus_11:
    case DW_LANG_C_plus_plus_14:
        return true;
    default:
        return false;
    }
}

static const char *function_name(Dwarf_Die *unit, Dwarf_Die *die, arena_t *a)
{
    const char *name = dwarf_diename(die);
    const char *scope;

    if (!name)
        return arena_copy(a, "?", 1);
    if (!symbols_is_cplusplus(unit))
        return arena_print(a, "%s", name);
    scope = symbols_scope(die, a);
    name = scope ? arena_print(a, "%s%s", scope, name) : NULL;
    return name ? template_arguments_cut(name, a) : NULL;
}

static bool is_program(Dwarf_Die *die)
{
    const char *name = dwarf_diename(die);

    return (name && strcmp(name, "main") == 0)
           || dwarf_hasattr_integrate(die, DW_AT_main_subprogram);
}

/* The line that an inlined function was called from. */
static void caller_line(Dwarf_Die *unit,
                        Dwarf_Die *die,
                        const char **file,
                        int *line)
{
    Dwarf_Attribute attribute;
    Dwarf_Files *files;
    Dwarf_Word number;
    size_t count;

    *file = NULL;
    *line = 0;
    if (dwarf_getsrcfiles(unit, &files, &count) == 0
        && dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attribute),
                           &number)
               == 0
        && number < count)
        *file = dwarf_filesrc(files, number, NULL, NULL);
    if (dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attribute), &number)
        == 0)
        *line = number;
}

/* Compilers name files as seen from the folder that they ran in. */
static const char *whole_path(Dwarf_Die *unit, const char *file, arena_t *a)
{
    Dwarf_Attribute attribute;

    return source_files_path(
        dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute)),
        file ? file : "", a);
}

static int add_frame(Dwarf_Die *unit,
                     struct symbols_place *place,
                     const char *function,
                     const char *file,
                     int line,
                     arena_t *a)
{
    struct symbols_frame *frame = &place->frame[place->count];

    frame->function = function;
    frame->file = whole_path(unit, file, a);
    frame->line = line;
    frame->offset = 0;
    if (!frame->function || !frame->file)
        return -1;
    place->count++;
    return 0;
}

/* From the innermost scope outwards, until the function that is really
 * there.
 */
static int add_scopes(Dwarf_Die *unit,
                      Dwarf_Die *scopes,
                      int count,
                      const char *file,
                      int line,
                      arena_t *a,
                      struct symbols_place *place)
{
    for (int i = 0; i < count && place->count < SYMBOLS_INLINED; i++) {
        if (!is_function(&scopes[i]))
            continue;
        if (add_frame(unit, place, function_name(unit, &scopes[i], a), file,
                      line, a)
            < 0)
            return -1;
        if (dwarf_tag(&scopes[i]) != DW_TAG_inlined_subroutine) {
            place->program = is_program(&scopes[i]);
            break;
        }
        caller_line(unit, &scopes[i], &file, &line);
    }
    return 0;
}

static int find_in_dwarf(symbols_t *s,
                         Dwarf_Addr at,
                         arena_t *a,
                         struct symbols_place *place)
{
    Dwarf_Die *scopes;
    const char *file = NULL;
    Dwarf_Addr bias = 0;
    Dwarf_Die *unit = symbols_unit(s, at, &bias);
    Dwarf_Line *where;
    int line = 0, column = 0, count, rc = 0;

    if (!unit)
        return 0;
    if ((where = dwarf_getsrc_die(unit, at - bias))) {
        file = dwarf_linesrc(where, NULL, NULL);
        dwarf_lineno(where, &line);
        dwarf_linecol(where, &column);
    }
    count = symbols_scopes(unit, at - bias, &scopes);
    if (file && count > 0)
        rc = add_scopes(unit, scopes, count, file, line, a, place);
    place->frame[0].column = column;
    free(scopes);
    return rc;
}

static int find_symbol(symbols_t *s,
                       Dwarf_Addr at,
                       arena_t *a,
                       struct symbols_place *place)
{
    struct symbols_frame *frame = &place->frame[0];
    GElf_Off offset;
    GElf_Sym symbol;
    const char *name = dwfl_module_addrinfo(s->module, at, &offset, &symbol,
                                            NULL, NULL, NULL);
    char *plain;

    /* Without a size it is only the last name before, maybe far before. */
    if (!name || offset >= symbol.st_size)
        return 0;
    plain = demangle(name);
    frame->function =
        plain ? template_arguments_cut(plain, a) : arena_print(a, "%s", name);
    free(plain);
    if (!frame->function)
        return -1;
    frame->offset = offset;
    place->program = strcmp(name, "main") == 0;
    place->count = 1;
    return 0;
}

int symbols_find(symbols_t *s,
                 uint64_t address,
                 arena_t *a,
                 struct symbols_place *place)
{
    Dwarf_Addr at = address + s->bias;

    memset(place, 0, sizeof(*place));
    if (find_in_dwarf(s, at, a, place) < 0)
        return -1;
    return place->count > 0 ? 0 : find_symbol(s, at, a, place);
}
