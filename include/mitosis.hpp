/* mitosis.hpp - mitosis.h for the containers of C++
 *
 *     std::vector<double> plate((rows + 2) * columns);
 *     ...
 *     mito::add("step", step);
 *     mito::add("plate", plate, mito::layout().row(columns).halo(1));
 *     for (; step < steps; step++) {
 *         mito::sync();
 *         ...
 *     }
 *
 * mitosis.h says what the calls promise; this says what is different here.
 *
 * add(name, object, layout): what is registered is the object, by reference.
 * It is to be there, at the same address, as long as the program changes; but
 * it may be swapped, moved from, assigned and resized as one likes.
 *
 *     a std::vector        rows in blocks, as many as it has room for; where a
 *                          rank is to have more or fewer it is resized
 *     a number, a struct, a std::array, an array of fixed size
 *                          all ranks share it alike
 *     view(pointer, extents...)
 *                          memory that stays where it is and as large as it
 *                          is: rows are counted by the first extent, the other
 *                          extents make a row
 *
 * add(name, object, count, layout): 'count' of its rows are ours, an int, a
 * long or a size_t.
 *
 *     a std::unique_ptr<T[]>, a std::shared_ptr<T[]> (C++17)
 *                          gets new memory where the size is another one
 *     a std::vector        has room for as many; it grows, but never shrinks
 *     a view               its first extent is how many it has room for
 *
 * MITO_ADD(layout, objects...) adds several that have the same layout, which
 * may be {}, under the names that they have in the program.
 *
 * Elements are moved as bytes, so they have to be trivially copyable.  What is
 * not moves by 'pack' and 'unpack' of a mito_layout.
 *
 * before(function) and after(function) take a lambda, or whatever may be
 * called.  What the former throws has the change given up, and no other made;
 * what the latter throws ends the program.  So does layout().owner(function),
 * and what that throws has the change given up.  A mito_layout does in place
 * of a layout().  All calls of mitosis.h are there as well.  C++11 is enough.
 *
 * SPDX-License-Identifier: BSD-3-Clause
 */
#ifndef MITOSIS_HPP
#define MITOSIS_HPP

#include <array>
#include <cstddef>
#include <exception>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "mitosis.h"

namespace mito
{

namespace detail
{

/* An item of a bag, which is whatever the program's function takes it for. */
struct item {
    const void *at;

