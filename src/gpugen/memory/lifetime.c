/* Where a device variable is allocated and freed.
 *
 * Its home is the block in which the host variable lives (for heap memory the block of the malloc).
 * Within it allocation comes as early as the sizes are known, and freeing stands at every way out.
 * All of this is by position among the home's statements: the allocation is one of them, so it
 * comes before everything behind it and at no other time. */
#include "ir/block_count.h"
#include "gpugen/memory/settled_value.h"
#include "ir/expression.h"
#include "analysis/memory/member_values.h"
#include "gpugen/memory/lifetime.h"
#include "gpugen/memory/once.h"
#include "gpugen/memory/readable_size.h"
#include "gpugen/plan/host_graph.h"
#include "gpugen/plan/lookup.h"
#include "gpugen/plan/names.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

typedef struct
{
  IhopWork *work;
  IhopDeviceVariable *variable;
  const IhopNode *home;
  int start;               /* allocated behind this child of home; -1: at home's start */
  int end;                 /* freed before this child, if not at the ways out only; n: none */
  const IhopNode *made;    /* the call that allocates the host's memory, if it tells where home is; else NULL */
} Place;

/* The block whose own child this node is or stands in; *index: which child. */
static const IhopNode *
block_of (const IhopWork *work, const IhopNode *node, int *index)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, node);

  for (guint i = path ? path->len : 0; i-- > 1;)
    {
      const IhopNode *block = path->pdata[i - 1];
      if (block->kind != IHOP_BLOCK)
        continue;
      for (guint k = 0; k < block->n_children; k++)
        if (block->child[k] == path->pdata[i])
          {
            *index = (int) k;
            return block;
          }
    }
  return NULL;
}

/* Rows of a pointer are as long as their extents were where it was declared, wherever its memory comes from. */
static gboolean
has_declared_rows (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  return type->kind == IHOP_TYPE_POINTER && ihop_type_strip (type->target)->kind == IHOP_TYPE_ARRAY;
}

/* What gets an address long after the memory was made ("row = u[i];") can be named in its own block only. */
static void
move_to_allocation (Place *p, const IhopNode *call)
{
  int start;
  const IhopNode *home = block_of (p->work, call, &start);

  if (home && p->home && !ihop_node_holds (p->home, home))
    return;
  p->home = home;
  p->start = start;
  p->made = call;
}

/* for_rows: where the lengths of rows hold from. */
static gboolean
find_block (Place *p, gboolean for_rows)
{
  const IhopSymbol *symbol = p->variable->symbol;
  const IhopNode *call = NULL;

  if (symbol->is_global || symbol->kind == IHOP_SYMBOL_PARAMETER
      || symbol->storage == IHOP_STORAGE_EXTERN)
    {
      p->home = p->work->function->body;
      p->start = -1;
      return TRUE;
    }
  const IhopNode *declared = ihop_variable_declaration (p->work, symbol);
  if (declared == NULL)
    return FALSE;
  p->home = block_of (p->work, declared, &p->start);
  if (ihop_variable_is_pointer (symbol) && !(for_rows && has_declared_rows (symbol))
      && ihop_alias_allocation (p->work->planner->facts, p->work->function, symbol, &call) && call)
    move_to_allocation (p, call);
  if (p->home == NULL)
    return FALSE;
  /* A static object outlives its block, but cannot be named outside it. */
  return symbol->storage == IHOP_STORAGE_AUTO || p->home == p->work->function->body;
}

/* Nothing may be allocated before the tests that may lead to the original function. */
static gboolean
find_home (Place *p, gboolean for_rows)
{
  if (!find_block (p, for_rows))
    return FALSE;
  if (p->home == p->work->function->body)
    p->start = MAX (p->start, p->work->entry);
  return TRUE;
}

/* The last child of home that may set this variable; what stands before must not be relied on. */
static gboolean
wait_for_symbol (Place *p, const IhopSymbol *symbol, const IhopNode *node)
{
  const IhopSettled *settled = ihop_settled_value_of (p->work, p->home, symbol);
  gboolean is_counted = ihop_variable_is_pointer (symbol) && ihop_block_count_only (node, symbol);

  if (settled->hidden > p->start)
    return FALSE;
  p->start = MAX (p->start, is_counted ? settled->moved : settled->set);
  return TRUE;
}

/* Of a struct, other members than those that the expression reads may be set at any time. */
static gboolean
wait_for_members (Place *p, const IhopSymbol *record, const IhopNode *node)
{
  IhopFacts *facts = p->work->planner->facts;

  if (ihop_settled_value_of (p->work, p->home, record)->hidden > p->start)
    return FALSE;
  for (int i = (int) p->home->n_children; --i > p->start;)
    if (ihop_variable_is_declared_in (p->home->child[i], record)
        || ihop_defs_may_change_value (facts, p->work->function, p->home->child[i], node, NULL))
      p->start = i;
  return TRUE;
}

/* "if (!f) return;" in front of "f->n". */
static gboolean
wait_for_reads (Place *p, const IhopNode *node)
{
  for (int start = p->start; start < (int) p->home->n_children; start++)
    if (ihop_size_is_readable (p->work->planner->facts, p->work->function, p->home, (guint) (start + 1), node))
      {
        p->start = start;
        return TRUE;
      }
  return FALSE;
}

