/* Functions that work on members of a struct ("spread (p)", whose loops read p->now and p->next) get a version that takes the
 * members (argument promotion): arrays that are parameters stay on the device over calls, arrays behind members do not. The
 * function itself is left as a call of that version, for whoever cannot be made to call it: other files, pointers to it.
 *
 * Callees come first: where "step (p)" calls "spread_members (p->now, p->next, …)", it reads members itself by then. What comes
 * of it is looked at in a plan (ihop_project_arguments_help); where nothing does, the file stays as it was. */
#include "analysis/memory/definitions.h"
#include "analysis/memory/effects.h"
#include "analysis/program/callgraph.h"
#include "gpugen/plan/text_words.h"
#include "ir/query.h"
#include "project/prepare/arguments.h"
#include "project/prepare/arguments_private.h"
#include "project/prepare/function_versions.h"
#include "project/project_private.h"
#include <string.h>

enum { MOST_FUNCTIONS = 32, MOST_PARAMETERS = 24 };



/* ---- calls ---- */

/* Nothing beside the call happens while the statement's expression is worked out, so that it does not matter when the
 * members are read; what is made of its result comes behind it. */
static gboolean
stands_alone (IhopFacts *facts, const IhopFunction *caller, const IhopNode *call)
{
  g_autoptr (GPtrArray) path = ihop_node_path (caller->body, call);

  for (guint i = path ? path->len - 1 : 0; i-- > 0;)
    {
      const IhopNode *around = path->pdata[i];
      if (ihop_kind_is_statement (around->kind))
        break;
      for (guint k = 0; k < around->n_children; k++)
        if (around->child[k] != path->pdata[i + 1] && around->child[k] && ihop_effects_first (facts, around->child[k]))
          return FALSE;
    }
  for (guint i = 1; i < call->n_children; i++)
    if (ihop_effects_first (facts, call->child[i])
        || ihop_node_count_mentions (call->child[i], ihop_call_callee (call))) /* whose text changes as well */
      return FALSE;
  return path != NULL;
}

/* Without conversions that say what else it points to. */
static gboolean
is_same_struct (const IhopNode *argument, const IhopSymbol *parameter)
{
  const IhopType *a = ihop_type_strip (ihop_node_strip (argument, TRUE)->type), *b = ihop_type_strip (parameter->type);

  if (a->kind != b->kind || (a->kind != IHOP_TYPE_POINTER && a->kind != IHOP_TYPE_RECORD))
    return FALSE;
  return a->kind == IHOP_TYPE_RECORD ? ihop_type_equal (a, b)
                                     : ihop_type_equal (ihop_type_strip (a->target), ihop_type_strip (b->target));
}

