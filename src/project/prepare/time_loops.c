#include "project/prepare/time_loops.h"
#include "analysis/program/callgraph.h"

/* What each iteration runs: all but what a "for" begins with. */
static void
walk_iteration (const IhopNode *loop, IhopVisit visit, gpointer data)
{
  for (guint i = loop->kind == IHOP_FOR ? 1 : 0; i < loop->n_children; i++)
    if (loop->child[i])
      ihop_node_walk (loop->child[i], visit, data);
}

/* ---- loops over which buffers change places ---- */

typedef struct
{
  const IhopTree *tree;
  GHashTable *seen;        /* of IhopFunction: called functions that have been looked into */
  gboolean passes_on;      /* a pointer to numbers is passed from one place in memory to another, … */
  gboolean puts, takes;    /* … put there from a variable, taken from there into one */
  gboolean has_loops;
} Look;

gboolean
ihop_points_to_numbers (const IhopType *type)
{
  const IhopType *target = type ? ihop_type_strip (type) : NULL;

  target = target && target->kind == IHOP_TYPE_POINTER ? ihop_type_strip (target->target) : NULL;
  while (target && target->kind == IHOP_TYPE_ARRAY) /* rows of numbers: "double (*u)[m]" */
    target = ihop_type_strip (target->target);
  return target && (ihop_type_is_integer (target) || ihop_type_is_floating (target));
}

/* "w->now", "*a" of a double **a, or a global variable. */
gboolean
ihop_is_pointer_in_memory (const IhopNode *node)
{
  gboolean is_global = node->kind == IHOP_REF && node->symbol->kind == IHOP_SYMBOL_VARIABLE && node->symbol->is_global;

  return (is_global || node->kind == IHOP_MEMBER || (node->kind == IHOP_UNARY && node->op == IHOP_OP_DEREF))
         && ihop_points_to_numbers (node->type);
}

gboolean
ihop_points_to_struct (const IhopType *type)
{
  const IhopType *plain = ihop_type_strip (type);

  return plain->kind == IHOP_TYPE_POINTER && ihop_type_strip (plain->target)->kind == IHOP_TYPE_RECORD;
}

const IhopFunction *
ihop_called_function (const IhopTree *tree, const IhopNode *call)
{
  const IhopSymbol *symbol = ihop_call_callee (call);

  return symbol ? ihop_tree_function_of (tree, symbol) : NULL;
}

static void
look_at_move (Look *self, const IhopNode *to, const IhopNode *from)
{
  const IhopNode *value = ihop_node_strip (from, TRUE);
  gboolean is_put = to && ihop_is_pointer_in_memory (ihop_node_strip (to, TRUE)), is_taken = ihop_is_pointer_in_memory (value);

  self->puts |= is_put && value->kind == IHOP_REF;
  self->takes |= !is_put && is_taken;
  self->passes_on |= (is_put && is_taken) || (self->puts && self->takes);
}

static gboolean
look (const IhopNode *node, gpointer data)
{
  Look *self = data;

  self->has_loops |= ihop_kind_is_loop (node->kind);
  if (node->kind == IHOP_ASSIGN && node->op == IHOP_OP_NONE)
    look_at_move (self, node->child[0], node->child[1]);
  if (node->kind == IHOP_VARIABLE && node->n_children && node->child[0])
    look_at_move (self, NULL, node->child[0]);
  const IhopFunction *callee = node->kind == IHOP_CALL ? ihop_called_function (self->tree, node) : NULL;
  if (callee && g_hash_table_add (self->seen, (gpointer) callee))
    ihop_node_walk (callee->body, look, self);
  return !(self->passes_on && self->has_loops);
}

gboolean
ihop_time_loop_exchanges (const IhopTree *tree, const IhopNode *loop)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Look self = { .tree = tree, .seen = seen };

  walk_iteration (loop, look, &self);
  return self.passes_on && self.has_loops;
}

/* ---- loops that call what works on members ---- */

typedef struct
{
  const IhopTree *tree;
  GHashTable *seen;        /* of IhopFunction: called functions that have been looked into */
  guint loops;             /* around the node */
  gboolean found;          /* an element behind a member, in a loop of a called function */
} Elements;

