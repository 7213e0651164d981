/* Tests of pmpi/files/fortran_units.c
 *
 * The run-time library of Fortran is made up: it notes in a line of words what
 * it is asked to do.  Unit n is open as the file units[n].
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "pmpi/files/fortran_units.h"
#include "pmpi/files/stdin_read.h"
#include "pmpi/mpi/got_patch.h"
#include "tests/tap.h"

enum { UNITS = 20, NEW_UNIT = -10, OTHER_FD = 1000 };

enum flags {
    FAILED = 1,
    STATUS = 1 << 9,
    ACCESS = 1 << 10,
    FORM = 1 << 11,
    POSITION = 1 << 13,
    FORMAT = 1 << 12,
    ADVANCE = 1 << 13,
    POS = 1 << 17,
};

/* What libgfortran.so.5 is given for a statement: st_parameter_common and, in
 * its io.h, what an open has more, and a write.
 */
struct common {
    uint32_t flags;
    int32_t unit;
    const char *filename;
    int32_t line;
    size_t iomsg_len;
    char *iomsg;
    int32_t *iostat;
};

struct open {
    struct common common;
    int32_t recl_in;
    size_t file_len;
    const char *file;
    const char *status;
    size_t status_len;
    size_t access_len;
    const char *access;
    const char *form;
    size_t form_len;
    size_t blank_len;
    const char *blank;
    const char *position;
    size_t position_len;
};

struct write {
    struct common common;
    int64_t rec;
    void *size[3];
    const char *format;
    size_t format_len;
    size_t advance_len;
    const char *advance;
    void *internal[5];
    int64_t pos;
};

static char notes[1000];
static int units[UNITS]; /* the descriptor of each */
static bool fails, in_turn;

__attribute__((format(printf, 1, 2))) static void note(const char *fmt, ...)
{
    size_t used = strlen(notes);
    va_list args;

    va_start(args, fmt);
    vsnprintf(notes + used, sizeof(notes) - used, fmt, args);
    va_end(args);
}

/* What was noted since this was asked last. */
static const char *noted(void)
{
    static char last[sizeof(notes)];

    strcpy(last, notes);
    notes[0] = '\0';
    return last;
}

/* ---- the library ---- */

static void st_open(struct open *p)
{
    in_turn = fortran_units_opens_in_turn();
    if (fails)
        p->common.flags |= FAILED;
}

static void st_close(struct common *p)
{
    note("close(%d) ", p->unit);
}

static void st_rewind(struct common *p)
{
    note("rewind(%d) ", p->unit);
}

static void st_read_done(struct common *p)
{
    note("read(%d) ", p->unit);
}

static void st_write(struct write *p)
{
    note("write(%d,%d%s%.*s%s%.*s) ", p->common.unit, (int)p->pos,
         p->common.flags & FORMAT ? " " : "",
         p->common.flags & FORMAT ? (int)p->format_len : 0, p->format,
         p->common.flags & ADVANCE ? " " : "",
         p->common.flags & ADVANCE ? (int)p->advance_len : 0, p->advance);
}

static void st_write_done(struct write *p)
{
    (void)p;
    note("done ");
}

static void st_flush(struct common *p)
{
    note("flush-line(%d) ", p->unit);
}

static void flush_i4(const int32_t *unit)
{
    if (unit)
        note("flush(%d) ", *unit);
    else
        note("flush-all ");
}

static int fnum_i4(const int32_t *unit)
{
    return *unit >= 0 && *unit < UNITS ? units[*unit] : OTHER_FD;
}

static void fseek_sub(const int32_t *unit,
                      const int64_t *offset,
                      const int32_t *whence,
                      int32_t *status)
{
    *status = 0;
    note("seek(%d,%d,%d) ", *unit, (int)*offset, *whence);
}

/* ---- what stands beside it ---- */

static bool is_loaded;
static const struct got_patch_call *replaced;

bool got_patch_find(const char *library, const struct got_patch_call *calls)
{
    static const struct {
        const char *name;
        void *call;
    } made_up[] = {
        { "_gfortran_st_open", (void *)st_open },
        { "_gfortran_st_close", (void *)st_close },
        { "_gfortran_st_rewind", (void *)st_rewind },
        { "_gfortran_st_read_done", (void *)st_read_done },
        { "_gfortran_st_write", (void *)st_write },
        { "_gfortran_st_write_done", (void *)st_write_done },
        { "_gfortran_st_flush", (void *)st_flush },
        { "_gfortran_flush_i4", (void *)flush_i4 },
        { "_gfortran_fnum_i4", (void *)fnum_i4 },
        { "_gfortran_fseek_sub", (void *)fseek_sub },
    };

    if (!is_loaded || strcmp(library, "libgfortran.so.5") != 0)
        return false;
    for (; calls->name; calls++)
        for (size_t i = 0; i < sizeof(made_up) / sizeof(made_up[0]); i++)
            if (strcmp(made_up[i].name, calls->name) == 0)
                *(void **)calls->real = made_up[i].call;
    return true;
}

