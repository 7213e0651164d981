#!/usr/bin/perl
# wire.pl - talk to an old rank as doc/wire-format.md says, and otherwise
#
#     wire.pl SERVER FOLDER
#
# Starts SERVER (tests/migrate/server) and reads from it what it serves, with
# code of its own for all of the format but what is packed or hidden.  Then it
# does what strangers may do, and one who knows the secret and only listens.
# Speaks TAP.
#
# SPDX-License-Identifier: BSD-3-Clause
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);
use FindBin;
use IO::Socket::INET;
use IPC::Open2;
use Time::HiRes qw(time sleep);
require "$FindBin::Bin/x25519.pl";

my ($program, $folder) = @ARGV;
my ($points, $failed) = (0, 0);
my ($GREET_MS, $STALL_MS) = (2000, 2000);
my $PATIENCE = 20;    # seconds for anything at all
my $SEED = defined $ENV{SEED} ? $ENV{SEED} : int(time);
my $FUZZ_SECONDS = 1.5;

sub ok {
    my ($held, $name) = @_;
    $points++;
    $failed++ unless $held;
    print(($held ? 'ok' : 'not ok'), " $points - $name\n");
}

# ---- the server ----

my ($from_server, $to_server);
my $pid = open2($from_server, $to_server, $program, $folder, $GREET_MS,
    $STALL_MS);
my $place = <$from_server>;
my ($port) = split ' ', $place;
open(my $file, '<:raw', "$folder/secret") or die "secret: $!";
read($file, my $secret, 33) == 32 or die 'no secret';
close $file;

my $numbers = pack('d<*', map { $_ / 2 } 0 .. 99999);
my $bytes = pack('C*', map { int($_ * $_ / 7) % 256 } 0 .. 299999);

# ---- a connection ----

sub dial {
    my $s = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $port,
        Timeout => $PATIENCE) or die "connect: $@";
    return $s;
}

# Read so many bytes, or less when the other side closes or says nothing.
sub take {
    my ($s, $count) = @_;
    my $until = time + $PATIENCE;
    my $got = '';
    while (length $got < $count && time < $until) {
        my $set = '';
        vec($set, fileno $s, 1) = 1;
        next unless select($set, undef, undef, $until - time) > 0;
        sysread($s, $got, $count - length $got, length $got) or last;
    }
    return $got;
}

sub give {
    my ($s, $text) = @_;
    local $SIG{PIPE} = 'IGNORE';
    my $done = 0;
    while ($done < length $text) {
        $done += syswrite($s, $text, length($text) - $done, $done) // return 0;
    }
    return 1;
}

# Whether the other side closes, and how long that takes.
sub is_closed {
    my ($s) = @_;
    my $start = time;
    my $rest = take($s, 1 << 20);
    my $took = time - $start;
    return ($took < $PATIENCE - 1, $took, $rest);
}

# Our own keys are the same each time; the old rank's are not.
my $private = join '', map { chr int rand 256 } 1 .. 32;
my $public = x25519($private, pack 'Cx31', 9);

sub hello { return 'mitoship' . pack('S<S<L<', 2, 0, 0) . $public }

