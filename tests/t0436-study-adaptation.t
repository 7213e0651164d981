#!/bin/sh
# t0436-study-adaptation.t - the study of adaptation runs from its script, draws
# its pictures, and leaves nothing behind, also when it is interrupted
#
# SPDX-License-Identifier: BSD-3-Clause
study=adaptation.sh
. "$top_srcdir/tests/study.sh"
with_the_library_alone
on_hosts_of_its_own
rows() { grep -c "^$1" to/figures.csv; }

check 'an experiment that is not there is told' refused 1 \
    '^adaptation.sh: "large" is none of: loaded fresh slow' run large
needs_a_build

# Only what takes no host with a part of a core: these come before all others, so
# other tests would have no core meanwhile.
mkdir to
printf '%s\n' experiment,kind,turn,what,at,value other,adapted,1,rate,1,2 \
    granularity,adapted,1,rate,32,1 >to/figures.csv
check 'one runs' run granularity
check 'and draws its picture' drawn granularity
check 'what it has measured takes the place of the old' \
    test "$(rows granularity,)" -eq 5
check 'what was measured of others is kept' test "$(rows other,)" -eq 1
check 'nothing else is left' until_true nothing_left
can_be_ended '1 processes' granularity
tap_done
