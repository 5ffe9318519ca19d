/* induction: a variable that every iteration changes by the same amount is said by the iterator, so
 * that no iteration waits for the one before. Allen and Kennedy 2001, section 4.5.
 *
 * The proof is the text's: nobody but the loop's own statements can change the variable, and each
 * change stands once in the body, below no condition and no inner loop. What the variable holds is
 * then the value before the loop, plus as many changes as there were. The sum is formed so that
 * nothing on the way overflows where the owner's program did not. */
#include "analysis/cover.h"
#include "analysis/defs.h"
#include "transform/steps.h"
#include "transform/storage.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopSymbol *symbol;
  gint64 total;            /* of all constant changes in an iteration */
  const IhopNode *amount;  /* or one change that is no constant … */
  gboolean is_taken;       /* … which is subtracted */
  gboolean knows_first;    /* the value before the loop is a constant: */
  gint64 first;
  gboolean is_wide;        /* the way is computed in 64 bits */
} Induction;

/* A change of the variable: by how much, constant or not. */
typedef struct
{
  gint64 constant;
  const IhopNode *amount;
  gboolean is_taken, is_statement, is_after; /* the value used is that after the change */
  const IhopNode *node;
} Change;

static gboolean
refers (const IhopNode *node, const IhopSymbol *symbol)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == symbol;
}

static gboolean
set_amount (Change *change, const IhopNode *amount, IhopOperator op)
{
  change->is_taken = op == IHOP_OP_SUB;
  if (ihop_constant_of (amount, &change->constant))
    {
      gboolean fits = ABS (change->constant) <= G_MAXINT32;
      change->constant = change->is_taken ? -change->constant : change->constant;
      return fits;
    }
  change->amount = ihop_node_strip (amount, TRUE);
  return TRUE;
}

/* "k++", "k += e", "k = k + e", "k = e + k", "k = k - e" */
static gboolean
read_change (const IhopNode *node, const IhopSymbol *symbol, Change *change)
{
  *change = (Change){ .node = node };
  if (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC && refers (node->child[0], symbol))
    {
      gboolean up = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_POST_INC;
      change->constant = up ? 1 : -1;
      change->is_after = node->op == IHOP_OP_PRE_INC || node->op == IHOP_OP_PRE_DEC;
      return TRUE;
    }
  if (node->kind != IHOP_ASSIGN || !refers (node->child[0], symbol))
    return FALSE;
  change->is_after = TRUE;
  if (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB)
    return set_amount (change, node->child[1], node->op);
  const IhopNode *value = ihop_node_strip (node->child[1], TRUE);
  if (node->op != IHOP_OP_NONE || value->kind != IHOP_BINARY
      || (value->op != IHOP_OP_ADD && value->op != IHOP_OP_SUB))
    return FALSE;
  if (refers (value->child[0], symbol))
    return set_amount (change, value->child[1], value->op);
  return value->op == IHOP_OP_ADD && refers (value->child[1], symbol)
         && set_amount (change, value->child[0], value->op);
}

/* The one part of an expression that changes the variable, evaluated whenever the expression is. */
static const IhopNode *
find_change (const IhopNode *node, const IhopSymbol *symbol, Change *change)
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

/* A statement's change. FALSE after a refusal; change->node is NULL if it makes none. */
static gboolean
change_of (const Induction *self, const IhopNode *statement, Change *change)
{
  *change = (Change){ 0 };
  if (!ihop_writes (statement, self->symbol))
    return TRUE;
  const IhopNode *expression
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
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
  ihop_refuse (self->step, IHOP_T_STORAGE, statement,
               "here %s is not changed by a fixed amount, once in each iteration of %s",
               self->symbol->name, self->header->name->address);
  return FALSE;
}

/* --- how far it goes ------------------------------------------------------------------------- */

/* The constant that the variable holds when the loop starts, set in the same block. */
static void
read_first (Induction *self)
{
  const IhopFunction *function = self->header->name->function;
  const IhopNode *block;
  guint at;

  if (ihop_defs_has_labels (self->step->facts, function)
      || !ihop_sibling_of (function, self->header->loop, &block, &at))
    return;
  while (at-- > 0)
    {
      const IhopNode *before = block->child[at], *value = NULL;
      if (before->kind == IHOP_CASE)
        return;
      if (!ihop_writes (before, self->symbol))
        continue;
      if (before->kind == IHOP_EXPRESSION)
        {
          const IhopNode *assign = ihop_node_strip (before->child[0], FALSE);
          if (assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE
              && refers (assign->child[0], self->symbol))
            value = assign->child[1];
        }
      for (guint i = 0; before->kind == IHOP_DECLARATION && i < before->n_children; i++)
        if (before->child[i]->symbol == self->symbol)
          value = before->child[i]->child[0];
      self->knows_first = value && ihop_constant_of (value, &self->first)
                          && ABS (self->first) <= G_MAXINT32 / 2;
      return;
    }
}

