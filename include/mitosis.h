/* mitosis.h - let a running MPI program change its number of processes
 *
 *     mito_register("step", &step, NULL, MPI_INT, NULL);
 *     mito_register("plate", &plate, &rows, MPI_DOUBLE,
 *                   &(mito_layout){ .row = columns + 2, .halo = 1 });
 *     for (; step < steps; step++) {
 *         mito_sync();
 *         ...
 *     }
 *
 * Registered is all that the program needs to go on.  At a mito_sync() the
 * job may be carried on by other processes, more or fewer or elsewhere: these
 * ran the program's start-up as any process does, and return from their first
 * mito_sync() with everything registered as the old ones had it.
 *
 * All of this does nothing, at the cost of a few nanoseconds, unless the
 * program runs with libmitosis.so preloaded.  There is nothing to link.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_H
#define MITOSIS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How the rows of an array are spread over the ranks. */
typedef enum mito_spread {
    MITO_DEFAULT,      /* without a count replicated, else in blocks */
    MITO_REPLICATED,   /* each rank has all of it, all the same */
    MITO_BLOCK,        /* consecutive rows in the order of the ranks */
    MITO_CYCLIC,       /* row i is with rank i modulo the size */
    MITO_BLOCK_CYCLIC, /* so are blocks of 'block' rows */
    MITO_GRID,         /* a box of a grid in one to three dimensions */
    MITO_RAGGED,       /* as the rows of 'lengths', each of them that long */
    MITO_BAG,          /* any item may be with any rank */
    MITO_LOCAL         /* each rank has its own, see 'split' and 'merge' */
} mito_spread;

/* Whose memory it is, and so how a process gets more of it. */
typedef enum mito_memory {
    MITO_MEMORY_DEFAULT, /* in C and Fortran MITO_MALLOC; in C++ it may belong
                            to a std::vector: rows are put where it is, and a
                            change that needs another size is given up */
    MITO_MALLOC,         /* of malloc(): freed and allocated anew */
    MITO_ALIGNED,        /* of aligned_alloc() with 'alignment' */
    MITO_CUSTOM,         /* of the program's 'allocate' and 'release' */
    MITO_FIXED, /* stays where it is, room for 'capacity' rows and halos;
                   'buffer' may be the array itself */
    MITO_OBJECT /* of an object that 'buffer' is the address of, such as a
                   std::vector: 'find' and 'resize' know it */
} mito_memory;

enum { MITO_DIMENSIONS = 3 };

