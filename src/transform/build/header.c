/* Loop headers read, and small questions about code. */
#include "analysis/defs.h"
#include "analysis/scop.h"
#include "transform/build/build.h"
#include <string.h>

/* "i != n" counts as "i < n" does, as otherwise it would never end: a loop whose step might miss its bound is
 * not said to count. */
static void
read_relation (IhopHeader *header, const IhopCounting *counting)
{
  header->relation = counting->relation;
  if (counting->relation == IHOP_OP_NE)
    header->relation = counting->step > 0 ? IHOP_OP_LT : IHOP_OP_GT;
}

gboolean
ihop_header_read (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header)
{
  const IhopLoopName *name = ihop_address_of (step->names, loop);
  IhopCounting counting = ihop_counting_of (step->facts, name->function, loop);
  gboolean fine = loop->kind == IHOP_FOR && counting.iterator && counting.lower && counting.is_plain;

  *header = (IhopHeader){ .name = name, .loop = loop, .body = ihop_loop_body (loop),
                          .iterator = counting.iterator, .lower = counting.lower,
                          .bound = counting.bound, .step = counting.step,
                          .declared_here = counting.declared_here };
  if (fine)
    read_relation (header, &counting);
  else
    {
      IhopDiag *diag = ihop_refuse (
        step, IHOP_T_HEADER, loop, "%s is no loop that counts: %s", name->address,
        counting.why          ? counting.why
        : loop->kind != IHOP_FOR ? "it is not a for"
        : counting.lower == NULL ? "its first value is not set in its header"
                                 : "its head does more than count one variable up to one bound");
      ihop_diag_remedy (diag, "write it as for (i = first; i < bound; i += step)");
    }
  g_free (counting.why);
  return fine;
}

gboolean
ihop_header_peek (IhopTransformStep *step, const IhopNode *loop, IhopHeader *header)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *step;

  quiet.diags = diags;
  return ihop_header_read (&quiet, loop, header);
}

gboolean
ihop_header_of (IhopTransformStep *step, const char *word, IhopHeader *header)
{
  const IhopLoopName *name = ihop_args_loop (step, word);

  return name && ihop_header_read (step, name->loop, header);
}

const IhopNode *
ihop_header_last (IhopBuild *build, const IhopHeader *header)
{
  switch (header->relation)
    {
    case IHOP_OP_LT:
      return ihop_make_plus (build, header->bound, -1);
    case IHOP_OP_GT:
      return ihop_make_plus (build, header->bound, 1);
    default:
      return header->bound;
    }
}

gint64
ihop_header_trips (const IhopHeader *header)
{
  gint64 first, last;

  if (!ihop_constant_of (header->lower, &first) || !ihop_constant_of (header->bound, &last)
      || ABS (first) > G_MAXINT32 || ABS (last) > G_MAXINT32)
    return -1;
  last -= header->relation == IHOP_OP_LT;
  last += header->relation == IHOP_OP_GT;
  if (header->step > 0 ? last < first : last > first)
    return 0;
  return (last - first) / header->step + 1;
}

gboolean
ihop_header_is_signed (IhopTransformStep *step, const IhopHeader *header)
{
  const IhopType *type = ihop_type_strip (header->iterator->type);
  const IhopType *bound = ihop_type_strip (ihop_node_strip (header->bound, TRUE)->type);
  const IhopNode *culprit = type->is_signed && type->size >= 4 ? NULL : header->loop;

  if (culprit == NULL && bound->kind == IHOP_TYPE_INTEGER && !bound->is_signed && bound->size >= 4
      && !(header->bound->flags & IHOP_NODE_CONSTANT))
    culprit = header->bound;
  if (culprit)
    ihop_diag_remedy (
      ihop_refuse (step, IHOP_T_HEADER, culprit,
                   "%s or its bound may wrap around where the new loop's bounds are computed",
                   header->iterator->name),
      "declare %s and its bound as int or long", header->iterator->name);
  return culprit == NULL;
}

gboolean
ihop_is_mark (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && !g_str_has_prefix (node->text, "scop")
         && !g_str_has_prefix (node->text, "endscop")
         && !g_str_has_prefix (node->text, "target begin")
         && !g_str_has_prefix (node->text, "target end");
}

gboolean
ihop_is_hint (const IhopNode *node)
{
  static const char *const words[] = { "GCC unroll", "GCC novector", "unroll", "nounroll" };

  for (guint i = 0; node->kind == IHOP_PRAGMA && i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (node->text, words[i]))
      return TRUE;
  return FALSE;
}

