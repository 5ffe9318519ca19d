/* What an owner can vouch for where the analysis cannot know: settings made of a remedy, and what they would free. */
#pragma once
#include "project/settings.h"
#include "project/snapshot.h"

/* The settings with what the remedy asks to be asserted. NULL: it asks for nothing of the kind. Caller frees. */
IhopSettings *ihop_vouch_settings (const IhopSettings *settings, const IhopMessage *remedy);
/* The remedy is to say something of which only the owner knows what. */
gboolean ihop_vouch_is_open (const IhopMessage *remedy);
/* "I vouch that no two elements of p are equal", in the user's language; only where there are such settings. Caller frees. */
char *ihop_vouch_title (const IhopMessage *remedy);
/* How many loops are parallel under these settings that are not under the snapshot's. Slow, for workers. */
guint ihop_vouch_frees (IhopSnapshot *snapshot, const IhopSettings *settings);
