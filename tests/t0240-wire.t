#!/bin/sh
# What goes between hosts is what its page says: read by another program in
# another language, and thrown at by strangers.
#
# SPDX-License-Identifier: BSD-3-Clause
: "${top_srcdir:?}" "${top_builddir:?}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
perl "$top_srcdir/tests/wire.pl" "$top_builddir/tests/migrate/server" \
    "$scratch"