/* For all that an expression's value depends on. */
static gboolean
wait_for (Place *p, const IhopNode *node)
{
  g_autoptr (GPtrArray) symbols = ihop_expression_symbols (node);

  for (guint i = 0; i < symbols->len; i++)
    {
      const IhopSymbol *symbol = symbols->pdata[i];
      gboolean is_record = symbol->type && ihop_type_strip (symbol->type)->kind == IHOP_TYPE_RECORD;
      if (!ihop_name_is_unique (p->work, (IhopSymbol *) symbol)
          || !(is_record ? wait_for_members (p, symbol, node) : wait_for_symbol (p, symbol, node)))
        return FALSE;
    }
  return node == NULL || wait_for_reads (p, node);
}

static gboolean
uses_variable (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      if (param->symbol == symbol && param->passing != IHOP_PASS_VALUE)
        return TRUE;
    }
  return FALSE;
}

/* Which child of home holds the node; -1: none. */
static int
child_holding (const Place *p, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (p->work->planner->facts, p->work->function, node);
  guint level = 0;

  while (path && level < path->len && path->pdata[level] != p->home)
    level++;
  for (guint i = 0; path && level + 1 < path->len && i < p->home->n_children; i++)
    if (p->home->child[i] == path->pdata[level + 1])
      return (int) i;
  return -1;
}

/* All kernels that use it stand in children of home behind the allocation and before the end. */
static gboolean
holds_kernels (const Place *p)
{
  for (guint i = 0; i < p->work->kernels->len; i++)
    {
      const IhopKernel *kernel = p->work->kernels->pdata[i];
      if (!uses_variable (kernel, p->variable->symbol))
        continue;
      int at = child_holding (p, kernel->statements->pdata[0]);
      if (at <= p->start || at >= p->end)
        return FALSE;
    }
  return TRUE;
}

/* "free (p)" as a statement of home itself ends the device's copy, too. */
static void
find_end (Place *p)
{
  IhopFacts *facts = p->work->planner->facts;

  p->end = (int) p->home->n_children;
  if (!ihop_variable_is_pointer (p->variable->symbol)
      || p->variable->symbol->kind == IHOP_SYMBOL_PARAMETER)
    return;
  for (int i = p->start + 1; i < p->end; i++)
    {
      const IhopNode *child = p->home->child[i];
      if (child->kind == IHOP_EXPRESSION
          && (ihop_touch_of (facts, p->work->function, child, p->variable->symbol)
              & IHOP_TOUCH_FREE))
        p->end = i;
    }
}

static void
add_free (IhopDeviceVariable *variable, IhopPointKind kind, const IhopNode *anchor)
{
  IhopPoint *point = g_new0 (IhopPoint, 1);

  *point = (IhopPoint){ kind, anchor };
  g_ptr_array_add (variable->frees, point);
}

typedef struct
{
  IhopDeviceVariable *variable;
  guint loops, switches;   /* around the node, inside home */
} Ways;

/* Every jump that leaves home. */
static void
find_ways_out (Ways *ways, const IhopNode *node)
{
  gboolean is_loop = ihop_kind_is_loop (node->kind), is_switch = node->kind == IHOP_SWITCH;

  if (node->kind == IHOP_RETURN || (node->kind == IHOP_BREAK && !ways->loops && !ways->switches)
      || (node->kind == IHOP_CONTINUE && !ways->loops))
    add_free (ways->variable, IHOP_POINT_BEFORE, node);
  ways->loops += is_loop;
  ways->switches += is_switch;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      find_ways_out (ways, node->child[i]);
  ways->loops -= is_loop;
  ways->switches -= is_switch;
}

static gboolean
is_reached (const IhopGraph *graph, IhopPoint point)
{
  g_autofree guint8 *reached = ihop_graph_reached (graph);
  guint node = ihop_graph_find_point (graph, point);

  return node != G_MAXUINT && reached[node];
}

static gboolean
points_exist (const Place *p)
{
  if (ihop_graph_find_point (p->work->graph, p->variable->allocate) == G_MAXUINT)
    return FALSE;
  for (guint i = 0; i < p->variable->frees->len; i++)
    {
      const IhopPoint *point = p->variable->frees->pdata[i];
      if (ihop_graph_find_point (p->work->graph, *point) == G_MAXUINT)
        return FALSE;
    }
  return TRUE;
}

static void
set_points (Place *p)
{
  Ways ways = { p->variable, 0, 0 };
  IhopPoint home_end = { IHOP_POINT_BLOCK_END, p->home };

  g_ptr_array_set_size (p->variable->frees, 0);
  p->variable->allocate = p->start < 0
                            ? (IhopPoint){ IHOP_POINT_BLOCK_START, p->home }
                            : (IhopPoint){ IHOP_POINT_AFTER, p->home->child[p->start] };
  for (int i = p->start + 1; i < p->end; i++)
    find_ways_out (&ways, p->home->child[i]);
  if (p->end < (int) p->home->n_children)
    add_free (p->variable, IHOP_POINT_BEFORE, p->home->child[p->end]);
  else if (is_reached (p->work->graph, home_end))
    add_free (p->variable, IHOP_POINT_BLOCK_END, p->home);
}