/* Everything not named is 0, which is a fine value everywhere. */
typedef struct mito_layout {
    mito_spread spread;
    size_t row;    /* elements of the type in a row; 0 means 1 */
    size_t halo;   /* rows (cells, in a grid) kept beyond ours, each side */
    size_t block;  /* rows in a block, for MITO_BLOCK_CYCLIC */
    bool constant; /* never changes after start-up */

    /* MITO_GRID: the whole grid, and the box of it that this rank owns,
     * slowest dimension first.  The memory is that box with the halo around,
     * row by row; an element of it is 'row' elements of the type.  A count, if
     * there is one, is how many cells the box has.
     */
    int dimensions;
    size_t shape[MITO_DIMENSIONS];
    size_t origin[MITO_DIMENSIONS];
    size_t extent[MITO_DIMENSIONS];

    /* MITO_RAGGED: the name of the registered array that says how long the
     * rows are.  That is an array of integers of 4 or 8 bytes in blocks, of
     * lengths, or with 'offsets' of where each row starts and, one more than
     * there are rows, the end of the last: the row pointers of CSR, from 0 in
     * each rank, or from 1 in Fortran.  'offsets' is said of that
     * array; where it has a count, it may be said of the rows instead.
     */
    const char *lengths;
    bool offsets;

    mito_memory memory;
    size_t alignment;
    size_t capacity;
    void *(*allocate)(size_t bytes, void *arg);
    void (*release)(void *memory, void *arg);

    /* MITO_LOCAL, when the number of ranks changes.  One rank's rows become
     * those of 'parts' ranks: fill in those of 'part', the first being 0, in
     * memory of this array's kind, and say how many they are.  Several ranks'
     * become those of one: add rows to those that are there.  Without the
     * functions a rank's rows go to the first of its parts, and rows of
     * several are put one behind the other.  Both return 0, or something else
     * to call off the change.
     */
    int (*split)(void **rows, size_t *count, int part, int parts, void *arg);
    int (*merge)(void **rows,
                 size_t *count,
                 const void *more,
                 size_t more_count,
                 void *arg);

    /* MITO_LOCAL, for what is not one piece of memory: say how many bytes
     * it takes, write them, and take them up.  Buffer and count are the
     * program's own business then.
     *
     * 'unpack' is called once for each rank that this one carries on, in the
     * order of the ranks, with which of how many that is: the first, 'which'
     * being 0, is to take the place of what start-up made, the others add to
     * it.  When a rank is divided, each of its 'parts' is handed all that the
     * rank packed, and takes up the share of 'part', the first being 0, just
     * as with 'split'; otherwise 'part' is 0 and 'parts' is 1.  A rank that
     * takes a part carries on no other rank.
     */
    size_t (*size)(void *arg);
    int (*pack)(void *bytes, void *arg);
    int (*unpack)(const void *bytes,
                  size_t size,
                  int part,
                  int parts,
                  int which,
                  int of,
                  void *arg);

    void *arg; /* for all these functions */

    /* MITO_BAG, which is the default then: items that belong to a rank by what
     * they are, as particles to where they are.  'owner' says which of the new
     * ranks 'item' goes to.  It is called in the new ranks, once for each
     * item, when all else that is registered is there: so it goes by the
     * bounds that start-up has found for the new number of ranks.  Or 'owners'
     * is the name of a registered array of int or long with the same count,
     * which has the rank for each item; see mito_next_size().  Items come in
     * the order of the old ranks and of their places there.  Arrays with the
     * same count go along.
     */
    int (*owner)(const void *item, void *arg);
    const char *owners;

    /* Several arrays of one shape.  'like' is the name of one that was
     * registered before: what this layout does not say (what is 0 in it) is as
     * there, and so is the count if none is given.  With the same count items
     * go where those of that array go.
     */
    const char *like;

    /* So many arrays at once, as members of structs in an array are:
     * "name[0]", "name[1]" and so on.  'buffer' is of the first, and each next
     * one is 'stride' bytes further; so is its count, 'count_stride' bytes
     * further, or they share it.
     */
    size_t arrays;
    size_t stride;
    size_t count_stride;

    /* MITO_BLOCK and MITO_GRID: halos that are not as wide on each side, rows
     * or cells before ours and behind, in each dimension; in place of 'halo'.
     */
    size_t halo_before[MITO_DIMENSIONS];
    size_t halo_after[MITO_DIMENSIONS];

    /* The same: so many rows (cells, in each dimension) at the end of ours are
     * the first ones of the next rank, too, and count in both.  After a change
     * all have the value of the first rank that had them; see MITOSIS_STRICT.
     */
    size_t shared;

    /* MITO_GRID: 'shape', 'origin' and 'extent' are those of the cells, and
     * the field is on their faces in these dimensions, on edges and nodes
     * where these are several: it has one more there, which neighbours share.
     */
    bool stagger[MITO_DIMENSIONS];

    /* MITO_OBJECT: 'find' returns where the object has its elements, and in
     * '*elements' how many; (size_t)-1 where it does not know, and (size_t)-2
     * where its rows have another length now than was registered.  Rows are
     * counted by that if there is no count.
     * 'resize' has it hold so many: what was in it need not stay.  It returns
     * 0, or something else when there is no memory.  Without it the object
     * stays as large as it is.  'object' is the address that was registered.
     */
    void *(*find)(void *object, size_t *elements);
    int (*resize)(void *object, size_t elements);

    /* MITO_BAG, in place of an 'owner': items that belong to the rank in whose
     * part of space they are.  'low' and 'high' are where this rank's begins
     * and ends in each of the 'dimensions'; 'position' is how many bytes of an
     * item come before its coordinates, which are doubles, or floats in an
     * array of MPI_FLOAT.  What is at the end of the last rank's part is in
     * it, too.  They are read in the new ranks, as owners are asked for.
     */
    const double *low;
    const double *high;
    size_t position;

    /* MITO_BAG, which is the default then: items with gaps between them, as
     * particles in cells that have room for 'places' of them each.  Of each
     * cell the first ones are taken, as many as 'taken' has for it; the count
     * is how many cells there are.  Or a pool with one place in a cell, which
     * is taken, 1, or not, 0.  The memory stays where it is.  After a change
     * cells have about as many items each, whatever cell they were in: the
     * program puts them where they belong.  Arrays with the same 'taken' go
     * along.
     */
    int *taken;
    size_t places;
} mito_layout;

/* What mito_sync() returns. */
enum {
    MITO_SAME,   /* nothing has changed */
    MITO_CHANGED /* rank, size, counts and pointers may be new */
};

/* What became of a registration. */
enum {
    MITO_OK = 0,
    MITO_WRONG = -1 /* refused, with a message; the job cannot be changed */
};