    template <typename T> operator const T *() const
    {
        return static_cast<const T *>(at);
    }
    template <typename T> operator const T &() const
    {
        return *static_cast<const T *>(at);
    }
};

typedef std::function<int(item)> owner_of;

/* What is thrown would leave the library in the middle of a change; that the
 * owner is rank -1 has it given up.
 */
inline int call_owner(const void *at, void *function) noexcept
{
    try {
        return (*static_cast<owner_of *>(function))({ at });
    } catch (...) {
        return -1;
    }
}

} // namespace detail

/* A mito_layout that is filled in word by word. */
class layout
{
  public:
    layout() : l_()
    {
    }
    layout(const mito_layout &l) : l_(l)
    {
    }
    operator const mito_layout &() const
    {
        return l_;
    }
    layout &spread(mito_spread how)
    {
        l_.spread = how;
        return *this;
    }
    layout &row(std::size_t elements)
    {
        l_.row = elements;
        return *this;
    }
    layout &halo(std::size_t rows)
    {
        l_.halo = rows;
        return *this;
    }
    /* Halos that are not as wide on each side, in each dimension. */
    layout &halo_before(std::size_t first,
                        std::size_t second = 0,
                        std::size_t third = 0)
    {
        return set(l_.halo_before, first, second, third);
    }
    layout &halo_after(std::size_t first,
                       std::size_t second = 0,
                       std::size_t third = 0)
    {
        return set(l_.halo_after, first, second, third);
    }
    layout &shared(std::size_t rows)
    {
        l_.shared = rows;
        return *this;
    }
    /* What is not said is as in the one of that name, the count too. */
    layout &like(const char *name)
    {
        l_.like = name;
        return *this;
    }
    layout &block_cyclic(std::size_t rows)
    {
        l_.block = rows;
        return spread(MITO_BLOCK_CYCLIC);
    }
    layout &constant(bool is = true)
    {
        l_.constant = is;
        return *this;
    }
    /* The elements of 'object' are the rows that 'lengths' has the lengths of.
     */
    layout &ragged(const char *lengths)
    {
        l_.lengths = lengths;
        return spread(MITO_RAGGED);
    }
    layout &offsets(bool are = true)
    {
        l_.offsets = are;
        return *this;
    }
    /* 'function' says which of the new ranks an item goes to.  It takes the
     * item as a 'const T &', or as a 'const T *' where a row has several
     * elements.  'arg' of a mito_layout is taken then.
     */
    template <typename Function> layout &owner(Function function)
    {
        static_assert(
            std::is_constructible<detail::owner_of, Function>::value,
            "an owner takes an item as 'const T &', or as 'const T *', and "
            "returns a rank");
        l_.owner = detail::call_owner;
        l_.arg = new detail::owner_of(std::move(function));
        return *this;
    }
    /* An item belongs to the rank within whose bounds it is: a number for each
     * dimension.  'position' bytes of it come before its coordinates.
     */
    layout &within(std::initializer_list<double> low,
                   std::initializer_list<double> high,
                   std::size_t position = 0)
    {
        return within<std::initializer_list<double>,
                      std::initializer_list<double>>(low, high, position);
    }
    /* Of arrays, a std::array or std::vector: as they are now. */
    template <typename Low, typename High>
    layout &within(const Low &low, const High &high, std::size_t position = 0)
    {
        const auto size = std::end(low) - std::begin(low);

        /* Of another number the library tells. */
        l_.dimensions =
            size == std::end(high) - std::begin(high)
                    && size <= static_cast<std::ptrdiff_t>(MITO_DIMENSIONS)
                ? static_cast<int>(size)
                : 0;
        l_.low = keep(low);
        l_.high = keep(high);
        l_.position = position;
        return *this;
    }
    /* One more dimension of a grid, the slowest first: how many cells there
     * are, which is our first, and how many are ours.
     */
    layout &dimension(std::size_t shape,
                      std::size_t origin,
                      std::size_t extent)
    {
        if (l_.dimensions < MITO_DIMENSIONS) {
            l_.shape[l_.dimensions] = shape;
            l_.origin[l_.dimensions] = origin;
            l_.extent[l_.dimensions] = extent;
        }
        l_.dimensions++;
        return spread(MITO_GRID);
    }
    /* On the faces between the cells of a grid in these dimensions; on its
     * nodes, which is in all that were said, if none is named.
     */
    layout &stagger(bool first, bool second = false, bool third = false)
    {
        return set(l_.stagger, first, second, third);
    }
    layout &stagger()
    {
        return stagger(l_.dimensions > 0, l_.dimensions > 1,
                       l_.dimensions > 2);
    }

  private:
    /* Layouts are copied, and looked at when there is a change. */
    template <typename Values> static const double *keep(const Values &values)
    {
        return (new std::vector<double>(std::begin(values), std::end(values)))
            ->data();
    }
    template <typename T>
    layout &set(T (&to)[MITO_DIMENSIONS], T first, T second, T third)
    {
        to[0] = first;
        to[1] = second;
        to[2] = third;
        return *this;
    }

