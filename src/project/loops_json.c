#include "project/report.h"

static void
put_names (JsonBuilder *builder, const char *member, const GPtrArray *names)
{
  ihop_json_begin_array (builder, member);
  for (guint i = 0; names && i < names->len; i++)
    ihop_json_add_text (builder, names->pdata[i]);
  json_builder_end_array (builder);
}

/* {"i": 1, "j": 0}; two loops of one name (i inside i cannot be, but i after i in source and sink
 * can) never meet in one object. */
static void
put_iteration (JsonBuilder *builder, const GPtrArray *names, const GArray *values)
{
  ihop_json_begin_object (builder, "iteration");
  for (guint i = 0; names && values && i < MIN (names->len, values->len); i++)
    ihop_json_put_int (builder, names->pdata[i], g_array_index (values, gint64, i));
  json_builder_end_object (builder);
}

static void
put_end (JsonBuilder *builder, const char *member, const IhopNode *node, const GPtrArray *names,
         const GArray *values)
{
  ihop_json_begin_object (builder, member);
  ihop_json_put_int (builder, "line", node ? ihop_range_line (node->place) : 0);
  ihop_json_put_int (builder, "column", node ? ihop_range_column (node->place) : 0);
  put_iteration (builder, names, values);
  json_builder_end_object (builder);
}

/* Whole numbers as numbers ("distance": [1]); "*" stays text. */
static void
put_distance (JsonBuilder *builder, const GPtrArray *distance)
{
  ihop_json_begin_array (builder, "distance");
  for (guint i = 0; distance && i < distance->len; i++)
    {
      const char *text = distance->pdata[i];
      gint64 value;
      if (g_ascii_string_to_signed (text, 10, G_MININT64, G_MAXINT64, &value, NULL))
        json_builder_add_int_value (builder, value);
      else
        ihop_json_add_text (builder, text);
    }
  json_builder_end_array (builder);
}

static void
put_dependence (JsonBuilder *builder, const IhopDependence *dependence)
{
  ihop_json_begin_object (builder, NULL);
  ihop_json_put_text (builder, "kind", ihop_dependence_kind_name (dependence->kind));
  ihop_json_put_text (builder, "variable", dependence->variable);
  ihop_json_put_bool (builder, "exact", dependence->is_exact);
  put_end (builder, "source", dependence->source, dependence->source_names,
           dependence->source_iteration);
  put_end (builder, "sink", dependence->sink, dependence->sink_names,
           dependence->sink_iteration);
  ihop_json_put_integers (builder, "element", dependence->element);
  put_distance (builder, dependence->distance);
  put_names (builder, "direction", dependence->direction);
  put_names (builder, "parameters", dependence->parameters);
  json_builder_end_object (builder);
}

static void
put_dependences (JsonBuilder *builder, const GPtrArray *dependences)
{
  ihop_json_begin_array (builder, "dependences");
  for (guint i = 0; dependences && i < dependences->len; i++)
    put_dependence (builder, dependences->pdata[i]);
  json_builder_end_array (builder);
}

static void
put_privates (JsonBuilder *builder, const GPtrArray *privates)
{
  ihop_json_begin_array (builder, "private");
  for (guint i = 0; privates && i < privates->len; i++)
    ihop_json_add_text (builder, ((const IhopPrivate *) privates->pdata[i])->symbol->name);
  json_builder_end_array (builder);
}

