/* Types as C writes them: specifiers on the left, the declarator around the name.
 *
 * A declarator reads from the name outwards, so it is built from the name outwards: each level
 * of the type adds "*" in front or "[N]", "(…)" behind, and a pointer in front of something
 * that stands behind needs parentheses. */
#include "ir/print.h"
#include "ir/print_private.h"

static void
append_qualifiers (GString *text, IhopQualifiers qualifiers)
{
  if (qualifiers & IHOP_CONST)
    g_string_append (text, "const ");
  if (qualifiers & IHOP_VOLATILE)
    g_string_append (text, "volatile ");
  if (qualifiers & IHOP_RESTRICT)
    g_string_append (text, "restrict ");
}

static gboolean
is_derived (const IhopType *type)
{
  return type->kind == IHOP_TYPE_POINTER || type->kind == IHOP_TYPE_ARRAY
         || type->kind == IHOP_TYPE_FUNCTION;
}

/* A record without a tag has no other name than its definition. */
static void
append_record (IhopPrinting *printing, GString *text, const IhopType *type)
{
  g_string_append (text, type->is_union ? "union {" : "struct {");
  for (guint i = 0; type->fields && i < type->n_fields; i++)
    {
      const IhopSymbol *field = type->fields[i];
      g_autofree char *declaration = ihop_declare (printing, field->declared_type, field->name);
      g_string_append_printf (text, " %s", declaration);
      if (field->bit_width)
        g_string_append_printf (text, " : %u", field->bit_width);
      g_string_append_c (text, ';');
    }
  g_string_append (text, " }");
}

char *
ihop_declare_specifiers (IhopPrinting *printing, const IhopType *type)
{
  GString *text = g_string_new (NULL);

  while (is_derived (type) && type->target)
    type = type->target;
  append_qualifiers (text, type->qualifiers);
  if (type->name)
    g_string_append (text, type->name);
  else if (type->kind == IHOP_TYPE_RECORD)
    append_record (printing, text, type);
  else if (type->target) /* an enum without a tag */
    g_string_append (text, type->target->name);
  else
    g_string_append (text, type->kind == IHOP_TYPE_VOID ? "void" : "int");
  return g_string_free (text, FALSE);
}

static void
wrap_pointer (GString *text, const IhopType *type)
{
  GString *front = g_string_new ("*");

  append_qualifiers (front, type->qualifiers);
  if (text->len == 0 && g_str_has_suffix (front->str, " "))
    g_string_truncate (front, front->len - 1);
  g_string_prepend (text, front->str);
  g_string_free (front, TRUE);
  if (type->target->kind == IHOP_TYPE_ARRAY || type->target->kind == IHOP_TYPE_FUNCTION)
    {
      g_string_prepend_c (text, '(');
      g_string_append_c (text, ')');
    }
}

static void
wrap_array (IhopPrinting *printing, GString *text, const IhopType *type)
{
  g_string_append_c (text, '[');
  append_qualifiers (text, type->qualifiers);
  if (type->count_expr)
    ihop_print_any (printing, text, type->count_expr, IHOP_BIND_ASSIGN, "");
  else if (type->has_count)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT, type->count);
  g_string_append_c (text, ']');
}

static void
wrap_function (IhopPrinting *printing, GString *text, const IhopType *type)
{
  g_string_append_c (text, '(');
  for (guint i = 0; i < type->n_params; i++)
    {
      g_autofree char *param = ihop_declare (printing, type->params[i], NULL);
      g_string_append_printf (text, "%s%s", i ? ", " : "", param);
    }
  if (type->is_variadic)
    g_string_append (text, type->n_params ? ", ..." : "...");
  else if (type->n_params == 0 && type->has_prototype)
    g_string_append (text, "void");
  g_string_append_c (text, ')');
}

char *
ihop_declare_declarator (IhopPrinting *printing, const IhopType *type, const char *name)
{
  GString *text = g_string_new (name);

  for (; is_derived (type) && type->target; type = type->target)
    switch (type->kind)
      {
      case IHOP_TYPE_POINTER:
        wrap_pointer (text, type);
        break;
      case IHOP_TYPE_ARRAY:
        wrap_array (printing, text, type);
        break;
      default:
        wrap_function (printing, text, type);
        break;
      }
  return g_string_free (text, FALSE);
}

char *
ihop_declare (IhopPrinting *printing, const IhopType *type, const char *name)
{
  g_autofree char *specifiers = ihop_declare_specifiers (printing, type);
  g_autofree char *declarator = ihop_declare_declarator (printing, type, name);

  return g_strconcat (specifiers, declarator[0] ? " " : "", declarator, NULL);
}

char *
ihop_type_declare (const IhopType *type, const char *name)
{
  IhopPrinting printing = { .printer = &(IhopPrinter){ 0 } };

  return ihop_declare (&printing, type, name);
}
