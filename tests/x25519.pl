# x25519.pl - what two agree on who have told each other public keys (RFC 7748)
#
# For tests that want another reader than libsodium.  Private keys are no
# secret to who can measure how long it takes.
#
# SPDX-License-Identifier: BSD-3-Clause
use strict;
use warnings;

# Numbers modulo 2^255 - 19 are ten limbs of 26 bits, so that 2^260 is 608.
sub carry {
    use integer;
    my @n = @_;
    for my $round (1, 2) {
        my $carry = 0;
        for (@n) { $_ += $carry; $carry = $_ >> 26; $_ &= 0x3ffffff }
        $n[0] += 608 * $carry;
    }
    return \@n;
}

# A sum of products for each limb of the result, written out: loops take five
# times as long.
my $columns = join ', ', map {
    my $to = $_;
    join ' + ', map { "\$x->[$_] * \$y->[" . ($to - $_) . ']' }
        grep { $to - $_ >= 0 && $to - $_ <= 9 } 0 .. 9;
} 0 .. 18;
my $multiply = eval "sub { use integer; my (\$x, \$y) = \@_; ($columns) }";

sub product {
    use integer;
    my @n = ($multiply->(@_), 0);
    for (0 .. 18) { $n[$_ + 1] += $n[$_] >> 26; $n[$_] &= 0x3ffffff }
    return carry(map { $n[$_] + 608 * $n[$_ + 10] } 0 .. 9);
}

sub plus { my ($x, $y) = @_; return [map { $x->[$_] + $y->[$_] } 0 .. 9] }
sub minus { my ($x, $y) = @_; return [map { $x->[$_] - $y->[$_] } 0 .. 9] }

# $x to the power of 2^255 - 21, which is 1 / $x
sub inverse {
    my ($x) = @_;
    my $y = $x;
    for my $i (reverse 0 .. 253) {
        $y = product($y, $y);
        $y = product($y, $x) if $i != 2 && $i != 4;
    }
    return $y;
}

# All but those next below 2^255 come out below 2^255 - 19, as they should.
sub bytes_of {
    my ($x) = @_;
    for my $round (1, 2) {
        my $above = $x->[9] >> 21;
        $x->[9] &= 0x1fffff;
        $x->[0] += 19 * $above;
        $x = carry(@$x);
    }
    return pack 'b256', join '', map { scalar reverse sprintf '%026b', $_ } @$x;
}

# x25519 PRIVATE, PUBLIC  - 32 bytes each
sub x25519 {
    my ($private, $public) = @_;
    my @bit = split //, unpack 'b256', $private;
    @bit[0, 1, 2, 254] = (0, 0, 0, 1);
    my $bits = substr(unpack('b256', $public), 0, 255) . '0' x 5;
    my $u = [map { oct '0b' . reverse substr $bits, 26 * $_, 26 } 0 .. 9];
    my ($x2, $z2, $x3, $z3) = ([1, (0) x 9], [(0) x 10], $u, [1, (0) x 9]);
    for my $bit (reverse @bit[0 .. 254]) {
        ($x2, $z2, $x3, $z3) = ($x3, $z3, $x2, $z2) if $bit;
        my ($sum, $less) = (plus($x2, $z2), minus($x2, $z2));
        my $one = product(minus($x3, $z3), $sum);
        my $other = product(plus($x3, $z3), $less);
        my ($sum2, $less2) = (product($sum, $sum), product($less, $less));
        my $e = minus($sum2, $less2);
        my $apart = minus($one, $other);
        $x3 = plus($one, $other);
        $x3 = product($x3, $x3);
        $z3 = product($u, product($apart, $apart));
        $x2 = product($sum2, $less2);
        $z2 = product($e, plus($sum2, carry(map { 121665 * $_ } @$e)));
        ($x2, $z2, $x3, $z3) = ($x3, $z3, $x2, $z2) if $bit;
    }
    return bytes_of(product($x2, inverse($z2)));
}

1;
