/* program.c - what kind of program a file is, as far as watching it goes
 *
 * Only the ELF headers are read, through one mapping; every position in them
 * is checked, as the file may be anything.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/common/installed_paths.h"
#include "command/run/program.h"

enum { PATH_SIZE = 4096, PIECE = 65536 };
enum { EXIT_NO_PROGRAM = 126, EXIT_MISSING = 127 }; /* as a shell has it */

struct file {
    const unsigned char *data;
    size_t bytes;
};

/* 'bytes' of the file at 'offset', or NULL when it ends before. */
static const void *part(const struct file *f, uint64_t offset, uint64_t bytes)
{
    if (offset > f->bytes || bytes > f->bytes - offset)
        return NULL;
    return f->data + offset;
}

static const Elf64_Phdr *header(const struct file *f, int number)
{
    const Elf64_Ehdr *elf = part(f, 0, sizeof(*elf));

    if (number >= elf->e_phnum || elf->e_phentsize != sizeof(Elf64_Phdr)
        || elf->e_phoff % _Alignof(Elf64_Phdr))
        return NULL;
    return part(f, elf->e_phoff + number * sizeof(Elf64_Phdr),
                sizeof(Elf64_Phdr));
}

static const Elf64_Phdr *find_header(const struct file *f, uint32_t type)
{
    const Elf64_Phdr *h;

    for (int i = 0; (h = header(f, i)); i++)
        if (h->p_type == type)
            return h;
    return NULL;
}

/* Where the address is in the file. */
static uint64_t offset_of(const struct file *f, uint64_t address)
{
    const Elf64_Phdr *h;

    for (int i = 0; (h = header(f, i)); i++)
        if (h->p_type == PT_LOAD && address >= h->p_vaddr
            && address - h->p_vaddr < h->p_filesz)
            return h->p_offset + (address - h->p_vaddr);
    return UINT64_MAX;
}

/* The value of a dynamic entry, the 'which'th of its tag. */
static bool dynamic(const struct file *f,
                    int64_t tag,
                    int which,
                    uint64_t *value)
{
    const Elf64_Phdr *h = find_header(f, PT_DYNAMIC);
    const Elf64_Dyn *d = h && h->p_offset % _Alignof(Elf64_Dyn) == 0
                             ? part(f, h->p_offset, h->p_filesz)
                             : NULL;

    for (uint64_t i = 0; d && i < h->p_filesz / sizeof(*d); i++) {
        if (d[i].d_tag == DT_NULL)
            break;
        if (d[i].d_tag == tag && which-- == 0) {
            *value = d[i].d_un.d_val;
            return true;
        }
    }
    return false;
}

/* The 'which'th library that the program needs, NULL after the last. */
static const char *needed(const struct file *f, int which)
{
    uint64_t strings, name, offset;
    const char *text;

    if (!dynamic(f, DT_STRTAB, 0, &strings)
        || !dynamic(f, DT_NEEDED, which, &name))
        return NULL;
    offset = offset_of(f, strings);
    if (offset == UINT64_MAX || __builtin_add_overflow(offset, name, &offset)
        || !(text = part(f, offset, 1))
        || !memchr(text, '\0', f->bytes - offset))
        return NULL;
    return text;
}

/* By the beginning of its name; the first that fits. */
static enum program_kind kind_of_library(const char *name)
{
    static const struct {
        const char *begins;
        enum program_kind kind;
    } libraries[] = {
        { "libmpich", PROGRAM_MPICH },
        { "libmpi.so.12", PROGRAM_MPICH },
        { "libmpi_abi.so", PROGRAM_MPI_ABI },
        { "libmpi.so.", PROGRAM_OPEN_MPI },
        { "libmpi_mpifh.", PROGRAM_OPEN_MPI },
        { "libmpi_usempi", PROGRAM_OPEN_MPI },
        { "libmpi_cxx.", PROGRAM_OPEN_MPI },
        { "libmpi.so", PROGRAM_OTHER_MPI },
        { "libmpi_", PROGRAM_OTHER_MPI },
    };

    for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
        if (strncmp(name, libraries[i].begins, strlen(libraries[i].begins))
            == 0)
            return libraries[i].kind;
    return PROGRAM_NO_MPI;
}

static enum program_kind look_at_libraries(const struct file *f)
{
    enum program_kind kind = PROGRAM_NO_MPI;
    const char *name;

    for (int i = 0; kind == PROGRAM_NO_MPI && (name = needed(f, i)); i++)
        kind = kind_of_library(name);
    return kind;
}

/* Whether the program that runs it, which "#!" or a header names with all of
 * its path, is missing.
 */
static bool lacks_interpreter(const struct file *f)
{
    const Elf64_Phdr *h = NULL;
    char path[PATH_SIZE] = "";
    const char *text = part(f, 0, 2);
    size_t room = f->bytes - 2;

    if (text && memcmp(text, "#!", 2) == 0) {
        for (text += 2; room > 0 && (*text == ' ' || *text == '\t'); room--)
            text++;
    } else {
        if (part(f, 0, sizeof(Elf64_Ehdr)))
            h = find_header(f, PT_INTERP);
        text = h ? part(f, h->p_offset, h->p_filesz) : NULL;
        room = text ? h->p_filesz : 0;
    }
    for (size_t i = 0; i < room && i + 1 < PATH_SIZE; i++) {
        if (!text[i] || strchr(" \t\r\n", text[i]))
            break;
        path[i] = text[i];
    }
    return *path == '/' && access(path, F_OK) < 0;
}

