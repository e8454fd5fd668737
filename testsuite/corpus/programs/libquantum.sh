# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=sh disable=SC2016,SC2034,SC2154,SC2164 # see ../run
package=libquantum=1.1.1-8
sha256=d8e3c4407076558f87640f1e618501ec85bc5f4c5a84db4117ceaec7105046e5
language=C
program=grover
output=995b12f24670fb476c4a3905de3c774e2168283462ad8776deda401343a79eab

# Build without OpenMP.  Its threads busy-wait, which makes noise that hides the effects
# of layouts.
build() {
	./configure --disable-openmp --disable-shared
	make -j"$JOBS"
	make -j"$JOBS" shor grover
}

# Do not run shor: its measurements depend on the time of day.
workload() {
	"$1" 21 7
}
