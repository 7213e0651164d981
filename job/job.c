/* job.c - the folder in which the ranks of a job, on one host, keep pages
 *
 * It may lie where everyone may write.  So a folder that is already there is
 * taken only when it is a real one, belongs to us, and lets nobody else in;
 * from then on nobody else can change what it is.  And for nobody to make it
 * before us, its name there has a part that others cannot guess: all processes
 * of the user make it of the user's key, the job and the host.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#include "config.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/checksum.h"
#include "base/file_write.h"
#include "base/system/host.h"
#include "job/files.h"
#include "job/job.h"
#include "job/job_host.h"
#include "net/user_key.h"

enum {
    PLACES = 3,
    KEY_LETTERS = 6,
    BITS_PER_LETTER = 5,
    TAG_BYTES = 8,
    TAG_TEXT = 2 * TAG_BYTES + 2, /* with a dot before */
};

static const char prefix[] = "mitosis-";

/* What the file 'job' holds: ranks that came in the upper half, ranks that
 * went in the lower one.  In one word, so that exactly one of those who
 * leave at the same moment sees both equal.
 */
typedef _Atomic uint64_t headcount_t;

static const uint64_t ARRIVAL = UINT64_C(1) << 32;

static bool fits_a_file_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9') || (c && strchr("._+-", c));
}

/* A file whose name begins with a dot is hidden, and with a dash it is taken
 * for an option.  Neighbouring keys do not give neighbouring names, which
 * would be hard to tell apart.
 */
void job_name(const char *program, unsigned long key, char name[JOB_NAME])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    const char *from = basename(program);
    uint64_t bits = checksum_word(checksum_word(0, key), 0);
    size_t len = 0;

    for (; *from && len < JOB_NAME - KEY_LETTERS - 2; from++, len++)
        name[len] = fits_a_file_name(*from) && (len || !strchr(".-", *from))
                        ? *from
                        : '_';
    if (len)
        name[len++] = '-';
    for (int i = 0; i < KEY_LETTERS; i++, bits >>= BITS_PER_LETTER)
        name[len++] = letters[bits % (1 << BITS_PER_LETTER)];
    name[len] = '\0';
}

/* The job in the name of a folder, and its user; NULL when it is of none. */
static const char *parse(const char *folder, unsigned long *user)
{
    const char *host;
    char *at;

    if (strncmp(folder, prefix, strlen(prefix)) != 0)
        return NULL;
    folder += strlen(prefix);
    *user = strtoul(folder, &at, 10);
    if (*folder < '0' || *folder > '9')
        return NULL;
    if (*at == '.')
        at += 1 + strspn(at + 1, "0123456789abcdef");
    if (*at != '-')
        return NULL;
    host = strchr(at, '@');
    return host ? host + 1 : at + 1;
}

const char *job_of(const char *folder)
{
    const char *name = basename(folder), *job;
    unsigned long user;

    job = parse(name, &user);
    return job ? job : name;
}

bool job_is_folder(const char *folder)
{
    unsigned long user;

    return parse(basename(folder), &user) != NULL;
}

/* The folders to look in, those that are not set left out. */
static int find_places(const char *pages, const char *places[PLACES])
{
    const char *tmpdir = getenv("TMPDIR");
    int count = 0;

    if (*pages) {
        places[0] = pages;
        return 1;
    }
    places[count++] = "/dev/shm";
    if (tmpdir && *tmpdir == '/')
        places[count++] = tmpdir;
    places[count++] = "/tmp";
    return count;
}

/* Whether others can make a folder there. */
static bool is_shared(const char *place)
{
    struct stat st;

    return stat(place, &st) == 0
           && (st.st_uid != geteuid() || (st.st_mode & 022) != 0);
}

/* What others cannot guess.  Without a key there is nothing of that kind. */
static void make_tag(const char *job, char tag[TAG_TEXT])
{
    static const char label[16] = "mitosis folder";
    const char *host = host_own();
    struct iovec parts[3] = { { (char *)label, sizeof(label) },
                              { (char *)host, strlen(host) + 1 },
                              { (char *)job, strlen(job) } };
    uint8_t mac[SEAL_MAC];

    tag[0] = '\0';
    if (user_key_mac(mac, parts, 3, NULL) < 0)
        return;
    tag[0] = '.';
    for (int i = 0; i < TAG_BYTES; i++)
        sprintf(tag + 1 + 2 * i, "%02x", mac[i]);
}

