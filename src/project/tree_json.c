/* A file as the front end read it and the analysis sees it, for programs that want to go on from there. */
#include "analysis/memory/effects.h"
#include "project/report.h"

typedef struct
{
  JsonBuilder *json;
  IhopFacts *facts;
  GHashTable *loops; /* const IhopNode * → const IhopLoop * */
} Writer;

static void
put_place (JsonBuilder *json, IhopRange range)
{
  ihop_json_put_int (json, "line", ihop_range_line (range));
  ihop_json_put_int (json, "column", ihop_range_column (range));
}

static void
put_type (JsonBuilder *json, const IhopType *type)
{
  g_autofree char *text = type ? ihop_type_declare (type, NULL) : NULL;

  ihop_json_put_text (json, "type", text);
}

static void
put_symbol (JsonBuilder *json, const IhopSymbol *symbol)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "name", symbol->name);
  put_type (json, symbol->declared_type ? symbol->declared_type : symbol->type);
  put_place (json, symbol->range);
  json_builder_end_object (json);
}

/* What only some kinds have. */
static void
put_own (JsonBuilder *json, const IhopNode *node)
{
  if (node->op != IHOP_OP_NONE)
    ihop_json_put_text (json, "operator", ihop_operator_text (node->op));
  if (node->symbol)
    ihop_json_put_text (json, "symbol", node->symbol->name);
  if (node->type)
    put_type (json, node->type);
  if (node->flags & IHOP_NODE_CONSTANT)
    ihop_json_put_int (json, "value", node->integer);
  if (node->kind == IHOP_FLOATING)
    ihop_json_put_double (json, "value", node->number);
  if (node->flags & IHOP_NODE_IMPLICIT)
    ihop_json_put_bool (json, "implicit", TRUE);
  if (node->flags & IHOP_NODE_ARROW)
    ihop_json_put_bool (json, "arrow", TRUE);
  if (node->text)
    ihop_json_put_text (json, "text", node->text);
}

static void
put_verdict (const Writer *writer, const IhopNode *node)
{
  const IhopLoop *loop = g_hash_table_lookup (writer->loops, node);

  if (loop == NULL)
    return;
  ihop_json_put_text (writer->json, "loop", loop->name->address);
  ihop_json_put_text (writer->json, "verdict", ihop_verdict_name (loop->verdict));
}

