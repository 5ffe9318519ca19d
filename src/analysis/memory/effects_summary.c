#include "analysis/memory/effects_summary.h"
#include "analysis/memory/points_to_solver.h"
#include "analysis/program/facts_private.h"

IhopSummary *
ihop_summary_new (guint n_params)
{
  IhopSummary *summary = g_new0 (IhopSummary, 1);

  summary->effects.is_known = TRUE;
  summary->effects.globals_read = g_hash_table_new (NULL, NULL);
  summary->effects.globals_written = g_hash_table_new (NULL, NULL);
  summary->effects.n_params = n_params;
  summary->effects.params = g_new0 (IhopParamEffect, n_params + 1);
  summary->deep = g_new0 (IhopParamEffect, n_params + 1);
  summary->read = g_array_new (FALSE, FALSE, sizeof (guint));
  summary->written = g_array_new (FALSE, FALSE, sizeof (guint));
  summary->freed = g_array_new (FALSE, FALSE, sizeof (guint));
  summary->untyped = g_array_new (FALSE, FALSE, sizeof (guint));
  summary->stored = ihop_stored_places_new ();
  return summary;
}

void
ihop_summary_free (IhopSummary *summary)
{
  if (summary == NULL)
    return;
  ihop_message_unref (summary->effects.why);
  g_hash_table_unref (summary->effects.globals_read);
  g_hash_table_unref (summary->effects.globals_written);
  g_free (summary->effects.params);
  g_free (summary->deep);
  g_array_unref (summary->read);
  g_array_unref (summary->written);
  g_array_unref (summary->freed);
  g_array_unref (summary->untyped);
  ihop_stored_places_free (summary->stored);
  g_free (summary);
}

void
ihop_summary_give_up (IhopSummary *summary, IhopMessage *why)
{
  summary->effects.is_known = FALSE;
  if (summary->effects.why == NULL)
    summary->effects.why = why;
  else
    ihop_message_unref (why);
}

IhopSummary *
ihop_summary_unknown (guint n_params, IhopMessage *why)
{
  /* At least one: the last stands for all further arguments. */
  IhopSummary *summary = ihop_summary_new (MAX (n_params, 1));

  ihop_summary_give_up (summary, why);
  summary->effects.has_state = summary->effects.does_io = TRUE;
  summary->effects.may_not_return = summary->effects.allocates = TRUE;
  summary->effects.leaves = IHOP_LEAVES_ANYHOW;
  ihop_solver_set_insert (summary->read, IHOP_EXTERNAL_OBJECT);
  ihop_solver_set_insert (summary->written, IHOP_EXTERNAL_OBJECT);
  ihop_solver_set_insert (summary->freed, IHOP_EXTERNAL_OBJECT);
  ihop_solver_set_insert (summary->untyped, IHOP_EXTERNAL_OBJECT);
  for (guint i = 0; i < summary->effects.n_params; i++)
    summary->effects.params[i] = summary->deep[i]
      = IHOP_EFFECT_READS | IHOP_EFFECT_WRITES | IHOP_EFFECT_KEEPS | IHOP_EFFECT_FREES | IHOP_EFFECT_UNTYPED;
  return summary;
}

static guint
highest_argument (const IhopLibraryEntry *entry)
{
  guint all = entry->reads | entry->writes | entry->keeps | entry->frees | entry->returns | entry->stores
              | entry->follows;

  return g_bit_storage (all & ~IHOP_LIBRARY_REST);
}

static void
add_object (IhopFacts *facts, IhopSummary *summary, guint number, gboolean is_written)
{
  const IhopObject *object = ihop_object (facts, number);
  gboolean is_static = object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage != IHOP_STORAGE_AUTO;
  const GPtrArray *namesakes = is_static ? ihop_facts_namesakes (facts, object->symbol) : NULL;

  ihop_solver_set_insert (summary->read, number);
  if (is_written)
    {
      ihop_solver_set_insert (summary->written, number);
      ihop_solver_set_insert (summary->untyped, number);
    }
  for (guint i = 0; i < (namesakes ? namesakes->len : (guint) is_static); i++)
    {
      gpointer name = namesakes ? namesakes->pdata[i] : (gpointer) object->symbol;
      g_hash_table_add (summary->effects.globals_read, name);
      if (is_written)
        g_hash_table_add (summary->effects.globals_written, name);
    }
}

