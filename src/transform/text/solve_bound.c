/* solve-bound: "2 * i < n" becomes "i < (n + 1) / 2", "n - i > 0" becomes "i < n".
 *
 * The condition is the same for every value that the iterator takes: these start at a number that is not negative and
 * only go up, so that a division that rounds towards zero decides as one that rounds down would; where the two differ,
 * neither condition lets an iteration run. Both sides are signed and of one type, so nothing is converted. The order of
 * everything stays. */
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

typedef struct
{
  const IhopLoopName *name;
  IhopSymbol *iterator;
  const IhopNode *bound;
  gint64 factor;           /* factor * iterator < bound + beyond */
  gint64 beyond;
} Solving;

/* ---- reading ---- */

static gboolean
is_ref (const IhopNode *node, const IhopSymbol *symbol)
{
  return node->kind == IHOP_REF && node->symbol == symbol;
}

static gboolean
is_number (const IhopNode *node, gint64 least, gint64 *number)
{
  *number = node->integer;
  return node->flags & IHOP_NODE_CONSTANT && node->integer >= least;
}

/* Upwards from a number that is not negative, and only in the header. */
static gboolean
counts_up (IhopTransformStep *step, const Solving *self)
{
  const IhopNode *loop = self->name->loop, *update = loop->child[2];
  const IhopNode *start = loop->child[0];
  g_autoptr (GHashTable) written = ihop_defs_written (ihop_loop_body (loop));
  gint64 number;

  if (start == NULL || update == NULL || g_hash_table_contains (written, self->iterator)
      || !ihop_defs_is_tame (step->facts, self->name->function, self->iterator))
    return FALSE;
  if (start->kind == IHOP_DECLARATION && start->n_children == 1)
    start = start->child[0];
  if (start->kind == IHOP_EXPRESSION)
    start = start->child[0];
  const IhopNode *first = start->kind == IHOP_VARIABLE && start->n_children ? start->child[0]
                          : start->kind == IHOP_ASSIGN && start->op == IHOP_OP_NONE ? start->child[1]
                                                                                    : NULL;
  if (first == NULL || !is_number (ihop_node_strip (first, TRUE), 0, &number))
    return FALSE;
  update = ihop_node_strip (update, TRUE);
  if (update->kind == IHOP_UNARY && (update->op == IHOP_OP_POST_INC || update->op == IHOP_OP_PRE_INC))
    return is_ref (ihop_node_strip (update->child[0], TRUE), self->iterator);
  return update->kind == IHOP_ASSIGN && update->op == IHOP_OP_ADD
         && is_ref (ihop_node_strip (update->child[0], TRUE), self->iterator)
         && is_number (ihop_node_strip (update->child[1], TRUE), 1, &number);
}

/* "2 * i < n", "i * 2 <= n" */
static gboolean
read_multiple (Solving *self, const IhopNode *condition)
{
  const IhopNode *left = ihop_node_strip (condition->child[0], TRUE);

  if ((condition->op != IHOP_OP_LT && condition->op != IHOP_OP_LE) || left->kind != IHOP_BINARY
      || left->op != IHOP_OP_MUL)
    return FALSE;
  const IhopNode *a = ihop_node_strip (left->child[0], TRUE), *b = ihop_node_strip (left->child[1], TRUE);
  self->bound = condition->child[1];
  self->beyond = condition->op == IHOP_OP_LE;
  return (is_ref (b, self->iterator) && is_number (a, 2, &self->factor))
         || (is_ref (a, self->iterator) && is_number (b, 2, &self->factor));
}

/* "n - i > 0", "n - i >= 0" */
static gboolean
read_difference (Solving *self, const IhopNode *condition)
{
  const IhopNode *left = ihop_node_strip (condition->child[0], TRUE);
  gint64 zero;

  if ((condition->op != IHOP_OP_GT && condition->op != IHOP_OP_GE) || left->kind != IHOP_BINARY
      || left->op != IHOP_OP_SUB || !is_ref (ihop_node_strip (left->child[1], TRUE), self->iterator)
      || !is_number (ihop_node_strip (condition->child[1], TRUE), 0, &zero) || zero != 0)
    return FALSE;
  self->bound = left->child[0];
  self->factor = 1;
  self->beyond = condition->op == IHOP_OP_GE;
  return TRUE;
}

static gboolean
has_type (const IhopNode *node, const IhopType *type)
{
  return node->type && ihop_type_equal (ihop_type_strip (node->type), type);
}

/* Of what is compared, as it is compared, and of the bound as it is written. */
static gboolean
is_plain (const Solving *self, const IhopNode *condition)
{
  const IhopType *type = ihop_type_strip (self->iterator->type);

  return ihop_type_is_integer (type) && type->is_signed && type->size >= 4 && type->size <= 8
         && has_type (condition->child[0], type) && has_type (condition->child[1], type)
         && has_type (ihop_node_strip (self->bound, TRUE), type);
}

static gboolean
read_header (IhopTransformStep *step, Solving *self)
{
  const IhopNode *loop = self->name->loop;

  if (loop->kind == IHOP_FOR && loop->child[1])
    {
      const IhopNode *condition = ihop_node_strip (loop->child[1], TRUE);
      self->iterator = (IhopSymbol *) ihop_loop_iterator (loop);
      if (self->iterator && condition->kind == IHOP_BINARY
          && (read_multiple (self, condition) || read_difference (self, condition))
          && !ihop_mentions (self->bound, self->iterator) && is_plain (self, condition)
          && counts_up (step, self))
        return TRUE;
    }
  ihop_diag_remedy (
    ihop_refuse (step, IHOP_T_HEADER, loop, "the condition of %s is none that could be solved for an "
                 "iterator that counts up from a number", self->name->address),
    "2 * i < n, or n - i > 0, with i and n of one signed type, is");
  return FALSE;
}

/* ---- building ---- */

static const IhopNode *
solved (IhopBuild *build, const Solving *self)
{
  const IhopNode *iterator = ihop_make_ref (build, self->iterator);

  if (self->factor == 1)
    return ihop_make_relation (build, self->beyond ? IHOP_OP_LE : IHOP_OP_LT, iterator, self->bound);
  const IhopNode *bound = ihop_make_plus (build, self->bound, self->factor - 1 + self->beyond);
  bound = ihop_make_binary (build, IHOP_OP_DIV, bound, ihop_make_integer (build, self->factor));
  return ihop_make_relation (build, IHOP_OP_LT, iterator, bound);
}

static IhopRewrite *
solve_bound_build (IhopTransformStep *step, char **words, guint n)
{
  Solving self = { 0 };

  if (!ihop_args_count (step, n, 1, 1)
      || (self.name = ihop_args_loop (step, words[0])) == NULL
      || !read_header (step, &self))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopNode *loop
    = (IhopNode *) ihop_make_loop_like (build, self.name->loop, ihop_loop_body (self.name->loop));
  loop->child[1] = solved (build, &self);
  g_hash_table_insert (news, (gpointer) self.name->loop, loop);
  ihop_drop_marks (build->function, self.name->loop, FALSE, news);
  return ihop_build_finish_body (build, ihop_replace_nodes (build, build->function->body, news));
}

const IhopTransform ihop_transform_solve_bound = {
  .name = "solve-bound",
  .usage = "LOOP",
  .summary = N_ ("A condition on a multiple of the iterator, or a difference, is solved for the iterator"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = solve_bound_build,
};
