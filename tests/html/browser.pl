#!/usr/bin/perl
# browser.pl - show pages in a browser, and do with them what a person does
#
#     browser.pl BROWSER FOLDER <INSTRUCTIONS
#
# BROWSER is a Chromium; FOLDER, which must not be there yet, is where it keeps
# its own.  It is spoken to in its DevTools protocol, through two pipes, so
# there is no port and nobody else to listen.  Instructions are lines:
#
#     page NAME        show NAME.html; what is told from here on is written to
#                      NAME.told, a line "what: what came of it" each
#     size 390x844     of the window, in pixels of the page
#     like dark        or light; 'print' is on paper, until 'screen'
#     eyes NAME        as with deuteranopia, protanopia, achromatopsia, or none
#     point EXPR       the mouse goes to the middle of an element, or to a part
#                      of it, [element, x, y], where x and y are from 0 to 1
#     click EXPR       there, too
#     drag EXPR by 10x0    with the button down, by so many pixels
#     turn EXPR by -100    the wheel there, away from you
#     pinch EXPR to 200    two fingers, 100 pixels apart, go so far apart
#     follow WHAT: EXPR    click a link: the address of the page that it opens,
#                      and the first line there
#     choose EXPR = TEXT   this option of a select, with arrow keys
#     key NAME         such as ArrowDown
#     type TEXT        with the keyboard
#     tell WHAT: EXPR  what this is now
#     cost WHAT        milliseconds of processor time the page has taken so far
#     picture FILE     what is seen, as PNG; 'whole FILE': all of the page
#     paper FILE       what a printer would get, as PDF
#
# EXPR is JavaScript with the words of drive.js.  What the page complains of,
# any other document that it wants to fetch, and scripts that fail are told,
# too: "console: ...", "fetched: ...", "stumbled: ...".  Nothing takes longer
# than a minute.  The exit status is 0 when all came as told.  No process of
# the browser outlives this one.
#
# SPDX-License-Identifier: BSD-3-Clause
use strict;
use warnings;
use Cwd qw(getcwd);
use Encode qw(decode_utf8 encode_utf8);
use File::Basename qw(dirname);
use IO::Select;
use JSON::PP;
use MIME::Base64;
use POSIX qw(dup2 setsid WNOHANG);
use Time::HiRes qw(time sleep);

my ($program, $folder) = @ARGV;
my $PATIENCE = 60;    # seconds for anything at all
my $json = JSON::PP->new->utf8->allow_nonref;
my ($pid, $from, $to, $session, $told);
my ($heard, $number) = ('', 0);
my ($width, $height, $like, $media) = (1280, 800, 'light', '');

sub read_file {
    my ($path) = @_;
    open(my $file, '<:raw', $path) or die "$path: $!\n";
    local $/;
    return <$file>;
}

sub note {
    my ($what, $came) = @_;
    $came = JSON::PP->new->encode($came) if ref $came;
    $came = '' unless defined $came;
    $came =~ s/\x{a0}/ /g;
    print {$told} encode_utf8("$what: $came\n") if $told;
}

# ---- the browser ----

# Its first descriptors are the usual ones, 3 and 4 are ours.
sub become_browser {
    my ($read, $write) = @_;
    setsid();
    open(STDIN, '<', '/dev/null');
    open(STDOUT, '>', "$folder.log");
    open(STDERR, '>&', \*STDOUT);
    my ($r, $w) = (fcntl_up($read), fcntl_up($write));
    dup2($r, 3);
    dup2($w, 4);
    $ENV{HOME} = $folder;
    exec $program, qw(--headless --no-sandbox --disable-gpu --disable-quic
        --no-first-run --disable-background-networking
        --disable-component-update --disable-sync --disable-extensions
        --disable-default-apps --disable-breakpad --disable-dev-shm-usage
        --hide-scrollbars --force-color-profile=srgb
        --remote-debugging-pipe), "--user-data-dir=$folder", 'about:blank'
        or POSIX::_exit(127);
}

