/* pack: a counter that only some iterations advance, as in a compaction,
 *
 *   if (c[i]) b[k++] = a[i];
 *
 * in three passes. The first counts, strip by strip, how far a strip advances the counter. The second adds these up
 * from strip to strip. The third is the owner's loop, strip by strip, each with a counter of its own that starts where
 * the strip before ends. Several counters share the third pass, each with first two passes of its own (Chatterjee,
 * Blelloch and Zagha, "Scan primitives for vector computers", 1990).
 *
 * The proof: the counter is a number of the function's own, and only ever advanced by constants. Whether it is advanced
 * depends on values that are the same before the loop as in it: nothing that the loop does changes them, but for
 * variables of the iteration's own, which the first pass computes, too. The third pass keeps the order of everything.
 * That strips store to different places is for the analysis to see (analysis/dependence/compaction.h). */
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/replace.h"
#include "transform/legality/preconditions.h"
#include "transform/parallel/pack_counter.h"

enum { MOST_COUNTERS = 8 };

static const IhopNode *
first_pass (IhopPack *self)
{
  GPtrArray *body = g_ptr_array_new ();

  ihop_append_assignment (self->build, body, IHOP_OP_NONE, ihop_pack_in_strip (self, self->now->count),
                          ihop_make_integer (self->build, 0));
  ihop_append (body, ihop_partition_inner (&self->strips, ihop_pack_slice (self, self->header->body)));
  return ihop_partition_outer (&self->strips, body);
}

static const IhopNode *
second_pass (IhopPack *self)
{
  GPtrArray *body = g_ptr_array_new ();
  const IhopNode *counter = ihop_make_ref (self->build, self->now->symbol);

  ihop_append_assignment (self->build, body, IHOP_OP_NONE, ihop_pack_in_strip (self, self->now->from), counter);
  ihop_append_assignment (self->build, body, IHOP_OP_ADD, counter, ihop_pack_in_strip (self, self->now->count));
  return ihop_partition_outer (&self->strips, body);
}

static const IhopNode *
third_pass (IhopPack *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *body = g_ptr_array_new ();

  for (guint k = 0; k < self->counters->len; k++)
    {
      const IhopPackCounter *counter = self->counters->pdata[k];
      ihop_replace_mentions (news, self->header->body, counter->symbol, ihop_make_ref (self->build, counter->at));
      ihop_append (body, ihop_make_declaration (self->build, counter->at, ihop_pack_in_strip (self, counter->from)));
    }
  ihop_append (body, ihop_partition_inner (&self->strips, ihop_replace_nodes (self->build, self->header->body, news)));
  return ihop_partition_outer (&self->strips, body);
}

static void
make_variables (IhopPack *self, GPtrArray *news)
{
  const IhopType *type = ihop_type_strip (self->now->symbol->type);
  g_autofree char *name = g_strdup_printf ("%s_at", self->now->symbol->name);

  self->now->count = ihop_partition_array (&self->strips, self->now->symbol, type, "count");
  self->now->from = ihop_partition_array (&self->strips, self->now->symbol, type, "from");
  self->now->at = ihop_make_variable (self->build, self->now->symbol, type, name);
  ihop_append (news, ihop_make_declaration (self->build, self->now->count, NULL));
  ihop_append (news, ihop_make_declaration (self->build, self->now->from, NULL));
}

static IhopRewrite *
packed (IhopPack *self)
{
  const IhopHeader *header = self->header;
  g_autoptr (IhopBuild) build = self->build = ihop_build_new (self->step, header->name->function);
  GPtrArray *news = g_ptr_array_new ();

  self->strips = ihop_partition_blocks (build, header, self->size);
  for (guint i = 0; i < self->counters->len; i++)
    {
      self->now = self->counters->pdata[i];
      make_variables (self, news);
    }
  if (!ihop_require_declarable (self->step, header, self->now->from->type))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  for (guint i = 0; i < self->counters->len; i++)
    {
      self->now = self->counters->pdata[i];
      ihop_append (news, first_pass (self));
      ihop_append (news, second_pass (self));
    }
  ihop_append (news, third_pass (self));
  return ihop_build_finish (build, header->loop, 1, news);
}

static gboolean
read_words (IhopPack *self, char **words, guint n)
{
  gboolean sized = n > 2 && g_ascii_isdigit (words[n - 1][0]);

  if (sized && !ihop_partition_size (self->step, words[n - 1], &self->size))
    return FALSE;
  for (guint i = 1; i < n - sized; i++)
    if (!ihop_pack_add_counter (self, words[i]))
      return FALSE;
  return TRUE;
}

static IhopRewrite *
pack_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopPack self = { .step = step, .header = &header, .size = IHOP_PARTITION_SIZE };

  if (!ihop_args_count (step, n, 2, MOST_COUNTERS + 2)
      || !ihop_partition_read (step, words[0], &header))
    return NULL;
  g_autoptr (GHashTable) declared = self.declared = ihop_defs_declared (header.body);
  g_autoptr (GPtrArray) counters = self.counters = g_ptr_array_new_with_free_func (ihop_pack_counter_free);
  g_hash_table_add (declared, header.iterator);
  return read_words (&self, words, n) ? packed (&self) : NULL;
}

const IhopTransform ihop_transform_pack = {
  .name = "pack",
  .usage = "LOOP VARIABLE [MORE...] [SIZE]",
  .summary = N_ ("A counter that only some iterations advance, in three passes, two of which are parallel"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = pack_build,
};
