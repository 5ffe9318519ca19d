/* locate: a search for the largest or smallest value, or for the place of it, strip by strip: each strip
 * finds its own, and what the strips have found is gone through in their order.
 *
 *   if (a[i] > m) { m = a[i]; p = i; }      the value and its place
 *   if (a[i] > a[p]) p = i;                 the place, which implies the value
 *   if (a[i] > t) p = i;                    the last place where something holds
 *
 * The proof: what is found is changed by such statements and not looked at otherwise, so that the rest of
 * the loop, whose order stays, does not depend on it. A strip starts with the best before the loop. With
 * ">" it then finds the first of its largest values that surpass that one, if any; in turn the first
 * strip that has the largest of all wins, as its value did in the owner's loop. With ">=" it is the
 * last one, and a strip that has found nothing, which could not be told from one that has found an equal
 * value, says so. A NaN compares false: it is never taken, and nothing is where it is what the loop
 * starts with. Values are copied, never computed: +0 and -0, which are equal, stay what they are. Most
 * of this is Fisher and Ghuloum, Parallelizing complex scans and reductions, 1994. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/memory/invariance.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/exchange.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/invariance.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/parallel/locate_sites.h"
#include "transform/parallel/partition.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopPartition strips;
  gint64 size;
  GPtrArray *sites;          /* of IhopLocateSite * */
  GPtrArray *found;          /* of IhopSymbol *: the variables that are set together … */
  GPtrArray *parts;          /* … of IhopSymbol *: arrays, an element a strip */
  gboolean by_value;         /* the best is a variable, else it is told by its place: a[p] */
  IhopSymbol *flag;          /* array: whether the strip has found something; or NULL */
} Locate;

static const IhopNode *
bare (const IhopNode *node)
{
  return ihop_node_strip (node, TRUE);
}

/* --- the proof ------------------------------------------------------------------------------- */

/* All take the same variables by the same comparison. */
static gboolean
are_alike (Locate *self)
{
  const IhopLocateSite *first = self->sites->pdata[0];

  for (guint i = 1; i < self->sites->len; i++)
    {
      const IhopLocateSite *site = self->sites->pdata[i];
      gboolean alike = site->assigns->len == first->assigns->len && site->relation == first->relation
                       && ihop_same_expression (site->best, first->best);
      for (guint k = 0; alike && k < first->assigns->len; k++)
        alike = ihop_locate_assigned (site->assigns, ihop_locate_target (first->assigns->pdata[k])) != NULL;
      if (alike)
        continue;
      ihop_refuse (self->step, IHOP_T_SHAPE, site->statement,
                   "here something else is searched for, or otherwise, than in line %u",
                   ihop_range_line (first->statement->place));
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_declared_inside (const Locate *self, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) declared = ihop_defs_declared (self->header->loop);

  return g_hash_table_contains (declared, symbol);
}

/* The variables, each of them the function's own, and assigned once where it is. */
static gboolean
take_variables (Locate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];

  for (guint i = 0; i < site->assigns->len; i++)
    {
      IhopSymbol *symbol = ihop_locate_target (site->assigns->pdata[i]);
      if (g_ptr_array_find (self->found, symbol, NULL) || is_declared_inside (self, symbol))
        {
          ihop_refuse (self->step, IHOP_T_SHAPE, site->assigns->pdata[i],
                       "%s is set twice here, or declared in the loop", symbol->name);
          return FALSE;
        }
      if (!ihop_storage_is_own_number (self->step, self->header, symbol)
          || !ihop_storage_is_no_extent (self->step, self->header, symbol))
        return FALSE;
      g_ptr_array_add (self->found, symbol);
    }
  return TRUE;
}

static const IhopLocateSite *
site_around (const Locate *self, const IhopNode *node)
{
  for (guint i = 0; i < self->sites->len; i++)
    if (ihop_node_holds (((IhopLocateSite *) self->sites->pdata[i])->statement, node))
      return self->sites->pdata[i];
  return NULL;
}

/* Not in the values that are compared or taken, nor in what stands before "&&": on the left of "=", and
 * in what is compared with. */
