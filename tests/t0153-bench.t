#!/bin/sh
# t0153-bench.t - a benchmark that finds something missing says what, and does
# nothing
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/tap.sh"
bench=$top_srcdir/bench
if ! test -x "$bench/adapt"; then
    echo '1..0 # SKIP this is no copy of the repository, which has bench/'
    exit 0
fi
cd "$scratch" || exit 1
mkdir empty

# A build without the programs of the tests.
mkdir -p partial
for file in mitosis libmitosis.so; do
    ln -s "$top_builddir/$file" "partial/$file"
done

scripts=$(cd "$bench" && grep -l '^#!/bin/sh' ./* | sed 's|^\./||; /^peers$/d')
check 'there are some' test "$(echo "$scripts" | wc -l)" -ge 5
for script in $scripts; do
    check "bench/$script names what is not built, and how it is" \
        refused 1 "^$script: there is no .* in .*/empty; make -C .*/empty all" \
        timeout 120 "$bench/$script" empty
done
check 'bench/adapt names the program of the tests that it runs' refused 1 \
    '^adapt: there is no tests/programs/tempo in .*; make -C .* check TESTS=' \
    timeout 120 "$bench/adapt" partial
check 'bench/peers names what is not there' refused 1 \
    '^peers: there is no mpiP, IPM or dlb in .*/empty$' "$bench/peers" empty
tap_done
