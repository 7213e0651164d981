#!/bin/sh
# autogen.sh - make ./configure from configure.ac
#
# SPDX-License-Identifier: BSD-3-Clause
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
autoreconf --install --warnings=all
echo "Now run ./configure && make check"