    mito_layout l_;
};

/* Memory that somebody else owns. */
template <typename T> struct view_of {
    T *data;
    std::size_t rows;
    std::size_t row;
};

template <typename T, typename... Extents>
view_of<T> view(T *data, std::size_t rows, Extents... extents)
{
    const std::size_t others[] = { 1, static_cast<std::size_t>(extents)... };
    view_of<T> v = { data, rows, 1 };

    for (std::size_t extent : others)
        v.row *= extent;
    return v;
}

/* ---- how it is done; nothing in here is for use ---- */
namespace detail
{

/* What MPI calls it; other types are moved as so many bytes. */
template <typename T> struct datatype {
    static MPI_Datatype get()
    {
        return MPI_BYTE;
    }
    static constexpr std::size_t units = sizeof(T);
};

#define MITO_DATATYPE_(type, handle)                                          \
    template <> struct datatype<type> {                                       \
        static MPI_Datatype get()                                             \
        {                                                                     \
            return handle;                                                    \
        }                                                                     \
        static constexpr std::size_t units = 1;                               \
    };
MITO_DATATYPE_(char, MPI_CHAR)
MITO_DATATYPE_(signed char, MPI_SIGNED_CHAR)
MITO_DATATYPE_(unsigned char, MPI_UNSIGNED_CHAR)
MITO_DATATYPE_(short, MPI_SHORT)
MITO_DATATYPE_(unsigned short, MPI_UNSIGNED_SHORT)
MITO_DATATYPE_(int, MPI_INT)
MITO_DATATYPE_(unsigned, MPI_UNSIGNED)
MITO_DATATYPE_(long, MPI_LONG)
MITO_DATATYPE_(unsigned long, MPI_UNSIGNED_LONG)
MITO_DATATYPE_(long long, MPI_LONG_LONG)
MITO_DATATYPE_(unsigned long long, MPI_UNSIGNED_LONG_LONG)
MITO_DATATYPE_(float, MPI_FLOAT)
MITO_DATATYPE_(double, MPI_DOUBLE)
MITO_DATATYPE_(long double, MPI_LONG_DOUBLE)
#undef MITO_DATATYPE_

template <typename T> struct element {
    static_assert(std::is_trivially_copyable<T>::value,
                  "what is registered is moved as bytes, so its elements have "
                  "to be trivially copyable: register what they are made of, "
                  "or all of it with 'pack' and 'unpack' of a mito_layout");
    static_assert(!std::is_pointer<T>::value,
                  "a pointer means nothing in another process: register what "
                  "it points to, by mito::view(pointer, extents...)");
    static_assert(!std::is_const<T>::value,
                  "what is const cannot be filled in by a change");
    static constexpr std::size_t units = datatype<T>::units;

    static MPI_Datatype type()
    {
        return datatype<T>::get();
    }
};

/* What an object of fixed size is made of. */
template <typename T> struct pieces {
    typedef T type;
};
template <typename T, std::size_t N>
struct pieces<T[N]> : pieces<typename std::remove_cv<T>::type> {
};
template <typename T, std::size_t N>
struct pieces<std::array<T, N>> : pieces<T> {
};

/* Of a smart pointer only the program knows how many elements there are. */
template <typename T, typename D> struct pieces<std::unique_ptr<T, D>> {
    typedef T type;
    static_assert(!std::is_same<T, T>::value,
                  "a smart pointer does not know how many elements it has: "
                  "say how many rows are ours, mito::add(name, pointer, "
                  "count); of a single object register the object, *pointer");
};
template <typename T>
struct pieces<std::shared_ptr<T>> : pieces<std::unique_ptr<T>> {
};

/* Call 'act', which gets memory; whether there was enough. */
template <typename Act> int attempt(Act act)
{
    try {
        act();
    } catch (...) {
        return -1;
    }
    return 0;
}

/* How the library sees a vector: it has as many elements as are counted. */
template <typename V> struct vector_access {
    typedef typename V::value_type T;
    static_assert(!std::is_same<T, bool>::value,
                  "a std::vector<bool> has no elements of its own: use a "
                  "std::vector<char>");
    static constexpr std::size_t units = element<T>::units;

    static void *find(void *object, std::size_t *elements)
    {
        V &v = *static_cast<V *>(object);

        *elements = v.size() * units;
        return const_cast<typename std::remove_cv<T>::type *>(v.data());
    }
    static int fit(void *object, std::size_t elements)
    {
        V &v = *static_cast<V *>(object);

        return attempt([&] { v.resize(elements / units); });
    }
    /* With room to spare, which the program may count on. */
    static int grow(void *object, std::size_t elements)
    {
        V &v = *static_cast<V *>(object);

        return v.size() * units < elements ? fit(object, elements) : 0;
    }
};

/* One that other pointers share stays as it is: they would keep what was. */
template <typename P> bool is_shared(const P &p)
{
    return p.use_count() > 1;
}
template <typename T> bool is_shared(const std::unique_ptr<T> &)
{
    return false;
}

template <typename P, typename T> struct pointer_access {
    static void *find(void *object, std::size_t *elements)
    {
        *elements = std::numeric_limits<std::size_t>::max();
        return static_cast<P *>(object)->get();
    }
    static int fit(void *object, std::size_t elements)
    {
        P &p = *static_cast<P *>(object);

        if (is_shared(p))
            return -1;
        return attempt([&] {
            p.reset();
            p.reset(new T[elements / element<T>::units]());
        });
    }
};

template <typename T> struct view_access {
    static void *find(void *object, std::size_t *elements)
    {
        const view_of<T> &v = *static_cast<view_of<T> *>(object);

        *elements = v.rows * v.row * element<T>::units;
        return v.data;
    }
};

/* Where the program registers something. */
struct place {
    const char *file;
    int line;
};

inline int tell(const char *name,
                void *object,
                const void *count,
                int count_bytes,
                MPI_Datatype type,
                std::size_t units,
                mito_layout l,
                const place &at)
{
    l.row = (l.row ? l.row : 1) * units;
    return mito_register_(name, object, -1, count, count_bytes, at.file,
                          at.line, type, &l);
}

inline mito_layout of_object(mito_layout l,
                             void *(*find)(void *, std::size_t *),
                             int (*resize)(void *, std::size_t))
{
    l.memory = MITO_OBJECT;
    l.find = find;
    l.resize = resize;
    return l;
}

template <typename Count> struct count_of {
    static_assert(std::is_integral<Count>::value
                      && (sizeof(Count) == 4 || sizeof(Count) == 8),
                  "a count is an int, a long or a size_t");
    static_assert(!std::is_const<Count>::value,
                  "a count that is const cannot be set by a change");
    static constexpr int bytes = static_cast<int>(sizeof(Count));
};

/* Without a library nobody would ever look at the view. */
template <typename T> view_of<T> *keep(const view_of<T> &v)
{
    return new view_of<T>(v);
}

/* What is thrown would leave the library in the middle of a change. */
inline void call_after(void *function) noexcept
{
    (*static_cast<std::function<void()> *>(function))();
}

/* The change can still be given up. */
inline void has_thrown(const char *what)
{
    const std::string why = std::string("has thrown: ") + what;

    mito_register_("mito::before()", nullptr, -1, nullptr, 0, why.c_str(),
                   MITO_NEVER_, MPI_BYTE, nullptr);
}

inline void call_before(void *function)
{
    try {
        (*static_cast<std::function<void()> *>(function))();
    } catch (const std::exception &e) {
        has_thrown(e.what());
    } catch (...) {
        has_thrown("what is no std::exception");
    }
}

} // namespace detail

#define MITO_HERE_                                                            \
    const char *file = __builtin_FILE(), int line = __builtin_LINE()

/* ---- a std::vector ---- */

template <typename T, typename A>
int add(const char *name,
        std::vector<T, A> &object,
        const mito_layout &l = mito_layout(),
        MITO_HERE_)
{
    typedef detail::vector_access<std::vector<T, A>> access;

    return detail::tell(
        name, &object, nullptr, 0, detail::element<T>::type(), access::units,
        detail::of_object(l, access::find, access::fit), { file, line });
}

template <typename T, typename A, typename Count>
typename std::enable_if<std::is_arithmetic<Count>::value, int>::type add(
    const char *name,
    std::vector<T, A> &object,
    Count &count,
    const mito_layout &l = mito_layout(),
    MITO_HERE_)
{
    typedef detail::vector_access<std::vector<T, A>> access;

    return detail::tell(name, &object, &count, detail::count_of<Count>::bytes,
                        detail::element<T>::type(), access::units,
                        detail::of_object(l, access::find, access::grow),
                        { file, line });
}

/* ---- a smart pointer ---- */

template <typename T, typename Count>
int add(const char *name,
        std::unique_ptr<T[]> &object,
        Count &count,
        const mito_layout &l = mito_layout(),
        MITO_HERE_)
{
    typedef detail::pointer_access<std::unique_ptr<T[]>, T> access;

    return detail::tell(name, &object, &count, detail::count_of<Count>::bytes,
                        detail::element<T>::type(), detail::element<T>::units,
                        detail::of_object(l, access::find, access::fit),
                        { file, line });
}

#if __cplusplus >= 201703L
template <typename T, typename Count>
int add(const char *name,
        std::shared_ptr<T[]> &object,
        Count &count,
        const mito_layout &l = mito_layout(),
        MITO_HERE_)
{
    typedef detail::pointer_access<std::shared_ptr<T[]>, T> access;

    return detail::tell(name, &object, &count, detail::count_of<Count>::bytes,
                        detail::element<T>::type(), detail::element<T>::units,
                        detail::of_object(l, access::find, access::fit),
                        { file, line });
}
#endif

/* ---- memory that stays ---- */

template <typename T>
int add(const char *name,
        const view_of<T> &object,
        layout l = layout(),
        MITO_HERE_)
{
    return detail::tell(name, detail::keep(object), nullptr, 0,
                        detail::element<T>::type(), detail::element<T>::units,
                        detail::of_object(l.row(object.row),
                                          detail::view_access<T>::find,
                                          nullptr),
                        { file, line });
}

template <typename T, typename Count>
typename std::enable_if<std::is_arithmetic<Count>::value, int>::type add(
    const char *name,
    const view_of<T> &object,
    Count &count,
    layout l = layout(),
    MITO_HERE_)
{
    return detail::tell(
        name, detail::keep(object), &count, detail::count_of<Count>::bytes,
        detail::element<T>::type(), detail::element<T>::units,
        detail::of_object(l.row(object.row), detail::view_access<T>::find,
                          nullptr),
        { file, line });
}

/* ---- what all ranks share alike ---- */

template <typename T>
int add(const char *name,
        T &object,
        const mito_layout &l = mito_layout(),
        MITO_HERE_)
{
    typedef typename detail::pieces<T>::type E;
    mito_layout whole = l;

    whole.row = sizeof(T) / sizeof(E);
    return detail::tell(name, &object, nullptr, 0, detail::element<E>::type(),
                        detail::element<E>::units, whole, { file, line });
}

/* ---- several of one layout ---- */
namespace detail
{

/* Take the first off "u, v[0], view(w, 3)": up to a comma that is in no
 * brackets.
 */
inline std::string take_name(const char **names)
{
    const char *at = *names;
    std::string name;

    for (int depth = 0; *at && (depth > 0 || *at != ','); at++) {
        if (*at == '(' || *at == '[' || *at == '{')
            depth++;
        if (*at == ')' || *at == ']' || *at == '}')
            depth--;
        name += *at;
    }
    while (*at == ',' || *at == ' ')
        at++;
    *names = at;
    return name;
}

inline int add_each(const char *, const mito_layout &, const place &)
{
    return MITO_OK;
}

template <typename T, typename... More>
int add_each(const char *names,
             const mito_layout &l,
             const place &at,
             T &&first,
             More &&...more)
{
    const std::string name = take_name(&names);
    const int one =
        add(name.c_str(), std::forward<T>(first), l, at.file, at.line);
    const int others = add_each(names, l, at, std::forward<More>(more)...);

    return one == MITO_OK ? others : one;
}

} // namespace detail

#define MITO_ADD(layout, ...)                                                 \
    mito::detail::add_each(#__VA_ARGS__, layout, { __FILE__, __LINE__ },      \
                           __VA_ARGS__)

/* ---- the other calls ---- */

inline int sync()
{
    return mito_sync();
}

inline bool resumed()
{
    return mito_resumed();
}

inline int request(const char *change)
{
    return mito_request(change);
}

/* Functions are given for good, and so are kept for good. */
template <typename Function> int before(Function function, MITO_HERE_)
{
    return mito_hook_("mito_before", file, line, detail::call_before,
                      new std::function<void()>(std::move(function)));
}

template <typename Function> int after(Function function, MITO_HERE_)
{
    return mito_hook_("mito_after", file, line, detail::call_after,
                      new std::function<void()>(std::move(function)));
}

#undef MITO_HERE_

} // namespace mito

#endif /* !MITOSIS_HPP */