void got_patch_redirect(const char *library,
                        const struct got_patch_call *calls)
{
    (void)library;
    replaced = calls;
}

static void *replace(const char *name)
{
    const struct got_patch_call *c = replaced;

    while (c->name && strcmp(c->name, name) != 0)
        c++;
    return c->ours;
}

void stdin_read_note(void)
{
    note("stdin ");
}

/* ---- the program ---- */

/* What a program says when it opens a unit; NULL where it says nothing. */
struct options {
    const char *position, *access, *status, *form;
};

static void option(struct open *p,
                   const char *text,
                   uint32_t flag,
                   const char **to,
                   size_t *len)
{
    if (!text)
        return;
    p->common.flags |= flag;
    *to = text;
    *len = strlen(text);
}

static void open_unit(int32_t unit, const struct options *o)
{
    void (*call)(struct open *) =
        (void (*)(struct open *))replace("_gfortran_st_open");
    struct open p = { .common.unit = unit };

    option(&p, o->position, POSITION, &p.position, &p.position_len);
    option(&p, o->access, ACCESS, &p.access, &p.access_len);
    option(&p, o->status, STATUS, &p.status, &p.status_len);
    option(&p, o->form, FORM, &p.form, &p.form_len);
    call(&p);
}

static void call_with(const char *name, int32_t unit, uint32_t flags)
{
    void (*call)(struct common *) = (void (*)(struct common *))replace(name);
    struct common p = { .unit = unit, .flags = flags };

    call(&p);
}

static void close_unit(int32_t unit)
{
    call_with("_gfortran_st_close", unit, 0);
}

/* ---- */

static bool none(int fd)
{
    (void)fd;
    return false;
}

static void test_without(void)
{
    fortran_units_follow();
    fortran_units_flush();
    fortran_units_go_to_end(none);
    ok(!replaced && !fortran_units_stays(0) && strcmp(noted(), "") == 0,
       "nothing is done to a program without the library");
    is_loaded = true;
    fortran_units_follow();
    ok(replaced && replace("_gfortran_st_open") && !replace("malloc"),
       "calls are redirected once it is there");
}

static void test_stays(void)
{
    static const struct {
        const char *what;
        struct options options;
        bool stays, in_turn;
    } cases[] = {
        { "one that says nothing", { 0 }, false, true },
        { "one in turn", { .access = "SEQUENTIAL" }, false, true },
        { "one at the start", { .position = "rewind" }, false, true },
        { "one at the end", { .position = "append" }, true, false },
        { "one AT THE END", { .position = "APPEND  " }, true, false },
        { "one of old Fortran", { .access = "append" }, true, false },
        { "one by records", { .access = "direct" }, true, false },
        { "a stream", { .access = "stream" }, false, false },
        { "an old one",
          { .position = "append", .status = "old" },
          true,
          false },
        { "a new one by records",
          { .access = "direct", .status = "replace" },
          false,
          false },
        { "a new one at its end",
          { .position = "append", .status = "REPLACE" },
          false,
          false },
        { "half a word", { .position = "app" }, false, true },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        units[3] = 30;
        open_unit(3, &cases[i].options);
        ok(fortran_units_stays(30) == cases[i].stays
               && !fortran_units_stays(31),
           "%s %s what others write", cases[i].what,
           cases[i].stays ? "keeps" : "does not keep");
        ok(in_turn == cases[i].in_turn && !fortran_units_opens_in_turn(),
           "and is %swritten from its beginning",
           cases[i].in_turn ? "" : "not ");
        close_unit(3);
        ok(!fortran_units_stays(30), "and nothing once it is closed");
    }
    noted();
}

