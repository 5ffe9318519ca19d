/* Pages for man, from the commands' tables. */
#pragma once
#include "cli/describe.h"

/* ihop.1 (NULL) or ihop-COMMAND.1, for troff. Caller frees. */
char *ihop_man_page (const IhopCommand *command);
