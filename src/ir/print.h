/* From the tree back to C: the owner's bytes where they stand, the tree where they do not. */
#pragma once
#include "ir/tree.h"

/* Called for each node before it is printed; returns text to print in its place (caller
 * of the printer's concern: freed after use), or NULL to print the node as usual. The text is
 * taken as it is: an expression brings its own parentheses, a statement its ";", a VARIABLE is
 * "int i_new = 0" without. May be called more than once for a node by nested printing; must then
 * answer the same. Where a node cannot be exchanged (in inline assembly, say), the identifier
 * ihop_cannot_print_this comes out, so that no wrong program compiles. */
typedef char *(*IhopReplace) (const IhopNode *node, gpointer data);

typedef struct _IhopPrinter IhopPrinter;
struct _IhopPrinter
{
  IhopReplace replace; /* or NULL */
  gpointer data;
  gboolean expand_macros; /* print from the tree always: for places where the owner's macros
                             have another meaning, or none */
  const char *indent;  /* what new lines begin with; NULL: "" */
  gboolean keep_comments; /* those of statements that have lost their layout go with them, once each */
};

/* The whole main file: bytes of the source with changed function bodies spliced in. For a tree
 * fresh from the front end this is the file, byte for byte. Caller frees. */
char *ihop_print_tree (const IhopTree *tree);
/* A function that was changed, or is new, and whose text has no place in the file: a macro makes the owner's
 * function together with other things, and ihop_print_tree leaves that as it stands. NULL: there is none. */
const IhopFunction *ihop_print_unreached (const IhopTree *tree);
/* One node. A node whose range is known and below which nothing is replaced prints as its bytes;
 * if something below is replaced and the parts' ranges are known, the bytes with those parts
 * exchanged; otherwise from the tree, with the parentheses that C's precedence needs.
 * printer may be NULL. Caller frees. */
char *ihop_print_node (const IhopNode *node, const IhopPrinter *printer);
/* The same for a text that will stand where the node (or what it was made from) stands in the
 * file. An #if that begins or ends outside of these bytes does so in the text, too; from
 * ihop_print_node each #if comes with its #endif. */
char *ihop_print_in_place (const IhopNode *node, const IhopPrinter *printer);
/* Lines of "text" moved from the indentation "from" to "to". Caller frees. */
char *ihop_print_reindent (const char *text, const char *from, const char *to);
/* ihop_type_declare with the printer's "replace" at work on the extents. printer may be NULL.
 * Caller frees. */
char *ihop_print_declare (const IhopType *type, const char *name, const IhopPrinter *printer);
/* What stands before a function's body: "static double f (int n, double A[n])". Caller frees. */
char *ihop_print_function_head (const IhopFunction *function);