static enum program_kind look_at(const struct file *f)
{
#if defined __x86_64__
    static const int machine = EM_X86_64;
#elif defined __aarch64__
    static const int machine = EM_AARCH64;
#else
    static const int machine = EM_NONE;
#endif
    const Elf64_Ehdr *elf = part(f, 0, sizeof(*elf));

    if (!elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0)
        return lacks_interpreter(f) ? PROGRAM_NO_INTERPRETER : PROGRAM_OTHER;
    if (elf->e_ident[EI_CLASS] != ELFCLASS64
        || (machine != EM_NONE && elf->e_machine != machine))
        return PROGRAM_FOREIGN;
    if (!find_header(f, PT_INTERP))
        return PROGRAM_STATIC;
    if (lacks_interpreter(f))
        return PROGRAM_NO_INTERPRETER;
    return look_at_libraries(f);
}

/* Look into it; one that may not be read may be anything. */
static enum program_kind look_into(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    enum program_kind kind = PROGRAM_OTHER;
    struct stat st;

    if (fd >= 0 && fstat(fd, &st) == 0) {
        size_t bytes = (size_t)st.st_size;
        void *data = bytes ? mmap(NULL, bytes, PROT_READ, MAP_PRIVATE, fd, 0)
                           : MAP_FAILED;

        if (data != MAP_FAILED) {
            kind = look_at(&(struct file){ data, bytes });
            munmap(data, bytes);
        }
        if (kind > PROGRAM_OTHER && st.st_mode & (S_ISUID | S_ISGID))
            kind = PROGRAM_SETUID;
    }
    if (fd >= 0)
        close(fd);
    return kind;
}

static enum program_kind look_at_path(const char *path)
{
    struct stat st;

    if (stat(path, &st) < 0)
        return PROGRAM_MISSING;
    if (S_ISDIR(st.st_mode))
        return PROGRAM_FOLDER;
    if (!S_ISREG(st.st_mode) || access(path, X_OK) < 0)
        return PROGRAM_NOT_EXECUTABLE;
    return look_into(path);
}

enum program_kind program_look(const char *name)
{
    char path[INSTALLED_PATHS_PATH];

    if (strchr(name, '/'))
        return look_at_path(name);
    return installed_paths_search(name, path) ? look_at_path(path)
                                              : PROGRAM_MISSING;
}

int program_status(const char *name)
{
    switch (program_look(name)) {
    case PROGRAM_MISSING:
        return EXIT_MISSING;
    case PROGRAM_FOLDER:
    case PROGRAM_NOT_EXECUTABLE:
    case PROGRAM_NO_INTERPRETER:
        return EXIT_NO_PROGRAM;
    default:
        return 0;
    }
}

const char *program_excuse(enum program_kind kind)
{
    switch (kind) {
    case PROGRAM_STATIC:
        return "it is statically linked, and so takes no preloaded library";
    case PROGRAM_FOREIGN:
        return "it is made for another kind of machine than mitosis";
    case PROGRAM_SETUID:
        return "it runs as another user or group, and so takes no preloaded "
               "library";
    case PROGRAM_OPEN_MPI:
        return "it links Open MPI, and only MPICH's programs can be watched";
    case PROGRAM_MPI_ABI:
        return "it links the library of the ABI of MPI 5, and only MPICH's "
               "own can be watched";
    case PROGRAM_OTHER_MPI:
        return "it links another MPI than MPICH";
    case PROGRAM_MPICH:
        return "it ended before MPI_Init, or its pages are on other hosts";
    case PROGRAM_MISSING:
        return "there is no such program here";
    case PROGRAM_FOLDER:
        return "it is a folder";
    case PROGRAM_NOT_EXECUTABLE:
        return "it is not executable";
    case PROGRAM_NO_INTERPRETER:
        return "the interpreter that it names is not here";
    case PROGRAM_OTHER:
    case PROGRAM_NO_MPI:
        break;
    }
    return "it did not use MPI, or what it started was statically linked, "
           "linked another MPI than MPICH or loaded MPI where no preloaded "
           "library is seen (RTLD_DEEPBIND, dlmopen)";
}

/* Those that do have the call's name in their file, in any language: it is by
 * that name that they find the call in our library, if it is there.
 */
bool program_is_malleable(const char *path)
{
    static const char name[] = "mito_sync";
    static char piece[sizeof(name) + PIECE];
    FILE *in = fopen(path, "re");
    size_t kept = 0, bytes;
    bool found = false;

    while (in && !found && (bytes = fread(piece + kept, 1, PIECE, in)) > 0) {
        bytes += kept;
        /* With the 0 behind: not as the begin of another name. */
        found = memmem(piece, bytes, name, sizeof(name)) != NULL;
        kept = bytes < sizeof(name) - 1 ? bytes : sizeof(name) - 1;
        memmove(piece, piece + bytes - kept, kept);
    }
    if (in)
        fclose(in);
    return found;
}