static gboolean
can_be_changed (const IhopArgumentSplit *self, const IhopFunction *caller, const IhopNode *call)
{
  const IhopFunction *function = self->function;

  if (call->range.source != self->file->tree->source || (call->range.begin < function->range.end && !self->may_declare)
      || call->n_children != function->n_params + 1 || !stands_alone (ihop_project_facts (self->project), caller, call))
    return FALSE;
  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      const IhopNode *argument = call->child[ihop_argument_index (function, member->parameter) + 1];
      g_autofree char *text = is_same_struct (argument, member->parameter) ? ihop_argument_member (argument, member->behind) : NULL;
      if (text == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Every other use needs the function as it was. */
static void
find_calls (IhopArgumentSplit *self)
{
  const IhopTree *tree = self->file->tree;
  const IhopCallNode *node = ihop_callgraph_node (ihop_project_facts (self->project), self->function);
  const IhopSymbol *symbol = self->function->symbol;
  guint uses = 0;

  for (guint i = 0; i < tree->functions->len; i++)
    uses += ihop_node_count_mentions (((const IhopFunction *) tree->functions->pdata[i])->body, symbol);
  for (guint i = 0; i < node->callers->len; i++)
    {
      const IhopCallSite *site = node->callers->pdata[i];
      if (ihop_tree_function_of (tree, site->caller->symbol) == site->caller && can_be_changed (self, site->caller, site->call))
        {
          g_ptr_array_add (self->calls, (gpointer) site->call);
          self->is_declared |= site->call->range.begin < self->function->range.begin;
        }
    }
  self->has_other_uses = symbol->storage != IHOP_STORAGE_STATIC || node->is_address_taken || uses > self->calls->len
                         || symbol->first.begin != self->function->range.begin;
}

/* ---- what becomes a parameter ---- */

static guint
count_references (const IhopArgumentSplit *self, const IhopSymbol *parameter)
{
  guint n = 0;

  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      n += member->parameter == parameter ? member->references->len : 0;
    }
  return n;
}

typedef struct
{
  const char *name;
  gboolean found;
} Naming;

/* In macros, too, whose text stands elsewhere. */
static gboolean
look_for_name (const IhopNode *node, gpointer data)
{
  Naming *self = data;

  self->found |= node->kind == IHOP_REF && g_str_equal (node->symbol->name, self->name);
  return !self->found;
}

static gboolean
is_taken (const IhopArgumentSplit *self, const char *name)
{
  g_autofree char *own = ihop_range_text (self->function->range);
  Naming naming = { name, FALSE };

  ihop_node_walk (self->function->body, look_for_name, &naming);
  return naming.found || ihop_text_has_word (self->file->original, name) || ihop_text_has_word (own, name)
         || g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, NULL);
}

/* "p_now", which the owner calls nothing else. */
static char *
name_for (const IhopArgumentSplit *self, const IhopParameterMember *member)
{
  GString *name = g_string_new (member->parameter->name);

  for (const char *c = member->behind; *c; c++)
    if (g_ascii_isalnum (*c) || *c == '_')
      g_string_append_c (name, *c);
    else if (name->str[name->len - 1] != '_')
      g_string_append_c (name, '_');
  while (is_taken (self, name->str))
    g_string_append (name, "_");
  return g_string_free (name, FALSE);
}

static gboolean
hands_pointers_over (const IhopArgumentSplit *self)
{
  for (guint i = 0; i < self->members->len; i++)
    if (((const IhopParameterMember *) self->members->pdata[i])->is_pointer)
      return TRUE;
  return FALSE;
}

/* "id (grid, i, j)" that works on grid->width alone becomes a function of numbers, which follows no pointer of the host. */
static gboolean
leaves_no_struct (const IhopArgumentSplit *self)
{
  gboolean is_behind_pointer = FALSE;

  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      if (g_hash_table_contains (self->kept, member->parameter))
        return FALSE;
      is_behind_pointer |= *member->behind == '-';
    }
  return is_behind_pointer;
}

/* Numbers alone are a reason where nothing is asked of the struct then; what beside pointers is a number is handed over, too. */
static void
choose_members (IhopArgumentSplit *self)
{
  self->members = ihop_parameter_members (ihop_project_facts (self->project), self->file->tree, self->function);
  for (guint i = 0; i < self->function->n_params; i++)
    {
      IhopSymbol *parameter = self->function->params[i];
      if (ihop_node_count_mentions (self->function->body, parameter) > count_references (self, parameter) || count_references (self, parameter) == 0)
        g_hash_table_add (self->kept, parameter);
    }
  if ((!hands_pointers_over (self) && !leaves_no_struct (self)) || self->members->len + self->function->n_params > MOST_PARAMETERS)
    g_ptr_array_set_size (self->members, 0);
  for (guint i = 0; i < self->members->len; i++)
    g_ptr_array_add (self->names, name_for (self, self->members->pdata[i]));
}

/* ---- one function after another ---- */

static void
name_version (IhopArgumentSplit *self)
{
  GString *name = g_string_new (self->function->symbol->name);

  g_string_append (name, "_members");
  while (ihop_text_has_word (self->file->tree->source->text, name->str))
    g_string_append (name, "_");
  self->name = g_string_free (name, FALSE);
}

