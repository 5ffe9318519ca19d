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
#include "ir/print.h"
#include "ir/query.h"
#include "project/arguments.h"
#include "project/function_versions.h"
#include "project/project_private.h"
#include "project/reread.h"
#include "transform/storage/parameter_members.h"
#include <string.h>

enum { MOST_FUNCTIONS = 32, MOST_PARAMETERS = 24 };

typedef struct
{
  IhopProject *project;
  const IhopProjectFile *file;
  const IhopFunction *function;
  GPtrArray *members;      /* of IhopParameterMember *: those that become parameters */
  GPtrArray *names;        /* of char *: what these are called */
  GHashTable *kept;        /* of IhopSymbol *: parameters with members that are still asked for as structs */
  char *name;              /* of the version; file->split owns it */
  GPtrArray *calls;        /* of const IhopNode *: that can call it */
  gboolean has_other_uses; /* the function is asked for by others */
  IhopEdits *edits;
} Split;

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

static guint
number_of (const IhopFunction *function, const IhopSymbol *parameter)
{
  guint i = 0;

  while (function->params[i] != parameter)
    i++;
  return i;
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
is_place (const IhopNode *node)
{
  return node->kind == IHOP_REF || node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX;
}

/* What stands for "p->now" where the argument stands for p: "&board" makes "board.now" of it, and "*p" makes "p->now" of
 * "p.now". NULL: nothing simple. Caller frees. */
static char *
member_of_argument (const IhopNode *argument, const char *behind)
{
  const IhopNode *plain = ihop_node_strip (argument, TRUE);
  gboolean is_pointer = *behind == '-', is_turned = plain->kind == IHOP_UNARY
                                                    && plain->op == (is_pointer ? IHOP_OP_ADDRESS : IHOP_OP_DEREF);
  const IhopNode *object = is_turned ? ihop_node_strip (plain->child[0], TRUE) : plain;

  if (!is_place (object))
    return NULL;
  g_autofree char *text = ihop_print_node (object, NULL);
  return g_strconcat (text, is_pointer == is_turned ? "." : "->", behind + (is_pointer ? strlen ("->") : strlen (".")), NULL);
}

static gboolean
can_be_changed (const Split *self, const IhopFunction *caller, const IhopNode *call)
{
  const IhopFunction *function = self->function;

  if (call->range.source != self->file->tree->source || call->range.begin < function->range.end
      || call->n_children != function->n_params + 1 || !stands_alone (ihop_project_facts (self->project), caller, call))
    return FALSE;
  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      const IhopNode *argument = call->child[number_of (function, member->parameter) + 1];
      g_autofree char *text = is_same_struct (argument, member->parameter) ? member_of_argument (argument, member->behind) : NULL;
      if (text == NULL)
        return FALSE;
    }
  return TRUE;
}

/* Every other use needs the function as it was. */
static void
find_calls (Split *self)
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
        g_ptr_array_add (self->calls, (gpointer) site->call);
    }
  self->has_other_uses = symbol->storage != IHOP_STORAGE_STATIC || node->is_address_taken || uses > self->calls->len
                         || symbol->first.begin != self->function->range.begin;
}

/* ---- what becomes a parameter ---- */

static guint
count_references (const Split *self, const IhopSymbol *parameter)
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
is_taken (const Split *self, const char *name)
{
  g_autofree char *own = ihop_range_text (self->function->range);
  Naming naming = { name, FALSE };

  ihop_node_walk (self->function->body, look_for_name, &naming);
  return naming.found || ihop_text_has_word (self->file->original, name) || ihop_text_has_word (own, name)
         || g_ptr_array_find_with_equal_func (self->names, name, g_str_equal, NULL);
}

/* "p_now", which the owner calls nothing else. */
static char *
name_for (const Split *self, const IhopParameterMember *member)
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
hands_pointers_over (const Split *self)
{
  for (guint i = 0; i < self->members->len; i++)
    if (((const IhopParameterMember *) self->members->pdata[i])->is_pointer)
      return TRUE;
  return FALSE;
}

/* "id (grid, i, j)" that works on grid->width alone becomes a function of numbers, which follows no pointer of the host. */
static gboolean
leaves_no_struct (const Split *self)
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
choose_members (Split *self)
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

/* ---- texts ---- */

static void
add_comma (GString *text)
{
  if (text->len && text->str[text->len - 1] != '(')
    g_string_append (text, ", ");
}

/* "double *p_now, int p_w, struct plate *p, int steps" */
static char *
parameters_text (const Split *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      IhopType type = *member->place->symbol->type;
      type.qualifiers = 0; /* "double *restrict now", or a member of a const struct */
      g_autofree char *declared = ihop_type_declare (&type, self->names->pdata[i]);
      add_comma (text);
      g_string_append (text, declared);
    }
  for (guint i = 0; i < self->function->n_params; i++)
    {
      const IhopSymbol *parameter = self->function->params[i];
      if (!g_hash_table_contains (self->kept, parameter))
        continue;
      g_autofree char *declared = ihop_type_declare (parameter->declared_type, parameter->name);
      add_comma (text);
      g_string_append (text, declared);
    }
  return g_string_free (text, FALSE);
}

