# shellcheck shell=sh
# talk.sh - jobs over several hosts that run under shipped protocols
#
# Source it instead of live.sh, then say hosts_up COUNT.
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/live.sh"
mitosis=$top_builddir/mitosis

# speaks NAME [OPTIONS]  - a shipped protocol that is asked more often
speaks() {
    export MITOSIS_PROTOCOL="$1" MITOSIS_PROTOCOL_OPTIONS="every=0.3${2:+,$2}"
}

# joins HOST  - offer it to the job
joins() {
    rm -f ticket
    wait_until ctl invite ticket
    hosts_do run "$1" "$mitosis" agent --join h1 --ticket ticket \
        </dev/null >"$1.said" 2>&1 &
}

# still  - the job goes on for a while, and the last change stays the last
sync_now() { ctl status | sed -n 's/.* sync \([0-9]*\)$/\1/p' | sort -n | tail -n 1; }
passed() { test "$(sync_now)" -ge "$1"; }
done_so_far() { ctl why | grep -c ': done at'; }
still() {
    before=$(done_so_far)
    wait_until passed $(($(sync_now) + 200)) \
        && test "$(done_so_far)" = "$before"
}

# unmoved  - so it does, and nothing was proposed at all
unmoved() {
    still && ctl why >whys && ! grep proposes whys
}

# moves SENTENCE CHANGE...  - a point: these were all, each "migrate done WHY"
moves() {
    sentence=$1; shift
    printf '%s\n' "$@" >expected
    check "$job: $sentence" answers '.changes[] | "\(.what) \(.outcome) \(.why)"'
}