sub derive {
    my ($label, $new, $old, %with) = @_;
    my $whom = pack 'Q<Q<', 3, $with{rank} // 5;
    return hmac_sha256(
        pack('a16', $label) . $whom . $new . $old . ($with{shared} // ''),
        $with{secret} // $secret);
}

# Get acquainted.  Returns a connection, or undef and what came.
sub meet {
    my (%with) = @_;
    my $shared = delete $with{shared};
    my $s = dial();
    my $new = hello();
    give($s, $new);
    my $old = take($s, 48);
    return (undef, $old) if length $old < 48;
    give($s, derive('new rank proof', $new, $old, %with));
    my $proof = take($s, 32);
    return (undef, $old . $proof)
        if $proof ne derive('old rank proof', $new, $old);
    $with{shared} = $shared // x25519($private, substr $old, 16);
    return { socket => $s, said => 0, heard => 0,
        say => derive('new rank key', $new, $old, %with),
        hear => derive('old rank key', $new, $old, %with),
        all => $new . derive('new rank proof', $new, $old) };
}

# ---- frames ----

sub mix {
    my ($sum, $word) = @_;
    {
        use integer;
        $sum = ($sum ^ $word) * -7046029254386353131;    # 0x9e3779b97f4a7c15
    }
    return $sum ^ ($sum >> 32);
}

sub checksum {
    my ($data) = @_;
    my @lane = (1, 2, 3, 4);
    my $sum = length $data;
    $data .= "\0" x (-length($data) % 32);
    my $i = 0;
    for my $word (unpack 'Q<*', $data) {
        $lane[$i] = mix($lane[$i], $word);
        $i = ($i + 1) % 4;
    }
    $sum = mix($sum, $_) for @lane;
    return $sum;
}

# A frame that says these bytes; what is in 'with' goes in place of what is
# right.
sub frame {
    my ($c, $payload, %with) = @_;
    my $head = pack 'L<L<CCCCL<Q<Q<', $with{stored} // length $payload,
        $with{plain} // length $payload, $with{type} // 1, $with{coding} // 0,
        $with{element} // 1, $with{zero} // 0, $with{request} // 1,
        $with{offset} // 0, $with{sum} // checksum($payload);
    my $tag = hmac_sha256(pack('Q<', $c->{said}++) . $head, $c->{say});
    return $head . substr($tag, 0, 16) . $payload;
}

sub want {
    my ($c, $pieces, %with) = @_;
    my $all = 0;
    $all += $_->[2] * $_->[3] for @$pieces;
    my $payload = pack 'Q<L<L<', $with{undo} // 0,
        $with{count} // scalar @$pieces, $with{flags} // 0;
    $payload .= pack 'L<L<Q<Q<Q<Q<', $_->[0], 0, @$_[1 .. 4] for @$pieces;
    return frame($c, $payload, offset => $all, %with);
}

# The next frame that comes: a hash, or a text that says what is wrong.
sub hear {
    my ($c) = @_;
    my $head = take($c->{socket}, 48);
    return 'it was closed' if length $head < 48;
    my $tag = hmac_sha256(pack('Q<', $c->{heard}++) . substr($head, 0, 32),
        $c->{hear});
    return 'the tag is wrong' if substr($tag, 0, 16) ne substr $head, 32;
    my %f;
    @f{qw(stored plain type coding element zero request offset sum)} =
        unpack 'L<L<CCCCL<Q<Q<', $head;
    return 'a bound is broken' if $f{stored} > 262144 || $f{zero} != 0;
    $f{payload} = take($c->{socket}, $f{stored});
    return 'the payload is cut off' if length $f{payload} < $f{stored};
    return 'the checksum is wrong'
        if $f{coding} == 0 && checksum($f{payload}) != $f{sum};
    return \%f;
}

# All bytes of a request.
sub collect {
    my ($c, $bytes, $request) = @_;
    my $all = '';
    while (length $all < $bytes) {
        my $f = hear($c);
        return $f unless ref $f;
        return "refused: $f->{payload}" if $f->{type} == 3;
        return 'not what was asked for'
            if $f->{type} != 2 || $f->{request} != $request
            || $f->{offset} != length $all || $f->{coding} != 0;
        $all .= $f->{payload};
    }
    return $all;
}

# ---- what should be ----

sub test_reading {
    my ($c) = meet();
    ok($c, 'who knows the secret is let in') or return;
    give($c->{socket}, want($c, [[0, 0, 800000, 1, 0]]));
    ok(collect($c, 800000, 1) eq $numbers, 'all numbers come');
    my @strided = ([1, 7, 3, 1000, 100], [1, 299999, 1, 1, 0]);
    give($c->{socket}, want($c, \@strided, request => 77));
    give($c->{socket}, want($c, [[0, 16, 8, 1, 0]], request => 78));
    my $wanted = join '', map { substr $bytes, 7 + 100 * $_, 3 } 0 .. 999;
    ok(collect($c, 3001, 77) eq $wanted . substr($bytes, 299999),
        'so do pieces');
    ok(collect($c, 8, 78) eq pack('d<', 1), 'and the next request');
    give($c->{socket}, want($c, [[2, 0, 8, 1, 0]], request => 79));
    ok(collect($c, 8, 79) =~ /refused: there is no item 2/,
        'what is not there is refused');
    give($c->{socket}, want($c, [[1, 299999, 2, 1, 0]], request => 80));
    ok(collect($c, 2, 80) =~ /refused: item 1 is 300000 bytes/,
        'so is what is beyond the end');
    give($c->{socket}, want($c, [[1, 0, 5, 1, 0]], request => 81));
    ok(collect($c, 5, 81) eq substr($bytes, 0, 5), 'and it goes on');
    give($c->{socket}, frame($c, '', type => 4));
    my ($closed) = is_closed($c->{socket});
    ok($closed, 'after a bye it is closed');
}

# Whether an honest one still gets what it wants.
sub is_well {
    my ($c) = meet();
    return 0 unless $c;
    give($c->{socket}, want($c, [[0, 8000, 8000, 1, 0]]));
    my $came = collect($c, 8000, 1);
    give($c->{socket}, frame($c, '', type => 4));
    return $came eq substr $numbers, 8000, 8000;
}

# ---- what strangers do ----

sub test_strangers {
    my ($c, $came) = meet(secret => 'x' x 32);
    ok(!$c && length $came == 48, 'another secret learns a hello only');
    ($c, $came) = meet(rank => 6);
    ok(!$c && length $came == 48, 'so does who means another rank');
    for my $text ("GET / HTTP/1.0\r\n\r\n", "\0" x 48, 'mitosh1p' . 'x' x 40,
        'mitoship' . "\1\0" . "\0" x 38) {
        my $s = dial();
        give($s, $text);
        my ($closed, $took, $rest) = is_closed($s);
        ok($closed && $rest eq '', 'garbage is dropped without a word');
    }
    # Who knows the secret and has heard both public keys has no private one.
    for my $shared ('', "\0" x 32, $public) {
        ($c) = meet(shared => $shared);
        give($c->{socket}, want($c, [[0, 0, 80, 1, 0]]));
        my ($closed, $took, $rest) = is_closed($c->{socket});
        ok($closed && $rest eq '', 'who knows the secret only has no keys');
    }
    my $s = dial();
    my ($closed, $took) = is_closed($s);
    ok($closed && $took > $GREET_MS / 2000, 'silence is dropped, in time');
    $s = dial();
    my $start = time;
    for my $byte (split //, hello()) {
        give($s, $byte) or last;
        sleep 0.06;
    }
    ($closed) = is_closed($s);
    $took = time - $start;
    ok($closed && $took < $PATIENCE / 2, 'and who drips a hello');
    ok(is_well(), 'others are served');
}

sub test_repeating {
    my ($c) = meet();
    my $text = want($c, [[0, 0, 80, 1, 0]]);
    give($c->{socket}, $text);
    ok(collect($c, 80, 1) eq substr($numbers, 0, 80), 'a request is answered');
    give($c->{socket}, $text);
    my ($closed, $took, $rest) = is_closed($c->{socket});
    ok($closed && $rest eq '', 'the same again is not, it is dropped');
    my $s = dial();
    give($s, $c->{all} . $text);
    ($closed, $took, $rest) = is_closed($s);
    ok($closed && length $rest == 48, 'a recorded connection is of no use');
    ok(is_well(), 'others are served');
}

sub test_cut_off {
    my $whole = 0;
    for my $keep (1, 20, 47, 48, 49, 60, 87) {
        my ($c) = meet();
        give($c->{socket}, substr want($c, [[0, 0, 80, 1, 0]]), 0, $keep);
        shutdown $c->{socket}, 1;
        my ($closed, $took, $rest) = is_closed($c->{socket});
        $whole++ if $closed && $rest eq '';
    }
    ok($whole == 7, 'a request that is cut off is dropped');
    my ($c) = meet();
    give($c->{socket}, substr want($c, [[0, 0, 80, 1, 0]]), 0, 30);
    my ($closed, $took) = is_closed($c->{socket});
    ok($closed && $took > $STALL_MS / 2000,
        'so is one that does not come to its end, in time');
    ok(is_well(), 'others are served');
}

# One who has the keys says what cannot be.
sub test_nonsense {
    my $piece = [0, 0, 80, 1, 0];
    my @cases = (
        ['no such type', sub { frame($_[0], '', type => 9) }],
        ['data', sub { want($_[0], [$piece], type => 2) }],
        ['a huge payload',
            sub { frame($_[0], 'x', stored => 1 << 31, plain => 1 << 31) }],
        ['a packed request',
            sub { want($_[0], [$piece], coding => 1, plain => 200) }],
        ['a wrong checksum', sub { want($_[0], [$piece], sum => 1) }],
        ['a wrong sum of bytes', sub { want($_[0], [$piece], offset => 81) }],
        ['more pieces than there are', sub { want($_[0], [$piece],
            count => 2) }],
        ['no pieces', sub { want($_[0], []) }],
        ['unknown flags', sub { want($_[0], [$piece], flags => 4) }],
        ['no bytes', sub { want($_[0], [[0, 0, 0, 1, 0]]) }],
        ['too many bytes', sub { want($_[0], [[0, 0, 1 << 20, 1 << 20, 0]]) }],
        ['a payload with a bye', sub { frame($_[0], 'x', type => 4) }],
    );
    for my $case (@cases) {
        my ($c) = meet();
        give($c->{socket}, $case->[1]->($c));
        my ($closed, $took, $rest) = is_closed($c->{socket});
        ok($closed && $rest eq '', "$case->[0]: dropped");
    }
    my ($c) = meet();
    give($c->{socket},
        want($c, [[0, 8, 8, 3, (1 << 63) + 4]], offset => 24));
    ok(collect($c, 24, 1) =~ /^refused/, 'steps that wrap are refused');
    ok(is_well(), 'others are served');
}

sub test_crowd {
    my @crowd = map { dial() } 1 .. 150;
    ok(is_well(), 'one of many who say nothing is served');
    give($_, 'mito') for @crowd;
    ok(is_well(), 'and one of many who say half a word');
    close $_ for @crowd;
    ok(is_well(), 'and when they have left');
}

# An honest one whose bytes are changed on the way, cut off and doubled.
sub test_chance {
    my ($until, $tries, $well) = (time + $FUZZ_SECONDS, 0, 0);
    srand $SEED;
    while (time < $until) {
        my $s = dial();
        my $new = hello();
        my $stage = int rand 3;
        $tries++;
        give($s, $stage == 0 ? spoil($new) : $new);
        next if $stage == 0;
        my $old = take($s, 48);
        my $proof = derive('new rank proof', $new, $old);
        give($s, $stage == 1 ? spoil($proof) : $proof);
        next if $stage == 1;
        take($s, 32);
        my $c = { said => 0, say => derive('new rank key', $new, $old,
                shared => x25519($private, substr $old, 16)) };
        give($s, spoil(want($c, [[0, 0, 800, 1, 0]])
                    . want($c, [[1, 5, 7, 9, 11]])));
    }
    ok(is_well(), "after $tries spoilt connections (SEED=$SEED) it serves");
}

sub spoil {
    my ($text) = @_;
    my $way = int rand 4;
    my $at = int rand length $text;
    substr($text, $at, 1) ^= chr 1 + int rand 255 if $way < 2;
    $text = substr $text, 0, $at if $way == 2;
    substr($text, $at, 0) = substr $text, 0, int rand length $text
        if $way == 3;
    return $text;
}

# It ends by itself, and has told what it dropped, but not a line each.
sub test_end {
    close $to_server;
    my @told = <$from_server>;
    waitpid $pid, 0;
    ok($? == 0, 'the server ends as it should');
    ok((grep { /from .*127\.0\.0\.1:\d+ was dropped: / } @told) > 5
            && @told < 40, 'it tells whom it dropped, but not all');
    for my $why ('does not know the job\'s secret',
        'does not speak our language', 'another version') {
        ok((grep { /$why/ } @told) > 0, "such as: $why");
    }
}

test_reading();
test_strangers();
test_repeating();
test_cut_off();
test_nonsense();
test_crowd();
test_chance();
test_end();
print "1..$points\n";
exit($failed > 0);