static gboolean
starts_from_zero (const Induction *self)
{
  gint64 lower;

  return ihop_constant_of (self->header->lower, &lower) && lower >= 0;
}

/* Whether (i - lower) * total fits an int, as the owner's sums do. */
static gboolean
fits_int (const Induction *self)
{
  const IhopType *type = ihop_type_strip (self->symbol->type);
  gint64 trips = ihop_header_trips (self->header);

  if (self->amount || ihop_type_strip (self->header->iterator->type)->size > 4)
    return FALSE;
  if (trips >= 0 && trips * ABS (self->total) <= G_MAXINT32)
    return TRUE;
  if (!starts_from_zero (self))
    return FALSE;
  return ABS (self->total) == 1
         || (type->is_signed && type->size == 4 && self->knows_first
             && (self->total > 0 ? self->first >= 0 : self->first <= 0));
}

/* --- building -------------------------------------------------------------------------------- */

/* A difference of two values of the iterator. */
static const IhopNode *
way (const Induction *self, const IhopNode *from, const IhopNode *to)
{
  if (self->is_wide && ihop_type_strip (to->type)->size < 8)
    {
      gint64 start;
      to = ihop_make_cast (self->build, &ihop_type_long, to);
      if (ihop_constant_of (from, &start) && start == 0)
        return to;
    }
  return ihop_make_binary (self->build, IHOP_OP_SUB, to, from);
}

/* What an iteration adds; *down: what it takes away. */
static const IhopNode *
gain (const Induction *self, gboolean *down)
{
  IhopBuild *build = self->build;

  *down = self->amount ? self->is_taken && self->total == 0 : self->total < 0;
  if (self->amount == NULL)
    return ihop_make_integer (build, ABS (self->total));
  if (self->total == 0)
    return self->amount;
  const IhopNode *wide = ihop_make_cast (build, &ihop_type_long, self->amount);
  return self->is_taken
           ? ihop_make_binary (build, IHOP_OP_SUB, ihop_make_integer (build, self->total), wide)
           : ihop_make_plus (build, wide, self->total);
}

/* sum + times * gain; sum may be NULL. */
static const IhopNode *
moved (const Induction *self, const IhopNode *sum, const IhopNode *times)
{
  gboolean down;
  const IhopNode *amount = gain (self, &down);
  const IhopNode *product = ihop_make_binary (self->build, IHOP_OP_MUL, times, amount);

  if (sum == NULL)
    return down ? ihop_make_binary (self->build, IHOP_OP_SUB, ihop_make_integer (self->build, 0),
                                    product)
                : product;
  return ihop_make_binary (self->build, down ? IHOP_OP_SUB : IHOP_OP_ADD, sum, product);
}

/* What the variable holds in an iteration, after changes by "constant", or by the amount. */
static const IhopNode *
closed (const Induction *self, gint64 constant, gboolean after_amount)
{
  IhopBuild *build = self->build;
  const IhopNode *times
    = way (self, self->header->lower, ihop_make_ref (build, self->header->iterator));
  const IhopNode *sum = self->knows_first ? self->first ? ihop_make_integer (build, self->first)
                                                        : NULL
                                          : ihop_make_ref (build, self->symbol);

  if (self->knows_first && self->total > 0 && !self->amount)
    sum = ihop_make_plus (build, moved (self, NULL, times), self->first);
  else
    sum = moved (self, sum, times);
  if (after_amount)
    sum = ihop_make_binary (build, self->is_taken ? IHOP_OP_SUB : IHOP_OP_ADD, sum, self->amount);
  sum = ihop_make_plus (build, sum, constant);
  return ihop_type_equal (sum->type, self->symbol->type)
           ? sum : ihop_make_cast (build, ihop_type_strip (self->symbol->type), sum);
}

static void
exchange_mentions (const Induction *self, const IhopNode *statement, gint64 constant,
                   gboolean after_amount, GHashTable *news)
{
  g_autoptr (GPtrArray) mentions = ihop_mentions_of (statement, self->symbol);

  for (guint i = 0; i < mentions->len; i++)
    g_hash_table_insert (news, mentions->pdata[i],
                         (gpointer) closed (self, constant, after_amount));
}

static const IhopNode *
new_body (const Induction *self, const GPtrArray *statements, const GArray *changes)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  gint64 constant = 0;
  gboolean after = FALSE;

  for (guint i = 0; i < statements->len; i++)
    {
      const Change *change = &g_array_index (changes, Change, i);
      const IhopNode *statement = statements->pdata[i];
      if (change->node == NULL)
        exchange_mentions (self, statement, constant, after, news);
      else if (change->is_statement)
        g_hash_table_insert (news, (gpointer) statement, NULL);
      else
        g_hash_table_insert (
          news, (gpointer) change->node,
          (gpointer) closed (self, constant + (change->is_after ? change->constant : 0), after));
      constant += change->constant;
      after |= change->amount != NULL;
    }
  return ihop_exchange (self->build, self->header->body, news);
}

