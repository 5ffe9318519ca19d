/* induction: a variable that every iteration changes by the same amount is written in terms of the iterator, so that no
 * iteration waits for the one before (Allen and Kennedy 2001, section 4.5).
 *
 * Proved by the text: only the loop's own statements can change the variable, and each change stands once in the body,
 * below no inner loop, and below no condition whose other side does not change it as much. The variable then holds its value before the loop plus as many changes as there
 * were. The sum is formed so that nothing on the way overflows where the owner's program did not. */
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "ir/query.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/build/sum.h"
#include "transform/legality/entry_value.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"
#include "transform/text/induction_change.h"
#include "transform/text/induction_values.h"

/* --- how far it goes ------------------------------------------------------------------------- */

/* What the variable holds when the loop starts. */
static void
read_first (IhopInductionStep *self)
{
  const IhopNode *value = ihop_entry_value (self->step, self->header->name->function, self->header->loop,
                                            self->symbol);
  IhopArgument culprit;

  if (value == NULL)
    return;
  self->knows_first = ihop_type_is_integer (self->symbol->type) && ihop_constant_of (value, &self->first) && ABS (self->first) <= G_MAXINT32 / 2;
  if (self->knows_first || ihop_mentions (value, self->header->iterator)
      || ihop_defs_may_change_value (self->step->facts, self->header->name->function,
                                     self->header->loop, value, &culprit))
    return;
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *self->step;
  quiet.diags = diags;
  if (ihop_require_nameable (&quiet, self->header->body, value))
    self->first_expression = value;
}

static gboolean
starts_from_zero (const IhopInductionStep *self)
{
  gint64 lower;

  return ihop_constant_of (self->header->lower, &lower) && lower >= 0;
}

static gboolean
is_pointer (const IhopSymbol *symbol)
{
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_POINTER;
}

static gboolean
find_subscript (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  gint64 value;

  if (node->kind == IHOP_INDEX && ihop_node_is_ref (node->child[0], search[0])
      && !(ihop_constant_of (node->child[1], &value) && value == 0))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* Something is added to the way: "p[j]". */
static gboolean
is_subscripted (const IhopInductionStep *self)
{
  gpointer search[2] = { self->symbol, NULL };

  ihop_node_walk (self->header->body, find_subscript, search);
  return search[1] != NULL;
}

/* Whether (i - lower) * total fits an int, as the owner's sums do. */
static gboolean
fits_int (const IhopInductionStep *self)
{
  const IhopType *type = ihop_type_strip (self->symbol->type);
  gint64 trips = ihop_header_trips (self->header);
  gboolean was_held = type->is_signed && type->size == 4 && self->knows_first && starts_from_zero (self);

  if (ihop_type_strip (self->header->iterator->type)->size > 4
      || (is_pointer (self->symbol) && is_subscripted (self)))
    return FALSE;
  /* A long holds more, and what wraps around goes further: nothing says that an int can. */
  if (ihop_type_is_integer (type) && !(type->is_signed && type->size == 4))
    return self->amount == NULL && self->knows_first
           && (trips >= 0 ? trips * ABS (self->total) + ABS (self->first) < G_MAXINT32 / 2
                          : self->first == 0 && ABS (self->total) == 1 && starts_from_zero (self));
  /* What is guarded is positive, and the variable has held the sum. */
  if (self->amount)
    return self->is_positive && was_held && self->first >= 0 && self->total == 0 && !self->is_subtracted;
  if (trips >= 0 && trips * ABS (self->total) <= G_MAXINT32)
    return TRUE;
  if (!starts_from_zero (self))
    return FALSE;
  return ABS (self->total) == 1
         || (was_held && (self->total > 0 ? self->first >= 0 : self->first <= 0));
}

/* --- building -------------------------------------------------------------------------------- */

static guint
count_amounts (const GArray *changes, guint end)
{
  guint n = 0;

  for (guint i = 0; i < end; i++)
    n += g_array_index (changes, IhopInductionChange, i).amount != NULL;
  return n;
}

static const IhopNode *
sum_with (const IhopInductionStep *self, const IhopNode *sum, const IhopInductionChange *change)
{
  const IhopNode *wide = ihop_make_converted (self->build, &ihop_type_long, change->amount);

  if (sum)
    return ihop_make_binary (self->build, change->is_subtracted ? IHOP_OP_SUB : IHOP_OP_ADD, sum, wide);
  return change->is_subtracted ? ihop_make_binary (self->build, IHOP_OP_SUB, ihop_make_integer (self->build, 0), wide) : wide;
}

/* What the first changes add that is no constant: one amount as it stands, several as a long; NULL: nothing. */
static const IhopNode *
sum_of_amounts (const IhopInductionStep *self, const GArray *changes, guint end)
{
  const IhopNode *sum = NULL, *only = NULL;
  gboolean is_alone = count_amounts (changes, changes->len) == 1;

  for (guint i = 0; i < end; i++)
    {
      const IhopInductionChange *change = &g_array_index (changes, IhopInductionChange, i);
      if (change->amount == NULL)
        continue;
      only = sum || change->is_subtracted ? NULL : change->amount;
      sum = is_alone ? change->amount : sum_with (self, sum, change);
    }
  if (sum == NULL || is_alone || only)
    return only ? only : sum;
  g_autoptr (IhopSum) tidy = ihop_sum_of_wide (sum);
  return tidy ? ihop_sum_wide_expression (self->build, tidy) : sum;
}

static const IhopNode *
new_body (const IhopInductionStep *self, const GPtrArray *statements, const GArray *changes)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopInductionState state = { 0 };

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopInductionChange *change = &g_array_index (changes, IhopInductionChange, i);
      ihop_induction_rewrite (self, statements->pdata[i], change, &state, news);
      if (change->amount)
        state.added = sum_of_amounts (self, changes, i + 1);
    }
  return ihop_replace_nodes (self->build, self->header->body, news);
}

