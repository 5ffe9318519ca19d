/* What the owner typed into a text that steps have changed, carried back to the text that they own. */
#pragma once
#include <glib.h>

/* owned: as the owner wrote it; stepped: after the steps; typed: stepped with one place changed by the owner.
 * Gives owned with the same change, if it lies in lines that the steps have left as they were (what steps do
 * not touch prints as the owner's bytes, so these are found by comparing). NULL: the steps have made what was
 * changed; *line is then the first such line of stepped. Caller frees. */
char *ihop_carry_back (const char *owned, const char *stepped, const char *typed, guint *line);
