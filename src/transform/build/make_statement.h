/* New statements and variables. */
#pragma once
#include "transform/build/build.h"

/* Statements. */
const IhopNode *ihop_make_mark (IhopBuild *build, const char *words);
const IhopNode *ihop_make_statement (IhopBuild *build, const IhopNode *expression);
/* "left OP= right;", with IHOP_OP_NONE "left = right;" */
const IhopNode *ihop_make_assignment (IhopBuild *build, IhopOperator op, const IhopNode *left, const IhopNode *right);
/* Adds that to a list of statements. */
void ihop_append_assignment (IhopBuild *build, GPtrArray *into, IhopOperator op, const IhopNode *left, const IhopNode *right);
const IhopNode *ihop_make_declaration (IhopBuild *build, IhopSymbol *symbol,
                                       const IhopNode *initializer);
const IhopNode *ihop_make_if (IhopBuild *build, const IhopNode *condition, const IhopNode *then,
                              const IhopNode *otherwise);
/* A block of these statements; one statement that declares nothing stays alone. Takes the array. */
const IhopNode *ihop_make_body (IhopBuild *build, GPtrArray *statements);
/* "like" gives the place that the new loop is said to come from. */
const IhopNode *ihop_make_for (IhopBuild *build, const IhopNode *like, IhopSymbol *iterator,
                               gboolean declared, const IhopNode *lower, IhopOperator relation,
                               const IhopNode *bound, gint64 step, const IhopNode *body);
/* The owner's header around another body. */
const IhopNode *ihop_make_loop_like (IhopBuild *build, const IhopNode *loop, const IhopNode *body);
/* A variable "like" another with a name that nothing has: "it", "it2". */
IhopSymbol *ihop_make_variable (IhopBuild *build, const IhopSymbol *like, const IhopType *type,
                                const char *name);
/* The same for a loop's own iterator around this code: a name that only iterators of other loops have, which do not hold that
 * code, may be used again. */
IhopSymbol *ihop_make_iterator (IhopBuild *build, const IhopSymbol *like, const IhopType *type, const char *name,
                                const IhopNode *code);
