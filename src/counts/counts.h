/* What a run has asked of a card, as a page for people and as JSON: the engine's counts (simt/count/counter.h), with what
 * a description of a card (data/gpu) makes of them.
 *
 * They are counts of PTX: the machine code that ptxas makes of it has other instructions, fewer loads where
 * registers serve, and more where they do not suffice. What memory is asked for by each request is exact. */
#pragma once
#include <glib.h>

typedef struct IhopCounts IhopCounts;

/* What a program is started with to find a card with the multiprocessors of this one, which launches grids whose blocks wait for each other
 * if this one does; as below. */
char **ihop_counts_take_card (char **environment, const char *gpu, GError **error);
/* What a program is started with to be counted: variables for its environment, set in "environment", which is given back
 * as by g_environ_setenv. "folder" is empty and takes what is counted. NULL and an error: there is no such card. */
char **ihop_counts_prepare (char **environment, const char *folder, const char *gpu, GError **error);
/* What is in the folder when the program has ended, all processes together. NULL and an error: nothing is. Registers are
 * asked of ptxas where it is installed. "gpu" may be NULL: the default. */
IhopCounts *ihop_counts_read (const char *folder, const char *gpu, GError **error);
void ihop_counts_free (IhopCounts *counts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopCounts, ihop_counts_free)

/* Caller frees. The shape of the JSON is told in doc/command-line.md. */
char *ihop_counts_to_text (const IhopCounts *counts);
char *ihop_counts_to_json (const IhopCounts *counts);
