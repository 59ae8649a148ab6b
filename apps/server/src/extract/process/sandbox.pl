# Starts a program that reads what strangers wrote, and takes from it what it doesn't need. Node.js can't do that to
# itself without a native addon; Perl is on every Debian and Ubuntu, and can call the kernel. Linux only.
#
#   perl sandbox.pl <arch> <seconds of CPU> <niceness> [-m<MiB>] [-fork] [-x<file or folder to load>]… [-r<the same to read>]… --
#     <program> <argument>…
#
# With -m, the data of each process has at most so many MiB. With -fork, the program may start others, which are held by
# the same. A layer that the kernel lacks is left out. Without a program, prints the layers that hold, one a line.
use strict;
use warnings;

my ($arch, $cpu, $nice, @rest) = @ARGV;

# Numbers of system calls, x64 and arm64; 0 if an architecture has none. From asm/unistd.h of Linux 6.12.
my ($column, $audit) = $arch eq 'x64' ? (0, 0xc000003e) : (1, 0xc00000b7);
sub number { return $_[$column] }
my $prctl = number(157, 167);
my $prlimit = number(302, 261);
my $sched_setattr = number(314, 274);
my ($landlock_create, $landlock_add, $landlock_restrict) = (444, 445, 446);

my %readable;
my ($forks, $memory);
my @holds;
while (@rest and (my $word = shift @rest) ne '--') {
  # Rights of Landlock: execute 1, read a file 4, list a folder 8, which a file can't have.
  my ($kind, $path) = $word =~ /^-(.)(.+)$/s or next;
  if ($kind eq 'f') { $forks = 1; next }
  if ($kind eq 'm') { $memory = $path; next }
  $readable{$path} = ($kind eq 'x' ? 5 : 4) + (-d $path ? 8 : 0);
}

# PR_SET_PDEATHSIG, SIGKILL: a parser in a loop wouldn't notice that its parent is gone.
push @holds, 'parent' if syscall($prctl, 1, 9, 0, 0, 0) == 0;

# RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_NOFILE. Beyond the soft limit of CPU time SIGXCPU comes, beyond the hard
# one SIGKILL.
my %limits = (0 => $cpu + 0, 1 => 0, 4 => 0, 7 => 256);
# RLIMIT_DATA.
$limits{2} = $memory * 2 ** 20 if $memory;
my $limited = 1;
while (my ($resource, $most) = each %limits) {
  my $pair = pack('QQ', $most, $most + ($resource == 0));
  $limited &&= syscall($prlimit, 0, $resource + 0, $pair, 0) == 0;
}
push @holds, 'limits' if $limited;

# SCHED_OTHER with slices of 100 ms, the longest. A thread with shorter ones, such as those of the server, gets the core
# when it wakes up instead of waiting for the end of a slice; the shares of both stay (Linux 6.12). A process never gets
# nicer than it is.
my $now = getpriority(0, 0);
$nice = $now if $now > $nice;
syscall($sched_setattr, 0, pack('LLQlLQQQ', 48, 0, 0, $nice, 0, 100_000_000, 0, 0), 0);

# PR_SET_NO_NEW_PRIVS: no set-user-ID program gives more rights. Landlock and seccomp require it.
push @holds, 'privileges' if syscall($prctl, 38, 1, 0, 0, 0) == 0;
push @holds, restrict_files();
push @holds, 'system calls' if restrict_calls() == 0;

if (@rest) {
  exec { $rest[0] } @rest or exit 127;
}
print map { "$_\n" } @holds;

# Landlock: the paths above can be read, nothing else can be opened, and nothing can be written. No process outside can
# be traced; from version 6 (Linux 6.12) none gets a signal.
sub restrict_files {
  my $version = syscall($landlock_create, 0, 0, 1);
  return () if $version < 1;
  # All rights on files that the version knows; from 4 TCP, from 6 abstract sockets and signals.
  my $files = (1 << ($version < 2 ? 13 : $version < 3 ? 14 : $version < 5 ? 15 : 16)) - 1;
  my $attributes = pack('QQQ', $files, 3, 3);
  my $size = $version < 4 ? 8 : $version < 6 ? 16 : 24;
  my $rules = syscall($landlock_create, $attributes, $size, 0);
  return () if $rules < 0;
  for my $path (keys %readable) {
    # O_PATH and O_CLOEXEC.
    sysopen(my $handle, $path, 0x280000) or next;
    my $rule = pack('Ql', $readable{$path}, fileno($handle));
    syscall($landlock_add, $rules, 1, $rule, 0);
  }
  return () if syscall($landlock_restrict, $rules, 0) != 0;
  return $version < 6 ? ('files') : ('files', 'signals');
}