# A copy out of the way of 3 and 4.
sub fcntl_up {
    my ($handle) = @_;
    my $fd = fcntl($handle, 0, 10) or die "fcntl: $!\n";    # F_DUPFD
    return $fd;
}

sub start {
    mkdir $folder or die "$folder: $!\n";
    pipe(my $read, $to) or die "pipe: $!\n";
    pipe($from, my $write) or die "pipe: $!\n";
    $pid = fork;
    die "fork: $!\n" unless defined $pid;
    become_browser($read, $write) if $pid == 0;
    binmode $_ for $from, $to;
}

# It is asked to end, and made to when it does not: it and all that it has
# started are one session of processes.
sub stop {
    return unless $pid;
    local $SIG{PIPE} = 'IGNORE';
    syswrite($to, $json->encode({ id => 0, method => 'Browser.close' })
        . "\0");
    my $until = time + 10;
    sleep 0.02 while waitpid($pid, WNOHANG) == 0 && time < $until;
    kill KILL => -$pid;
    sleep 0.02 while kill(0, -$pid) && time < $until + 10;
    $pid = 0;
}

# ---- words ----

sub hear_event {
    my ($event) = @_;
    my ($method, $p) = @{$event}{qw(method params)};
    if ($method eq 'Runtime.consoleAPICalled') {
        note('console', join ' ', map { $_->{value} // $_->{description} }
            @{ $p->{args} });
    } elsif ($method eq 'Log.entryAdded') {
        note('console', $p->{entry}{text});
    } elsif ($method eq 'Runtime.exceptionThrown') {
        my $details = $p->{exceptionDetails};
        note('stumbled', $details->{exception}{description}
            // $details->{text});
    } elsif ($method eq 'Network.requestWillBeSent'
        && $p->{type} ne 'Document') {
        note('fetched', $p->{request}{url});
    }
}

# The next thing it says, which ends with a NUL.
sub hear {
    my $until = time + $PATIENCE;
    while ($heard !~ /\0/) {
        my $left = $until - time;
        die "the browser says nothing\n"
            if $left <= 0 || !IO::Select->new($from)->can_read($left);
        sysread($from, $heard, 1 << 20, length $heard)
            or die "the browser has ended\n";
    }
    $heard =~ s/^([^\0]*)\0//;
    return $json->decode($1);
}

sub ask {
    my ($method, %params) = @_;
    my $id = ++$number;
    my $question = { id => $id, method => $method, params => \%params };
    $question->{sessionId} = $session if $session;
    my $text = $json->encode($question) . "\0";
    while (length $text) {
        my $done = syswrite($to, $text) or die "the browser: $!\n";
        substr($text, 0, $done) = '';
    }
    for (;;) {
        my $answer = hear();
        if (!defined $answer->{id}) {
            hear_event($answer);
        } elsif ($answer->{id} == $id) {
            die "$method: $answer->{error}{message}\n" if $answer->{error};
            return $answer->{result};
        }
    }
}

sub evaluate {
    my ($text) = @_;
    my $answer = ask('Runtime.evaluate', expression => decode_utf8($text),
        returnByValue => JSON::PP::true, awaitPromise => JSON::PP::true);
    my $fault = $answer->{exceptionDetails};
    die "$text: ", $fault->{exception}{description} // $fault->{text}, "\n"
        if $fault;
    return $answer->{result}{value};
}

# ---- instructions ----

# What changes is drawn some frames later, which is waited for before anybody
# looks.
my $unsettled;

sub settle {
    evaluate('settled()') if $unsettled && $told;
    $unsettled = 0;
}

sub attach {
    my ($target) = grep { $_->{type} eq 'page' }
        @{ ask('Target.getTargets')->{targetInfos} };
    $session = ask('Target.attachToTarget', targetId => $target->{targetId},
        flatten => JSON::PP::true)->{sessionId};
    ask("$_.enable") for qw(Page Runtime Log Network);
    ask('Performance.enable', timeDomain => 'threadTicks');
}

sub emulate {
    ask('Emulation.setDeviceMetricsOverride', width => $width + 0,
        height => $height + 0, deviceScaleFactor => 1,
        mobile => $width < 600 ? JSON::PP::true : JSON::PP::false);
    ask('Emulation.setEmulatedMedia', media => $media, features =>
        [{ name => 'prefers-color-scheme', value => $like }]);
}

# A page is there when its own script has run.
sub show_page {
    my ($name) = @_;
    close $told if $told;
    open($told, '>:raw', "$name.told") or die "$name.told: $!\n";
    $told->autoflush;
    my $path = getcwd() . "/$name.html";
    $path =~ s/([^\w\/.-])/sprintf('%%%02X', ord $1)/ge;
    ask('Page.navigate', url => "file://$path");
    my $until = time + $PATIENCE;
    while (evaluate('location.pathname + document.readyState')
        ne "${path}complete") {
        die "$name.html does not load\n" if time > $until;
        sleep 0.01;
    }
    evaluate(read_file(dirname($0) . '/drive.js'));
    $unsettled = 1;
}

sub set_size {
    ($width, $height) = split /x/, $_[0];
    emulate();
    $unsettled = 1;
}

sub set_like {
    my ($word) = @_;
    if ($word eq 'print' || $word eq 'screen') {
        $media = $word eq 'print' ? $word : '';
    } else {
        $like = $word;
    }
    emulate();
    $unsettled = 1;
}

sub set_eyes { ask('Emulation.setEmulatedVisionDeficiency', type => $_[0]) }

sub mouse {
    my ($type, $x, $y, @more) = @_;
    ask('Input.dispatchMouseEvent', type => $type, x => $x, y => $y, @more);
}

sub point {
    settle();
    my ($x, $y) = @{ evaluate("place($_[0])") };
    mouse('mouseMoved', $x, $y);
    $unsettled = 1;
    return ($x, $y);
}

sub click {
    my ($x, $y) = point($_[0]);
    mouse($_, $x, $y, button => 'left', clickCount => 1)
        for 'mousePressed', 'mouseReleased';
    $unsettled = 1;
}

sub drag {
    my ($what, $right, $down) = $_[0] =~ /^(.*) by (-?\d+)x(-?\d+)$/;
    my ($x, $y) = point($what);
    mouse('mousePressed', $x, $y, button => 'left', clickCount => 1);
    mouse('mouseMoved', $x + $right * $_ / 4, $y + $down * $_ / 4,
        button => 'left', buttons => 1) for 1 .. 4;
    mouse('mouseReleased', $x + $right, $y + $down, button => 'left');
    $unsettled = 1;
}

sub turn {
    my ($what, $by) = split / by /, $_[0], 2;
    my ($x, $y) = point($what);
    mouse('mouseWheel', $x, $y, deltaX => 0, deltaY => $by + 0);
    $unsettled = 1;
}

sub pinch {
    my ($what, $to) = split / to /, $_[0], 2;
    my ($x, $y) = point($what);
    for my $i (0 .. 4) {
        my $half = (100 + ($to - 100) * $i / 4) / 2;
        ask('Input.dispatchTouchEvent',
            type => $i == 0 ? 'touchStart' : 'touchMove', touchPoints => [
                { id => 1, x => $x - $half, y => $y },
                { id => 2, x => $x + $half, y => $y } ]);
    }
    ask('Input.dispatchTouchEvent', type => 'touchEnd', touchPoints => []);
    $unsettled = 1;
}

# Those that are shown beside our own.
sub other_pages {
    my $own = ask('Target.getTargetInfo')->{targetInfo}{targetId};
    return grep { $_->{type} eq 'page' && $_->{targetId} ne $own }
        @{ ask('Target.getTargets')->{targetInfos} };
}

# What is in a page, as soon as something is.
sub text_of {
    my ($target) = @_;
    my $own = $session;
    my $until = time + $PATIENCE;
    my $text = '';
    $session = ask('Target.attachToTarget', targetId => $target,
        flatten => JSON::PP::true)->{sessionId};
    while ($text eq '' && time < $until) {
        $text = evaluate('document.readyState === "complete" && document.body'
            . ' ? document.body.textContent : ""');
        sleep 0.01;
    }
    $session = $own;
    return $text;
}

sub follow {
    my ($what, $link) = split /: /, $_[0], 2;
    my ($x, $y) = point($link);
    mouse($_, $x, $y, button => 'left', clickCount => 1)
        for 'mousePressed', 'mouseReleased';
    my $until = time + $PATIENCE;
    my $page;
    until ($page && $page->{url} =~ /^(?!about:)./) {
        die "$link opens no page\n" if time > $until;
        ($page) = other_pages();
        sleep 0.01;
    }
    my ($line) = split /\n/, text_of($page->{targetId});
    note($what, "$page->{url}, $line");
    ask('Target.closeTarget', targetId => $page->{targetId});
    ask('Page.bringToFront');
}

sub press {
    my ($key) = @_;
    my %codes = (ArrowLeft => 37, ArrowUp => 38, ArrowRight => 39,
        ArrowDown => 40, Enter => 13, Tab => 9, Backspace => 8);
    ask('Input.dispatchKeyEvent', type => $_, key => $key, code => $key,
        windowsVirtualKeyCode => $codes{$key} // 0) for 'rawKeyDown', 'keyUp';
}

sub press_key {
    press(@_);
    $unsettled = 1;
}

sub type_text {
    ask('Input.insertText', text => decode_utf8($_[0]));
    $unsettled = 1;
}

sub choose {
    settle();
    my ($select, $option) = split / = /, $_[0], 2;
    my $by = evaluate("way_to($select, " . $json->encode(decode_utf8($option))
        . ')');
    press($by < 0 ? 'ArrowUp' : 'ArrowDown') for 1 .. abs $by;
    $unsettled = 1;
}

sub tell_value {
    my ($what, $text) = split /: /, $_[0], 2;
    settle();
    note($what, evaluate($text));
}

sub tell_cost {
    settle();
    my %metric = map { $_->{name} => $_->{value} }
        @{ ask('Performance.getMetrics')->{metrics} };
    note($_[0], sprintf '%.0f', 1000 * $metric{TaskDuration});
}

sub save {
    my ($path, $data) = @_;
    open(my $file, '>:raw', $path) or die "$path: $!\n";
    print {$file} decode_base64($data);
    close $file or die "$path: $!\n";
}

sub picture {
    settle();
    save($_[0], ask('Page.captureScreenshot')->{data});
}

sub whole {
    settle();
    my $size = ask('Page.getLayoutMetrics')->{cssContentSize};
    save($_[0], ask('Page.captureScreenshot', clip => { %$size, scale => 1 },
        captureBeyondViewport => JSON::PP::true)->{data});
}

sub paper {
    settle();
    save($_[0], ask('Page.printToPDF', paperWidth => 8.27,
        paperHeight => 11.69, printBackground => JSON::PP::false)->{data});
}

my %actions = (page => \&show_page, size => \&set_size, like => \&set_like,
    eyes => \&set_eyes, point => \&point, click => \&click,
    drag => \&drag, turn => \&turn, pinch => \&pinch,
    follow => \&follow, choose => \&choose, key => \&press_key,
    type => \&type_text, tell => \&tell_value, cost => \&tell_cost,
    picture => \&picture, whole => \&whole, paper => \&paper);

sub obey {
    my ($line) = @_;
    my ($word, $rest) = split ' ', $line, 2;
    my $action = $actions{$word} or die "what is $word?\n";
    $action->($rest);
}

$SIG{$_} = sub { die "signal $_[0]\n" } for qw(INT TERM HUP);
my $rc = eval {
    start();
    attach();
    emulate();
    while (my $line = <STDIN>) {
        chomp $line;
        obey($line) if $line =~ /^[^#]/;
    }
    1;
};
print STDERR "browser.pl: $@" unless $rc;
note('stumbled', $@) unless $rc;
stop();
exit($rc ? 0 : 1);