/* "spread_members (p->now, p->w, p, steps)", for a call, or for what the function is left as (NULL). */
static char *
call_text (const Split *self, const IhopNode *call)
{
  const IhopFunction *function = self->function;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (", self->name);
  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      g_autofree char *value = call ? member_of_argument (call->child[number_of (function, member->parameter) + 1], member->behind)
                                    : g_strconcat (member->parameter->name, member->behind, NULL);
      add_comma (text);
      g_string_append (text, value);
    }
  for (guint i = 0; i < function->n_params; i++)
    {
      if (!g_hash_table_contains (self->kept, function->params[i]))
        continue;
      g_autofree char *value = call ? ihop_print_node (call->child[i + 1], NULL) : g_strdup (function->params[i]->name);
      add_comma (text);
      g_string_append (text, value);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

static void
write_version (const Split *self)
{
  const IhopFunction *function = self->function;
  const IhopType *result = ihop_type_strip (function->symbol->type)->target;
  g_autofree char *parameters = parameters_text (self);
  g_autofree char *head = g_strdup_printf ("%s (%s)", self->name, parameters);
  g_autofree char *declared = ihop_type_declare (result, head);
  const IhopSource *source = self->file->tree->source;
  gsize begin = function->body->range.begin;

  while (begin > 0 && g_ascii_isspace (source->text[begin - 1]))
    begin--;
  g_autofree char *whole = g_strdup_printf ("static %s", declared);
  ihop_edits_replace (self->edits, function->range.begin, begin, whole);
  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      for (guint k = 0; k < member->references->len; k++)
        {
          const IhopNode *reference = member->references->pdata[k];
          ihop_edits_replace (self->edits, reference->range.begin, reference->range.end, self->names->pdata[i]);
        }
    }
}

static void
write_wrapper (const Split *self)
{
  const IhopFunction *function = self->function;
  const IhopType *result = ihop_type_strip (ihop_type_strip (function->symbol->type)->target);
  g_autofree char *call = call_text (self, NULL);
  const char *text = self->file->tree->source->text + function->range.begin;
  g_autofree char *head = g_strndup (text, function->body->range.begin - function->range.begin);

  g_strchomp (head);
  g_autofree char *whole
    = g_strdup_printf ("\n\n%s\n{\n  %s%s;\n}", head, result->kind == IHOP_TYPE_VOID ? "" : "return ", call);
  ihop_edits_insert (self->edits, function->range.end, whole);
}

static gboolean
write_all (Split *self)
{
  g_autoptr (IhopEdits) edits = ihop_edits_new (self->file->tree->source);

  self->edits = edits;
  write_version (self);
  if (self->has_other_uses)
    write_wrapper (self);
  for (guint i = 0; i < self->calls->len; i++)
    {
      const IhopNode *call = self->calls->pdata[i];
      g_autofree char *text = call_text (self, call);
      ihop_edits_replace (edits, call->range.begin, call->range.end, text);
    }
  return ihop_project_read_text (self->project, self->file, edits);
}

/* ---- one function after another ---- */

static void
name_version (Split *self)
{
  GString *name = g_string_new (self->function->symbol->name);

  g_string_append (name, "_members");
  while (ihop_text_has_word (self->file->tree->source->text, name->str))
    g_string_append (name, "_");
  self->name = g_string_free (name, FALSE);
}

/* Whether parameters can be said again: "double a[p->n]" cannot without p. */
static gboolean
has_plain_parameters (const Split *self)
{
  g_autofree char *text = parameters_text (self);

  for (guint i = 0; i < self->function->n_params; i++)
    if (!g_hash_table_contains (self->kept, self->function->params[i])
        && ihop_text_has_word (text, self->function->params[i]->name))
      return FALSE;
  return strchr (text, '{') == NULL && strstr (text, "unnamed") == NULL;
}

/* TRUE: the function has a version now, and the file another tree. */
static gboolean
split (IhopProject *project, const IhopProjectFile *file, const IhopFunction *function)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new (), names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) kept = g_hash_table_new (NULL, NULL);
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);
  Split self = { .project = project, .file = file, .function = function, .calls = calls, .names = names, .kept = kept };
  gboolean done = FALSE;

  if (!ihop_function_may_have_version (ihop_project_facts (self.project), self.file->tree, self.function))
    return FALSE;
  choose_members (&self);
  if (self.members->len && has_plain_parameters (&self))
    {
      name_version (&self);
      find_calls (&self);
      g_hash_table_replace (file->split, self.name, g_strdup (function->symbol->name));
      done = self.calls->len > 0 && write_all (&self);
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
split_one (IhopProject *project, const IhopProjectFile *file)
{
  for (guint i = 0; i < file->tree->functions->len; i++)
    {
      const IhopFunction *function = file->tree->functions->pdata[i];
      if (!is_split (file, function->symbol->name) && split (project, file, function))
        return TRUE;
    }
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
