/* A builder: which flags the owner's compiler knows, and what programs are linked with beside their own texts: objects that
 * are compiled once, when ihop is, wherever that compiler makes objects of the same kind. */
#pragma once
#include "check/program.h"

/* NULL with a sentence in *failure when the compiler does not work. The folder must exist. */
IhopBuilder *ihop_builder_new (const IhopCheckOptions *options, char **flags, const char *folder,
                               char **failure);
