/* Variables that hold one number for as long as the program runs: "const int n = 64;" at file scope, and
 * "static int n = 64;" where nothing in the file sets it or takes its address. And those that hold one of a few: a
 * static variable that is only ever set to constants. */
#pragma once
#include "analysis/program/facts.h"

/* All that a variable may hold, of gint64, which every integer type of its size and above agrees about; at least one,
 * and the first is what it starts with. NULL: not known. Belongs to the facts. */
const GArray *ihop_fixed_numbers (IhopFacts *facts, const IhopSymbol *symbol);
/* FALSE: it may hold others, or its number is not known. */
gboolean ihop_fixed_number (IhopFacts *facts, const IhopSymbol *symbol, gint64 *number);
/* Whether numbers of this type stay what they are: it has at least 32 bits, and room for this one. */
gboolean ihop_fixed_fits (const IhopType *type, gint64 number);
/* Whether an object of this type, or an element of it, is const. */
gboolean ihop_fixed_is_const (const IhopType *type);
/* The IHOP_VARIABLE of an object with static storage that has an initializer, in whichever file; NULL: none has. */
const IhopNode *ihop_fixed_declaration (IhopFacts *facts, const IhopSymbol *symbol);
/* Whether an object, an array included, is defined const in what is read here, so that whatever is written, it is not:
 * "const double dt = 0.1;", "static const int offset[3] = …;". It holds numbers alone: what a pointer in it leads to
 * may well be written. */
gboolean ihop_fixed_is_read_only (IhopFacts *facts, const IhopSymbol *symbol);
