/* New statements and variables. */
#pragma once
#include "transform/build/build.h"

const IhopNode *ihop_make_statement (IhopBuild *build, const IhopNode *expression);
/* "left OP= right;", with IHOP_OP_NONE "left = right;" */
const IhopNode *ihop_make_assignment (IhopBuild *build, IhopOperator op, const IhopNode *left,
                                      const IhopNode *right);
/* Adds such a statement to a list. */
void ihop_append_assignment (IhopBuild *build, GPtrArray *into, IhopOperator op, const IhopNode *left,
                             const IhopNode *right);
/* initializer may be NULL. */
const IhopNode *ihop_make_declaration (IhopBuild *build, IhopSymbol *symbol,
                                       const IhopNode *initializer);
/* otherwise may be NULL. */
const IhopNode *ihop_make_if (IhopBuild *build, const IhopNode *condition, const IhopNode *then,
                              const IhopNode *otherwise);
/* "#pragma WORDS" of ours. */
const IhopNode *ihop_make_mark (IhopBuild *build, const char *words);

/* A block of these statements; a single one that declares nothing stays alone. Takes the array. */
const IhopNode *ihop_make_body (IhopBuild *build, GPtrArray *statements);
/* "for (iterator = lower; iterator RELATION bound; iterator += step) body"; with "declared" the head declares the
 * iterator. Messages about the loop point at "like". */
const IhopNode *ihop_make_for (IhopBuild *build, const IhopNode *like, IhopSymbol *iterator,
                               gboolean declared, const IhopNode *lower, IhopOperator relation,
                               const IhopNode *bound, gint64 step, const IhopNode *body);
/* The head of a loop as the owner wrote it around another body. */
const IhopNode *ihop_make_loop_like (IhopBuild *build, const IhopNode *loop, const IhopNode *body);

/* A new variable of the function: declared like another one (NULL: like none) but for its type (NULL: that too) and for a name that
 * nothing in the function has: "it", "it2". */
IhopSymbol *ihop_make_variable (IhopBuild *build, const IhopSymbol *like, const IhopType *type,
                                const char *name);
/* The same for a loop's own iterator around this code: a name that only iterators of other loops have, which do not
 * hold that code, may be used again. */
IhopSymbol *ihop_make_iterator (IhopBuild *build, const IhopSymbol *like, const IhopType *type, const char *name,
                                const IhopNode *code);
