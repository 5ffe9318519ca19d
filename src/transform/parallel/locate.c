/* locate: a search for the largest or smallest value, or for its place, strip by strip: each strip finds its own, and
 * then the strips' results are compared in their order.
 *
 *   if (a[i] > m) { m = a[i]; p = i; }      the value and its place
 *   if (a[i] > a[p]) p = i;                 the place, which implies the value
 *   if (a[i] > t) p = i;                    the last place where something holds
 *
 * The proof: what is found is set by such statements only and not used otherwise in the loop, so that the rest of the
 * loop, whose order stays, does not depend on it. A strip starts with the best value from before the loop. With ">" it
 * finds the first of its largest values that exceed that one, if any; and the first strip that has the largest of all
 * wins, as its value did in the owner's loop. With ">=" it is the last one; then a strip that has found nothing could
 * not be told from one that has found an equal value, and a flag says so. A NaN compares false: it is never
 * taken, and if the loop starts with one, nothing is. Values are copied, never computed: +0 and -0, which are equal, stay
 * what they are. Most of this is Fisher and Ghuloum, "Parallelizing complex scans and reductions", 1994. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/replace.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/parallel/locate_proof.h"
#include "transform/parallel/locate_sites.h"

/* Whether strips could be mistaken for ones that have found something, or have not even looked. */
static gboolean
needs_flag (IhopLocate *self)
{
  const IhopLocateSite *site = self->sites->pdata[0];
  g_autoptr (GPtrArray) statements = ihop_body_statements (self->header->body);
  gboolean always = !site->is_guarded
                    && g_ptr_array_find (statements, site->statement, NULL);

  if (site->best == NULL || site->relation == IHOP_OP_GE || site->relation == IHOP_OP_LE)
    return TRUE;
  return !self->by_value && !always;
}

static IhopSymbol *
part_of (const IhopLocate *self, const IhopSymbol *symbol)
{
  guint at;

  return g_ptr_array_find (self->found, symbol, &at) ? self->parts->pdata[at] : NULL;
}

static const IhopNode *
in_strip (const IhopLocate *self, const IhopSymbol *symbol)
{
  return ihop_partition_element (&self->strips, part_of (self, symbol));
}

/* An expression with what the strip has found in the place of what was found. */
static const IhopNode *
said_by_strip (IhopLocate *self, const IhopNode *expression)
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
flag_now (const IhopLocate *self)
{
  return ihop_partition_element (&self->strips, self->flag);
}

/* "{ m_best[strip] = a[i]; …; m_found[strip] = 1; }" */
static const IhopNode *
with_flag (IhopLocate *self, const IhopNode *statement, GHashTable *news)
{
  GPtrArray *all = g_ptr_array_new ();

  ihop_append_body (all, ihop_replace_nodes (self->build, statement, news));
  ihop_append_assignment (self->build, all, IHOP_OP_NONE, flag_now (self), ihop_make_integer (self->build, 1));
  return ihop_make_body (self->build, all);
}

static const IhopNode *
strip_body (IhopLocate *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint k = 0; k < self->found->len; k++)
    {
      const IhopSymbol *symbol = self->found->pdata[k];
      ihop_replace_mentions (news, self->header->body, symbol, in_strip (self, symbol));
    }
  for (guint i = 0; self->flag && i < self->sites->len; i++)
    {
      const IhopLocateSite *site = self->sites->pdata[i];
      const IhopNode *old = site->best ? site->statement->child[1] : site->statement;
      g_hash_table_insert (news, (gpointer) old, (gpointer) with_flag (self, old, news));
    }
  return ihop_replace_nodes (self->build, self->header->body, news);
}

/* What a strip looks at before it has found something. */
static void
append_starts (IhopLocate *self, GPtrArray *into)
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
first_pass (IhopLocate *self)
{
  GPtrArray *body = g_ptr_array_new ();

  append_starts (self, body);
  ihop_append (body, ihop_partition_inner (&self->strips, strip_body (self)));
  return ihop_partition_outer (&self->strips, body);
}

/* From strip to strip. */
static const IhopNode *
second_pass (IhopLocate *self)
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
make_arrays (IhopLocate *self, GPtrArray *news)
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
  return ihop_require_declarable (self->step, self->header,
                                  ((IhopSymbol *) self->parts->pdata[0])->type);
}

static IhopRewrite *
located (IhopLocate *self, const char *name)
{
  GPtrArray *news = g_ptr_array_new ();

  if (!ihop_locate_is_search (self, name))
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
  IhopLocate self = { .step = step, .header = &header, .size = IHOP_PARTITION_SIZE };

  if (!ihop_args_count (step, n, 2, 3)
      || (n > 2 && !ihop_partition_size (step, words[2], &self.size))
      || !ihop_partition_read (step, words[0], &header)
      || !(symbol = ihop_require_variable (step, &header, words[1]))
      || !ihop_require_own_number (step, &header, symbol))
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
  .summary = N_ ("A search for the largest value, or its place, in strips that each find their own"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = locate_build,
};
