/* One function's summary. Each access is looked up in the function's own points-to system: what
 * goes through a parameter becomes the parameter's effect, so that callers can apply it to what
 * they pass; what goes anywhere else is resolved in the program's system. */
#include "analysis/memory/effects_summary.h"
#include "analysis/memory/points_to.h"
#include "analysis/memory/points_to_build.h"
#include "analysis/program/facts_private.h"

typedef enum
{
  DONE_READ = 1 << 0,
  DONE_WRITE = 1 << 1,
  DONE_FREE = 1 << 2,
  DONE_FOLLOW = 1 << 3, /* the library reads and writes it, and what hangs on it */
  DONE_UNTYPED = 1 << 4 /* not by an assignment */
} Done;

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  IhopFlow *own, *program;
  IhopSummary *summary;
} Local;

/* Takes what. */
static IhopMessage *
at_line (IhopMessage *what, const IhopNode *node)
{
  g_autoptr (IhopMessage) own = what;
  guint line = ihop_range_line (node->place);

  return line ? ihop_message ("%s at line %u", own, line) : ihop_message_ref (own);
}

static Done
done_of_effect (IhopParamEffect effect)
{
  return (effect & IHOP_EFFECT_READS ? DONE_READ : 0)
         | (effect & IHOP_EFFECT_WRITES ? DONE_WRITE : 0)
         | (effect & IHOP_EFFECT_FREES ? DONE_FREE : 0)
         | (effect & IHOP_EFFECT_FOLLOWS ? DONE_FOLLOW : 0) | (effect & IHOP_EFFECT_UNTYPED ? DONE_UNTYPED : 0);
}

static IhopParamEffect
effect_of_done (Done done)
{
  return (done & DONE_READ ? IHOP_EFFECT_READS : 0) | (done & DONE_WRITE ? IHOP_EFFECT_WRITES : 0)
         | (done & DONE_FREE ? IHOP_EFFECT_FREES : 0)
         | (done & DONE_FOLLOW ? IHOP_EFFECT_FOLLOWS : 0) | (done & DONE_UNTYPED ? IHOP_EFFECT_UNTYPED : 0);
}

static gboolean
is_const (const IhopType *type)
{
  return type->qualifiers & IHOP_CONST || ihop_type_element (type, NULL)->qualifiers & IHOP_CONST;
}

static void touch_object_set (Local *local, guint object, Done done);

/* A variable, or (is_behind) the memory that is reached through it. */
static void
touch_global (Local *local, const IhopSymbol *symbol, Done done, gboolean is_behind)
{
  const GPtrArray *namesakes = ihop_facts_namesakes (local->facts, symbol);
  IhopEffects *effects = &local->summary->effects;

  for (guint i = 0; i < (namesakes ? namesakes->len : 1); i++)
    {
      gpointer name = namesakes ? namesakes->pdata[i] : (gpointer) symbol;
      if (done & (DONE_READ | DONE_FOLLOW))
        g_hash_table_add (effects->globals_read, name);
      if (done & (DONE_WRITE | DONE_FREE | DONE_FOLLOW))
        g_hash_table_add (effects->globals_written, name);
    }
  if (!is_behind)
    touch_object_set (local, ihop_object_number (local->facts, IHOP_OBJECT_VARIABLE, symbol, NULL),
                      done);
  /* A counter that lives from call to call. */
  if (!symbol->is_global && symbol->storage != IHOP_STORAGE_EXTERN && !is_const (symbol->type))
    effects->has_state = TRUE;
}

static void
touch_parameter (Local *local, const IhopSymbol *symbol, Done done, gboolean is_deep)
{
  for (guint i = 0; i < local->function->n_params; i++)
    if (local->function->params[i] == symbol)
      {
        local->summary->effects.params[i] |= effect_of_done (done);
        if (is_deep)
          local->summary->deep[i] |= effect_of_done (done);
      }
}

