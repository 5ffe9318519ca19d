/* Each access of a piece of code is a set of objects, and so is the variable asked for; where they
 * cannot be proved distinct, the access touches the variable. */
#include "analysis/memory/mod_ref.h"
#include "analysis/memory/allocators.h"
#include "analysis/memory/disjointness.h"
#include "analysis/memory/effective_types.h"
#include "analysis/memory/effects_summary.h"
#include "analysis/program/facts_private.h"
#include <isl/val.h>

typedef struct
{
  IhopFacts *facts;
  const IhopFunction *function;
  const IhopSymbol *object; /* what is asked for: a variable and what it points to; NULL: … */
  const IhopNode *place;    /* … a place that is read again */
  gboolean is_pointer;
  IhopGranted granted;
  IhopMemory behind;  /* what the object stands for */
  IhopMemory storage; /* the variable itself: for pointers, not the same */
  IhopTouch touch;
} Toucher;

static gboolean
meets (Toucher *toucher, IhopMemory memory, IhopMemory with)
{
  return ihop_memory_distinct (toucher->facts, toucher->function, memory, with, &toucher->granted)
         == IHOP_PROOF_NONE;
}

/* The variable through whose value alone an address is reckoned: p of p, p + 1, (char *) p. */
static const IhopSymbol *
pointer_of (const IhopNode *value)
{
  const IhopType *type;

  value = ihop_node_strip (value, TRUE);
  type = value->type ? ihop_type_strip (value->type) : NULL;
  if (type == NULL || type->kind != IHOP_TYPE_POINTER)
    return NULL;
  if (value->kind == IHOP_BINARY && (value->op == IHOP_OP_ADD || value->op == IHOP_OP_SUB))
    return pointer_of (value->child[0]);
  return value->kind == IHOP_REF ? value->symbol
         : value->kind == IHOP_CAST ? pointer_of (value->child[0]) : NULL;
}

/* The pointer that a place lies right behind: p of p[i], *p, p->a[i]. NULL: none, or one that was read
 * from memory itself. */
static const IhopSymbol *
pointer_before (const IhopNode *place)
{
  for (;;)
    {
      gboolean through = place->kind == IHOP_INDEX
                         || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF)
                         || (place->kind == IHOP_MEMBER && (place->flags & IHOP_NODE_ARROW));
      if (!through && place->kind != IHOP_MEMBER && place->kind != IHOP_PAREN)
        return NULL;
      place = ihop_node_strip (place->child[0], TRUE);
      const IhopType *type = place->type ? ihop_type_strip (place->type) : NULL;
      if (through && (type == NULL || type->kind != IHOP_TYPE_ARRAY))
        return pointer_of (place);
    }
}

/* Whether memory right behind this pointer is another one than the object's, as it is granted. */
static gboolean
is_granted (const Toucher *toucher, const IhopSymbol *pointer)
{
  const IhopGranted *granted = &toucher->granted;

  return granted->apart && toucher->object && pointer && pointer != toucher->object
         && granted->apart (pointer, toucher->object, granted->data);
}

static IhopTouch
touch_of_effect (IhopParamEffect effect)
{
  return (effect & (IHOP_EFFECT_READS | IHOP_EFFECT_FOLLOWS) ? IHOP_TOUCH_READ : 0)
         | (effect & (IHOP_EFFECT_WRITES | IHOP_EFFECT_FOLLOWS) ? IHOP_TOUCH_WRITE : 0)
         | (effect & IHOP_EFFECT_FREES ? IHOP_TOUCH_FREE : 0);
}

/* Memory is read, written, freed: the object's, or (rebinds) the pointer's own. */
static void
apply (Toucher *toucher, IhopMemory memory, IhopTouch how, gboolean rebinds)
{
  if ((toucher->touch & how) != how && meets (toucher, memory, toucher->behind))
    toucher->touch |= how;
  if (rebinds && toucher->is_pointer && (how & IHOP_TOUCH_WRITE) && !(toucher->touch & IHOP_TOUCH_REBIND)
      && meets (toucher, memory, toucher->storage))
    toucher->touch |= IHOP_TOUCH_REBIND;
}

static gboolean
allocates (Toucher *toucher, const IhopNode *value)
{
  while (value && (value->kind == IHOP_PAREN || value->kind == IHOP_CAST))
    value = value->child[0];
  return value && value->kind == IHOP_CALL
         && ihop_points_to_is_fresh (toucher->facts, ihop_call_callee (value));
}

