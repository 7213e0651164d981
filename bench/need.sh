# shellcheck shell=sh
# need.sh - what a benchmark cannot do without
#
# SPDX-License-Identifier: BSD-3-Clause

# need BUILDDIR FILE...  - stop unless each is there, saying how it is made
need() {
    need_in=$1; shift
    for need_file; do
        test ! -e "$need_in/$need_file" || continue
        case $need_file in
        tests/*) need_target='check TESTS=' ;;
        *) need_target=all ;;
        esac
        echo "${0##*/}: there is no $need_file in $need_in;" \
            "make -C $need_in $need_target" >&2
        exit 1
    done
}

# need_command NAME...  - the same of programs of the system
need_command() {
    for need_name; do
        command -v "$need_name" >/dev/null || {
            echo "${0##*/}: there is no $need_name here, which it needs" >&2
            exit 1
        }
    done
}