static void
touch_object_set (Local *local, guint object, Done done)
{
  if (done & (DONE_READ | DONE_FOLLOW))
    ihop_solver_set_insert (local->summary->read, object);
  if (done & (DONE_WRITE | DONE_FOLLOW))
    ihop_solver_set_insert (local->summary->written, object);
  if (done & DONE_UNTYPED)
    ihop_solver_set_insert (local->summary->untyped, object);
  if (done & DONE_FREE)
    ihop_solver_set_insert (local->summary->freed, object);
}

/* An object of the program's system. */
static void
touch_in_program (Local *local, guint number, Done done)
{
  const IhopObject *object = ihop_object (local->facts, number);

  if (object->kind == IHOP_OBJECT_VARIABLE && object->symbol->storage != IHOP_STORAGE_AUTO)
    touch_global (local, object->symbol, done, FALSE);
  touch_object_set (local, number, done);
}

static void
touch_program_set (Local *local, IhopObjectSet *set, Done done, const IhopNode *node)
{
  IhopObjectSet *escaped = ihop_flow_content (local->program, IHOP_EXTERNAL_OBJECT);

  for (guint i = 0; i < set->len; i++)
    touch_in_program (local, g_array_index (set, guint, i), done);
  if (!ihop_set_has (set, IHOP_EXTERNAL_OBJECT))
    return;
  for (guint i = 0; i < escaped->len; i++)
    touch_in_program (local, g_array_index (escaped, guint, i), done);
  if (done & (DONE_WRITE | DONE_FREE))
    ihop_summary_give_up (local->summary,
                          at_line (ihop_message ("it writes through a pointer of unknown origin"), node));
}

/* An object of the function's own system. TRUE: only the program's system knows what it is. */
static gboolean
touch_own (Local *local, guint number, Done done)
{
  const IhopObject object = *ihop_object (local->facts, number);

  switch (object.kind)
    {
    case IHOP_OBJECT_VARIABLE:
      if (object.symbol->storage != IHOP_STORAGE_AUTO)
        touch_global (local, object.symbol, done, FALSE);
      return FALSE;
    case IHOP_OBJECT_PARAM:
    case IHOP_OBJECT_PARAM_DEEP:
      touch_parameter (local, object.symbol, done, object.kind == IHOP_OBJECT_PARAM_DEEP);
      return FALSE;
    case IHOP_OBJECT_GLOBAL:
      /* What the library does behind it, it does to what the program's system finds there. */
      if (done & ~(DONE_FOLLOW | DONE_UNTYPED))
        touch_global (local, object.symbol, done & ~DONE_FOLLOW, TRUE);
      return TRUE;
    case IHOP_OBJECT_EXTERNAL:
      return TRUE;
    default:
      touch_object_set (local, number, done);
      return FALSE;
    }
}

static gboolean
touch_own_set (Local *local, IhopObjectSet *set, Done done)
{
  gboolean ask_program = FALSE;

  for (guint i = 0; i < set->len; i++)
    ask_program |= touch_own (local, g_array_index (set, guint, i), done);
  return ask_program;
}

static gboolean
is_volatile (const IhopMemoryAccess *access)
{
  return (access->node->type && ihop_type_is_volatile (access->node->type))
         || (access->symbol && ihop_type_is_volatile (access->symbol->type));
}

static void
place (Local *local, const IhopMemoryAccess *access)
{
  Done done = (access->is_read ? DONE_READ : 0) | (access->is_written ? DONE_WRITE : 0);

  if (is_volatile (access))
    ihop_summary_give_up (local->summary, at_line (ihop_message ("a volatile object is used"), access->node));
  if (access->symbol && (access->symbol->kind != IHOP_SYMBOL_VARIABLE || access->symbol->storage == IHOP_STORAGE_AUTO))
    return;
  if (access->is_written)
    ihop_stored_places_add (local->summary->stored, access->node);
  if (access->symbol)
    {
      touch_global (local, access->symbol, done, FALSE);
      return;
    }
  if (touch_own_set (local, ihop_flow_place (local->own, access->node), done))
    touch_program_set (local, ihop_flow_place (local->program, access->node), done, access->node);
}