# seccomp: no socket, no other program or process, no signal to another process, no change of a file's metadata (which
# Landlock doesn't know), and none of the calls through which kernels are attacked most. The rest is allowed.
sub restrict_calls {
  my @denied = grep { $_ } (
    # socket, socketpair, io_uring_setup, io_uring_enter, io_uring_register
    number(41, 198), number(53, 199), 425, 426, 427,
    # execveat, fork, vfork
    number(322, 281), ($forks ? () : (number(57, 0), number(58, 0))),
    # ptrace, process_vm_readv, process_vm_writev, kcmp, pidfd_getfd, process_madvise
    number(101, 117), number(310, 270), number(311, 271), number(312, 272), 438, 440,
    # tkill, rt_sigqueueinfo, rt_tgsigqueueinfo, pidfd_send_signal, pidfd_open
    number(200, 130), number(129, 138), number(297, 240), 424, 434,
    # setpriority, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr, ioprio_set
    number(141, 140), number(142, 118), number(144, 119), number(203, 122), number(314, 274), number(251, 30),
    # chmod, fchmod, fchmodat, fchmodat2, chown, fchown, lchown, fchownat
    number(90, 0), number(91, 52), number(268, 53), 452, number(92, 0), number(93, 55), number(94, 0), number(260, 54),
    # utime, utimes, futimesat, utimensat
    number(132, 0), number(235, 0), number(261, 0), number(280, 88),
    # setxattr, lsetxattr, fsetxattr, removexattr, lremovexattr, fremovexattr, setxattrat, removexattrat
    number(188, 5), number(189, 6), number(190, 7), number(197, 14), number(198, 15), number(199, 16), 463, 466,
    # truncate, which Landlock knows from version 3
    number(76, 45),
    # unshare, setns, bpf, perf_event_open, userfaultfd, add_key, request_key, keyctl
    number(272, 97), number(308, 268), number(321, 280), number(298, 241), number(323, 282),
    number(248, 217), number(249, 218), number(250, 219),
  );
  my ($allow, $refuse, $missing) = (0x7fff0000, 0x00050001, 0x00050026);
  my @code;
  my $add = sub { push @code, pack('SCCL', @_) };
  my $load = sub { $add->(0x20, 0, 0, $_[0]) };
  my $answer = sub { $add->(0x06, 0, 0, $_[0]) };
  # Calls of another architecture, and those of x32, have other numbers.
  $load->(4);
  $add->(0x15, 1, 0, $audit);
  $answer->($refuse);
  $load->(0);
  $add->(0x35, 0, 1, 0x40000000);
  $answer->($refuse);
  for my $call (@denied) {
    $add->(0x15, 0, 1, $call);
    $answer->($refuse);
  }
  # clone3 has its flags in memory, where a filter can't look. Without it, libraries use clone.
  $add->(0x15, 0, 1, 435);
  $answer->($missing);
  # clone makes threads only (CLONE_THREAD).
  if (!$forks) {
    $add->(0x15, 0, 4, number(56, 220));
    $load->(16);
    $add->(0x45, 1, 0, 0x00010000);
    $answer->($refuse);
    $answer->($allow);
  }
  # kill, tgkill and prlimit64 reach this process only, whose ID the program keeps.
  for my $call (number(62, 129), number(234, 131), $prlimit) {
    $add->(0x15, 0, 5, $call);
    $load->(16);
    $add->(0x15, 2, 0, $$);
    $add->(0x15, $call == $prlimit ? 1 : 0, 0, 0) ;
    $answer->($refuse);
    $answer->($allow);
  }
  $answer->($allow);
  my $filter = join('', @code);
  my $program = pack('S x6 P', scalar(@code), $filter);
  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER.
  return syscall($prctl, 22, 2, $program, 0, 0);
}
