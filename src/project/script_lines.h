/* Lines of a script that are no steps of the catalogue: what a file is prepared for, what its steps rest on, and what is
 * left to the host (project.h, ihop_project_transform). */
#pragma once
#include "project/project.h"

/* "auto", "scop", "target". */
const char *ihop_choice_word (IhopChoose choose);
/* Whether the line begins with "prepare"; *choose: what for. A line that says nothing known is no such line. */
gboolean ihop_script_is_prepare (const char *line, IhopChoose *choose);
/* "f: A, B" for "apart f A B"; NULL: it is no such line. Caller frees. */
char *ihop_script_pair (const char *line);
/* "apart f A B" for "f: A, B". Caller frees. */
char *ihop_script_pair_line (const char *pair);
/* For "host f/i '5.3 ms' '1 ms'", or without the figures; NULL: it is no such line. Caller frees. */
IhopStays *ihop_script_stays (const char *line);
/* Whether the function or the loop is there to be left to the host; if not, a refusal. */
gboolean ihop_script_check_stays (const IhopTree *tree, const IhopStays *stays, IhopDiags *diags);