static gboolean
is_mentioned_well (const Locate *self, const IhopNode *mention)
{
  const IhopLocateSite *site = site_around (self, mention);

  if (site == NULL)
    return FALSE;
  for (guint i = 0; i < site->assigns->len; i++)
    if (bare (((IhopNode *) site->assigns->pdata[i])->child[0]) == mention)
      return TRUE;
  return site->best && ihop_node_holds (site->best, mention);
}

static gboolean
are_only_searched (Locate *self)
{
  for (guint k = 0; k < self->found->len; k++)
    {
      const IhopSymbol *symbol = self->found->pdata[k];
      g_autoptr (GPtrArray) mentions = ihop_mentions_of (self->header->loop, symbol);
      for (guint i = 0; i < mentions->len; i++)
        if (!is_mentioned_well (self, mentions->pdata[i]))
          {
            ihop_refuse (self->step, IHOP_T_STORAGE, mentions->pdata[i],
                         "here an iteration uses the %s that others have found", symbol->name);
            return FALSE;
          }
    }
  return TRUE;
}

static gboolean
find_act (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_CALL)
    {
      const IhopNode *callee = bare (node->child[0]);
      gboolean direct = callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION;
      if (!direct || !ihop_effects_is_pure (ihop_effects_of (search[0], callee->symbol)))
        search[1] = (gpointer) node;
    }
  else if (node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
           || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
           || (node->type && ihop_type_is_volatile (node->type)))
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

/* What is compared gives the same value when it is taken. */
static gboolean
is_value (Locate *self, const IhopNode *node)
{
  gpointer search[2] = { self->step->facts, NULL };

  ihop_node_walk (node, find_act, search);
  if (search[1])
    ihop_refuse (self->step, IHOP_T_STORAGE, search[1],
                 "what is compared, or taken, does more than give a value");
  return search[1] == NULL;
}

static gboolean
is_arithmetic (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_REF:
    case IHOP_INTEGER:
    case IHOP_FLOATING:
    case IHOP_CAST:
    case IHOP_PAREN:
      return TRUE;
    case IHOP_UNARY:
      return node->op == IHOP_OP_NEG || node->op == IHOP_OP_PLUS;
    case IHOP_BINARY:
      return node->op <= IHOP_OP_MUL || ihop_type_is_floating (node->type);
    default:
      return FALSE;
    }
}

/* A strip takes more values than the owner's loop did. Part of what is compared has been computed. */
static gboolean
is_harmless (const IhopLocateSite *site, const IhopNode *node)
{
  gboolean known = site->better && ihop_node_effect (site->better) == NULL
                   && (node->kind == IHOP_INDEX || node->kind == IHOP_REF)
                   && ihop_same_expression (bare (site->better), node);

  if (known)
    return TRUE;
  if (!is_arithmetic (node))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && !is_harmless (site, node->child[i]))
      return FALSE;
  return TRUE;
}

/* The value that is compared is kept as it is. */
static gboolean
is_taken_whole (Locate *self, const IhopLocateSite *site)
{
  const IhopNode *best = bare (site->best), *better = bare (site->better);

  if (best->kind != IHOP_REF || ihop_locate_assigned (site->assigns, best->symbol) == NULL
      || ihop_locate_holds (best->type, better->type))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, site->statement,
               "%s does not hold every value that it is compared with: it may be rounded on the way",
               best->symbol->name);
  return FALSE;
}

static gboolean
are_values (Locate *self, const IhopLocateSite *site)
{
  const IhopNode *compared = site->better ? bare (site->better) : NULL;

  if (compared && (!is_value (self, compared) || !is_taken_whole (self, site)))
    return FALSE;
  for (guint i = 0; compared && i < site->assigns->len; i++)
    {
      const IhopNode *value = bare (((IhopNode *) site->assigns->pdata[i])->child[1]);
      if (!is_value (self, value))
        return FALSE;
      if (ihop_locate_is_same (value, compared) || is_harmless (site, value))
        continue;
      ihop_refuse (self->step, IHOP_T_STORAGE, value,
                   "this is not computed in every iteration, and may fault where it is not");
      return FALSE;
    }
  return TRUE;
}

