/* Which schemas there are, and how a store gets them. */
#pragma once
#include "store/database.h"

/* Each of these schemas at its newest version, or nothing changed. */
gboolean ihop_schemas_apply (IhopStore *store, const char *const *names, gboolean read_only,
                             GError **error);
/* Names of all schemas that this program knows; NULL-terminated. */
const char *const *ihop_store_schemas (void);
/* The version of a schema in this store; 0: it is not there. */
int ihop_store_version (IhopStore *store, const char *schema);
