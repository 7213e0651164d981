#!/bin/sh
# t0345-answers.t - who asks for a job is answered at once from what is known,
# whatever hosts, ranks, changes and other users do
#
# SPDX-License-Identifier: BSD-3-Clause
. "$top_srcdir/tests/reach.sh"
hosts_up 3

# answers COMMAND...  - within a time in which nobody can have waited for what is
# stopped, or looked up a name, on a machine that is busy
answers() { hosts_do run h1 timeout 8 "$mitosis" "$@"; }
# all_answer  - and so do all that may be asked
all_answer() {
    for words in 'ctl status' 'ctl status --json' 'ctl metrics' 'ctl hosts' \
        jobs 'top --interval 50 --count 1' 'report --now'; do
        # shellcheck disable=SC2086 # they are several words
        answers $words >answer || { echo "no answer to: $words"; return 1; }
        test -s answer || { echo "nothing is said to: $words"; return 1; }
    done
}
stopped() { kill -STOP "$@"; }
is_reachable_by_head() { ! ctl hosts | grep 'not to be reached'; }
in_change() { ctl status | grep '^under way: '; }
on() { agents "$1" "$2" | head -n 1; }

# ---- how far ranks of other hosts are ----

start moved -hosts h1,h2,h3 -n 3
sync_of() { ctl status | sed -n "s/^rank $1: .*, sync //p"; }
gets_on() { test "$(sync_of "$1")" -gt "$2"; }
check 'of a rank elsewhere it is told how far it is by now' \
    until_true gets_on 2 "$(sync_of 2)"
check 'a job leaves the host of its agent' ctl migrate 0 h2
check 'then, too' until_true gets_on 2 "$(($(sync_of 2) + 20))"
of_all() { ctl status | sed -n '1s/.*, sync \([0-9]*\),.*/\1/p'; }
all_get_on() { test "$(of_all)" -gt "$1"; }
check 'and of all of them' until_true all_get_on "$(($(of_all) + 20))"

# ---- what is stopped ----

outpost=$(on h2 'mitosis agent')
stopped "$outpost"
check 'beside an outpost that is stopped all questions are answered' all_answer
kill -CONT "$outpost"
until_true is_reachable_by_head

rank=$(on h3 "^$programs/fickle")
stopped "$rank"
check 'beside a rank that is stopped, too' all_answer
kill -CONT "$rank"

# ---- a change under way, whose launcher hangs ----

mv "$hosts/ssh" "$hosts/ssh.real"
cat >"$hosts/ssh" <<END
#!/bin/sh
case "\$*" in *h3*) while test -f "$scratch/hangs"; do sleep 0.2; done ;; esac
exec "$hosts/ssh.real" "\$@"
END
chmod +x "$hosts/ssh"
touch hangs
ask_for migrate 0 h3 &
asking=$!
until_true in_change
check 'and while a change waits for a launcher that hangs' all_answer
rm hangs
check 'the change is done in the end' wait "$asking"
mv "$hosts/ssh.real" "$hosts/ssh"

# ---- a user who does not listen ----

cat >deaf.pl <<'END'
# Asks again and again and reads no answer but the first.
use IO::Socket::UNIX;
my ($folder) = glob('/dev/shm/mitosis-*/agent') or die;
my $s = IO::Socket::UNIX->new(Type => SOCK_SEQPACKET, Peer => $folder) or die $!;
my $ask = pack('LLlLQ', $ARGV[0], 0, 0, 7, 0) . "status\0";
syswrite($s, $ask) or die $!;
sysread($s, my $answer, 65536) or die $!;
$answer =~ /rank 1: on/ or die $answer;
open(my $out, '>', 'deaf') or die $!;
close($out);
for (1 .. 3000) { syswrite($s, $ask) or die $!; }
sleep 300;
END
# What a command is called among messages.
command=$(awk '/^enum local_message_type/ { on = 1; next }
    on && /^    LOCAL_MESSAGE_[A-Z]+/ { n++ }
    on && /^    LOCAL_MESSAGE_COMMAND/ { print n; exit }' \
    "$top_srcdir/net/local_message.h")
hosts_do run h1 perl deaf.pl "$command" &
deaf=$!
check 'a user asks and asks' until_true test -f deaf
sleep 1
check 'who does not listen keeps nobody else from being answered' all_answer
kill_all h1 '^perl deaf'
wait "$deaf" 2>/dev/null

# ---- a name server that does not answer ----

echo 'nameserver 10.77.0.99' >resolv.conf
hosts_do run h1 mount --bind resolv.conf /etc/resolv.conf
answers ctl hosts add nowhere >said 2>&1 &
asking=$!
sleep 0.2
check 'nor does a name that nobody tells anything of' all_answer
check 'and such a host may be on offer' wait "$asking"
check 'until it is withdrawn' ctl hosts remove nowhere
hosts_do run h1 umount /etc/resolv.conf

finish
tap_done