/* a[p] means the same in all iterations, and after them. */
static gboolean
is_best_fixed (Locate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];

  if (site->best == NULL || self->by_value)
    return TRUE;
  if (ihop_unrepeatable (NULL, site->best))
    {
      ihop_diag_remedy (ihop_refuse (self->step, IHOP_T_STORAGE, site->best,
                                     "what is compared with may be rounded differently when it is "
                                     "computed again"),
                        "keep the best value in a variable beside its place");
      return FALSE;
    }
  IhopValues *values = ihop_values_alloc (self->build, self->found->len);
  for (guint i = 0; i < self->found->len; i++)
    {
      values->symbol[i] = self->found->pdata[i];
      values->value[i] = ihop_make_integer (self->build, 0);
    }
  const IhopNode *place = ihop_copy (self->build, site->best, values);
  if (ihop_mentions (place, self->header->iterator))
    {
      ihop_refuse (self->step, IHOP_T_STORAGE, site->best, "what this refers to changes with %s",
                   self->header->iterator->name);
      return FALSE;
    }
  return ihop_storage_is_fixed (self->step, self->header, place, "what is compared with");
}

/* Whether strips could be mistaken for ones that have found something, or have not even looked. */
static gboolean
needs_flag (Locate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];
  g_autoptr (GPtrArray) statements = ihop_body_statements (self->header->body);
  gboolean always = !site->is_guarded
                    && g_ptr_array_find (statements, site->statement, NULL);

  if (site->best == NULL || site->relation == IHOP_OP_GE || site->relation == IHOP_OP_LE)
    return TRUE;
  return !self->by_value && !always;
}

static gboolean
can_locate (Locate *self, const char *name)
{
  if (self->sites->len == 0)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop,
                   "%s does not search for %s: no \"if (x > m) { m = x; p = i; }\", "
                   "\"if (a[i] > a[p]) p = i;\" or \"p = i;\" sets it",
                   self->header->name->address, name);
      return FALSE;
    }
  if (!are_alike (self) || !take_variables (self) || !are_only_searched (self))
    return FALSE;
  const IhopLocateSite *first = self->sites->pdata[0];
  self->by_value = first->best && bare (first->best)->kind == IHOP_REF;
  for (guint i = 0; i < self->sites->len; i++)
    if (!are_values (self, self->sites->pdata[i]))
      return FALSE;
  return is_best_fixed (self);
}

/* --- building -------------------------------------------------------------------------------- */

static IhopSymbol *
part_of (const Locate *self, const IhopSymbol *symbol)
{
  guint at;

  return g_ptr_array_find (self->found, symbol, &at) ? self->parts->pdata[at] : NULL;
}

static const IhopNode *
in_strip (const Locate *self, const IhopSymbol *symbol)
{
  return ihop_partition_element (&self->strips, part_of (self, symbol));
}

/* An expression with what the strip has found in the place of what was found. */
static const IhopNode *
said_by_strip (Locate *self, const IhopNode *expression)
{
  IhopValues *values = ihop_values_alloc (self->build, self->found->len);

  for (guint i = 0; i < self->found->len; i++)
    {
      values->symbol[i] = self->found->pdata[i];
      values->value[i] = in_strip (self, self->found->pdata[i]);
    }
  return ihop_copy (self->build, expression, values);
}

static const IhopNode *
flag_now (const Locate *self)
{
  return ihop_partition_element (&self->strips, self->flag);
}

/* "{ m_best[strip] = a[i]; …; m_found[strip] = 1; }" */
static const IhopNode *
with_flag (Locate *self, const IhopNode *statement, GHashTable *news)
{
  GPtrArray *all = g_ptr_array_new ();

  ihop_append_body (all, ihop_exchange (self->build, statement, news));
  ihop_append_assignment (self->build, all, IHOP_OP_NONE, flag_now (self), ihop_make_integer (self->build, 1));
  return ihop_make_body (self->build, all);
}

static const IhopNode *
strip_body (Locate *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint k = 0; k < self->found->len; k++)
    {
      const IhopSymbol *symbol = self->found->pdata[k];
      ihop_exchange_mentions (news, self->header->body, symbol, in_strip (self, symbol));
    }
  for (guint i = 0; self->flag && i < self->sites->len; i++)
    {
      const IhopLocateSite *site = self->sites->pdata[i];
      const IhopNode *old = site->best ? site->statement->child[1] : site->statement;
      g_hash_table_insert (news, (gpointer) old, (gpointer) with_flag (self, old, news));
    }
  return ihop_exchange (self->build, self->header->body, news);
}

