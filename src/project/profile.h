/* How often loops run, as a run has shown it: the document of `ihop observe --profile FILE`. */
#pragma once
#include "ir/tree.h"

typedef struct _IhopRunProfile IhopRunProfile;

/* NULL with an error: the file cannot be read, or is no such document. */
IhopRunProfile *ihop_run_profile_read (const char *path, GError **error);
void ihop_run_profile_free (IhopRunProfile *profile); /* accepts NULL */
/* Tells base/trips.h what is known of the loops of a tree. Loops are known by
 * file name, function and iterators, so texts that were changed are known, too. "versions": function → the owner's that it
 * was made of (char *), or NULL. NULL does nothing. */
void ihop_run_profile_apply (const IhopRunProfile *profile, const IhopTree *tree, GHashTable *versions);