/* Register 'name' as part of what the program needs to go on.
 *
 * Something that all ranks share alike has no count: 'buffer' is its address.
 * Of an array 'buffer' is the address of the program's pointer to it, 'count'
 * the address of how many rows (cells, items) of it this rank has, halo not
 * counted: an int, a long or a size_t.  Several arrays may share a count.  In
 * a grid it may be NULL, as the extent says it all.  'layout' may be NULL.
 *
 * Names are up to 63 letters, the same in all ranks.  All is registered
 * before the first mito_sync(), after MPI_Init().  Returns MITO_WRONG when
 * something is wrong with the call itself, else MITO_OK: where a pointer leads
 * and what a count says is looked at in the first mito_sync(), which prints
 * what is wrong.
 */
/* int mito_register(const char *name, void *buffer, COUNT *count,
 *                   MPI_Datatype type, const mito_layout *layout);
 */

/* Call this at the top of the main loop, in all ranks, where all that the
 * program needs is registered and no message is under way.  Returns
 * MITO_CHANGED when the ranks, their number, counts or pointers may be new.
 */
static inline int mito_sync(void);

/* Whether this process carries on from an earlier one: true from MPI_Init()
 * on.
 */
static inline bool mito_resumed(void);

/* Ask for a change, in the words of 'mitosis ctl': "resize 4", "split 1",
 * "migrate 2 host5".  It is carried out at one of the next mito_sync() if it
 * can be.  One rank asking is enough.  Before the first mito_sync() the last
 * wish is kept for that one; in a process that carries on it is left out, as
 * start-up has asked in the first processes.  Returns MITO_OK when the wish
 * was passed on or kept.
 */
static inline int mito_request(const char *change);

/* Have 'function' called with 'arg' when there is a change.
 *
 * Those of mito_before() are called in the ranks that stand still, once all do
 * and the change begins at this mito_sync(), right before what is registered
 * is read: it is they who bring back what is elsewhere, close files and empty
 * caches.  Those of mito_after() are called in the ranks that go on, when all
 * that is registered is there, right before mito_sync() returns.  These are
 * new processes; or, when the change was given up in between, the same ones as
 * before: there they undo what those of mito_before() did, which are called
 * anew at the next change.
 *
 * The last one given to mito_before() is called first, the first one given to
 * mito_after() too.  The same function with the same 'arg' counts once.  They
 * may use MPI, as all ranks are there at the same time, but leave no request
 * and no message behind; mito_sync() does nothing in them.  All are given
 * before the first mito_sync(), before or after MPI_Init(), and for good.
 * Returns MITO_OK or MITO_WRONG.
 */
static inline int mito_before(void (*function)(void *arg), void *arg);
static inline int mito_after(void (*function)(void *arg), void *arg);

/* How many ranks there will be, in functions of mito_before(): for a list of
 * owners.  Elsewhere it is how many there are, or 0 without the library.
 */
static inline int mito_next_size(void);

/* ---- how it is done; nothing below is for use ---- */

struct mito_registration {
    size_t bytes; /* of this struct, and of a layout, as compiled */
    size_t layout_bytes;
    const char *name;
    void *buffer;
    int buffer_class; /* 5 when it points to a pointer, 6 to an array, 12 to a
                         struct */
    void *count;
    int count_bytes;
    MPI_Datatype type;
    const mito_layout *layout;
    const char *file; /* what is wrong with it where the line says so */
    int line;         /* of that file, or MITO_NEVER_ or MITO_NOT_NOW_ */
    int language;     /* MITO_C_, ... */
};

/* No change is made any more, or not the one that is under way. */
enum { MITO_NEVER_ = -1, MITO_NOT_NOW_ = -2 };

enum { MITO_C_, MITO_CPLUSPLUS_, MITO_FORTRAN_ };

#if defined __GLIBC__ || defined __linux__
extern void *dlsym(void *__restrict, const char *__restrict)
#ifdef __cplusplus
    __THROW
#endif
    ;
#define MITO_FIND_(name) dlsym((void *)0, name)
#else
#define MITO_FIND_(name) ((void *)0)
#endif

static inline int mito_nothing_(void)
{
    return 0;
}

static inline int mito_sync(void)
{
    static int (*call)(void);

    if (__builtin_expect(!call, 0)) {
        *(void **)&call = MITO_FIND_("mito_sync");
        if (!call)
            call = mito_nothing_;
    }
    return call();
}

static inline bool mito_resumed(void)
{
    int (*call)(void);

    *(void **)&call = MITO_FIND_("mito_resumed");
    return call && call() != 0;
}

static inline int mito_request(const char *change)
{
    int (*call)(const char *);

    *(void **)&call = MITO_FIND_("mito_request");
    return call ? call(change) : MITO_OK;
}