/* What the callee does to one argument, done to what we pass. */
static void
argument (Local *local, const IhopNode *node, Done done, gboolean is_deep)
{
  IhopObjectSet *own = ihop_flow_argument (local->own, node);
  IhopObjectSet *program = ihop_flow_argument (local->program, node);

  if (done == 0)
    return;
  if (!is_deep)
    {
      if (touch_own_set (local, own, done))
        touch_program_set (local, program, done, node);
      return;
    }

  g_autoptr (GArray) own_deep = ihop_flow_closure (local->own, own, FALSE);

  if (touch_own_set (local, own_deep, done))
    {
      g_autoptr (GArray) deep = ihop_flow_closure (local->program, program, FALSE);
      touch_program_set (local, deep, done, node);
    }
}

static void
call (Local *local, const IhopNode *node)
{
  const IhopSymbol *callee = ihop_call_callee (node);
  const IhopSummary *summary = ihop_effects_summary_of_call (local->facts, node);

  ihop_summary_include (local->summary, summary);
  if (!summary->effects.is_known)
    {
      g_autoptr (IhopMessage) where
        = at_line (callee ? ihop_message ("%s is called", callee->name)
                          : ihop_message ("a function is called through a pointer"), node);
      ihop_summary_give_up (local->summary, callee ? ihop_message ("%s: %s", where, summary->effects.why)
                                                   : ihop_message_ref (where));
    }
  for (guint i = 0; i + 1 < node->n_children; i++)
    {
      IhopParamEffect deep = ihop_summary_deep (summary, i);
      argument (local, node->child[i + 1], done_of_effect (ihop_summary_param (summary, i)), FALSE);
      argument (local, node->child[i + 1], done_of_effect (deep), TRUE);
    }
}

static void
visit (const IhopMemoryAccess *access, gpointer data)
{
  Local *local = data;

  if (access->is_call)
    call (local, access->node);
  else if (access->is_opaque)
    {
      ihop_summary_include (local->summary, ihop_effects_summary (local->facts, NULL));
      ihop_summary_give_up (local->summary, at_line (ihop_message ("%s cannot be looked into",
                                                                      ihop_argument_word_or (access->node->text, "code")),
                                                        access->node));
    }
  else
    place (local, access);
}

static gboolean
find_endless (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= ihop_kind_is_loop (node->kind) && ihop_loop_is_endless (node);
  return !*found;
}

static void
keeps (Local *local)
{
  IhopObjectSet *leaked = ihop_flow_leaked (local->own);

  for (guint i = 0; i < local->function->n_params; i++)
    {
      const IhopSymbol *symbol = local->function->params[i];
      guint direct = ihop_object_number (local->facts, IHOP_OBJECT_PARAM, symbol, NULL);
      guint deep = ihop_object_number (local->facts, IHOP_OBJECT_PARAM_DEEP, symbol, NULL);

      if (ihop_set_has (leaked, direct) || ihop_set_has (leaked, deep))
        local->summary->effects.params[i] |= IHOP_EFFECT_KEEPS;
    }
}

IhopSummary *
ihop_effects_compute (IhopFacts *facts, const IhopFunction *function)
{
  GHashTable *cache
    = ihop_facts_cache (facts, "points-to functions", (GDestroyNotify) ihop_flow_free);
  Local local = { facts, function, ihop_flow_build (facts, function),
                  ihop_points_to_program (facts), ihop_summary_new (function->n_params) };
  gboolean is_endless = FALSE;

  g_hash_table_insert (cache, (gpointer) function, local.own);
  ihop_access_walk (function->body, visit, &local);
  ihop_node_walk (function->body, find_endless, &is_endless);
  local.summary->effects.may_not_return |= is_endless;
  keeps (&local);
  if (!local.own->is_exact || !local.program->is_exact)
    ihop_summary_give_up (local.summary, ihop_message ("its pointers are too many to follow"));
  return local.summary;
}
