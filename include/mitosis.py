# mitosis.py - mitosis.h for Python with numpy, beside mpi4py
#
#     import mitosis
#     ...
#     mitosis.register("step")
#     mitosis.register("u", halo=1)
#     while step < steps:
#         mitosis.sync()
#         ...
#         step += 1
#
# mitosis.h says what the calls promise; this says what is different here.
#
# register(name, owner, ...): what is registered is the variable of that name:
# a global one of the module that calls, or, with an 'owner', an attribute of
# that (mitosis.register("u", self)).  So it may be assigned to and change places
# with another one (u, v = v, u); local variables of a function are none that
# other processes can be given.
#
#     a number              all ranks share it alike, and its type: an int, a
#                           float or a bool, numpy's, or one of an IntEnum; of
#                           at most 64 bits
#     a numpy array         its first axis is spread over the ranks, the others
#                           make a row; where a rank is to have more or fewer
#                           rows the variable is given a new array.  Names of
#                           one array are given an array each
#
# What else is said of an array, by keyword: halo=1; spread=CYCLIC, ...;
# block=4; constant=True; lengths="name"; offsets=True; grid=(shape, origin,
# extent), each with a number for each axis that is spread, the first ones;
# count="n", a variable that says how many of its rows are ours.  A spread of
# REPLICATED has it the same in all ranks.
#
# before(function) and after(function) have it called around a change; it gets
# no argument.  What the former raises has the change given up, and no other
# made; what the latter raises ends the program.  SystemExit and
# KeyboardInterrupt are raised by sync() then.  sync() returns whether
# something may be new.  resumed() and request(change) are as in C.
#
# Nothing of this does anything without libmitosis.so preloaded.  Types are
# told to MPI by numbers that they have in MPICH.
#
# SPDX-License-Identifier: BSD-3-Clause
import ctypes
import enum
import gc
import io
import numbers
import operator
import os
import sys

try:
    import numpy
except ImportError:  # which only arrays need
    numpy = None

(DEFAULT, REPLICATED, BLOCK, CYCLIC, BLOCK_CYCLIC, GRID, RAGGED, BAG,
 LOCAL) = range(9)

OK, WRONG = 0, -1

_OBJECT = 5  # a mito_memory
_ANY_CLASS = -1
_UNKNOWN = ctypes.c_size_t(-1).value
_CHANGED = 1
_NEVER, _NOT_NOW = -1, -2  # in place of a line: no change, or not this one
_WORLD = 0x44000000  # MPI_COMM_WORLD

_BYTE = 0x4C00010D
_TYPES = {
    "b1": 0x4C00013F, "i1": 0x4C000137, "i2": 0x4C000238, "i4": 0x4C000439,
    "i8": 0x4C00083A, "u1": 0x4C00013B, "u2": 0x4C00023C, "u4": 0x4C00043D,
    "u8": 0x4C00083E, "f4": 0x4C00040A, "f8": 0x4C00080B, "c8": 0x4C000840,
    "c16": 0x4C001041,
}

_library = ctypes.CDLL(None)
_here = hasattr(_library, "mito_register")

_Find = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p,
                         ctypes.POINTER(ctypes.c_size_t))
_Resize = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
_Hook = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_Dimensions = ctypes.c_size_t * 3


class _Layout(ctypes.Structure):
    """As mito_layout."""
    _fields_ = [
        ("spread", ctypes.c_int), ("row", ctypes.c_size_t),
        ("halo", ctypes.c_size_t), ("block", ctypes.c_size_t),
        ("constant", ctypes.c_bool), ("dimensions", ctypes.c_int),
        ("shape", _Dimensions), ("origin", _Dimensions),
        ("extent", _Dimensions), ("lengths", ctypes.c_char_p),
        ("offsets", ctypes.c_bool), ("memory", ctypes.c_int),
        ("alignment", ctypes.c_size_t), ("capacity", ctypes.c_size_t),
        ("allocate", ctypes.c_void_p), ("release", ctypes.c_void_p),
        ("split", ctypes.c_void_p), ("merge", ctypes.c_void_p),
        ("size", ctypes.c_void_p), ("pack", ctypes.c_void_p),
        ("unpack", ctypes.c_void_p), ("arg", ctypes.c_void_p),
        ("owner", ctypes.c_void_p), ("owners", ctypes.c_char_p),
        ("like", ctypes.c_char_p), ("arrays", ctypes.c_size_t),
        ("stride", ctypes.c_size_t), ("count_stride", ctypes.c_size_t),
        ("halo_before", _Dimensions), ("halo_after", _Dimensions),
        ("shared", ctypes.c_size_t), ("stagger", ctypes.c_bool * 3),
        ("find", _Find), ("resize", _Resize),
        ("low", ctypes.c_void_p), ("high", ctypes.c_void_p),
        ("position", ctypes.c_size_t), ("taken", ctypes.c_void_p),
        ("places", ctypes.c_size_t),
    ]


