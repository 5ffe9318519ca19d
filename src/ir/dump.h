/* The tree as JSON, for tests and for people who wonder what ihop saw. */
#pragma once
#include "ir/tree.h"

char *ihop_dump_json (const IhopTree *tree);