static IhopRewrite *
built (IhopInductionStep *self, const GPtrArray *statements, const GArray *changes)
{
  const IhopHeader *header = self->header;
  IhopBuild *build = self->build;
  GPtrArray *news = g_ptr_array_new ();

  self->is_wide = !fits_int (self);
  if (!ihop_require_nameable (self->step, header->body,
                              ihop_induction_value (self, 0, self->amount)))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  ihop_keep_target_marks (build, header->name->function, header->loop, news);
  ihop_append (news, ihop_make_loop_like (build, header->loop, new_body (self, statements, changes)));
  if (ihop_live_after (self->step->facts, header->name->function, header->loop, self->symbol))
    ihop_append (news, ihop_induction_last (self));
  return ihop_build_finish (build, header->loop, 1, news);
}

/* --- the question ---------------------------------------------------------------------------- */

/* "m > 0 ? m : 0", what an inner loop leaves that may not run at all; the condition, or NULL. *gain: what it is then. */
static const IhopNode *
guard_of (const IhopNode *amount, const IhopNode **gain)
{
  gint64 number;

  if (amount == NULL || amount->kind != IHOP_CONDITIONAL || amount->child[1] == NULL
      || !ihop_constant_of (amount->child[2], &number) || number != 0)
    return NULL;
  *gain = ihop_node_strip (amount->child[1], TRUE);
  return ihop_node_strip (amount->child[0], TRUE);
}

/* Whether the variable is mentioned, but for its changes, in loops alone that run under that condition. */
static gboolean
is_read_under (const IhopInductionStep *self, const GPtrArray *statements, const GArray *changes, const IhopNode *guard)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      IhopHeader inner;
      if (g_array_index (changes, IhopInductionChange, i).is_statement || !ihop_mentions (statement, self->symbol))
        continue;
      if (statement->kind != IHOP_FOR || !ihop_header_peek (self->step, statement, &inner)
          || ihop_mentions (statement->child[0], self->symbol)
          || ihop_mentions (statement->child[1], self->symbol)
          || ihop_mentions (statement->child[2], self->symbol)
          || !ihop_same_expression (ihop_header_condition (self->build, &inner), guard))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_positive_under (const IhopNode *guard, const IhopNode *gain)
{
  const IhopType *type = ihop_type_strip (gain->type);
  gint64 number;

  return guard->kind == IHOP_BINARY && guard->op == IHOP_OP_GT
         && ihop_same_expression (ihop_node_strip (guard->child[0], TRUE), gain)
         && ihop_constant_of (guard->child[1], &number) && number >= 0 && type->size <= 4;
}

/* Such an amount is added whenever somebody looks, where all who look do so in that loop. */
static void
read_guard (IhopInductionStep *self, const GPtrArray *statements, GArray *changes)
{
  for (guint i = 0; i < changes->len && self->guard == NULL; i++)
    {
      IhopInductionChange *change = &g_array_index (changes, IhopInductionChange, i);
      const IhopNode *gain, *guard = guard_of (change->amount, &gain);
      if (guard == NULL || !is_read_under (self, statements, changes, guard))
        continue;
      self->guard = guard;
      self->last_amount = sum_of_amounts (self, changes, changes->len);
      self->is_positive = count_amounts (changes, changes->len) == 1 && is_positive_under (guard, gain);
      change->amount = gain;
    }
}

