/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/build/place.h"

#include <stdlib.h>

void rcc_place_release(struct rcc_place *place)
{
	free(place->program);
	free(place->library_path);
	rcc_strvec_release(&place->from);
	rcc_strvec_release(&place->to);
	*place = (struct rcc_place){0};
}
