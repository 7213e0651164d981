#!/usr/bin/perl
# listener.pl - one who hears all that goes over a network, and what he can do
#
#     listener.pl record FILE         until it is ended: all frames to FILE;
#                                     says so when it has begun
#     listener.pl hunt FILE [MORE]    try whatever was heard as the job's secret
#     listener.pl replay FILE HOST PORT
#                                     say to an agent what an outpost has said
#
# 'hunt' needs to know nothing of how a secret is handed over: the proofs with
# which agents greet each other are heard, too, so each 32 bytes that were heard
# anywhere, as they are, as hexadecimal digits or in base64, can be tried on
# them.  MORE is a file that is tried in place of what was heard.
#
# SPDX-License-Identifier: BSD-3-Clause
use strict;
use warnings;
use Digest::SHA qw(hmac_sha256);
use IO::Handle;
use IO::Socket::INET;
use MIME::Base64 qw(decode_base64);
use Socket;

my ($AF_PACKET, $ALL, $IP, $SO_RCVBUFFORCE) = (17, 3, 0x0800, 33);

sub record {
    my ($path) = @_;
    socket(my $s, $AF_PACKET, SOCK_RAW, unpack 'S', pack 'n', $ALL)
        or die "socket: $!";
    setsockopt $s, SOL_SOCKET, $SO_RCVBUFFORCE, 256 << 20;
    open(my $file, '>:raw', $path) or die "$path: $!";
    my $more = 1;
    local $SIG{TERM} = sub { $more = 0 };
    $file->autoflush(1);
    local $| = 1;
    print "listening\n";
    while ($more) {
        defined recv $s, my $frame, 1 << 17, 0 or next;
        print $file pack('L', length $frame), $frame;
    }
    close $file or die "$path: $!";
}

# ---- what was said, by who said it to whom ----

sub frames {
    my ($path, $use) = @_;
    open(my $file, '<:raw', $path) or die "$path: $!";
    while (read($file, my $length, 4) == 4) {
        my $all = unpack 'L', $length;
        last if read($file, my $frame, $all) != $all;
        $use->($frame) if $all >= 54;
    }
}

sub streams {
    my ($path) = @_;
    my (%said, %first);
    frames($path, sub {
        my ($frame) = @_;
        my ($type, $version) = unpack 'x12nC', $frame;
        return if $type != $IP || $version >> 4 != 4;
        my $at = 14 + 4 * ($version & 15);
        my ($all, $protocol) = unpack 'x16nx5C', $frame;
        return if $protocol != 6;
        my ($from, $to) = unpack 'x26a4a4', $frame;
        my ($from_port, $to_port, $number, $offset, $flags) =
            unpack "x${at}nnNx4CC", $frame;
        my $header = 4 * ($offset >> 4);
        my $text = substr $frame, $at + $header, 14 + $all - $at - $header;
        my $name = "$from$from_port $to$to_port";
        $first{$name} //= $number + ($flags & 2 ? 1 : 0);
        my $place = ($number - $first{$name}) % 2**32;
        $said{$name}{$place} = $text
            if length $text > length($said{$name}{$place} // '');
        $said{$name}{back} = "$to$to_port $from$from_port";
    });
    return map { $_ => { back => delete $said{$_}{back},
            text => join_up($said{$_}) } } keys %said;
}

# What was missed leaves no gap: more is tried than was said.
sub join_up {
    my ($part) = @_;
    my ($text, $until) = ('', 0);
    for my $place (sort { $a <=> $b } keys %$part) {
        my $known = $until > $place ? $until - $place : 0;
        next if $known >= length $part->{$place};
        $text .= substr $part->{$place}, $known;
        $until = $place + length $part->{$place};
    }
    return $text;
}

# Agents that greet each other, which hide all, as ranks do not here: what the
# proof of the caller is made of, and the proof.
sub greetings {
    my (%stream) = @_;
    my @found;
    for my $name (keys %stream) {
        my $caller = $stream{$name}{text};
        my $called = ($stream{$stream{$name}{back}} // next)->{text};
        push @found, [pack('a16', 'new rank proof') . "\xff" x 16
                . substr($caller, 0, 48) . substr($called, 0, 48),
            substr($caller, 48, 32), $caller]
            if $caller =~ /^mitoship..\x01/s && $called =~ /^mitoship..\x01/s
            && length $caller >= 80 && length $called >= 80;
    }
    return @found;
}

# ---- what he can do ----

sub hunt {
    my ($path, @more) = @_;
    my %stream = streams($path);
    my @greetings = greetings(%stream);
    my @texts = @more ? () : map { $_->{text} } values %stream;
    for my $file (@more) {
        local $/;
        open(my $in, '<:raw', $file) or die "$file: $!";
        push @texts, scalar <$in>;
    }
    my ($heard, %tried, $found) = (0);
    my $try = sub {
        my ($text, $how) = @_;
        for my $at (0 .. length($text) - 32) {
            my $key = substr $text, $at, 32;
            $tried{$how}++;
            for my $greeting (@greetings) {
                my ($what, $proof) = @$greeting;
                $found //= $how if hmac_sha256($what, $key) eq $proof;
            }
        }
    };
    for my $text (@texts) {
        $heard += length $text;
        $try->($text, 'bytes');
        while ($text =~ /([0-9A-Fa-f]{64,})/g) {
            $try->(pack('H*', $1), 'digits');
            $try->(pack('H*', substr $1, 1), 'digits');
        }
        while ($text =~ m{([A-Za-z0-9+/]{43,})}g) {
            my $run = $1;
            $try->(decode_base64(substr $run, $_), 'base64') for 0 .. 3;
        }
    }
    printf "%d bytes heard, %d greetings, tried: %s\n", $heard,
        scalar @greetings, join ', ', map { "$tried{$_} $_" } sort keys %tried;
    print $found ? "the secret was found in $found\n"
        : "the secret was not found\n";
}

sub replay {
    my ($path, $host, $port) = @_;
    my ($longest) = sort { length $b <=> length $a }
        map { $_->[2] } greetings(streams($path));
    die "nobody was heard\n" unless $longest;
    my $s = IO::Socket::INET->new(PeerAddr => $host, PeerPort => $port,
        Timeout => 20) or die "connect: $@";
    local $SIG{PIPE} = 'IGNORE';
    my $came = '';
    for my $part (substr($longest, 0, 48), substr $longest, 48) {
        syswrite $s, $part;
        sysread $s, $came, 4096, length $came;
    }
    while (sysread $s, $came, 4096, length $came) { }
    printf "%d bytes said, %d bytes answered\n", length $longest, length $came;
}

my ($what, @words) = @ARGV;
({ record => \&record, hunt => \&hunt, replay => \&replay }->{$what // ''}
    or die "listener.pl record|hunt|replay FILE ...\n")->(@words);