/* An access to a variable by its name. */
static void
named (Toucher *toucher, const IhopMemoryAccess *access)
{
  IhopTouch how
    = (access->is_read ? IHOP_TOUCH_READ : 0) | (access->is_written ? IHOP_TOUCH_WRITE : 0);
  const IhopSymbol *symbol = ihop_facts_canonical (toucher->facts, access->symbol);
  gboolean is_object = toucher->object
                       && symbol == ihop_facts_canonical (toucher->facts, toucher->object);

  if (is_object && toucher->is_pointer)
    {
      if (access->is_written)
        toucher->touch |= IHOP_TOUCH_REBIND;
      if (access->is_written && allocates (toucher, access->value))
        toucher->touch |= IHOP_TOUCH_WRITE;
    }
  else if (is_object)
    toucher->touch |= how;
  else if ((toucher->is_pointer || toucher->object == NULL) && (toucher->touch & how) != how)
    {
      GArray *single = g_array_new (FALSE, FALSE, sizeof (guint));
      guint number = ihop_object_number (toucher->facts, IHOP_OBJECT_VARIABLE, symbol, NULL);
      g_array_append_val (single, number);
      apply (toucher, (IhopMemory){ single, single }, how, TRUE);
      g_array_unref (single);
    }
}

static gboolean
any_escaped (Toucher *toucher, IhopObjectSet *set)
{
  for (guint i = 0; i < set->len; i++)
    if (ihop_object_is_escaped (toucher->facts, g_array_index (set, guint, i)))
      return TRUE;
  return FALSE;
}

static gboolean
any_exposed (Toucher *toucher, IhopObjectSet *set)
{
  for (guint i = 0; i < set->len; i++)
    if (ihop_object_is_exposed (toucher->facts, g_array_index (set, guint, i)))
      return TRUE;
  return FALSE;
}

/* A pointer stored where nothing follows it. */
static void
stored (Toucher *toucher, const IhopMemoryAccess *access)
{
  IhopMemory memory = access->symbol
                        ? ihop_memory_behind (toucher->facts, toucher->function, access->symbol)
                        : ihop_memory_place (toucher->facts, toucher->function, access->node);

  if (access->value && ihop_type_holds_pointer (access->value->type)
      && ihop_set_has (memory.program, IHOP_EXTERNAL_OBJECT))
    toucher->touch |= any_escaped (toucher, toucher->behind.program) ? IHOP_TOUCH_ESCAPE : 0;
}

/* Code of which we know nothing. */
static void
unknown (Toucher *toucher)
{
  IhopTouch all = IHOP_TOUCH_READ | IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE | IHOP_TOUCH_ESCAPE;

  if (any_exposed (toucher, toucher->behind.program)
      || !ihop_flow_is_exact (ihop_points_to_program (toucher->facts)))
    toucher->touch |= all;
  if (toucher->is_pointer && any_exposed (toucher, toucher->storage.program))
    toucher->touch |= all | IHOP_TOUCH_REBIND;
}

/* What the assignments in a called function leave alone, by the types of what they store. */
typedef struct
{
  gboolean place;    /* the place that is read again */
  gboolean declared; /* variables of the object's type, but where pointers are known to lead to just this one */
  gboolean pointers; /* pointers that are kept in memory */
} Spared;

static Spared
spared_by (const Toucher *toucher, const IhopSummary *summary)
{
  return (Spared){
    .place = toucher->place && ihop_stored_places_spare (toucher->facts, summary->stored, toucher->place),
    .declared = toucher->object && !toucher->is_pointer
                && ihop_stored_places_miss (toucher->facts, summary->stored, toucher->object->type),
    .pointers = toucher->is_pointer && ihop_stored_places_spare_pointers (toucher->facts, summary->stored),
  };
}

/* A called function reads, writes, frees memory, in so far as that can touch what is asked for. */
static void
apply_called (Toucher *toucher, IhopMemory memory, IhopParamEffect effect, Spared spared)
{
  IhopTouch how = touch_of_effect (effect);
  gboolean is_typed = !(effect & IHOP_EFFECT_UNTYPED);

  if (is_typed
      && (spared.place || (spared.declared && !ihop_memory_names (memory, toucher->facts, toucher->object))))
    how &= ~IHOP_TOUCH_WRITE;
  apply (toucher, memory, how, !(is_typed && spared.pointers));
}

