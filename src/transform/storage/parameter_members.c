/* Which members of its parameters a function only reads. What is asked of them is what the step unpack asks of a loop's,
 * with the function's body for the loop. */
#include "transform/storage/parameter_members.h"
#include "analysis/memory/certain_read.h"
#include "analysis/memory/definitions.h"
#include "analysis/program/callgraph.h"
#include "ir/print.h"
#include "transform/storage/unpack_unchanged.h"
#include <string.h>

static void
path_free (gpointer data)
{
  IhopUnpackPath *path = data;

  g_ptr_array_unref (path->relies_on);
  g_free (path);
}

static void
member_free (gpointer data)
{
  IhopParameterMember *member = data;

  g_free ((char *) member->behind);
  g_ptr_array_unref (member->references);
  g_free (member);
}

/* The parameter that a place is a member of, by members alone; NULL: it is none. */
static IhopSymbol *
parameter_of (const IhopFunction *function, const IhopNode *place)
{
  gboolean is_member = place->kind == IHOP_MEMBER;

  while (place->kind == IHOP_MEMBER)
    place = ihop_node_strip (place->child[0], TRUE);
  for (guint i = 0; is_member && place->kind == IHOP_REF && i < function->n_params; i++)
    if (function->params[i] == place->symbol)
      return place->symbol;
  return NULL;
}

/* "s->cells": the parameter is all that has to lead somewhere. */
static gboolean
is_of_parameter (const IhopNode *place)
{
  return ihop_node_strip (place->child[0], TRUE)->kind == IHOP_REF;
}

/* "->cells"; NULL: it is written otherwise. */
static char *
text_behind (const IhopNode *place, const IhopSymbol *parameter)
{
  g_autofree char *text = ihop_print_node (place, NULL);
  gsize length = strlen (parameter->name);

  if (!g_str_has_prefix (text, parameter->name) || (text[length] != '.' && text[length] != '-'))
    return NULL;
  for (const char *c = text + length; *c; c++)
    if (!g_ascii_isalnum (*c) && strchr ("_.->", *c) == NULL)
      return NULL;
  return g_strdup (text + length);
}

static gboolean
all_have_bytes (const IhopTree *tree, const GPtrArray *references)
{
  for (guint i = 0; i < references->len; i++)
    if (((const IhopNode *) references->pdata[i])->range.source != tree->source)
      return FALSE;
  return TRUE;
}

/* ---- that the struct is there ---- */

/* The statement of a block that a node stands in, and which of its children that is; NULL: it stands in none. */
static const IhopNode *
block_around (IhopFacts *facts, const IhopFunction *function, const IhopNode *node, guint *at)
{
  g_autoptr (GPtrArray) path = ihop_defs_path (facts, function, node);

  for (guint i = path ? path->len : 0; i-- > 1;)
    {
      const IhopNode *block = path->pdata[i - 1];
      for (*at = 0; block->kind == IHOP_BLOCK && *at < block->n_children; ++*at)
        if (block->child[*at] == path->pdata[i])
          return block;
    }
  return NULL;
}

/* Whether the caller has looked into the struct itself, on each way to the call. */
static gboolean
is_followed_by_caller (const IhopUnpack *self, const IhopCallSite *site, guint index)
{
  const IhopNode *argument = index + 1 < site->call->n_children ? ihop_node_strip (site->call->child[index + 1], TRUE) : NULL;
  guint at;
  const IhopNode *block = argument ? block_around (self->step->facts, site->caller, site->call, &at) : NULL;

  if (block == NULL || argument->kind != IHOP_REF || ihop_type_strip (argument->type)->kind != IHOP_TYPE_POINTER)
    return FALSE;
  IhopNode *member = ihop_node_new (ihop_facts_pool (self->step->facts), IHOP_MEMBER, 1);
  member->flags = IHOP_NODE_ARROW;
  member->child[0] = argument;
  return ihop_read_is_certain (self->step->facts, site->caller, block, at, member);
}

static gboolean
is_followed_by_callers (const IhopUnpack *self, const IhopSymbol *parameter)
{
  const IhopCallNode *node = ihop_callgraph_node (self->step->facts, self->function);
  guint index = 0;

  while (index < self->function->n_params && self->function->params[index] != parameter)
    index++;
  for (guint i = 0; node && i < node->callers->len; i++)
    if (!is_followed_by_caller (self, node->callers->pdata[i], index))
      return FALSE;
  return node && node->callers->len > 0 && !node->is_recursive;
}

/* NULL: the path is no such member. */
static IhopParameterMember *
member_of_path (IhopUnpack *self, const IhopUnpackPath *path)
{
  const IhopFunction *function = self->function;
  IhopSymbol *parameter = parameter_of (function, path->node);

  if (parameter == NULL || !ihop_unpack_leaves_unchanged (self, function->body, path, NULL)
      || (!ihop_read_is_certain (self->step->facts, function, function->body, 0, path->node)
          && !(is_of_parameter (path->node) && is_followed_by_callers (self, parameter))))
    return NULL;
  g_autofree char *behind = text_behind (path->node, parameter);
  g_autoptr (GPtrArray) references = ihop_unpack_references (function->body, path);
  if (behind == NULL || !all_have_bytes (self->step->tree, references))
    return NULL;
  IhopParameterMember *member = g_new0 (IhopParameterMember, 1);
  member->parameter = parameter;
  member->place = path->node;
  member->behind = g_steal_pointer (&behind);
  member->is_pointer = path->is_pointer;
  member->references = g_steal_pointer (&references);
  return member;
}

GPtrArray *
ihop_parameter_members (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function)
{
  GPtrArray *members = g_ptr_array_new_with_free_func (member_free);
  g_autoptr (GPtrArray) body = g_ptr_array_new (), paths = g_ptr_array_new_with_free_func (path_free);
  IhopTransformStep step = { .facts = facts, .tree = tree };
  IhopUnpack self = { .step = &step, .function = function, .loops = body, .paths = paths, .members_alone = TRUE };

  g_ptr_array_add (body, (gpointer) function->body);
  ihop_unpack_find (&self);
  for (guint i = 0; i < paths->len; i++)
    {
      IhopParameterMember *member = member_of_path (&self, paths->pdata[i]);
      if (member)
        g_ptr_array_add (members, member);
    }
  return members;
}
