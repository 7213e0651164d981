#!/bin/sh
# t0003-layers.t - the folders know each other in one direction only, and
# each foreign library has one door
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
cd "$top_srcdir" || exit 1
all='base profile report pmpi command migrate agent policy'

# includes REGEX FOLDER...  - the includes that match, with their files
includes() {
    regex=$1; shift
    grep -rsEo --include='*.[ch]' "^# *include [<\"]$regex" "$@"
}

# layer FOLDER OTHERS  - FOLDER includes our headers from OTHERS only
layer() {
    # shellcheck disable=SC2086
    ! includes "($(echo $all | tr ' ' '|')|tests)/" "$1" | grep -vE "\"($2)/"
}

# door HEADER PLACE  - our code includes HEADER in PLACE only
door() {
    # shellcheck disable=SC2086
    ! includes "$1" $all | grep -vE "^($2)"
}

# Break it once, to see that it would be seen.
broken() {
    mkdir -p "$scratch/base"
    echo '#include "profile/page.h"' >"$scratch/base/wrong.c"
    (cd "$scratch" && ! layer base 'base')
}

check 'base needs itself only'            layer base 'base'
check 'profile needs base'                layer profile 'base|profile'
check 'migrate needs base'                layer migrate 'base|migrate'
check 'report needs base and profile'     layer report 'base|profile|report'
check 'pmpi needs base, profile and migrate' \
    layer pmpi 'base|profile|migrate|pmpi'
check 'policy needs base, profile, migrate and report' \
    layer policy 'base|profile|migrate|report|policy'
check 'agent needs all of them but pmpi' \
    layer agent 'base|profile|migrate|report|policy|agent'
check 'command needs all but pmpi' \
    layer command 'base|profile|report|command|migrate|agent|policy'
check 'only pmpi knows MPI'               door 'mpi\.h' pmpi/
check 'only stack.c knows libunwind'      door 'libunwind\.h' pmpi/watch/unwind.c
check 'only report/ knows elfutils'       door 'elfutils/|dwarf\.h' \
    'report/(debug_file|resolve|symbols)\.[ch]'
check 'only report/ knows jansson'        door 'jansson\.h' \
    'report/[a-z]*\.c'
check 'in one file' test \
    "$(includes 'jansson\.h' report | wc -l)" -le 1
check 'only one file knows zstd'          door 'zstd\.h' \
    'base/pack\.c'
check 'only one file knows libsodium'     door 'sodium\.h' 'base/seal\.c'
check 'only policy/ knows Lua, in few files' \
    door '(lua|lauxlib|lualib)\.h' 'policy/(sandbox|library|declare|module|show|answer|reader|policy|profile|protocol|plain)\.[ch]'
check 'a wrong include would be found'    broken
tap_done
