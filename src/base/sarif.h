/* SARIF 2.1.0 (OASIS standard): what editors and code hosts show beside the source. A document is a list of results: each
 * has a rule (the id of a diagnostic), a sentence and a place, and places that belong to it. */
#pragma once
#include "base/message.h"

typedef struct IhopSarif IhopSarif;

IhopSarif *ihop_sarif_new (void);
void ihop_sarif_free (IhopSarif *sarif);
/* "rule" and "level" ("note", "warning", "error") are static; takes the message; "path" is copied (NULL: no place). Line 0:
 * the whole file; column 0: the first. */
void ihop_sarif_add (IhopSarif *sarif, const char *rule, const char *level, IhopMessage *message, const char *path, guint line,
                     guint column);
/* One more place of the last result, and what is there. Takes the message. */
void ihop_sarif_relate (IhopSarif *sarif, IhopMessage *message, const char *path, guint line);
/* The document, of which the caller owns the text. Frees sarif. */
char *ihop_sarif_finish (IhopSarif *sarif);
