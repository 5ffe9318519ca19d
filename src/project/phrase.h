/* What the engine says, in the language of the window.
 *
 * The engine speaks English, also in files that must have the same bytes everywhere. For the window its
 * sentences are known as patterns (phrases.c), which translators find in po/; a sentence is recognized by its
 * pattern, and what stands in the gaps is put into the translated one. What is not known stays English. */
#pragma once
#include <glib.h>

/* Caller frees. NULL gives NULL. */
char *ihop_phrase (const char *english);
/* The patterns (with %s, %u, %d); ends with NULL. */
extern const char *const ihop_phrases[];