static void
argument (Toucher *toucher, const IhopSummary *summary, const IhopNode *node, guint i, Spared spared)
{
  IhopParamEffect all = ihop_summary_param (summary, i), deep = ihop_summary_deep (summary, i);
  IhopMemory memory = ihop_memory_argument (toucher->facts, toucher->function, node);

  if (!is_granted (toucher, pointer_of (node)))
    apply_called (toucher, memory, all, spared);
  if ((all & IHOP_EFFECT_KEEPS) && meets (toucher, memory, toucher->behind)
      && any_escaped (toucher, toucher->behind.program))
    toucher->touch |= IHOP_TOUCH_ESCAPE;
  if (touch_of_effect (deep) == 0)
    return;

  g_autoptr (GArray) own = ihop_flow_closure (
    ihop_points_to_function (toucher->facts, toucher->function), memory.own, FALSE);
  g_autoptr (GArray) program
    = ihop_flow_closure (ihop_points_to_program (toucher->facts), memory.program, FALSE);

  apply_called (toucher, (IhopMemory){ own, program }, deep, spared);
}

/* Variables of those that are granted to be another one's memory left out. Caller unrefs. */
static GArray *
not_granted (const Toucher *toucher, const GArray *objects)
{
  GArray *rest = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < objects->len; i++)
    {
      guint number = g_array_index (objects, guint, i);
      const IhopObject *object = ihop_object (toucher->facts, number);
      if (object->kind != IHOP_OBJECT_VARIABLE || !is_granted (toucher, object->symbol))
        g_array_append_val (rest, number);
    }
  return rest;
}

/* Only the program's system knows these objects; in the function's own they are "anywhere". What a call has made it knew
 * by the names of the allocations. */
static void
elsewhere (Toucher *toucher, const GArray *all, IhopTouch how, gboolean rebinds)
{
  IhopFlow *program = ihop_points_to_program (toucher->facts);
  g_autoptr (GArray) objects = not_granted (toucher, all);
  g_autoptr (GArray) behind = ihop_objects_with_origins (toucher->facts, toucher->behind.program);

  if (objects->len == 0)
    return;
  if (!ihop_sets_are_disjoint (toucher->facts, objects, behind)
      || !ihop_flow_is_exact (program))
    toucher->touch |= how;
  if (toucher->is_pointer && rebinds
      && !ihop_sets_are_disjoint (toucher->facts, objects, toucher->storage.program))
    toucher->touch |= IHOP_TOUCH_REBIND;
}

static void
written_elsewhere (Toucher *toucher, const IhopSummary *summary, Spared spared)
{
  gboolean is_named = toucher->object
                      && ihop_memory_names ((IhopMemory){ summary->written, summary->written }, toucher->facts, toucher->object);

  if (!spared.place && !(spared.declared && !is_named))
    elsewhere (toucher, summary->written, IHOP_TOUCH_WRITE, !spared.pointers);
  elsewhere (toucher, summary->untyped, IHOP_TOUCH_WRITE, TRUE);
}

static void
call (Toucher *toucher, const IhopNode *node)
{
  const IhopSummary *summary = ihop_effects_summary_of_call (toucher->facts, node);
  Spared spared = spared_by (toucher, summary);

  for (guint i = 0; i + 1 < node->n_children; i++)
    argument (toucher, summary, node->child[i + 1], i, spared);
  elsewhere (toucher, summary->read, IHOP_TOUCH_READ, FALSE);
  written_elsewhere (toucher, summary, spared);
  elsewhere (toucher, summary->freed, IHOP_TOUCH_FREE, FALSE);
  if (!summary->effects.is_known)
    unknown (toucher);
}

static gboolean
is_place (const IhopNode *node)
{
  return node->kind == IHOP_REF || node->kind == IHOP_INDEX || node->kind == IHOP_MEMBER || node->kind == IHOP_UNARY;
}

/* Whether a place behind a pointer, by its type, is not in the variable asked for. */
static gboolean
misses_object (const Toucher *toucher, const IhopNode *place)
{
  return toucher->object && !toucher->is_pointer && ihop_effective_misses (toucher->facts, place, toucher->object->type)
         && !ihop_memory_names (ihop_memory_place (toucher->facts, toucher->function, place), toucher->facts, toucher->object);
}

