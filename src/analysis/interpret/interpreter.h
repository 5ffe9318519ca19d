/* The way to a root run with numbers: from the function's entry on, its integer variables hold the values that one run
 * would have, so that a witness can be played through before it is believed. What is not worked out here (memory,
 * floating point, what calls return) is open; where an open value decides which way control takes, it takes the way to
 * the root, each time alike. In the manner of directed testing: Godefroid, Klarlund and Sen, DART, 2005. */
#pragma once
#include "analysis/scop/scop.h"

typedef struct
{
  gboolean is_known;         /* FALSE: open */
  gint64 value;
} IhopNumber;

typedef struct _IhopPlay IhopInterpreter;
struct _IhopPlay
{
  IhopScop *scop;
  GHashTable *wanted;        /* symbol → IhopNumber *: what a witness says; taken where a caller or the input gives a value */
  GHashTable *wanted_memory; /* key of ihop_node_key → IhopNumber *: the same of places in memory */
  guint attempt;             /* 0: all other values are the usual ones; other numbers give others */
  /* Called whenever control comes to the root; TRUE: it is the run that was looked for. */
  gboolean (*arrive) (IhopInterpreter *interpreter, gpointer data);
  gpointer data;

  GHashTable *free;          /* cache for all runs: symbol → whether its first value is anybody's choice, + 1 */
  GHashTable *idle;          /* cache for all runs: loop → whether nothing that it sets is of use behind it, + 1 */
  GHashTable *changes;       /* cache of the program's facts: node → symbol → whether the node may change it */

  GHashTable *held;          /* symbol → IhopNumber *: what has been set or asked for */
  GHashTable *chosen;        /* key of a condition → its outcome + 1 */
  const IhopNode *diverted;  /* the last condition that led away from the root; NULL: none did */
  GPtrArray *called;         /* of const IhopFunction *: whose code runs, innermost last */
  IhopNumber returned;       /* by the function that has run last */
  const IhopSymbol *label;   /* that is being jumped to; NULL: none */
  guint steps;               /* that this run may still make; set by the caller. A longer one has failed */
  gboolean has_failed;       /* something cannot be run: no arrival can be believed any more */
};

/* Whether some arrival was accepted. Sets up and clears "held" itself; "diverted" and "steps" are left for the caller. */
gboolean ihop_interpreter_run (IhopInterpreter *interpreter);
/* What a variable holds where control stands. */
IhopNumber ihop_interpreter_lookup (IhopInterpreter *interpreter, const IhopSymbol *symbol);

/* Runs a function's code; parameters are set. */
void ihop_interpreter_call (IhopInterpreter *interpreter, const IhopFunction *function);

/* interpreter_value.c. The value of an expression, with its effects on variables. */
IhopNumber ihop_interpreter_evaluate (IhopInterpreter *interpreter, const IhopNode *node);
void ihop_interpreter_assign (IhopInterpreter *interpreter, const IhopSymbol *symbol, IhopNumber number);
/* The variable is set to the value of an expression. */
void ihop_interpreter_assign_value (IhopInterpreter *interpreter, const IhopSymbol *symbol, const IhopNode *value,
                                    IhopNumber number);
/* Whatever the node writes is open. */
void ihop_interpreter_havoc (IhopInterpreter *interpreter, const IhopNode *node);
/* The outcome of a condition; an open one is "otherwise", or what it was before. */
gboolean ihop_interpreter_decide (IhopInterpreter *interpreter, const IhopNode *condition, gboolean otherwise);
