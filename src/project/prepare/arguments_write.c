#include "gpugen/emit/function_place.h"
#include "ir/print.h"
#include "project/prepare/arguments_private.h"
#include "project/project_private.h"
#include "project/reread.h"
#include <string.h>

guint
ihop_argument_index (const IhopFunction *function, const IhopSymbol *parameter)
{
  guint i = 0;

  while (function->params[i] != parameter)
    i++;
  return i;
}

static gboolean
is_place (const IhopNode *node)
{
  return node->kind == IHOP_REF || node->kind == IHOP_MEMBER || node->kind == IHOP_INDEX;
}

char *
ihop_argument_member (const IhopNode *argument, const char *behind)
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


static void
add_comma (GString *text)
{
  if (text->len && text->str[text->len - 1] != '(')
    g_string_append (text, ", ");
}

char *
ihop_argument_parameters (const IhopArgumentSplit *self)
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
call_text (const IhopArgumentSplit *self, const IhopNode *call)
{
  const IhopFunction *function = self->function;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s (", self->name);
  for (guint i = 0; i < self->members->len; i++)
    {
      const IhopParameterMember *member = self->members->pdata[i];
      g_autofree char *value = call ? ihop_argument_member (call->child[ihop_argument_index (function, member->parameter) + 1], member->behind)
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

/* "static double spread_members (double *p_now, int p_w)" */
static char *
version_head (const IhopArgumentSplit *self)
{
  g_autofree char *parameters = ihop_argument_parameters (self);
  g_autofree char *head = g_strdup_printf ("%s (%s)", self->name, parameters);
  g_autofree char *declared = ihop_type_declare (ihop_type_strip (self->function->symbol->type)->target, head);

  return g_strconcat ("static ", declared, NULL);
}

/* Copies of functions for the device may stand there, too. */
static const IhopFunction *
first_function (const IhopTree *tree)
{
  const IhopFunction *first = NULL;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *function = tree->functions->pdata[i];
      if (function->range.source == tree->source && (first == NULL || function->range.begin < first->range.begin))
        first = function;
    }
  return first;
}

static void
write_version (const IhopArgumentSplit *self)
{
  const IhopFunction *function = self->function;
  g_autofree char *head = version_head (self);
  const IhopSource *source = self->file->tree->source;
  gsize begin = function->body->range.begin;

  while (begin > 0 && g_ascii_isspace (source->text[begin - 1]))
    begin--;
  ihop_edits_replace (self->edits, function->range.begin, begin, head);
  if (self->is_declared)
    {
      g_autofree char *declaration = g_strconcat (head, ";\n\n", NULL);
      ihop_edits_insert (self->edits, ihop_host_before_function (source, first_function (self->file->tree)), declaration);
    }
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
write_wrapper (const IhopArgumentSplit *self)
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

gboolean
ihop_argument_write (IhopArgumentSplit *self)
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