static void
visit (const IhopMemoryAccess *access, gpointer data)
{
  Toucher *toucher = data;

  if (access->is_call)
    call (toucher, access->node);
  else if (access->is_opaque)
    unknown (toucher);
  else
    {
      IhopTouch how
        = (access->is_read ? IHOP_TOUCH_READ : 0) | (access->is_written ? IHOP_TOUCH_WRITE : 0);
      if (toucher->place && is_place (access->node)
          && ihop_effective_places_differ (toucher->facts, access->node, toucher->place))
        return;
      if (access->symbol)
        named (toucher, access);
      else if (!is_granted (toucher, pointer_before (access->node)) && !misses_object (toucher, access->node))
        apply (toucher, ihop_memory_place (toucher->facts, toucher->function, access->node), how,
               !ihop_effective_spares_pointers (toucher->facts, access->node->type));
      if (access->is_written)
        stored (toucher, access);
    }
}

/* A pointer that leaves the function towards callers that we do not see. */
static gboolean
find_return (const IhopNode *node, gpointer data)
{
  Toucher *toucher = data;
  const IhopNode *value = node->kind == IHOP_RETURN && node->n_children ? node->child[0] : NULL;

  if (value && ihop_type_holds_pointer (value->type)
      && any_escaped (toucher, toucher->behind.program))
    toucher->touch |= IHOP_TOUCH_ESCAPE;
  return TRUE;
}

static IhopTouch
touch (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
       const IhopSymbol *object, IhopGranted granted)
{
  const IhopType *type = ihop_type_strip (object->type);
  guint number = ihop_object_number (facts, IHOP_OBJECT_VARIABLE, object, NULL);
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (guint));
  Toucher toucher = { .facts = facts, .function = function, .object = object,
                      .is_pointer = type && type->kind == IHOP_TYPE_POINTER, .granted = granted };

  g_array_append_val (own, number);
  toucher.behind = ihop_memory_behind (facts, function, object);
  toucher.storage = (IhopMemory){ own, own };
  ihop_access_walk (node, visit, &toucher);
  ihop_node_walk (node, find_return, &toucher);
  return toucher.touch;
}

IhopTouch
ihop_touch_of (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
               const IhopSymbol *object)
{
  return touch (facts, function, node, object, (IhopGranted){ .by_owner = TRUE });
}

IhopTouch
ihop_touch_of_apart (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                     const IhopSymbol *object, IhopGranted granted)
{
  return touch (facts, function, node, object, granted);
}

static gboolean
is_written_or_freed (IhopTouch touch)
{
  return (touch & (IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE)) != 0;
}

gboolean
ihop_touch_changes (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                    const IhopNode *place)
{
  Toucher toucher = { .facts = facts, .function = function, .place = place, .granted = { .by_owner = TRUE } };

  toucher.behind = ihop_memory_place (facts, function, place);
  ihop_access_walk (node, visit, &toucher);
  return is_written_or_freed (toucher.touch);
}

typedef struct
{
  Toucher toucher;
  IhopTouch how;           /* one of these is looked for */
  IhopTouchFound found;
  gpointer data;
} Changes;

static void
visit_alone (const IhopMemoryAccess *access, gpointer data)
{
  Changes *changes = data;

  changes->toucher.touch = IHOP_TOUCH_NONE;
  visit (access, &changes->toucher);
  gboolean is_place
    = !access->is_call && !access->is_opaque && !ihop_kind_is_statement (access->node->kind);
  if (changes->toucher.touch & changes->how)
    changes->found (is_place ? access->node : NULL, changes->data);
}

void
ihop_touch_each (IhopFacts *facts, const IhopFunction *function, const IhopNode *node, const IhopNode *place,
                 IhopTouch how, IhopTouchFound found, gpointer data)
{
  Changes changes = { .toucher = { .facts = facts, .function = function, .place = place,
                                   .granted = { .by_owner = TRUE } },
                      .how = how, .found = found, .data = data };

  changes.toucher.behind = ihop_memory_place (facts, function, place);
  ihop_access_walk (node, visit_alone, &changes);
}

void
ihop_touch_each_change (IhopFacts *facts, const IhopFunction *function, const IhopNode *node,
                        const IhopNode *place, IhopTouchFound found, gpointer data)
{
  ihop_touch_each (facts, function, node, place, IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE, found, data);
}