/* Signed integers. A pointer is never further away than a long says, whatever the terms of the sum. */
static gboolean
fits (const IhopInductionStep *self, const IhopNode *amount)
{
  const IhopType *type = ihop_type_strip (amount->type);

  if (type->kind != IHOP_TYPE_INTEGER || !type->is_signed || type->size > 8)
    return FALSE;
  if (is_pointer (self->symbol))
    return TRUE;
  return self->amount == NULL && type->size <= 4
         && (ihop_type_strip (self->symbol->type)->size == 4 || starts_from_zero (self));
}

/* Constants, and amounts that are none: then the sum must fit 64 bits. */
static gboolean
take_change (IhopInductionStep *self, const IhopInductionChange *change)
{
  self->total += change->constant;
  if (ABS (self->total) <= G_MAXINT32 && change->amount == NULL)
    return TRUE;
  if (change->amount && !ihop_mentions (change->amount, self->header->iterator)
      && fits (self, change->amount))
    {
      self->amount = change->amount;
      return ihop_require_invariant (self->step, self->header, change->amount, N_ ("the amount"));
    }
  ihop_refuse (self->step, IHOP_T_STORAGE, change->node,
               "what %s gains in an iteration of %s is no constant, and no number that is sure to fit",
               self->symbol->name, self->header->name->address);
  return FALSE;
}

static gboolean
read_changes (IhopInductionStep *self, const GPtrArray *statements, GArray *changes)
{
  guint n = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      IhopInductionChange change;
      if (!ihop_induction_change_of (self, statements->pdata[i], &change)
          || (change.node && !take_change (self, &change)))
        return FALSE;
      n += change.node != NULL;
      self->is_subtracted |= change.amount && change.is_subtracted;
      g_array_append_val (changes, change);
    }
  if (n == 0)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop, "%s does not change %s",
                 self->header->name->address, self->symbol->name);
  self->is_subtracted = self->is_subtracted && count_amounts (changes, changes->len) == 1;
  read_guard (self, statements, changes);
  self->amount = sum_of_amounts (self, changes, changes->len);
  return n > 0;
}

static gboolean
goes_up (IhopTransformStep *step, const IhopHeader *header)
{
  return header->step > 0 || ihop_require_unit_step (step, header, FALSE);
}

/* An integer of at least an int's size, or a pointer to what has a size; of this function's own. */
static gboolean
is_variable (const IhopInductionStep *self)
{
  IhopTransformStep *step = self->step;
  const IhopSymbol *symbol = self->symbol;
  const IhopType *type = ihop_type_strip (symbol->type);

  if (type->kind == IHOP_TYPE_POINTER && symbol != self->header->iterator
      && ihop_defs_is_tame (step->facts, self->header->name->function, symbol)
      && !ihop_type_is_volatile (symbol->type) && ihop_type_strip (type->target)->kind != IHOP_TYPE_ARRAY
      && ihop_type_strip (type->target)->size > 0)
    return TRUE;
  if (!ihop_require_own_number (step, self->header, symbol)
      || !ihop_require_modular (step, self->header, symbol))
    return FALSE;
  if (type->size < 4)
    ihop_refuse (step, IHOP_T_STORAGE, self->header->loop, "%s is narrower than an int", symbol->name);
  return type->size >= 4;
}

static IhopRewrite *
induction_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopInductionStep self = { .step = step, .header = &header };

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header)
      || !goes_up (step, &header) || !ihop_require_repeatable_header (step, &header)
      || !ihop_require_single_exit (step, &header)
      || !(self.symbol = ihop_require_variable (step, &header, words[1]))
      || !is_variable (&self))
    return NULL;
  g_autoptr (IhopBuild) build = self.build = ihop_build_new (step, header.name->function);
  g_autoptr (GPtrArray) statements = ihop_body_statements (header.body);
  g_autoptr (GArray) changes = g_array_new (FALSE, TRUE, sizeof (IhopInductionChange));
  if (!read_changes (&self, statements, changes))
    return NULL;
  read_first (&self);
  return built (&self, statements, changes);
}

const IhopTransform ihop_transform_induction = {
  .name = "induction",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A variable that each iteration changes by the same amount is said by the iterator"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = induction_build,
};
