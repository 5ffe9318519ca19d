/* What checking a run has found (simt/check/find.h), in sentences, as JSON, and as SARIF. */
#pragma once
#include <glib.h>

typedef struct IhopChecks IhopChecks;

/* What a program is started with to be checked: its environment, which is taken and given back as by g_environ_setenv.
 * "folder" is empty and takes what is found. */
char **ihop_checks_prepare (char **environment, const char *folder);
/* What processes have left in the folder when the program has ended. */
IhopChecks *ihop_checks_read (const char *folder);
void ihop_checks_free (IhopChecks *checks);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopChecks, ihop_checks_free)

/* Is anything an error? Notes (races that change nothing, memory that is left) are none. */
gboolean ihop_checks_has_errors (const IhopChecks *checks);
/* Caller frees. The shape of the JSON is told in doc/command-line.md. */
char *ihop_checks_to_text (const IhopChecks *checks);
char *ihop_checks_to_json (const IhopChecks *checks);
/* As SARIF (base/sarif.h): each place of a find is a related location, the first one with a line is the find's own. */
char *ihop_checks_to_sarif (const IhopChecks *checks);