/* Whether parameters can be said again: "double a[p->n]" cannot without p. */
static gboolean
has_plain_parameters (const IhopArgumentSplit *self)
{
  g_autofree char *text = ihop_argument_parameters (self);

  for (guint i = 0; i < self->function->n_params; i++)
    if (!g_hash_table_contains (self->kept, self->function->params[i])
        && ihop_text_has_word (text, self->function->params[i]->name))
      return FALSE;
  return strchr (text, '{') == NULL && strstr (text, "unnamed") == NULL;
}

static gboolean
write_calls (IhopArgumentSplit *self, gboolean may_declare)
{
  g_ptr_array_set_size (self->calls, 0);
  self->may_declare = may_declare;
  self->is_declared = FALSE;
  find_calls (self);
  return self->calls->len > 0 && ihop_argument_write (self);
}

/* TRUE: the function has a version now, and the file another tree. */
static gboolean
split (IhopProject *project, const IhopProjectFile *file, const IhopFunction *function)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new (), names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);
  IhopArgumentSplit self = { .project = project, .file = file, .function = function, .calls = calls, .names = names, .kept = kept };
  gboolean done = FALSE;

  if (!ihop_function_may_have_version (ihop_project_facts (self.project), self.file->tree, self.function))
    return FALSE;
  choose_members (&self);
  if (self.members->len && has_plain_parameters (&self))
    {
      name_version (&self);
      g_hash_table_replace (file->split, self.name, g_strdup (function->symbol->name));
      done = write_calls (&self, TRUE) || (self.is_declared && write_calls (&self, FALSE));
      if (!done)
        g_hash_table_remove (file->split, self.name);
    }
  g_ptr_array_unref (self.members);
  return done;
}

static gboolean
is_split (const IhopProjectFile *file, const char *name)
{
  GHashTableIter each;
  gpointer version, whole;

  g_hash_table_iter_init (&each, file->split);
  while (g_hash_table_iter_next (&each, &version, &whole))
    if (g_str_equal (version, name) || g_str_equal (whole, name))
      return TRUE;
  return FALSE;
}

static gboolean
split_among (IhopProject *project, const IhopProjectFile *file, const GPtrArray *component)
{
  for (guint i = 0; i < component->len; i++)
    {
      const IhopFunction *function = ((const IhopCallNode *) component->pdata[i])->function;
      if (ihop_tree_function_of (file->tree, function->symbol) == function && !is_split (file, function->symbol->name)
          && !g_hash_table_contains (file->outlined, function->symbol->name) /* the loop is all there is, and members change in it */
          && split (project, file, function))
        return TRUE;
    }
  return FALSE;
}

static gboolean
split_one (IhopProject *project, const IhopProjectFile *file)
{
  const GPtrArray *callees_first = ihop_callgraph_of (ihop_project_facts (project))->components;

  for (guint i = 0; i < callees_first->len; i++)
    if (split_among (project, file, callees_first->pdata[i]))
      return TRUE;
  return FALSE;
}

void
ihop_project_split_arguments (IhopProject *project, const IhopProjectFile *file)
{
  while (!file->stays_whole && g_hash_table_size (file->split) < MOST_FUNCTIONS && split_one (project, file))
    ;
}

gboolean
ihop_project_arguments_help (const IhopProjectFile *file, const IhopPlan *plan)
{
  for (guint i = 0; i < plan->versions->len; i++)
    if (g_hash_table_contains (file->split, ((const IhopDeviceVersion *) plan->versions->pdata[i])->function->symbol->name))
      return TRUE;
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      for (guint k = 0; k < kernel->callees->len; k++)
        if (g_hash_table_contains (file->split, ((const IhopFunction *) kernel->callees->pdata[k])->symbol->name))
          return TRUE;
    }
  return FALSE;
}
