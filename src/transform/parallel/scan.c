/* scan: a linear recurrence s = a * s + b in three passes. The first finds, strip by strip, what a strip does to s: s
 * becomes p * s + q. The second applies that from strip to strip. The third is the owner's loop, strip by strip, each
 * with an s of its own. The first and the last are parallel if nothing else makes iterations depend on each other
 * (Kogge and Stone 1973; Blelloch 1990).
 *
 * The proof: s is a number of the function's own, changed by one statement that every iteration runs once; nothing in
 * the loop changes what a and b are made of. The third pass keeps the order of everything. In the first pass integers
 * are computed modulo a power of two, since another order could overflow; floating-point numbers are rounded
 * differently: only on the owner's word. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/parallel/partition.h"
#include <string.h>

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  IhopSymbol *symbol;
  const IhopNode *update;  /* the statement */
  const IhopNode *factor;  /* a; NULL: 1 */
  const IhopNode *addend;  /* b; NULL: 0 */
  gboolean is_subtracted;       /* b is subtracted */
  gint64 size;             /* iterations a strip */
  gboolean reassociate;
  /* Made: */
  IhopPartition strips;
  IhopSymbol *p, *q, *in;  /* arrays, an element a strip; p may be NULL */
} Scan;

/* --- reading --------------------------------------------------------------------------------- */

static gboolean
is_symbol (const Scan *self, const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  return node->kind == IHOP_REF && node->symbol == self->symbol;
}

/* s, s * a, a * s */
static gboolean
read_product (Scan *self, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  if (is_symbol (self, bare))
    return TRUE;
  if (bare->kind != IHOP_BINARY || bare->op != IHOP_OP_MUL)
    return FALSE;
  if (is_symbol (self, bare->child[0]))
    self->factor = bare->child[1];
  else if (is_symbol (self, bare->child[1]))
    self->factor = bare->child[0];
  return self->factor != NULL;
}

/* product + b, b + product, product - b */
static gboolean
read_sum (Scan *self, const IhopNode *node)
{
  const IhopNode *bare = ihop_node_strip (node, TRUE);

  if (bare->kind != IHOP_BINARY || (bare->op != IHOP_OP_ADD && bare->op != IHOP_OP_SUB))
    return read_product (self, bare) && self->factor;
  self->is_subtracted = bare->op == IHOP_OP_SUB;
  if (read_product (self, bare->child[0]))
    self->addend = bare->child[1];
  else if (!self->is_subtracted && read_product (self, bare->child[1]))
    self->addend = bare->child[0];
  return self->addend != NULL;
}

static gboolean
read_update (Scan *self, const IhopNode *statement)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || !is_symbol (self, assign->child[0]))
    return FALSE;
  if (assign->op == IHOP_OP_NONE)
    return read_sum (self, assign->child[1]);
  self->is_subtracted = assign->op == IHOP_OP_SUB;
  if (assign->op == IHOP_OP_MUL)
    self->factor = assign->child[1];
  else if (assign->op == IHOP_OP_ADD || assign->op == IHOP_OP_SUB)
    self->addend = assign->child[1];
  return self->factor || self->addend;
}

static gboolean
find_update (Scan *self, const GPtrArray *statements)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (!ihop_writes (statement, self->symbol))
        continue;
      if (self->update || !read_update (self, statement))
        {
          ihop_refuse (self->step, IHOP_T_STORAGE, statement,
                       "here %s is changed other than once an iteration by %s = a * %s + b",
                       self->symbol->name, self->symbol->name, self->symbol->name);
          return FALSE;
        }
      self->update = statement;
    }
  if (self->update == NULL)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop, "%s does not change %s",
                 self->header->name->address, self->symbol->name);
  return self->update != NULL;
}

/* --- the proof ------------------------------------------------------------------------------- */

static gboolean
is_number (const Scan *self, const IhopNode *part)
{
  gboolean integer = ihop_type_is_integer (self->symbol->type);

  if (part == NULL || (integer ? ihop_type_is_integer (part->type)
                               : ihop_type_is_integer (part->type)
                                   || ihop_type_is_floating (part->type)))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, part,
               integer ? N_ ("this is no integer, which %s is: it would be rounded on the way")
                       : N_ ("this is no real number, which %s is: it would be rounded on the way"),
               self->symbol->name);
  return FALSE;
}

static gboolean
parts_are_fixed (const Scan *self)
{
  const IhopNode *parts[] = { self->factor, self->addend };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!is_number (self, parts[i])
        || (parts[i] && !ihop_require_invariant (self->step, self->header, parts[i], N_ ("what the recurrence is made of"))))
      return FALSE;
  return TRUE;
}

static gboolean
may_round (const Scan *self)
{
  if (ihop_type_is_integer (self->symbol->type))
    return ihop_require_modular (self->step, self->header, self->symbol);
  return ihop_require_reassociation (self->step, self->header, self->update, self->symbol->name,
                                     self->reassociate, "scan");
}

/* --- building -------------------------------------------------------------------------------- */

static const IhopType *
pass_type (const Scan *self)
{
  return ihop_type_is_integer (self->symbol->type) ? ihop_partition_modular_type (&self->update, 1)
                                                   : ihop_type_strip (self->symbol->type);
}