GPtrArray *
ihop_body_statements (const IhopNode *body)
{
  GPtrArray *statements = g_ptr_array_new ();

  if (body->kind != IHOP_BLOCK)
    g_ptr_array_add (statements, (gpointer) body);
  else
    for (guint i = 0; i < body->n_children; i++)
      if (!ihop_is_mark (body->child[i]) && body->child[i]->kind != IHOP_EMPTY)
        g_ptr_array_add (statements, (gpointer) body->child[i]);
  return statements;
}

const IhopNode *
ihop_only_loop (const IhopNode *body)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);
  const IhopNode *only = statements->len == 1 ? statements->pdata[0] : NULL;

  if (only && only->kind == IHOP_BLOCK)
    return ihop_only_loop (only);
  return only && only->kind == IHOP_FOR ? only : NULL;
}

gboolean
ihop_sibling_of (const IhopFunction *function, const IhopNode *node, const IhopNode **block,
                 guint *position)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);

  if (path == NULL || path->len < 2)
    return FALSE;
  *block = path->pdata[path->len - 2];
  if ((*block)->kind != IHOP_BLOCK)
    return FALSE;
  for (guint i = 0; i < (*block)->n_children; i++)
    if ((*block)->child[i] == node)
      *position = i;
  return TRUE;
}

static gboolean
find_symbol (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->symbol == search[0] && node->kind != IHOP_MEMBER)
    search[1] = (gpointer) node;
  return search[1] == NULL;
}

gboolean
ihop_mentions (const IhopNode *node, const IhopSymbol *symbol)
{
  gpointer search[2] = { (gpointer) symbol, NULL };

  ihop_node_walk (node, find_symbol, search);
  return search[1] != NULL;
}

gboolean
ihop_writes (const IhopNode *node, const IhopSymbol *symbol)
{
  g_autoptr (GHashTable) written = ihop_defs_written (node);

  return g_hash_table_contains (written, symbol);
}

static gboolean
same_leaf (const IhopNode *a, const IhopNode *b)
{
  return a->kind == b->kind && a->op == b->op && a->symbol == b->symbol
         && a->n_children == b->n_children && g_strcmp0 (a->text, b->text) == 0
         && a->number == b->number && a->argument_type == b->argument_type
         && a->kind != IHOP_OPAQUE_EXPR && a->kind != IHOP_CALL
         && (a->kind != IHOP_CAST || ihop_type_equal (a->type, b->type));
}

gboolean
ihop_same_expression (const IhopNode *a, const IhopNode *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  a = ihop_node_strip (a, FALSE);
  b = ihop_node_strip (b, FALSE);
  if (a->flags & b->flags & IHOP_NODE_CONSTANT && ihop_type_is_integer (a->type)
      && ihop_type_is_integer (b->type))
    return a->integer == b->integer;
  if (!same_leaf (a, b))
    return FALSE;
  for (guint i = 0; i < a->n_children; i++)
    if (!ihop_same_expression (a->child[i], b->child[i]))
      return FALSE;
  return TRUE;
}

gboolean
ihop_declares (const IhopNode *block)
{
  for (guint i = 0; i < block->n_children; i++)
    if (block->child[i]->kind == IHOP_DECLARATION)
      return TRUE;
  return FALSE;
}

void
ihop_append_body (GPtrArray *into, const IhopNode *body)
{
  if (body->kind != IHOP_BLOCK || ihop_declares (body))
    g_ptr_array_add (into, (gpointer) body);
  else
    for (guint i = 0; i < body->n_children; i++)
      if (!ihop_is_mark (body->child[i]) || ihop_is_hint (body->child[i]))
        g_ptr_array_add (into, (gpointer) body->child[i]);
}

void
ihop_append_nothing (IhopBuild *build, GPtrArray *into)
{
  if (into->len == 0)
    g_ptr_array_add (into, ihop_node_new (build->pool, IHOP_EMPTY, 0));
}

static void
find_own_jump (const IhopNode *node, gboolean in_switch, const IhopNode **found)
{
  if (node == NULL || ihop_kind_is_loop (node->kind) || *found)
    return;
  if (node->kind == IHOP_CONTINUE || (node->kind == IHOP_BREAK && !in_switch))
    *found = node;
  for (guint i = 0; i < node->n_children; i++)
    find_own_jump (node->child[i], in_switch || node->kind == IHOP_SWITCH, found);
}