/* The path of a folder in a place. */
static int locate(const char *place,
                  const char *folder,
                  char *path,
                  struct error *err)
{
    char here[JOB_PATH] = "";
    int len;

    if (*place != '/' && !getcwd(here, sizeof(here)))
        return error_set(err, "%s: %s", place, strerror(errno));
    len = snprintf(path, JOB_PATH, "%s%s%s/%s", here, *here ? "/" : "", place,
                   folder);
    if (len >= JOB_PATH)
        return error_set(err, "%.200s...: the path is too long", place);
    return 0;
}

static int compose(const char *place,
                   const char *job,
                   char *path,
                   struct error *err)
{
    char tag[TAG_TEXT] = "", folder[JOB_PATH];

    if (is_shared(place))
        make_tag(job, tag);
    if (snprintf(folder, sizeof(folder), "%s%u%s-%s", prefix, geteuid(), tag,
                 job)
        >= JOB_PATH)
        return error_set(err, "%.200s...: the name is too long", job);
    return locate(place, folder, path, err);
}

/* Open the folder 'path' if it is ours alone. */
static int open_ours(const char *path, struct error *err)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    const char *wrong = NULL;
    struct stat st;

    if (fd < 0 && (errno == ENOTDIR || errno == ELOOP))
        return error_set(err, "%s: not a folder", path);
    if (fd < 0 || fstat(fd, &st) < 0)
        wrong = strerror(errno);
    else if (st.st_uid != geteuid())
        wrong = "belongs to somebody else";
    else if (st.st_mode & 077)
        wrong = "is open to others";
    if (!wrong)
        return fd;
    error_set(err, "%s: %s", path, wrong);
    if (fd >= 0)
        close(fd);
    return -1;
}

/* Check that the folder 'found' is ours alone, and write it to 'path'. */
static int take(const char *found, char path[JOB_PATH], struct error *err)
{
    int fd = open_ours(found, err);

    if (fd < 0)
        return -1;
    close(fd);
    strcpy(path, found);
    return 0;
}

/* The folder of the job that this host has beside another host's. */
static int compose_own(const char *place,
                       const char *name,
                       char *path,
                       struct error *err)
{
    char own[HOST_NAME + JOB_NAME + 1];

    snprintf(own, sizeof(own), "%s@%s", host_own(), name);
    return compose(place, own, path, err);
}

/* Have the folder 'found', or where that has become another host's, one of
 * our own beside it.
 */
static int settle(const char *place,
                  const char *name,
                  char *found,
                  char path[JOB_PATH],
                  struct error *err)
{
    int fd = open_ours(found, err);

    if (fd < 0)
        return -1;
    close(fd);
    if (!job_host_claim(found)) {
        if (compose_own(place, name, found, err) < 0)
            return -1;
        if (mkdir(found, 0700) < 0 && errno != EEXIST)
            return error_set(err, "%s: %s", found, strerror(errno));
        job_host_claim(found);
    }
    return take(found, path, err);
}

static int find(const char *pages,
                const char *name,
                bool make,
                char path[JOB_PATH],
                struct error *err)
{
    const char *places[PLACES];
    int count = find_places(pages, places);
    char found[JOB_PATH];

    for (int i = 0; i < count; i++) {
        if (compose_own(places[i], name, found, err) < 0)
            return -1;
        if (access(found, F_OK) == 0)
            return take(found, path, err);
        if (compose(places[i], name, found, err) < 0)
            return -1;
        if (make && (mkdir(found, 0700) == 0 || errno == EEXIST))
            return settle(places[i], name, found, path, err);
        if (!make && access(found, F_OK) == 0 && !job_is_elsewhere(found))
            return take(found, path, err);
        error_set(err, "%s: %s", make ? places[i] : found,
                  strerror(make ? errno : ENOENT));
    }
    return -1;
}

int job_open(const char *pages,
             const char *name,
             char path[JOB_PATH],
             struct error *err)
{
    return find(pages, name, true, path, err);
}

int job_find(const char *pages,
             const char *name,
             char path[JOB_PATH],
             struct error *err)
{
    return find(pages, name, false, path, err);
}

