/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "wrapper/line/ldoptions.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/*
 * The long options of GNU ld, as `ld --help` of 2.40 and 2.47 lists them, and
 * its one-letter options that take an argument.  A long option may have one
 * dash or two.  It may be abbreviated if no other option begins with the same
 * letters.  A word with a dash that is neither in this table nor in other_table
 * is an option without an argument.  Both tables are sorted by name for
 * bsearch(); testsuite/unit/ldargs.c checks the order.
 */
static const struct rcc_ld_option option_table[] = {
	{"(", RCC_OPT_NONE, RCC_OPT_GROUP},
	{")", RCC_OPT_NONE, RCC_OPT_END_GROUP},
	{"A", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"Bdynamic", RCC_OPT_NONE, RCC_OPT_DYNAMIC},
	{"Bno-symbolic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"Bshareable", RCC_OPT_NONE, RCC_OPT_SHARED},
	{"Bstatic", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"Bsymbolic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"Bsymbolic-functions", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"EB", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"EL", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"F", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"G", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"I", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"L", RCC_OPT_JOINED, RCC_OPT_SEARCH},
	{"M", RCC_OPT_NONE, RCC_OPT_LISTS},
	{"Map", RCC_OPT_SEPARATE, RCC_OPT_MAP},
	{"N", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"O", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"P", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"Qy", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"R", RCC_OPT_JOINED, RCC_OPT_READS},
	{"T", RCC_OPT_JOINED, RCC_OPT_SCRIPT},
	{"Tbss", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Tdata", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Tldata-segment", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Trodata-segment", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Ttext", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Ttext-segment", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"Ur", RCC_OPT_NONE, RCC_OPT_RELOCATABLE},
	{"Y", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"a", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"accept-unknown-input-arch", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"allow-multiple-definition", RCC_OPT_NONE, RCC_OPT_MULDEFS},
	{"allow-shlib-undefined", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"architecture", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"as-needed", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"assert", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"audit", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"auxiliary", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"b", RCC_OPT_JOINED, RCC_OPT_FORMAT},
	{"build-id", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"c", RCC_OPT_JOINED, RCC_OPT_READS},
	{"call_shared", RCC_OPT_NONE, RCC_OPT_DYNAMIC},
	{"check-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"compress-debug-sections", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"copy-dt-needed-entries", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"cref", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"ctf-share-types", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"ctf-variables", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dT", RCC_OPT_SEPARATE, RCC_OPT_SCRIPT},
	{"dc", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"default-imported-symver", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"default-script", RCC_OPT_SEPARATE, RCC_OPT_SCRIPT},
	{"default-symver", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"defsym", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"demangle", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"depaudit", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"dependency-file", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"disable-multiple-abs-defs", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"disable-new-dtags", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"discard-all", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"discard-locals", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"discard-none", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dll-verbose", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dn", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"dp", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dy", RCC_OPT_NONE, RCC_OPT_DYNAMIC},
	{"dynamic-linker", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"dynamic-list", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"dynamic-list-cpp-new", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dynamic-list-cpp-typeinfo", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"dynamic-list-data", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"e", RCC_OPT_JOINED, RCC_OPT_ENTRY},
	{"eh-frame-hdr", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"embedded-relocs", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"emit-relocs", RCC_OPT_NONE, RCC_OPT_LISTS},
	{"enable-new-dtags", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"enable-non-contiguous-regions", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"enable-non-contiguous-regions-warnings", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"end-group", RCC_OPT_NONE, RCC_OPT_END_GROUP},
	{"entry", RCC_OPT_SEPARATE, RCC_OPT_ENTRY},
	{"error-handling-script", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"error-unresolved-symbols", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"exclude-libs", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"export-dynamic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"export-dynamic-symbol", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"export-dynamic-symbol-list", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"f", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"fatal-warnings", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"filter", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"fini", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"flto", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"flto-partition", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"force-exe-suffix", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"force-group-allocation", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"format", RCC_OPT_SEPARATE, RCC_OPT_FORMAT},
	{"fuse-ld", RCC_OPT_SEPARATE, RCC_OPT_USE_LINKER},
	{"gc-keep-exported", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"gc-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"gpsize", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"h", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"hash-size", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"hash-style", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"help", RCC_OPT_NONE, RCC_OPT_INFORMATION},
	{"i", RCC_OPT_NONE, RCC_OPT_RELOCATABLE},
	{"ignore-unresolved-symbol", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"init", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"just-symbols", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"l", RCC_OPT_JOINED, RCC_OPT_LIBRARY},
	{"ld-generated-unwind-info", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"library", RCC_OPT_SEPARATE, RCC_OPT_LIBRARY},
	{"library-path", RCC_OPT_SEPARATE, RCC_OPT_SEARCH},
	{"m", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"map-whole-files", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"max-cache-size", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"mri-script", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"n", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"nmagic", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"no-accept-unknown-input-arch", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-allow-shlib-undefined", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-as-needed", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-check-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-copy-dt-needed-entries", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-ctf-variables", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-define-common", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-demangle", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-dynamic-linker", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-eh-frame-hdr", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-export-dynamic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-fatal-warnings", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-gc-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-keep-memory", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-ld-generated-unwind-info", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-map-whole-files", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-omagic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-pie", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-print-gc-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-print-map-discarded", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-relax", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-strip-discarded", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-undefined", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-undefined-version", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-warn-execstack", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-warn-mismatch", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-warn-rwx-segments", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-warn-search-mismatch", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-warnings", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-whole-archive", RCC_OPT_NONE, RCC_OPT_NO_WHOLE},
	{"noinhibit-exec", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"noinhibit_exec", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"non_shared", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"nostdlib", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"o", RCC_OPT_JOINED, RCC_OPT_OUTPUT},
	{"oformat", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"omagic", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"orphan-handling", RCC_OPT_SEPARATE, RCC_OPT_LISTS},
	{"out-implib", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"output", RCC_OPT_SEPARATE, RCC_OPT_OUTPUT},
	{"package-metadata", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"pic-executable", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"pie", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"plugin", RCC_OPT_SEPARATE, RCC_OPT_PLUGIN},
	{"plugin-opt", RCC_OPT_SEPARATE, RCC_OPT_PLUGIN_OPTION},
	{"pop-state", RCC_OPT_NONE, RCC_OPT_POP},
	{"print-gc-sections", RCC_OPT_NONE, RCC_OPT_LISTS},
	{"print-map", RCC_OPT_NONE, RCC_OPT_LISTS},
	{"print-map-discarded", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"print-memory-usage", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"print-output-format", RCC_OPT_NONE, RCC_OPT_INFORMATION},
	{"print-sysroot", RCC_OPT_NONE, RCC_OPT_INFORMATION},
	{"push-state", RCC_OPT_NONE, RCC_OPT_PUSH},
	{"q", RCC_OPT_NONE, RCC_OPT_LISTS},
	{"qmagic", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"r", RCC_OPT_NONE, RCC_OPT_RELOCATABLE},
	{"reduce-memory-overheads", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"relax", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"relocatable", RCC_OPT_NONE, RCC_OPT_RELOCATABLE},
	{"remap-inputs", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"remap-inputs-file", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"require-defined", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"retain-symbols-file", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"rpath", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"rpath-link", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"s", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"script", RCC_OPT_SEPARATE, RCC_OPT_SCRIPT},
	{"section-ordering-file", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"section-start", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"shared", RCC_OPT_NONE, RCC_OPT_SHARED},
	{"soname", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"sort-common", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"sort-section", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"sort_common", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"spare-dynamic-tags", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"split-by-file", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"split-by-reloc", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"start-group", RCC_OPT_NONE, RCC_OPT_GROUP},
	{"static", RCC_OPT_NONE, RCC_OPT_STATIC},
	{"stats", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"strip-all", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"strip-debug", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"strip-discarded", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"sysroot", RCC_OPT_SEPARATE, RCC_OPT_SYSROOT},
	{"target-help", RCC_OPT_NONE, RCC_OPT_INFORMATION},
	{"task-link", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"trace", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"trace-symbol", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"traditional-format", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"u", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"undefined", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"undefined-version", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"unique", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"unresolved-symbols", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"verbose", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"version", RCC_OPT_NONE, RCC_OPT_INFORMATION},
	{"version-exports-section", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"version-script", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"warn-alternate-em", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-common", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-constructors", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-execstack", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-multiple-gp", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-once", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-rwx-segments", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-section-align", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-textrel", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"warn-unresolved-symbols", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"whole-archive", RCC_OPT_NONE, RCC_OPT_WHOLE},
	{"wrap", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"y", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"z", RCC_OPT_JOINED, RCC_OPT_KEYWORD},
};
#define N_OPTIONS (sizeof(option_table) / sizeof(option_table[0]))

/* Options of gold, lld and mold that GNU ld does not have.  They are never
 * abbreviated. */
static const struct rcc_ld_option other_table[] = {
	{"C", RCC_OPT_JOINED, RCC_OPT_PLAIN},
	{"bp-compression-sort", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"bp-startup-sort", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"build-id-chunk-size-for-treehash", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"build-id-min-file-size-for-treehash", RCC_OPT_SEPARATE,
	 RCC_OPT_PLAIN},
	{"call-graph-ordering-file", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"chroot", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"color-diagnostics", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"debug", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"dependent-libraries", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"directory", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"end-lib", RCC_OPT_NONE, RCC_OPT_END_GROUP},
	{"hash-bucket-empty-fraction", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"icf", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"icf-iterations", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"image-base", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"incremental-base", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"incremental-patch", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"keep-unique", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"mllvm", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"no-dependent-libraries", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"no-text-reorder", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"opt-remarks-filename", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"opt-remarks-format", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"opt-remarks-hotness-threshold", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"opt-remarks-passes", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"optimize", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"pack-dyn-relocs", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"print-symbol-counts", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"print-symbol-order", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"reproduce", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"reverse-sections", RCC_OPT_NONE, RCC_OPT_PLAIN},
	{"rosegment-gap", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"shuffle-sections", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"split-stack-adjust-size", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"start-lib", RCC_OPT_NONE, RCC_OPT_LAZY},
	{"stub-group-size", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"symbol-ordering-file", RCC_OPT_SEPARATE, RCC_OPT_READS},
	{"target2", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"thread-count", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"thread-count-final", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"thread-count-initial", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"thread-count-middle", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"threads", RCC_OPT_OPTIONAL, RCC_OPT_PLAIN},
	{"time-trace-file", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
	{"time-trace-granularity", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"undefined-glob", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"warn-backrefs-exclude", RCC_OPT_SEPARATE, RCC_OPT_PLAIN},
	{"why-extract", RCC_OPT_SEPARATE, RCC_OPT_WRITES},
};
#define N_OTHERS (sizeof(other_table) / sizeof(other_table[0]))

static int by_name(const void *key, const void *option)
{
	return strcmp(key, ((const struct rcc_ld_option *)option)->name);
}

static const struct rcc_ld_option *find_option(const char *name, size_t len)
{
	const struct rcc_ld_option *found;
	char key[48];

	if (len == 0 || len >= sizeof(key))
		return NULL;
	memcpy(key, name, len);
	key[len] = '\0';
	found = bsearch(key, option_table, N_OPTIONS, sizeof(option_table[0]),
			by_name);
	if (found == NULL)
		found = bsearch(key, other_table, N_OTHERS,
				sizeof(other_table[0]), by_name);
	return found;
}

/* Find the option that begins with `name`.  Returns NULL if there is none, or
 * if there are several that do not all mean the same.  ld rejects such an
 * ambiguous abbreviation. */
static const struct rcc_ld_option *find_abbreviated(const char *name,
						    size_t len)
{
	const struct rcc_ld_option *found = NULL;

	for (size_t i = 0; i < N_OPTIONS && len > 1; i++) {
		const struct rcc_ld_option *o = &option_table[i];

		if (strncmp(o->name, name, len) != 0 ||
		    o->argument == RCC_OPT_JOINED)
			continue;
		if (found != NULL && (o->meaning == RCC_OPT_PLAIN ||
				      found->meaning != o->meaning ||
				      found->argument != o->argument))
			return NULL;
		found = o;
	}
	return found;
}

/*
 * ld parses its options with getopt_long_only().  It first looks for the word
 * among the long names, after one dash or two (-entry is --entry).  If there is
 * no such name, ld reads a word with one dash as a letter and its value.
 *
 * There are two exceptions after one dash: a word that begins with `o` is
 * -oFILE, and a word that begins with `l` is -lNAME.
 */
const struct rcc_ld_option *rcc_ldoptions_match(const char *word,
						const char **value)
{
	bool two_dashes = word[1] == '-';
	const char *name = word + (two_dashes ? 2 : 1);
	size_t len = strcspn(name, "=");
	const struct rcc_ld_option *option = NULL;
	bool is_letter = !two_dashes && strchr("ol", name[0]) != NULL;

	*value = NULL;
	if (!is_letter || name[1] == '\0')
		option = find_option(name, len);
	if (option == NULL && !is_letter)
		option = find_abbreviated(name, len);
	if (option != NULL && (option->argument != RCC_OPT_JOINED ||
			       (len == 1 && name[1] == '\0'))) {
		if (name[len] == '=')
			*value = name + len + 1;
		return option;
	}
	if (two_dashes)
		return NULL;
	option = find_option(name, 1);
	if (option == NULL || option->argument != RCC_OPT_JOINED)
		return NULL;
	if (name[1] != '\0')
		*value = name + 1;
	return option;
}
