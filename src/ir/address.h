/* Names of loops that people can type: "kernel_gemm/i/j", "f/i#2", "f.c:12:3" (doc/command-line.md). */
#pragma once
#include "ir/tree.h"

typedef struct
{
  const IhopFunction *function;
  const IhopNode *loop;
  const IhopNode *parent;  /* the enclosing loop, or NULL */
  guint depth;             /* 1: outermost */
  char *address;           /* "f/i/j"; while and do loops are called "while" and "do"; a "for"
                              whose iterator cannot be told is called "for" */
} IhopLoopName;

/* Every for, while and do of the tree's main-file functions, in the order of the file.
 * Of IhopLoopName *, owned. The iterator's name: what the init clause or declaration sets, else
 * what the step changes. */
GPtrArray *ihop_address_list (const IhopTree *tree);
/* By "f/i/j" or "FILE:LINE[:COLUMN]" (the innermost loop starting there); NULL: no such loop. */
const IhopLoopName *ihop_address_find (const GPtrArray *names, const char *address);
const IhopLoopName *ihop_address_of (const GPtrArray *names, const IhopNode *loop);
/* The variable a for-loop counts with, by its spelling only; NULL if it cannot be told. */
IhopSymbol *ihop_loop_iterator (const IhopNode *loop);
