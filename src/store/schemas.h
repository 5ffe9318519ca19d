/* Which schemas there are, and how a store gets them. Own to this room. */
#pragma once
#include "store/store.h"

/* Each of these schemas at its newest version, or nothing changed. */
gboolean ihop_schemas_apply (IhopStore *store, const char *const *names, gboolean read_only,
                             GError **error);