static void
put_reductions (JsonBuilder *builder, const GPtrArray *reductions)
{
  ihop_json_begin_array (builder, "reductions");
  for (guint i = 0; reductions && i < reductions->len; i++)
    {
      const IhopReduction *reduction = reductions->pdata[i];
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_text (builder, "operator", ihop_reduce_text (reduction->operator));
      ihop_json_put_text (builder, "variable", reduction->symbol->name);
      ihop_json_put_int (builder, "line", reduction->line);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* What counts along: in iteration number k (from 0) it starts as first + k * by. */
static void
put_inductions (JsonBuilder *builder, const GPtrArray *inductions)
{
  ihop_json_begin_array (builder, "inductions");
  for (guint i = 0; inductions && i < inductions->len; i++)
    {
      const IhopInduction *induction = inductions->pdata[i];
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_text (builder, "variable", induction->symbol->name);
      ihop_json_put_int (builder, "step", induction->step);
      ihop_json_put_text (builder, "by", induction->by);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
put_assumptions (JsonBuilder *builder, const GPtrArray *assumptions)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new ();

  for (guint i = 0; assumptions && i < assumptions->len; i++)
    g_ptr_array_add (messages, ((const IhopAssumption *) assumptions->pdata[i])->message);
  ihop_json_put_messages (builder, "assumptions", messages);
  /* The same as C, for those that a program can test. */
  ihop_json_begin_array (builder, "conditions");
  for (guint i = 0; assumptions && i < assumptions->len; i++)
    {
      const IhopAssumption *assumption = assumptions->pdata[i];
      if (assumption->condition)
        ihop_json_add_text (builder, assumption->condition);
    }
  json_builder_end_array (builder);
}

static void
put_reasons (JsonBuilder *builder, const GPtrArray *reasons)
{
  ihop_json_begin_array (builder, "reasons");
  for (guint i = 0; reasons && i < reasons->len; i++)
    {
      const IhopReason *reason = reasons->pdata[i];
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_text (builder, "id", reason->id);
      ihop_json_put_message (builder, "message", reason->message);
      ihop_json_put_int (builder, "line", ihop_range_line (reason->range));
      ihop_json_put_messages (builder, "remedies", reason->remedies);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

const char *
ihop_report_loop_path (const IhopLoop *loop)
{
  const IhopSource *source = loop->name->loop->place.source;

  return source ? source->path : "";
}

void
ihop_report_put_loop (JsonBuilder *builder, const IhopLoop *loop, const char *path)
{
  const IhopLoopName *name = loop->name;

  ihop_json_put_text (builder, "file", path);
  ihop_json_put_int (builder, "line", ihop_range_line (name->loop->place));
  ihop_json_put_int (builder, "column", ihop_range_column (name->loop->place));
  ihop_json_put_text (builder, "function", name->function->symbol->name);
  ihop_json_put_text (builder, "loop", name->address);
  ihop_json_put_text (builder, "iterator",
                      loop->counting.iterator ? loop->counting.iterator->name : NULL);
  ihop_json_put_int (builder, "depth", name->depth);
  ihop_json_put_text (builder, "verdict", ihop_verdict_name (loop->verdict));
  put_privates (builder, loop->privates);
  put_reductions (builder, loop->reductions);
  put_inductions (builder, loop->inductions);
  put_assumptions (builder, loop->assumptions);
  put_dependences (builder, loop->dependences);
  put_reasons (builder, loop->reasons);
}

void
ihop_report_put_diags (JsonBuilder *builder, const IhopDiags *diags)
{
  ihop_json_begin_array (builder, "diagnostics");
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      ihop_json_begin_object (builder, NULL);
      ihop_json_put_text (builder, "severity", ihop_severity_name (diag->severity));
      ihop_json_put_text (builder, "id", diag->id);
      ihop_json_put_text (builder, "file", diag->path);
      ihop_json_put_int (builder, "line", diag->line);
      ihop_json_put_int (builder, "column", diag->column);
      ihop_json_put_message (builder, "message", diag->message);
      ihop_json_put_messages (builder, "remedies", diag->remedies);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
put_file_loops (JsonBuilder *builder, IhopProject *project, const IhopProjectFile *file)
{
  const GPtrArray *loops = ihop_project_analyze (project, file);

  for (guint i = 0; i < loops->len; i++)
    {
      ihop_json_begin_object (builder, NULL);
      ihop_report_put_loop (builder, loops->pdata[i], file->path);
      json_builder_end_object (builder);
    }
}

char *
ihop_report_loops_json (IhopProject *project)
{
  const GPtrArray *files = ihop_project_files (project);
  JsonBuilder *builder = json_builder_new ();

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_int (builder, "version", 1);
  ihop_json_begin_array (builder, "files");
  for (guint i = 0; i < files->len; i++)
    ihop_json_add_text (builder, ((const IhopProjectFile *) files->pdata[i])->path);
  json_builder_end_array (builder);
  ihop_json_begin_array (builder, "loops");
  for (guint i = 0; i < files->len; i++)
    put_file_loops (builder, project, files->pdata[i]);
  json_builder_end_array (builder);
  ihop_report_put_diags (builder, ihop_project_diags (project));
  json_builder_end_object (builder);
  return ihop_json_finish (builder);
}

static void
put_words (JsonBuilder *builder, const char *name, const GPtrArray *words)
{
  ihop_json_begin_array (builder, name);
  for (guint i = 0; i < words->len; i++)
    ihop_json_add_text (builder, words->pdata[i]);
  json_builder_end_array (builder);
}

static void
put_remedy (JsonBuilder *builder, const IhopRemedy *remedy)
{
  ihop_json_begin_object (builder, NULL);
  put_words (builder, "steps", remedy->steps);
  put_words (builder, "parallel", remedy->parallel);
  ihop_json_put_int (builder, "statements", remedy->n_statements);
  ihop_json_put_int (builder, "parallel_statements_before", remedy->statements_before);
  ihop_json_put_int (builder, "parallel_statements", remedy->statements);
  ihop_json_put_double (builder, "seconds_before", remedy->before);
  ihop_json_put_double (builder, "seconds", remedy->after);
  ihop_json_put_double (builder, "device_bytes_before", remedy->traffic_before);
  ihop_json_put_double (builder, "device_bytes", remedy->traffic_after);
  json_builder_end_object (builder);
}

char *
ihop_report_loop_json (IhopProject *project, const IhopLoop *loop, const GPtrArray *remedies)
{
  JsonBuilder *builder = json_builder_new ();

  ihop_json_begin_object (builder, NULL);
  ihop_json_put_int (builder, "version", 1);
  ihop_json_begin_object (builder, "loop");
  ihop_report_put_loop (builder, loop, ihop_report_loop_path (loop));
  json_builder_end_object (builder);
  ihop_json_begin_array (builder, "remedies");
  for (guint i = 0; i < remedies->len; i++)
    put_remedy (builder, remedies->pdata[i]);
  json_builder_end_array (builder);
  ihop_report_put_diags (builder, ihop_project_diags (project));
  json_builder_end_object (builder);
  return ihop_json_finish (builder);
}

char *
ihop_report_iteration (const GPtrArray *names, const GArray *values)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; names && values && i < MIN (names->len, values->len); i++)
    g_string_append_printf (text, "%s%s = %" G_GINT64_FORMAT, i ? ", " : "",
                            (char *) names->pdata[i], g_array_index (values, gint64, i));
  return g_string_free (text, FALSE);
}