/* What a strip looks at before it has found something. */
static void
append_starts (Locate *self, GPtrArray *into)
{
  const IhopLocateSite *site = self->sites->pdata[0];

  for (guint i = 0; site->best && i < self->found->len; i++)
    {
      IhopSymbol *symbol = self->found->pdata[i];
      if (ihop_mentions (site->best, symbol))
        ihop_append_assignment (self->build, into, IHOP_OP_NONE, in_strip (self, symbol),
                                ihop_make_ref (self->build, symbol));
    }
  if (self->flag)
    ihop_append_assignment (self->build, into, IHOP_OP_NONE, flag_now (self), ihop_make_integer (self->build, 0));
}

static const IhopNode *
first_pass (Locate *self)
{
  GPtrArray *body = g_ptr_array_new ();

  append_starts (self, body);
  ihop_append (body, ihop_partition_inner (&self->strips, strip_body (self)));
  return ihop_partition_outer (&self->strips, body);
}

/* From strip to strip. */
static const IhopNode *
second_pass (Locate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];
  GPtrArray *body = g_ptr_array_new (), *takes = g_ptr_array_new ();
  const IhopNode *wins = self->flag ? flag_now (self) : NULL;

  if (site->best)
    {
      const IhopNode *better
        = ihop_make_binary (self->build, site->relation, said_by_strip (self, site->best),
                            ihop_copy (self->build, site->best, NULL));
      wins = wins ? ihop_make_binary (self->build, IHOP_OP_LAND, wins, better) : better;
    }
  for (guint i = 0; i < self->found->len; i++)
    ihop_append_assignment (self->build, takes, IHOP_OP_NONE, ihop_make_ref (self->build, self->found->pdata[i]),
                            in_strip (self, self->found->pdata[i]));
  ihop_append (body, ihop_make_if (self->build, wins, ihop_make_body (self->build, takes), NULL));
  return ihop_partition_outer (&self->strips, body);
}

static gboolean
make_arrays (Locate *self, GPtrArray *news)
{
  const IhopSymbol *first = self->found->pdata[0];

  for (guint i = 0; i < self->found->len; i++)
    {
      const IhopSymbol *symbol = self->found->pdata[i];
      IhopSymbol *part = ihop_partition_array (&self->strips, symbol, ihop_type_strip (symbol->type),
                                            "part");
      g_ptr_array_add (self->parts, part);
      ihop_append (news, ihop_make_declaration (self->build, part, NULL));
    }
  if (needs_flag (self))
    {
      self->flag = ihop_partition_array (&self->strips, first, &ihop_type_int, "found");
      ihop_append (news, ihop_make_declaration (self->build, self->flag, NULL));
    }
  return ihop_storage_can_declare (self->step, self->header,
                                   ((IhopSymbol *) self->parts->pdata[0])->type);
}

static IhopRewrite *
located (Locate *self, const char *name)
{
  GPtrArray *news = g_ptr_array_new ();

  if (!can_locate (self, name))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  self->strips = ihop_partition_blocks (self->build, self->header, self->size);
  if (!make_arrays (self, news))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  ihop_append (news, first_pass (self));
  ihop_append (news, second_pass (self));
  return ihop_build_finish (self->build, self->header->loop, 1, news);
}

static IhopRewrite *
locate_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;
  Locate self = { .step = step, .header = &header, .size = IHOP_PARTITION_SIZE };

  if (!ihop_args_count (step, n, 2, 3)
      || (n > 2 && !ihop_partition_size (step, words[2], &self.size))
      || !ihop_partition_read (step, words[0], &header)
      || !(symbol = ihop_storage_variable (step, &header, words[1]))
      || !ihop_storage_is_own_number (step, &header, symbol))
    return NULL;
  g_autoptr (IhopBuild) build = self.build = ihop_build_new (step, header.name->function);
  g_autoptr (GPtrArray) sites = self.sites = ihop_locate_sites (header.body, symbol);
  g_autoptr (GPtrArray) found = self.found = g_ptr_array_new ();
  g_autoptr (GPtrArray) parts = self.parts = g_ptr_array_new ();
  return located (&self, words[1]);
}

const IhopTransform ihop_transform_locate = {
  .name = "locate",
  .usage = "LOOP VARIABLE [SIZE]",
  .summary = "A search for the largest value, or its place, in strips that each find their own",
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = locate_build,
};
