#!/bin/sh
# t0256-applications.t - the patches that make programs of others malleable
#
# The programs themselves are not here.  MITOSIS_APPLICATIONS names a folder
# with clones of them; then each that is there is built and run.
#
# SPDX-License-Identifier: BSD-3-Clause
applications=$MITOSIS_APPLICATIONS # which job.sh unsets
. "$top_srcdir/tests/job.sh"
folder=$top_srcdir/examples/applications
try() { "$folder/try" --build "$top_builddir" "$@" >out 2>err; }

# An added line is ours; others have nothing to look for here.
only_adds() { ! grep -nE '^-([^-]|$)|^ ' "$1"; }
count() { grep -c '^+[^+]' "$1"; }
counted() { test "$(count "$folder/$1.patch")" -eq "$2"; }
distributed() {
    for part in md patch recipe; do
        grep -q "applications/$1\.$part" "$top_srcdir/examples/local.mk" || return 1
    done
}
names=$(cd "$folder" && for patch in *.patch; do echo "${patch%.patch}"; done)
for app in $names; do
    lines=$(sed -n "s/.*($app\.md) | .* | \([0-9]*\) | [^|]*|\$/\1/p" "$folder/README.md")
    check "$app: the patch only adds lines" only_adds "$folder/$app.patch"
    check "$app: as many as the table says" counted "$app" "$lines"
    check "$app: its page says so, too" grep -q "^\*\*Lines:\*\* $lines in" "$folder/$app.md"
    check "$app: it is part of what is distributed" distributed "$app"
done

mkdir none
says_where() { test "$(grep -c 'not there; git clone https://' out)" -eq "$(echo "$names" | wc -l)"; }
try --sources none
came=$?
check "what is not at hand is no failure" test "$came" -eq 0
check "but told, and how to get it" says_where
try --sources none nosuch
came=$?
check "a program that there is no recipe for" test "$came" -eq 2
check "is named" grep -qx "try: there is no recipe for 'nosuch'" err
try --sources nowhere
came=$?
check "a folder that is not there" test "$came" -eq 2
check "is named, too" grep -qx 'try: there is no folder nowhere' err
mkdir empty && mkdir empty/hpccg && git -C empty/hpccg init -q
try --sources empty hpccg
came=$?
check "a clone without the commit is a failure" test "$came" -eq 1
check "that names both" grep -q "hpccg: commit [0-9a-f]* is not in $scratch/empty/hpccg" out

if test -n "$applications"; then
    for app in $names; do
        works() { try --sources "$applications" "$app"; came=$?; cat out err; test "$came" -eq 0; }
        check "$app: it goes through four changes" works
    done
fi
tap_done
