/* Arbitrary rewrites, such as no sane builder makes: most of them change what the program computes. */
#pragma once
#include "transform/build/build.h"

typedef struct
{
  GRand *random;
  IhopBuild *build;
  const IhopNode *body; /* of the function, as it has become */
} Rewriter;

typedef struct
{
  const char *name;
  /* Changes self->body somewhere; FALSE: there is nothing that it could change. */
  gboolean (*apply) (Rewriter *self);
} RewriteKind;

/* Ends with a NULL name. */
extern const RewriteKind rewrite_kinds[];

/* rewrites_build.c: what the kinds are made of. Origins are noted as a builder would give them: every copy,
 * changed or not, is said to be what it was made from. */
int rewrite_any (Rewriter *self, int least, int most);
gboolean rewrite_chance (Rewriter *self, double probability);
/* One of a list (unrefs it); NULL: it is empty. */
const IhopNode *rewrite_pick (Rewriter *self, GPtrArray *list);
/* Nodes of the body for which "is" holds. Caller unrefs. */
GPtrArray *rewrite_find (Rewriter *self, gboolean (*is) (const IhopNode *node));
/* Says that "now" was made from "from", or, if that is a copy, from what that was made from. */
void rewrite_note (Rewriter *self, const IhopNode *now, const IhopNode *from);
/* A copy to be changed. */
IhopNode *rewrite_again (Rewriter *self, const IhopNode *node);
/* A copy of a block with these children. Takes the list. */
const IhopNode *rewrite_block (Rewriter *self, const IhopNode *block, GPtrArray *children);
GPtrArray *rewrite_children (const IhopNode *block);
/* Puts "now" in the place of "old", anywhere in the body. */
void rewrite_put (Rewriter *self, const IhopNode *old, const IhopNode *now);
/* The code with another value in the place of a variable; symbol may be NULL: a plain copy. */
const IhopNode *rewrite_with (Rewriter *self, const IhopNode *node, IhopSymbol *symbol, const IhopNode *value);

/* "for (i = lower; i < bound; i += step)", also downward. */
typedef struct
{
  IhopSymbol *iterator;
  const IhopNode *lower, *bound;
  IhopOperator relation;
  gint64 step;
  gboolean declared;
} RewriteHead;

gboolean rewrite_head (const IhopNode *loop, RewriteHead *head);
/* A loop with that head and this body in the place of "loop", said to be it. */
const IhopNode *rewrite_loop (Rewriter *self, const IhopNode *loop, const RewriteHead *head, const IhopNode *body);
/* The whole as the judge wants it; NULL: nothing has changed. Which of the statements around the change are
 * given to the judge is left to chance. */
IhopRewrite *rewrite_finish (Rewriter *self);
