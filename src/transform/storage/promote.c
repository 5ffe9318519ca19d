/* promote: members of structs that a loop sets, what lies right behind a pointer ("*sum"), and global variables are
 * kept in local variables while it runs, and written back behind it (register promotion; Cooper and Lu 1997). Buffers
 * that change places in a struct become pointers that change places.
 *
 * Nothing else in the loop may read or write such a member, and it is stored behind the loop only if the loop has
 * stored to it: where nothing was stored, there may be nothing to store to. What is not sure to be set is stored only
 * if its value has changed. */
#include "analysis/memory/certain_read.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "analysis/memory/unchanged_value.h"
#include "analysis/program/callgraph.h"
#include "ir/print.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/storage/unpack_guard.h"
#include "transform/storage/unpack_place.h"
#include "transform/storage/unpack_unchanged.h"

typedef struct
{
  IhopUnpack unpack;       /* "paths" are the members to be kept */
  const IhopLoopName *name;
  const IhopNode *runs;    /* when the loop runs; NULL: always */
  const IhopNode *asked;   /* … what is asked before it for that, where that cannot be asked again; NULL: "runs" is */
  const IhopNode *first;   /* a member that it begins by setting, so that its struct is there; NULL: none */
  GHashTable *changing, *declared; /* symbols that the loop sets or declares, and those that it declares */
  const IhopUnpackPath *path; /* the one that is looked at */
  const IhopNode *bad;     /* what is in the way of it */
} Promote;

/* --- the loop --------------------------------------------------------------------------------- */

static gboolean
find_way_out (const IhopNode *node, gpointer data)
{
  Promote *self = data;
  gboolean leaves = node->kind == IHOP_RETURN || ihop_node_jumps (node)
                    || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;

  if (node->kind == IHOP_CALL)
    {
      const IhopEffects *effects = ihop_effects_of (self->unpack.step->facts, ihop_call_callee (node));
      leaves = !effects->is_known || effects->may_not_return;
    }
  if (leaves)
    self->bad = node;
  return !leaves;
}

/* Whether control is sure to come behind a piece of code that it has entered, or (it breaks) behind the loop. */
static gboolean
comes_through (Promote *self, const IhopNode *code)
{
  self->bad = NULL;
  ihop_node_walk (code, find_way_out, self);
  return self->bad == NULL;
}

/* The condition is asked in front of the loop and behind it: it rests on what only this function can set, and does
 * not set in the loop. */
static gboolean
is_steady (Promote *self, const IhopNode *condition)
{
  const IhopSymbol *symbol = condition->kind == IHOP_REF ? condition->symbol : NULL;

  if (symbol && symbol->kind <= IHOP_SYMBOL_PARAMETER
      && (g_hash_table_contains (self->changing, symbol)
          || !ihop_defs_is_tame (self->unpack.step->facts, self->name->function, symbol)))
    return FALSE;
  for (guint i = 0; i < condition->n_children; i++)
    if (condition->child[i] && !is_steady (self, condition->child[i]))
      return FALSE;
  return ihop_may_fault (condition) == NULL;
}

/* "s->step" of "for (s->step = 0; …)". */
static const IhopNode *
member_set_first (const IhopNode *loop)
{
  const IhopNode *first = loop->kind == IHOP_FOR ? loop->child[0] : NULL;
  const IhopNode *set = first && first->kind == IHOP_EXPRESSION ? ihop_node_strip (first->child[0], TRUE) : NULL;
  const IhopNode *place = set && set->kind == IHOP_ASSIGN ? ihop_node_strip (set->child[0], TRUE) : NULL;

  return place && place->kind == IHOP_MEMBER ? place : NULL;
}

/* The loop's first condition, asked before it and kept: "int runs = s->error > s->least;". */
static void
keep_condition (Promote *self)
{
  static const IhopSymbol like = { .name = "", .type = &ihop_type_int };
  IhopBuild *build = self->unpack.build;
  gboolean is_truth = self->runs->kind == IHOP_BINARY && self->runs->op >= IHOP_OP_LAND && self->runs->op <= IHOP_OP_NE;
  const IhopNode *value
    = is_truth ? self->runs : ihop_make_binary (build, IHOP_OP_NE, self->runs, ihop_make_integer (build, 0));

  self->asked = ihop_make_declaration (build, ihop_make_variable (build, &like, NULL, "runs"), value);
  self->runs = ihop_make_ref (build, self->asked->child[0]->symbol);
}

