#!/bin/sh
# t0303-faults-at-launch.t - what goes wrong on other hosts while new ranks get
# ready: the program goes on as if nothing had been
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 4

# Whoever waits for a change to be given up for the time that it takes has
# little patience; all others have as much as a slow machine needs.
export MITOSIS_PATIENCE=5
stand cut_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
hosts_do cut h3
given_up 'getting the new ranks ready took longer than 5 s|h3'
hosts_do mend h3
open_gate
finish

export MITOSIS_PATIENCE=60
stand killed_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
until_true is_there h3 "^$programs/fickle"
kill_all h3 "^$programs/fickle"
given_up 'new rank|the new ranks ended'
open_gate
finish

stand agent_launch late -hosts h1,h2 -n 2
begin getting migrate 1 h3
kill_all h1 'mitosis agent'
wait "$asking"
check 'ctl is told that the agent is gone' test -s said
open_gate
finish

# A launcher that hangs, and a proxy that does.
export MITOSIS_PATIENCE=5
stand stuck '' -hosts h1,h2 -n 2
mv "$hosts/ssh" "$hosts/ssh.real"
cat >"$hosts/ssh" <<END
#!/bin/sh
case "\$*" in *h3*) exec sleep 300 ;; esac
exec "$hosts/ssh.real" "\$@"
END
chmod +x "$hosts/ssh"
ask_for migrate 1 h3
check 'a launcher that hangs is given up' says 'ready took longer than 5 s'
mv "$hosts/ssh.real" "$hosts/ssh"
open_gate
finish

stand stuck_proxy late -hosts h1,h2 -n 2
begin getting migrate 1 h3
until_true is_there h3 hydra_pmi_proxy
# shellcheck disable=SC2046
kill -STOP $(agents h3 hydra_pmi_proxy)
given_up 'getting the new ranks ready took longer than 5 s'
open_gate
finish

# The last rank registers nothing, and a script asks for a change.
# partial HOSTS RANKS WHY  - it is refused
partial() {
    job=partial
    MITOSIS_SCRIPT='7 resize 3' MITOSIS_OUTPUT="$scratch/$job.json" keep "$job" \
        timeout 120 "$top_srcdir/tools/hosts" mpiexec "$hosts" \
        -genv LD_PRELOAD "$preload" -hosts "$1" -n "$2" "$programs/fickle" 40 \
        partial </dev/null
    check "partial, $2 ranks: the program goes on and ends well" ended_well
    check 'and what takes no part is told' is_refused "$3"
    check 'nothing is left on any host' until_true nothing_left
}
is_refused() { grep -x "mitosis: resize 3 at sync 7: $1" partial.err || ! cat partial.err; }
partial h1,h2 2 'rank 1 has not come to its first mito_sync()'
MITOSIS_PATIENCE=3000
partial h1:2,h2:2 4 'rank 3 takes no part in changes: it registered nothing .*'

tap_done