/* "w->u" of w->u[i], or "w->u[k]" of w->u[k][i]. */
static gboolean
is_buffer_of_member (const IhopNode *base)
{
  if (!ihop_points_to_numbers (base->type))
    return FALSE;
  if (base->kind == IHOP_INDEX)
    base = ihop_node_strip (base->child[0], TRUE);
  return base->kind == IHOP_MEMBER;
}

static void
look_for_elements (Elements *self, const IhopNode *node)
{
  const IhopFunction *callee = node->kind == IHOP_CALL ? ihop_called_function (self->tree, node) : NULL;
  guint loops = self->loops;

  if (node->kind == IHOP_INDEX && loops > 0)
    self->found |= is_buffer_of_member (ihop_node_strip (node->child[0], TRUE));
  self->loops += ihop_kind_is_loop (node->kind);
  for (guint i = 0; i < node->n_children && !self->found; i++)
    if (node->child[i])
      look_for_elements (self, node->child[i]);
  self->loops = loops;
  if (callee && !self->found && g_hash_table_add (self->seen, (gpointer) callee))
    look_for_elements (self, callee->body);
}

static gboolean
find_call_for_members (const IhopNode *node, gpointer data)
{
  Elements *self = data;
  const IhopFunction *callee = node->kind == IHOP_CALL ? ihop_called_function (self->tree, node) : NULL;

  self->loops = 0;
  if (callee && g_hash_table_add (self->seen, (gpointer) callee))
    look_for_elements (self, callee->body);
  return !self->found;
}

gboolean
ihop_time_loop_calls_for_members (const IhopTree *tree, const IhopNode *loop)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Elements self = { .tree = tree, .seen = seen };

  walk_iteration (loop, find_call_for_members, &self);
  return self.found;
}

/* ---- calls that know a struct ---- */

typedef struct
{
  const IhopTree *tree;
  GHashTable *seen;        /* of IhopFunction: called functions that have been looked into */
  gboolean has_pointer;    /* it touches a pointer to numbers in memory, … */
  gboolean has_number;     /* … or what stands beside one in a struct */
  const IhopNode *call;
} Calls;

/* "w->time", beside "w->now". */
static gboolean
is_beside_pointer (const IhopNode *node)
{
  const IhopType *record = node->kind == IHOP_MEMBER ? ihop_type_strip (node->child[0]->type) : NULL;

  if (record && record->kind == IHOP_TYPE_POINTER)
    record = ihop_type_strip (record->target);
  for (guint i = 0; record && record->fields && i < record->n_fields; i++)
    if (ihop_points_to_numbers (ihop_type_element (record->fields[i]->type, NULL)))
      return TRUE;
  return FALSE;
}

static gboolean
find_knowledge (const IhopNode *node, gpointer data)
{
  Calls *calls = data;
  const IhopFunction *callee = node->kind == IHOP_CALL ? ihop_called_function (calls->tree, node) : NULL;

  calls->has_pointer |= ihop_is_pointer_in_memory (node) || (node->kind == IHOP_INDEX && is_buffer_of_member (node));
  calls->has_number |= is_beside_pointer (node);
  if (callee && g_hash_table_add (calls->seen, (gpointer) callee))
    ihop_node_walk (callee->body, find_knowledge, calls);
  return !calls->has_pointer;
}

static gboolean
find_knowing_call (const IhopNode *node, gpointer data)
{
  Calls *calls = data;
  const IhopFunction *callee = node->kind == IHOP_CALL ? ihop_called_function (calls->tree, node) : NULL;

  calls->has_pointer = calls->has_number = FALSE;
  g_hash_table_remove_all (calls->seen);
  if (callee)
    ihop_node_walk (callee->body, find_knowledge, calls);
  if (calls->has_pointer || calls->has_number)
    calls->call = node;
  return calls->call == NULL;
}

const IhopNode *
ihop_time_loop_call (const IhopTree *tree, const IhopNode *loop)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  Calls calls = { .tree = tree, .seen = seen };

  walk_iteration (loop, find_knowing_call, &calls);
  return calls.call;
}