/* "k += n > 0 ? n * 2 : 0;" */
static const IhopNode *
last_value (const Induction *self)
{
  IhopBuild *build = self->build;
  gint64 trips = ihop_header_trips (self->header);
  gboolean down;
  const IhopNode *amount = gain (self, &down);
  const IhopNode *count
    = trips >= 0 ? ihop_make_integer (build, trips)
                 : way (self, self->header->lower, ihop_header_end (build, self->header));

  if (trips >= 0 && self->is_wide)
    count = ihop_make_cast (build, &ihop_type_long, count);
  count = ihop_make_binary (build, IHOP_OP_MUL, count, amount);
  if (trips < 0 && !ihop_header_runs (self->step, self->header, 1))
    count = ihop_make_conditional (build, ihop_header_condition (build, self->header), count,
                                   ihop_make_integer (build, 0));
  return ihop_make_statement (build,
                              ihop_make_assign (build, down ? IHOP_OP_SUB : IHOP_OP_ADD,
                                                ihop_make_ref (build, self->symbol), count));
}

static IhopRewrite *
built (Induction *self, const GPtrArray *statements, const GArray *changes)
{
  const IhopHeader *header = self->header;
  g_autoptr (IhopBuild) build = self->build = ihop_build_new (self->step, header->name->function);
  GPtrArray *news = g_ptr_array_new ();

  self->is_wide = !fits_int (self);
  if (!ihop_storage_can_say (self->step, header->body, closed (self, 0, self->amount != NULL)))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  g_ptr_array_add (news, (gpointer) ihop_make_like (build, header->loop,
                                                    new_body (self, statements, changes)));
  if (ihop_live_after (self->step->facts, header->name->function, header->loop, self->symbol))
    g_ptr_array_add (news, (gpointer) last_value (self));
  return ihop_build_finish (build, header->loop, 1, news);
}

/* --- the question ---------------------------------------------------------------------------- */

/* Constants, and one amount that is none: then the sum must fit 64 bits. */
static gboolean
take_change (Induction *self, const Change *change)
{
  gboolean fits = ihop_type_strip (self->symbol->type)->size == 4 || starts_from_zero (self);

  self->total += change->constant;
  if (ABS (self->total) <= G_MAXINT32 && change->amount == NULL)
    return TRUE;
  if (change->amount && self->amount == NULL && fits)
    {
      const IhopType *type = ihop_type_strip (change->amount->type);
      gboolean varies = ihop_mentions (change->amount, self->header->iterator);
      self->amount = change->amount;
      self->is_taken = change->is_taken;
      if (!varies && type->kind == IHOP_TYPE_INTEGER && type->is_signed && type->size <= 4)
        return ihop_storage_is_fixed (self->step, self->header, change->amount, "the amount");
    }
  ihop_refuse (self->step, IHOP_T_STORAGE, change->node,
               "what %s gains in an iteration of %s is no constant and one int at most",
               self->symbol->name, self->header->name->address);
  return FALSE;
}

static gboolean
read_changes (Induction *self, const GPtrArray *statements, GArray *changes)
{
  guint n = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      Change change;
      if (!change_of (self, statements->pdata[i], &change)
          || (change.node && !take_change (self, &change)))
        return FALSE;
      n += change.node != NULL;
      g_array_append_val (changes, change);
    }
  if (n == 0)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop, "%s does not change %s",
                 self->header->name->address, self->symbol->name);
  return n > 0;
}

static IhopRewrite *
induction_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  Induction self = { .step = step, .header = &header };

  if (!ihop_args_count (step, &ihop_transform_induction, n, 2, 2)
      || !ihop_header_of (step, words[0], &header)
      || !ihop_header_is_unit (step, &header, FALSE) || !ihop_header_is_repeatable (step, &header)
      || !ihop_storage_runs_through (step, &header)
      || !(self.symbol = ihop_storage_variable (step, &header, words[1]))
      || !ihop_storage_is_own_number (step, &header, self.symbol)
      || !ihop_storage_is_modular (step, &header, self.symbol))
    return NULL;
  if (ihop_type_strip (self.symbol->type)->size < 4)
    {
      ihop_refuse (step, IHOP_T_STORAGE, header.loop, "%s is narrower than an int",
                   self.symbol->name);
      return NULL;
    }
  g_autoptr (GPtrArray) statements = ihop_body_statements (header.body);
  g_autoptr (GArray) changes = g_array_new (FALSE, TRUE, sizeof (Change));
  if (!read_changes (&self, statements, changes))
    return NULL;
  read_first (&self);
  return built (&self, statements, changes);
}

const IhopTransform ihop_transform_induction = {
  .name = "induction",
  .usage = "LOOP VARIABLE",
  .summary = "A variable that each iteration changes by the same amount is said by the iterator",
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = induction_build,
};