class _Registration(ctypes.Structure):
    """As struct mito_registration."""
    _fields_ = [
        ("bytes", ctypes.c_size_t), ("layout_bytes", ctypes.c_size_t),
        ("name", ctypes.c_char_p), ("buffer", ctypes.c_void_p),
        ("buffer_class", ctypes.c_int), ("count", ctypes.c_void_p),
        ("count_bytes", ctypes.c_int), ("type", ctypes.c_int),
        ("layout", ctypes.POINTER(_Layout)), ("file", ctypes.c_char_p),
        ("line", ctypes.c_int), ("language", ctypes.c_int),
    ]


_BUILT_IN = (bool, int, float)
_TOO_LARGE = "is a number that 64 bits do not hold"
_SCALARS = "?bBhHiIlLqQefd"  # of numpy, by the letters that it has for them


def _code(value):
    """A number for its type, if it is one that is kept as it is; else 0."""
    if type(value) in _BUILT_IN:
        return 1 + _BUILT_IN.index(type(value))
    if numpy and isinstance(value, numpy.generic):
        return ord(value.dtype.char) if value.dtype.char in _SCALARS else 0
    return -1 if isinstance(value, enum.Enum) and _kind(value) else 0


def _kind(value):
    """int or float, as which it is moved, or nothing."""
    if isinstance(value, float) or numpy and isinstance(value, numpy.floating):
        return float
    if isinstance(value, int) or numpy and isinstance(
            value, (numpy.integer, numpy.bool_)):
        return int
    return None


class _Variable:
    """A variable of the program: a global one, or an attribute."""

    def __init__(self, owner, name):
        self.owner, self.name = owner, name

    def there(self):
        if isinstance(self.owner, dict):
            return self.name in self.owner
        return hasattr(self.owner, self.name)

    def get(self):
        if isinstance(self.owner, dict):
            return self.owner[self.name]
        return getattr(self.owner, self.name)

    def set(self, value):
        if isinstance(self.owner, dict):
            self.owner[self.name] = value
        else:
            setattr(self.owner, self.name, value)

    def same(self, other):
        return self.owner is other.owner and self.name == other.name


class _Number:
    """A number, and the memory that stands for it and its type in C."""

    def __init__(self, variable, place):
        value = variable.get()
        self.variable, self.place = variable, place
        self.type, self.kind = type(value), _kind(value)
        self.cell = ((ctypes.c_double if self.kind is float
                      else ctypes.c_int64) * 2)()
        self.put()

    def put(self):
        """Returns what is wrong with it, or nothing."""
        if not self.variable.there():
            return "is no variable any more"
        value = self.variable.get()
        code = _code(value)
        if not code or (self.kind is int and _kind(value) is float) \
                or (code < 0 and type(value) is not self.type):
            return "was registered as a number of type %s, and is %r now" % (
                self.type.__name__, value)
        try:
            self.cell[:] = self.kind(value), code
        except OverflowError:
            return _TOO_LARGE
        if self.made() != value and value == value:
            return _TOO_LARGE
        return None

    def has_become_float(self):
        return self.kind is int and self.variable.there() \
            and _kind(self.variable.get()) is float

    def made(self):
        value, code = self.kind(self.cell[0]), int(self.cell[1])
        if code < 0:
            return self.type(value)
        if code <= len(_BUILT_IN):
            return _BUILT_IN[code - 1](value)
        if chr(code) in "LQ":
            value %= 2 ** 64
        return numpy.dtype(chr(code)).type(value)

    def take(self):
        self.variable.set(self.made())