static inline int mito_hook_(const char *name,
                             const char *file,
                             int line,
                             void (*function)(void *arg),
                             void *arg)
{
    int (*call)(const char *, const char *, int, void (*)(void *), void *);

    *(void **)&call = MITO_FIND_("mito_hook");
    return call ? call(name, file, line, function, arg) : MITO_OK;
}

static inline int mito_before(void (*function)(void *arg), void *arg)
{
    return mito_hook_("mito_before", (const char *)0, 0, function, arg);
}

static inline int mito_after(void (*function)(void *arg), void *arg)
{
    return mito_hook_("mito_after", (const char *)0, 0, function, arg);
}

static inline int mito_next_size(void)
{
    int (*call)(void);

    *(void **)&call = MITO_FIND_("mito_next_size");
    return call ? call() : 0;
}

static inline int mito_register_(const char *name,
                                 const void *buffer,
                                 int buffer_class,
                                 const void *count,
                                 int count_bytes,
                                 const char *file,
                                 int line,
                                 MPI_Datatype type,
                                 const mito_layout *layout)
{
    int (*call)(const struct mito_registration *);
    struct mito_registration r;

    *(void **)&call = MITO_FIND_("mito_register");
    if (!call)
        return MITO_OK;
    r.bytes = sizeof(r);
    r.layout_bytes = sizeof(*layout);
    r.name = name;
    r.buffer = (void *)buffer;
    r.buffer_class = buffer_class;
    r.count = (void *)count;
    r.count_bytes = count_bytes;
    r.type = type;
    r.layout = layout;
    r.file = file;
    r.line = line;
#ifdef __cplusplus
    r.language = MITO_CPLUSPLUS_;
#else
    r.language = MITO_C_;
#endif
    return call(&r);
}

#ifdef __cplusplus
}

namespace mito_
{
struct yes_ {
    char more[2];
};
template <typename T>
yes_ has_begin(T *object, decltype(object->begin()) * = 0);
template <typename T> char has_begin(const T *, ...);

/* Of an object its bytes are moved, and no more. */
template <typename T> int class_of(T *)
{
    static_assert(sizeof(has_begin(static_cast<T *>(0))) == 1
                      || __is_trivially_copyable(T),
                  "a container such as std::vector cannot be registered "
                  "this way: mito::add() of mitosis.hpp does that, or "
                  "register the address of a pointer to its data(), "
                  "whose layout has .memory = MITO_FIXED and a .capacity");
    return __is_class(T) ? 12 : 0;
}
template <typename T> int class_of(T **)
{
    return 5;
}
template <typename T, std::size_t N> int class_of(T (*)[N])
{
    return 6;
}
inline int class_of(void *)
{
    return -1;
}
inline int bytes_of(...)
{
    return 0; /* NULL */
}
template <typename T> int bytes_of(T *)
{
    static_assert(static_cast<T>(0.5) == 0
                      && (sizeof(T) == 4 || sizeof(T) == 8),
                  "a count is an int, a long or a size_t");
    return static_cast<int>(sizeof(T));
}
} // namespace mito_
#define mito_register(name, buffer, count, ...)                               \
    mito_register_(name, buffer, mito_::class_of(buffer), count,              \
                   mito_::bytes_of(count), __FILE__, __LINE__, __VA_ARGS__)
#else
#define mito_register(name, buffer, count, ...)                               \
    mito_register_(name, buffer, MITO_CLASS_(buffer), count,                  \
                   MITO_BYTES_(count), __FILE__, __LINE__, __VA_ARGS__)
#define MITO_CLASS_(buffer)                                                   \
    __extension__ _Generic(                                                   \
        (buffer), void *: -1, const void *: -1,                               \
        default: __builtin_classify_type(*MITO_TYPED_(buffer))                \
            + MITO_IS_ARRAY_(*MITO_TYPED_(buffer)))
/* To the compiler an array is of the class of pointers. */
#define MITO_IS_ARRAY_(object)                                                \
    (__builtin_classify_type(object) == 5 && sizeof(object) != sizeof(void *))
#define MITO_TYPED_(buffer)                                                   \
    __extension__ _Generic(                                                   \
        (buffer), void *: (char *)0, const void *: (char *)0,                 \
        default: (buffer))
/* A count that is none of these does not compile. */
#define MITO_BYTES_(count)                                                    \
    __extension__ _Generic((count), int * : 4, unsigned * : 4, long * : 8,    \
                           unsigned long * : 8, long long * : 8,              \
                           unsigned long long * : 8, void * : 0, int : 0)
#endif

/* The place of the call is told when something is wrong with it. */
#define mito_before(...)                                                      \
    mito_hook_("mito_before", __FILE__, __LINE__, __VA_ARGS__)
#define mito_after(...)                                                       \
    mito_hook_("mito_after", __FILE__, __LINE__, __VA_ARGS__)

#endif /* !MITOSIS_H */