/* The library's memories, and what the program gave it to keep there: functions, too. */
static void
add_memory (IhopFacts *facts, IhopSummary *summary, const IhopLibraryEntry *entry, const char *name)
{
  g_autoptr (GArray) objects = ihop_flow_memory (ihop_points_to_program (facts), entry->memory);

  for (guint i = 0; i < objects->len; i++)
    {
      guint number = g_array_index (objects, guint, i);
      const IhopObject object = *ihop_object (facts, number);

      if (object.kind == IHOP_OBJECT_FUNCTION)
        ihop_summary_give_up (summary, ihop_message ("%s may call %s, which the library was given", name,
                                                        object.symbol->name));
      add_object (facts, summary, number, !entry->only_looks);
    }
}

/* One entry more than there are arguments said anything of, for the rest. */
IhopSummary *
ihop_summary_of_library (IhopFacts *facts, const IhopLibraryEntry *entry, const IhopSymbol *function,
                         gboolean errno_matters, gboolean stores)
{
  const IhopType *type = function->type ? ihop_type_strip (function->type) : NULL;
  guint declared = type && type->kind == IHOP_TYPE_FUNCTION ? type->n_params : 0;
  guint format = entry->format < 0 ? 0 : (guint) entry->format + 1;
  guint n = MAX (MAX (highest_argument (entry), declared), format) + 1;

  if (entry->unknown)
    {
      IhopSummary *unknown
        = ihop_summary_unknown (n, ihop_message ("%s %s", function->name, entry->unknown));
      if (entry->leaves || entry->installs || entry->returns_twice)
        unknown->effects.leaves = entry->leaves;
      return unknown;
    }

  IhopSummary *summary = ihop_summary_new (n);
  IhopEffects *effects = &summary->effects;

  effects->has_state = entry->state || (entry->sets_errno && errno_matters);
  effects->does_io = entry->io;
  effects->may_not_return = entry->no_return;
  effects->leaves = entry->leaves;
  effects->allocates = entry->allocates || entry->allocates_into;
  effects->is_math = entry->math;
  for (guint i = 0; i < n; i++)
    effects->params[i]
      = (ihop_library_has (entry->reads, i) ? IHOP_EFFECT_READS : 0)
        | (ihop_library_has (entry->writes, i) || (stores && i >= format) ? IHOP_EFFECT_WRITES | IHOP_EFFECT_UNTYPED : 0)
        | (ihop_library_has (entry->follows, i) ? IHOP_EFFECT_FOLLOWS | IHOP_EFFECT_UNTYPED : 0)
        | (ihop_library_has (entry->frees, i) ? IHOP_EFFECT_FREES : 0)
        | (ihop_library_has (entry->keeps | entry->returns | entry->stores, i) ? IHOP_EFFECT_KEEPS
                                                                               : 0);
  for (guint i = 0; i < n; i++)
    summary->deep[i] = effects->params[i] & IHOP_EFFECT_FOLLOWS ? IHOP_EFFECT_FOLLOWS | IHOP_EFFECT_UNTYPED : 0;
  add_memory (facts, summary, entry, function->name);
  return summary;
}

static void
include_table (GHashTable *into, GHashTable *from)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, from);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    g_hash_table_add (into, key);
}

void
ihop_summary_include (IhopSummary *summary, const IhopSummary *from)
{
  summary->effects.has_state |= from->effects.has_state;
  summary->effects.does_io |= from->effects.does_io;
  summary->effects.may_not_return |= from->effects.may_not_return;
  summary->effects.leaves |= from->effects.leaves;
  summary->effects.allocates |= from->effects.allocates;
  include_table (summary->effects.globals_read, from->effects.globals_read);
  include_table (summary->effects.globals_written, from->effects.globals_written);
  ihop_solver_set_unite (summary->read, from->read, NULL);
  ihop_solver_set_unite (summary->written, from->written, NULL);
  ihop_solver_set_unite (summary->freed, from->freed, NULL);
  ihop_solver_set_unite (summary->untyped, from->untyped, NULL);
  ihop_stored_places_include (summary->stored, from->stored);
}

/* Summaries only ever grow, so their sizes tell. */
gboolean
ihop_summary_equal (const IhopSummary *a, const IhopSummary *b)
{
  const IhopEffects *x = &a->effects, *y = &b->effects;

  for (guint i = 0; i < x->n_params; i++)
    if (x->params[i] != y->params[i] || a->deep[i] != b->deep[i])
      return FALSE;
  return x->is_known == y->is_known && x->has_state == y->has_state && x->does_io == y->does_io
         && x->may_not_return == y->may_not_return && x->leaves == y->leaves && x->allocates == y->allocates
         && g_hash_table_size (x->globals_read) == g_hash_table_size (y->globals_read)
         && g_hash_table_size (x->globals_written) == g_hash_table_size (y->globals_written)
         && a->read->len == b->read->len && a->written->len == b->written->len
         && a->freed->len == b->freed->len && a->untyped->len == b->untyped->len
         && ihop_stored_places_equal (a->stored, b->stored);
}
