#!/bin/sh
# t0003-layers.t - folders and modules know each other in one direction only,
# and each foreign library has one door
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 1
: "${LUA:=lua5.4}"

# Our sources: those that git knows, or all of an unpacked tarball.
{ git ls-files '*.[ch]' 2>/dev/null | grep . \
    || find . -name _build -prune -o -name '*.[ch]' -print | sed 's|^\./||'
} | while read -r file; do
    test ! -f "$file" || echo "$file"
done >"$scratch/sources"
mine() { grep -vE '^(tests|bench|examples|include)/' "$scratch/sources"; }

# holds WHAT  - of what layers.lua computes from the sources
holds() { "$LUA" tests/layers.lua "$1" <"$scratch/sources"; }

# wrong WHAT TEXT FILE FOLLOWS  - with a line more in FILE a finding would say so
wrong() {
    what=$1 text=$2 file=$3 follows=$4
    mkdir -p "$scratch/broken"
    # shellcheck disable=SC2046
    cp --parents -t "$scratch/broken" $(mine) tests/layers.lua
    echo "$text" >>"$scratch/broken/$file"
    (cd "$scratch/broken" && mine | "$LUA" tests/layers.lua "$what") \
        >"$scratch/found"
    cat "$scratch/found"
    rm -r "$scratch/broken"
    grep -q "$follows" "$scratch/found"
}

# door HEADER PLACE  - our code includes HEADER in PLACE only
door() {
    # shellcheck disable=SC2046
    ! grep -lE "^# *include [<\"]$1" $(mine) | grep -vE "^($2)"
}

# mapped  - doc/design.md has a line for each folder that layers.lua knows
# shellcheck disable=SC2016
mapped() {
    sed -n '/^local order/,/^}/p' tests/layers.lua | grep -o '"[^"]*"' \
        | tr -d '"' | LC_ALL=C sort >"$scratch/ordered"
    grep '^| `' doc/design.md | grep -oE '^\|( `[a-z/]+/`,?)+ \|' \
        | grep -oE '[a-z/]+/`' | sed 's,/`,,' | LC_ALL=C sort >"$scratch/drawn"
    diff -u "$scratch/ordered" "$scratch/drawn"
}

check 'folders include those below them only' holds layers
check 'an include the other way would be seen' wrong layers \
    '#include "profile/page.h"' base/error.c \
    '^base/error.c includes profile/page.h'
check 'modules do not include each other in a circle' holds circles
check 'a circle would be seen' wrong circles '#include "base/settings.h"' \
    base/error.c 'in a circle: base/error .*base/settings'
check 'doc/design.md has a line for each folder' mapped
check 'only pmpi and the probe know MPI'  door 'mpi\.h' '(pmpi|probe)/'
check 'only unwind.c knows libunwind'     door 'libunwind\.h' \
    'pmpi/watch/unwind\.c'
check 'only report/code knows elfutils'   door 'elfutils/|dwarf\.h' \
    'report/code/(debug_file|resolve|symbols|symbols_internal|variables|variable_[a-z_]+)\.[ch]'
check 'only readers of files know jansson' door 'jansson\.h' \
    '(report/json/(read|parse_file)|foresee/(platform/platform|cluster/(application|cluster_result))_file)\.c'
check 'only zstd.c knows zstd'            door 'zstd\.h' 'base/zstd\.c'
check 'only seal.c knows libsodium'       door 'sodium\.h' 'base/seal\.c'
check 'only policy/ knows Lua, in few files' \
    door '(lua|lauxlib|lualib)\.h' \
    'policy/(lua/(sandbox|library|shared_heap|declare|module|serialize|iteration_model)|lua_tables|answer|answer_reader|policy|profile|protocol)\.[ch]'
tap_done
