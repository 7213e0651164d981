#!/bin/sh
# t0325-slurm-throughput.t - two jobs with the policy throughput share a real
# Slurm with others: they give nodes to one that waits, and take what is idle
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/slurm.sh"
export MITOSIS_BATCH=slurm
slurm_up 4 'NodeName=h1 CPUs=1 RealMemory=512' 'NodeName=h2 CPUs=1 RealMemory=512' \
    'NodeName=h3 CPUs=1 RealMemory=512' 'NodeName=h4 CPUs=1 RealMemory=512'
for host in h1 h2 h3 h4; do hosts_do cpu $host 100 2>/dev/null; done
become_user || echo '# as root, for want of another user who can get here'

cat >parent <<END
#!/bin/sh
cd '$scratch'
exec "\$@"
END
chmod +x parent

# submit NAME HOST,HOST WORD...  - a job on two hosts, with these words of ours
submit() {
    name=$1 at=$2; shift 2
    echo "$at" | sed 's/,/:1\n/; s/$/:1/' >"$name.hosts"
    MITOSIS_OUTPUT=$scratch/$name.json on_h1 sbatch -Q -J "$name" -N2 -w "$at" -t 60 \
        -o "$scratch/$name.log" parent "$mitosis" run "$@" \
        --hosts-file "$scratch/$name.hosts" -hosts "$at" -n 2 \
        "$programs/fickle" 0 long gate
}
# both WORD...  - the two of them, and wait until they compute
both() {
    rm -f gate
    submit a h1,h2 "$@"
    submit b h3,h4 "$@"
    for agent_on in h1 h3; do
        until_true is_on || check 'both jobs start' why_not
    done
}
# rigid  - a job that needs two nodes, for a moment
rigid() { on_h1 sbatch -Q -J rigid -N2 -t 5 -o /dev/null --wrap 'exec sleep 2'; }
no_jobs() { test -z "$(queue)" || ! queue; }
on_host() { agent_on=$1; shift; "$@"; }
has_ranks() { ctl status | grep -E "^fickle-.*: $1 ranks?, " || ! ctl why; }
both_run() { queued '^RUNNING h1.* a$' && queued '^RUNNING h3.* b$'; }
# account NAME COLUMN  - of the last job of that name that has ended
account() { slurm_do jobs | awk -v name="$1" -v n="$2" '$1 == name { x = $n } END { print x }'; }
told() { cat "$job.log"; grep -qE "^mitosis: $1" "$job.log"; }
ends_well() {
    job=$1
    grep '^fickle: ' "$job.log" >"$job.out"
    : >"$job.err"
    check "$job: the result is that of one that was not changed" same_sum
}

# ---- without ----

both
rigid
check 'as long as two jobs have all nodes a third one waits' \
    until_true queued '^PENDING *rigid$'
sleep 3
check 'all along' queued '^PENDING *rigid$'
touch gate
until_true no_jobs || why_not
# first_end  - of the two
first_end() { printf '%s\n' "$(account a 6)" "$(account b 6)" | sort -n | head -n 1; }
check 'until one of them ends' test "$(account rigid 5)" -ge "$(first_end)"

# ---- with ----

both --policy throughput --policy-option every=1 --policy-option pause=1 \
    --policy-option together=true --limits 1-2,1 --give-back on
rigid
check 'with the policy it is started' until_true queued '^RUNNING .* rigid$'
check 'while both go on' both_run
check 'each with a rank less' on_host h1 has_ranks 1
check 'on one node' queued '^RUNNING h1 a$'
check 'so does the other' on_host h3 has_ranks 1
check 'on its own' queued '^RUNNING h3 b$'
job=a
check 'the user is told' until_true told 'h2 has no ranks any more and is given back$'
agent_on=h1
check 'when it has ended, a node is asked for' until_true told \
    'request [0-9]+: 1 host is asked for by the policy$'
check 'and taken' until_true on_host h1 has_ranks 2
check 'by the other, too' until_true on_host h3 has_ranks 2
check 'on nodes that Slurm has granted' companions 2 RUNNING
touch gate
until_true no_jobs || why_not
ends_well a
ends_well b
check 'Slurm has it in its account that the third one did not wait for an end' \
    test "$(account rigid 6)" -lt "$(first_end)"
check 'and that the others had a node less then' \
    test "$(slurm_do jobs | awk '$1 == "a" { print $3, $7 }' | tail -n 2 | paste -sd' ')" \
    = 'RESIZING 2 COMPLETED 1'
check 'no process is left' until_true gone
tap_done