/* "for (;;)", "while (1)" */
static gboolean
has_no_end (const IhopNode *loop)
{
  const IhopNode *condition = loop->kind == IHOP_FOR ? loop->child[1] : loop->child[0];
  gint64 holds;

  return condition == NULL || (ihop_constant_of (condition, &holds) && holds != 0);
}

static gboolean
knows_when_it_runs (Promote *self)
{
  IhopTransformStep *step = self->unpack.step;
  const IhopNode *loop = self->name->loop;
  IhopHeader header;

  self->first = member_set_first (loop);
  if (loop->kind == IHOP_DO || self->first || has_no_end (loop)
      || (loop->kind == IHOP_FOR && ihop_header_peek (step, self->name->loop, &header) && ihop_header_runs (step, &header, 1)))
    return TRUE;
  self->runs = ihop_unpack_runs (&self->unpack, loop);
  if (self->runs == NULL)
    {
      ihop_refuse (step, IHOP_T_HEADER, loop, "behind the loop it is not known whether it has run at all");
      return FALSE;
    }
  if (!is_steady (self, self->runs))
    keep_condition (self);
  return TRUE;
}

static gboolean
is_fit (Promote *self)
{
  const IhopNode *block;
  guint at;

  if (!ihop_sibling_of (self->name->function, self->name->loop, &block, &at)
      || ihop_defs_has_labels (self->unpack.step->facts, self->name->function))
    ihop_refuse (self->unpack.step, IHOP_T_SHAPE, self->name->loop,
                 "the loop does not stand among the statements of a block, or labels stand around it");
  else if (!comes_through (self, self->name->loop))
    ihop_refuse (self->unpack.step, IHOP_T_SHAPE, self->bad, "control may leave the loop here and not come behind it");
  else
    return knows_when_it_runs (self);
  return FALSE;
}

/* --- which members ---------------------------------------------------------------------------- */

/* What an assignment or count sets. */
static const IhopNode *
place_set (const IhopNode *node)
{
  gboolean sets = node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC);

  return sets ? ihop_node_strip (node->child[0], TRUE) : NULL;
}

/* In a union, a member is read by other names, too. */
static gboolean
is_in_union (const IhopNode *place)
{
  for (const IhopNode *node = place; node; node = node->n_children ? ihop_node_strip (node->child[0], TRUE) : NULL)
    {
      const IhopType *record = node->kind == IHOP_MEMBER ? ihop_type_strip (node->child[0]->type) : NULL;
      if (record && record->kind == IHOP_TYPE_POINTER)
        record = ihop_type_strip (record->target);
      if (record && record->is_union)
        return TRUE;
    }
  return FALSE;
}

static gboolean
find_changing (const IhopNode *node, gpointer data)
{
  Promote *self = data;

  /* What else is done to a struct is looked at member by member. */
  gboolean is_struct = node->type && ihop_type_strip (node->type)->kind == IHOP_TYPE_RECORD;

  if (node->kind == IHOP_REF
      && g_hash_table_contains (is_struct ? self->declared : self->changing, node->symbol))
    self->bad = node;
  return self->bad == NULL;
}

static gboolean
is_global (const IhopNode *place)
{
  return place->kind == IHOP_REF && place->symbol->kind == IHOP_SYMBOL_VARIABLE && place->symbol->is_global;
}

/* "w->now", "*other", a global variable's name */
static gboolean
is_meant (const IhopNode *place)
{
  gboolean is_behind = place->kind == IHOP_MEMBER || (place->kind == IHOP_UNARY && place->op == IHOP_OP_DEREF);

  return is_behind || is_global (place) ? ihop_unpack_can_be_kept (place) : FALSE;
}

static gboolean
find_set (const IhopNode *node, gpointer data)
{
  Promote *self = data;
  const IhopNode *place = place_set (node);
  GPtrArray *paths = self->unpack.paths;

  self->bad = NULL;
  if (place == NULL || !is_meant (place) || is_in_union (place))
    return TRUE;
  if (!is_global (place))
    ihop_node_walk (place, find_changing, self);
  for (guint i = 0; i < paths->len; i++)
    if (ihop_same_expression (((IhopUnpackPath *) paths->pdata[i])->node, place))
      return TRUE;
  if (self->bad)
    return TRUE;
  IhopUnpackPath *path = g_new0 (IhopUnpackPath, 1);
  path->node = place;
  path->is_pointer = ihop_type_strip (place->type)->kind == IHOP_TYPE_POINTER;
  g_ptr_array_add (paths, path);
  return TRUE;
}

