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
#     a number              all ranks share it alike
#     a numpy array         its first axis is spread over the ranks, the others
#                           make a row; where a rank is to have more or fewer
#                           rows the variable is given a new array
#
# What else is said of an array, by keyword: halo=1; spread=CYCLIC, ...;
# block=4; constant=True; lengths="name"; offsets=True; grid=(shape, origin,
# extent), each with a number for each axis that is spread, the first ones;
# count="n", a variable that says how many of its rows are ours.  A spread of
# REPLICATED has it the same in all ranks.
#
# before(function) and after(function) have it called around a change; it gets
# no argument.  sync() returns whether something may be new.  resumed() and
# request(change) are as in C.
#
# Nothing of this does anything without libmitosis.so preloaded.  Types are
# told to MPI by numbers that they have in MPICH.
#
# SPDX-License-Identifier: BSD-3-Clause
import ctypes
import numbers
import os
import sys

(DEFAULT, REPLICATED, BLOCK, CYCLIC, BLOCK_CYCLIC, GRID, RAGGED, BAG,
 LOCAL) = range(9)

OK, WRONG = 0, -1

_OBJECT = 5  # a mito_memory
_ANY_CLASS = -1
_UNKNOWN = ctypes.c_size_t(-1).value
_CHANGED = 1

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


def _kind(value):
    """bool, int or float, or nothing of these."""
    if isinstance(value, bool):
        return bool
    if isinstance(value, numbers.Integral):
        return int
    return float if isinstance(value, numbers.Real) else None


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
    """A number, and the memory that stands for it between two syncs."""

    def __init__(self, variable):
        self.variable, self.kind = variable, _kind(variable.get())
        self.cell = ctypes.c_double() if self.kind is float \
            else ctypes.c_int64()
        self.put()

    def put(self):
        value = self.variable.get()
        if self.kind is not float and _kind(value) not in (bool, int):
            raise TypeError("mitosis: \"%s\" was registered as a number of "
                            "type %s, and is %r now"
                            % (self.variable.name, self.kind.__name__, value))
        self.cell.value = self.kind(value)

    def take(self):
        self.variable.set(self.kind(self.cell.value))


class _Array:
    """An array: 'row' bytes for each index of the first axis."""

    def __init__(self, variable, counted):
        array = variable.get()
        self.variable, self.counted = variable, counted
        self.dtype, self.inner = array.dtype, array.shape[1:]

    def there(self):
        """The array as it is, in one piece."""
        import numpy
        array = numpy.ascontiguousarray(self.variable.get())
        if array.dtype != self.dtype or array.shape[1:] != self.inner:
            return None
        if array is not self.variable.get():
            self.variable.set(array)
        return array

    def units(self):
        """Elements of the type that the library is told, in one of ours."""
        return 1 if self.type() != _BYTE else self.dtype.itemsize

    def type(self):
        if not self.dtype.isnative:
            return _BYTE
        return _TYPES.get(self.dtype.str[1:], _BYTE)

    def find(self, elements):
        array = self.there()
        if array is None:
            elements[0] = _UNKNOWN
            return None
        elements[0] = array.size * self.units()
        return array.ctypes.data if array.size else None

    def resize(self, elements):
        import numpy
        each = self.units()
        for extent in self.inner:
            each *= extent
        rows = elements // each if each else 0
        if self.counted and rows <= len(self.variable.get()):
            return
        self.variable.set(numpy.zeros((rows,) + self.inner, self.dtype))


_arrays = []   # the library knows them by their place, from 1
_numbers = []
_kept = []     # what C has the address of


@_Find
def _find(place, elements):
    elements[0] = _UNKNOWN
    return _arrays[place - 1].find(elements)


@_Resize
def _resize(place, elements):
    try:
        _arrays[place - 1].resize(elements)
    except MemoryError:
        return -1
    return 0


@_Hook
def _put_numbers(_):
    for number in _numbers:
        number.put()


@_Hook
def _take_numbers(_):
    for number in _numbers:
        number.take()


def _hook(call, function, place=("", 0)):
    file, line = place
    return _library.mito_hook(call.encode(), file.encode(), line,
                              ctypes.cast(function, ctypes.c_void_p), None)