class _Array:
    """An array: 'row' bytes for each index of the first axis."""

    def __init__(self, variable, place, counted):
        array = variable.get()
        self.variable, self.place, self.counted = variable, place, counted
        self.type, self.dtype = type(array), array.dtype
        self.inner, self.copy = array.shape[1:], None

    def there(self):
        """The array, if it is still of that kind."""
        array = self.variable.get() if self.variable.there() else None
        if type(array) is not self.type or array.dtype != self.dtype \
                or array.shape[1:] != self.inner:
            return None
        return array

    def in_one_piece(self):
        """The array, or what is brought into one piece of it."""
        array = self.there()
        if array is None or array.flags.c_contiguous:
            return array
        if self.copy is None or self.copy.shape != array.shape:
            self.copy = numpy.empty(array.shape, self.dtype)
        self.copy[...] = array
        return self.copy

    def shares(self, other):
        one, two = self.there(), other.there()
        return one is not None and two is not None \
            and numpy.may_share_memory(one, two) \
            and numpy.shares_memory(one, two)

    def is_as(self, other):
        """Whether they are one array under two names."""
        one, two = self.there(), other.there()
        return one.__array_interface__ == two.__array_interface__

    def own(self):
        """Have it in memory that can be filled, and is no other's."""
        array = self.there()
        if array is not None:
            self.variable.set(array.copy())

    def units(self):
        """Elements of the type that the library is told, in one of ours."""
        return 1 if self.type_number() != _BYTE else self.dtype.itemsize

    def type_number(self):
        if not self.dtype.isnative:
            return _BYTE
        return _TYPES.get(self.dtype.str[1:], _BYTE)

    def find(self, elements):
        array = self.in_one_piece()
        if array is None:
            return None
        elements[0] = array.size * self.units()
        return array.ctypes.data if array.size else None

    def resize(self, elements):
        each = self.units()
        for extent in self.inner:
            each *= extent
        rows = elements // each if each else 0
        if self.counted and rows <= len(self.variable.get()):
            return
        array = numpy.zeros((rows,) + self.inner, self.dtype)
        self.variable.set(array.view(self.type))


_arrays = []   # the library knows them by their place, from 1
_numbers = []
_kept = []     # what C has the address of
_refused = set()
_interrupts = []  # what sync() is to raise: SystemExit, KeyboardInterrupt
_started = False


def _refuse(name, place, wrong):
    """Have it said, once, and no change made."""
    if (name, place) in _refused:
        return WRONG
    _refused.add((name, place))
    return _tell_wrong(name, "%s %s" % (_at(place), wrong), _NEVER)


def _tell_wrong(name, why, how_long):
    return _library.mito_register(ctypes.byref(_Registration(
        bytes=ctypes.sizeof(_Registration), name=name.encode(errors="replace"),
        type=_BYTE, file=why.encode(errors="replace"), line=how_long)))


def _at(place):
    return "at %s:%d" % (os.path.basename(place[0]), place[1])


@_Find
def _find(place, elements):
    elements[0] = _UNKNOWN
    try:
        return _arrays[place - 1].find(elements)
    except KeyboardInterrupt as interrupt:
        _interrupts.append(interrupt)


@_Resize
def _resize(place, elements):
    try:
        _arrays[place - 1].resize(elements)
    except MemoryError:
        return -1
    except KeyboardInterrupt as interrupt:
        _interrupts.append(interrupt)
        return -1
    return 0


# ---- what is done around a change ----

def _buffered():
    """The files whose buffers are in Python: C's library sees to its own."""
    files = [sys.stdout, sys.stderr]
    for file in gc.get_objects():
        if issubclass(type(file), (io.TextIOWrapper, io.BufferedWriter,
                                   io.BufferedRandom, io.BufferedRWPair)):
            files.append(file)
    return files


def _flush(file):
    """Write its buffer out, if it has one and is not closed."""
    try:
        file.flush()
    except (AttributeError, ValueError):
        pass
    except OSError as e:
        _tell_wrong(str(getattr(file, "name", file)),
                    "could not be written: %s" % e, _NOT_NOW)


def _drop_start_up():
    """What start-up has written to files that are to go on goes to one in
    memory, which goes away.
    """
    for file in _buffered():
        try:
            link = os.readlink("/proc/self/fd/%d" % file.fileno())
        except (AttributeError, OSError, ValueError):
            continue
        if link.startswith("/memfd:"):
            _flush(file)


