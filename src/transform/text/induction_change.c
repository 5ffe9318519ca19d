/* How statements of a loop's body change its induction variable. */
#include "transform/text/induction_change.h"
#include "ir/query.h"
#include "transform/build/body.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"

static gboolean
set_amount (IhopInductionChange *change, const IhopNode *amount, IhopOperator op)
{
  change->is_subtracted = op == IHOP_OP_SUB;
  if (ihop_constant_of (amount, &change->constant))
    {
      gboolean is_small = ABS (change->constant) <= G_MAXINT32;
      change->constant = change->is_subtracted ? -change->constant : change->constant;
      return is_small;
    }
  change->amount = ihop_node_strip (amount, TRUE);
  return TRUE;
}

/* "k++", "k += e", "k = k + e", "k = e + k", "k = k - e" */
static gboolean
read_change (const IhopNode *node, const IhopSymbol *symbol, IhopInductionChange *change)
{
  *change = (IhopInductionChange){ .node = node };
  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && ihop_node_is_ref (node->child[0], symbol))
    {
      gboolean up = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
      change->constant = up ? 1 : -1;
      change->is_after = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC;
      return TRUE;
    }
  if (node->kind != IHOP_ASSIGN || !ihop_node_is_ref (node->child[0], symbol))
    return FALSE;
  change->is_after = TRUE;
  if (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
    return set_amount (change, node->child[1], node->op);
  const IhopNode *value = ihop_node_strip (node->child[1], TRUE);
  if (node->op != IHOP_OP_NONE || value->kind != IHOP_BINARY
      || (value->op != IHOP_OP_ADD && value->op != IHOP_OP_SUB))
    return FALSE;
  if (ihop_node_is_ref (value->child[0], symbol))
    return set_amount (change, value->child[1], value->op);
  return value->op == IHOP_OP_ADD && ihop_node_is_ref (value->child[1], symbol)
         && set_amount (change, value->child[0], value->op);
}

/* The one part of an expression that changes the variable, evaluated whenever the expression is. */
static const IhopNode *
find_change (const IhopNode *node, const IhopSymbol *symbol, IhopInductionChange *change)
{
  const IhopNode *found = NULL;
  gboolean maybe = node->kind == IHOP_CONDITIONAL || node->kind == IHOP_SIZEOF
                   || (node->kind == IHOP_BINARY
                       && (node->op == IHOP_OP_LAND || node->op == IHOP_OP_LOR));

  if (read_change (node, symbol, change))
    return node;
  for (guint i = 0; i < node->n_children && found == NULL && !maybe; i++)
    if (node->child[i])
      found = find_change (node->child[i], symbol, change);
  return found;
}

/* A statement's change. FALSE: it is none that is sure to happen. */
static gboolean
change_of_statement (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change)
{
  const IhopNode *expression = statement->kind == IHOP_EXPRESSION    ? ihop_node_strip (statement->child[0], FALSE)
                               : statement->kind == IHOP_DECLARATION ? statement
                                                                     : NULL;
  const IhopNode *found = expression ? find_change (expression, self->symbol, change) : NULL;
  g_autoptr (GPtrArray) all = ihop_mentions_of (statement, self->symbol);
  g_autoptr (GPtrArray) own = found ? ihop_mentions_of (found, self->symbol) : NULL;
  guint most = found && found->kind == IHOP_ASSIGN && found->op == IHOP_OP_NONE ? 2 : 1;
  if (found && all->len == own->len && own->len <= most
      && (change->amount == NULL || found == expression))
    {
      change->is_statement = found == expression;
      return TRUE;
    }
  return FALSE;
}

/* ---- one or the other ---- */

static gboolean read_statement (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change);

/* What all statements of a body add: a constant. */
static gboolean
read_body (const IhopInductionStep *self, const IhopNode *body, gint64 *sum)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);

  *sum = 0;
  for (guint i = 0; i < statements->len; i++)
    {
      IhopInductionChange change;
      if (!read_statement (self, statements->pdata[i], &change) || change.amount)
        return FALSE;
      *sum += change.constant;
    }
  return ABS (*sum) <= G_MAXINT32;
}

/* "if (…) *to++ = a; else *to++ = b;" and blocks. */
static gboolean
read_parts (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change)
{
  gint64 other;

  change->node = statement;
  change->is_made_of_parts = TRUE;
  if (statement->kind == IHOP_BLOCK)
    return read_body (self, statement, &change->constant);
  return !ihop_writes (statement->child[0], self->symbol) && statement->child[2] && read_body (self, statement->child[1], &change->constant)
         && read_body (self, statement->child[2], &other) && other == change->constant;
}

static gboolean
read_statement (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change)
{
  *change = (IhopInductionChange){ 0 };
  if (!ihop_writes (statement, self->symbol))
    return TRUE;
  return statement->kind == IHOP_IF || statement->kind == IHOP_BLOCK ? read_parts (self, statement, change)
                                                                     : change_of_statement (self, statement, change);
}

gboolean
ihop_induction_change_of (const IhopInductionStep *self, const IhopNode *statement, IhopInductionChange *change)
{
  gboolean fine = read_statement (self, statement, change);

  if (!fine)
    ihop_refuse (self->step, IHOP_T_STORAGE, statement, "here %s is not changed by a fixed amount, once in each iteration of %s",
                 self->symbol->name, self->header->name->address);
  return fine;
}

/* ---- written anew ---- */

/* Each side goes on from what was before. */
static void
rewrite_body (const IhopInductionStep *self, const IhopNode *body, IhopInductionState state, GHashTable *news)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);

  for (guint i = 0; i < statements->len; i++)
    {
      IhopInductionChange change;
      read_statement (self, statements->pdata[i], &change);
      ihop_induction_rewrite (self, statements->pdata[i], &change, &state, news);
    }
}

static void
rewrite_parts (const IhopInductionStep *self, const IhopNode *statement, const IhopInductionState *state, GHashTable *news)
{
  if (statement->kind == IHOP_BLOCK)
    {
      rewrite_body (self, statement, *state, news);
      return;
    }
  ihop_induction_substitute (self, statement->child[0], state, news);
  rewrite_body (self, statement->child[1], *state, news);
  rewrite_body (self, statement->child[2], *state, news);
}

void
ihop_induction_rewrite (const IhopInductionStep *self, const IhopNode *statement, const IhopInductionChange *change,
                        IhopInductionState *state, GHashTable *news)
{
  state->change = change->is_made_of_parts ? NULL : change->node;
  state->changed = state->constant + (change->is_after ? change->constant : 0);
  if (change->is_made_of_parts)
    rewrite_parts (self, statement, state, news);
  else if (change->is_statement)
    g_hash_table_insert (news, (gpointer) statement, NULL);
  else
    ihop_induction_substitute (self, statement, state, news);
  state->constant += change->constant;
}
