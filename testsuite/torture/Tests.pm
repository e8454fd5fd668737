# SPDX-License-Identifier: GPL-3.0-or-later
#
# Find gcc's own tests for testsuite/torture/run, and choose those to run.  DejaGnu
# directives in a test say which files and flags it needs.
package Tests;

use strict;
use warnings;
use Digest::MD5 qw(md5_hex);
use Exporter qw(import);
use File::Basename qw(basename dirname);
use File::Path qw(make_path);

our @EXPORT = qw(number files_in has slurp unpack_tests find_tests);

# The arguments of find_tests().
my $chosen;

# Return a number that follows from the words alone, for choices that are the same in
# every run.
sub number { return hex substr(md5_hex(join "\0", @_), 0, 8) }

# The files of a folder whose names match the pattern.
sub files_in {
	my ($folder, $pattern) = @_;
	opendir my $list, $folder or return;
	return map { "$folder/$_" } sort grep { /$pattern/ } readdir $list;
}

# Is the command in PATH?
sub has {
	my ($tool) = @_;
	return grep { -x "$_/$tool" } split /:/, $ENV{PATH};
}

sub slurp {
	my ($file) = @_;
	open my $in, '<', $file or return '';
	local $/;
	return scalar(<$in>) // '';
}

# Unpack the tests into a folder, once; return whether they are there.  The file
# .complete in it names the tarball.
sub unpack_tests {
	my ($tests) = @_;
	my $complete = "$tests/.complete";
	return 1 if -e $complete;
	chomp(my $major = `gcc -dumpversion`);
	$major =~ s/\..*//;
	my $source = $ENV{SOURCES} || "/usr/src/gcc-$major";
	my ($tarball) = files_in($source, qr/^gcc-\Q$major\E.*\.tar\.xz$/);
	return 0 unless defined $tarball;
	make_path($tests);
	my @folders = map { "gcc-*/gcc/testsuite/$_" }
		qw(gcc.c-torture/execute gcc.dg/lto g++.dg gfortran.dg);
	system('tar', '-x', '-f', $tarball, '-C', $tests,
		'--strip-components=3', '--wildcards', @folders) == 0
		or die "torture: cannot unpack \"$tarball\"\n";
	open my $done, '>', $complete or die "$tests: $!\n";
	print $done "$tarball\n";
	return 1;
}

# The words of a directive's argument: "-O2 -g", {-O2 -g} or -g.
sub words {
	my ($text) = @_;
	$text =~ s/^\s+//;
	return split ' ', $1 if $text =~ /^"([^"]*)"/ || $text =~ /^\{([^}]*)\}/;
	return split ' ', $text;
}

# Return the arguments of all directives { dg-NAME ARG }, except directives that are for
# some targets only.
sub directives {
	my ($text, $name) = @_;
	my @found;
	while ($text =~ /\{\s*$name\s+((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}/g) {
		my $argument = $1;
		push @found, $argument unless $argument =~ /\btarget\b/;
	}
	return @found;
}

sub options_of {
	my ($text) = @_;
	my @options = map { words($_) } directives($text,
		'dg-(?:additional-)?options');
	# Options for paths of gcc's own tree and for dump files do not apply here.
	return grep { !/^-(?:B|I|o$|save-temps|fdump|fplugin)/ } @options;
}

# Return the name, files, language and options of a test that consists of one file, or
# the reason why the test is skipped.
sub single {
	my ($path, $language) = @_;
	my $file = "$chosen->{folder}/$path";
	my $text = slurp($file);
	my @files = ($file);
	unless ($path =~ /^gcc\.c-torture/) {
		return 'kind' unless $text =~ /\{\s*dg-do\s+run\b/;
		push @files, map { dirname($file) . "/$_" }
			map { words($_) } directives($text,
			'dg-additional-sources');
	}
	# These need a library of replacements and a common main().
	if ($path =~ m{/builtins/}) {
		return 'kind' if $path =~ m{/lib/|-lib\.c$};
		push @files, $file =~ s/\.c$/-lib.c/r,
			dirname($file) . '/lib/main.c';
	}
	return { name => $path, files => \@files, language => $language,
		options => [options_of($text)], sets => $chosen->{flags} };
}

# Return the name, files, language and options of a test that links several files:
# NAME_0.c, NAME_1.c and so on.  Return the reason if the test is skipped.
sub several {
	my ($path, $language) = @_;
	my $stem = basename($path) =~ s/_0\.\w+$//r;
	my $file = "$chosen->{folder}/$path";
	my $text = slurp($file);
	return 'kind' if $text =~ /\{\s*dg-lto-do\s+assemble/;
	my ($sets) = directives($text, 'dg-lto-options');
	$sets = '' unless defined $sets;
	my @sets = $sets =~ /^\s*\{\s*["{]/
		? $sets =~ /["{]([^"{}]+)["}]/g : join ' ', words($sets);
	my @link = map { words($_) } directives($text, 'dg-extra-ld-options');
	my $all = @sets;
	@sets = grep { !/fdump|-save-temps/ } @sets;
	my $dumps = $all - @sets;
	@sets = ('-O2 -flto') unless @sets && $sets[0] =~ /\S/;
	return { name => $path, language => $language, options => [],
		files => [files_in(dirname($file), qr/^\Q$stem\E_[0-9].*\./)],
		link => \@link,
		sets => \@sets, dumps => $dumps };
}

# Return whether a test is in the sample, which has one test in `every`.
sub is_chosen {
	my ($path, $every) = @_;
	return number($path) % $every == 0;
}

# Return a hash and a list: the numbers of skipped tests by reason and language, and the
# chosen tests.  The argument is a hash with these keys:
#
#	folder		the folder of the tests
#	only		the only suite to take tests from; may be missing
#	wanted		names of tests; if there are none, a sample is taken
#	sample, share	the sample has one test in `sample`, and of C++ and Fortran one
#			in `sample` * `share`
#	flags		the flags of tests that have none of their own
#	compilers, names	by language: c, C or f
sub find_tests {
	($chosen) = @_;
	my $wanted = $chosen->{wanted};
	my $tests = $chosen->{folder};
	my %skipped;
	my @found;
	my @suites = (
		['gcc.c-torture/execute', 'c', 'c', \&single],
		['gcc.dg/lto', 'c', 'c', \&several],
		['g++.dg', 'C', 'C', \&single],
		['gfortran.dg', '[fF]\d*', 'f', \&single],
	);
	for my $suite (@suites) {
		my ($folder, $extension, $language, $make) = @$suite;
		next if $chosen->{only} && $folder ne $chosen->{only};
		open my $list, '-|', 'find', "$tests/$folder", '-type', 'f' or die;
		my @files = sort map { chomp; substr $_, 1 + length $tests } <$list>;
		for my $path (grep { /\.$extension$/ } @files) {
			my $maker = $make;
			if ($path =~ m{/lto/}) {
				next unless $path =~ /_0\.\w+$/;
				$maker = \&several;
			}
			next if %$wanted && !$wanted->{$path};
			my $every = $chosen->{sample} *
				($language eq 'c' ? 1 : $chosen->{share});
			next unless %$wanted || is_chosen($path, $every);
			my $test = $maker->($path, $language);
			my $compiler = $chosen->{compilers}{$language}[0];
			my $name = $chosen->{names}{$language};
			$test = "no $compiler" if ref $test && !has($compiler);
			if (ref $test) {
				push @found, $test;
				$skipped{"flags that dump, $name"} +=
					$test->{dumps} if $test->{dumps};
			} else {
				$skipped{"$test, $name"}++;
			}
		}
	}
	return (\%skipped, @found);
}

1;