def _look_at_overlaps():
    """Two names may be one array, but not parts of one."""
    for i, array in enumerate(_arrays):
        for other in _arrays[:i]:
            if array.shares(other) and not array.is_as(other):
                _refuse(array.variable.name, array.place, "overlaps \"%s\" %s"
                        % (other.variable.name, _at(other.place)))


def _have_own():
    """Each array of a new rank is filled by itself."""
    for i, array in enumerate(_arrays):
        value = array.there()
        if value is None:
            continue
        if not value.flags.c_contiguous or not value.flags.writeable \
                or any(array.shares(other) for other in _arrays[:i]):
            array.own()


def _get_ready():
    """The last that is done before the state is read."""
    for number in _numbers:
        wrong = number.put()
        if wrong:
            _refuse(number.variable.name, number.place, wrong)
    _look_at_overlaps()
    for file in _buffered():
        _flush(file)


def _take_numbers():
    for number in _numbers:
        number.take()


def _end_program():
    """As an exception does that nobody catches, but for all ranks."""
    sys.excepthook(*sys.exc_info())
    for file in _buffered():
        _flush(file)
    _library.MPI_Abort(_WORLD, 1)


def _reason(e):
    """What has been raised, and where, in one line."""
    at = e.__traceback__
    while at.tb_next:
        at = at.tb_next
    text = " ".join(str(e).split())
    return "has raised %s%s, %s" % (
        type(e).__name__, ": " + text if text else "",
        _at((at.tb_frame.f_code.co_filename, at.tb_lineno)))


def _hook(call, function, place):
    """Have the library call it, which no exception must leave."""
    def guarded(_):
        try:
            function()
        except BaseException as e:
            if call == "mito_before":
                _refuse("mitosis.before()", place, _reason(e))
            elif isinstance(e, Exception):
                _end_program()
            if not isinstance(e, Exception):
                _interrupts.append(e)

    file, line = place
    _kept.append(_Hook(guarded))
    return _library.mito_hook(call.encode(), file.encode(), line,
                              ctypes.cast(_kept[-1], ctypes.c_void_p), None)


# Ours come first: what is given first to mito_before() is called last.
if _here:
    _hook("mito_before", _get_ready, (__file__, 0))
    _hook("mito_after", _take_numbers, (__file__, 0))


# ---- the calls ----

def _number(variable, place):
    """The number of that variable; the same if it was registered before."""
    for number in _numbers:
        if number.variable.same(variable):
            return number
    _numbers.append(_Number(variable, place))
    return _numbers[-1]


def _tell(name, place, buffer, kind, layout, count=None):
    file, line = place
    r = _Registration(
        bytes=ctypes.sizeof(_Registration),
        layout_bytes=ctypes.sizeof(_Layout), name=name.encode(),
        buffer=buffer, buffer_class=_ANY_CLASS, type=kind,
        layout=ctypes.pointer(layout), file=file.encode(), line=line)
    if count:
        r.count = ctypes.addressof(count.cell)
        r.count_bytes = 8
    return _library.mito_register(ctypes.byref(r))


def _number_fault(value):
    if not _code(value):
        return "is a %s, and of numbers only int, float, bool, those of " \
            "numpy up to 64 bits and IntEnum are kept as they are" \
            % type(value).__name__
    return None


def _array_fault(value):
    if not numpy or not isinstance(value, numpy.ndarray) or not value.shape:
        return "is neither a number nor a numpy array"
    if type(value) not in (numpy.ndarray, numpy.matrix, numpy.recarray):
        return "is a %s, which may be more than its elements" \
            % type(value).__name__
    if value.dtype.hasobject:
        return "holds Python objects, which cannot be moved"
    if not value.flags.c_contiguous:
        return "is not in one piece, row by row"
    return None


def _fault(variable, count, axes):
    """Why it cannot be registered, or nothing."""
    if not variable.there():
        return "is no variable of the module, nor an attribute of its owner"
    value = variable.get()
    if count and (not count.there() or _kind(count.get()) is not int
                  or not _code(count.get())):
        return "has a count that is no variable with an int"
    if isinstance(value, numbers.Number) or _code(value):
        return "is a number, and has no rows" if count \
            else _number_fault(value)
    wrong = _array_fault(value)
    if not wrong and (axes > value.ndim or axes > 3):
        return "has fewer axes than its grid"
    return wrong


