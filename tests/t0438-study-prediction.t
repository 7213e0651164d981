#!/bin/sh
# t0438-study-prediction.t - the study of predictions runs from its script, draws
# its pictures, and leaves nothing behind, also when it is interrupted
#
# SPDX-License-Identifier: BSD-3-Clause
study=prediction.sh
. "$top_srcdir/tests/study.sh"
with_the_library_alone
on_hosts_of_its_own

needs_a_build
check 'it runs' run
check 'each run was foreseen and done' \
    test "$(grep -cE '^24,(waiting|ahead),200mbit,[^,]+(,[0-9.]+){3}$' \
        to/figures.csv)" -eq 12
check 'so was each step of one' test "$(grep -c , to/efficiency.csv)" -eq 25
check 'and pictures are drawn of them' drawn errors runs efficiency
check 'nothing else is left' until_true nothing_left
can_be_ended 'foreseen .* ran '
tap_done
