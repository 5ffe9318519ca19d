/* C++ has several functions of one name where C has one that its arguments are converted for: the sqrt of a
 * float is another one in C++, and less exact; the abs of a double is no int. */
#include "gpugen/emit/overloads.h"
#include "analysis/program/callgraph.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/text_of.h"


static gboolean
is_overloaded_for_integers (const char *name)
{
  static const char *const names[] = { "abs", "labs", "llabs", "div", "ldiv", "lldiv", NULL };

  return g_strv_contains (names, name);
}

/* What C converts this argument to by itself, if that is arithmetic and chooses the function; else NULL. */
static const IhopType *
converted_to (const IhopSymbol *callee, const IhopNode *argument)
{
  if (argument->kind != IHOP_CAST || !(argument->flags & IHOP_NODE_IMPLICIT))
    return NULL;
  const IhopType *to = ihop_type_strip (argument->type);
  const IhopType *from = ihop_type_strip (ihop_node_strip (argument, TRUE)->type);
  gboolean chooses = to->kind == IHOP_TYPE_FLOATING
                     || (to->kind == IHOP_TYPE_INTEGER && is_overloaded_for_integers (callee->name));

  return chooses && (from->kind != to->kind || from->size != to->size || from->is_signed != to->is_signed)
           ? to : NULL;
}

static const IhopSymbol *
library_callee (const IhopNode *node)
{
  const IhopSymbol *callee = node->kind == IHOP_CALL ? ihop_call_callee (node) : NULL;

  return callee && callee->in_system_header && callee->type
             && !ihop_type_strip (callee->type)->is_variadic ? callee : NULL;
}

char *
ihop_overload_call (const IhopPrint *print, const IhopNode *call, IhopTextOf text_of, gpointer data)
{
  const IhopSymbol *callee = library_callee (call);
  gboolean differs = FALSE;

  for (guint i = 1; callee && i < call->n_children; i++)
    differs |= converted_to (callee, call->child[i]) != NULL;
  if (!differs)
    return NULL;
  GString *text = g_string_new (callee->name);
  g_string_append (text, print->layout.space_call ? " (" : "(");
  for (guint i = 1; i < call->n_children; i++)
    {
      const IhopType *type = converted_to (callee, call->child[i]);
      g_autofree char *argument = text_of (call->child[i], data);
      g_autofree char *name = type ? ihop_type_declare (type, NULL) : NULL;
      IhopKind kind = ihop_node_strip (call->child[i], TRUE)->kind;
      gboolean bare = type == NULL || kind == IHOP_REF || kind == IHOP_INDEX || kind == IHOP_MEMBER
                      || kind == IHOP_CALL || kind == IHOP_INTEGER || kind == IHOP_FLOATING;
      g_string_append_printf (text, bare ? "%s%s%s%s%s" : "%s%s%s%s(%s)", i > 1 ? ", " : "", type ? "(" : "",
                              type ? name : "", type ? ") " : "", argument);
    }
  g_string_append_c (text, ')');
  return g_string_free (text, FALSE);
}

/* Numbers all of which are float, or integers of another size: C++ does not convert these. */
static gboolean
means_another (const IhopNode *call, const IhopSymbol *callee)
{
  guint converted = 0, floats = 0;

  for (guint i = 1; i < call->n_children; i++)
    {
      const IhopType *from = ihop_type_strip (ihop_node_strip (call->child[i], TRUE)->type);
      if (ihop_type_strip (call->child[i]->type)->kind == IHOP_TYPE_INTEGER)
        {
          if (converted_to (callee, call->child[i]))
            return TRUE;
          continue;
        }
      converted += converted_to (callee, call->child[i]) != NULL;
      floats += from->kind == IHOP_TYPE_FLOATING && from->size == 4;
      if (from->kind != IHOP_TYPE_FLOATING || from->size != 4)
        return FALSE;
    }
  return converted > 0 && floats > 0;
}

gboolean
ihop_overload_differs (const IhopNode *node)
{
  const IhopSymbol *callee = library_callee (node);

  return callee && means_another (node, callee);
}
