# SPDX-License-Identifier: GPL-3.0-or-later
# Unit tests of analyse.
$(eval $(call room_test,analyse_dataset,analyse stats,-ljansson))