static IhopSymbol *
array (const Scan *self, const IhopType *element, const char *ending)
{
  return ihop_partition_array (&self->strips, self->symbol, element, ending);
}

static const IhopNode *
at (const Scan *self, IhopSymbol *array)
{
  return ihop_partition_element (&self->strips, array);
}

static void
set (const Scan *self, GPtrArray *into, const IhopNode *left, const IhopNode *right)
{
  ihop_append_assignment (self->build, into, IHOP_OP_NONE, left, right);
}

/* a * value + b */
static const IhopNode *
step_of (const Scan *self, const IhopNode *value, gboolean with_addend)
{
  if (self->factor)
    value = ihop_make_binary (self->build, IHOP_OP_MUL, self->factor, value);
  if (with_addend && self->addend)
    value = ihop_make_binary (self->build, self->is_subtracted ? IHOP_OP_SUB : IHOP_OP_ADD, value,
                              self->addend);
  return value;
}

/* What each strip does to s. */
static const IhopNode *
first_pass (const Scan *self)
{
  GPtrArray *body = g_ptr_array_new (), *inner = g_ptr_array_new ();
  IhopBuild *build = self->build;

  if (self->p)
    set (self, body, at (self, self->p),
         ihop_make_constant (build, self->p->type->target, 1));
  if (self->q)
    set (self, body, at (self, self->q),
         ihop_make_constant (build, self->q->type->target, 0));
  if (self->p)
    set (self, inner, at (self, self->p), step_of (self, at (self, self->p), FALSE));
  if (self->q)
    set (self, inner, at (self, self->q), step_of (self, at (self, self->q), TRUE));
  ihop_append (body, ihop_partition_inner (&self->strips, ihop_make_body (build, inner)));
  return ihop_partition_outer (&self->strips, body);
}

/* From strip to strip. */
static const IhopNode *
second_pass (const Scan *self)
{
  GPtrArray *body = g_ptr_array_new ();
  IhopBuild *build = self->build;
  const IhopNode *value = ihop_make_ref (build, self->symbol);

  set (self, body, at (self, self->in), value);
  if (self->p)
    value = ihop_make_binary (build, IHOP_OP_MUL, at (self, self->p), value);
  if (self->q)
    value = ihop_make_binary (build, IHOP_OP_ADD, value, at (self, self->q));
  set (self, body, ihop_make_ref (build, self->symbol), value);
  return ihop_partition_outer (&self->strips, body);
}

/* The owner's loop, where each strip has its own s. */
static const IhopNode *
third_pass (const Scan *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *body = g_ptr_array_new ();

  ihop_replace_mentions (news, self->header->body, self->symbol, at (self, self->in));
  const IhopNode *inner = ihop_replace_nodes (self->build, self->header->body, news);
  ihop_append (body, ihop_partition_inner (&self->strips, inner));
  return ihop_partition_outer (&self->strips, body);
}

static IhopRewrite *
scanned (Scan *self)
{
  const IhopHeader *header = self->header;
  g_autoptr (IhopBuild) build = self->build = ihop_build_new (self->step, header->name->function);
  GPtrArray *news = g_ptr_array_new ();

  self->strips = ihop_partition_blocks (build, header, self->size);
  self->p = self->factor ? array (self, pass_type (self), "factor") : NULL;
  self->q = self->addend ? array (self, pass_type (self), "sum") : NULL;
  self->in = array (self, ihop_type_strip (self->symbol->type), "in");
  if (!ihop_require_declarable (self->step, header, self->in->type))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  IhopSymbol *arrays[] = { self->p, self->q, self->in };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    if (arrays[i])
      ihop_append (news, ihop_make_declaration (build, arrays[i], NULL));
  ihop_append (news, first_pass (self));
  ihop_append (news, second_pass (self));
  ihop_append (news, third_pass (self));
  return ihop_build_finish (build, header->loop, 1, news);
}

static gboolean
read_words (Scan *self, char **words, guint n)
{
  for (guint i = 2; i < n; i++)
    if (strcmp (words[i], "reassociate") == 0)
      self->reassociate = TRUE;
    else if (!ihop_partition_size (self->step, words[i], &self->size))
      return FALSE;
  return TRUE;
}

static IhopRewrite *
scan_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  Scan self = { .step = step, .header = &header, .size = IHOP_PARTITION_SIZE };

  if (!ihop_args_count (step, n, 2, 4) || !read_words (&self, words, n)
      || !ihop_partition_read (step, words[0], &header)
      || !(self.symbol = ihop_require_variable (step, &header, words[1]))
      || !ihop_require_own_number (step, &header, self.symbol))
    return NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (header.body);
  if (!find_update (&self, statements) || !parts_are_fixed (&self) || !may_round (&self))
    return NULL;
  return scanned (&self);
}

const IhopTransform ihop_transform_scan = {
  .name = "scan",
  .usage = "LOOP VARIABLE [SIZE] [reassociate]",
  .summary = N_ ("A recurrence s = a * s + b in three passes, two of which are parallel"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = scan_build,
};
