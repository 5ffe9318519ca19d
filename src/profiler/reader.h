/* What reading values and reading addresses share; see affine.h. */
#pragma once
#include "analysis/program/facts.h"
#include "profiler/form.h"

/* A deep chain of definitions, or one that doubles at each link, is not worth following. */
#define IHOP_READER_STEPS 20000

typedef struct _IhopReader IhopReader;
struct _IhopReader
{
  IhopFacts *facts;        /* or NULL */
  const IhopFunction *function;
  GHashTable *locals;      /* of IhopSymbol *: declared inside the body */
  GHashTable *definitions; /* IhopSymbol * → GSList of the expressions it gets inside the body; &many among them:
                              what else it gets is not known */
  GHashTable *bound;       /* IhopSymbol * → IhopForm *, owned */
  GHashTable *parameters;  /* IhopSymbol * → number, for stand-ins */
  guint depth, steps;
};

/* As ihop_reader_value and ihop_reader_address, inside of a longer reading. */
IhopForm ihop_reader_read (IhopReader *reader, const IhopNode *expression);
IhopForm ihop_reader_read_address (IhopReader *reader, const IhopNode *lvalue, const IhopSymbol **base);
/* Depends on all counters in no known way. */
IhopForm ihop_reader_worst (IhopReader *reader);
/* The same of the counters in an expression. */
IhopForm ihop_reader_worst_of (IhopReader *reader, const IhopNode *expression);
/* What stands for a value of which nothing is known but that it does not change. */
IhopForm ihop_reader_stand_in (IhopReader *reader, gconstpointer key);
/* The one expression that a variable gets inside the body; NULL: none, or (is_known FALSE) several. */
const IhopNode *ihop_reader_definition (const IhopReader *reader, const IhopSymbol *symbol, gboolean *is_known);
