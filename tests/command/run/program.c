/* Tests of command/run/program.c
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/run/program.h"
#include "tests/tap.h"

static char scratch[] = "/tmp/mitosis-program-XXXXXX";

/* An executable file of 'bytes' at 'data'. */
static const char *make(const void *data, size_t bytes, mode_t mode)
{
    static char path[100];
    int fd;

    snprintf(path, sizeof(path), "%s/program", scratch);
    unlink(path);
    fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0700);
    if (fd < 0 || write(fd, data, bytes) != (ssize_t)bytes
        || fchmod(fd, mode) < 0 || close(fd) < 0)
        diag("cannot make %s", path);
    return path;
}

/* A small ELF file, as much of one as we look at: an interpreter unless it is
 * static, and one library that it needs.
 */
struct image {
    Elf64_Ehdr elf;
    Elf64_Phdr header[3];
    Elf64_Dyn dynamic[3];
    char strings[64];
};

static struct image image(const char *library)
{
    struct image im = { 0 };

    memcpy(im.elf.e_ident, ELFMAG, SELFMAG);
    im.elf.e_ident[EI_CLASS] = ELFCLASS64;
#if defined __x86_64__
    im.elf.e_machine = EM_X86_64;
#elif defined __aarch64__
    im.elf.e_machine = EM_AARCH64;
#endif
    im.elf.e_phoff = offsetof(struct image, header);
    im.elf.e_phentsize = sizeof(im.header[0]);
    im.elf.e_phnum = 3;
    im.header[0].p_type = PT_INTERP;
    im.header[1].p_type = PT_LOAD;
    im.header[1].p_vaddr = 0x1000;
    im.header[1].p_filesz = sizeof(im);
    im.header[2].p_type = PT_DYNAMIC;
    im.header[2].p_offset = offsetof(struct image, dynamic);
    im.header[2].p_filesz = sizeof(im.dynamic);
    im.dynamic[0].d_tag = DT_NEEDED;
    im.dynamic[0].d_un.d_val = 1;
    im.dynamic[1].d_tag = DT_STRTAB;
    im.dynamic[1].d_un.d_val = 0x1000 + offsetof(struct image, strings);
    snprintf(im.strings + 1, sizeof(im.strings) - 1, "%s", library);
    return im;
}

static void test_libraries(void)
{
    static const struct {
        const char *library;
        enum program_kind kind;
    } cases[] = {
        { "libmpich.so.12", PROGRAM_MPICH },
        { "libmpichfort.so.12", PROGRAM_MPICH },
        { "libmpi.so.12", PROGRAM_MPICH },
        { "libmpi.so.40", PROGRAM_OPEN_MPI },
        { "libmpi_mpifh.so.40", PROGRAM_OPEN_MPI },
        { "libmpi_usempif08.so.40", PROGRAM_OPEN_MPI },
        { "libmpi_abi.so.0", PROGRAM_MPI_ABI },
        { "libmpi_other.so.7", PROGRAM_OTHER_MPI },
        { "libm.so.6", PROGRAM_NO_MPI },
        { "", PROGRAM_NO_MPI },
    };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct image im = image(cases[i].library);
        int kind = program_look(make(&im, sizeof(im), 0700));

        if (!ok(kind == (int)cases[i].kind, "one that needs \"%s\" is known",
                cases[i].library))
            diag("came %d", kind);
    }
}

static void test_kinds(void)
{
    struct image im = image("libmpich.so.12");

    ok(program_look(make(&im, sizeof(im), 04700)) == PROGRAM_SETUID,
       "one that runs as somebody else is known");
    im.header[0].p_type = PT_NULL;
    ok(program_look(make(&im, sizeof(im), 0700)) == PROGRAM_STATIC,
       "one that is static");
    im.elf.e_machine = EM_SPARC;
    ok(program_look(make(&im, sizeof(im), 0700)) == PROGRAM_FOREIGN,
       "one for another machine");
    ok(program_look(make("#!/bin/sh\n", 10, 0700)) == PROGRAM_OTHER,
       "a script");
    ok(program_look(make("", 0, 0700)) == PROGRAM_OTHER, "an empty file");
    ok(program_look("/nowhere/at/all") == PROGRAM_MISSING,
       "one that is missing");
    ok(program_look(scratch) == PROGRAM_FOLDER, "a folder");
    ok(program_look("") == PROGRAM_MISSING, "one without name");
    ok(program_look(make("#!/bin/sh\n", 10, 0600)) == PROGRAM_NOT_EXECUTABLE,
       "one that cannot be executed");
    ok(program_look(make("#! /no/such -x\n", 15, 0700))
           == PROGRAM_NO_INTERPRETER,
       "one whose interpreter is missing");
    ok(program_look(make("#!", 2, 0700)) == PROGRAM_OTHER,
       "one that names none");
    ok(program_look("sh") == PROGRAM_NO_MPI, "one found in PATH");
    ok(program_look("no-such-program-anywhere") == PROGRAM_MISSING,
       "one not found there");
}

static void test_path(void)
{
    const char *before = getenv("PATH");
    char *kept = before ? strdup(before) : NULL;
    char *name = strdup(strrchr(make("#!/bin/sh\n", 10, 0700), '/') + 1);
    char here[PATH_MAX];

    if (!getcwd(here, sizeof(here)) || chdir(scratch) < 0)
        diag("no way there");
    setenv("PATH", "/nowhere::/nor/here", 1);
    ok(program_look(name) == PROGRAM_OTHER,
       "an empty part of PATH is this folder");
    if (kept)
        setenv("PATH", kept, 1);
    if (chdir(here) < 0)
        diag("no way back");
    free(kept);
    free(name);
}

/* A file that is cut off anywhere, or has any byte broken, may be anything,
 * but does not bring us down.
 */
static void test_broken(void)
{
    struct image whole = image("libmpich.so.12");

    for (size_t bytes = 0; bytes < sizeof(whole); bytes++)
        program_look(make(&whole, bytes, 0700));
    ok(true, "one cut off anywhere is looked at safely");
    for (size_t i = 0; i < sizeof(whole); i++)
        for (int value = 1; value < 256; value += 127) {
            struct image im = whole;

            ((unsigned char *)&im)[i] ^= (unsigned char)value;
            program_look(make(&im, sizeof(im), 0700));
        }
    ok(true, "so is one with any broken byte");
    whole.header[2].p_filesz = sizeof(whole);
    ok(program_look(make(&whole, sizeof(whole), 0700)) == PROGRAM_NO_MPI,
       "a table of libraries that ends beyond the file is none");
}

static void test_excuses(void)
{
    for (int kind = PROGRAM_MISSING; kind <= PROGRAM_NO_MPI; kind++)
        ok(strlen(program_excuse((enum program_kind)kind)) > 10,
           "kind %d has an excuse", kind);
}

int main(void)
{
    if (!mkdtemp(scratch))
        diag("no temporary folder");
    test_libraries();
    test_kinds();
    test_path();
    test_broken();
    test_excuses();
    unlink(make("", 0, 0700));
    rmdir(scratch);
    return tap_done();
}