/* Map the counters of the job in 'path', which may be in use. */
static headcount_t *map_headcount(const char *path, int flags)
{
    char file[JOB_PATH + 8];
    void *count = MAP_FAILED;
    int fd;

    snprintf(file, sizeof(file), "%s/job", path);
    fd = open(file, O_RDWR | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (fd < 0)
        return MAP_FAILED;
    if (file_claim(fd, sizeof(headcount_t)) == 0)
        count = mmap(NULL, sizeof(headcount_t), PROT_READ | PROT_WRITE,
                     MAP_SHARED, fd, 0);
    close(fd);
    return count;
}

int job_arrive(const char *path, struct error *err)
{
    headcount_t *count = map_headcount(path, O_CREAT);

    if (count == MAP_FAILED)
        return error_set(err, "%s/job: %s", path, strerror(errno));
    atomic_fetch_add(count, ARRIVAL);
    munmap(count, sizeof(*count));
    return 0;
}

bool job_leave(const char *path)
{
    headcount_t *count = map_headcount(path, 0);
    uint64_t now;

    if (count == MAP_FAILED)
        return false;
    now = atomic_fetch_add(count, 1) + 1;
    munmap(count, sizeof(*count));
    return now >> 32 == (now & UINT32_MAX);
}

/* A file of a job, as its name tells. */
struct job_file {
    enum files_kind kind;
    unsigned generation;
};

typedef bool doom(const struct job_file *file, unsigned generation);

static bool is_ours(const struct job_file *file, unsigned generation)
{
    (void)generation;
    return file->kind != FILES_STRANGE;
}

static bool is_of(const struct job_file *file, unsigned generation)
{
    return (file->kind == FILES_PAGE || file->kind == FILES_TRACE)
           && file->generation == generation;
}

static bool is_state(const struct job_file *file, unsigned generation)
{
    return file->kind == FILES_STATE && file->generation == generation;
}

static bool is_folded(const struct job_file *file, unsigned generation)
{
    return (file->kind == FILES_PAGE && file->generation <= generation)
           || (file->kind == FILES_PART && file->generation < generation);
}

/* Returns how many it has removed, or -1 when the folder is not ours. */
static int remove_files(const char *path, doom *is_doomed, unsigned generation)
{
    int fd = open_ours(path, NULL);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    struct dirent *entry;
    int removed = 0;

    if (!dir) {
        if (fd >= 0)
            close(fd);
        return -1;
    }
    while ((entry = readdir(dir))) {
        struct job_file file;
        int rank;

        file.kind = files_kind(entry->d_name, &file.generation, &rank);
        if (is_doomed(&file, generation)
            && unlinkat(fd, entry->d_name, 0) == 0)
            removed++;
    }
    closedir(dir);
    return removed;
}

/* A rank of a generation that was given up may make its page in it meanwhile,
 * and cannot any more once the folder is gone.
 */
void job_remove(const char *path)
{
    int removed;

    do
        removed = remove_files(path, is_ours, 0);
    while (removed >= 0 && rmdir(path) < 0 && errno == ENOTEMPTY
           && removed > 0);
}

void job_remove_generation(const char *path, unsigned generation)
{
    remove_files(path, is_of, generation);
}

void job_remove_state(const char *path, unsigned generation)
{
    remove_files(path, is_state, generation);
}

void job_remove_folded(const char *path, unsigned generation)
{
    remove_files(path, is_folded, generation);
}

static int visit_place(const char *place,
                       void (*visit)(const char *path, void *arg),
                       void *arg)
{
    DIR *dir = opendir(place);
    struct dirent *entry;
    char path[JOB_PATH];
    unsigned long user;
    int count = 0, fd;

    if (!dir)
        return 0;
    while ((entry = readdir(dir))) {
        if (!parse(entry->d_name, &user) || user != geteuid()
            || locate(place, entry->d_name, path, NULL) < 0
            || (fd = open_ours(path, NULL)) < 0)
            continue;
        close(fd);
        visit(path, arg);
        count++;
    }
    closedir(dir);
    return count;
}

/* $TMPDIR may be one of the others by another name. */
static bool is_new(const char *const places[], int which)
{
    struct stat ours, other;

    if (stat(places[which], &ours) < 0)
        return false;
    for (int i = 0; i < which; i++)
        if (stat(places[i], &other) == 0 && other.st_dev == ours.st_dev
            && other.st_ino == ours.st_ino)
            return false;
    return true;
}

int job_list(const char *pages,
             void (*visit)(const char *path, void *arg),
             void *arg)
{
    const char *places[PLACES];
    int count = find_places(pages, places);
    int found = 0;

    for (int i = 0; i < count; i++)
        if (is_new(places, i))
            found += visit_place(places[i], visit, arg);
    return found;
}