# Ours come first: what is given first to mito_before() is called last.
if _here:
    _hook("mito_before", _put_numbers)
    _hook("mito_after", _take_numbers)


def _number(variable):
    """The number of that variable; the same if it was registered before."""
    for number in _numbers:
        if number.variable.same(variable):
            return number
    _numbers.append(_Number(variable))
    return _numbers[-1]


def _tell(name, place, buffer, kind, layout, count=None, wrong=None):
    file, line = place
    if wrong:
        file, line = "at %s:%d %s" % (os.path.basename(file), line, wrong), -1
    r = _Registration(
        bytes=ctypes.sizeof(_Registration),
        layout_bytes=ctypes.sizeof(_Layout), name=name.encode(),
        buffer=buffer, buffer_class=_ANY_CLASS, type=kind,
        layout=ctypes.pointer(layout), file=file.encode(), line=line)
    if count:
        r.count = ctypes.addressof(count.cell)
        r.count_bytes = ctypes.sizeof(count.cell)
    return _library.mito_register(ctypes.byref(r))


def _fault(variable, count, spread_axes):
    """Why it cannot be registered, or nothing."""
    if not variable.there():
        return "is no variable of the module, nor an attribute of its owner"
    value = variable.get()
    if count and (not count.there() or _kind(count.get()) is not int):
        return "has a count that is no variable with an int"
    if _kind(value):
        return "is a number, and has no rows" if count else None
    if not hasattr(value, "__array_interface__") or not value.shape:
        return "is neither a number nor a numpy array"
    if value.dtype.hasobject:
        return "holds Python objects, which cannot be moved"
    if not value.flags.c_contiguous:
        return "is not in one piece, row by row"
    if spread_axes > value.ndim or spread_axes > 3:
        return "has fewer axes than its grid"
    return None


def _grid(layout, grid):
    shape, origin, extent = grid
    layout.dimensions = len(shape)
    layout.shape = _Dimensions(*shape)
    layout.origin = _Dimensions(*origin)
    layout.extent = _Dimensions(*extent)
    layout.spread = GRID


def register(name, owner=None, halo=0, spread=DEFAULT, block=0,
             constant=False, lengths=None, offsets=False, grid=None,
             count=None):
    """Register the variable of that name; see the top of this file."""
    if not _here:
        return OK
    caller = sys._getframe(1)
    place = caller.f_code.co_filename, caller.f_lineno
    if owner is None:
        owner = caller.f_globals
    variable = _Variable(owner, name)
    counter = _Variable(owner, count) if count else None
    layout = _Layout(spread=spread, halo=halo, block=block, constant=constant,
                     offsets=offsets)
    wrong = _fault(variable, counter, len(grid[0]) if grid else 0)
    if wrong:
        return _tell(name, place, None, _BYTE, layout, wrong=wrong)
    if _kind(variable.get()):
        number = _number(variable)
        kind = _TYPES["f8" if number.kind is float else "i8"]
        return _tell(name, place, ctypes.addressof(number.cell), kind, layout)
    array = _Array(variable, count is not None)
    layout.row = array.units()
    for extent in array.inner[len(grid[0]) - 1 if grid else 0:]:
        layout.row *= extent
    if grid:
        _grid(layout, grid)
    if lengths:
        layout.lengths = lengths.encode()
        layout.spread = RAGGED
    layout.memory, layout.find, layout.resize = _OBJECT, _find, _resize
    _arrays.append(array)
    return _tell(name, place, len(_arrays), array.type(), layout,
                 _number(counter) if counter else None)


def sync():
    """Returns whether ranks, their number, or arrays may be new."""
    if not _here:
        return False
    _put_numbers(None)
    return _library.mito_sync() == _CHANGED


def resumed():
    return _here and bool(_library.mito_resumed())


def request(change):
    return _library.mito_request(change.encode()) if _here else OK


def _add_hook(call, function):
    if not _here:
        return OK
    caller = sys._getframe(2)
    _kept.append(_Hook(lambda _: function()))
    return _hook(call, _kept[-1],
                 (caller.f_code.co_filename, caller.f_lineno))


def before(function):
    return _add_hook("mito_before", function)


def after(function):
    return _add_hook("mito_after", function)
