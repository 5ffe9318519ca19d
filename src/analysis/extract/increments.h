/* What a piece of code adds to a variable, by its text: each write of the variable is "x += e", "x = x - e", "x++" or the like, and is made
 * whenever the code runs. What amounts are worth, and how often loops run, is for whoever asks. */
#pragma once
#include "ir/tree.h"

/* Each function is called with "data", for what writes the variable; FALSE ends the walk. */
typedef struct
{
  const IhopSymbol *symbol;
  /* So much is added (sign 1) or taken away (-1); amount NULL: 1. */
  gboolean (*amount) (const IhopNode *amount, int sign, gpointer data);
  /* A for loop: what all of its iterations add. */
  gboolean (*loop) (const IhopNode *loop, gpointer data);
  /* An if: what either of its sides adds. */
  gboolean (*branches) (const IhopNode *branches, gpointer data);
  gpointer data;
} IhopIncrements;

/* FALSE: the node may write the variable in another way, or not each time that it runs. */
gboolean ihop_increments_walk (const IhopIncrements *increments, const IhopNode *node);
/* Whether something in the node writes the variable by its name, or cannot be read. */
gboolean ihop_increments_writes (const IhopNode *node, const IhopSymbol *symbol);
