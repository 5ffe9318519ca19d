#include "ir/dump.h"
#include <json-glib/json-glib.h>

static void
dump_text (JsonBuilder *json, const char *name, const char *text)
{
  /* JSON is UTF-8; C files need not be. */
  g_autofree char *valid = g_utf8_make_valid (text, -1);

  json_builder_set_member_name (json, name);
  json_builder_add_string_value (json, valid);
}

static void
dump_number (JsonBuilder *json, const char *name, gint64 number)
{
  json_builder_set_member_name (json, name);
  json_builder_add_int_value (json, number);
}

static void
dump_range (JsonBuilder *json, const char *name, IhopRange range)
{
  if (range.source == NULL)
    return;
  json_builder_set_member_name (json, name);
  json_builder_begin_array (json);
  json_builder_add_int_value (json, (gint64) range.begin);
  json_builder_add_int_value (json, (gint64) range.end);
  json_builder_end_array (json);
}

static void
dump_type (JsonBuilder *json, const char *name, const IhopType *type)
{
  g_autofree char *text = type ? ihop_type_declare (type, NULL) : NULL;

  if (text)
    dump_text (json, name, text);
}

static void
dump_flags (JsonBuilder *json, const IhopNode *node)
{
  if (node->flags & IHOP_NODE_IMPLICIT)
    dump_text (json, "implicit", "yes");
  if (node->flags & IHOP_NODE_ARROW)
    dump_text (json, "arrow", "yes");
  if (node->flags & IHOP_NODE_CONSTANT)
    dump_number (json, "value", node->integer);
}

static void
dump_node (JsonBuilder *json, const IhopNode *node)
{
  if (node == NULL)
    {
      json_builder_add_null_value (json);
      return;
    }
  json_builder_begin_object (json);
  dump_text (json, "kind", ihop_kind_name (node->kind));
  if (node->op != IHOP_OP_NONE)
    dump_text (json, "op", ihop_operator_text (node->op));
  dump_range (json, "range", node->range);
  if (node->range.source == NULL)
    dump_range (json, "place", node->place);
  dump_type (json, "type", node->type);
  if (node->symbol)
    dump_text (json, "symbol", node->symbol->name);
  if (node->kind == IHOP_VARIABLE)
    dump_type (json, "declared", node->symbol->declared_type);
  dump_type (json, "argument", node->argument_type);
  dump_flags (json, node);
  if (node->text)
    dump_text (json, "text", node->text);
  if (node->spelling)
    dump_text (json, "spelling", node->spelling);
  if (node->n_children)
    {
      json_builder_set_member_name (json, "children");
      json_builder_begin_array (json);
      for (guint i = 0; i < node->n_children; i++)
        dump_node (json, node->child[i]);
      json_builder_end_array (json);
    }
  json_builder_end_object (json);
}

static void
dump_symbol (JsonBuilder *json, const IhopSymbol *symbol)
{
  json_builder_begin_object (json);
  dump_text (json, "name", symbol->name);
  dump_type (json, "type", symbol->type);
  dump_type (json, "declared", symbol->declared_type);
  dump_range (json, "range", symbol->range);
  json_builder_end_object (json);
}

static void
dump_function (JsonBuilder *json, const IhopFunction *function)
{
  json_builder_begin_object (json);
  dump_text (json, "name", function->symbol->name);
  dump_type (json, "type", function->symbol->type);
  dump_range (json, "range", function->range);
  json_builder_set_member_name (json, "main");
  json_builder_add_boolean_value (json, function->in_main_file);
  json_builder_set_member_name (json, "params");
  json_builder_begin_array (json);
  for (guint i = 0; i < function->n_params; i++)
    dump_symbol (json, function->params[i]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "body");
  dump_node (json, function->body);
  json_builder_end_object (json);
}

static void
dump_directive (JsonBuilder *json, const IhopDirective *directive)
{
  static const char *const kinds[] = { "include", "define", "undef", "conditional", "pragma" };

  json_builder_begin_object (json);
  dump_text (json, "kind", kinds[directive->kind]);
  dump_text (json, "name", directive->name);
  dump_range (json, "range", directive->range);
  json_builder_end_object (json);
}

static void
dump_lists (JsonBuilder *json, const IhopTree *tree)
{
  json_builder_set_member_name (json, "directives");
  json_builder_begin_array (json);
  for (guint i = 0; i < tree->directives->len; i++)
    dump_directive (json, &g_array_index (tree->directives, IhopDirective, i));
  json_builder_end_array (json);
  json_builder_set_member_name (json, "globals");
  json_builder_begin_array (json);
  for (guint i = 0; i < tree->globals->len; i++)
    dump_symbol (json, tree->globals->pdata[i]);
  json_builder_end_array (json);
  json_builder_set_member_name (json, "functions");
  json_builder_begin_array (json);
  for (guint i = 0; i < tree->functions->len; i++)
    dump_function (json, tree->functions->pdata[i]);
  json_builder_end_array (json);
}

char *
ihop_dump_json (const IhopTree *tree)
{
  g_autoptr (JsonBuilder) json = json_builder_new ();

  json_builder_begin_object (json);
  dump_text (json, "file", tree->source->path);
  dump_lists (json, tree);
  json_builder_end_object (json);
  JsonNode *root = json_builder_get_root (json);
  char *text = json_to_string (root, TRUE);
  json_node_unref (root);
  return text;
}