/* A switch's block has ways in that skip what stands at its start. */
static gboolean
is_switch_body (const IhopWork *work, const IhopNode *block)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (work->planner->facts, work->function, block);

  return path == NULL
         || (path->len > 1 && ((const IhopNode *) path->pdata[path->len - 2])->kind == IHOP_SWITCH);
}

/* Whether each pass through home makes memory anew, and all kernels that use it stand behind that. */
static gboolean
is_made_anew (const Place *p)
{
  const IhopNode *block;
  guint made;

  if (!ihop_once_place (p->work->planner->facts, p->work->function, p->made, &block, &made) || block != p->home)
    return FALSE;
  for (guint i = 0; i < p->work->kernels->len; i++)
    {
      const IhopKernel *kernel = p->work->kernels->pdata[i];
      if (ihop_kernel_footprint (kernel, p->variable->symbol)
          && child_holding (p, kernel->statements->pdata[0]) <= p->start)
        return FALSE;
    }
  return TRUE;
}

/* "for (…) { n = next (); if (p == NULL) p = malloc (n); … }": memory that is used behind home, or again when control comes back,
 * is as large as the words said when it was made. Nothing behind home may change them, and nothing in loops around it. */
static gboolean
stays_behind (const Place *p, const IhopNode *node)
{
  IhopFacts *facts = p->work->planner->facts;
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, p->work->function, p->made);

  for (guint i = path ? path->len - 1 : 0; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i];
      gboolean is_loop = ihop_kind_is_loop (around->kind), is_behind = FALSE;
      if (is_loop && ihop_defs_may_change_value (facts, p->work->function, around, node, NULL))
        return FALSE;
      for (guint k = 0; around->kind == IHOP_BLOCK && k < around->n_children; k++)
        {
          if (is_behind && ihop_defs_may_change_value (facts, p->work->function, around->child[k], node, NULL))
            return FALSE;
          is_behind |= around->child[k] == path->pdata[i + 1];
        }
      if (around->kind == IHOP_BLOCK && ihop_variable_is_declared_in (around, p->variable->symbol))
        return TRUE;
    }
  return path != NULL;
}

/* An extent that is declared (or was given to malloc) holds the value of that moment; the same words
 * later may mean another number, unless their variables are set once, as "size" is that is set between a pointer's declaration
 * and its memory. FALSE: they do, or it cannot be told. */
static gboolean
keeps_value (Place *p, const IhopNode *node)
{
  int start = p->start;

  if (!wait_for (p, node))
    return FALSE;
  return (p->start == start && (p->made == NULL || is_made_anew (p) || stays_behind (p, node)))
         || (ihop_variable_is_pointer (p->variable->symbol) && ihop_defs_keep_values (p->work->planner->facts, p->work->function, node));
}

IhopMessage *
ihop_lifetime_refuse (IhopWork *work, IhopDeviceVariable *variable, gboolean first_is_fixed)
{
  for (guint i = first_is_fixed ? 0 : 1; i < variable->rank; i++)
    {
      Place p = { .work = work, .variable = variable };
      if (find_home (&p, i > 0) && !keeps_value (&p, variable->extents[i]))
        {
          g_autofree char *extent = ihop_expression_text (variable->extents[i]);
          return ihop_message (IHOP_SIZE_CHANGES, variable->symbol->name, extent);
        }
    }
  return NULL;
}

gboolean
ihop_lifetime_find (IhopWork *work, IhopDeviceVariable *variable)
{
  Place p = { .work = work, .variable = variable };

  if (work->graph->has_goto || !find_home (&p, FALSE) || is_switch_body (work, p.home))
    return FALSE;
  for (guint i = 0; i < variable->rank; i++)
    if (!wait_for (&p, variable->extents[i]))
      return FALSE;
  if (!wait_for (&p, variable->count) || (variable->when && !wait_for (&p, variable->when)))
    return FALSE;
  find_end (&p);
  if (!holds_kernels (&p))
    return FALSE;
  set_points (&p);
  return points_exist (&p);
}

gboolean
ihop_lifetime_can_say (IhopWork *work, IhopDeviceVariable *variable, const IhopNode *node)
{
  Place p = { .work = work, .variable = variable };

  if (!find_home (&p, FALSE) || !wait_for (&p, node))
    return FALSE;
  find_end (&p);
  return holds_kernels (&p);
}

gboolean
ihop_lifetime_is_stable (IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *node)
{
  Place p = { .work = work, .variable = (IhopDeviceVariable *) variable };

  if (!find_home (&p, FALSE))
    return FALSE;
  p.start = -1;
  for (int i = 0; i < (int) p.home->n_children; i++)
    if (variable->allocate.kind == IHOP_POINT_AFTER
        && p.home->child[i] == variable->allocate.anchor)
      p.start = i;
  int start = p.start;
  return wait_for (&p, node) && p.start == start;
}