def _argument_fault(whole, names):
    """What is wrong with the arguments themselves, or nothing."""
    for word, value in whole.items():
        if not isinstance(value, numbers.Integral):
            return "has %s=%r, which is %s" % (
                word, value, "none of mitosis.BAG and the others"
                if word == "spread" else "no whole number")
    for word, value in names.items():
        if value is not None and not isinstance(value, str):
            return "has a %s that is no name: %s=\"n\" is meant" % (word, word)
    return None


def _grid(grid):
    """As three lists of as many whole numbers; nothing if it is not."""
    try:
        parts = [[operator.index(n) for n in part] for part in grid]
    except TypeError:
        return None
    return parts if len(parts) == 3 and parts[0] \
        and len(parts[0]) == len(parts[1]) == len(parts[2]) else None


def register(name, owner=None, halo=0, spread=DEFAULT, block=0,
             constant=False, lengths=None, offsets=False, grid=None,
             count=None):
    """Register the variable of that name; see the top of this file."""
    if not _here:
        return OK
    caller = sys._getframe(1)
    place = caller.f_code.co_filename, caller.f_lineno
    if not isinstance(name, str):
        return _refuse("mitosis.register()", place,
                       "is given no name: mitosis.register(\"u\") is meant")
    wrong = _argument_fault({"halo": halo, "spread": spread, "block": block},
                            {"lengths": lengths, "count": count})
    axes = _grid(grid) if grid is not None else [[]]
    if not axes:
        wrong = "has a grid that is not (shape, origin, extent), each with " \
            "a number for each axis"
    variable = _Variable(caller.f_globals if owner is None else owner, name)
    counter = _Variable(variable.owner, count) if count else None
    wrong = wrong or _fault(variable, counter, len(axes[0]))
    if wrong:
        return _refuse(name, place, wrong)
    layout = _Layout(spread=spread, halo=int(halo), block=int(block),
                     constant=bool(constant), offsets=bool(offsets))
    if _kind(variable.get()):
        number = _number(variable, place)
        wrong = number.put()
        if wrong:
            return _refuse(name, place, wrong)
        layout.row = len(number.cell)
        kind = _TYPES["f8" if number.kind is float else "i8"]
        return _tell(name, place, ctypes.addressof(number.cell), kind, layout)
    array = _Array(variable, place, count is not None)
    layout.row = array.units()
    for extent in array.inner[max(len(axes[0]) - 1, 0):]:
        layout.row *= extent
    if grid is not None:
        layout.dimensions, layout.spread = len(axes[0]), GRID
        layout.shape, layout.origin, layout.extent = (
            _Dimensions(*part) for part in axes)
    if lengths:
        layout.lengths = lengths.encode()
        layout.spread = RAGGED
    layout.memory, layout.find, layout.resize = _OBJECT, _find, _resize
    _arrays.append(array)
    return _tell(name, place, len(_arrays), array.type_number(), layout,
                 _number(counter, place) if counter else None)


def _start():
    """At the first sync."""
    global _started
    _started = True
    if resumed():
        _have_own()
        _drop_start_up()
    _look_at_overlaps()


def sync():
    """Returns whether ranks, their number, or arrays may be new."""
    if not _here:
        return False
    if not _started:
        _start()
    for number in _numbers:
        wrong = number.put()
        if wrong and number.has_become_float():
            raise TypeError("mitosis: \"%s\" %s %s" % (
                number.variable.name, _at(number.place), wrong))
        if wrong:
            _refuse(number.variable.name, number.place, wrong)
    changed = _library.mito_sync() == _CHANGED
    if _interrupts:
        raise _interrupts.pop()
    return changed


def resumed():
    return _here and bool(_library.mito_resumed())


def request(change):
    return _library.mito_request(str(change).encode()) if _here else OK


def _add_hook(call, function):
    if not _here:
        return OK
    caller = sys._getframe(2)
    place = caller.f_code.co_filename, caller.f_lineno
    if not callable(function):
        return _refuse("mitosis.%s()" % call[len("mito_"):], place,
                       "is given no function")
    return _hook(call, function, place)


def before(function):
    return _add_hook("mito_before", function)


def after(function):
    return _add_hook("mito_after", function)