static void test_list(void)
{
    static const struct options append = { .position = "append" };

    for (int n = 0; n < UNITS; n++)
        units[n] = 100 + n;
    fails = true;
    open_unit(7, &append);
    fails = false;
    ok(!fortran_units_stays(107), "a unit that could not be opened is none");
    for (int n = 7; n < 18; n++)
        open_unit(n, &append);
    open_unit(9, &(struct options){ 0 });
    close_unit(12);
    ok(!fortran_units_stays(109), "one that is opened again is as it is now");
    ok(!fortran_units_stays(112) && fortran_units_stays(117)
           && fortran_units_stays(107),
       "to close one leaves the others");
    for (int n = 7; n < 18; n++)
        close_unit(n);
    noted();
}

static bool is_odd(int fd)
{
    return fd % 2 == 1;
}

static void test_rewind(void)
{
    for (int n = 5; n < 9; n++)
        units[n] = 100 + n;
    open_unit(5, &(struct options){ 0 });
    open_unit(6, &(struct options){ 0 });
    open_unit(7, &(struct options){ .access = "stream" });
    fortran_units_rewind(is_odd);
    ok(strcmp(noted(), "rewind(5) ") == 0,
       "those that are named forget what they have read, but for streams");
    for (int n = 5; n < 8; n++)
        close_unit(n);
    noted();
}

static void test_flush(void)
{
    static const struct options plain = { 0 };
    static const struct options lines = { .access = "stream",
                                          .form = "formatted" };
    static const struct options bytes = { .access = "stream",
                                          .form = "unformatted" };

    open_unit(7, &plain);
    open_unit(8, &lines);
    open_unit(9, &bytes);
    open_unit(NEW_UNIT, &plain);
    open_unit(NEW_UNIT - 1, &lines);
    fortran_units_flush();
    ok(strcmp(noted(), "flush-all flush-line(8) flush(-10) flush-line(-11) ")
           == 0,
       "what the library leaves out is flushed besides");
    for (int n = 7; n < 10; n++)
        close_unit(n);
    close_unit(NEW_UNIT);
    close_unit(NEW_UNIT - 1);
    noted();
}

/* A file of these bytes, open for writing only, as a rule. */
static int make_file(const char *text)
{
    char path[] = "/tmp/mitosis-units-XXXXXX";
    int fd = mkstemp(path), written = (int)write(fd, text, strlen(text));
    int again = open(path, O_WRONLY | O_CLOEXEC);

    unlink(path);
    close(fd);
    return written < 0 ? -1 : again;
}

static void test_end(void)
{
    static const struct {
        const char *what;
        struct options options;
        const char *file, *happens;
    } cases[] = {
        { "a unit that does not append stays where it is",
          { 0 },
          "a\nb\n",
          "" },
        { "one that appends goes to the end",
          { .position = "append" },
          "a\nb\n",
          "seek(3,4,0) " },
        { "a stream of bytes has its position set behind the last",
          { .position = "append", .access = "stream", .form = "unformatted" },
          "a\nb\n",
          "write(3,5) done " },
        { "of lines, before the last line's end, which is written again",
          { .position = "append", .access = "stream", .form = "formatted" },
          "a\nb\n",
          "write(3,4 ()) done " },
        { "a line that is not ended goes on",
          { .position = "append", .access = "stream", .form = "formatted" },
          "a\nb",
          "write(3,4 () no) done " },
        { "an empty stream is at its end",
          { .position = "append", .access = "stream", .form = "formatted" },
          "",
          "" },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        units[3] = make_file(cases[i].file);
        open_unit(3, &cases[i].options);
        noted();
        fortran_units_go_to_end(none);
        if (!ok(strcmp(notes, cases[i].happens) == 0, "%s", cases[i].what))
            diag("%s", notes);
        close_unit(3);
        close(units[3]);
    }
    noted();
}

static void test_input(void)
{
    units[5] = STDIN_FILENO;
    units[6] = STDOUT_FILENO;
    call_with("_gfortran_st_read_done", 5, 0);
    ok(strcmp(noted(), "read(5) stdin ") == 0, "that stdin was read is noted");
    call_with("_gfortran_st_read_done", 6, 0);
    call_with("_gfortran_st_read_done", 5, FAILED);
    ok(strcmp(noted(), "read(6) read(5) ") == 0,
       "a read of another unit, or one that failed, is not");
    units[5] = 30;
    call_with("_gfortran_st_read_done", 5, 0);
    ok(strcmp(noted(), "read(5) ") == 0,
       "nor one of unit 5 where that is another file");
}

int main(void)
{
    test_without();
    test_stays();
    test_list();
    test_rewind();
    test_flush();
    test_end();
    test_input();
    return tap_done();
}