static gboolean
is_the_path (const Promote *self, const IhopNode *node)
{
  return ihop_same_expression (ihop_node_strip (node, TRUE), self->path->node);
}

static void
found_access (const IhopNode *node, gpointer data)
{
  Promote *self = data;

  if (node == NULL || (!is_the_path (self, node) && !ihop_member_is_sibling (node, self->path->node)))
    self->bad = node ? node : self->name->loop;
}

static gboolean
find_address (const IhopNode *node, gpointer data)
{
  Promote *self = data;

  if (node->kind == IHOP_UNARY && node->op == IHOP_OP_ADDRESS && is_the_path (self, node->child[0]))
    self->bad = node;
  return self->bad == NULL;
}

static gboolean
leads_there (Promote *self, const IhopNode *place)
{
  const IhopUnpackPath before = { .node = is_global (place) ? NULL : place->child[0] };

  return before.node == NULL || ihop_unpack_leaves_unchanged (&self->unpack, self->name->loop, &before, NULL);
}

/* Only by its name, which finds the same place all along. */
static gboolean
is_named_only (Promote *self, const IhopUnpackPath *path)
{
  IhopTransformStep *step = self->unpack.step;

  self->path = path;
  self->bad = NULL;
  ihop_node_walk (self->name->loop, find_address, self);
  ihop_touch_each (step->facts, self->name->function, self->name->loop, path->node,
                   IHOP_TOUCH_READ | IHOP_TOUCH_WRITE | IHOP_TOUCH_FREE, found_access, self);
  return self->bad == NULL && leads_there (self, path->node);
}

static gboolean
find_jump (const IhopNode *node, gpointer data)
{
  Promote *self = data;

  if (node->kind == IHOP_BREAK || node->kind == IHOP_CONTINUE)
    self->bad = node;
  return self->bad == NULL;
}

static gboolean
is_there_with (const IhopNode *place, const IhopUnpackPath *path)
{
  return ihop_same_expression (place, path->node) || ihop_member_is_sibling (place, path->node);
}

/* It, or what stands beside it in its struct, by a statement that is sure to run when the body does: the struct is
 * there to be stored to. */
static gboolean
is_sure_to_be_set (Promote *self, const IhopNode *body)
{
  if (body->kind == IHOP_EXPRESSION)
    {
      const IhopNode *place = place_set (ihop_node_strip (body->child[0], TRUE));
      return place && is_there_with (place, self->path);
    }
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    {
      if (is_sure_to_be_set (self, body->child[i]))
        return TRUE;
      self->bad = NULL;
      ihop_node_walk (body->child[i], find_jump, self);
      if (self->bad)
        return FALSE;
    }
  return FALSE;
}

typedef enum { IS_KEPT, IS_TOUCHED, IS_NOT_SURE } Answer;

/* Of a number with a sign at zero, or that is none, nobody could ask whether it has changed. */
static gboolean
can_be_compared (const IhopUnpackPath *path)
{
  return path->is_pointer || ihop_type_is_integer (path->node->type);
}

static Answer
can_be_kept (Promote *self, IhopUnpackPath *path)
{
  if (!is_named_only (self, path))
    return IS_TOUCHED;
  if (is_global (path->node))
    return IS_KEPT;
  if (self->first)
    return is_there_with (self->first, path) ? IS_KEPT : IS_NOT_SURE;
  if (is_sure_to_be_set (self, ihop_loop_body (self->name->loop)))
    return IS_KEPT;
  if (!can_be_compared (path) || !ihop_read_is_certain_in_loop (self->unpack.step->facts, self->unpack.function, self->name->loop, path->node))
    return IS_NOT_SURE;
  path->is_compared = TRUE;
  return IS_KEPT;
}

static void
refuse (Promote *self, const IhopNode *place, Answer answer)
{
  g_autofree char *text = place ? ihop_print_node (place, NULL) : NULL;

  if (place == NULL)
    ihop_refuse (self->unpack.step, IHOP_T_SHAPE, self->name->loop,
                 "no member of a struct and nothing right behind a pointer is set in this loop by a name that stays the same");
  else if (answer == IS_TOUCHED)
    ihop_refuse (self->unpack.step, IHOP_T_UNKNOWN, place, "%s may be read or set otherwise in the loop, too", text);
  else
    ihop_refuse (self->unpack.step, IHOP_T_UNKNOWN, place, "%s is not sure to be set when the loop runs", text);
}