gboolean
ihop_has_no_jumps (IhopTransformStep *step, const IhopNode *body)
{
  const IhopNode *found = NULL;

  find_own_jump (body, FALSE, &found);
  if (found)
    ihop_guard_remedy (step,
                       ihop_refuse (step, IHOP_T_SHAPE, found, "%s cannot stand outside of its loop",
                                    found->kind == IHOP_CONTINUE ? "a continue" : "a break"),
                       found);
  return found == NULL;
}

const IhopNode *
ihop_header_end (IhopBuild *build, const IhopHeader *header)
{
  return header->relation == IHOP_OP_LE ? ihop_make_plus (build, header->bound, 1)
                                        : header->bound;
}

const IhopNode *
ihop_header_count (IhopBuild *build, const IhopHeader *header)
{
  return ihop_make_binary (build, IHOP_OP_SUB, ihop_header_end (build, header), header->lower);
}

gboolean
ihop_header_is_unit (IhopTransformStep *step, const IhopHeader *header, gboolean downward_too)
{
  if (header->step == 1 || (downward_too && header->step == -1))
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_HEADER, header->loop,
                                 "%s does not go up by one at a time", header->name->address),
                    "normalize %s", header->name->address);
  return FALSE;
}

/* { i → i + distance } */
static isl_set *
moved (isl_set *set, guint dim, gint64 distance)
{
  isl_space *space = isl_space_map_from_set (isl_set_get_space (set));
  isl_local_space *local = isl_local_space_from_space (isl_set_get_space (set));
  isl_multi_aff *move = isl_multi_aff_identity (space);
  isl_aff *aff = isl_aff_var_on_domain (local, isl_dim_set, dim);

  aff = isl_aff_add_constant_si (aff, (int) distance);
  return isl_set_apply (set, isl_map_from_multi_aff (isl_multi_aff_set_aff (move, (int) dim, aff)));
}

gboolean
ihop_header_runs (IhopTransformStep *step, const IhopHeader *header, gint64 times)
{
  IhopBudget budget = ihop_facts_budget (step->facts);
  gint64 trips = ihop_header_trips (header);

  if (trips >= 0)
    return trips >= times;
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, header->name->function, header->loop, &budget);
  const IhopScopLoop *loop = ihop_scop_root_loop (scop);
  if (loop == NULL || !loop->is_exact || scop->obstacles->len)
    return FALSE;
  isl_set *runs = isl_set_copy (loop->domain);
  runs = isl_set_intersect (runs, moved (isl_set_copy (loop->domain), 0,
                                         -header->step * (times - 1)));
  runs = isl_set_params (runs);
  gboolean sure = isl_set_is_subset (scop->context, runs) == isl_bool_true;
  isl_set_free (runs);
  return sure;
}

const IhopNode *
ihop_copy_loop (IhopBuild *build, const IhopHeader *header, const IhopNode *lower,
                const IhopNode *bound)
{
  const IhopNode *loop = ihop_make_for (build, header->loop, header->iterator,
                                        header->declared_here, lower, header->relation, bound,
                                        header->step, header->body);

  return ihop_copy (build, loop, NULL);
}

static gboolean
faults (const IhopNode *node)
{
  switch (node->kind)
    {
    case IHOP_CALL:
    case IHOP_ASSIGN:
    case IHOP_OPAQUE_EXPR:
      return TRUE;
    case IHOP_INDEX:
      return ihop_type_strip (ihop_node_strip (node->child[0], TRUE)->type)->kind != IHOP_TYPE_ARRAY
             || !(ihop_node_strip (node->child[1], TRUE)->flags & IHOP_NODE_CONSTANT);
    case IHOP_MEMBER:
      return node->flags & IHOP_NODE_ARROW;
    case IHOP_UNARY:
      return node->op == IHOP_OP_DEREF || node->op >= IHOP_OP_PRE_INC;
    case IHOP_BINARY:
      return (node->op == IHOP_OP_DIV || node->op == IHOP_OP_MOD)
             && !(ihop_node_strip (node->child[1], TRUE)->flags & IHOP_NODE_CONSTANT);
    default:
      return FALSE;
    }
}

static gboolean
find_fault (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (faults (node))
    *found = node;
  return *found == NULL;
}

const IhopNode *
ihop_may_fault (const IhopNode *expression)
{
  const IhopNode *found = NULL;

  ihop_node_walk (expression, find_fault, &found);
  return found;
}
