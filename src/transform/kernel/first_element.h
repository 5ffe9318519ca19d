/* Where a tile begins. */
#pragma once
#include <glib.h>
#include <isl/aff.h>
#include <isl/set.h>

/* One expression of the parameters that is nowhere behind the first of the elements along subscript d, and from which there are
 * as few of them as can be. NULL: there is none. */
__isl_give isl_pw_aff *ihop_first_element (__isl_keep isl_set *elements, guint d);