/* Pointers all or none; numbers where that is possible. */
static gboolean
find_members (Promote *self)
{
  GPtrArray *paths = self->unpack.paths;
  const IhopNode *what = NULL;
  Answer answer = IS_KEPT;
  gboolean is_lost = FALSE;

  ihop_node_walk (self->name->loop, find_set, self);
  for (guint i = 0; i < paths->len && !is_lost;)
    {
      IhopUnpackPath *path = paths->pdata[i];
      Answer now = can_be_kept (self, path);
      if (now == IS_KEPT)
        {
          i++;
          continue;
        }
      answer = now;
      what = path->node;
      is_lost = path->is_pointer;
      g_ptr_array_remove_index (paths, i);
    }
  if (paths->len == 0 || is_lost)
    refuse (self, what, answer);
  return paths->len > 0 && !is_lost;
}

/* --- building --------------------------------------------------------------------------------- */

static gboolean
find_reference (const IhopNode *node, gpointer data)
{
  Promote *self = data;

  if (!ihop_same_expression (node, self->path->node))
    return TRUE;
  g_hash_table_insert (self->unpack.news, (gpointer) node,
                       (gpointer) ihop_make_ref (self->unpack.build, self->path->variable));
  return FALSE;
}

static const IhopNode *
first_value (Promote *self, const IhopUnpackPath *path)
{
  IhopBuild *build = self->unpack.build;
  const IhopNode *value = ihop_copy (build, path->node, NULL);

  return self->runs && !is_global (path->node)
           ? ihop_make_conditional (build, self->runs, value, ihop_make_integer (build, 0)) : value;
}

/* "s->now = s_now;", or "if (s->now != s_now) s->now = s_now;": nothing is stored where the loop stored nothing. */
static const IhopNode *
write_back (Promote *self, const IhopUnpackPath *path)
{
  IhopBuild *build = self->unpack.build;
  const IhopNode *place = ihop_copy (build, path->node, NULL), *value = ihop_make_ref (build, path->variable);
  const IhopNode *back = ihop_make_assignment (build, IHOP_OP_NONE, place, value);

  return path->is_compared ? ihop_make_if (build, ihop_make_binary (build, IHOP_OP_NE, place, value), back, NULL) : back;
}

static IhopRewrite *
build (Promote *self)
{
  IhopBuild *build = self->unpack.build;
  GPtrArray *news = g_ptr_array_new (), *behind = g_ptr_array_new ();

  if (self->asked)
    g_ptr_array_add (news, (gpointer) self->asked);
  for (guint i = 0; i < self->unpack.paths->len; i++)
    {
      IhopUnpackPath *path = self->unpack.paths->pdata[i];
      path->variable = ihop_unpack_variable (&self->unpack, path);
      self->path = path;
      ihop_node_walk (self->name->loop, find_reference, self);
      ihop_append (news, ihop_make_declaration (build, path->variable, first_value (self, path)));
      ihop_append (behind, write_back (self, path));
    }
  ihop_append (news, ihop_replace_nodes (build, self->name->loop, self->unpack.news));
  if (self->runs)
    ihop_append (news, ihop_make_if (build, self->runs, ihop_make_body (build, behind), NULL));
  else
    g_ptr_array_extend_and_steal (news, behind);
  return ihop_build_finish (build, self->name->loop, 1, news);
}

static IhopRewrite *
promote_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name
    = ihop_args_count (step, n, 1, 1) ? ihop_args_loop (step, words[0]) : NULL;

  if (name == NULL)
    return NULL;
  g_autoptr (IhopBuild) made = ihop_build_new (step, name->function);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free), loops = g_ptr_array_new ();
  g_autoptr (GHashTable) changing = ihop_defs_written (name->loop), declared = ihop_defs_declared (name->loop);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  Promote self = { { .step = step, .function = name->function, .build = made, .loops = loops, .paths = paths, .news = news },
                   .name = name, .changing = changing, .declared = declared };
  GHashTableIter each;
  gpointer symbol;

  g_hash_table_iter_init (&each, declared);
  while (g_hash_table_iter_next (&each, &symbol, NULL))
    g_hash_table_add (changing, symbol);
  return ihop_require_copyable (step, name->loop) && is_fit (&self) && find_members (&self) ? build (&self) : NULL;
}

const IhopTransform ihop_transform_promote = {
  .name = "promote",
  .usage = "LOOP",
  .summary = N_ ("Members of structs that a loop sets are kept in local variables while it runs"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = promote_build,
};