/* A part that a kind may have and this node has not is null, so that parts keep their places. */
static void
put_node (const Writer *writer, const IhopNode *node)
{
  JsonBuilder *json = writer->json;

  if (node == NULL)
    {
      json_builder_add_null_value (json);
      return;
    }
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kind", ihop_kind_name (node->kind));
  put_place (json, node->place);
  put_own (json, node);
  put_verdict (writer, node);
  ihop_json_begin_array (json, "children");
  for (guint i = 0; i < node->n_children; i++)
    put_node (writer, node->child[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

static void
put_globals (JsonBuilder *json, const char *member, GHashTable *symbols)
{
  g_autoptr (GPtrArray) list = ihop_symbols_in_order (symbols);

  ihop_json_begin_array (json, member);
  for (guint i = 0; i < list->len; i++)
    ihop_json_add_text (json, ((const IhopSymbol *) list->pdata[i])->name);
  json_builder_end_array (json);
}

/* What a parameter's memory is done to by a call. */
static void
put_touched (JsonBuilder *json, IhopParamEffect effect)
{
  static const struct
  {
    IhopParamEffect effect;
    const char *word;
  } words[] = { { IHOP_EFFECT_READS, "reads" }, { IHOP_EFFECT_WRITES, "writes" }, { IHOP_EFFECT_KEEPS, "keeps" },
                { IHOP_EFFECT_FREES, "frees" } };

  ihop_json_begin_array (json, "touched");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (effect & words[i].effect)
      ihop_json_add_text (json, words[i].word);
  json_builder_end_array (json);
}

static void
put_parameters (JsonBuilder *json, const IhopFunction *function, const IhopEffects *effects)
{
  ihop_json_begin_array (json, "parameters");
  for (guint i = 0; i < function->n_params; i++)
    {
      const IhopSymbol *symbol = function->params[i];
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "name", symbol->name);
      put_type (json, symbol->declared_type ? symbol->declared_type : symbol->type);
      put_touched (json, i < effects->n_params ? effects->params[i] : 0);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_effects (JsonBuilder *json, const IhopEffects *effects)
{
  ihop_json_begin_object (json, "effects");
  ihop_json_put_bool (json, "known", effects->is_known);
  ihop_json_put_message (json, "why_unknown", effects->why);
  ihop_json_put_bool (json, "pure", ihop_effects_is_pure (effects));
  ihop_json_put_bool (json, "state", effects->has_state);
  ihop_json_put_bool (json, "io", effects->does_io);
  ihop_json_put_bool (json, "may_not_return", effects->may_not_return);
  put_globals (json, "globals_read", effects->globals_read);
  put_globals (json, "globals_written", effects->globals_written);
  json_builder_end_object (json);
}

static void
put_function (const Writer *writer, const IhopFunction *function)
{
  JsonBuilder *json = writer->json;
  const IhopEffects *effects = ihop_effects_of (writer->facts, function->symbol);

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "name", function->symbol->name);
  put_type (json, function->symbol->type);
  put_place (json, function->range);
  ihop_json_put_bool (json, "in_main_file", function->in_main_file);
  put_parameters (json, function, effects);
  put_effects (json, effects);
  json_builder_set_member_name (json, "body");
  put_node (writer, function->body);
  json_builder_end_object (json);
}

static void
put_directives (JsonBuilder *json, const GArray *directives)
{
  static const char *const kinds[] = { "include", "define", "undef", "conditional", "pragma" };

  ihop_json_begin_array (json, "directives");
  for (guint i = 0; i < directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (directives, IhopDirective, i);
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "kind", kinds[directive->kind]);
      ihop_json_put_text (json, "name", directive->name);
      ihop_json_put_int (json, "line", ihop_range_line (directive->range));
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_loops (Writer *writer, const GPtrArray *loops, const char *path)
{
  g_hash_table_remove_all (writer->loops);
  ihop_json_begin_array (writer->json, "loops");
  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      g_hash_table_insert (writer->loops, (gpointer) loop->name->loop, (gpointer) loop);
      ihop_json_begin_object (writer->json, NULL);
      ihop_report_put_loop (writer->json, loop, path);
      json_builder_end_object (writer->json);
    }
  json_builder_end_array (writer->json);
}

static void
put_file (Writer *writer, IhopProject *project, const IhopProjectFile *file)
{
  JsonBuilder *json = writer->json;
  const IhopTree *tree = file->tree;

  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "file", file->path);
  put_loops (writer, ihop_project_analyze (project, file), file->path);
  put_directives (json, tree->directives);
  ihop_json_begin_array (json, "globals");
  for (guint i = 0; i < tree->globals->len; i++)
    put_symbol (json, tree->globals->pdata[i]);
  json_builder_end_array (json);
  ihop_json_begin_array (json, "functions");
  for (guint i = 0; i < tree->functions->len; i++)
    put_function (writer, tree->functions->pdata[i]);
  json_builder_end_array (json);
  json_builder_end_object (json);
}

char *
ihop_report_tree_json (IhopProject *project)
{
  g_autoptr (GHashTable) loops = g_hash_table_new (NULL, NULL);
  Writer writer = { json_builder_new (), ihop_project_facts (project), loops };
  const GPtrArray *files = ihop_project_files (project);

  ihop_json_begin_object (writer.json, NULL);
  ihop_json_put_int (writer.json, "version", 1);
  ihop_json_begin_array (writer.json, "files");
  for (guint i = 0; i < files->len; i++)
    if (((const IhopProjectFile *) files->pdata[i])->tree)
      put_file (&writer, project, files->pdata[i]);
  json_builder_end_array (writer.json);
  ihop_report_put_diags (writer.json, ihop_project_diags (project));
  json_builder_end_object (writer.json);
  return ihop_json_finish (writer.json);
}
