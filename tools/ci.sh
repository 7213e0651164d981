#!/bin/sh
# ci.sh - all that we check before a release, each in a build folder of its own
#
#     tools/ci.sh [STEP...]
#
# Without a STEP all are done; the last lines say which failed.  Needs, besides
# what ./quickstart installs: clang clang-format shellcheck.
#
# SPDX-License-Identifier: BSD-3-Clause
set -u
steps='gcc clang address thread valgrind lint dist'

usage() {
    echo "usage: tools/ci.sh [STEP...], of $steps" >&2
    exit 2
}

# configured NAME OPTION...  - make the build folder and what the tests need
configured() {
    folder=build-ci/$1; shift
    mkdir -p "$folder"
    (cd "$folder" && ../../configure --quiet "$@") \
        && make -s -C "$folder" -j"$jobs" \
        && make -s -C "$folder" -j"$jobs" check TESTS=
}

# proved FOLDER LIST [PROVE OPTION...]  - run the tests that a make target
# lists
proved() (
    folder=$1 list=$2; shift 2
    # shellcheck disable=SC1090,SC1091
    . "$folder/tests/environment"
    make -s --no-print-directory -C "$folder" "$list" \
        | prove --timer --failures --comments -j$((2 * jobs)) "$@" -
)

step_gcc() {
    configured gcc --enable-werror CC=gcc \
        && proved build-ci/gcc list-tests --exec ''
}

step_clang() {
    configured clang --enable-werror CC=clang \
        && proved build-ci/clang list-tests --exec ''
}

step_address() {
    configured address --with-sanitizer=address,undefined --enable-werror \
        && UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
            proved build-ci/address list-tests --exec ''
}

step_thread() {
    # shellcheck disable=SC1091
    configured thread --with-sanitizer=thread \
        && TAP_TIME_LIMIT=600 TAP_SLOW=yes proved build-ci/thread list-unit-tests --exec '' \
        && (. build-ci/thread/tests/environment \
            && prove --exec '' tests/t0119-threads.t)
}

# Everything takes long; a test's children, that are killed or leave by
# _exit(), lose what they like, which the threads that they had possibly do.
step_valgrind() {
    configured valgrind CPPFLAGS=-DSANDBOX_MS=1000 \
        && TAP_TIME_LIMIT=600 TAP_SLOW=yes proved build-ci/valgrind list-unit-tests \
            --exec 'valgrind -q --error-exitcode=99 --leak-check=full
                --errors-for-leak-kinds=definite
                --suppressions=tools/valgrind.supp --child-silent-after-fork=yes'
}

step_lint() {
    # shellcheck disable=SC1091
    configured lint \
        && (. build-ci/lint/tests/environment \
            && prove --exec '' tests/t0003-layers.t tests/t0004-style.t) \
        && git ls-files '*.c' '*.h' | xargs clang-format --dry-run --Werror
}

step_dist() {
    configured dist && make -s -C build-ci/dist distcheck
}

cd "$(dirname "$0")/.." || exit 1
jobs=$(nproc 2>/dev/null || echo 2)
failed=
# shellcheck disable=SC2086
test $# -gt 0 || set -- $steps
for step; do
    case " $steps " in *" $step "*) ;; *) usage ;; esac
done
test -x configure || ./autogen.sh || exit 1
for step; do
    echo "== $step"
    "step_$step" || failed="$failed $step"
done
test -z "$failed" || { echo "== failed:$failed"; exit 1; }
echo "== all passed: $*"
