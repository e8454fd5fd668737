# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2034,SC2154 # see run
#
# Functions for the drivers of suites of programs, doc/study/run and
# doc/evidence/run: the folder of an experiment and its study file.
#
# The caller sets $top, $randcc_build, $study (where experiments are kept), $here (its
# own folder, with suite.yaml), $scripts (those that the suite calls, in $here) and $all
# (its benchmarks).  It sources testsuite/corpus/sources.sh, and defines
#	make_inputs SIZE	make the inputs of $name in the current folder; $work is
#				that folder, and $work/tree has the sources
#	new_settings		print the lines of $name for the study file

# Print the benchmarks as words; none if there is no file yet.
benchmarks_in() { # FILE
	[ ! -e "$1" ] || "$top/doc/study/benchmarks" "$1" | tr '\n' ' '
}

# Stop unless every name is one of $all.
check_benchmarks() { # NAME...
	for name; do
		case " $all" in
		*" $name "*) ;;
		*)
			echo "study: no benchmark \"$name\": $all" >&2
			exit 2
			;;
		esac
	done
}

# A program whose source or needed command is missing is left out by name.
can_be_had() {
	read_recipe
	find_source || {
		echo "study: $name left out: no source ($package)" >&2
		return 1
	}
	for command in $needs; do
		command -v "$command" >/dev/null || {
			echo "study: $name left out: no $command" >&2
			return 1
		}
	done
}

# Print a study file's settings of the benchmark $name.
settings_in() { # FILE
	sed -n "/^benchmarks:/,\$ {
		/^  $name:/,/^  [a-z]/ { /^  $name:/p; /^    /p; }
	}" "$1"
}

# Make the folder of an experiment: the study file, and the inputs of each
# benchmark.  A suite may grow, but not shrink: the benchmarks of earlier calls stay
# as they are, and those of this one are added.
prepare() { # EXPERIMENT SIZE [BENCHMARK...]
	folder=$study/$1
	size=$2
	shift 2
	mkdir -p -- "$folder"
	had=$(benchmarks_in "$folder/suite.yaml")
	for script in $scripts; do
		ln -sfn -- "$here/$script" "$folder/$script"
	done
	sed '/^benchmarks:/q' "$here/suite.yaml" >"$folder/suite.yaml.new"
	for name in $all; do
		work=$folder/$name
		case " $had| $* " in
		*" $name "*"|"*)
			settings_in "$folder/suite.yaml" \
				>>"$folder/suite.yaml.new"
			continue
			;;
		*" $name "*) ;;
		*) continue ;;
		esac
		mkdir -p -- "$work"
		can_be_had || continue
		unpack
		(cd -- "$work" && make_inputs "$size")
		new_settings >>"$folder/suite.yaml.new"
	done
	mv -- "$folder/suite.yaml.new" "$folder/suite.yaml"
}
